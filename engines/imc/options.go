// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"cmp"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/smt"
)

// Derivation chooses the direction in which interpolants are derived.
type Derivation uint8

const (
	// Alternate derives interpolants forward at every horizon, and backward at some.
	Alternate Derivation = iota
	// Backward derives them from the bad states (§4.5 of the paper).
	Backward
	// Forward derives them from the front, with bad states at one distance only.
	Forward
)

// DerivationOf returns the derivation that gives interpolants of the strength.
func DerivationOf(s smt.Strength) Derivation {
	switch s {
	case smt.Strong:
		return Forward
	case smt.Weak:
		return Backward
	}
	return Alternate
}

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Derivation of interpolants.
	Derivation Derivation
	// Nodes bounds the size of the images at one horizon, in distinct subterms. The bound is Nodes
	// plus twice the size of the transitions. It grows by a quarter for each step of the horizon. 0
	// means 1000, and a negative value means no bound.
	Nodes int
	// PlainImages turns lemmas off. By default, inductive conjuncts of images strengthen later
	// images and each other.
	PlainImages bool
	// Depth bounds k, the number of steps of runs and the horizon of images; 0 means no bound.
	Depth int
	// Board exchanges lemmas with other engines; it may be nil.
	Board kernel.Board
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Nodes = cmp.Or(o.Nodes, 1000)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}
