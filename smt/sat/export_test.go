// SPDX-License-Identifier: Apache-2.0

package sat

// NewHurried returns a solver that does its housekeeping every few conflicts, for tests outside the
// package.
var NewHurried = hurried

// NumClauses returns the numbers of irredundant and of redundant clauses in the solver, unit
// clauses left out.
func (s *Solver) NumClauses() (irredundant, redundant int) { return s.db.kept, s.db.redundant }

// FromDimacs is the inverse of [Lit.Dimacs].
func FromDimacs(n int) Lit {
	if n < 0 {
		return Var(-n).Neg()
	}
	return Var(n).Pos()
}
