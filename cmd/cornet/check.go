// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/format"
	"cornet/horn/termination"
	"cornet/internal/budget"
	"cornet/internal/input"
	"cornet/proof/certificate"
	"cornet/proof/judge"
	"cornet/smtlib"
)

type checkCmd struct {
	answerFormat
	readFlags
	judgeFlag
	File        string `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	Witness     string `arg:"" default:"-" help:"Model or refutation that a solver printed; - reads standard input."`
	Alethe      string `placeholder:"PROOF" help:"Write a valid refutation to this file as a proof in the Alethe format, for Carcara."`
	Certificate string `placeholder:"DIR" help:"Write a valid witness to this folder as proofs that Carcara checks: of the verification conditions of a model, or of a refutation."`
	solverFlags
}

func (c *checkCmd) Run(a *app) error {
	if c.File == "-" && c.Witness == "-" {
		return errors.New("check: the system and the witness cannot both come from standard input; name a file for one of them")
	}
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	z, err := budget.Within(ctx, func() (validated, error) { return c.check(ctx, a) }, func() validated {
		return validated{outcome: isOpen, reason: budget.Why(ctx)}
	})
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, z)
	a.report.answer(report{Verdict: string(z.outcome), Reason: z.reason})
	if z.outcome != isValid {
		return errNegative
	}
	return nil
}

// validated is what is known of a witness.
type validated struct {
	outcome validity
	kind    string // of the witness
	reason  string // why it is not valid
	proofs  string // lines about the proofs that were written
}

type validity string

const (
	isValid   validity = "valid"
	isInvalid validity = "invalid"
	isOpen    validity = "undecided"
)

// String returns the text for standard output.
func (z validated) String() string {
	reason := z.reason // it may repeat the outcome
	for _, prefix := range []string{"invalid witness: ", "undecided witness: "} {
		reason = strings.TrimPrefix(reason, prefix)
	}
	switch z.outcome {
	case isValid:
		return fmt.Sprintf("%s %s\n%s", z.outcome, z.kind, z.proofs)
	case isInvalid:
		return fmt.Sprintf("%s %s: %s\n", z.outcome, z.kind, reason)
	}
	return fmt.Sprintf("%s: %s\n", z.outcome, reason)
}

// check validates the witness.
func (c *checkCmd) check(ctx context.Context, a *app) (z validated, err error) {
	in, err := input.Open(ctx, c.Witness, a.stdin)
	if err != nil {
		return z, err
	}
	defer in.Close()
	printed, err := io.ReadAll(in)
	if err != nil {
		return z, err
	}
	if termination.IsCertificate(string(printed)) {
		return c.checkTermination(ctx, a, string(printed))
	}
	p, err := c.readProblem(ctx, a, c.File)
	if err != nil {
		return z, err
	}
	w, err := horn.ReadWitness(p.System, c.Witness, bytes.NewReader(printed))
	if err != nil {
		return z, err
	}
	z.kind = "model"
	switch {
	case w.Proof != nil:
		z.kind = "refutation"
	case w.Unwinding != nil:
		z.kind = "unwinding"
	case w.Model == nil:
		at := smtlib.Pos{File: c.Witness, Line: 1, Column: 1}
		return z, &horn.Error{Pos: at, Code: horn.CodeWitness, Msg: fmt.Sprintf("no witness, only the verdict %v", w.Verdict)}
	}
	config, err := c.open(a, c.Check)
	if err != nil {
		return z, err
	}
	err = config.NewJudge(p.System).ValidatePrinted(ctx, w, printed, c.Certificate)
	var invalid *check.Invalid
	switch {
	case err == nil:
		z.outcome = isValid
		z.proofs, err = c.writeProofs(ctx, a, p.System, w)
		return z, err
	case errors.As(err, &invalid):
		z.outcome = isInvalid
	default:
		z.outcome = isOpen
	}
	z.reason = err.Error()
	return z, nil
}

// writeProofs writes a valid witness of a system as proofs, if the options ask for it. It returns
// the text to print about them.
func (c *checkCmd) writeProofs(ctx context.Context, a *app, sys *horn.System, w *horn.Witness) (string, error) {
	if c.Alethe != "" && w.Proof == nil {
		fmt.Fprintf(a.stderr, "a model is no refutation: %s is not written\n", c.Alethe)
	}
	if c.Alethe != "" && w.Proof != nil {
		if err := c.writeAlethe(sys, w.Proof); err != nil {
			return "", err
		}
	}
	switch {
	case w.Unwinding != nil && c.Certificate != "":
		if err := certificate.WriteUnwinding(ctx, c.Certificate, []byte(sys.Source.Text), w.Unwinding, certificate.Ticks); err != nil {
			return "", err
		}
		return "its formula and a proof in LRAT are in the folder\n", nil
	case c.Certificate == "" || c.Check == judge.Proof && w.Model != nil:
		return "", nil
	case w.Proof != nil:
		z, err := certificate.WriteRefutation(c.Certificate, []byte(sys.Source.Text), sys, w.Proof)
		return fmt.Sprintf("holes in its proof: %d\n", z.Holes), err
	}
	return c.writeModel(ctx, a, c.Certificate, sys, w.Model)
}

// writeAlethe writes a refutation of a system as an Alethe proof.
func (c *checkCmd) writeAlethe(sys *horn.System, p *horn.Proof) error {
	out, err := os.Create(c.Alethe)
	if err != nil {
		return err
	}
	return errors.Join(format.WriteAlethe(out, sys, p), out.Close())
}
