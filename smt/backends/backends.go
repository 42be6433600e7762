// SPDX-License-Identifier: Apache-2.0

// Package backends chooses the solvers of a run: those that work, and those that validate witnesses.
package backends

import (
	"fmt"
	"log/slog"
	"os/exec"
	"slices"
	"strings"

	"cornet/smt"
	"cornet/smt/dump"
	"cornet/smt/fallback"
	"cornet/smt/native"
	"cornet/smt/process"
	"cornet/smt/z3"
)

// Choice names solvers. The zero value is usable; see package option for the tags.
type Choice struct {
	Solver      string `default:"auto" placeholder:"auto|native|z3|process:CMD" help:"SMT solver. auto is native, and z3 where that has no theory or gives up; process:CMD runs a program that reads SMT-LIB, such as 'process:cvc5' or a jar."`
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

// Open returns the back ends that c names. Without libz3, auto is the embedded solver alone, and says that libz3 is missing when
// something needs it.
func (c Choice) Open(log *slog.Logger) (Backends, error) {
	z, err := c.chosen()
	if err != nil || c.DumpQueries == "" {
		return z, err
	}
	folder, err := dump.NewFolder(c.DumpQueries, dump.Options{Log: log})
	if err != nil {
		return Backends{}, err
	}
	z.Work, z.Check = folder.Backend(z.Work, ""), folder.Backend(z.Check, "validation of a witness")
	return z, nil
}

// chosen returns the back ends that --solver names.
func (c Choice) chosen() (Backends, error) {
	embedded, judge := native.Backend{}, native.Backend{Proofs: true}
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
	lib, err := z3.Load(c.Z3)
	if err != nil {
		if c.Solver == "z3" || c.Z3 != "" {
			return Backends{}, err
		}
		alone := func(b smt.Backend) smt.Backend {
			return &fallback.Backend{First: b, Second: func() (smt.Backend, error) { return nil, err }}
		}
		return Backends{Work: alone(embedded), Check: alone(judge)}, nil
	}
	libz3 := z3.NewBackend(lib)
	z := Backends{Work: libz3, Check: libz3, Second: judge}
	if c.Solver != "z3" {
		z.Work = &fallback.Backend{
			First: embedded, Second: func() (smt.Backend, error) { return libz3, nil }, Ticks: autoTicks,
		}
	}
	return z, nil
}
