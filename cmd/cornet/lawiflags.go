// SPDX-License-Identifier: Apache-2.0

package main

import "cornet/engines/lawi"

// lawiFlags choose among the methods of lazy abstraction (--engine lawi).
type lawiFlags struct {
	Interpolants lawi.Interpolants `placeholder:"r[s][e][c]" help:"lawi: r (reachability), and any of s (universal safety), e (existential error), c (conditional) interpolants."`
	Regions      lawi.Regions      `placeholder:"KIND" help:"lawi: reachable regions are labels (interpolants), or predicate abstractions: cartesian, boolean."`
	Rebuild      bool              `help:"lawi: with predicate abstraction, explore again what new predicates may change, as the papers do."`
	Cases        int               `placeholder:"N" help:"lawi: explore a clause case by case when its disjunctions have at most N."`
	DepthFirst   bool              `help:"lawi: explore depth-first."`
	FullChains   bool              `help:"lawi: conditional interpolants come from whole paths instead of shortest chains."`
	Weights      bool              `help:"lawi: depth-first search guided by weights of branches."`
	Prune        bool              `help:"lawi: leave out predicates from which no query can be reached."`
}

func (f *lawiFlags) mode() lawi.Mode {
	return lawi.Mode{
		Interpolants: f.Interpolants, Regions: f.Regions, Cases: f.Cases, Rebuild: f.Rebuild, FullChains: f.FullChains,
		DepthFirst: f.DepthFirst, Weights: f.Weights, Prune: f.Prune,
	}
}
