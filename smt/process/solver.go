// SPDX-License-Identifier: Apache-2.0

package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
	"cornet/smtlib"
)

// Solver is a solver in a child process. It implements [smt.Solver]. It belongs to one goroutine
// and one term store.
//
// If the child has ended, a new one gets all assertions again.
type Solver struct {
	session
	store  *logic.Store
	frames [][]*logic.Term // assertions by scope

	answer      smt.Status
	valid       bool // answer is the answer of a Check, if nothing has changed since
	assumptions []*logic.Term
	extra       bool // the child has an open scope with the assumptions
	reason      string
	closed      bool
}

// session is a child with the commands that it has been sent.
type session struct {
	command      []string
	pool         *pool
	opts         smt.Options
	time         time.Duration // limit of one question; 0 for none
	synthesis    time.Duration // limit of the synthesis of interpolants for one query
	interpolants bool          // the child is asked for interpolants
	log          *slog.Logger
	child        *child             // nil if there is no child
	table        *query.SymbolTable // the symbols of the child
	text         bytes.Buffer       // commands that have not been sent
}

// queryTicks is the counted effort of a query: the work of a child cannot be counted.
const queryTicks = 3 * logic.TicksPerMillisecond

// start starts a child unless there is one. It reports whether the child is new, and therefore
// without assertions.
func (s *session) start(ctx context.Context, store *logic.Store) (bool, error) {
	store.Spend(queryTicks)
	if turn.Yield(ctx) != nil {
		return false, context.Cause(ctx)
	}
	if s.child != nil && s.child.alive() {
		return false, nil
	}
	s.drop()
	c := s.pool.acquire(s.settings())
	if c != nil {
		s.text.WriteString("(reset)\n(set-option :print-success false)\n")
	} else {
		var err error
		if c, err = launch(ctx, s.command); err != nil {
			return false, err
		}
	}
	s.child, s.table = c, query.NewSymbolTable(store)
	s.text.WriteString(c.dialect.preamble(s.settings()))
	return true, nil
}

func (s *session) settings() settings {
	return settings{seed: s.opts.Seed, ticks: s.opts.Ticks, memory: s.opts.Memory, interpolants: s.interpolants}
}

// drop ends the child.
func (s *session) drop() {
	if s.child != nil {
		s.child.kill()
	}
	s.child = nil
	s.text.Reset()
}

// release leaves the child to other sessions, if its program supports (reset).
func (s *session) release() {
	if s.child != nil && s.child.dialect.resets {
		s.pool.give(s.settings(), s.child)
		s.child = nil
	}
	s.drop()
}

// errTime is the error of a question that has exceeded its time limit.
var errTime = errors.New("the time limit of one query has passed")

// ask sends the collected commands. Errors are those of exchange, or errTime.
func (s *session) ask(ctx context.Context) ([]smtlib.Sexpr, error) {
	if s.time > 0 {
		var stop func()
		ctx, stop = context.WithTimeoutCause(ctx, s.time, errTime)
		defer stop()
	}
	text := bytes.Clone(s.text.Bytes())
	s.text.Reset()
	xs, err := s.child.exchange(ctx, text)
	if err != nil {
		s.log.Debug("child lost", "command", s.command[0], "error", err)
		s.drop()
	}
	return xs, err
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.valid = false
	s.frames = append(s.frames, nil)
	if s.child != nil {
		s.closeExtra()
		s.open()
	}
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	s.valid = false
	if n < 0 || n >= len(s.frames) {
		panic(fmt.Sprintf("process: pop of %d scopes, %d are open", n, len(s.frames)-1))
	}
	s.frames = s.frames[:len(s.frames)-n]
	if s.child != nil && n > 0 {
		s.closeExtra()
		fmt.Fprintf(&s.text, "(pop %d)\n", n)
		s.table.Pop(n)
	}
}

func (s *session) open() {
	s.text.WriteString("(push 1)\n")
	s.table.Push()
}

// closeExtra closes the scope of the last assumptions.
func (s *Solver) closeExtra() {
	if s.extra {
		s.text.WriteString("(pop 1)\n")
		s.table.Pop(1)
		s.extra = false
	}
}

// Assert implements smt.Solver. If the program does not support a construct, the next Check returns
// an error that wraps errors.ErrUnsupported.
func (s *Solver) Assert(t *logic.Term) error {
	s.valid = false
	if !t.Sort().IsBool() {
		panic(fmt.Sprintf("process: assertion of sort %v", t.Sort()))
	}
	top := len(s.frames) - 1
	s.frames[top] = append(s.frames[top], t)
	if s.child != nil {
		s.closeExtra()
		s.declare(t, "")
	}
	return nil
}

// declare asserts t, under a name if there is one.
func (s *session) declare(t *logic.Term, name string) {
	s.table.Declare(&s.text, t)
	s.text.WriteString(smtlib.Command{Kind: smtlib.CmdAssert, Term: s.table.Out(t), Name: name}.String())
	s.text.WriteByte('\n')
}

// live ensures that there is a child with the assertions.
func (s *Solver) live(ctx context.Context) error {
	fresh, err := s.start(ctx, s.store)
	if err != nil || !fresh {
		return err
	}
	s.extra = false
	for i, frame := range s.frames {
		if i > 0 {
			s.open()
		}
		for _, t := range frame {
			s.declare(t, "")
		}
	}
	return nil
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.valid, s.answer, s.reason = false, smt.Unknown, ""
	s.assumptions = append(s.assumptions[:0], assumptions...)
	for attempt := 0; ; attempt++ {
		st, err := s.check(ctx)
		var died *diedError
		switch {
		case err == nil:
			s.answer, s.valid = st, true
			return st, nil
		case errors.Is(err, errTime):
			s.reason = errTime.Error()
			return smt.Unknown, nil
		case ctx.Err() != nil:
			return smt.Unknown, context.Cause(ctx)
		case errors.As(err, &died) && attempt > 0:
			s.reason = died.Error()
			return smt.Unknown, nil
		case !errors.As(err, &died):
			return smt.Unknown, err
		}
	}
}

// prefix starts the names of assertions. No symbol has it; see query.SymbolTable.
const prefix = query.ReservedPrefix

func (s *Solver) check(ctx context.Context) (smt.Status, error) {
	if err := s.live(ctx); err != nil {
		return smt.Unknown, err
	}
	s.closeExtra()
	if len(s.assumptions) > 0 {
		s.open()
		s.extra = true
		for i, t := range s.assumptions {
			s.declare(t, fmt.Sprintf("%sassumption!%d", prefix, i))
		}
	}
	st, err := s.checkSat(ctx)
	if st == smt.Unknown && err == nil {
		s.reason = s.reasonUnknown(ctx)
	}
	return st, err
}

// checkSat sends the collected commands and asks for the status.
func (s *session) checkSat(ctx context.Context) (smt.Status, error) {
	s.text.WriteString("(check-sat)\n")
	xs, err := s.ask(ctx)
	if err != nil {
		return smt.Unknown, err
	}
	for _, x := range slices.Backward(xs) {
		switch {
		case x.IsSymbol("sat"):
			return smt.Sat, nil
		case x.IsSymbol("unsat"):
			return smt.Unsat, nil
		case x.IsSymbol("unknown"), x.IsSymbol("timeout"):
			return smt.Unknown, nil
		}
	}
	s.drop()
	return smt.Unknown, &diedError{fmt.Sprintf("%d answers to (check-sat), but none is sat, unsat or unknown", len(xs)), ""}
}

// reasonUnknown asks why the last answer was unknown. A child that dies during this question is
// dropped.
func (s *session) reasonUnknown(ctx context.Context) string {
	s.text.WriteString("(get-info :reason-unknown)\n")
	xs, err := s.ask(ctx)
	if err == nil {
		for _, x := range xs {
			if len(x.List) == 2 && x.List[0].Text == ":reason-unknown" {
				return x.List[1].String()
			}
		}
	}
	return "the solver gave up"
}

// Reason implements smt.Solver.
func (s *Solver) Reason() string { return s.reason }

// queryTimeout bounds questions without a context.
const queryTimeout = 20 * time.Second

// Model implements smt.Solver. The model is checked not to falsify what was asserted and assumed.
func (s *Solver) Model() (*logic.Model, error) {
	s.need(smt.Sat, "Model")
	if s.child == nil {
		return nil, errors.New("process: the solver has ended before it gave a model")
	}
	ctx, stop := context.WithTimeout(context.Background(), queryTimeout)
	defer stop()
	m, err := s.model(ctx, s.store)
	if err != nil {
		return nil, err
	}
	for _, t := range append(slices.Concat(s.frames...), s.assumptions...) {
		if m.Eval(t).IsFalse() {
			return nil, fmt.Errorf("process: %s gave a model that falsifies %.200v", s.command[0], t)
		}
	}
	return m, nil
}

// Core implements smt.Solver. If a program gives no core, or a wrong one, the core is all
// assumptions.
func (s *Solver) Core() []*logic.Term {
	s.need(smt.Unsat, "Core")
	all := slices.Clone(s.assumptions)
	if s.child == nil || len(all) == 0 {
		return all
	}
	ctx, stop := context.WithTimeout(context.Background(), queryTimeout)
	defer stop()
	s.text.WriteString("(get-unsat-core)\n")
	xs, err := s.ask(ctx)
	if err != nil || len(xs) == 0 || xs[len(xs)-1].Kind != smtlib.SexprList {
		return all
	}
	needed := map[string]bool{}
	for _, x := range xs[len(xs)-1].List {
		needed[x.Text] = true
	}
	var z []*logic.Term
	found := 0
	for i, t := range all {
		if needed[fmt.Sprintf("%sassumption!%d", prefix, i)] {
			z = append(z, t)
			found++
		}
	}
	if found != len(needed) {
		return all
	}
	return z
}

// need panics unless the last call was a Check with the given answer.
func (s *Solver) need(want smt.Status, what string) {
	if !s.valid || s.answer != want {
		panic(fmt.Sprintf("process: %s without a Check that has just answered %v", what, want))
	}
}

// Close ends the child, or leaves it to other solvers of the back end. A second call does nothing.
func (s *Solver) Close() {
	if !s.closed {
		s.closed = true
		s.release()
	}
}
