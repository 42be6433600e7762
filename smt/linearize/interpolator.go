// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// Interpolator answers queries with products by a linear interpolator. It implements
// [smt.Interpolator]. Products get names, as do quotients and remainders with a variable divisor. A
// name occurs only where all symbols of its term occur. So an interpolant of the query with names
// is an interpolant of the query itself. If the query with names has no interpolant, the answer is
// Unknown.
type Interpolator struct {
	store *logic.Store
	inner smt.Interpolator // the linear interpolator
}

// NewInterpolator returns an interpolator that asks a linear one.
func NewInterpolator(store *logic.Store, inner smt.Interpolator) *Interpolator {
	return &Interpolator{store, inner}
}

// isNonlinear reports whether t is a product, quotient or remainder that is not linear.
func isNonlinear(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpIntDiv, logic.OpMod:
		return t.Arg(1).Op() != logic.OpNum
	}
	return t.IsProduct()
}

// Interpolate implements [smt.Interpolator].
func (ip *Interpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	var terms, names []*logic.Term
	abstract := ip.store.NewRewriter(func(t *logic.Term) *logic.Term {
		switch {
		case t.HasQuantifiers():
			return t
		case !isNonlinear(t):
			return nil
		}
		v := ip.store.Fresh("product", t.Sort())
		terms, names = append(terms, t), append(names, v)
		return v
	}, nil)
	linear := *q
	linear.Part = make([]*logic.Term, len(q.Part))
	for i, t := range q.Part {
		linear.Part[i] = abstract.Map(t)
	}
	if len(names) == 0 {
		return ip.inner.Interpolate(ctx, q)
	}
	z, err := ip.inner.Interpolate(ctx, &linear)
	if err != nil || z.Status == smt.Unknown {
		return z, err
	}
	if z.Status == smt.Sat {
		return smt.Interpolation{Reason: "no contradiction without laws about products"}, nil
	}
	for i, f := range z.Formulas {
		z.Formulas[i] = ip.store.Substitute(f, names, terms)
	}
	return z, nil
}
