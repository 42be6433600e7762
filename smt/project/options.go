// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cmp"
	"log/slog"
)

// Divisibility says how integer elimination treats a variable whose bounds
// have coefficients other than one.
type Divisibility uint8

const (
	// AvoidDivisibility strengthens bounds by a constant slack (the "dark
	// shadow") where the model leaves room for it, and falls back on
	// divisibility constraints where it does not. The default.
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
	// LastResortValues replaces a variable that no method eliminates by its
	// value in the model. The result is still implied to have a solution for
	// the variable, but projection is not finite any more. Without it such a
	// variable is an error that wraps errors.ErrUnsupported.
	LastResortValues bool
	// Check makes every projection verify that the model satisfies the result
	// and that the result is free of the variables, and panic otherwise.
	Check bool
	// Log receives debug records; nil discards them.
	Log *slog.Logger
}

func (o Options) logger() *slog.Logger {
	return cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}
