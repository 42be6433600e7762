// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"slices"

	"cornet/logic"
)

// maxModes bounds the choices of outputs for mutually recursive predicates.
const maxModes = 256

// chooseOutputs guesses the parameters of predicates that the others determine. It handles groups
// of mutually recursive predicates, callees first. A wrong guess can lose refutations. If several
// parameters of a predicate are possible, as for a sum, it takes the first or the last ones,
// depending on which choice leaves fewer clauses that hold for the same inputs.
func chooseOutputs(s *logic.Store, groups [][]*predicate) {
	cost := func(last bool) int {
		n := 0
		for _, group := range groups {
			n += chooseTogether(s, group, last)
		}
		return n
	}
	if cost(false) <= cost(true) {
		cost(false)
	}
	for _, group := range groups {
		for _, p := range group {
			p.exact = p.overlaps(s) == 0
		}
	}
}

// noOutput is the cost of a predicate without output, in pairs of clauses that hold for the same
// inputs.
const noOutput = 1000

// chooseTogether chooses outputs for predicates that call each other, and returns their cost.
func chooseTogether(s *logic.Store, preds []*predicate, last bool) int {
	total := 1
	for _, p := range preds {
		if len(p.rules) > 0 {
			total = min(total*(len(p.rules[0].head)+1), maxModes)
		}
	}
	best := make([]int, len(preds))
	fewest := -1
	for k := range total {
		for _, p := range preds {
			p.output = -1
			if len(p.rules) == 0 {
				continue
			}
			n := len(p.rules[0].head) + 1
			p.output = k%n - 1
			if last && p.output >= 0 {
				p.output = n - 2 - p.output
			}
			k /= n
		}
		cost, produced := 0, true
		for _, p := range preds {
			if p.output < 0 {
				cost += noOutput
				continue
			}
			produced = produced && !slices.ContainsFunc(p.rules, func(r *rule) bool { return !r.produces(p.output) })
			cost += p.overlaps(s)
		}
		if produced && (fewest < 0 || cost < fewest) {
			fewest = cost
			for i, p := range preds {
				best[i] = p.output
			}
		}
	}
	for i, p := range preds {
		p.output = best[i]
	}
	return fewest
}

// produces reports whether the inputs of r and the outputs of its body have all variables of the
// argument out.
func (r *rule) produces(out int) bool {
	var bound []*logic.Term
	for i, x := range r.head {
		if i != out {
			bound = append(bound, logic.FreeVars(x)...)
		}
	}
	for _, a := range r.body {
		if a.pred.output >= 0 {
			bound = append(bound, logic.FreeVars(a.args[a.pred.output])...)
		}
	}
	for again := true; again; {
		again = false
		for _, l := range r.constraints {
			free := slices.DeleteFunc(logic.FreeVars(l), func(v *logic.Term) bool { return slices.Contains(bound, v) })
			if l.Op() == logic.OpEq && len(free) == 1 {
				bound = append(bound, free...)
				again = true
			}
		}
	}
	return !slices.ContainsFunc(logic.FreeVars(r.head[out]), func(v *logic.Term) bool { return !slices.Contains(bound, v) })
}

// overlaps counts the pairs of clauses that may hold for the same inputs. A pair that no test can
// distinguish counts as much as a missing output.
func (p *predicate) overlaps(s *logic.Store) int {
	n := 0
	for i, r := range p.rules {
		for _, q := range p.rules[:i] {
			switch {
			case p.exclusive(s, r, q):
			case r.tests(p.output) || q.tests(p.output):
				n++
			default:
				n += noOutput + 1
			}
		}
	}
	return n
}

// tests reports whether r has conditions on inputs in addition to patterns: constraints, atoms
// without output, or variables that occur twice.
func (r *rule) tests(out int) bool {
	if slices.ContainsFunc(r.constraints, func(l *logic.Term) bool { return l.Op() != logic.OpEq }) || slices.ContainsFunc(r.body, func(a atom) bool { return a.pred.output < 0 || !a.args[a.pred.output].IsVar() }) {
		return true
	}
	var seen []*logic.Term
	for i, x := range r.head {
		if i == out {
			continue
		}
		for _, v := range logic.FreeVars(x) {
			if slices.Contains(seen, v) {
				return true
			}
			seen = append(seen, v)
		}
	}
	return false
}

// exclusive reports whether r and q never hold for the same inputs, according to patterns,
// countdowns and calls with different results.
func (p *predicate) exclusive(s *logic.Store, r, q *rule) bool {
	for i := range r.head {
		x, y := r.head[i], q.head[i]
		if i == p.output {
			continue
		}
		if apart(x, y) || x.Op() == logic.OpNum && q.lowers(s, p, i) || y.Op() == logic.OpNum && r.lowers(s, p, i) {
			return true
		}
	}
	for _, a := range r.body {
		for _, b := range q.body {
			if o := a.pred.output; a.pred == b.pred && o >= 0 && apart(a.args[o], b.args[o]) {
				return true
			}
		}
	}
	return false
}

// apart reports whether patterns have no common instance, according to constructors and numbers.
func apart(x, y *logic.Term) bool {
	switch {
	case x.IsValue() && y.IsValue():
		return x != y
	case x.Op() != logic.OpConstruct || y.Op() != logic.OpConstruct:
		return false
	case x.Constructor() != y.Constructor():
		return true
	}
	for i := range x.Args() {
		if apart(x.Arg(i), y.Arg(i)) {
			return true
		}
	}
	return false
}
