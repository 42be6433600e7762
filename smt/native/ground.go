// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/sat"
)

// This file reads partial interpolants off derivations from equations, following A. Fuchs, A. Goel,
// J. Grundy, S. Krstić, C. Tinelli: Ground Interpolation for the Theory of Equality (TACAS 2009).
// Under a cut, every step belongs to A or B. One side needs literals from the other, and equations
// between terms that both have. The equations are at the ends of runs of steps of one side. Let
// J(r), for a run r of A, be the formula
//
//	what r needs of B  ⇒  the equation at the ends of r
//
// A implies all J(r). Given these, B replays the derivation: their conjunction is the interpolant.
// If false is A's own conclusion, its J is among them.
//
// Differences from the paper: steps belong to partitions, for all cuts of a tree at once, so that
// interpolants of neighbours fit together. Steps may depend on literals other than equations, so
// that arithmetic and the axioms of arrays and datatypes take part. The roles of A and B may be
// exchanged, which gives a weaker interpolant.

// argument is a derivation under a cut.
type argument struct {
	*extraction
	isA       func(*step) bool
	flipped   bool // the roles of A and B are exchanged
	conjuncts []*logic.Term
	seen      map[run]bool
}

// run has the first and the last of consecutive steps of one side.
type run struct{ first, last *step }

func (*argument) anew(x *extraction) *argument {
	g := &argument{extraction: x, flipped: x.system.dual}
	g.isA = func(s *step) bool {
		p := s.in.first()
		if x.system.last {
			p = s.in.last()
		}
		return x.cut.has(p) != g.flipped
	}
	return g
}

// certified returns the partial interpolant of a clause of the theory that has a derivation.
func (x *extraction) certified(c sat.Cert) (*logic.Term, error) {
	if c == 0 {
		return nil, errMixed
	}
	z := &x.arith.log.list[c-1]
	if z.ground != nil {
		return x.ground.interpolant(z.ground)
	}
	for _, p := range z.premises {
		if x.labels[sat.Lit(p.Reason).Var()] == labelMixed {
			return nil, errMixed
		}
	}
	for _, e := range z.equalities {
		if x.labels[sat.Lit(e.Lower.Reason).Var()] == labelMixed || x.labels[sat.Lit(e.Upper.Reason).Var()] == labelMixed {
			return nil, errMixed
		}
	}
	return x.lemma(z)
}

// interpolant returns the partial interpolant of the clause that root proves.
func (g *argument) interpolant(root *step) (*logic.Term, error) {
	g.conjuncts, g.seen = g.conjuncts[:0], map[run]bool{}
	if err := g.say(chain{root}); err != nil {
		return nil, err
	}
	z := g.store.And(g.conjuncts...)
	if g.flipped {
		z = g.store.Not(z)
	}
	return z, nil
}

// say adds to the conjuncts the formula J of a run of A, and those of all runs that it needs.
func (g *argument) say(steps chain) error {
	r := run{steps[0], steps[len(steps)-1]}
	if g.seen[r] {
		return nil
	}
	g.seen[r] = true
	isA := g.isA(steps[0])
	n := needs{argument: g, isA: isA, met: map[*step]bool{}}
	for _, s := range steps {
		if err := n.of(s); err != nil {
			return err
		}
	}
	if isA {
		var cases []*logic.Term
		for _, f := range n.formulas {
			cases = append(cases, g.store.Not(f))
		}
		for _, x := range n.runs {
			cases = append(cases, g.store.Not(equationOf(g.store, x)))
		}
		g.conjuncts = append(g.conjuncts, g.store.Or(append(cases, equationOf(g.store, steps))...))
	} else {
		g.conjuncts = append(g.conjuncts, n.formulas...)
	}
	for _, x := range n.runs {
		if err := g.say(x); err != nil {
			return err
		}
	}
	return nil
}

// equationOf returns the conclusion of a run: that its ends are equal, or in order, or false.
func equationOf(s *logic.Store, c chain) *logic.Term {
	if c[0].left == nil {
		return s.False()
	}
	rel := relEq
	for _, x := range c {
		rel = max(rel, x.rel)
	}
	return related(s, rel, c[0].left, c[len(c)-1].right)
}

// needs collects what steps of one side need from the other side.
type needs struct {
	*argument
	isA      bool
	met      map[*step]bool
	formulas []*logic.Term // literals
	runs     []chain
}

// of adds the needs of a step of this side, and of the steps of this side that it depends on.
func (n *needs) of(s *step) error {
	if n.met[s] {
		return nil
	}
	n.met[s] = true
	if s.in.isEmpty() {
		return errMixed
	}
	for _, l := range s.lits {
		label := n.labels[l.Var()]
		if label == labelMixed {
			return errMixed
		}
		if (label == labelA) != n.flipped == n.isA {
			continue
		}
		f, err := n.term(l)
		if err != nil {
			return err
		}
		n.formulas = append(n.formulas, f)
	}
	for _, c := range s.from {
		for i := 0; i < len(c); {
			j := i + 1
			for j < len(c) && n.argument.isA(c[j]) == n.argument.isA(c[i]) {
				j++
			}
			if n.argument.isA(c[i]) != n.isA {
				n.runs = append(n.runs, c[i:j])
			} else {
				for _, x := range c[i:j] {
					if err := n.of(x); err != nil {
						return err
					}
				}
			}
			i = j
		}
	}
	return nil
}
