// SPDX-License-Identifier: Apache-2.0

package certificate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"cornet/horn"
	"cornet/horn/unwinding"
	"cornet/smt/sat"
)

// The files of the certificate of an unwinding, in addition to the clauses and the script.
const (
	UnwindingFile = "unwinding.txt"
	FormulaFile   = "formula.cnf"
	LRATFile      = "formula.lrat"
)

// checkLRAT is the script for an unwinding.
const checkLRAT = `#!/bin/sh
# Checks a certificate of Cornet with a checker of LRAT: lrat-check of https://github.com/marijnheule/drat-trim, or one that LRAT names.
# That the formula is that of the unwinding, 'cornet check clauses.smt2 unwinding.txt' shows.
cd "$(dirname "$0")" || exit 2
set -- ${LRAT:-lrat-check}
command -v "$1" >/dev/null || { echo "$1 is missing: build it from marijnheule/drat-trim, or name another in LRAT"; exit 2; }
"$@" ` + FormulaFile + ` ` + LRATFile + `
`

// WriteUnwinding writes a valid unwinding of the system of a text to a folder, as [Prepare] allows:
// the text, the unwinding as [horn.ReadWitness] reads it, its formula in DIMACS, and the proof in
// LRAT that the formula has no model. If the formula of the clauses in the text differs from the
// formula of the clauses that u was made for, a new proof is searched for, within some ticks.
func WriteUnwinding(ctx context.Context, dir string, text []byte, u *horn.Unwinding, ticks int64) error {
	if err := Prepare(dir); err != nil {
		return err
	}
	sys, err := horn.Read(ClausesFile, string(text))
	if err != nil {
		return err
	}
	if unwinding.Check(ctx, sys, u) != nil {
		if u, err = unwinding.Prove(ctx, sys, u, ticks); err != nil {
			return err
		}
	}
	var witness, formula bytes.Buffer
	witness.WriteString("sat\n")
	if err := horn.WriteUnwinding(&witness, sys, u); err != nil {
		return err
	}
	z := &dimacs{}
	if err := unwinding.Replay(ctx, sys, u, z); err != nil {
		return err
	}
	fmt.Fprintf(&formula, "p cnf %d %d\n", z.vars, z.clauses)
	formula.Write(z.text.Bytes())
	for name, text := range map[string][]byte{ClausesFile: text, UnwindingFile: witness.Bytes(), FormulaFile: formula.Bytes(), LRATFile: u.Proof} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, ScriptFile), []byte(checkLRAT), 0o755)
}

// dimacs writes clauses.
type dimacs struct {
	vars    sat.Var
	clauses int
	text    bytes.Buffer
}

// NewVar implements [bits.Sink].
func (d *dimacs) NewVar() sat.Var {
	d.vars++
	return d.vars
}

// Clause implements [bits.Sink].
func (d *dimacs) Clause(lits ...sat.Lit) {
	d.clauses++
	w := &d.text
	for _, l := range lits {
		w.WriteString(strconv.Itoa(l.Dimacs()))
		w.WriteByte(' ')
	}
	w.WriteString("0\n")

}
