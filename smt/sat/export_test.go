// SPDX-License-Identifier: Apache-2.0

package sat

// NewHurried returns a solver that does its chores every few conflicts, for the
// tests outside of the package.
var NewHurried = hurried

// NumClauses returns the number of irredundant and of redundant clauses of two
// literals and more in the solver.
func (s *Solver) NumClauses() (irredundant, redundant int) { return s.db.kept, s.db.redundant }

// FromDimacs is the inverse of [Lit.Dimacs].
func FromDimacs(n int) Lit {
	if n < 0 {
		return Var(-n).Neg()
	}
	return Var(n).Pos()
}
