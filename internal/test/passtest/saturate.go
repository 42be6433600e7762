// SPDX-License-Identifier: Apache-2.0

package passtest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
)

// ErrMany means that a system derives more facts than a test allows, or is too hard for the solver.
var ErrMany = errors.New("too many facts")

// Saturate decides a system that derives few facts: it computes them bottom-up,
// asking a solver for the heads that a clause derives from given facts. The
// result is a refutation, or the least model.
func Saturate(b smt.Backend, sys *horn.System, limit int) (*horn.Refutation, *horn.Model, error) {
	s := &saturation{
		backend: b, sys: sys, limit: limit, facts: map[*logic.Func][]ground{}, seen: map[string]bool{},
		r: &horn.Refutation{},
	}
	for n := 0; ; {
		for i, c := range sys.Clauses {
			if err := s.clause(i, c); err != nil {
				return nil, nil, err
			}
			if s.refuted {
				return s.r, nil, nil
			}
		}
		if n == len(s.r.Steps) {
			return nil, s.model(), nil
		}
		n = len(s.r.Steps)
	}
}

// ground is a derived fact.
type ground struct {
	args []*logic.Term
	step int
}

type saturation struct {
	backend smt.Backend
	sys     *horn.System
	limit   int
	facts   map[*logic.Func][]ground
	seen    map[string]bool
	r       *horn.Refutation
	refuted bool
}

// clause derives all consequences of clause i from the facts so far.
func (s *saturation) clause(i int, c *horn.Clause) error {
	choice := make([]int, len(c.Body))
	for _, a := range c.Body {
		if len(s.facts[a.Pred]) == 0 {
			return nil
		}
	}
	counts := make([]int, len(c.Body))
	for k, a := range c.Body {
		counts[k] = len(s.facts[a.Pred])
	}
	for {
		if err := s.apply(i, c, choice); err != nil || s.refuted {
			return err
		}
		k := len(choice) - 1
		for ; k >= 0; k-- {
			if choice[k]++; choice[k] < counts[k] {
				break
			}
			choice[k] = 0
		}
		if k < 0 {
			return nil
		}
	}
}

// apply derives the consequences of clause i from the chosen facts.
func (s *saturation) apply(i int, c *horn.Clause, choice []int) error {
	key := fmt.Sprint(i, choice)
	if s.seen[key] {
		return nil
	}
	s.seen[key] = true
	if len(s.seen) > 20*s.limit {
		return ErrMany
	}
	st := s.sys.Store
	// Large constraints come from inlined chains, and are easy.
	ticks := uint64(200_000 + 1000*logic.Size(c.Constraint))
	solver, err := s.backend.New(st, smt.Options{Ticks: ticks})
	if err != nil {
		return err
	}
	defer solver.Close()
	conj := []*logic.Term{c.Constraint}
	var premises []int
	for k, a := range c.Body {
		f := s.facts[a.Pred][choice[k]]
		premises = append(premises, f.step)
		for j, t := range a.Args {
			conj = append(conj, st.Eq(t, f.args[j]))
		}
	}
	for _, t := range conj {
		if err := solver.Assert(t); err != nil {
			return err
		}
	}
	if c.Head != nil { // exclude known facts
		for _, f := range s.facts[c.Head.Pred] {
			if err := solver.Assert(s.differs(c.Head, f.args)); err != nil {
				return err
			}
		}
	}
	for {
		status, err := solver.Check(context.Background())
		switch {
		case err != nil:
			return err
		case status == smt.Unknown:
			return ErrMany // to ask
		}
		if status == smt.Unsat {
			return nil
		}
		m, err := solver.Model()
		if err != nil {
			return err
		}
		step := horn.Step{Clause: i, Values: map[*logic.Term]*logic.Term{}, Premises: premises}
		for _, v := range c.Vars() {
			step.Values[v] = m.Value(v)
		}
		s.r.Steps = append(s.r.Steps, step)
		if c.Head == nil {
			s.refuted = true
			return nil
		}
		if len(s.r.Steps) > s.limit {
			return ErrMany
		}
		f := ground{step: len(s.r.Steps) - 1}
		for _, t := range c.Head.Args {
			f.args = append(f.args, m.Eval(t))
		}
		s.facts[c.Head.Pred] = append(s.facts[c.Head.Pred], f)
		if err := solver.Assert(s.differs(c.Head, f.args)); err != nil {
			return err
		}
	}
}

func (s *saturation) differs(a *horn.Atom, args []*logic.Term) *logic.Term {
	var z []*logic.Term
	for j, t := range a.Args {
		z = append(z, s.sys.Store.Not(s.sys.Store.Eq(t, args[j])))
	}
	return s.sys.Store.Or(z...)
}

func (s *saturation) model() *horn.Model {
	st := s.sys.Store
	m := horn.NewModel()
	for _, p := range s.sys.Preds {
		xs := horn.Params(st, p)
		var points []*logic.Term
		for _, f := range s.facts[p] {
			var point []*logic.Term
			for j, x := range xs {
				point = append(point, st.Eq(x, f.args[j]))
			}
			points = append(points, st.And(point...))
		}
		m.Define(p, xs, st.Or(points...))
	}
	return m
}

// weakened returns m with as many definitions as the system allows replaced by
// true, those of late predicates first.
func weakened(t testing.TB, b smt.Backend, sys *horn.System, m *horn.Model) *horn.Model {
	for i := len(sys.Preds) - 1; i >= 0; i-- {
		z := horn.NewModel()
		for j, p := range sys.Preds {
			d, _ := m.Definition(p)
			if i == j {
				d.Body = sys.Store.True()
			}
			z.Define(p, d.Params, d.Body)
		}
		err := check.Model(context.Background(), sys, z, CheckOptions(b, sys))
		var invalid *check.Invalid
		if err == nil {
			m = z
		} else {
			require.ErrorAs(t, err, &invalid)
		}
	}
	return m
}

// CheckOptions are options of the validator with the solver b.
func CheckOptions(b smt.Backend, sys *horn.System) check.Options {
	return check.Options{Solver: func() (smt.Solver, error) { return b.New(sys.Store, smt.Options{Ticks: 200000}) }}
}
