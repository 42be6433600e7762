// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"bytes"
	"context"
	"errors"

	"cornet/horn"
	"cornet/smt/sat"
)

// Solver passes clauses on to a SAT solver and numbers them. So the solver's refutation becomes the
// proof of an unwinding.
type Solver struct {
	*sat.Solver
	clauses int
}

// NewSolver returns a solver without clauses. It logs its proof, and tries simple inputs first.
func NewSolver(o sat.Options) *Solver {
	o.Proof, o.Lucky = true, true
	return &Solver{Solver: sat.New(o)}
}

// Clause implements [bits.Sink].
func (s *Solver) Clause(lits ...sat.Lit) {
	s.clauses++
	s.AddClauseIn(sat.Partition(s.clauses), lits...)
}

// Clauses returns the number of clauses.
func (s *Solver) Clauses() int { return s.clauses }

// LRAT returns the proof of the last answer, which must be Unsat without assumptions.
func (s *Solver) LRAT() ([]byte, error) {
	var z bytes.Buffer
	numbering := sat.Numbering{Clauses: s.clauses, Of: func(n sat.Node) int { return int(n.Partition) }}
	err := s.Proof().WriteLRAT(&z, numbering)
	return z.Bytes(), err
}

// Prove returns u with a new proof. A new proof is needed if the order of sys's terms has changed
// since u was made, for example by printing and reading. The formula of the same instances is then
// different.
//
// Cost: that of the formula and of solving it, up to the ticks.
func Prove(ctx context.Context, sys *horn.System, u *horn.Unwinding, ticks int64) (*horn.Unwinding, error) {
	s := NewSolver(sat.Options{Limits: sat.Limits{Ticks: ticks}, Spend: sys.Store.Spend})
	if err := Replay(ctx, sys, u, s); err != nil {
		return nil, err
	}
	switch s.Solve(ctx) {
	case sat.Sat:
		return nil, invalid("there is a derivation that it does not cover, or that reaches a query")
	case sat.Unknown:
		return nil, errors.Join(errors.New("no proof has been found"), context.Cause(ctx))
	}
	proof, err := s.LRAT()
	return &horn.Unwinding{Instances: u.Instances, Proof: proof}, err
}
