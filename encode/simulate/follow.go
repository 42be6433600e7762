// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/exec"
	"cornet/encode/threads"
	"cornet/internal/slice"
)

// Bounds on Follow.
const (
	followSteps     = 200_000 // edges of a run
	followSchedules = 100     // runs of a program with threads
)

// Follow runs p on the inputs of a path that was found otherwise, until a run reaches an error. If
// p has threads, their steps are in an order that agrees with the path. The result is the detailed
// path of that run. It is nil if no run reaches an error: a run may deviate if the path does not
// determine everything or passes an inexact construct. If neither is possible, since the program
// has no threads and the path has all inputs, a run must reach the error. If it ends differently,
// the result is a *Divergence.
//
// A path has only some of the steps of an execution. Each run has a strategy for the others: as
// late as possible, as early as possible, or at random. Every second run executes the steps of a
// statement without interruption.
func Follow(ctx context.Context, p *cfg.Program, path *chc.Path) (*chc.Path, error) {
	schedules := 1
	if threads.Concurrent(p) {
		schedules = followSchedules
	}
	for steps, i := followSteps, 0; i < schedules && steps > 0; i++ {
		f := newFollower(p, path, i)
		z, err := exec.Run(ctx, p, f.options(steps))
		if err != nil {
			return nil, err
		}
		if z.Outcome == exec.Failed && z.Defined() {
			return f.path(z), nil
		}
		if f.determined(p, z) {
			return nil, &Divergence{Pos: path.Failure.To, What: "end of the run", Program: z.Outcome.String(), Scalar: "failed"}
		}
		steps -= z.Steps
	}
	return nil, nil
}

// determined reports whether the end of a run depends only on the path's inputs.
func (f *follower) determined(p *cfg.Program, z exec.Result) bool {
	_, ended := outcomes[z.Outcome]
	return ended && z.Defined() && !f.scheduled && !f.open && !f.doubt && !ConvertsPointers(p)
}

// A follower is a run along a path.
type follower struct {
	*run
	inputs   inputs
	moves    []cfg.Pos // steps of the path that have not been made yet
	strategy int       // the number of the run
	made     cfg.Pos   // the last move that was made
	// open means that the run needed a value that the path does not have.
	open bool
	at   map[int][]*cfg.Node
}

func newFollower(p *cfg.Program, path *chc.Path, way int) *follower {
	r := newRun(int64(way), nil, doubtful(p))
	r.init = p.Init
	f := &follower{run: r, inputs: inputsOf(path.Occurrences), strategy: way, at: map[int][]*cfg.Node{0: {p.Main.Entry}}}
	f.random = rand.New(rand.NewPCG(uint64(way), 0))
	for _, h := range path.Occurrences {
		if n := len(f.moves); h.Kind == chc.Moves && h.Pos.Line > 0 && (n == 0 || f.moves[n-1] != h.Pos) {
			f.moves = append(f.moves, h.Pos)
		}
	}
	return f
}

func (f *follower) options(steps int) exec.Options {
	return exec.Options{
		MaxSteps: steps, Input: f.input, Schedule: f.schedule, Observe: f.observe,
		Choose: func(edges []*cfg.Edge) int { return f.random.IntN(len(edges)) },
		Trace: func(thread int, e *cfg.Edge) {
			f.attribute(thread - 1)
			f.passes(e)
		},
	}
}

// input returns the next value that the path has for a request, or 0.
func (f *follower) input(q exec.Request) *big.Int {
	k := inputKey{q.Edge.Pos, q.Name}
	k.pos.Thread = q.Thread - 1
	v := f.inputs.next(k)
	if v == nil {
		v, f.open = new(big.Int), true
	}
	if q.Note != "" {
		f.doubt = true
		f.occurs(chc.Occurrence{Event: chc.Event{Kind: chc.Inexact, Name: q.Note, Pos: q.Edge.Pos}, Depth: q.Depth})
	}
	f.recordInput(q, v)
	return v
}

// observe tracks the positions of the threads, and the moves that are made.
func (f *follower) observe(s exec.Step) {
	f.run.observe(s)
	i := s.Thread - 1
	if s.Func != f.init {
		f.moved(i, s)
	}
	if s.Edge == nil {
		return
	}
	at := s.Edge.Pos
	at.Thread = i
	// the thread may have passed places that are not steps in this program
	for k, m := range f.moves {
		if m.Thread != i {
			break
		}
		if m == at {
			f.moves, f.made = f.moves[k+1:], at
			break
		}
	}
}

// moved tracks the position of thread i.
func (f *follower) moved(i int, s exec.Step) {
	stack := f.at[i]
	if s.Edge == nil {
		f.at[i] = stack[:len(stack)-1]
		return
	}
	stack[len(stack)-1] = s.Edge.To
	switch s.Edge.Op.(type) {
	case cfg.Call:
		if s.Callee != nil {
			f.at[i] = append(stack, s.Callee.Entry)
		}
	case cfg.Create:
		if s.Callee != nil && s.Other > 0 {
			f.at[s.Other-1] = []*cfg.Node{s.Callee.Entry}
		}
	}
}

// schedule picks a thread. It avoids threads whose next step on the path comes later.
func (f *follower) schedule(enabled []int) int {
	f.scheduled = true
	if due := f.made.Thread + 1; f.strategy%2 == 1 && slices.Contains(enabled, due) && f.standsAt(f.made) {
		return due // a statement of several steps continues
	}
	for {
		may := slice.Filter(enabled, func(id int) bool { return f.mayMove(id - 1) })
		if len(may) == 0 {
			if len(f.moves) == 0 {
				return enabled[len(enabled)-1]
			}
			f.moves = f.moves[1:] // a step that has been taken already, or is impossible
			continue
		}
		if f.strategy > 3 || len(f.moves) == 0 {
			return may[f.random.IntN(len(may))]
		}
		due := f.moves[0].Thread + 1
		switch i := slices.Index(may, due); {
		case f.strategy < 2 && i >= 0: // other steps as late as possible
			return due
		case i == 0 && len(may) > 1: // other steps as early as possible
			return may[1]
		}
		return may[0]
	}
}

// mayMove reports whether a thread can take its next step without being too early, and without
// ending the program.
func (f *follower) mayMove(thread int) bool {
	stack := f.at[thread]
	if len(stack) == 1 && thread == 0 && stack[0] == stack[0].Func.Exit {
		return false
	}
	if len(stack) == 0 || len(f.moves) == 0 {
		return true
	}
	for i, m := range f.moves {
		if m.Thread != thread {
			continue
		}
		if i == 0 {
			return true
		}
		return !f.standsAt(m)
	}
	return true
}

// standsAt reports whether the next step of a thread is at a position.
func (f *follower) standsAt(m cfg.Pos) bool {
	stack := f.at[m.Thread]
	return len(stack) > 0 && slices.ContainsFunc(stack[len(stack)-1].Out, func(e *cfg.Edge) bool {
		return e.Pos.Line == m.Line && e.Pos.Column == m.Column && e.Pos.File == m.File
	})
}
