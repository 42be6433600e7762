// SPDX-License-Identifier: Apache-2.0

package sat

import "strconv"

// Var is a propositional variable: a dense number from 1, which [Solver.NewVar] returns. The zero
// value, NoVar, is not a variable.
type Var uint32

// NoVar is the zero Var: no variable.
const NoVar Var = 0

// Pos returns the positive literal of v.
func (v Var) Pos() Lit { return Lit(v << 1) }

// Neg returns the negative literal of v.
func (v Var) Neg() Lit { return Lit(v<<1 | 1) }

// Lit is a literal of variable v: 2·v if positive, 2·v+1 if negative. The numbers are dense, so
// literals can index slices. Negation flips the lowest bit. The zero value, NoLit, is not a
// literal.
type Lit uint32

// NoLit is the zero Lit: no literal.
const NoLit Lit = 0

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

// IsNeg reports whether l is a negative literal.
func (l Lit) IsNeg() bool { return l&1 != 0 }

// Dimacs returns l in the DIMACS coding: v for the positive and -v for the
// negative literal of v, 0 for NoLit.
func (l Lit) Dimacs() int {
	if l.IsNeg() {
		return -int(l.Var())
	}
	return int(l.Var())
}

// String prints l as in DIMACS.
func (l Lit) String() string { return strconv.Itoa(l.Dimacs()) }

// LBool is a truth value of three-valued logic. The zero value is Undef. True and False are
// opposite numbers, so that negation is arithmetic negation.
type LBool int8

// The truth values.
const (
	Undef LBool = 0
	True  LBool = 1
	False LBool = -1
)

// Not returns the negation of b; Undef is its own negation.
func (b LBool) Not() LBool { return -b }

// String returns "true", "false" or "undef".
func (b LBool) String() string {
	switch b {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "undef"
}

// Status is the answer of [Solver.Solve]. The zero value is Unknown.
type Status uint8

// The answers.
const (
	Unknown Status = iota // neither has been shown; see Solver.UnknownReason
	Sat                   // there is a model; see Solver.Value
	Unsat                 // there is no model under the assumptions; see Solver.Core
)

// String returns "unknown", "sat" or "unsat".
func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Reason is the reason for an Unknown answer.
type Reason uint8

// The reasons.
const (
	ReasonNone         Reason = iota // the answer is known, or there was no call yet
	ReasonCancelled                  // the context was cancelled or timed out
	ReasonConflicts                  // Limits.Conflicts was reached
	ReasonPropagations               // Limits.Propagations was reached
	ReasonTicks                      // Limits.Ticks was reached
	ReasonMemory                     // Limits.Bytes was reached
	ReasonTheory                     // the theory's final check gave up
)

var reasonNames = [...]string{
	ReasonNone:         "none",
	ReasonCancelled:    "cancelled",
	ReasonConflicts:    "conflict limit",
	ReasonPropagations: "propagation limit",
	ReasonTicks:        "tick limit",
	ReasonMemory:       "memory limit",
	ReasonTheory:       "theory gave up",
}

// String names the reason in a few words.
func (r Reason) String() string { return reasonNames[r] }
