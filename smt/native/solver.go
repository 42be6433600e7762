// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/sat"
)

// Solver decides formulas of the theories in the package comment. It implements smt.Solver. It
// belongs to one goroutine and one term store.
type Solver struct {
	store *logic.Store
	opts  smt.Options

	core
	scopes [][]*logic.Term // assertions by scope; the first is never closed

	// prepared has the canonical forms of the terms given so far. (This costs no memory for terms:
	// the store never frees them.)
	prepared map[*logic.Term]*logic.Term
	comparer *comparer

	assumed []assumption // the assumptions of the last Check
	proving bool         // see Backend.Proofs
	reason  string
}

// core is the machinery below the assertions. It is rebuilt when too much of it comes from closed
// scopes.
type core struct {
	sat   *sat.Solver
	arith *arithmetic
	enc   *encoder
	table *symbolTable
	eq    *equality

	sizes []int // the size at the start of each open scope
	waste int   // how much closed scopes have made it grow
}

type assumption struct {
	term *logic.Term
	lit  sat.Lit
}

// NewSolver returns a solver without assertions.
func NewSolver(store *logic.Store, o smt.Options) *Solver { return newSolver(store, o, false) }

func newSolver(store *logic.Store, o smt.Options, proving bool) *Solver {
	s := &Solver{
		store: store, opts: o, proving: proving,
		scopes: [][]*logic.Term{nil}, prepared: map[*logic.Term]*logic.Term{}, comparer: newComparer(store),
	}
	s.core = s.newCore()
	return s
}

// newCore returns the machinery for this solver.
func (s *Solver) newCore() core {
	c := newCore(s.store, sat.Options{Proof: s.proving})
	if s.proving {
		c.arith.log = &certificates{}
	}
	return c
}

func newCore(store *logic.Store, o sat.Options) core {
	o.Spend = store.Spend
	c := core{sat: sat.New(o), arith: newArithmetic(), table: newSymbolTable()}
	c.enc = newEncoder(store, c.sat, c.arith, c.table)
	c.eq = newEquality(c.enc)
	c.enc.eq = c.eq
	c.sat.SetTheory(&combination{c.arith, c.eq})
	return c
}

// Close implements smt.Solver.
func (s *Solver) Close() {}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.scopes = append(s.scopes, nil)
	s.core.push()
}

func (c *core) push() {
	c.sizes = append(c.sizes, c.size())
	c.sat.Push()
	c.enc.push()
}

func (c *core) pop() {
	last := len(c.sizes) - 1
	c.waste += c.size() - c.sizes[last]
	c.sizes = c.sizes[:last]
	c.sat.Pop()
	c.enc.pop()
}

// Pop implements smt.Solver.
func (s *Solver) Pop(n int) {
	for range n {
		if len(s.scopes) == 1 {
			panic("native: Pop without Push")
		}
		s.scopes = s.scopes[:len(s.scopes)-1]
		s.core.pop()
	}
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t *logic.Term) error {
	t, err := s.prepare(t)
	if err != nil {
		return err
	}
	if err := s.enc.assert(t); err != nil {
		return err
	}
	top := len(s.scopes) - 1
	s.scopes[top] = append(s.scopes[top], t)
	return nil
}

// prepare returns t in canonical form. It returns an error if the solver has no theory for a part
// of t.
func (s *Solver) prepare(t *logic.Term) (*logic.Term, error) {
	z, ok := s.prepared[t]
	if !ok {
		z = s.comparer.canonical(t)
		if err := supported(z); err != nil {
			return nil, err
		}
		s.prepared[t] = z
	}
	return z, nil
}

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.reason = ""
	if err := context.Cause(ctx); err != nil {
		return smt.Unknown, err
	}
	if err := s.rebuildIfWasteful(); err != nil {
		return smt.Unknown, err
	}
	s.assumed = s.assumed[:0]
	lits := make([]sat.Lit, len(assumptions))
	for i, t := range assumptions {
		t, err := s.prepare(t)
		if err != nil {
			return smt.Unknown, err
		}
		l, err := s.enc.literal(t, positive)
		if err != nil {
			return smt.Unknown, err
		}
		lits[i] = l
		s.assumed = append(s.assumed, assumption{assumptions[i], l})
	}
	s.arith.ctx = ctx
	s.sat.SetLimits(sat.Limits{Ticks: int64(s.opts.Ticks), Bytes: int64(s.opts.Memory)})
	switch s.sat.Solve(ctx, lits...) {
	case sat.Sat:
		if s.reason = s.modelFault(); s.reason != "" {
			return smt.Unknown, nil
		}
		return smt.Sat, nil
	case sat.Unsat:
		if s.proving {
			if err := s.verify(); err != nil {
				s.reason = "an invalid proof: " + err.Error()
				return smt.Unknown, nil
			}
		}
		return smt.Unsat, nil
	}
	if turn.Yield(ctx) != nil {
		return smt.Unknown, context.Cause(ctx)
	}
	s.reason = s.giveUpReason()
	return smt.Unknown, nil
}

// modelFault describes what is wrong with the model, or returns "". It checks only formulas whose
// truth is in doubt.
func (s *Solver) modelFault() string {
	doubt := s.eq.doubt(s.sat.Value)
	if doubt == certain {
		return ""
	}
	m := s.table.model(s.store, s.sat, s.arith, s.eq)
	for _, scope := range s.scopes {
		if fault := doubt.fault(m, scope); fault != "" {
			return fault
		}
	}
	for _, a := range s.assumed {
		if fault := doubt.fault(m, []*logic.Term{a.term}); fault != "" {
			return fault
		}
	}
	return ""
}

// giveUpReason returns why the last Solve answered Unknown.
func (c *core) giveUpReason() string {
	switch why := c.sat.UnknownReason(); {
	case why == sat.ReasonTicks:
		return smt.OutOfTicks
	case why != sat.ReasonTheory:
		return why.String()
	case c.arith.reason == "":
		return c.eq.reason
	}
	return c.arith.reason
}

// Reason implements smt.Solver.
func (s *Solver) Reason() string { return s.reason }

// Core implements smt.Solver.
func (s *Solver) Core() []*logic.Term {
	inCore := map[sat.Lit]bool{}
	for _, l := range s.sat.Core() {
		inCore[l] = true
	}
	var z []*logic.Term
	for _, a := range s.assumed {
		if inCore[a.lit] {
			z = append(z, a.term)
			delete(inCore, a.lit)
		}
	}
	return z
}

// Model implements smt.Solver.
func (s *Solver) Model() (*logic.Model, error) {
	return s.table.model(s.store, s.sat, s.arith, s.eq), nil
}

// Closed scopes leave variables behind. If there are more of these than maxWaste, and more than
// other variables, the machinery is rebuilt.
const maxWaste = 3000

func (c *core) size() int { return c.arith.lia.Relaxation().NumVars() + c.sat.NumVars() }

func (s *Solver) rebuildIfWasteful() error {
	if s.waste <= max(maxWaste, s.size()/2) {
		return nil
	}
	s.core = s.newCore()
	for i, scope := range s.scopes {
		if i > 0 {
			s.core.push()
		}
		for _, t := range scope {
			if err := s.enc.assert(t); err != nil {
				return err
			}
		}
	}
	return nil
}
