// SPDX-License-Identifier: Apache-2.0

package certificate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"cornet/horn/check"
	"cornet/logic"
	"cornet/proof/checker"
	"cornet/proof/condition"
	"cornet/smt"
	"cornet/smtlib"
)

// Prove writes a condition as a file in SMT-LIB, and a proof of it in the Alethe format. The status
// is Unsat if there is a proof; errors are those of [condition.Condition.Prove].
func Prove(ctx context.Context, query, proof io.Writer, c *checker.Condition, o smt.Options) (smt.Status, error) {
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		return smt.Unknown, err
	}
	store := logic.NewStore()
	script, err := smtlib.Read(store, "condition", &text)
	if err != nil {
		return smt.Unknown, err
	}
	f := store.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
		if t.Op() == logic.OpApp && len(t.Args()) == 0 {
			return store.Var(t.Func().Name(), t.Sort())
		}
		return t
	}).Map(script.Commands[len(script.Commands)-2].Term) // the command before (check-sat)
	z := condition.New(store, f)
	if err := z.Write(query); err != nil {
		return smt.Unknown, err
	}
	status, _, err := z.Prove(ctx, proof, o)
	return status, err
}

// Checker validates witnesses of a system by proofs.
type Checker struct{ system *checker.System }

// NewChecker reads a system. The error names what package proof/checker does not support.
func NewChecker(name string, system []byte) (*Checker, error) {
	s, err := checker.ReadSystem(name, bytes.NewReader(system))
	return &Checker{s}, err
}

// isRefutation reports whether a text is a solver's answer unsat, or only the refutation.
func isRefutation(witness []byte) bool {
	xs, err := smtlib.ReadSexprs("witness", bytes.NewReader(witness))
	return err == nil && len(xs) > 0 && (xs[0].IsSymbol("unsat") || xs[0].Head() == "refutation")
}

// Check checks a solver's output by package proof/checker: a refutation directly, and a model by a
// proof of the condition of each assertion. The ticks of o limit the search for each proof. Unless
// dir is "", conditions and proofs are written to that folder, as [Prepare] allows. The error is
// nil, a [*check.Undecided] for a proof that is missing or not accepted, or about the folder.
func (c *Checker) Check(ctx context.Context, witness []byte, dir string, o smt.Options) error {
	undecided := func(assertion int, err error) error {
		return &check.Undecided{Assert: assertion, Step: -1, Msg: "not checked by a proof", Err: err}
	}
	if isRefutation(witness) {
		if err := c.system.CheckRefutation("refutation", bytes.NewReader(witness)); err != nil {
			return undecided(-1, err)
		}
		return nil
	}
	m, err := checker.ReadModel("model", bytes.NewReader(witness))
	if err != nil {
		return undecided(-1, err)
	}
	if err := c.system.CheckDefinitions(m); err != nil {
		return undecided(-1, err)
	}
	if dir != "" {
		if err := c.prepare(dir); err != nil {
			return err
		}
	}
	for i := range c.system.Assertions() {
		condition, proof, err := c.prove(ctx, m, i, o)
		if err != nil {
			return undecided(i, err)
		}
		for name, text := range map[string]string{".smt2": condition, ".alethe": proof} {
			if dir == "" {
				break
			}
			if err := os.WriteFile(filepath.Join(dir, Name(i)+name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepare makes the folder of a certificate with its script.
func (c *Checker) prepare(dir string) error {
	if err := Prepare(dir); err != nil {
		return err
	}
	names := make([]string, c.system.Assertions())
	for i := range names {
		names[i] = Name(i)
	}
	return writeScript(dir, checkConditions(names))
}

// prove returns the condition of the i-th assertion with a proof that package proof/checker has
// accepted.
func (c *Checker) prove(ctx context.Context, m *checker.Model, i int, o smt.Options) (condition, proof string, err error) {
	z, err := c.system.Condition(m, i)
	if err != nil {
		return "", "", err
	}
	var file, steps strings.Builder
	status, err := Prove(ctx, &file, &steps, z, o)
	switch {
	case err != nil:
		return "", "", err
	case status != smt.Unsat:
		return "", "", fmt.Errorf(ended, status)
	}
	return file.String(), steps.String(), z.Check("proof", strings.NewReader(steps.String()))
}
