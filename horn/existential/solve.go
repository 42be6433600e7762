// SPDX-License-Identifier: Apache-2.0

package existential

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
)

// Decide decides a system. Its witnesses are valid. If it gives up, the verdict is Unknown.
type Decide func(context.Context, *horn.System) (horn.Witness, error)

// Solution is the answer to a problem. The witness is about the system, which is stronger than the
// problem if the verdict is Safe, and a part of it if the verdict is Unsafe.
type Solution struct {
	horn.Witness
	System *horn.System
	// Reason explains in a few words why the verdict is Unknown.
	Reason string
}

// The effort for a choice of alternatives, in ticks: in the first round, and its growth from one
// round to the next.
const (
	firstEffort = 1_000 * logic.TicksPerMillisecond
	growth      = 4
	rounds      = 8
	maxSteps    = 1_000_000 // of the search for a choice
)

var errEffort = errors.New("the effort for a choice of alternatives is used up")

// Solve searches for alternatives whose system is satisfiable, or for a refutation that uses none.
//
// Cost: a decision for each choice that is tried. If the first alternatives of n clauses fail
// independently, these are n decisions about n clauses.
func (p *Problem) Solve(ctx context.Context, decide Decide) (Solution, error) {
	if len(p.open) == 0 { // all clauses are Horn after all
		sys, _, err := p.system(nil)
		if err != nil {
			return Solution{}, err
		}
		w, err := decide(ctx, sys)
		return Solution{Witness: w, System: sys}, err
	}
	x := &search{Problem: p}
	effort := int64(firstEffort)
	for range rounds {
		x.late = nil
		for {
			pick, ok := x.pick()
			if !ok {
				break
			}
			z, done, err := x.try(ctx, pick, effort, decide)
			if done || err != nil {
				return z, err
			}
		}
		if len(x.late) == 0 {
			break
		}
		effort *= growth
	}
	weak, _, err := p.system(nil)
	if err != nil {
		return Solution{}, err
	}
	w, err := decide(ctx, weak)
	z := Solution{Witness: w, System: weak}
	if w.Verdict == horn.Safe {
		z.Witness = horn.Witness{}
	}
	if z.Verdict == horn.Unknown {
		z.Reason = fmt.Sprintf("none of the instances that were tried is enough for the %d clauses beyond Horn", len(p.open))
	}
	return z, err
}

// search has the choices that are excluded.
type search struct {
	*Problem
	conflicts [][]use // each a refutation, of all choices that agree with its uses
	late      [][]int // choices that need more effort
	learned   map[*logic.Term]bool
}

// use is a step of a refutation: it uses an open clause for some values.
type use struct {
	clause int
	index  int          // of the alternative
	values *logic.Model // nil if they are not known
	choice *choice
	terms  []*logic.Term // the values of its terms
}

// agrees reports whether an alternative of c has the same ground instance.
func (u *use) agrees(c *clause, index int) bool {
	if u.index == index || u.values == nil {
		return u.index == index
	}
	z, terms := c.alternatives[index].at(u.values)
	return z.head == u.choice.head && z.some == u.choice.some && slices.Equal(terms, u.terms)
}

// try decides the system of a choice. done means that this is the answer.
func (x *search) try(ctx context.Context, pick []int, effort int64, decide Decide) (_ Solution, done bool, _ error) {
	sys, clauseOf, err := x.system(pick)
	if err != nil {
		return Solution{}, false, err
	}
	within, stop := turn.Limit(ctx, effort, errEffort)
	defer stop()
	w, err := decide(within, sys)
	z := Solution{Witness: w, System: sys}
	switch {
	case err != nil:
		return z, false, err
	case w.Verdict == horn.Safe:
		return z, true, nil
	case w.Verdict == horn.Unknown && ctx.Err() != nil:
		z.Reason = "out of time in the search for witness functions"
		return z, true, nil
	case w.Verdict == horn.Unknown || w.Proof == nil:
		x.late = append(x.late, pick)
		return z, false, nil
	}
	uses := x.uses(w.Proof, pick, clauseOf)
	if len(uses) == 0 {
		z.System, _, err = x.system(nil)
		return z, true, err
	}
	x.conflicts = append(x.conflicts, uses)
	x.learn(uses)
	return z, false, nil
}

// learn adds the ground instances of open clauses that are Horn, since no term of theirs depends on
// an existential variable. For example, (exists ((y Int)) (p (* x y))) is (p 0) where x is 0.
func (x *search) learn(uses []use) {
	z := horn.NewClausifier(x.store)
	for i := range uses {
		u := &uses[i]
		if u.values == nil {
			continue
		}
		c := x.open[u.clause]
		from := x.source.Asserts[c.from]
		from.Term = c.ground(x.store, u.values)
		if _, err := z.Assertion(from.Term); err != nil || x.learned[from.Term] {
			continue
		}
		if x.learned == nil {
			x.learned = map[*logic.Term]bool{}
		}
		x.learned[from.Term] = true
		from.Number = x.next
		x.next++
		x.horn = append(x.horn, from)
	}
}

// uses returns the uses of alternatives in a refutation. Values of steps in its loops are not
// known, so that only the same alternatives agree with them.
func (x *search) uses(p *horn.Proof, pick []int, clauseOf map[int]int) (uses []use) {
	for i := range p.Steps {
		step := &p.Steps[i]
		k, ok := clauseOf[step.Assert]
		if !ok {
			continue
		}
		c := x.open[k]
		u := use{clause: k, index: pick[k]}
		inLoop := func(l horn.ProofLoop) bool { return l.First <= i && i <= l.Last }
		if !slices.ContainsFunc(p.Loops, inLoop) {
			u.values = x.store.NewModel()
			for j, v := range c.vars {
				u.values.Set(v, step.Values[j].Term)
			}
			u.choice, u.terms = c.alternatives[pick[k]].at(u.values)
		}
		uses = append(uses, u)
	}
	return uses
}

// pick returns the first choice, in lexical order, that is not excluded: for each open clause the
// index of an alternative.
func (x *search) pick() ([]int, bool) {
	pick := make([]int, 0, len(x.open))
	next := 0
	for range maxSteps {
		for next < len(x.open[len(pick)].alternatives) && x.excluded(append(pick, next)) {
			next++
		}
		switch {
		case next < len(x.open[len(pick)].alternatives):
			pick = append(pick, next)
			if next = 0; len(pick) == len(x.open) {
				return pick, true
			}
		case len(pick) == 0:
			return nil, false
		default:
			next = pick[len(pick)-1] + 1
			pick = pick[:len(pick)-1]
		}
	}
	return nil, false
}

// excluded reports whether all choices that begin with some alternatives are excluded. Only the
// last alternative is new.
func (x *search) excluded(begin []int) bool {
	if len(begin) == len(x.open) && slices.ContainsFunc(x.late, func(l []int) bool { return slices.Equal(l, begin) }) {
		return true
	}
	return slices.ContainsFunc(x.conflicts, func(uses []use) bool {
		for i := range uses {
			u := &uses[i]
			if u.clause >= len(begin) || !u.agrees(x.open[u.clause], begin[u.clause]) {
				return false
			}
		}
		return true
	})
}

// system returns the system of a choice, and the clauses that its new assertions are made from, by
// number. Without a choice it has only the assertions that are Horn.
func (p *Problem) system(pick []int) (*horn.System, map[int]int, error) {
	source := &horn.Source{Name: p.source.Name, Scope: p.source.Scope, Asserts: slices.Clone(p.horn), Functions: p.source.Functions}
	clauseOf := map[int]int{}
	number := p.next
	for k, i := range pick {
		c := p.open[k]
		a := p.source.Asserts[c.from]
		for _, t := range c.alternatives[i].closed(p.store, c) {
			clauseOf[number] = k
			source.Asserts = append(source.Asserts, horn.Assert{Term: t, Pos: a.Pos, Number: number, Name: a.Name})
			number++
		}
	}
	sys, err := horn.FromSource(p.store, p.preds, source)
	return sys, clauseOf, err
}
