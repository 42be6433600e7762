// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"cmp"
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// The bounds of a [Minimiser].
const (
	minimiseTicks = 100_000 // ticks of one query
	minimiseLimit = 80      // queries
	minimiseDoubt = 3       // undecided queries
	minimiseSize  = 4000    // distinct subterms of an invariant that is minimised
)

// Minimiser drops the unnecessary parts of a safe inductive invariant. Invariants from images and
// lemmas have many parts that only the search needed.
//
// First it chooses conjuncts by unsatisfiable cores: those that exclude the bad states, and those
// that these need to be inductive. This takes as many queries as there are chosen conjuncts. Then
// it drops arguments of conjunctions and disjunctions one by one, from the outside, the largest
// first, as long as queries remain. Without an argument of a conjunction, the invariant must still
// exclude the bad states. Without an argument of a disjunction, it must still contain the initial
// states. It must be inductive each time.
//
// The number of queries and their effort are bounded. If a query is undecided, the argument stays.
type Minimiser struct {
	System *System
	// States and Steps must have no assertions between calls. Their checks should be bounded.
	States, Steps smt.Solver
	Stats         MinimiseStats

	doubt int // number of undecided queries
}

// MinimiseStats counts the work of a [Minimiser].
type MinimiseStats struct {
	MinimiseChecks int64 `json:"minimise_checks"` // satisfiability queries
	SizeBefore     int64 `json:"invariant_found"` // subterms of the invariant that was found
	SizeAfter      int64 `json:"invariant"`       // subterms of the returned invariant
}

// Minimise returns a safe inductive invariant that is no larger than the given one, inv.
func (z *Minimiser) Minimise(ctx context.Context, inv *logic.Term) (*logic.Term, error) {
	z.Stats.SizeBefore, z.Stats.SizeAfter = int64(logic.Size(inv)), int64(logic.Size(inv))
	if z.Stats.SizeBefore > minimiseSize {
		return inv, nil
	}
	z.Steps.Push()
	defer z.Steps.Pop(1)
	if err := z.Steps.Assert(z.System.At(z.System.Trans, 0)); err != nil {
		return inv, err
	}
	smaller, err := z.support(ctx, inv)
	if err == nil {
		smaller, err = z.prune(ctx, smaller, func(t *logic.Term) *logic.Term { return t })
	}
	if err != nil || logic.Size(smaller) > logic.Size(inv) {
		return inv, err
	}
	z.Stats.SizeAfter = int64(logic.Size(smaller))
	return smaller, nil
}

// spent reports whether the queries are used up.
func (z *Minimiser) spent() bool {
	return z.Stats.MinimiseChecks >= minimiseLimit || z.doubt >= minimiseDoubt
}

// refuted reports whether s proves that the assumptions contradict its assertions.
func (z *Minimiser) refuted(ctx context.Context, s smt.Solver, assumptions ...*logic.Term) (bool, error) {
	z.Stats.MinimiseChecks++
	st, err := s.Check(ctx, assumptions...)
	if st == smt.Unknown {
		z.doubt++
	}
	return st == smt.Unsat, err
}

// support returns the conjuncts of inv that exclude the bad states, those that these need to be
// inductive, and so on. It returns inv if a query is undecided.
func (z *Minimiser) support(ctx context.Context, inv *logic.Term) (*logic.Term, error) {
	ts, st := z.System, z.System.Store
	if inv.Op() != logic.OpAnd {
		return inv, nil
	}
	conjuncts := inv.Args()
	before := make([]*logic.Term, len(conjuncts))
	for i, c := range conjuncts {
		before[i] = ts.At(c, 0)
	}
	chosen := map[*logic.Term]bool{}
	var list []*logic.Term // chosen, in the order of discovery
	choose := func(core []*logic.Term) {
		for i, c := range conjuncts {
			if !chosen[c] && slices.Contains(core, before[i]) {
				chosen[c] = true
				list = append(list, c)
			}
		}
	}
	ok, err := z.refuted(ctx, z.States, append(slices.Clone(before), ts.At(ts.Bad, 0))...)
	if !ok || err != nil {
		return inv, err
	}
	choose(z.States.Core())
	for i := 0; i < len(list); i++ {
		if z.spent() {
			return inv, nil
		}
		ok, err := z.refuted(ctx, z.Steps, append(slices.Clone(before), st.Not(ts.At(list[i], 1)))...)
		if !ok || err != nil {
			return inv, err
		}
		choose(z.Steps.Core())
	}
	return st.And(list...), nil
}

// prune drops arguments of t, a part of an invariant, and of its arguments. whole returns the
// invariant with another formula instead of t.
func (z *Minimiser) prune(ctx context.Context, t *logic.Term, whole func(*logic.Term) *logic.Term) (*logic.Term, error) {
	st := z.System.Store
	join, weaker := st.And, true
	switch t.Op() {
	case logic.OpAnd:
	case logic.OpOr:
		join, weaker = st.Or, false
	default:
		return t, nil
	}
	args := slices.Clone(t.Args())
	slices.SortStableFunc(args, func(a, b *logic.Term) int { return cmp.Compare(logic.Size(b), logic.Size(a)) })
	args, err := smt.Minimise(args, smt.Unbounded, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		if z.spent() {
			return nil, false, nil
		}
		ok, err := z.holds(ctx, whole(join(rest...)), weaker)
		return rest, ok, err
	})
	if err != nil {
		return nil, err
	}
	for i, a := range args {
		if z.spent() {
			break
		}
		smaller, err := z.prune(ctx, a, func(y *logic.Term) *logic.Term {
			others := slices.Clone(args)
			others[i] = y
			return whole(join(others...))
		})
		if err != nil {
			return nil, err
		}
		args[i] = smaller
	}
	return join(args...), nil
}

// holds reports whether inv is a safe inductive invariant. inv must be weaker, or stronger, than a
// known one.
func (z *Minimiser) holds(ctx context.Context, inv *logic.Term, weaker bool) (bool, error) {
	ts, st := z.System, z.System.Store
	var ok bool
	var err error
	if weaker {
		ok, err = z.refuted(ctx, z.States, ts.At(inv, 0), ts.At(ts.Bad, 0))
	} else {
		ok, err = z.refuted(ctx, z.States, st.Not(ts.At(inv, 0)), ts.At(ts.Init, 0))
	}
	if !ok || err != nil {
		return false, err
	}
	return z.refuted(ctx, z.Steps, ts.At(inv, 0), st.Not(ts.At(inv, 1)))
}
