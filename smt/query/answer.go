// SPDX-License-Identifier: Apache-2.0

package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
)

// Quote doubles quotes, as SMT-LIB strings require.
func Quote(text string) string { return strings.ReplaceAll(text, `"`, `""`) }

// Respondent answers the questions of one script.
type Respondent struct {
	Store   *logic.Store
	Backend smt.Backend
	// Judges check interpolants before they are returned.
	Judges   []smt.Backend
	Solver   smt.Options
	Strength smt.Strength // overrides the strength in the script, unless it is the default
	Method   smt.Method
	ip       smt.Interpolator
}

// Answer returns the printed answer to a question. For a wrong interpolant, the error is an
// [*itp.BadInterpolantError].
func (r *Respondent) Answer(ctx context.Context, q Question) (string, error) {
	switch q.Kind {
	case AskCheck:
		return r.check(ctx, q)
	case AskEcho:
		return `"` + Quote(q.Name) + `"`, nil
	case AskTree, AskFormula, AskGroups:
	default:
		return "unsupported", nil
	}
	formulas, err := r.interpolate(ctx, q)
	switch {
	case err != nil:
		return "", err
	case q.Kind == AskFormula:
		return fmt.Sprintf("(define-fun %s () Bool %v)", logic.QuoteSymbol(q.Name), formulas[0]), nil
	case q.Kind == AskGroups:
		return formulas[0].String(), nil
	}
	lines := make([]string, len(formulas)-1) // the answer does not include the root's formula
	for i := range lines {
		lines[i] = formulas[i].String()
	}
	return "(" + strings.Join(lines, "\n ") + ")", nil
}

func (r *Respondent) check(ctx context.Context, q Question) (string, error) {
	s, err := r.Backend.New(r.Store, r.Solver)
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
func (r *Respondent) interpolate(ctx context.Context, q Question) ([]*logic.Term, error) {
	if r.ip == nil {
		ip, err := r.Backend.Interpolator(r.Store, r.Solver)
		if err != nil {
			return nil, err
		}
		r.ip = ip
	}
	tree := *q.Tree
	tree.Method = r.Method
	if r.Strength != smt.StrengthDefault {
		tree.Strength = r.Strength
	}
	z, err := r.ip.Interpolate(ctx, &tree)
	switch {
	case err != nil:
		return nil, err
	case z.Status == smt.Sat:
		return nil, errors.New("the partitions are satisfiable together; only unsatisfiable ones have interpolants")
	case z.Status == smt.Unknown:
		return nil, fmt.Errorf("no interpolants found: %s", z.Reason)
	}
	return z.Formulas, r.verifyAll(ctx, &tree, z.Formulas)
}

// verifyAll checks interpolants with the judges. A judge may be unable to decide, as libz3 is for
// datatypes that contain themselves through arrays. Then the other judge must decide.
func (r *Respondent) verifyAll(ctx context.Context, q *smt.Query, formulas []*logic.Term) error {
	var open error
	confirmed := false
	for _, b := range r.Judges {
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
func (r *Respondent) verify(ctx context.Context, b smt.Backend, q *smt.Query, formulas []*logic.Term) error {
	s, err := b.New(r.Store, r.Solver)
	if err != nil {
		return err
	}
	defer s.Close()
	return itp.Check(ctx, r.Store, s, q, formulas)
}
