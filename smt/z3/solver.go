// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"cornet/logic"
	"cornet/smt"
)

// Solver is a Z3 solver over the terms of one store. It implements [smt.Solver]. It belongs to one
// goroutine; only the contexts given to Check may be cancelled from others.
//
//	state    entered by             allows
//	open     New, Push, Pop, Assert everything but Model, Core
//	sat      Check = Sat            and Model
//	unsat    Check = Unsat          and Core
//	unknown  Check = Unknown        and Reason
//	closed   Close                  nothing
//
// The solver keeps its assertions. So it can be rebuilt if a query has left Z3 in a bad state; see
// [Context] about broken contexts.
type Solver struct {
	c    *Context
	ref  object // the Z3 solver; 0 if it must be built anew
	opts smt.Options

	asserted []*logic.Term
	// quantified reports whether a formula with quantifiers was asserted outside all scopes.
	quantified bool
	scopes     []scope
	values     int // the number of values in c.freshes that are asserted to be distinct

	answer smt.Status
	valid  bool          // answer is the answer of a Check, if nothing has changed since
	asked  []*logic.Term // the assumptions of the last Check
	lits   []uintptr     // the same assumptions in Z3
	core   []*logic.Term // the core, if it is known without asking Z3
	reason string
	closed bool
}

// scope records the state when a scope was opened.
type scope struct{ asserted, values int }

// NewSolver returns a solver without assertions. Close frees it.
//
// Cost: about 0.1 ms.
func (c *Context) NewSolver(o smt.Options) (*Solver, error) {
	if c.retain() == nil {
		return nil, errClosed
	}
	s := &Solver{c: c, opts: o}
	if err := s.live(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// make makes the Z3 solver.
//
// The kind of solver was chosen by measurement on libz3 4.8.12, over unrolled random transition
// systems in LIA and LRA with six assumptions per query. The simple solver has the CPU time 1.0 per
// query. The default solver also has 1.0, but its creation is much slower.
// Z3_mk_solver_for_logic(QF_LIA) has 3.3, and relevancy switched off 2.6. The old arithmetic
// (arith.solver=2) has 0.8, but it gives up on hard integer queries. The default solver decides
// more formulas with quantifiers, since it eliminates quantifiers if it can: ∃y. x = 6y.
func (s *Solver) make() error {
	c := s.c
	flavour := fnMkSimpleSolver
	if s.quantified {
		flavour = fnMkSolver
	}
	r := c.call(flavour, c.ref)
	if r == 0 {
		return c.failed(flavour)
	}
	c.call(fnSolverIncRef, c.ref, r)
	s.ref = object(r)
	return c.configure(s.ref, s.opts)
}

// configure hands options to a Z3 solver.
func (c *Context) configure(solver object, o smt.Options) error {
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
	c.call(fnSolverSetParams, c.ref, uintptr(solver), p)
	return c.err(fnSolverSetParams)
}

// live ensures that there is a Z3 solver with the assertions.
func (s *Solver) live() error {
	if s.c.broken == nil && s.ref != 0 {
		return nil
	}
	if s.c.broken != nil {
		c, err := s.c.successor()
		if err != nil {
			return err
		}
		s.c.Close()
		s.c, s.ref = c, 0
	}
	if err := s.make(); err != nil {
		return err
	}
	s.values = 0
	next := 0
	for i := range s.scopes {
		if err := s.replay(next, s.scopes[i].asserted); err != nil {
			return err
		}
		next = s.scopes[i].asserted
		s.scopes[i].values = s.values
		s.c.call(fnSolverPush, s.c.ref, uintptr(s.ref))
	}
	return s.replay(next, len(s.asserted))
}

// replay asserts asserted[from:to] again.
func (s *Solver) replay(from, to int) error {
	for _, t := range s.asserted[from:to] {
		a, err := s.c.encode(t)
		if err != nil {
			return err
		}
		if err := s.assert(a); err != nil {
			return err
		}
	}
	return nil
}

// discard frees the Z3 solver; the next use builds a new one.
func (s *Solver) discard() {
	if s.ref != 0 && s.c.broken == nil {
		s.c.call(fnSolverDecRef, s.c.ref, uintptr(s.ref))
	}
	s.ref = 0
}

// Close frees the solver. Closing it again does nothing.
func (s *Solver) Close() {
	if s.closed {
		return
	}
	s.discard()
	s.closed = true
	s.c.Close()
}

// Push opens a scope.
func (s *Solver) Push() {
	s.valid = false
	s.scopes = append(s.scopes, scope{len(s.asserted), s.values})
	if s.ref != 0 && s.c.broken == nil {
		s.c.call(fnSolverPush, s.c.ref, uintptr(s.ref))
	}
}

// Pop closes the n innermost scopes.
func (s *Solver) Pop(n int) {
	s.valid = false
	if n < 0 || n > len(s.scopes) {
		panic(fmt.Sprintf("z3: pop of %d scopes, %d are open", n, len(s.scopes)))
	}
	if n == 0 {
		return
	}
	outer := s.scopes[len(s.scopes)-n]
	s.scopes = s.scopes[:len(s.scopes)-n]
	s.asserted, s.values = s.asserted[:outer.asserted], outer.values
	if s.ref != 0 && s.c.broken == nil {
		s.c.call(fnSolverPop, s.c.ref, uintptr(s.ref), uintptr(n))
	}
}

// Assert adds t to the innermost scope.
func (s *Solver) Assert(t *logic.Term) error {
	s.valid = false
	if !t.Sort().IsBool() {
		panic(fmt.Sprintf("z3: assertion of sort %v", t.Sort()))
	}
	if t.HasQuantifiers() && !s.quantified && len(s.scopes) == 0 {
		s.discard()
		s.quantified = true
	}
	if err := s.live(); err != nil {
		return err
	}
	a, err := s.c.encode(t)
	if err != nil {
		return err
	}
	if err := s.assert(a); err != nil {
		return err
	}
	s.asserted = append(s.asserted, t)
	return nil
}

func (s *Solver) assert(a ast) error {
	s.c.call(fnSolverAssert, s.c.ref, uintptr(s.ref), uintptr(a))
	return s.c.err(fnSolverAssert)
}

// distinguish asserts that the values of uninterpreted sorts translated since the last call are
// different elements. It numbers them: a function maps each value to a different number. This costs
// one equation per value, whereas pairwise disequalities would be quadratic.
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

// Check decides the assertions together with the assumptions; see [smt.Checker]. An interrupted
// Check returns within a second of the cancellation.
//
// Z3 takes literals as assumptions. Check gives names to other formulas, in a scope that it closes
// afterwards. Names that remained asserted would slow down later queries: after 150 of them, a
// query costs 20 times as much.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.valid, s.answer, s.reason, s.core = false, smt.Unknown, "", nil
	st, err := s.check(ctx, assumptions)
	if err != nil {
		s.reason = err.Error()
		return smt.Unknown, err
	}
	s.answer, s.valid = st, true
	if st == smt.Sat && s.c.constants && s.isRefuted() {
		s.answer, s.reason = smt.Unknown, "a model of libz3 that makes a formula false"
	}
	return s.answer, nil
}

// isRefuted reports whether a formula is false in the model. libz3 4.8.12 may treat a constant
// array as equal to another array that differs by stores at a few of many indices: (= (store ((as
// const (Array (_ BitVec 4) Bool)) true) #x4 false) ((as const …) false)).
func (s *Solver) isRefuted() bool {
	m, err := s.Model()
	if err != nil {
		return false
	}
	isFalse := func(t *logic.Term) bool { return m.Eval(t).IsFalse() }
	return slices.ContainsFunc(s.asserted, isFalse) || slices.ContainsFunc(s.asked, isFalse)
}

func (s *Solver) check(ctx context.Context, assumptions []*logic.Term) (smt.Status, error) {
	if err := s.live(); err != nil {
		return smt.Unknown, err
	}
	c := s.c
	s.asked = append(s.asked[:0], assumptions...)
	s.lits = s.lits[:0]
	for _, t := range assumptions {
		if t.IsFalse() {
			s.core = []*logic.Term{t}
			return smt.Unsat, nil
		}
		a, err := c.encode(t)
		if err != nil {
			return smt.Unknown, err
		}
		s.lits = append(s.lits, uintptr(a))
	}
	if err := s.distinguish(); err != nil {
		return smt.Unknown, err
	}
	var lits uintptr
	if len(s.lits) > 0 {
		lits = pin(&c.pins, &s.lits[0])
	}
	r, err := c.interruptible(ctx, fnSolverCheckAssumptions, c.ref, uintptr(s.ref), uintptr(len(s.lits)), lits)
	if err != nil {
		return smt.Unknown, err
	}
	defer s.spend() // must run after giveUp, which reads the error of the call
	switch int32(r) {
	case zTrueBool:
		return smt.Sat, nil
	case zFalseBool:
		return smt.Unsat, nil
	}
	s.giveUp()
	return smt.Unknown, nil
}

// A query of libz3 costs callTicks, and limitTicks for each unit of its resource limit. It uses
// some 3,000 units in a millisecond.
const (
	callTicks  = 3_000
	limitTicks = 10
)

// spend charges the cost of the last query to the store.
func (s *Solver) spend() {
	c := s.c
	c.store.Spend(callTicks)
	if s.ref == 0 {
		return
	}
	stats := c.call(fnSolverStatistics, c.ref, uintptr(s.ref))
	c.call(fnStatsIncRef, c.ref, stats)
	defer c.call(fnStatsDecRef, c.ref, stats)
	for i := range int(uint32(c.call(fnStatsSize, c.ref, stats))) {
		if cString(c.call(fnStatsKey, c.ref, stats, uintptr(i))) == "rlimit count" {
			used := uint32(c.call(fnStatsUint, c.ref, stats, uintptr(i)))
			c.store.Spend(limitTicks * int64(used-c.used)) // used counts all queries of the context
			c.used = used
		}
	}
}

// Z3_lbool.
const (
	zFalseBool = -1
	zTrueBool  = 1
)

// giveUp finds out why Z3's answer was unknown.
func (s *Solver) giveUp() {
	c := s.c
	if err := c.err(fnSolverCheckAssumptions); err != nil {
		// An exception inside Z3, probably for lack of memory. The state after it cannot be
		// trusted.
		s.reason = err.Error()
		s.discard()
		return
	}
	reason := cString(c.call(fnSolverReasonUnknown, c.ref, uintptr(s.ref)))
	if inner, ok := strings.CutPrefix(reason, "("); ok {
		reason = strings.TrimSuffix(inner, ")")
	}
	if s.opts.Ticks > 0 && reason == "canceled" {
		// some parts of Z3 report both reasons in the same way
		reason = "max. resource limit exceeded"
	}
	s.reason = reason
}

// Reason returns Z3's reason for the last answer, which was Unknown.
func (s *Solver) Reason() string { return s.reason }

// Core returns the assumptions that the last Check needed for its answer Unsat.
func (s *Solver) Core() []*logic.Term {
	s.need(smt.Unsat, "Core")
	if s.core != nil {
		return append([]*logic.Term(nil), s.core...)
	}
	c := s.c
	v := c.call(fnSolverUnsatCore, c.ref, uintptr(s.ref))
	c.call(fnVectorIncRef, c.ref, v)
	defer c.call(fnVectorDecRef, c.ref, v)
	n := int(uint32(c.call(fnVectorSize, c.ref, v)))
	needed := make(map[uintptr]bool, n)
	for i := range n {
		needed[c.call(fnVectorGet, c.ref, v, uintptr(i))] = true
	}
	core := make([]*logic.Term, 0, n)
	for i, lit := range s.lits {
		if needed[lit] {
			core = append(core, s.asked[i])
			delete(needed, lit) // an assumption given twice is reported once
		}
	}
	if len(needed) > 0 {
		panic("z3: a core has a formula that was not assumed")
	}
	return core
}

// Model returns the model of the last Check, whose answer was Sat. It assigns the symbols to which
// Z3 gives a value; the others are free and have default values. The error wraps
// errors.ErrUnsupported for values that terms cannot express: irrational numbers, lambdas,
// functions defined by formulas.
//
// Cost: about 1 µs per scalar symbol.
func (s *Solver) Model() (*logic.Model, error) {
	s.need(smt.Sat, "Model")
	c := s.c
	m := c.call(fnSolverModel, c.ref, uintptr(s.ref))
	if m == 0 {
		return nil, c.failed(fnSolverModel)
	}
	c.call(fnModelIncRef, c.ref, m)
	defer c.call(fnModelDecRef, c.ref, m)
	return c.readModel(object(m), s.values)
}

// need panics unless the last call was a Check with the given answer.
func (s *Solver) need(want smt.Status, what string) {
	if !s.valid || s.answer != want {
		panic(fmt.Sprintf("z3: %s without a Check that has just answered %v", what, want))
	}
}

// String returns the assertions as SMT-LIB text for debugging, as Z3 prints them, including renamed
// symbols.
func (s *Solver) String() string {
	if s.live() != nil {
		return "; " + s.c.broken.Error()
	}
	return cString(s.c.call(fnSolverToString, s.c.ref, uintptr(s.ref)))
}
