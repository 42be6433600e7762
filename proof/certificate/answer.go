// SPDX-License-Identifier: Apache-2.0

package certificate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/proof/refutation"
	"cornet/smt"
	"cornet/smtlib"
)

// WriteAnswer writes the certificate of a validated answer, for a system without Source, to a
// folder, as [Prepare] allows: the clauses, the witness in the form that [horn.ReadWitness] reads,
// and the conditions of a model, or the proof of a refutation. Assertion k of the file is clause k
// of sys. Conditions and proofs are made from the written files, read back, so that they match
// these files. The ticks of o limit the search for each proof. After an error, the folder is
// incomplete.
func WriteAnswer(ctx context.Context, dir string, sys *horn.System, w *horn.Witness, o smt.Options) (Summary, error) {
	if err := Prepare(dir); err != nil {
		return Summary{}, err
	}
	// Write a script first, so that the folder is recognised as a certificate.
	if err := writeScript(dir, "echo incomplete\nexit 1\n"); err != nil {
		return Summary{}, err
	}
	var clauses, witness bytes.Buffer
	if err := horn.Write(&clauses, sys); err != nil {
		return Summary{}, err
	}
	file := ModelFile
	if w.Proof != nil {
		file = RefutationFile
	}
	if err := writeWitness(&witness, sys, w); err != nil {
		return Summary{}, err
	}
	for name, text := range map[string][]byte{ClausesFile: clauses.Bytes(), file: witness.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return Summary{}, err
		}
	}
	script, err := smtlib.Read(logic.NewStore(), ClausesFile, bytes.NewReader(clauses.Bytes()))
	if err != nil {
		return Summary{}, err
	}
	read, err := horn.FromScript(script)
	if err != nil {
		return Summary{}, err
	}
	again, err := horn.ReadWitness(read, file, &witness)
	if err != nil {
		return Summary{}, err
	}
	if again.Proof != nil {
		return writeRefutation(dir, clauses.Bytes(), read, again.Proof)
	}
	names := slice.Map(sys.Clauses, func(c *horn.Clause) string { return c.Name })
	return writeConditions(ctx, dir, read, again.Model, names, o)
}

// writeWitness prints a verdict with its witness.
func writeWitness(out io.Writer, sys *horn.System, w *horn.Witness) error {
	if w.Proof == nil {
		fmt.Fprintln(out, "sat")
		return horn.WriteModel(out, sys, w.Model)
	}
	fmt.Fprintln(out, "unsat")
	// in the file, variables that share a name have other names
	named := func(step int, values []horn.Value) []horn.Value {
		values = slices.Clone(values)
		bound := sys.Clauses[w.Proof.Steps[step].Assert].Implication(sys.Store, sys.Store.False()).Bound()
		for k, v := range bound {
			values[k].Name = v.Name()
		}
		return values
	}
	p := &horn.Proof{Steps: slices.Clone(w.Proof.Steps), Loops: slices.Clone(w.Proof.Loops)}
	for i := range p.Steps {
		p.Steps[i].Values = named(i, p.Steps[i].Values)
	}
	for i, l := range p.Loops {
		p.Loops[i].Next = make([][]horn.Value, len(l.Next))
		for j, values := range l.Next {
			p.Loops[i].Next[j] = named(l.First+j, values)
		}
	}
	return horn.WriteProof(out, p)
}

// WriteRefutation writes a valid refutation of the system of a text to a folder, as [Prepare]
// allows: the text, and the proof.
func WriteRefutation(dir string, text []byte, sys *horn.System, p *horn.Proof) (Summary, error) {
	if err := Prepare(dir); err != nil {
		return Summary{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, ClausesFile), text, 0o644); err != nil {
		return Summary{}, err
	}
	return writeRefutation(dir, text, sys, p)
}

// writeRefutation writes the proof of a refutation of the file with that text.
func writeRefutation(dir string, text []byte, sys *horn.System, p *horn.Proof) (Summary, error) {
	commands, err := smtlib.ReadSexprs(ClausesFile, bytes.NewReader(text))
	if err != nil {
		return Summary{}, err
	}
	var out bytes.Buffer
	stats, err := refutation.WriteWithAxioms(&out, commands, sys, p)
	if err != nil {
		return Summary{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, ProofFile), out.Bytes(), 0o644); err != nil {
		return Summary{}, err
	}
	if err := writeAxioms(dir, slices.Sorted(maps.Keys(stats.Axioms))); err != nil {
		return Summary{}, err
	}
	return Summary{Holes: stats.Holes, Axioms: len(stats.Axioms)}, writeScript(dir, checkRefutation)
}
