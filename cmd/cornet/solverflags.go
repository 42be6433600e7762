// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"cornet/engines"
	"cornet/horn/check"
	"cornet/smt"
	"cornet/smt/dump"
	"cornet/smt/fallback"
	"cornet/smt/native"
	"cornet/smt/process"
	"cornet/smt/z3"
	"cornet/smtlib"
)

// solverFlags are the flags of commands that ask a solver.
type solverFlags struct {
	Solver string `default:"auto" placeholder:"auto|native|z3|process:CMD" help:"SMT solver. auto is native, and z3 where that has no theory or gives up; process:CMD runs a program that reads SMT-LIB, such as 'process:cvc5' or a jar."`
	Z3     string `name:"z3" placeholder:"PATH" help:"The libz3 to load."`
	Seed   uint32 `help:"Seed of the solvers' random choices."`

	DumpQueries string `placeholder:"DIR" help:"Write every satisfiability and interpolation query to a file of its own in DIR."`
}

// autoTicks bounds one check of the embedded solver before libz3 is asked. Of 901 queries that engines
// asked on LIA-Lin, LRA-Lin and LIA (tools/collect-queries.sh, every eighth), 745 need up to 10,000 ticks, 92 up
// to 100,000, 54 up to a million and 9 up to ten million; one it gives up for depth rather than ticks. So past
// twice that the embedded solver is most likely lost. A processor does some 25 million ticks a second
// on clauses, 4 to 8 million on integer arithmetic, 1 million where numbers are long.
const autoTicks = 20_000_000

// backends are the solvers of a command.
type backends struct {
	work smt.Backend
	// check validates witnesses; second, if not nil, must not contradict it.
	check, second smt.Backend
}

// backends returns the solver back ends that the flags name. Without libz3, auto
// is the embedded solver alone, and says that libz3 is missing when something
// needs it.
func (f *solverFlags) backends(a *app) (backends, error) {
	z, err := f.chosen()
	if err != nil || f.DumpQueries == "" {
		return z, err
	}
	folder, err := dump.NewFolder(f.DumpQueries, dump.Options{Log: a.log})
	if err != nil {
		return backends{}, err
	}
	z.work, z.check = folder.Backend(z.work, ""), folder.Backend(z.check, "validation of a witness")
	return z, nil
}

// chosen returns the back ends that --solver names.
func (f *solverFlags) chosen() (backends, error) {
	embedded, judge := native.Backend{}, native.Backend{Proofs: true}
	command, isProcess := strings.CutPrefix(f.Solver, "process:")
	switch {
	case isProcess:
		words, err := process.Command(command)
		if err != nil {
			return backends{}, err
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return backends{}, fmt.Errorf("--solver %s: %w", f.Solver, err)
		}
		b := process.New(words, process.Options{})
		return backends{work: b, check: b, second: judge}, nil
	case !slices.Contains([]string{"auto", "native", "z3"}, f.Solver):
		return backends{}, fmt.Errorf("--solver %s: expected auto, native, z3 or process:CMD, such as process:cvc5", f.Solver)
	}
	if f.Solver == "native" {
		return backends{work: embedded, check: judge}, nil
	}
	lib, err := z3.Load(f.Z3)
	if err != nil {
		if f.Solver == "z3" || f.Z3 != "" {
			return backends{}, err
		}
		alone := func(b smt.Backend) smt.Backend {
			return &fallback.Backend{First: b, Second: func() (smt.Backend, error) { return nil, err }}
		}
		return backends{work: alone(embedded), check: alone(judge)}, nil
	}
	libz3 := z3.NewBackend(lib)
	z := backends{work: libz3, check: libz3, second: judge}
	if f.Solver == "auto" {
		z.work = &fallback.Backend{
			First: embedded, Second: func() (smt.Backend, error) { return libz3, nil }, Ticks: autoTicks,
		}
	}
	return z, nil
}

// checkTicks bounds the effort of the first of two judges, half a second of libz3, before the other one alone decides,
// with a proof that is verified. (The invariant of om1_with_relays_general_5_6 takes libz3 11 s and the embedded solver
// 1.4 s.)
const checkTicks = 3_000_000

// checkOptions returns how witnesses for a system over the store are validated.
func (b backends) checkOptions(store *smtlib.Store, o smt.Options) check.Options {
	first := o
	if b.second != nil && o.Ticks == 0 {
		first.Ticks = checkTicks
	}
	z := check.Options{Log: o.Log, Solver: func() (smt.Solver, error) { return b.check.New(store, first) }}
	if b.second != nil {
		z.Second = func() (smt.Solver, error) { return b.second.New(store, o) }
		z.AskBoth = true
	}
	return z
}

func (f *solverFlags) options(a *app) smt.Options { return smt.Options{Seed: f.Seed, Log: a.log} }

func (f *solverFlags) budget(timeout span, memory size) engines.Budget {
	return engines.Budget{Time: time.Duration(timeout), Memory: uint64(memory)}
}
