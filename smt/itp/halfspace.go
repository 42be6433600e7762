// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cmp"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// This file looks for one inequality that follows from a cube and separates it from a block y, to
// replace a cube of several literals. Top-down, a cube of k literals becomes a clause of k literals
// in the interpolant, while an inequality stays one literal. Loop invariants are often conjunctions
// of inequalities.
//
// Candidates are the sums, with small factors, of up to three inequalities of the cube, lightest
// first. Models of y that satisfy a candidate refute it. They are kept as points, which refute
// later candidates without a solver call. So the search is guided by counterexamples, like that of
// Albarghouthi and McMillan ("Beautiful Interpolants", CAV 2013). They solve for the factors
// instead of enumerating them; here small factors suffice.

// maxHalfspace bounds the inequalities whose sums are candidates.
const maxHalfspace = 12

// combination is a candidate: Σ factor[k]·ineqs[at[k]].
type combination struct {
	at     [3]int
	factor [3]int64
	n      int // number of summands
	weight int
}

// factorsOf lists the factors tried for sums of one, two and three
// inequalities.
var factorsOf = [4][][3]int64{
	1: {{1}},
	2: {{1, 1}, {1, 2}, {2, 1}},
	3: {{1, 1, 1}},
}

// halfspace returns an inequality that follows from cube and is inconsistent
// with the block y of c, or nil. Candidates as heavy as limit are not tried.
func (c *covering) halfspace(cube []*logic.Term, limit int) (*logic.Term, error) {
	var ineqs []inequality
	halves, _ := c.halves(cube)
	for _, l := range halves {
		if q, ok := c.asInequality(l); ok {
			ineqs = append(ineqs, q)
		}
	}
	if len(ineqs) < 2 || len(ineqs) > maxHalfspace {
		return nil, nil
	}
	h := &halfspaces{covering: c, ineqs: ineqs}
	for _, p := range c.points {
		h.addPoint(p)
	}
	candidates := h.candidates(limit)
	checks := 0
	for _, k := range candidates {
		if checks == maxHalfspaceChecks || h.refuted(k) {
			continue
		}
		checks++
		l := c.term(h.sum(k))
		st, err := c.check(c.y.solver, l)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return l, nil
		case st == smt.Sat:
			m, err := c.y.solver.Model()
			if err != nil {
				return nil, err
			}
			c.points = append(c.points, m)
			h.addPoint(m)
		}
	}
	return nil, nil
}

// halfspaces is the state of one search.
type halfspaces struct {
	*covering
	ineqs []inequality
	// excess has, for every point (a model of y), the amounts by which it violates the
	// inequalities: Σ - bound.
	excess [][]rational.Rat
}

func (h *halfspaces) addPoint(m *logic.Model) {
	row := make([]rational.Rat, len(h.ineqs))
	for i, q := range h.ineqs {
		v := m.Eval(q.sum)
		if v.Op() != logic.OpNum {
			return
		}
		row[i] = v.Num().Sub(q.bound)
	}
	h.excess = append(h.excess, row)
}

// refuted reports whether a point satisfies the candidate.
func (h *halfspaces) refuted(k combination) bool {
	strict := h.strict(k)
	for _, row := range h.excess {
		var v rational.Rat
		for i := range k.n {
			v = v.AddMul(rational.Int(k.factor[i]), row[k.at[i]])
		}
		if s := v.Sign(); s < 0 || s == 0 && !strict {
			return true
		}
	}
	return false
}

func (h *halfspaces) strict(k combination) bool {
	for i := range k.n {
		if h.ineqs[k.at[i]].strict {
			return true
		}
	}
	return false
}

// sum returns the inequality of the candidate.
func (h *halfspaces) sum(k combination) inequality {
	var l logic.Linear
	var bound rational.Rat
	for i := range k.n {
		q, f := h.ineqs[k.at[i]], rational.Int(k.factor[i])
		l = l.Add(h.store.Linear(q.sum).Scale(f))
		bound = bound.AddMul(f, q.bound)
	}
	return inequality{h.store.Sum(l, h.ineqs[k.at[0]].sum.Sort()), bound, h.strict(k)}
}

// candidates lists the combinations lighter than limit, lightest first.
func (h *halfspaces) candidates(limit int) []combination {
	var z []combination
	add := func(at ...int) {
		for _, i := range at[1:] {
			if h.ineqs[i].sum.Sort() != h.ineqs[at[0]].sum.Sort() {
				return
			}
		}
		for _, f := range factorsOf[len(at)] {
			k := combination{factor: f, n: len(at)}
			copy(k.at[:], at)
			if k.weight = h.weigh(k); 0 < k.weight && k.weight < limit {
				z = append(z, k)
			}
		}
	}
	n := len(h.ineqs)
	for i := range n {
		add(i)
		for j := range i {
			add(j, i)
			for k := range j {
				add(k, j, i)
			}
		}
	}
	slices.SortStableFunc(z, func(a, b combination) int { return cmp.Compare(a.weight, b.weight) })
	return z
}

// weigh returns the approximate weight of a candidate's term without making the term. It returns 0
// if all variables cancel.
func (h *halfspaces) weigh(k combination) int {
	var l logic.Linear
	for i := range k.n {
		l = l.Add(h.store.Linear(h.ineqs[k.at[i]].sum).Scale(rational.Int(k.factor[i])))
	}
	if l.IsConst() {
		return 0
	}
	w := 1
	for _, m := range l.Monomials {
		w += weight1(m.Term) + bits(m.Coeff)
	}
	return w
}
