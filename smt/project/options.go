// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cmp"
	"log/slog"
)

// Divisibility chooses how to eliminate an integer variable whose bounds have coefficients other
// than one.
type Divisibility uint8

const (
	// AvoidDivisibility strengthens bounds by a constant slack (the "dark shadow") if the model
	// leaves room for it. Otherwise it uses divisibility constraints. The default.
	AvoidDivisibility Divisibility = iota
	// ExactDivisibility always substitutes the tightest bound, which yields
	// the largest formula of Cooper's disjunction that the model satisfies,
	// with (= (mod t k) 0) constraints.
	ExactDivisibility
)

// Options configure a [Projector]. The zero value is the default.
type Options struct {
	// Divisibility chooses between slack and divisibility over Int.
	Divisibility Divisibility
	// LastResortValues replaces a variable that no method eliminates by its value in the model. The
	// result still implies that a value of the variable exists, but projection is no longer finite.
	// Without this option, such a variable is an error that wraps errors.ErrUnsupported.
	LastResortValues bool
	// Check makes every projection verify that the model satisfies the result and that the result
	// has none of the variables. It panics otherwise.
	Check bool
	// Log receives debug records; nil discards them.
	Log *slog.Logger
}

func (o Options) logger() *slog.Logger {
	return cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}
