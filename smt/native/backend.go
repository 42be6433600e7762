// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/linearize"
	"cornet/smt/project"
)

// Backend makes embedded solvers. It implements smt.Backend and is safe for concurrent use. The
// zero value is ready to use.
type Backend struct {
	// Proofs makes solvers log a proof of every refutation and verify it before they answer Unsat:
	// its resolutions and the certificates of its lemmas of arithmetic. A wrong proof makes the
	// answer Unknown. This costs about a tenth more time, and memory for the proofs. It is meant
	// for validators, not for engines.
	Proofs bool
}

// Name implements smt.Backend.
func (Backend) Name() string { return "native" }

// New implements smt.Backend.
func (b Backend) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	return linearize.New(store, func() smt.Solver { return newSolver(store, o, b.Proofs) }), nil
}

// Projector implements smt.Backend.
func (Backend) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{Log: o.Log}), nil
}

// Bounds on the effort of interpolation from models, which asks hundreds of checks.
const (
	modelTicks  = 5_000_000 // of one check
	modelFactor = 200       // of a query, in checks that use up their bound
)

// Interpolator implements smt.Backend. Interpolants come from proofs, and from models if there is
// no proof. (Lazy abstraction with 4 s of processor time per task solved 44 of 60 tasks of
// LIA-Lin.quick and 16 of 30 of LRA-Lin.quick with proofs first. With models first it was 40 of 60
// and 3 of the first 18.)
//
// With bit-vectors, models come first: proofs are over bits, and their interpolants are seldom
// simple over words. (Of BV.quick, lazy abstraction solved MADWiFi-encode_ie_ok in 0.06 s with
// models first and in 0.33 s with proofs first. Predicate abstraction solved nest-len in 1.9 s with
// models first, and did not solve it in 2.8 s with proofs first.)
func (b Backend) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	p, err := b.Projector(store, o)
	if err != nil {
		return nil, err
	}
	one := o.Within(modelTicks)
	newSolver := func() (smt.Solver, error) { return b.New(store, one) }
	fromProofs := linearize.NewInterpolator(store, NewInterpolator(store, InterpolatorOptions{Solver: o}))
	fromWords := NewInterpolator(store, InterpolatorOptions{Solver: o, Words: true})
	fromModels := itp.NewModelBased(store, newSolver, p, itp.Options{MaxEffort: modelFactor * int64(one.Ticks), Log: o.Log})
	return &interpolator{
		smt.FromProofs: itp.NewFallback(fromProofs, fromModels),
		smt.FromWords:  itp.NewFallback(fromWords, fromModels, fromProofs),
		smt.FromModels: itp.NewFallback(fromModels, fromProofs),
	}, nil
}

// interpolator tries interpolators in an order that depends on the method.
type interpolator [smt.FromModels + 1]smt.Interpolator

// Interpolate implements [smt.Interpolator].
func (ip *interpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	method := q.Method
	if method == smt.MethodDefault {
		method = defaultMethod(q)
	}
	return ip[method].Interpolate(ctx, q)
}

// defaultMethod returns the method that was fastest in measurements for the theories of a query.
func defaultMethod(q *smt.Query) smt.Method {
	if q.HasWords() || slices.ContainsFunc(q.Part, needsEquality) {
		return smt.FromModels
	}
	return smt.FromProofs
}
