// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	search "cornet/engines/termination"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/its"
	"cornet/horn/termination"
	"cornet/internal/budget"
	"cornet/internal/input"
	"cornet/logic"
	"cornet/proof/certificate"
	"cornet/smt"
	"cornet/smtlib"
)

type terminationCmd struct {
	judgeFlag
	File    string `arg:"" help:"Integer transition system, in SMT-LIB or ARI, or Horn file; - reads standard input."`
	NoProof bool   `help:"Print the answer only."`
	Bound   bool   `help:"After YES, print bounds on the visits of loops, as comments, where a single linear function proves termination."`
	solverFlags
}

func (c *terminationCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	maybe := fmt.Sprintln(termination.Unknown)
	text, err := budget.Within(ctx, func() (string, error) { return c.decide(ctx, a) }, func() string {
		fmt.Fprintf(a.stderr, "unknown: %s\n", budget.Why(ctx))
		return maybe
	})
	if text == "" && exitCode(err) == exitInternal {
		text = maybe
	}
	verdict, _, _ := strings.Cut(text, "\n")
	a.report.answer(report{Verdict: verdict})
	fmt.Fprint(a.stdout, text)
	return err
}

func (c *terminationCmd) decide(ctx context.Context, a *app) (string, error) {
	q, err := readQuestion(ctx, a, c.File)
	if err != nil {
		return "", err
	}
	config, err := c.open(a, c.Check)
	if err != nil {
		return "", err
	}
	z, err := search.Decide(ctx, q, search.Options{Run: config, Log: a.log})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	fmt.Fprintln(&out, z.Verdict)
	if z.Verdict == termination.Unknown {
		fmt.Fprintf(a.stderr, "unknown: %s\n", z.Reason)
	} else if !c.NoProof {
		err = termination.Write(&out, q, z.Certificate)
	}
	if c.Bound && z.Verdict == termination.Terminates && err == nil {
		err = termination.WriteBounds(&out, q, z.Certificate.Ranking.Bounds(q))
	}
	return out.String(), err
}

// readQuestion reads a transition system or a Horn file.
func readQuestion(ctx context.Context, a *app, file string) (termination.Question, error) {
	in, err := input.Open(ctx, file, a.stdin)
	if err != nil {
		return termination.Question{}, err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return termination.Question{}, err
	}
	if its.Poses(string(text)) {
		sys, err := its.Read(file, string(text))
		return termination.Question{System: sys}, err
	}
	script, err := smtlib.ReadString(logic.NewStore(), file, string(text))
	if err != nil {
		return termination.Question{}, err
	}
	warn(a, script.Warnings)
	sys, err := horn.FromScript(script)
	return termination.Question{System: sys}, err
}

// checkTermination validates a printed certificate.
func (c *checkCmd) checkTermination(ctx context.Context, a *app, printed string) (z validated, err error) {
	q, err := readQuestion(ctx, a, c.File)
	if err != nil {
		return z, err
	}
	w, err := termination.Read(q, c.Witness, strings.NewReader(printed))
	if err != nil {
		return z, err
	}
	config, err := c.open(a, c.Check)
	if err != nil {
		return z, err
	}
	z.kind = "ranking"
	if w.Verdict() == termination.Diverges {
		z.kind = "recurrence"
	}
	err = termination.Validate(ctx, q, w, config.Judges(q.System.Store, config.SMT))
	var undecided *check.Undecided
	switch {
	case err == nil:
		z.outcome = isValid
		z.proofs, err = c.writeTermination(ctx, a, q, w)
		return z, err
	case errors.As(err, &undecided):
		z.outcome = isOpen
	default:
		z.outcome = isInvalid
	}
	z.reason = err.Error()
	return z, nil
}

// writeTermination writes a valid certificate as proofs, if the options ask for it, and returns
// what to print about them. The proofs of a recurrence are in two subfolders of the folder in the
// option.
func (c *checkCmd) writeTermination(ctx context.Context, a *app, q termination.Question, z *termination.Certificate) (string, error) {
	if c.Certificate == "" {
		return "", nil
	}
	if z.Ranking != nil {
		sys, err := z.Ranking.Conditions(q)
		if err != nil {
			return "", err
		}
		return c.writeModel(ctx, a, c.Certificate, sys, z.Ranking.Model)
	}
	closure, err := z.Recurrence.Closure(q)
	if err != nil {
		return "", err
	}
	told, err := c.writeModel(ctx, a, filepath.Join(c.Certificate, "closure"), closure, horn.NewModel())
	if err != nil {
		return "", err
	}
	reach, err := z.Recurrence.Reach(q)
	if err != nil {
		return "", err
	}
	var text, proof strings.Builder
	if err := errors.Join(horn.Write(&text, reach), horn.WriteProof(&proof, z.Recurrence.Proof)); err != nil {
		return "", err
	}
	sys, err := horn.Read("reach", text.String())
	if err != nil {
		return "", err
	}
	w, err := horn.ReadWitness(sys, "reach", strings.NewReader(proof.String()))
	if err != nil {
		return "", err
	}
	s, err := certificate.WriteRefutation(filepath.Join(c.Certificate, "reach"), []byte(text.String()), sys, w.Proof)
	return told + fmt.Sprintf("holes in its proof: %d\n", s.Holes), err
}

// writeModel writes the proofs of a model's conditions to a folder.
func (c *checkCmd) writeModel(ctx context.Context, a *app, dir string, sys *horn.System, m *horn.Model) (string, error) {
	z, err := certificate.Write(ctx, dir, sys, m, smt.Options{Ticks: certificate.Ticks})
	for _, open := range z.Open {
		fmt.Fprintln(a.stderr, open)
	}
	return fmt.Sprintf("%d conditions, %d of them with proofs\n", z.Conditions, z.Proofs), err
}
