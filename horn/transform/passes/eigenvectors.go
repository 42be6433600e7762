// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the pass eigenvectors.
const (
	maxEigenvectorSize  = 500 // size of the system
	maxLinearArgs       = 8   // linear arguments of a loop
	maxMultiples        = 6   // sums of a predicate
	maxEigenvalue       = 64
	eigenvectorTicks    = 30_000 // ticks of one check
	maxEigenvectorTests = 150    // checks
)

// Eigenvectors finds inequalities between sums of arguments that loops multiply by a constant. For
// example, the loop
//
//	p(x, y) → p(3x, 3x + 2y)
//
// multiplies x by 3 and y - 3x by 2. Both keep their signs and grow, x faster than y - 3x: from
// p(1, 4) on, x ≥ 1, y - 3x ≥ 1 and y - 3x ≤ x. In general, a loop that turns x into Mx + b
// multiplies u·x + c by λ if u is a left eigenvector of M for λ ≠ 1 and c = u·b/(λ - 1). If λ < 0,
// signs alternate, and the inequalities are disjunctions. They are added to the constraints, and
// become conjuncts of models.
//
// The candidates come from the states of some runs (see simulator). Inequalities that clauses do
// not preserve are dropped until the rest is preserved.
//
// Reference: S. de Oliveira, S. Bensalem, V. Prevosto, "Polynomial Invariants by Linear Algebra",
// ATVA 2016, for invariants from left eigenvectors. Difference: inequalities between rational
// eigenvectors, and an order by growth, instead of equations of higher degree.
//
// Cost: n³ rational operations for each of the numbers that may be eigenvalues, for loops with n
// linear arguments.
func Eigenvectors(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if sys.Size() > maxEigenvectorSize || env.Backend == nil {
		return pass.Unchanged(sys), nil
	}
	sums := loopSums(sys)
	if !slices.ContainsFunc(sums, func(z []multiple) bool { return len(z) > 0 }) {
		return pass.Unchanged(sys), nil
	}
	sim := newSimulator(sys)
	for sim.steps < simulationSteps {
		sim.run()
	}
	d := absint.NewConjunctions(sys, func() smt.Solver { return env.NewSolver(sys.Store, eigenvectorTicks) }, maxEigenvectorTests)
	defer d.Close()
	for p := range sys.Preds {
		for _, family := range growths(sys.Store, sums[p], horn.Params(sys.Store, sys.Preds[p]), sim.derived[p]) {
			d.Add(p, family)
		}
	}
	r, err := absint.Run(ctx, sys, d, absint.Options{})
	if err != nil {
		return pass.Outcome{}, err
	}
	return (&strengthening{env: env, sys: sys, facts: r, conjoin: true}).outcome(), nil
}

// loopSums returns, by predicate, the sums of its parameters that clauses from the predicate to
// itself multiply.
func loopSums(sys *horn.System) [][]multiple {
	s, index := sys.Store, sys.Index()
	z := make([][]multiple, len(sys.Preds))
	for _, c := range sys.Clauses {
		for k := range c.Body {
			if c.Head == nil || c.Body[k].Pred != c.Head.Pred {
				continue
			}
			p := index[c.Head.Pred]
			for _, sort := range []*logic.Sort{s.Int, s.Real} {
				for _, m := range multiples(s, &c.Body[k], c.Head, sort) {
					known := slices.ContainsFunc(z[p], func(n multiple) bool { return n.sum == m.sum })
					if !known && len(z[p]) < maxMultiples {
						z[p] = append(z[p], m)
					}
				}
			}
		}
	}
	return z
}

// multiple is a sum of parameters that a loop multiplies by a number other than -1, 0 and 1.
type multiple struct {
	sum    *logic.Term
	factor rational.Rat
}

// multiples returns the sums of parameters of the sort that a loop multiplies. The loop leads from
// the states of one atom to those of the other.
func multiples(s *logic.Store, from, to *horn.Atom, sort *logic.Sort) []multiple {
	places := make([]int, 0, len(from.Args))
	sums := make([]logic.Linear, len(from.Args))
	for i, x := range from.Args {
		if x.Sort() == sort && x.IsVar() {
			places = append(places, i)
			sums[i] = s.Linear(to.Args[i])
		}
	}
	// Remove arguments that are not linear in the remaining ones, until all are.
	for n := -1; n != len(places); {
		n = len(places)
		places = slices.DeleteFunc(places, func(i int) bool {
			return slices.ContainsFunc(sums[i].Monomials, func(m logic.Monomial) bool {
				return !slices.ContainsFunc(places, func(j int) bool { return from.Args[j] == m.Term })
			})
		})
	}
	n := len(places)
	if n == 0 || n > maxLinearArgs {
		return nil
	}
	transposed := make([][]rational.Rat, n) // the transposed matrix of the loop
	den := rational.Int(1)
	for k := range transposed {
		transposed[k] = make([]rational.Rat, n)
		for i, at := range places {
			for _, m := range sums[at].Monomials {
				if m.Term == from.Args[places[k]] {
					transposed[k][i] = m.Coeff
					den = rational.LCM(den, m.Coeff.Den())
				}
			}
		}
	}
	var z []multiple
	for k := int64(-maxEigenvalue); k <= maxEigenvalue; k++ {
		factor := rational.Int(k).Div(den)
		if k == 0 || factor.Abs().IsOne() {
			continue
		}
		shifted := make([][]rational.Rat, n)
		for i := range shifted {
			shifted[i] = slices.Clone(transposed[i])
			shifted[i][i] = shifted[i][i].Sub(factor)
		}
		for _, u := range kernel(shifted) {
			z = append(z, multiple{multipleSum(s, u, places, sums, horn.Params(s, to.Pred), factor), factor})
		}
	}
	return z
}

// multipleSum returns the sum of parameters for the left eigenvector u, with coprime integers as
// coefficients.
func multipleSum(s *logic.Store, u []rational.Rat, places []int, sums []logic.Linear, params []*logic.Term, factor rational.Rat) *logic.Term {
	var c rational.Rat
	for i, at := range places {
		c = c.AddMul(u[i], sums[at].Const)
	}
	c = c.Div(factor.Sub(rational.Int(1)))
	den := c.Den()
	for _, x := range u {
		den = rational.LCM(den, x.Den())
	}
	gcd := c.Mul(den).Abs()
	for _, x := range u {
		gcd = rational.GCD(gcd, x.Mul(den).Abs())
	}
	scale := den.Div(gcd)
	sort := params[places[0]].Sort()
	z := []*logic.Term{s.Num(c.Mul(scale), sort)}
	for i, at := range places {
		z = append(z, s.Scale(u[i].Mul(scale), params[at]))
	}
	return s.Add(z...)
}

// kernel returns a basis of the vectors that the square matrix m, which it changes, maps to 0.
func kernel(m [][]rational.Rat) [][]rational.Rat {
	n := len(m)
	lead := make([]int, 0, n) // columns of the leading ones of the first rows
	for j := range n {
		r := len(lead)
		at := slices.IndexFunc(m[r:], func(row []rational.Rat) bool { return !row[j].IsZero() })
		if at < 0 {
			continue
		}
		m[r], m[r+at] = m[r+at], m[r]
		inv := m[r][j].Inv()
		for k := range n {
			m[r][k] = m[r][k].Mul(inv)
		}
		for i := range n {
			if c := m[i][j].Neg(); i != r && !c.IsZero() {
				for k := range n {
					m[i][k] = m[i][k].AddMul(c, m[r][k])
				}
			}
		}
		lead = append(lead, j)
	}
	var z [][]rational.Rat
	for j := range n {
		if slices.Contains(lead, j) {
			continue
		}
		x := make([]rational.Rat, n)
		x[j] = rational.Int(1)
		for r, k := range lead {
			x[k] = m[r][j].Neg()
		}
		z = append(z, x)
	}
	return z
}

// growths returns families of inequalities about the sums that may hold for all derived arguments.
func growths(s *logic.Store, sums []multiple, params []*logic.Term, derived [][]*logic.Term) (families [][]*logic.Term) {
	if len(derived) == 0 {
		return nil
	}
	grown := make([]growth, len(sums))
	for i, m := range sums {
		grown[i] = growth{multiple: m, s: s}
		for _, args := range derived {
			grown[i].values = append(grown[i].values, s.Substitute(m.sum, params, args).Num())
		}
	}
	for i := range grown {
		families = append(families, grown[i].limits()...)
		for j := range grown {
			x, y := &grown[i], &grown[j]
			slower := x.factor.Abs().Cmp(y.factor.Abs())
			if i != j && x.sum.Sort() == y.sum.Sort() && (slower < 0 || slower == 0 && i < j) {
				families = append(families, x.ratio(y)...)
			}
		}
	}
	return families
}

// growth is a multiple and its values in some runs.
type growth struct {
	multiple
	s      *logic.Store
	values []rational.Rat
}

// between states that lo ≤ sum ≤ hi.
func (g *growth) between(lo, hi *logic.Term) *logic.Term {
	return g.s.And(g.s.Le(lo, g.sum), g.s.Le(g.sum, hi))
}

// limits states that the sum has only the signs that it had in the runs. If it grows, it is no
// closer to 0 than in the runs, and otherwise no further away.
func (g *growth) limits() (families [][]*logic.Term) {
	num := func(x rational.Rat) *logic.Term { return g.s.Num(x, g.sum.Sort()) }
	zero := num(rational.Rat{})
	var sign, near, far []*logic.Term // a disjunct for each sign that the sum had
	for _, is := range []int{-1, 0, 1} {
		var closest, furthest rational.Rat
		seen := false
		for _, x := range g.values {
			if x.Sign() != is {
				continue
			}
			if !seen || x.Abs().Less(closest.Abs()) {
				closest = x
			}
			if !seen || furthest.Abs().Less(x.Abs()) {
				furthest = x
			}
			seen = true
		}
		switch {
		case !seen:
		case is == 0:
			equal := g.s.Eq(g.sum, zero)
			sign, near, far = append(sign, equal), append(near, equal), append(far, equal)
		case is < 0:
			sign, near, far = append(sign, g.s.Lt(g.sum, zero)), append(near, g.s.Le(g.sum, num(closest))), append(far, g.between(num(furthest), zero))
		default:
			sign, near, far = append(sign, g.s.Lt(zero, g.sum)), append(near, g.s.Le(num(closest), g.sum)), append(far, g.between(zero, num(furthest)))
		}
	}
	if g.factor.Abs().Less(rational.Int(1)) {
		return [][]*logic.Term{{g.s.Or(sign...)}, {g.s.Or(far...)}}
	}
	return [][]*logic.Term{{g.s.Or(near...), g.s.Or(sign...)}}
}

// ratio states that the sum divided by the sum of h is no further away from 0 than in the runs. h
// grows at least as fast. If both loops multiply by numbers of one sign, the formula also restricts
// the sign.
func (g *growth) ratio(h *growth) [][]*logic.Term {
	var most rational.Rat
	ratios := map[int]bool{} // signs of ratios
	signs := map[int]bool{}  // signs of h
	for i, y := range h.values {
		if y.IsZero() {
			return nil
		}
		q := g.values[i].Div(y)
		most = rational.Max(most, q.Abs())
		ratios[q.Sign()], signs[y.Sign()] = true, true
	}
	keeps := g.factor.Sign() == h.factor.Sign()
	lo, hi := rational.Rat{}, rational.Rat{} // limits of the ratio, times their denominator
	if ratios[1] || !keeps {
		hi = most.Num()
	}
	if ratios[-1] || !keeps {
		lo = most.Num().Neg()
	}
	var cases []*logic.Term
	zero := g.s.Num(rational.Rat{}, h.sum.Sort())
	for _, sign := range []int{-1, 1} {
		if !signs[sign] {
			continue
		}
		a, x, b := g.s.Scale(lo, h.sum), g.s.Scale(most.Den(), g.sum), g.s.Scale(hi, h.sum)
		is := g.s.Lt(zero, h.sum)
		if sign < 0 {
			a, b, is = b, a, g.s.Lt(h.sum, zero)
		}
		cases = append(cases, g.s.And(is, g.s.Le(a, x), g.s.Le(x, b)))
	}
	return [][]*logic.Term{{g.s.Or(cases...)}}
}
