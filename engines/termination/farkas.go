// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/lra"
)

// templates is a search for linear functions of the states at nodes: f(x̄) = c̄·x̄ + d with unknown
// coefficients for each node. By the lemma of Farkas, conditions on the functions in a cube become
// linear constraints on the coefficients. The lemma states that a sum is at least δ in a polyhedron
// if and only if it equals δ, plus a nonnegative combination of the polyhedron's rows, plus a
// nonnegative number.
//
// Reference: A. Podelski, A. Rybalchenko, "A Complete Method for the Synthesis of Linear Ranking
// Functions", VMCAI 2004.
type templates struct {
	lp    *lra.Solver
	rank  map[int][]unknowns // by node: the functions, in order
	order []int
}

// unknowns are the coefficients of one function, the constant last.
type unknowns []lra.Var

// newTemplates returns n functions for each node; features are the numbers of their features.
func newTemplates(n int, nodes []int, features map[int]int, ticks int64) *templates {
	z := &templates{lp: lra.New(lra.Options{TickLimit: ticks}), rank: map[int][]unknowns{}, order: nodes}
	for _, c := range nodes {
		for range n {
			u := make(unknowns, features[c]+1)
			for i := range u {
				u[i] = z.lp.NewVar()
			}
			z.rank[c] = append(z.rank[c], u)
		}
	}
	return z
}

// within bounds the coefficients of all functions.
func (t *templates) within(l limit) {
	if l.coefficient == 0 {
		return
	}
	for _, n := range t.order {
		for _, f := range t.rank[n] {
			for i, v := range f {
				most := rational.Int(l.coefficient)
				if i == len(f)-1 {
					most = rational.Int(l.constant)
				}
				t.lp.AssertUpper(v, most, false, 0)
				t.lp.AssertLower(v, most.Neg(), false, 0)
			}
		}
	}
}

// maxRounded bounds the coefficients that round tries to simplify.
const maxRounded = 80

// round simplifies the coefficients, one after the other: it makes them 0 if possible, and
// otherwise integers. There must be a solution, and there is one afterwards.
func (t *templates) round(ctx context.Context, l limit) error {
	n := 0
	for _, node := range t.order {
		for _, f := range t.rank[node] {
			for _, v := range f[:len(f)-1] {
				if n++; n > maxRounded {
					return nil
				}
				for k := int64(0); k <= 2*l.coefficient; k++ {
					at := rational.Int((k + 1) / 2 * (1 - 2*(k%2))) // 0, -1, 1, -2, …
					level := t.lp.Level()
					t.lp.Push()
					ok := t.lp.AssertLower(v, at, false, 0) == nil && t.lp.AssertUpper(v, at, false, 0) == nil
					if ok {
						var err error
						if ok, err = t.solve(ctx); err != nil {
							return err
						}
					}
					if ok {
						break
					}
					t.lp.Backtrack(level)
				}
			}
		}
	}
	_, err := t.solve(ctx)
	return err
}

// sum is a linear sum over columns whose coefficients are linear sums of unknowns. The nil column
// has the constant.
type sum map[*logic.Term][]lra.Monomial

// add adds factor·f, where the features of the state are sums over columns.
func (z sum) add(factor int64, f unknowns, features []logic.Linear) {
	k := rational.Int(factor)
	for i, x := range features {
		for _, m := range x.Monomials {
			z[m.Term] = append(z[m.Term], lra.Monomial{Coeff: m.Coeff.Mul(k), Var: f[i]})
		}
		z[nil] = append(z[nil], lra.Monomial{Coeff: x.Const.Mul(k), Var: f[i]})
	}
	z[nil] = append(z[nil], lra.Monomial{Coeff: k, Var: f[len(f)-1]})
}

// atLeast requires that the sum is at least δ in a cube. It returns false if bounds contradict
// this; solve decides the rest.
func (t *templates) atLeast(c *cube, z sum, delta rational.Rat) bool {
	weights := make([]lra.Var, len(c.rows))
	columns := map[*logic.Term][]lra.Monomial{}
	var order []*logic.Term
	note := func(col *logic.Term) {
		if _, ok := columns[col]; !ok && col != nil {
			columns[col] = append([]lra.Monomial(nil), z[col]...)
			order = append(order, col)
		}
	}
	// sum = δ + Σ weight·(-row) + rest, where rows are at most 0
	last := append([]lra.Monomial(nil), z[nil]...)
	ok := true
	for i, row := range c.rows {
		weights[i] = t.lp.NewVar()
		ok = t.lp.AssertLower(weights[i], rational.Rat{}, false, 0) == nil && ok
		for _, m := range row.Monomials {
			note(m.Term)
			columns[m.Term] = append(columns[m.Term], lra.Monomial{Coeff: m.Coeff, Var: weights[i]})
		}
		last = append(last, lra.Monomial{Coeff: row.Const, Var: weights[i]})
	}
	for _, xs := range [][]logic.Linear{c.pre, c.post} {
		for _, x := range xs {
			for _, m := range x.Monomials {
				note(m.Term)
			}
		}
	}
	for _, col := range order {
		v := t.lp.NewTerm(columns[col])
		ok = t.lp.AssertLower(v, rational.Rat{}, false, 0) == nil && ok
		ok = t.lp.AssertUpper(v, rational.Rat{}, false, 0) == nil && ok
	}
	return t.lp.AssertLower(t.lp.NewTerm(last), delta, false, 0) == nil && ok
}

// decrease requires that function i falls by at least δ in a cube.
func (t *templates) decrease(c *cube, i int, delta int64) bool {
	z := sum{}
	z.add(1, t.rank[c.begin][i], c.pre)
	z.add(-1, t.rank[c.end][i], c.post)
	return t.atLeast(c, z, rational.Int(delta))
}

// bounded requires that function i is not negative at the start of a cube.
func (t *templates) bounded(c *cube, i int) bool {
	z := sum{}
	z.add(1, t.rank[c.begin][i], c.pre)
	return t.atLeast(c, z, rational.Rat{})
}

// nested requires the conditions of nested ranking functions in a cube. The first function falls by
// 1. Each other function falls by 1 minus the value of the function before it. The last function is
// not negative.
//
// Reference: J. Leike, M. Heizmann, "Ranking Templates for Linear Loops", TACAS 2014.
func (t *templates) nested(c *cube) bool {
	ok := true
	for i := range t.rank[c.begin] {
		z := sum{}
		z.add(1, t.rank[c.begin][i], c.pre)
		z.add(-1, t.rank[c.end][i], c.post)
		if i > 0 {
			z.add(1, t.rank[c.begin][i-1], c.pre)
		}
		ok = t.atLeast(c, z, rational.Int(1)) && ok
	}
	return t.bounded(c, len(t.rank[c.begin])-1) && ok
}

// solve reports whether there are coefficients.
func (t *templates) solve(ctx context.Context) (bool, error) {
	status, err := t.lp.Check(ctx)
	return status == lra.Feasible, err
}

// terms returns the functions number i over the features of states at nodes, scaled to integer
// coefficients by a common factor.
func (t *templates) terms(i int) map[int][]rational.Rat {
	scale := rational.Int(1)
	values := t.lp.Model(nil)
	for _, c := range t.order {
		for _, v := range t.rank[c][i] {
			scale = rational.LCM(scale, values[v].Den())
		}
	}
	z := map[int][]rational.Rat{}
	for _, c := range t.order {
		for _, v := range t.rank[c][i] {
			z[c] = append(z[c], values[v].Mul(scale))
		}
	}
	return z
}
