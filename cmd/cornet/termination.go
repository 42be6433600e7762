// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	api "cornet"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
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
	"cornet/verify"
)

type terminationCmd struct {
	judgeFlag
	File    string   `arg:"" help:"Integer transition system, in SMT-LIB or ARI, Horn file, or C program; - reads standard input."`
	NoProof bool     `help:"Print the answer only."`
	Bound   bool     `help:"After YES, print bounds on the visits of loops, where a single linear function proves termination."`
	Ints    chc.Ints `default:"math" enum:"auto,wrap,math,bv" help:"How integers of a C program are modelled: ${enum}. math has no bounds, as in the termination competition. The others are C's, as for 'cornet verify'."`
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
	in, err := input.Open(ctx, c.File, a.stdin)
	if err != nil {
		return "", err
	}
	defer in.Close()
	inC := input.Guess(in) == input.C
	text, err := io.ReadAll(in)
	switch {
	case err != nil:
		return "", err
	case inC:
		return c.program(ctx, a, text)
	}
	q, err := questionIn(a, c.File, string(text))
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

// memorySafety has groups of errors that must be impossible in a C program for the answer YES. By
// the rules of the termination competition, neither YES nor NO is correct for other programs.
var memorySafety = []string{"arrays", "memory"}

// program answers the question about a C program.
func (c *terminationCmd) program(ctx context.Context, a *app, text []byte) (string, error) {
	ask := func(checks ...string) (verify.Result, error) {
		o := api.ProgramOptions{Options: api.Options{Choice: c.Choice}}
		o.Log, o.SMT.Memory, o.Options.Check = a.log, c.ForSolver(), c.Check
		o.Program.Check, o.Program.Ints, o.Program.DataModel = checks, c.Ints, cfg.LP64
		o.Program.Bound = c.Bound
		return api.VerifySources(ctx, []verify.Source{{Name: c.File, Text: text}}, o)
	}
	z, err := ask(properties.Termination)
	if err == nil && z.Verdict == horn.Safe {
		var safe verify.Result
		if safe, err = ask(memorySafety...); err == nil && safe.Verdict != horn.Safe {
			z = verify.Unknown("the executions end, but accesses of memory may be invalid: %s", cmp.Or(safe.Reason, "an execution accesses memory that is not valid"))
		}
	}
	answer := map[horn.Verdict]termination.Verdict{horn.Safe: termination.Terminates, horn.Unsafe: termination.Diverges}[z.Verdict]
	switch {
	case err != nil && !aboutProgram(err):
		return "", err
	case err != nil:
		return fmt.Sprintln(termination.Unknown), err
	case answer == termination.Unknown:
		fmt.Fprintf(a.stderr, "unknown: %s\n", printable(z.Reason))
		return fmt.Sprintln(answer), nil
	case c.NoProof:
		return fmt.Sprintln(answer), nil
	}
	_, proof, _ := strings.Cut(z.Text(0), "\n")
	return fmt.Sprintf("%s\n%s", answer, printable(proof)), nil
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
	return questionIn(a, file, string(text))
}

// questionIn reads the question in the text of a file.
func questionIn(a *app, file, text string) (termination.Question, error) {
	if its.Poses(text) {
		sys, err := its.Read(file, text)
		return termination.Question{System: sys}, err
	}
	script, err := smtlib.ReadString(logic.NewStore(), file, text)
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
