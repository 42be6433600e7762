// SPDX-License-Identifier: Apache-2.0

// Package backends chooses the solvers of a run: those for engines, and those that validate
// witnesses. It also has two back ends that combine others.
//
// [Fallback] asks a second back end if the first does not support a theory or uses up its budget.
// The solver "auto" of the command line is a Fallback from the embedded solver to libz3. If libz3
// is not installed, auto is the embedded solver alone.
//
// [Dumped] writes every satisfiability and interpolation query to a [DumpFolder]. Each query is an
// SMT-LIB script that any solver answers without the earlier queries. Files are called
// 000017-check.smt2 and 000018-interpolate.smt2, numbered in the order of the answers.
// Interpolation queries are in SMTInterpol's dialect; see package query. The file has the answer of
// the back end as (set-info :status …). Dumped does not write the queries that an interpolator
// makes of its own solvers.
//
// A query is written in full. So the text that a long-lived solver writes is quadratic in the
// number of its assertions. DumpOptions.Limit bounds the number of files. Dumped omits queries that
// are not SMT-LIB or cannot be written, and logs a warning. Writing makes no terms in the solver's
// store, so it does not change a run.
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
	// Check validates witnesses. Second, if not nil, must not contradict it.
	Check, Second smt.Backend
}

// autoTicks bounds one check of the embedded solver before libz3 is asked. It comes from 901
// queries that engines asked on LIA-Lin, LRA-Lin and LIA (tools/collect-queries.sh, every eighth).
// 745 of them need up to 10,000 ticks, 92 up to 100,000, 54 up to a million and 9 up to ten
// million. The embedded solver gives up one query for depth rather than ticks. So a query that
// needs more than 20 million is most likely hopeless. A processor does about 25 million ticks a
// second on clauses, 4 to 8 million on integer arithmetic, and 1 million on long numbers.
const autoTicks = 20_000_000

// integerTicks bounds one question about bit-vectors over integers, before it is asked over bits.
// Most questions that can be decided over integers are decided at once.
const integerTicks = 20_000_000

// integersFirst returns a back end that first asks b about bit-vectors over integers. Sums of 33
// and more bits are hard over bits.
func integersFirst(b smt.Backend) smt.Backend {
	return &Fallback{
		First: intblast.Backend{Backend: b}, Ticks: integerTicks,
		Second: func() (smt.Backend, error) { return b, nil },
	}
}

// Open returns the back ends that c names. Without libz3, auto is the embedded solver alone. It
// reports that libz3 is missing when a query needs it.
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
