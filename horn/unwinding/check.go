// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"bytes"
	"context"
	"fmt"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/proof/lrat"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Invalid describes why an unwinding proves nothing.
type Invalid struct{ What string }

func (e *Invalid) Error() string { return "invalid unwinding: " + e.What }

func invalid(format string, args ...any) error { return &Invalid{fmt.Sprintf(format, args...)} }

// Check returns nil if u shows that sys is safe. Each edge that leaves an instance must lead to
// another instance, or be among the claims: edges that are said to be never taken. All queries must
// be claims. The proof must refute the formula of the instances together with the disjunction of
// the claims.
//
// Then no derivation ends in a query. The argument is by induction on the height of a derivation:
// an instance covers each derived atom. The variables of the formula have values under which the
// guards on the way to the instance hold, and its arguments are those of the atom. A clause that is
// applied to the atom is an edge that leaves the instance. The edge leads to another instance, or
// it is among the claims, which the proof refutes.
//
// Cost: that of the formula, and O(literals of the clauses that hints of the proof name).
func Check(ctx context.Context, sys *horn.System, u *horn.Unwinding) error {
	z := &checked{}
	err := Replay(ctx, sys, u, z)
	switch {
	case err != nil:
		return err
	case z.err != nil:
		return invalid("%v", z.err)
	}
	if err := z.ReadProof(bytes.NewReader(u.Proof)); err != nil {
		return invalid("%v", err)
	}
	if !z.Refuted() {
		return invalid("the proof does not end in the empty clause")
	}
	return nil
}

// checked passes clauses on to a proof checker.
type checked struct {
	lrat.Checker
	vars sat.Var
	err  error
}

// NewVar implements [bits.Sink].
func (c *checked) NewVar() sat.Var {
	c.vars++
	return c.vars
}

// Clause implements [bits.Sink].
func (c *checked) Clause(lits ...sat.Lit) {
	if err := c.Input(slice.Map(lits, sat.Lit.Dimacs)...); c.err == nil {
		c.err = err
	}
}

// Replay makes the formula of an unwinding, with its claims. It returns an [*Invalid] if the
// instances and edges do not fit the system.
func Replay(ctx context.Context, sys *horn.System, u *horn.Unwinding, sink bits.Sink) error {
	f, err := New(sys, sink)
	if err != nil {
		return err
	}
	claims, err := f.Leave(horn.Start)
	if err != nil {
		return err
	}
	for i, x := range u.Instances {
		if turn.Yield(ctx) != nil {
			return context.Cause(ctx)
		}
		if _, err := f.Add(x.Pred, x.Edges); err != nil {
			return err
		}
		more, err := f.Leave(i)
		if err != nil {
			return err
		}
		claims = append(claims, more...)
	}
	f.Claim(claims)
	return nil
}

// Claim states that one of the claims is taken: a query, or an edge that was left out.
func (f *Formula) Claim(edges []Leaving) {
	var lits []sat.Lit
	for _, x := range edges {
		if !f.leaving[x.Edge].used {
			lits = append(lits, x.Lit)
		}
	}
	f.sink.Clause(lits...)
}
