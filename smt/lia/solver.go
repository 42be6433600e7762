// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"cmp"
	"context"
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// Options tunes a solver. The zero value is ready to use.
type Options struct {
	// MaxDepth is the maximal number of nested branchings; if there are more, Check returns
	// Unknown. Default 400.
	MaxDepth int
	// CubePeriod sets how often the unit cube test runs: in one of CubePeriod calls of Check for
	// which the relaxation is not enough. Default 4; negative means never.
	CubePeriod int
	// EquationTicks bounds the effort of solving the equations in force once, in summands visited.
	// If the bound is reached, they are not solved until they change. Default 200000; negative
	// means never.
	EquationTicks int64
}

const (
	// maxUnbounded bounds the branchings on variables without a range since values were last found.
	// After that, terms with a range are branched on instead.
	maxUnbounded = 50
	// cubeTicks bounds the effort of one unit cube test, in ticks of package lra.
	cubeTicks = 50_000
)

// Stats counts what a solver did since it was made. Each call of Check that the relaxation does not
// decide increases one of the other counts.
type Stats struct {
	Checks      int64 // calls of Check
	Relaxed     int64 // found infeasible, or integral, by the relaxation alone
	Indivisible int64 // conflicts by the divisibility of rows and of equations
	Patched     int64 // repaired by moving single nonbasic variables
	Cubes       int64 // solved by the unit cube test
	Branches    int64 // branchings requested
	GivenUp     int64 // Unknown because branchings were nested too deep
	Ticks       int64 // summands visited; numbers of more than one word count several times
}

// Solver decides conjunctions of bounds on variables and linear terms, where some or all
// variables are integers. See the package comment for the protocol. Use it from one
// goroutine; make it with [New].
type Solver struct {
	opts  Options
	stats Stats
	lp    *lra.Solver

	integers []lra.Var      // structural integer variables
	isInt    []bool         // by variable: is in integers
	mixed    bool           // there is a term over integer and real variables
	step     []rational.Rat // by variable: its values are multiples of this; 0 if it is not over integers

	branched  []int // levels at which the open branchings were requested, ascending
	unbounded int   // branchings since values were found for which no variable had a range
	cubeTurn  int   // calls since the last unit cube test

	solved solved
}

// New returns an empty solver.
func New(opts Options) *Solver {
	opts.MaxDepth = cmp.Or(opts.MaxDepth, 400)
	opts.CubePeriod = cmp.Or(opts.CubePeriod, 4)
	opts.EquationTicks = cmp.Or(opts.EquationTicks, 200_000)
	return &Solver{opts: opts, lp: lra.New(lra.Options{}), cubeTurn: opts.CubePeriod - 1}
}

// Stats returns the counts so far, without those of the relaxation.
func (s *Solver) Stats() Stats { return s.stats }

// Relaxation returns the underlying simplex solver, which has the same variables. It is for queries
// that do not depend on integrality: cheap checks, implied bounds, values, models. Bounds,
// variables and levels must be changed through s.
func (s *Solver) Relaxation() *lra.Solver { return s.lp }

// Kind reports whether a variable is an integer.
type Kind bool

const (
	Real    Kind = false
	Integer Kind = true
)

// NewVar returns a new structural variable.
func (s *Solver) NewVar(kind Kind) lra.Var {
	v := s.lp.NewVar()
	s.isInt = append(s.isInt, kind == Integer)
	s.step = append(s.step, rational.Rat{})
	if kind == Integer {
		s.lp.AttachAll(true)
		s.integers = append(s.integers, v)
		s.step[v] = rational.Int(1)
	}
	return v
}

// NewTerm returns a new variable that equals the sum of the monomials; see [lra.Solver.NewTerm].
func (s *Solver) NewTerm(sum []lra.Monomial) lra.Var {
	t := s.lp.NewTerm(sum)
	s.isInt = append(s.isInt, false)
	definition, _ := s.lp.Definition(t)
	s.step = append(s.step, s.content(definition))
	s.mixed = s.mixed || s.step[t].IsZero() && s.mentionsInteger(definition)
	return t
}

// mentionsInteger reports whether an integer variable occurs in the sum.
func (s *Solver) mentionsInteger(sum []lra.Monomial) bool {
	return slices.ContainsFunc(sum, func(m lra.Monomial) bool { return s.isInt[m.Var] })
}

// content returns the greatest number that always divides a sum. It returns 0 if the sum is empty
// or contains variables that are not integers.
func (s *Solver) content(sum []lra.Monomial) rational.Rat {
	var g rational.Rat
	for _, m := range sum {
		if !s.isInt[m.Var] {
			return rational.Rat{}
		}
		g = gcd(g, m.Coeff)
	}
	return g
}

// gcd returns the greatest rational that divides x and y with integer quotients.
func gcd(x, y rational.Rat) rational.Rat {
	den := rational.LCM(x.Den(), y.Den())
	return rational.GCD(x.Mul(den), y.Mul(den)).Div(den)
}

// IsInt reports whether v is a structural integer variable.
func (s *Solver) IsInt(v lra.Var) bool { return s.isInt[v] }

// Step returns the greatest number that always divides v. It is 1 for an integer variable, 2 for
// 2x + 4y over integers, and 0 if there is no such number.
func (s *Solver) Step(v lra.Var) rational.Rat { return s.step[v] }

// Push opens a new level.
func (s *Solver) Push() { s.lp.Push() }

// Level returns the number of open levels.
func (s *Solver) Level() int { return s.lp.Level() }

// Backtrack returns to the given level; see [lra.Solver.Backtrack].
func (s *Solver) Backtrack(level int) {
	s.lp.Backtrack(level)
	for n := len(s.branched); n > 0 && s.branched[n-1] > level; n-- {
		s.branched = s.branched[:n-1]
	}
}

// AssertLower asserts v ≥ value, or v > value if strict, rounded up to the next multiple of
// Step(v). The rounded bound follows from the given one alone. Explanations mention the rounded
// one. For the result see [lra.Solver.AssertLower].
func (s *Solver) AssertLower(v lra.Var, value rational.Rat, strict bool, reason lra.Reason) []lra.Premise {
	if step := s.step[v]; !step.IsZero() {
		value, strict = multiple(value, step, lra.Lower, strict), false
	}
	return s.lp.AssertLower(v, value, strict, reason)
}

// AssertUpper asserts v ≤ value, or v < value if strict, rounded down; see [Solver.AssertLower].
func (s *Solver) AssertUpper(v lra.Var, value rational.Rat, strict bool, reason lra.Reason) []lra.Premise {
	if step := s.step[v]; !step.IsZero() {
		value, strict = multiple(value, step, lra.Upper, strict), false
	}
	return s.lp.AssertUpper(v, value, strict, reason)
}

// Rounded returns the bound that is asserted for b: see [Solver.AssertLower].
func (s *Solver) Rounded(b lra.Bound) lra.Bound {
	if step := s.step[b.Var]; !step.IsZero() {
		b.Value, b.Strict = multiple(b.Value, step, b.Side, b.Strict), false
	}
	return b
}

// multiple returns the extremal multiple of step > 0 that satisfies a bound.
func multiple(value, step rational.Rat, side lra.Side, strict bool) rational.Rat {
	n := value.Div(step)
	switch {
	case side == lra.Lower && strict:
		n = n.Floor().Add(rational.Int(1))
	case side == lra.Lower:
		n = n.Ceil()
	case strict:
		n = n.Ceil().Sub(rational.Int(1))
	default:
		n = n.Floor()
	}
	return n.Mul(step)
}

// Model returns the values of all variables; see [lra.Solver.Model]. It requires that Check has
// just returned Feasible. Integer variables have integer values.
func (s *Solver) Model(shared []lra.Var) []rational.Rat { return s.lp.Model(shared) }

// isIntegral reports whether the value x is an integer.
func isIntegral(x lra.Delta) bool { return x.K.IsZero() && x.R.IsInt() }

// fractional returns the first integer variable whose value is not an integer, if any.
func (s *Solver) fractional() (lra.Var, bool) {
	for _, v := range s.integers {
		if !isIntegral(s.lp.Value(v)) {
			return v, true
		}
	}
	return 0, false
}

// relax checks the relaxation. The result is final unless it is nil.
func (s *Solver) relax(ctx context.Context) (*Result, error) {
	status, err := s.lp.Check(ctx)
	switch {
	case status == lra.Unknown:
		return &Result{Cause: "the effort limit of the simplex method"}, err
	case status == lra.Infeasible:
		s.stats.Relaxed++
		return &Result{Outcome: Infeasible, Conflict: s.lp.Conflict()}, nil
	}
	if _, found := s.fractional(); !found {
		s.stats.Relaxed++
		return &Result{Outcome: Feasible}, nil
	}
	return nil, nil
}
