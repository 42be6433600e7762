// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"fmt"
	"log/slog"
	"math"

	"cornet/smt"
	"cornet/smtlib"
)

// Solver is a Z3 solver over the terms of one store. It implements
// [smt.Solver]. One goroutine; only the contexts given to Check may be cancelled
// from others.
//
//	state    entered by             allows
//	open     New, Push, Pop, Assert everything but Model, Core
//	sat      Check = Sat            and Model
//	unsat    Check = Unsat          and Core
//	unknown  Check = Unknown        and Reason
//	closed   Close                  nothing
type Solver struct {
	c   *Context
	ref object
	log *slog.Logger

	scopes []scope
	names  map[*smtlib.Term]ast // assumptions that have a name in an open scope
	named  []*smtlib.Term       // the same, by age
	values int                  // of c.freshes: how many are asserted to be distinct
	spare  []ast                // names whose scope was closed

	last   smt.Status
	asked  []*smtlib.Term // assumptions of the last Check
	lits   []uintptr      // their literals
	reason string
	core   []*smtlib.Term
	solved bool // last is valid: nothing happened since that Check
}

// scope records what to forget when a scope is closed.
type scope struct{ named, values int }

// NewSolver returns a solver with nothing asserted; Close frees it.
//
// Cost: about 0.1 ms.
func (c *Context) NewSolver(o smt.Options) (*Solver, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	if c.retain() == nil {
		return nil, fmt.Errorf("z3: the context is closed")
	}
	s := &Solver{c: c, log: o.Logger(), names: map[*smtlib.Term]ast{}}
	r := c.call(fnMkSimpleSolver, c.ref)
	if r == 0 {
		err := c.failed(fnMkSimpleSolver)
		c.Close()
		return nil, err
	}
	c.call(fnSolverIncRef, c.ref, r)
	s.ref = object(r)
	if err := s.configure(o); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// configure hands the options to Z3.
func (s *Solver) configure(o smt.Options) error {
	c := s.c
	p := c.call(fnMkParams, c.ref)
	c.call(fnParamsIncRef, c.ref, p)
	defer c.call(fnParamsDecRef, c.ref, p)
	set := func(f fn, name string, value uintptr) {
		c.call(f, c.ref, p, c.symbolName(name), value)
	}
	const off = 0
	set(fnParamsSetBool, "ctrl_c", off) // the signal handler is the Go program's
	set(fnParamsSetUint, "random_seed", uintptr(o.Seed))
	if o.Ticks > 0 {
		set(fnParamsSetUint, "rlimit", uintptr(min(o.Ticks, math.MaxUint32)))
	}
	c.call(fnSolverSetParams, c.ref, uintptr(s.ref), p)
	return c.err(fnSolverSetParams)
}

// Close frees the solver.
func (s *Solver) Close() {
	if s.ref == 0 {
		return
	}
	c := s.c
	for _, t := range s.named {
		c.call(fnDecRef, c.ref, uintptr(s.names[t]))
	}
	for _, a := range s.spare {
		c.call(fnDecRef, c.ref, uintptr(a))
	}
	c.call(fnSolverDecRef, c.ref, uintptr(s.ref))
	s.ref = 0
	c.Close()
}

// Push opens a scope.
func (s *Solver) Push() {
	s.solved = false
	s.scopes = append(s.scopes, scope{len(s.named), s.values})
	s.c.call(fnSolverPush, s.c.ref, uintptr(s.ref))
}

// Pop closes the n innermost scopes.
func (s *Solver) Pop(n int) {
	s.solved = false
	if n < 0 || n > len(s.scopes) {
		panic(fmt.Sprintf("z3: pop of %d scopes, %d are open", n, len(s.scopes)))
	}
	if n == 0 {
		return
	}
	outer := s.scopes[len(s.scopes)-n]
	s.scopes = s.scopes[:len(s.scopes)-n]
	for _, t := range s.named[outer.named:] {
		s.spare = append(s.spare, s.names[t])
		delete(s.names, t)
	}
	s.named, s.values = s.named[:outer.named], outer.values
	s.c.call(fnSolverPop, s.c.ref, uintptr(s.ref), uintptr(n))
}

// Assert adds t to the innermost scope.
func (s *Solver) Assert(t *smtlib.Term) error {
	s.solved = false
	if !t.Sort().IsBool() {
		panic(fmt.Sprintf("z3: assertion of sort %v", t.Sort()))
	}
	a, err := s.c.encode(t)
	if err != nil {
		return err
	}
	return s.assert(a)
}

func (s *Solver) assert(a ast) error {
	s.c.call(fnSolverAssert, s.c.ref, uintptr(s.ref), uintptr(a))
	return s.c.err(fnSolverAssert)
}

// distinguish asserts that the values of uninterpreted sorts that have been
// translated since the last call are different elements, by numbering them: a
// function that maps each to a number of its own costs one equation per value where
// pairwise disequalities would be quadratic.
func (s *Solver) distinguish() error {
	for ; s.values < len(s.c.freshes); s.values++ {
		a, err := s.c.numbered(s.values)
		if err != nil {
			return err
		}
		if err := s.assert(a); err != nil {
			return err
		}
	}
	return nil
}

// Check decides the assertions together with the assumptions; see [smt.Checker].
func (s *Solver) Check(ctx context.Context, assumptions ...*smtlib.Term) (smt.Status, error) {
	s.solved, s.last, s.reason, s.core = false, smt.Unknown, "", nil
	st, err := s.check(ctx, assumptions)
	if err != nil {
		if s.reason == "" {
			s.reason = err.Error()
		}
		return smt.Unknown, err
	}
	s.last, s.solved = st, true
	return st, nil
}

func (s *Solver) check(ctx context.Context, assumptions []*smtlib.Term) (smt.Status, error) {
	c := s.c
	if c.broken != nil {
		return smt.Unknown, c.broken
	}
	s.asked = append(s.asked[:0], assumptions...)
	s.lits = s.lits[:0]
	for _, t := range assumptions {
		if t.IsFalse() {
			s.core = []*smtlib.Term{t}
			return smt.Unsat, nil
		}
		lit, err := s.literal(t)
		if err != nil {
			return smt.Unknown, err
		}
		s.lits = append(s.lits, uintptr(lit))
	}
	if err := s.distinguish(); err != nil {
		return smt.Unknown, err
	}
	var lits uintptr
	if len(s.lits) > 0 {
		lits = pin(&c.pins, &s.lits[0])
	}
	var answer int32
	err := c.interruptible(ctx, func() {
		answer = int32(c.call(fnSolverCheckAssumptions, c.ref, uintptr(s.ref), uintptr(len(s.lits)), lits))
	})
	if err != nil {
		s.reason = "interrupted"
		return smt.Unknown, err
	}
	switch answer {
	case 1:
		return smt.Sat, nil
	case -1:
		return smt.Unsat, nil
	}
	s.reason = cString(c.call(fnSolverReasonUnknown, c.ref, uintptr(s.ref)))
	return smt.Unknown, nil
}

// Reason says why the last Check was Unknown, in Z3's words.
func (s *Solver) Reason() string { return s.reason }

// need panics unless the last Check, with nothing in between, answered want.
func (s *Solver) need(want smt.Status, what string) {
	if !s.solved || s.last != want {
		panic(fmt.Sprintf("z3: %s without a Check that has just answered %v", what, want))
	}
}
