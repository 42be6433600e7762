// SPDX-License-Identifier: Apache-2.0

// Package backends chooses the solvers of a run: those that work, and those that validate witnesses.
// It has two back ends that are made of others.
//
// [Fallback] asks a second back end where the first has no theory or gives up within its budget. The solver
// "auto" of the command line is one: the embedded solver in front of libz3, or alone where libz3 is not installed.
//
// [Dumped] writes every satisfiability and every interpolation query to a [DumpFolder], as an SMT-LIB script
// that any solver answers without the queries before it. Files are called 000017-check.smt2 and
// 000018-interpolate.smt2, numbered in the order in which queries are answered. Interpolation queries are in
// SMTInterpol's dialect; see package query. Answers of the back end are in the file as (set-info :status …).
// Queries that an interpolator makes of solvers of its own are not written.
//
// A query is written in full, so a run whose solver lives long writes as much as the square of the number of its
// assertions; DumpOptions.Limit bounds the number of files. What is not SMT-LIB, or cannot be written, is left out
// with a warning in the log. Writing makes no terms in the solver's store, so a run is the same with and without it.
package backends

import (
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"cornet/smt"
	"cornet/smt/intblast"
	"cornet/smt/native"
	"cornet/smt/process"
	"cornet/smt/z3"
)

// Choice names solvers. The zero value is usable; see package option for the tags.
type Choice struct {
	Solver      string `default:"auto" placeholder:"auto|native|z3|process:CMD" help:"SMT solver. auto is the embedded solver (native), and z3 for theories that it lacks or queries that it gives up on. process:CMD runs a program that reads SMT-LIB, such as 'process:cvc5' or a jar."`
	Z3          string `name:"z3" placeholder:"PATH" group:"engine" help:"The libz3 to load."`
	Seed        uint32 `group:"engine" placeholder:"N" help:"Seed of the solvers' random choices."`
	DumpQueries string `placeholder:"DIR" group:"experiment" help:"Write every satisfiability and interpolation query to a file of its own in DIR."`
}

// Backends are the solvers of a run.
type Backends struct {
	Work smt.Backend
	// Check validates witnesses; Second, if not nil, must not contradict it.
	Check, Second smt.Backend
}

// autoTicks bounds one check of the embedded solver before libz3 is asked. Of 901 queries that engines
// asked on LIA-Lin, LRA-Lin and LIA (tools/collect-queries.sh, every eighth), 745 need up to 10,000 ticks, 92 up
// to 100,000, 54 up to a million and 9 up to ten million; one it gives up for depth rather than ticks. So past
// twice that the embedded solver is most likely lost. A processor does some 25 million ticks a second
// on clauses, 4 to 8 million on integer arithmetic, 1 million where numbers are long.
const autoTicks = 20_000_000

// integerTicks bounds one question about bit-vectors over integers before it is asked over bits: what integers decide they decide at once.
const integerTicks = 20_000_000

// integersFirst returns a back end that asks b about bit-vectors over integers first, since sums of 33 and more bits are hard over bits.
func integersFirst(b smt.Backend) smt.Backend {
	return &Fallback{
		First: intblast.Backend{Backend: b}, Ticks: integerTicks,
		Second: func() (smt.Backend, error) { return b, nil },
	}
}

// Open returns the back ends that c names. Without libz3, auto is the embedded solver alone, and says that libz3 is missing when
// something needs it.
func (c Choice) Open(log *slog.Logger) (Backends, error) {
	z, err := c.chosen()
	if err != nil || c.DumpQueries == "" {
		return z, err
	}
	folder, err := NewDumpFolder(c.DumpQueries, DumpOptions{Log: log})
	if err != nil {
		return Backends{}, err
	}
	z.Work, z.Check = folder.Dumped(z.Work, ""), folder.Dumped(z.Check, "validation of a witness")
	return z, nil
}

// chosen returns the back ends that --solver names.
func (c Choice) chosen() (Backends, error) {
	embedded, judge := native.Backend{}, integersFirst(native.Backend{Proofs: true})
	command, isProcess := strings.CutPrefix(c.Solver, "process:")
	switch {
	case isProcess:
		words, err := process.Command(command)
		if err != nil {
			return Backends{}, err
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return Backends{}, fmt.Errorf("--solver %s: %w", c.Solver, err)
		}
		b := process.New(words, process.Options{})
		return Backends{Work: b, Check: b, Second: judge}, nil
	case !slices.Contains([]string{"", "auto", "native", "z3"}, c.Solver):
		return Backends{}, fmt.Errorf("--solver %s: expected auto, native, z3 or process:CMD, such as process:cvc5", c.Solver)
	}
	if c.Solver == "native" {
		return Backends{Work: embedded, Check: judge}, nil
	}
	open := sync.OnceValues(func() (smt.Backend, error) {
		lib, err := z3.Load(c.Z3)
		if err != nil {
			return nil, err
		}
		return z3.NewBackend(lib), nil
	})
	auto := &Fallback{First: embedded, Second: open, Ticks: autoTicks, Keeps: smt.IsCircuit}
	if c.Solver != "z3" && c.Z3 == "" && z3.Installed() { // loading it takes longer than most small systems
		return Backends{Work: auto, Check: &late{open, judge}, Second: judge}, nil
	}
	libz3, err := open()
	switch {
	case err == nil && c.Solver == "z3":
		return Backends{Work: libz3, Check: libz3, Second: judge}, nil
	case err == nil:
		return Backends{Work: auto, Check: libz3, Second: judge}, nil
	case c.Solver == "z3" || c.Z3 != "":
		return Backends{}, err
	}
	alone := func(b smt.Backend) smt.Backend { return &Fallback{First: b, Second: open} }
	return Backends{Work: alone(embedded), Check: alone(judge)}, nil
}
