// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/pass"
	"cornet/internal/poly"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the pass polynomials.
const (
	maxPolynomialSize  = 3000      // size of the system
	polynomialTicks    = 1_000_000 // ticks of one check
	maxPolynomialTests = 400       // checks
	maxPolynomialArgs  = 10        // arguments of a predicate
	maxMonomials       = 130       // monomials of an equation
	spare              = 2         // additional points for each monomial
	maxDegree          = 6
	maxLimits          = 48 // comparisons that are tried for a predicate
)

// Polynomials finds polynomial equations that hold between the arguments of predicates, such as 2s
// = n(n+1), exactly or modulo powers of two that the constraints divide by. It also finds
// comparisons that occur in the constraints, or that differ from these by one. It removes clauses
// that cannot be used under these facts, and adds the facts to the constraints of clauses with
// products. All facts become conjuncts of models. Systems without products of variables do not
// change.
//
// Candidates are equations that hold in the states of some runs (see simulator), found by linear
// algebra over monomials. Equations that clauses do not preserve are dropped until the rest is
// preserved. A solver that supports polynomials decides this: see package linearize.
//
// References: R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. V. Nori, "A Data Driven
// Approach for Algebraic Loop Invariants", ESOP 2013; C. Flanagan, K. R. M. Leino, "Houdini, an
// Annotation Assistant for ESC/Java", FME 2001. Difference: equations modulo powers of two, as
// programs compute.
func Polynomials(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if !logic.HasProducts(terms(sys)...) || sys.Size() > maxPolynomialSize || env.Backend == nil {
		return pass.Unchanged(sys), nil
	}
	within, err := Intervals(ctx, env, sys)
	if err != nil {
		return pass.Outcome{}, err
	}
	z, err := polynomials(ctx, env, within.System)
	if err != nil || z.System == within.System {
		return pass.Unchanged(sys), err
	}
	z.Back = pass.Chain(within.Back, z.Back)
	return z, nil
}

// polynomials is Polynomials of a system whose clauses have the bounds of their variables.
func polynomials(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	sim := newSimulator(sys)
	for sim.steps < simulationSteps {
		sim.run()
	}
	moduli := powersOfTwo(sys)
	solver := func() smt.Solver { return env.NewSolver(sys.Store, polynomialTicks) }
	limits := absint.NewConjunctions(sys, solver, maxPolynomialTests)
	defer limits.Close()
	equations := absint.NewConjunctions(sys, solver, maxPolynomialTests)
	defer equations.Close()
	for p := range sys.Preds {
		g := &guesser{sys: sys, pred: sys.Preds[p], params: horn.Params(sys.Store, sys.Preds[p]), moduli: moduli, derived: sim.derived[p]}
		for _, family := range g.limits() {
			limits.Add(p, family)
		}
		for _, family := range g.equations() {
			equations.Add(p, family)
		}
	}
	limits.Clauses = withoutProducts(sys)
	bounds, err := absint.Run(ctx, sys, limits, absint.Options{})
	if err != nil {
		return pass.Outcome{}, err
	}
	bounded := &strengthening{env: env, sys: sys, facts: bounds, conjoin: true}
	equations.Clauses = make([]*horn.Clause, len(sys.Clauses))
	for i, c := range sys.Clauses {
		if equations.Clauses[i], _ = bounded.clause(i); equations.Clauses[i] == nil {
			equations.Clauses[i] = &horn.Clause{Body: c.Body, Constraint: sys.Store.False(), Head: c.Head}
		}
	}
	r, err := absint.Run(ctx, sys, equations, absint.Options{})
	if err != nil {
		return pass.Outcome{}, err
	}
	found := &strengthening{env: env, sys: sys, facts: both{sys.Store, bounds, r}}
	found.simplify = func(i int) (*horn.Clause, bool) {
		c := sys.Clauses[i]
		body, ok := r.Body(i)
		if !ok || c.Head == nil && !equations.Usable(ctx, i, body) {
			return nil, false
		}
		if !logic.HasProducts(c.Constraint) {
			return c, true
		}
		conj := []*logic.Term{c.Constraint}
		for k := range c.Body {
			conj = append(conj, found.facts.Atom(&c.Body[k]))
		}
		z := *c
		z.Constraint = sys.Store.And(conj...)
		return &z, true
	}
	return found.outcome(), nil
}

// both has the facts of x and of y.
type both struct {
	store *logic.Store
	x, y  facts
}

// Atom is [facts.Atom].
func (b both) Atom(a *horn.Atom) *logic.Term {
	return b.store.And(b.x.Atom(a), b.y.Atom(a))
}

// withoutProducts returns the clauses with variables instead of products.
func withoutProducts(sys *horn.System) []*horn.Clause {
	s := sys.Store
	rw := s.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		if t.IsProduct() {
			return s.Fresh("product", t.Sort())
		}
		return t
	})
	z := make([]*horn.Clause, len(sys.Clauses))
	for i, c := range sys.Clauses {
		z[i] = &horn.Clause{Body: c.Body, Constraint: rw.Map(c.Constraint)}
		if c.Head != nil {
			z[i].Head = &horn.Atom{Pred: c.Head.Pred, Args: slices.Clone(c.Head.Args)}
			rw.MapAll(z[i].Head.Args)
		}
	}
	return z
}

// terms returns the constraints of sys and the arguments of its heads.
func terms(sys *horn.System) []*logic.Term {
	var z []*logic.Term
	for _, c := range sys.Clauses {
		z = append(z, c.Constraint)
		if c.Head != nil {
			z = append(z, c.Head.Args...)
		}
	}
	return z
}

// powersOfTwo returns the numerals of sys that are powers of two from 256 to 2^64, descending.
func powersOfTwo(sys *horn.System) []rational.Rat {
	var z []rational.Rat
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpNum {
			x, ok := t.Num().Abs().BigInt()
			if n := x.BitLen(); ok && (n == 33 || n == 65) && int(x.TrailingZeroBits()) == n-1 {
				z = append(z, t.Num().Abs())
			}
		}
		return true
	}, terms(sys)...)
	slices.SortFunc(z, func(x, y rational.Rat) int { return y.Cmp(x) })
	return slices.CompactFunc(z, rational.Rat.Equal)
}

// guesser guesses formulas for one predicate that hold for all derived arguments.
type guesser struct {
	sys     *horn.System
	pred    *logic.Func
	params  []*logic.Term
	moduli  []rational.Rat
	derived [][]*logic.Term
}

// equations returns families of polynomial equations.
func (d *guesser) equations() (families [][]*logic.Term) {
	var places []int
	for i, x := range d.params {
		if x.Sort().IsInt() {
			places = append(places, i)
		}
	}
	if len(places) == 0 || len(places) > maxPolynomialArgs {
		return nil
	}
	var points []map[int]int64
	seen := map[string]bool{}
	for _, args := range d.derived {
		if at, key, ok := point(args, places, d.moduli); ok && !seen[key] {
			seen[key] = true
			points = append(points, at)
		}
	}
	degree := 0
	for degree < maxDegree && spare*len(poly.Monos(places, degree+1)) <= min(len(points), spare*maxMonomials) {
		degree++
	}
	if degree == 0 {
		return nil
	}
	monos := poly.Monos(places, degree)
	s := d.sys.Store
	for _, q := range generators(poly.Relations(monos, points), places, degree) {
		sum := d.sum(q)
		family := []*logic.Term{}
		if len(d.moduli) == 0 {
			family = append(family, s.Eq(sum, s.IntNum(0)))
		}
		for _, k := range d.moduli {
			family = append(family, s.Eq(s.Mod(sum, s.Num(k, s.Int)), s.IntNum(0)))
		}
		families = append(families, family)
	}
	return families
}

// maxPoint bounds the numbers from which equations are guessed.
const maxPoint = 1 << 24

// point returns the numbers at the positions, indexed by position, if none is large. Large numbers
// are taken modulo the least of moduli that is greater.
func point(args []*logic.Term, places []int, moduli []rational.Rat) (at map[int]int64, key string, ok bool) {
	at = map[int]int64{}
	for _, i := range places {
		x := args[i].Num()
		for _, k := range slices.Backward(moduli) {
			if x.Less(k) && k.Sub(x).Less(rational.Int(maxPoint)) {
				x = x.Sub(k)
			}
		}
		n, ok := x.Int64()
		if !ok || n > maxPoint || n < -maxPoint {
			return nil, "", false
		}
		at[i] = n
		key += x.String() + " "
	}
	return at, key, true
}

// generators drops polynomials that earlier ones imply. These are multiplied by monomials over
// vars, up to the degree plus one.
func generators(ps []map[poly.Mono]int64, vars []int, degree int) []map[poly.Mono]int64 {
	ring := poly.NewRing(64)
	var z []map[poly.Mono]int64
	module := poly.NewModule(ring)
	for _, p := range ps {
		q := poly.Poly{}
		for m, c := range p {
			q[m] = uint64(c)
		}
		if rest, _ := module.Reduce(q); len(rest) == 0 {
			continue
		}
		z = append(z, p)
		for _, m := range poly.Monos(vars, degree+1-q.Degree()) {
			module.Add(ring.Times(q, m), new(big.Int))
		}
	}
	return z
}

// sum returns q as a term over the parameters.
func (d *guesser) sum(q map[poly.Mono]int64) *logic.Term {
	s := d.sys.Store
	z := []*logic.Term{s.IntNum(0)}
	for _, m := range slices.Sorted(maps.Keys(q)) {
		factors := []*logic.Term{s.IntNum(q[m])}
		for _, i := range m.Vars() {
			factors = append(factors, d.params[i])
		}
		z = append(z, s.Mul(factors...))
	}
	return s.Add(z...)
}

// limits returns families of comparisons. They come from clauses that compare arguments of the
// predicate, in the body or in the head: these comparisons, their negations, and those that differ
// from them by one.
func (d *guesser) limits() (families [][]*logic.Term) {
	s := d.sys.Store
	seen := map[*logic.Term]bool{}
	try := func(sum *logic.Term, limits ...rational.Rat) {
		var family []*logic.Term
		for _, k := range limits {
			t := s.Le(sum, s.Num(k, s.Int))
			if !seen[t] && d.holds(t) {
				family = append(family, t)
			}
			seen[t] = true
		}
		if len(family) > 0 && len(families) < maxLimits {
			families = append(families, family)
		}
	}
	one := rational.Int(1)
	for _, k := range d.moduli {
		half := k.Div(rational.Int(2))
		for _, x := range d.params {
			if x.Sort().IsInt() {
				try(x, half.Sub(one), k.Sub(one))
				try(s.Neg(x), rational.Rat{}, half)
			}
		}
	}
	both := func(t *logic.Term) {
		if t.Op() == logic.OpNot {
			t = t.Arg(0)
		}
		if t.Op() == logic.OpLe { // a comparison of constant arguments has become a truth value
			k := t.Arg(1).Num()
			try(t.Arg(0), k, k.Add(one))
			try(s.Neg(t.Arg(0)), k.Neg().Sub(one), k.Neg())
		}
	}
	for _, c := range d.sys.Clauses {
		for _, a := range c.Body {
			if a.Pred != d.pred {
				continue
			}
			logic.Walk(func(t *logic.Term) bool {
				if t.Op() == logic.OpLe && d.isLimit(t, a.Args) {
					both(s.Substitute(t, a.Args, d.params))
				}
				return true
			}, c.Constraint)
		}
	}
	for _, c := range d.sys.Clauses {
		if c.Head == nil || c.Head.Pred != d.pred {
			continue
		}
		args := alternatives(s, c)
		logic.Walk(func(t *logic.Term) bool {
			if t.Op() == logic.OpLe && t.Arg(0).Sort().IsInt() {
				both(d.overHead(t, args))
			}
			return true
		}, c.Constraint)
	}
	return families
}

// alternatives returns, for each argument of the head of c, integers that it may be: itself, or
// terms that the constraint compares with it for equality.
func alternatives(s *logic.Store, c *horn.Clause) [][]*logic.Term {
	z := make([][]*logic.Term, len(c.Head.Args))
	for i, x := range c.Head.Args {
		if x.Sort().IsInt() && x.Op() != logic.OpNum {
			z[i] = append(z[i], x)
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() != logic.OpEq || !t.Arg(0).Sort().IsInt() {
			return true
		}
		p := s.Sub(t.Arg(0), t.Arg(1))
		for _, m := range s.Linear(p).Monomials {
			for i, x := range c.Head.Args {
				if m.Term != x || !m.Coeff.Abs().IsOne() {
					continue
				}
				if y := s.Sub(x, s.Scale(m.Coeff, p)); y.Op() != logic.OpNum && !slices.Contains(z[i], y) {
					z[i] = append(z[i], y)
				}
			}
		}
		return true
	}, c.Constraint)
	return z
}

// overHead returns the comparison t over the parameters if it is about one argument of a head, or
// about the difference of two; otherwise false. For example, 2b <= r is x <= y for a head p(2b, r).
// args has the possible terms for the arguments.
func (d *guesser) overHead(t *logic.Term, args [][]*logic.Term) *logic.Term {
	s := d.sys.Store
	for _, sign := range []int64{1, -1} {
		for i, xs := range args {
			for _, x := range xs {
				rest := s.Sub(t.Arg(0), s.Scale(rational.Int(sign), x))
				if rest.Op() == logic.OpNum {
					return s.Le(s.Add(s.Scale(rational.Int(sign), d.params[i]), rest), t.Arg(1))
				}
				for j, ys := range args[:i] {
					for _, y := range ys {
						if k := s.Add(rest, s.Scale(rational.Int(sign), y)); k.Op() == logic.OpNum {
							return s.Le(s.Add(s.Scale(rational.Int(sign), s.Sub(d.params[i], d.params[j])), k), t.Arg(1))
						}
					}
				}
			}
		}
	}
	return s.False()
}

// isLimit reports whether the comparison t is about at most two of vars, and nothing else.
func (d *guesser) isLimit(t *logic.Term, vars []*logic.Term) bool {
	l := d.sys.Store.Linear(t.Arg(0))
	return t.Arg(0).Sort().IsInt() && len(l.Monomials) <= 2 &&
		!slices.ContainsFunc(l.Monomials, func(m logic.Monomial) bool { return !slices.Contains(vars, m.Term) })
}

// holds reports whether t, a formula over the parameters, holds for all derived arguments.
func (d *guesser) holds(t *logic.Term) bool {
	for _, args := range d.derived {
		if !d.sys.Store.Substitute(t, d.params, args).IsTrue() {
			return false
		}
	}
	return true
}
