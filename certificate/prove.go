// SPDX-License-Identifier: Apache-2.0

package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cornet/horn/check"
	"cornet/horn/proofcheck"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/alethe"
	"cornet/smtlib"
)

// Prove writes a proof of a condition in the Alethe format. The status is Unsat if there is one; errors are those of
// [alethe.Condition.Prove].
func Prove(ctx context.Context, w io.Writer, c *proofcheck.Condition, o smt.Options) (smt.Status, error) {
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		return smt.Unknown, err
	}
	store := logic.NewStore()
	script, err := smtlib.Read(store, "condition", &text)
	if err != nil {
		return smt.Unknown, err
	}
	for _, x := range script.Commands {
		if x.Kind == smtlib.CmdAssert {
			status, _, err := alethe.NewCondition(store, x.Term).Prove(ctx, w, o)
			return status, err
		}
	}
	return smt.Unknown, errors.New("certificate: a condition without an assertion")
}

// Checker validates witnesses of a system by proofs.
type Checker struct{ system *proofcheck.System }

// NewChecker reads a system. The error says what package proofcheck does not know.
func NewChecker(name string, system []byte) (*Checker, error) {
	s, err := proofcheck.ReadSystem(name, bytes.NewReader(system))
	return &Checker{s}, err
}

// Check has package proofcheck check what a solver printed: the refutation, or the model by a proof of the condition of each assertion.
// The ticks of o bound the search for each proof. The error is nil or a [*check.Undecided]: a proof is missing, or it is not accepted.
func (c *Checker) Check(ctx context.Context, witness []byte, o smt.Options) error {
	undecided := func(assertion int, err error) error {
		return &check.Undecided{Assert: assertion, Step: -1, Msg: "not checked by a proof", Err: err}
	}
	if strings.HasPrefix(strings.TrimSpace(string(witness)), "unsat") {
		if err := c.system.CheckRefutation("refutation", bytes.NewReader(witness)); err != nil {
			return undecided(-1, err)
		}
		return nil
	}
	m, err := proofcheck.ReadModel("model", bytes.NewReader(witness))
	if err != nil {
		return undecided(-1, err)
	}
	for i := range c.system.Assertions() {
		if err := checkCondition(ctx, c.system, m, i, o); err != nil {
			return undecided(i, err)
		}
	}
	return nil
}

// checkCondition has proofcheck check a proof of the condition of the i-th assertion.
func checkCondition(ctx context.Context, sys *proofcheck.System, m *proofcheck.Model, i int, o smt.Options) error {
	c, err := sys.Condition(m, i)
	if err != nil || c.Holds() {
		return err
	}
	var proof bytes.Buffer
	status, err := Prove(ctx, &proof, c, o)
	switch {
	case err != nil:
		return err
	case status != smt.Unsat:
		return fmt.Errorf("the search for a proof ended with %v", status)
	}
	return c.Check("proof", &proof)
}
