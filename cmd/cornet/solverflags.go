// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"cornet/engines"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/z3"
)

// solverFlags are the flags of commands that ask a solver.
type solverFlags struct {
	Solver string `default:"auto" enum:"auto,native,z3" help:"SMT solver: ${enum}. auto is native for linear arithmetic, z3 beyond."`
	Z3     string `name:"z3" placeholder:"PATH" help:"The libz3 to load."`
	Seed   uint32 `help:"Seed of the solvers' random choices."`
}

// backend returns the solver back end that the flags name.
func (f *solverFlags) backend() (smt.Backend, error) {
	if f.Solver == "native" {
		return native.Backend{}, nil
	}
	lib, err := z3.Load(f.Z3)
	if err != nil {
		return nil, err
	}
	return z3.NewBackend(lib), nil
}

func (f *solverFlags) options(a *app) smt.Options { return smt.Options{Seed: f.Seed, Log: a.log} }

func (f *solverFlags) budget(timeout span, memory size) engines.Budget {
	return engines.Budget{Time: time.Duration(timeout), Memory: uint64(memory)}
}
