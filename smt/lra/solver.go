// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"cmp"
	"fmt"
	"slices"

	"cornet/internal/rational"
)

// Var is a variable of a [Solver]: either structural (made by [Solver.NewVar]) or the
// name of a linear term (made by [Solver.NewTerm]). Variables are numbered densely from 0.
type Var int32

// Monomial is one summand Coeff·Var of a linear term.
type Monomial struct {
	Coeff rational.Rat
	Var   Var
}

// Options tunes a solver. The zero value is ready to use.
type Options struct {
	// BlandAfter is the number of pivots in one call of Check after which the leaving and
	// entering variables are chosen by Bland's rule, which is slow but terminates. Default 1000.
	BlandAfter int
	// TickLimit bounds the effort of one call of Check, in ticks (table entries visited). If it is
	// reached, Check returns Unknown. 0 means no limit.
	TickLimit int64
	// LongRow is a length. If a longer row has no bounds on its basic variable, it is not kept up
	// to date for the bounds that it implies. Default 20.
	LongRow int
}

// maxImpliedRow is the length up to which rows are searched for implied bounds.
const maxImpliedRow = 300

// Stats counts what a solver did since it was made.
type Stats struct {
	Checks    int64 // calls of Check
	Pivots    int64 // exchanges of a basic and a nonbasic variable
	Conflicts int64 // conflicts found, by assertions and by Check
	Implied   int64 // implied bounds reported
	Ticks     int64 // table entries visited
}

// Solver decides conjunctions of bounds on variables and linear terms over the rationals.
// See the package comment for the protocol. Use it from one goroutine; make it with [New].
//
// Invariants (tests check them):
//
//   - every row is Σ aᵢ·xᵢ = 0 with coprime non-zero integers aᵢ, and has one basic variable, which
//     occurs in no other attached row; all other variables of an attached row are nonbasic;
//   - the basic variable of a detached row has no bounds, and the row has no occurrences in
//     columns;
//   - the values of the variables satisfy every row;
//   - every nonbasic variable is within its bounds;
//   - every basic variable that is not is in suspects.
type Solver struct {
	opts  Options
	stats Stats

	vars []variable
	rows []row

	bounds []boundRecord // all bounds in force or superseded, oldest first
	levels []int32       // len(bounds) at each Push

	suspects []Var // basic variables that may be out of bounds, see variable.suspect
	conflict []Premise

	// Rows and variables that may imply new bounds, for Implied.
	changedVars []Var
	changedRows []int32
	implied     []Implied

	attached    bool  // AttachAll has been called: no row is detached
	detachments int64 // rows detached so far
	moves       int64 // changes of values so far, for row.valued

	eliminateAt []int32 // scratch of eliminate: position of a variable in a row, or −1
}

// variable is the state of one variable.
type variable struct {
	value        Delta
	lower, upper int32        // index into Solver.bounds, or −1
	row          int32        // the row whose basic variable this is, or −1
	column       []occurrence // where the variable occurs; only in row, if it is basic
	definition   []Monomial   // over structural variables, sorted; nil for a structural variable
	suspect      bool         // is in Solver.suspects
	watched      bool         // see Watch
	changed      bool         // is in Solver.changedVars
}

// New returns an empty solver.
func New(opts Options) *Solver {
	opts.BlandAfter = cmp.Or(opts.BlandAfter, 1000)
	opts.LongRow = cmp.Or(opts.LongRow, 20)
	return &Solver{opts: opts}
}

// Stats returns the counts so far.
func (s *Solver) Stats() Stats { return s.stats }

// NumVars returns the number of variables, terms included.
func (s *Solver) NumVars() int { return len(s.vars) }

// NewVar returns a new structural variable. It may be called at any level, and the
// variable survives backtracking.
func (s *Solver) NewVar() Var {
	s.vars = append(s.vars, variable{lower: -1, upper: -1, row: -1})
	s.eliminateAt = append(s.eliminateAt, -1)
	return Var(len(s.vars) - 1)
}

// NewTerm returns a new variable that equals the sum of the monomials. The sum may contain terms,
// repeated variables and zero coefficients. NewTerm may be called at any level, and the term
// survives backtracking. Terms are not shared: a caller that needs this keeps its own table.
func (s *Solver) NewTerm(sum []Monomial) Var {
	definition := s.expand(sum)
	t := s.NewVar()
	s.vars[t].definition = definition
	if definition == nil {
		s.vars[t].definition = []Monomial{}
	}
	s.addRow(t, definition)
	return t
}

// Definition returns the sum that defines the term v, and reports whether v is a term. The sum is
// over structural variables, ordered by variable and without zero coefficients. The caller must not
// change the slice.
func (s *Solver) Definition(v Var) ([]Monomial, bool) {
	d := s.vars[v].definition
	return d, d != nil
}

// expand returns the sum over structural variables, ordered, without repetitions and zeros.
func (s *Solver) expand(sum []Monomial) []Monomial {
	var flat []Monomial
	for _, m := range sum {
		if m.Var < 0 || int(m.Var) >= len(s.vars) {
			panic(fmt.Sprintf("lra: unknown variable %d in a term", m.Var))
		}
		if d, isTerm := s.Definition(m.Var); isTerm {
			for _, n := range d {
				flat = append(flat, Monomial{m.Coeff.Mul(n.Coeff), n.Var})
			}
		} else {
			flat = append(flat, m)
		}
	}
	return collect(flat)
}

// collect sorts a sum by variable, adds up repetitions and drops zeros, in place.
func collect(sum []Monomial) []Monomial {
	slices.SortStableFunc(sum, func(x, y Monomial) int { return cmp.Compare(x.Var, y.Var) })
	z := sum[:0]
	for _, m := range sum {
		if n := len(z); n > 0 && z[n-1].Var == m.Var {
			z[n-1].Coeff = z[n-1].Coeff.Add(m.Coeff)
		} else {
			z = append(z, m)
		}
	}
	return slices.DeleteFunc(z, func(m Monomial) bool { return m.Coeff.IsZero() })
}

// Value returns the value of v in the current assignment, which satisfies all bounds if
// Check has just succeeded.
func (s *Solver) Value(v Var) Delta { return *s.value(v) }
