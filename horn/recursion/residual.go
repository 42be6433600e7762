// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"context"
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
)

// maxResiduals limits the open cases of one scheme of induction. If there are more, the scheme is
// unsuitable.
const maxResiduals = 4

// Residual is an open case of a proof: Claim should hold if all Facts do.
type Residual struct {
	Claim *logic.Term
	Facts []*logic.Term
}

// Residuals returns the open cases of l after equations, lemmas and hypotheses have rewritten the
// cases of each scheme of induction. Each residual is a claim from which a case follows, and so a
// candidate lemma. It may be false, since hypotheses are used only as rules. splits limits the case
// distinctions in a case: with more of them, more hypotheses apply, and the remaining claim is more
// special.
func (t *Theory) Residuals(ctx context.Context, l *Lemma, splits int) []Residual {
	schemes, goalOf := t.inductions(l)
	var all []Residual
	for _, cases := range schemes {
		var left []Residual
		for _, c := range cases {
			if turn.Yield(ctx) != nil || len(left) > maxResiduals {
				break
			}
			t.rewrites(goalOf(c), splits, false, func(g goal) bool {
				if g.claim.IsFalse() {
					return false
				}
				left = append(left, t.residuals(g)...)
				return true
			})
		}
		if len(left) <= maxResiduals {
			all = append(all, left...)
		}
	}
	return slices.DeleteFunc(all, func(r Residual) bool { return !r.Claim.HasApps() })
}

// residuals rewrites the claim of a case once more, with the negations of its other disjuncts as
// facts. A hypothesis may be needed in the direction that makes terms larger. So there is a further
// claim for each hypothesis that can be used in that way.
func (t *Theory) residuals(g goal) []Residual {
	facts := slices.DeleteFunc(logic.AppendConjuncts(nil, g.condition), func(f *logic.Term) bool { return f.IsTrue() })
	claim, facts := t.main(g.claim, facts)
	n, _ := t.inCase(facts, g.hypotheses)
	claim = n.form(claim)
	z := []Residual{t.separate(claim, facts)}
	for _, h := range n.more {
		if other := n.expanded(claim, h); other != claim {
			z = append(z, t.separate(t.under(facts, nil).form(other), facts))
		}
	}
	return z
}

// separate returns the claim that remains if facts imply claim, without the variables that facts
// determine.
func (t *Theory) separate(claim *logic.Term, facts []*logic.Term) Residual {
	x := t.normalise(t.Solved(t.store.Implies(t.store.And(facts...), claim)), true)
	if x.IsTrue() || x.IsFalse() {
		return Residual{Claim: x}
	}
	claim, facts = t.main(x, nil)
	return Residual{Claim: claim, Facts: facts}
}

// expanded returns x with rule l used from right to left, for the first call that matches its right
// side and satisfies its guard.
func (n *normal) expanded(x *logic.Term, l *Lemma) *logic.Term {
	if l.to.Op() != logic.OpApp {
		return x
	}
	s := n.theory.store
	for _, call := range n.theory.calls(x) {
		m := matching{vars: l.Vars, values: make([]*logic.Term, len(l.Vars))}
		if !m.match(l.to, call) || slices.Contains(m.values, nil) || !n.guarded(l, m.values) {
			continue
		}
		with := s.Substitute(l.from, l.Vars, m.values)
		return s.NewRewriter(func(y *logic.Term) *logic.Term {
			if y == call {
				return with
			}
			return nil
		}, nil).Map(x)
	}
	return x
}
