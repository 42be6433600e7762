// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	ranking "cornet/engines/termination"
	"cornet/horn"
	"cornet/horn/termination"
	"cornet/logic"
)

// Bounds on the replay of a lasso: how often a run passes the head, and the steps of the clauses
// that are followed for its inputs.
const (
	lassoPasses = 100
	lassoSteps  = 2000
)

// A lasso is an execution that does not end: a stem that leads to a set of states, and moves by
// which it stays there.
type lasso struct {
	sys       *chc.System
	execution *chc.Execution
	*termination.Recurrence
	steps []horn.ProofStep
	at    []state // the state after each step
	stem  int     // the number of steps before the set is reached
}

// A state is an atom that holds: a place, and the values of its variables.
type state struct {
	place  int // its number in the system
	values []*logic.Term
}

// newLasso follows the moves of a recurrence.
func newLasso(sys *chc.System, r *termination.Recurrence) (*lasso, error) {
	z := &lasso{sys: sys, execution: sys.Execution(), Recurrence: r}
	if len(r.Proof.Loops) > 0 {
		return nil, errors.New("the way to the loop has loops with many iterations itself")
	}
	last := r.Proof.Steps[len(r.Proof.Steps)-1]
	for _, s := range r.Proof.Steps[:len(r.Proof.Steps)-1] {
		z.add(horn.ProofStep{Assert: z.execution.Number[s.Assert], Values: s.Values, Premises: s.Premises})
	}
	z.stem = last.Premises[0] + 1
	if z.stem != len(z.steps) {
		return nil, errors.New("the last step of the way to the loop does not lead there")
	}
	for range lassoSteps {
		if !z.move() {
			return nil, errors.New("a state has no move")
		}
	}
	return z, nil
}

// add adds a step.
func (z *lasso) add(s horn.ProofStep) {
	c := z.sys.Horn.Clauses[s.Assert]
	m := z.sys.Horn.Store.NewModel()
	for i, v := range c.Vars() {
		m.Set(v, s.Values[i].Term)
	}
	to := state{place: slices.Index(z.sys.Horn.Preds, c.Head.Pred)}
	for _, x := range c.Head.Args {
		to.values = append(to.values, m.Eval(x))
	}
	z.steps, z.at = append(z.steps, s), append(z.at, to)
}

// move adds a move from the last state, if there is one.
func (z *lasso) move() bool {
	s := z.sys.Horn.Store
	from := z.at[len(z.at)-1]
	m := z.valuation(from)
	for _, v := range z.Moves {
		c := z.execution.Rules.Clauses[v.Clause]
		if c.Body[0].Pred != z.sys.Horn.Preds[from.place] {
			continue
		}
		inner := s.NewModel()
		step := horn.ProofStep{Assert: z.execution.Number[v.Clause], Premises: []int{len(z.steps) - 1}}
		for i, x := range c.Vars() {
			value := m.Eval(v.Values[i])
			inner.Set(x, value)
			step.Values = append(step.Values, horn.Value{Name: x.Name(), Term: value})
		}
		fits := inner.Holds(c.Constraint)
		for i, x := range c.Body[0].Args {
			fits = fits && inner.Eval(x) == from.values[i]
		}
		if !fits {
			continue
		}
		z.add(step)
		to := z.at[len(z.at)-1]
		if set := z.Sets[to.place]; set != nil && z.valuation(to).Holds(set) {
			return true
		}
		z.steps, z.at = z.steps[:len(z.steps)-1], z.at[:len(z.at)-1]
	}
	return false
}

// valuation assigns the values of a state to the parameters of its predicate.
func (z *lasso) valuation(at state) *logic.Model {
	m := z.sys.Horn.Store.NewModel()
	for i, x := range horn.Params(z.sys.Horn.Store, z.sys.Horn.Preds[at.place]) {
		m.Set(x, at.values[i])
	}
	return m
}

// head returns the number of the first step that leads to the head of the cycle: a loop's head, or
// the entry of a function, to which the moves return.
func (z *lasso) head() (int, bool) {
	for _, kind := range []chc.PlaceKind{chc.LoopHead, chc.Entry} {
		for i := max(z.stem-1, 0); i < len(z.at); i++ {
			if p := z.at[i].place; z.sys.Places[p].Kind == kind && slices.ContainsFunc(z.at[i+1:], func(s state) bool { return s.place == p }) {
				return i, true
			}
		}
	}
	return 0, false
}

// until returns the step with which the head has been passed a number of times, counted from the
// step first.
func (z *lasso) until(first, times int) int {
	for i := first + 1; i < len(z.at); i++ {
		if z.at[i].place == z.at[first].place {
			if times--; times == 0 {
				return i
			}
		}
	}
	return len(z.at) - 1
}

// path returns the execution up to a step.
func (z *lasso) path(step int, end chc.Step) (*chc.Path, error) {
	p, err := z.sys.Trace(&horn.Proof{Steps: z.steps[:step+1]})
	if err == nil {
		p.Failure = end
	}
	return p, err
}

// diverges reports an execution that does not end.
func (t *terminator) diverges(ctx context.Context, e Encoding, r *reading, answer ranking.Answer) (Result, error) {
	sys := r.sys
	z, err := newLasso(sys, answer.Certificate.Recurrence)
	if err != nil {
		return Unknown("an execution that does not end cannot be shown: %v", err), nil
	}
	first, ok := z.head()
	if !ok {
		return Unknown("an execution that does not end cannot be shown: its cycle has no head"), nil
	}
	if t.passes != nil {
		if recurs, err := t.passesCycle(z); err != nil || !recurs {
			return Unknown("an execution does not end, but it is not known to pass the cycle of the witness again and again"), err
		}
	}
	place := sys.Places[z.at[first].place]
	set := witness.StatesAt(sys, place, z.Sets[z.at[first].place])
	what := fmt.Sprintf("the loop goes on for ever with %s", set.Text)
	if place.Kind == chc.Entry {
		what = fmt.Sprintf("%s() calls itself for ever with %s", place.Func, set.Text)
	}
	end := chc.Step{Kind: chc.Failure, From: place.Pos, To: place.Pos, Error: cfg.Endless, What: what}
	shown, err := z.path(first, end)
	if err != nil {
		return Unknown("an execution that does not end cannot be shown: %v", err), nil
	}
	answerShown := Result{Verdict: horn.Unsafe, Path: shown}
	remark, contradiction := t.replayLasso(ctx, e, z, first, set)
	if contradiction != "" {
		t.over = true
		y := Unknown("an execution that seems not to end was not confirmed: %s", contradiction)
		y.Path = shown
		return y, nil
	}
	answerShown.Remarks = append(witness.Remarks{remark}, t.assumptions(r, sys)...)
	if t.out.certificate != "" {
		answerShown.remark(witness.OfCertificate, "none is written about an execution that does not end")
	}
	return answerShown, t.writeLasso(shown, set)
}

// passesCycle reports whether a lasso passes the cycle of the witness in the second half of its
// moves, too. The moves are the same for each state of the set.
func (t *terminator) passesCycle(z *lasso) (bool, error) {
	end := chc.Step{Kind: chc.Failure, Error: cfg.Endless}
	half, err := z.path(z.stem+(len(z.steps)-z.stem)/2, end)
	if err != nil {
		return false, err
	}
	whole, err := z.path(len(z.steps)-1, end)
	return err == nil && t.passes(whole) >= t.passes(half)+2, err
}

// writeLasso writes the witness of an execution that does not end.
func (t *terminator) writeLasso(p *chc.Path, set witness.States) error {
	if t.out.witness == "" {
		return nil
	}
	text, err := witness.Endless(t.meta(), p, set)
	return t.writeWitness(text, err)
}

// replayLasso runs the program until it has passed the head of the cycle many times in states of
// the set. It returns a remark on this, or describes how the run contradicts the lasso.
func (t *terminator) replayLasso(ctx context.Context, e Encoding, z *lasso, first int, set witness.States) (remark witness.Remark, contradiction string) {
	if t.Ints == chc.Math {
		return witness.OfReplay.Say("not replayed: integers are unbounded"), ""
	}
	var names, texts []string
	for _, s := range t.sources {
		names, texts = append(names, s.Name), append(texts, string(s.Text))
	}
	w, err := witness.Watch(t.meta(), names, texts, set, lassoPasses)
	if err != nil {
		return witness.OfReplay.Say("not replayed: %v", err), ""
	}
	sources := slices.Clone(t.sources)
	for i := range sources {
		sources[i].Text = []byte(w.Texts[i])
	}
	e.SignedOverflow, e.Check, e.Property, e.ends = "", nil, "", 0
	e.specification = fmt.Sprintf("CHECK( init(%s()), LTL(G ! call(%s())) )", entryOf(t.prog, e), witness.EndlessName)
	watched, err := Load(ctx, sources, e)
	if err != nil {
		return witness.OfReplay.Say("not replayed: %v", err), ""
	}
	d := *t.driver
	d.prog, d.Encoding = watched, e
	end := chc.Step{Kind: chc.Failure, From: set.Pos, To: set.Pos, Error: cfg.ReachError, Function: witness.EndlessName}
	path, err := z.path(z.until(first, lassoPasses+1), end)
	if err != nil {
		return witness.OfReplay.Say("not replayed: %v", err), ""
	}
	w.Shift(path)
	run, wrong := d.follow(ctx, path)
	if wrong != nil {
		return remark, wrong.Error()
	}
	shown := d.replay(ctx, run)
	passes := fmt.Sprintf("it passes the head of the loop %d times in such states", lassoPasses)
	if set.Kind == chc.Entry {
		passes = fmt.Sprintf("it enters the function %d times in such states", lassoPasses)
	}
	switch {
	case shown.Replayed == witness.Confirmed:
		return confirmed(passes), ""
	case contradicts(shown.Replayed, path):
		return remark, shown.Why
	case run != path:
		return witness.OfReplay.Say("confirmed by interpreting the program: %s", passes), ""
	}
	return witness.OfReplay.Say("%s: %s", min(shown.Replayed, witness.Unconfirmed), shown.Why), ""
}

// entryOf returns the function that the program starts with.
func entryOf(p *Program, e Encoding) string {
	for _, name := range []string{e.Entry, p.property.Entry} {
		if name != "" {
			return name
		}
	}
	return "main"
}
