// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/sat"
)

// Interpolator computes interpolants from proofs. One refutation of the conjunction of all
// partitions gives the formulas of all nodes. It implements [smt.Interpolator]. It belongs to one
// goroutine and one term store.
//
// Every query gets a new solver. Formulas are encoded partition by partition, so that gates and the
// aliases of alien terms are local. Only symbols, and atoms over sums of symbols, are common. So
// interpolants are over atoms of the partitions and sums of them.
type Interpolator struct {
	store *logic.Store
	opts  InterpolatorOptions
}

var _ smt.Interpolator = (*Interpolator)(nil)

// InterpolatorOptions configure an [Interpolator]. The zero value is the default.
type InterpolatorOptions struct {
	// Solver bounds the effort per query.
	Solver smt.Options
	// Words makes interpolants of bit-vectors by rules about words instead of bits. If the rules do
	// not suffice, the answer is Unknown.
	Words bool
}

// maxProof bounds the resolutions and clauses of a proof that is interpolated. If a proof is
// larger, the answer is Unknown.
const maxProof = 1_000_000

// NewInterpolator returns an interpolator over the terms of store.
func NewInterpolator(store *logic.Store, o InterpolatorOptions) *Interpolator {
	return &Interpolator{store: store, opts: o}
}

// Interpolate implements [smt.Interpolator]. Strength chooses the system; see the package comment.
// If a partition is outside the solver's theories, the error wraps errors.ErrUnsupported.
func (ip *Interpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	if err := context.Cause(ctx); err != nil {
		return smt.Interpolation{}, err
	}
	cuts, err := cutsOf(q)
	if err != nil {
		return smt.Interpolation{}, err
	}
	r, err := newRefuter(ip.store, q, ip.opts.Words)
	if err != nil {
		return smt.Interpolation{}, err
	}
	r.arith.ctx = ctx
	r.sat.SetLimits(sat.Limits{Ticks: int64(ip.opts.Solver.Ticks), Bytes: int64(ip.opts.Solver.Memory)})
	switch r.sat.Solve(ctx) {
	case sat.Sat:
		if r.eq.wordLevel {
			return smt.Interpolation{Reason: "no contradiction by rules about words"}, nil
		}
		m, fault := r.model(q)
		if fault != "" {
			return smt.Interpolation{Reason: fault}, nil
		}
		return smt.Interpolation{Status: smt.Sat, Model: m}, nil
	case sat.Unknown:
		if turn.Yield(ctx) != nil {
			return smt.Interpolation{}, context.Cause(ctx)
		}
		return smt.Interpolation{Reason: r.giveUpReason(), OutOfTicks: r.sat.UnknownReason() == sat.ReasonTicks}, nil
	}
	proof := r.sat.Proof()
	size := 0
	proof.Visit(func(n sat.Node) { size += 1 + len(n.Steps) })
	if size > maxProof {
		return smt.Interpolation{Reason: fmt.Sprintf("a proof of %d steps, which is too long to interpolate", size)}, nil
	}
	formulas, err := r.interpolants(ctx, proof, cuts, q.Strength)
	switch {
	case errors.Is(err, errMixed):
		return smt.Interpolation{Reason: err.Error()}, nil
	case err != nil:
		return smt.Interpolation{}, err
	}
	return smt.Interpolation{Status: smt.Unsat, Formulas: formulas}, nil
}

// refuter is a solver for one query, with proofs.
type refuter struct {
	core
	store  *logic.Store
	usage  *usage
	colors *colors
	local  map[*logic.Term]bool // names made in this query
}

// newRefuter encodes the partitions of q, bit-vectors as words or as bits.
func newRefuter(store *logic.Store, q *smt.Query, words bool) (*refuter, error) {
	r := &refuter{core: newCore(store, sat.Options{Proof: true}), store: store, usage: &usage{}, colors: newColors(q), local: map[*logic.Term]bool{}}
	r.arith.log = &certificates{}
	parts := make([]*logic.Term, len(q.Part))
	comparer := newComparer(store)
	equations := words
	for i, part := range q.Part {
		parts[i] = comparer.canonical(part)
		if err := supported(parts[i]); err != nil {
			return nil, err
		}
		equations = equations || needsEquality(parts[i])
	}
	if words {
		if err := checkWords(parts); err != nil {
			return nil, err
		}
		r.eq.wordLevel = true
	}
	if equations {
		if err := r.ground(parts); err != nil {
			return nil, err
		}
	}
	for i, part := range parts {
		e := newEncoder(store, r.sat, r.arith, r.table)
		e.partition, e.usage = sat.Partition(i), r.usage
		if equations {
			e.eq = r.eq
		}
		if err := e.assert(part); err != nil {
			return nil, err
		}
	}
	if equations {
		return r, r.shareIndices()
	}
	return r, nil
}

// ground prepares the parts for derivations from equations.
func (r *refuter) ground(parts []*logic.Term) error {
	c := r.colors
	for i := range parts {
		var names []*logic.Term
		parts[i], names = purified(r.store, parts[i], r.eq.wordLevel)
		for _, v := range names {
			r.local[v] = true
		}
		c.mention(i, parts[i])
	}
	c.close()
	r.eq.grounds = newGrounds(c, r.usage)
	for _, v := range logic.FreeVars(parts...) {
		r.share(v)
	}
	for _, f := range logic.Funcs(parts...) {
		if len(f.Params()) == 0 {
			r.share(r.store.Apply(f))
		}
	}
	return r.enc.needTruths()
}

// share records that equations may be connected through the symbol t across partitions.
func (r *refuter) share(t *logic.Term) {
	if g := r.eq.grounds; t.Sort().IsArith() && g.colors.of(t).count() > 1 {
		g.shared = append(g.shared, t)
	}
}

// shareIndices makes shared symbols nodes if their sort is an index sort. Then a read at one of
// them is also made at equal indices, including one that the array's partition has.
func (r *refuter) shareIndices() error {
	sorts := map[*logic.Sort]bool{}
	for _, s := range r.eq.stores {
		sorts[r.eq.sorts[s.i]] = true
	}
	for _, t := range r.eq.grounds.shared {
		if sorts[t.Sort()] {
			if _, err := r.enc.argument(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// model returns the values of the query's symbols, or an error if the model is wrong.
func (r *refuter) model(q *smt.Query) (m *logic.Model, fault string) {
	r.table.symbols = slices.DeleteFunc(r.table.symbols, func(t *logic.Term) bool { return r.local[t] })
	if r.eq.grounds == nil {
		return r.table.model(r.store, r.sat, r.arith, nil), ""
	}
	m = r.table.model(r.store, r.sat, r.arith, r.eq)
	return m, r.eq.doubt(r.sat.Value).fault(m, q.Part)
}

// cutsOf returns, for every node but the root, the partitions of its subtree.
func cutsOf(q *smt.Query) ([]partitions, error) {
	n := len(q.Part)
	if n == 0 || len(q.Parent) != n {
		return nil, fmt.Errorf("native: a query with %d partitions and %d parents; it needs as many of both, and one at least", n, len(q.Parent))
	}
	cuts := make([]partitions, n)
	for i, p := range q.Parent {
		if i < n-1 && (p <= i || p >= n) || i == n-1 && p != -1 {
			return nil, fmt.Errorf("native: node %d has parent %d; a parent comes after its children, and the last node is the root, with parent -1", i, p)
		}
		cuts[i].add(i)
		if p >= 0 {
			cuts[p].addAll(cuts[i])
		}
	}
	return cuts[:n-1], nil
}
