// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
	"cornet/smtlib"
)

// Interpolator asks a child for interpolants. It implements [smt.Interpolator] and does not check
// the answers; those of [Backend.Interpolator] are checked. It belongs to one goroutine and one
// term store.
//
// Programs choose the interpolants themselves: the strength of the query is not passed on.
//
// The time of a query that exceeds its time limit is lost. So after such a query, some later
// queries are not put to the program; their number doubles with each such query in a row.
type Interpolator struct {
	*session
	store *logic.Store
	late  int // the number of the last queries in a row that exceeded their time limit
	rest  int // the number of further queries that are not put to the program
}

// maxLate bounds the queries that a program is not asked: 2^maxLate after one that exceeds its
// limit.
const maxLate = 10

// Interpolate implements smt.Interpolator. For programs without interpolation, the answer is
// Unknown.
func (ip *Interpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if ip.rest > 0 {
		ip.rest--
		return smt.Interpolation{Reason: errTime.Error() + " before"}, nil
	}
	z, err := ip.interpolate(ctx, q)
	var died *diedError
	switch {
	case err == nil:
		ip.late = 0
		return z, nil
	case errors.Is(err, errTime):
		ip.rest = 1 << ip.late
		ip.late = min(ip.late+1, maxLate)
		return smt.Interpolation{Reason: errTime.Error()}, nil
	case ctx.Err() != nil:
		return smt.Interpolation{}, context.Cause(ctx)
	case errors.As(err, &died):
		return smt.Interpolation{Reason: died.Error()}, nil
	}
	return smt.Interpolation{}, err
}

func (ip *Interpolator) interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	fresh, err := ip.start(ctx, ip.store)
	if err != nil {
		return smt.Interpolation{}, err
	}
	if ip.child.dialect.interpolation == fromModels {
		return smt.Interpolation{Reason: "the solver has no interpolation"}, nil
	}
	if !fresh {
		ip.text.WriteString("(pop 1)\n")
		ip.table.Pop(1)
	}
	ip.open()
	asked := q
	var place []int // the places of the nodes of q
	if ip.child.dialect.interpolation == byTree {
		asked, place = query.Narrow(ip.store, q)
	}
	names := make([]string, len(asked.Part))
	for i, t := range asked.Part {
		names[i] = fmt.Sprintf("%spart!%d", prefix, i)
		ip.declare(t, names[i])
	}
	st, err := ip.checkSat(ctx)
	switch {
	case err != nil:
		return smt.Interpolation{}, err
	case st == smt.Unknown:
		return smt.Interpolation{Reason: ip.reasonUnknown(ctx)}, nil
	case st == smt.Sat:
		m, err := ip.model(ctx, ip.store)
		return smt.Interpolation{Status: smt.Sat, Model: m}, err
	}
	var formulas []*logic.Term
	switch ip.child.dialect.interpolation {
	case byTree:
		order, text := query.TreeText(asked.Parent, names)
		if formulas, err = ip.formulas(ctx, asked, order, text); err == nil {
			for i, k := range place {
				formulas[i] = formulas[k] // k >= i
			}
			formulas = formulas[:len(place)]
		}
	case byPair:
		formulas, err = ip.bottomUp(ctx, q, ip.pair)
	case byFormula:
		synthesis, stop := context.WithTimeoutCause(ctx, ip.synthesis, errTime)
		defer stop()
		formulas, err = ip.bottomUp(synthesis, q, ip.between)
	}
	var bad *unreadableError
	switch {
	case errors.As(err, &bad):
		return smt.Interpolation{Reason: bad.Error()}, nil
	case err != nil:
		return smt.Interpolation{}, err
	}
	return smt.Interpolation{Status: smt.Unsat, Formulas: formulas}, nil
}

// unreadableError explains why the interpolants cannot be read.
type unreadableError struct{ err error }

func (e *unreadableError) Error() string { return "the solver's interpolants: " + e.err.Error() }

// formulas asks for the interpolants of a tree. order has its nodes in the order of the text.
func (ip *Interpolator) formulas(ctx context.Context, q *smt.Query, order []int, text string) ([]*logic.Term, error) {
	fmt.Fprintf(&ip.text, "(get-interpolants %s)\n", text)
	xs, err := ip.ask(ctx)
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 || len(xs[len(xs)-1].List) != len(q.Part)-1 {
		return nil, &unreadableError{fmt.Errorf("not a list of %d formulas", len(q.Part)-1)}
	}
	z := make([]*logic.Term, len(q.Part))
	scope := ip.table.Scope()
	for k, x := range xs[len(xs)-1].List {
		if z[order[k]], err = ip.formula(scope, x); err != nil {
			return nil, err
		}
	}
	z[len(z)-1] = ip.store.False()
	return z, nil
}

// formula reads an interpolant.
func (ip *Interpolator) formula(scope *smtlib.Scope, x smtlib.Sexpr) (*logic.Term, error) {
	t, err := scope.Term(x)
	if err == nil && !t.Sort().IsBool() {
		err = fmt.Errorf("a term of sort %v instead of a formula", t.Sort())
	}
	if err != nil {
		return nil, &unreadableError{err}
	}
	return ip.store.Simplify(ip.table.Back(t)), nil
}

// asker finds an interpolant of the conjunctions a and b.
type asker func(ctx context.Context, a, b []*logic.Term) (*logic.Term, error)

// bottomUp reduces a tree to pairs. The A of a node is its part with the interpolants of its
// children. Its B is everything else, where finished subtrees are replaced by their interpolants.
// The pair is unsatisfiable: an interpolant may replace the A that it was computed for, if the rest
// is its B. Interpolants contain only shared symbols, so the subtree and the rest share the symbols
// that A and B share.
func (ip *Interpolator) bottomUp(ctx context.Context, q *smt.Query, ask asker) ([]*logic.Term, error) {
	z := make([]*logic.Term, len(q.Part))
	last := len(q.Part) - 1
	z[last] = ip.store.False()
	for i := range last {
		var a, b []*logic.Term
		for k, t := range q.Part {
			if k == i {
				a = append(a, t)
			} else if k > i {
				b = append(b, t)
			}
			switch p := q.Parent[k]; {
			case k >= i || p < i: // the node is not finished, or lies within a finished subtree
			case p == i:
				a = append(a, z[k])
			default:
				b = append(b, z[k])
			}
		}
		f, err := ask(ctx, a, b)
		if err != nil {
			return nil, err
		}
		z[i] = f
	}
	return z, nil
}

// pair asks (get-interpolants a b).
func (ip *Interpolator) pair(ctx context.Context, a, b []*logic.Term) (*logic.Term, error) {
	ip.reopen()
	ip.declare(ip.store.And(a...), prefix+"a")
	ip.declare(ip.store.And(b...), prefix+"b")
	if st, err := ip.checkSat(ctx); err != nil || st != smt.Unsat {
		return nil, notUnsat(st, err)
	}
	q := smt.Sequence(ip.store.And(a...), ip.store.And(b...))
	fs, err := ip.formulas(ctx, q, []int{0, 1}, prefix+"a "+prefix+"b")
	if err != nil {
		return nil, err
	}
	return fs[0], nil
}

// between asks (get-interpolant I f).
func (ip *Interpolator) between(ctx context.Context, a, b []*logic.Term) (*logic.Term, error) {
	ip.reopen()
	for _, t := range a {
		ip.declare(t, "")
	}
	goal := ip.store.Not(ip.store.And(b...))
	ip.table.Declare(&ip.text, goal)
	fmt.Fprintf(&ip.text, "(get-interpolant %sitp %v)\n", prefix, ip.table.Out(goal))
	xs, err := ip.ask(ctx)
	if err != nil {
		return nil, err
	}
	if len(xs) == 0 || xs[len(xs)-1].Head() != "define-fun" || len(xs[len(xs)-1].List) != 5 {
		return nil, &unreadableError{errors.New("no definition of an interpolant")}
	}
	return ip.formula(ip.table.Scope(), xs[len(xs)-1].List[4])
}

// reopen continues with an empty scope.
func (ip *Interpolator) reopen() {
	ip.text.WriteString("(pop 1)\n")
	ip.table.Pop(1)
	ip.open()
}

func notUnsat(st smt.Status, err error) error {
	if err != nil {
		return err
	}
	return &unreadableError{fmt.Errorf("with them, the rest is %v", st)}
}
