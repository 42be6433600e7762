// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"fmt"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/exec"
)

// detailedSteps is the number of steps at the beginning and at the end of a run that are recorded
// in detail.
const detailedSteps = 10_000

// explain runs p once more, as r, and records its occurrences. The run takes as many steps as
// before.
func explain(ctx context.Context, p *cfg.Program, r *run, limit, steps int) (*chc.Path, error) {
	r.init = p.Init
	o := r.options(limit)
	o.Observe = r.observe
	o.Observing = func(step int) bool { return step < detailedSteps || step >= steps-detailedSteps }
	o.Trace = func(thread int, e *cfg.Edge) {
		r.traced(thread, e)
		r.attribute(thread - 1) // paths number the threads from 0, the main thread
	}
	z, err := exec.Run(ctx, p, o)
	if err != nil {
		return nil, err
	}
	path := r.path(z)
	path.Partial = path.Partial || steps > 2*detailedSteps
	return path, nil
}

// path returns the path of a run that has failed.
func (r *run) path(z exec.Result) *chc.Path {
	op := z.Edge.Op.(cfg.Error)
	end := z.Edge.Pos
	if cfg.OfLibrary(end) {
		end = r.place
	}
	end.Thread = r.last
	return &chc.Path{
		Occurrences: r.occurrences, Doubtful: r.doubt, Partial: r.blocks,
		Failure: chc.Step{Kind: chc.Failure, From: end, To: end, Error: op.Kind, Function: op.Function, Site: op.Site, What: op.What, Cause: z.Cause},
	}
}

// attribute assigns the occurrences since the last edge to the thread that has taken one.
func (r *run) attribute(thread int) {
	for i := r.attributed; i < len(r.occurrences); i++ {
		r.occurrences[i].Pos.Thread = thread
	}
	r.attributed, r.last = len(r.occurrences), thread
}

// observe records a step of the interpreter.
func (r *run) observe(s exec.Step) {
	if s.Edge == nil {
		if !cfg.OfLibrary(s.Func.Pos) && s.Depth > 0 {
			r.record(s, s.Func.Exit.Pos, chc.Returns, s.Func.Name, s.Text)
			r.attribute(s.Thread - 1)
		} else if s.Depth == 0 && s.Thread > 1 {
			r.record(s, s.Func.Exit.Pos, chc.Acts, "the thread ends", "")
			r.attribute(s.Thread - 1)
		}
		return
	}
	at := s.Edge.Pos
	switch s.Edge.Op.(type) {
	case cfg.Copy, cfg.Fill, cfg.Clobber: // their accesses are not recorded one by one
		r.blocks = true
	}
	// in models of library functions, only steps that change objects of the program are recorded
	if cfg.OfLibrary(at) {
		for _, a := range s.Accesses {
			if a.Write && a.Changed && a.Object != "" {
				r.access(s, a)
			}
		}
		return
	}
	r.place = at
	_, isCreate := s.Edge.Op.(cfg.Create)
	r.concurrent = r.concurrent || isCreate
	if s.Func == r.init {
		s.Depth = 0
	}
	for _, a := range s.Accesses {
		if isCreate { // the store of the new thread's identity
			delete(r.unset, a.Address)
			continue
		}
		r.access(s, a)
	}
	switch op := s.Edge.Op.(type) {
	case cfg.Assume:
		switch {
		case op.Check:
		case len(s.Edge.From.Out) == 1:
			r.record(s, at, chc.Branch, s.Text, "")
			r.occurrences[len(r.occurrences)-1].Assumed = true
		case !constant(op.Cond):
			r.record(s, at, chc.Branch, s.Text, "")
		}
	case cfg.Call:
		if s.Callee != nil && !cfg.OfLibrary(s.Callee.Pos) {
			r.record(s, at, chc.Calls, s.Callee.Name, s.Text)
		}
	default:
		if text := actionText(s, op); text != "" {
			r.record(s, at, chc.Acts, text, "")
			if isCreate {
				r.occurrences[len(r.occurrences)-1].Started = s.Other - 1
			}
		}
	}
}

func constant(x cfg.Expr) bool {
	_, ok := x.(cfg.Const)
	return ok
}

// actionText describes an operation on threads or memory. It returns "" for other operations.
func actionText(s exec.Step, op cfg.Op) string {
	object := strings.TrimPrefix(s.Text, "&")
	switch op := op.(type) {
	case cfg.Create:
		if s.Callee == nil {
			return fmt.Sprintf("starts thread %d", s.Other-1)
		}
		return fmt.Sprintf("starts thread %d, which runs %s(%s)", s.Other-1, s.Callee.Name, s.Text)
	case cfg.Join:
		if s.Other > 0 {
			return fmt.Sprintf("joins thread %d, which has ended", s.Other-1)
		}
		return "joins a value that is no thread's identity"
	case cfg.ExitThread:
		return "the thread ends"
	case cfg.Lock:
		verb := map[cfg.LockKind]string{cfg.ReadLock: "locks for reading: ", cfg.WriteLock: "locks for writing: "}[op.Kind]
		switch {
		case op.Try && len(s.Accesses) > 0 && s.Accesses[len(s.Accesses)-1].Text != "0":
			return "fails to lock " + object
		case verb != "":
			return verb + object
		}
		return "locks " + object
	case cfg.Unlock:
		return "unlocks " + object
	case cfg.Wait:
		if s.Text == "" {
			return "wakes up, locks " + strings.TrimPrefix(s.Wait, "&")
		}
		return fmt.Sprintf("waits for %s, unlocks %s", object, strings.TrimPrefix(s.Wait, "&"))
	case cfg.Signal:
		if op.All {
			return "wakes all waiters of " + object
		}
		return "wakes one waiter of " + object
	case cfg.AtomicBegin:
		return "begins an atomic block"
	case cfg.AtomicEnd:
		return "ends the atomic block"
	case cfg.Alloc:
		return "allocates " + s.Text
	case cfg.Stop:
		return "the program stops"
	}
	return ""
}

// access records a load or a store. It records stores that are in a function or change something,
// loads that other threads may interfere with, and loads of indeterminate values.
func (r *run) access(s exec.Step, a exec.Access) {
	name := a.Place
	if a.Object != "" {
		name += " (" + a.Object + ")"
	}
	initial := s.Func == r.init
	switch {
	case a.Open && indeterminate(s.Edge.Op):
		r.unset[a.Address] = true
	case strings.HasPrefix(name, "<"), initial && strings.HasPrefix(a.Text, `"`): // a variable of the front end: the contents of literals come later
	case a.Write && (a.Changed || !initial && !isTemporary(name)):
		delete(r.unset, a.Address)
		r.occurs(chc.Occurrence{
			Event:  chc.Event{Kind: chc.Assigns, Name: name, Type: scalarType(a.Type), Pos: s.Edge.Pos},
			Result: a.Number, Text: a.Text, Depth: s.Depth,
		})
	case a.Write:
	case r.unset[a.Address]:
		delete(r.unset, a.Address)
		r.record(s, s.Edge.Pos, chc.Reads, name, a.Text)
		last := &r.occurrences[len(r.occurrences)-1]
		last.Open, last.Result, last.Type = true, a.Number, scalarType(a.Type)
	case a.Shared && r.concurrent:
		r.record(s, s.Edge.Pos, chc.Reads, name, a.Text)
	}
}

// indeterminate reports whether a value from the environment is the value of a variable before it
// is assigned.
func indeterminate(op cfg.Op) bool {
	h, ok := op.(cfg.Havoc)
	return ok && h.Input == ""
}

func isTemporary(name string) bool { return strings.HasPrefix(name, "…") }

// record adds an occurrence without a number.
func (r *run) record(s exec.Step, at cfg.Pos, kind chc.EventKind, name, text string) {
	r.occurs(chc.Occurrence{Event: chc.Event{Kind: kind, Name: name, Pos: at}, Text: text, Depth: s.Depth})
}
