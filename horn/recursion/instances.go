// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"context"
	"errors"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// Limits of a proof: the rounds of instances, the instances of a round, the values tried for one
// set of patterns, and the depth to which calls are unfolded although their arguments do not decide
// the branch.
const (
	maxRounds    = 3
	maxInstances = 60
	maxMatches   = 40
	maxUnfolding = 2
)

// instances adds instances of equations and lemmas to solvers.
type instances struct {
	theory     *Theory
	solvers    []smt.Solver
	depth      map[*logic.Term]int // for each call: the number of unfoldings that it comes from
	calls      []*logic.Term
	done       map[*logic.Term]bool // instances that have been added
	hypotheses []*Lemma
	count      int
	err        error
}

// note records the calls in ts.
func (e *instances) note(depth int, ts ...*logic.Term) {
	for _, x := range e.theory.calls(ts...) {
		if _, ok := e.depth[x]; !ok {
			e.depth[x] = depth
			e.calls = append(e.calls, x)
		}
	}
}

func (e *instances) add(depth int, x *logic.Term) error {
	if x.IsTrue() || e.done[x] || x.HasQuantifiers() {
		return nil
	}
	e.done[x] = true
	e.count++
	e.note(depth, x)
	for _, s := range e.solvers {
		e.err = errors.Join(e.err, s.Assert(x))
	}
	return e.err
}

// unsatisfiable reports whether a solver finds the assertions unsatisfiable. A solver that has used
// up its effort is not asked again. If a solver has no model, further instances may still make the
// assertions unsatisfiable.
func (e *instances) unsatisfiable(ctx context.Context) bool {
	for _, s := range slices.Clone(e.solvers) {
		switch st, err := s.Check(ctx); {
		case err == nil && st == smt.Unsat:
			return true
		case err != nil || st == smt.Unknown && s.Reason() == smt.OutOfTicks:
			e.solvers = slices.DeleteFunc(e.solvers, func(x smt.Solver) bool { return x == s })
			s.Close()
		}
	}
	return false
}

func (e *instances) close() {
	for _, s := range e.solvers {
		s.Close()
	}
}

// instance is a formula that is added for some calls.
type instance struct {
	body  *logic.Term
	depth int
	of    *Lemma // nil for the defining equation of a call
	calls int    // number of new calls in it
}

// round adds instances for the calls, and reports whether there were any. Instances about existing
// calls come first.
func (e *instances) round(round int) bool {
	t, s := e.theory, e.theory.store
	before := e.count
	calls := slices.Clone(e.calls)
	var all []instance
	for _, h := range e.hypotheses {
		all = e.match(all, h, calls)
	}
	for _, l := range t.lemmas {
		all = e.match(all, l, calls)
	}
	for _, x := range calls {
		if d := e.depth[x]; d <= maxUnfolding && d <= round {
			f := t.functions[x.Func()]
			all = e.give(all, instance{body: s.Eq(x, t.normalise(s.Substitute(f.Body, f.Vars, x.Args()), false)), depth: d + 1})
		}
	}
	slices.SortStableFunc(all, func(a, b instance) int { return a.calls - b.calls })
	for _, x := range all {
		if e.count >= before+maxInstances {
			break
		}
		if x.of != nil {
			t.used[x.of] = true
		}
		if e.add(x.depth, x.body) != nil {
			return false
		}
	}
	return e.err == nil && e.count > before
}

// give appends x unless it has been added before.
func (e *instances) give(to []instance, x instance) []instance {
	if x.body.IsTrue() || e.done[x.body] {
		return to
	}
	for _, c := range e.theory.calls(x.body) {
		if _, ok := e.depth[c]; !ok {
			x.calls++
		}
	}
	return append(to, x)
}

// match appends the instances of l whose patterns are among calls.
func (e *instances) match(to []instance, l *Lemma, calls []*logic.Term) []instance {
	s := e.theory.store
	for _, patterns := range l.patterns {
		ways := []matching{{vars: l.Vars, values: make([]*logic.Term, len(l.Vars))}}
		for _, p := range patterns {
			var next []matching
			for _, w := range ways {
				for _, x := range calls {
					m := matching{vars: l.Vars, values: slices.Clone(w.values)}
					if len(next) < maxMatches && m.match(p, x) {
						next = append(next, m)
					}
				}
			}
			ways = next
		}
		for _, w := range ways {
			if !slices.Contains(w.values, nil) {
				to = e.give(to, instance{body: e.theory.normalise(s.Substitute(l.Body, l.Vars, w.values), false), depth: 1, of: l})
			}
		}
	}
	return to
}
