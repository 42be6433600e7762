// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"log/slog"

	"cornet/encode/loop"
	"cornet/smt"
)

// Derivation says from which side interpolants are derived.
type Derivation uint8

const (
	// Backward derives them from the bad states (§4.5 of the paper).
	Backward Derivation = iota
	// Forward derives them from the front.
	Forward
	// Simpler derives both and takes the simpler one.
	Simpler
)

// DerivationOf returns the derivation that gives interpolants of the strength.
func DerivationOf(s smt.Strength) Derivation {
	switch s {
	case smt.Strong:
		return Forward
	case smt.Medium:
		return Simpler
	}
	return Backward
}

// strength is the inverse of DerivationOf.
func (d Derivation) strength() smt.Strength {
	switch d {
	case Forward:
		return smt.Strong
	case Simpler:
		return smt.Medium
	}
	return smt.Weak
}

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Derivation of interpolants.
	Derivation Derivation
	// Encoding of the transition system.
	Encoding loop.Options
	// Depth bounds k, the steps of runs and the horizon of images; 0 means no
	// bound.
	Depth int
	// Log receives progress; nil discards it.
	Log *slog.Logger
}
