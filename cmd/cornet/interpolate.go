// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet/engines"
	"cornet/internal/input"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smt/itp"
	"cornet/smt/query"
	"cornet/smtlib"
)

type interpolateCmd struct {
	File     string       `arg:"" help:"SMT-LIB script with named assertions and get-interpolants; - reads standard input."`
	Strength smt.Strength `default:"default" enum:"default,strong,medium,weak" help:"Strength of interpolants: ${enum}."`
	Method   smt.Method   `default:"default" enum:"default,proofs,words,models" help:"How the embedded solver interpolates: from ${enum}."`
	solverFlags
}

// Run answers the commands of the script in order. Errors in the script are found before the first answer.
func (c *interpolateCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	in, err := input.Open(ctx, c.File, a.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	script, err := smtlib.Read(smtlib.NewStore(), c.File, in)
	if err != nil {
		return err
	}
	warn(a, script.Warnings)
	questions, err := query.Questions(script)
	if err != nil {
		return err
	}
	solvers, err := c.Open(a.log)
	if err != nil {
		return err
	}
	r := &respondent{store: script.Store, solvers: solvers, opts: smt.Options{Seed: c.Seed, Log: a.log}, strength: c.Strength, method: c.Method}
	var outcome error
	for _, q := range questions {
		text, err := r.answer(ctx, q)
		var internal *engines.InternalError
		switch {
		case err == nil:
		case errors.As(err, &internal):
			return err
		case ctx.Err() != nil:
			text, outcome = fmt.Sprintf("(error \"%v: %s\")", q.Pos, quote(context.Cause(ctx).Error())), errNegative
		default:
			text, outcome = fmt.Sprintf("(error \"%v: %s\")", q.Pos, quote(err.Error())), errNegative
		}
		fmt.Fprintln(a.stdout, text)
	}
	return outcome
}

// quote doubles quotes, as strings of SMT-LIB have them.
func quote(text string) string { return strings.ReplaceAll(text, `"`, `""`) }

// respondent answers questions.
type respondent struct {
	store    *smtlib.Store
	solvers  backends.Backends
	opts     smt.Options
	strength smt.Strength // overrides that of the script unless it is the default
	method   smt.Method
	ip       smt.Interpolator
}

func (r *respondent) answer(ctx context.Context, q query.Question) (string, error) {
	switch q.Kind {
	case query.AskCheck:
		return r.check(ctx, q)
	case query.AskTree:
		formulas, err := r.interpolate(ctx, q)
		if err != nil {
			return "", err
		}
		lines := make([]string, len(formulas)-1) // the root's is no part of the answer
		for i := range lines {
			lines[i] = formulas[i].String()
		}
		return "(" + strings.Join(lines, "\n ") + ")", nil
	case query.AskFormula:
		formulas, err := r.interpolate(ctx, q)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("(define-fun %s () Bool %v)", smtlib.QuoteSymbol(q.Name), formulas[0]), nil
	case query.AskGroups:
		formulas, err := r.interpolate(ctx, q)
		if err != nil {
			return "", err
		}
		return formulas[0].String(), nil
	case query.AskEcho:
		return `"` + quote(q.Name) + `"`, nil
	}
	return "unsupported", nil
}

func (r *respondent) check(ctx context.Context, q query.Question) (string, error) {
	s, err := r.solvers.Work.New(r.store, r.opts)
	if err != nil {
		return "", err
	}
	defer s.Close()
	for _, t := range q.Asserted {
		if err := s.Assert(t); err != nil {
			return "", err
		}
	}
	st, err := s.Check(ctx, q.Assumed...)
	return st.String(), err
}

// interpolate returns interpolants that have been checked.
func (r *respondent) interpolate(ctx context.Context, q query.Question) ([]*smtlib.Term, error) {
	if r.ip == nil {
		ip, err := r.solvers.Work.Interpolator(r.store, r.opts)
		if err != nil {
			return nil, err
		}
		r.ip = ip
	}
	tree := *q.Tree
	tree.Method = r.method
	if r.strength != smt.StrengthDefault {
		tree.Strength = r.strength
	}
	z, err := r.ip.Interpolate(ctx, &tree)
	switch {
	case err != nil:
		return nil, err
	case z.Status == smt.Sat:
		return nil, errors.New("the partitions are satisfiable together; only what is unsat has interpolants")
	case z.Status == smt.Unknown:
		return nil, fmt.Errorf("no interpolants found: %s", z.Reason)
	}
	return z.Formulas, r.verifyAll(ctx, &tree, z.Formulas)
}

// verifyAll checks interpolants with the judges. One may have no opinion, as libz3 of datatypes that hold themselves through
// arrays; the other must have one then.
func (r *respondent) verifyAll(ctx context.Context, q *smt.Query, formulas []*smtlib.Term) error {
	var open error
	confirmed := false
	for _, b := range []smt.Backend{r.solvers.Check, r.solvers.Second} {
		if b == nil {
			continue
		}
		err := r.verify(ctx, b, q, formulas)
		switch {
		case err == nil:
			confirmed = true
		case ctx.Err() == nil && (errors.Is(err, itp.ErrUndecided) || errors.Is(err, errors.ErrUnsupported)):
			open = cmp.Or(open, err)
		default:
			return err
		}
	}
	if confirmed {
		return nil
	}
	return open
}

// verify checks interpolants with b.
func (r *respondent) verify(ctx context.Context, b smt.Backend, q *smt.Query, formulas []*smtlib.Term) error {
	s, err := b.New(r.store, r.opts)
	if err != nil {
		return err
	}
	defer s.Close()
	err = itp.Check(ctx, r.store, s, q, formulas)
	var bad *itp.BadInterpolantError
	if errors.As(err, &bad) {
		return &engines.InternalError{Engine: "interpolation", Err: fmt.Errorf("a wrong interpolant is withheld: %w", err)}
	}
	return err
}
