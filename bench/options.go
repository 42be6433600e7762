// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// Options say what to measure and how. The zero value of each field but Places works. The flag of the
// command stands in front of each meaning.
type Options struct {
	// Places (arguments) are set files, task definitions, input files and directories; see package task.
	Places []string

	// Solver (--solver) is the solver under test, as "NAME=TEMPLATE" or "TEMPLATE"; see the package's
	// documentation of templates in docs/benchmarking.md. A first word "cornet" stands for this program.
	// Default: "cornet=cornet solve --timeout {timeout} {}" for Horn systems, with "--model --proof" when
	// witnesses are validated, and "cornet=cornet verify --timeout {timeout} --data-model {data_model} --property {property} {}"
	// for programs.
	Solver string
	// Args (--args) are words put into the default templates, before the timeout, such as
	// "--engine lawi". They may not be given together with Solver.
	Args string
	// Against (--against, repeatable) are the peers, written like Solver.
	Against []string
	// Self is the program that the word "cornet" stands for. Default: the running one. Not a flag.
	Self string

	// Timeout (--timeout) limits the wall time of each run. Default 20 s.
	Timeout time.Duration
	// CPUTimeout (--cpu-timeout) limits the CPU time of each run. Default: none.
	CPUTimeout time.Duration
	// Memory (--memory) limits the resident memory of each run's processes. Default 4 GiB; negative: none.
	Memory Bytes
	// Grace (--grace) is the time between SIGTERM and SIGKILL. Default 500 ms; negative: none.
	Grace time.Duration
	// Jobs (--jobs, -j) is the number of runs at a time. Default: the number of CPUs.
	Jobs int

	// Property (--property) chooses among the properties of a program. Default "unreach-call".
	Property string
	// Match (--match) is a regular expression that the names of tasks must match. Default: all.
	Match string

	// Validate (--validate) gives the witness of each Horn answer of the solver under test to a validator.
	Validate bool
	// ValidatePeers (--validate-peers) does so for the peers too, and implies Validate.
	ValidatePeers bool
	// ValidatorModel (--validator-model) checks models of sat. Default "../shared/tools/check_model.py".
	ValidatorModel string
	// ValidatorRefutation (--validator-refutation) checks refutations of unsat. Default
	// "../shared/tools/check_refutation.py".
	ValidatorRefutation string
	// ValidatorTimeout (--validator-timeout) limits each validation. Default 120 s.
	ValidatorTimeout time.Duration
	// Python (--python) runs validators whose names end in ".py". Default "python3".
	Python string

	// Out (--out) is where the results go: Out.json, Out.md, Out.html, and Out.journal meanwhile.
	// Default: "bench-results/" and the names of the places.
	Out string
	// Title (--title) is the heading of the pages. Default: the base name of Out.
	Title string
	// Compare (--compare) is the JSON file of an earlier run to compare with.
	Compare string
	// Load (--load) is a JSON file to write the pages of again, instead of measuring anything; only
	// Title, Compare and Out count then.
	Load string
	// Restart (--restart) discards the journal of an interrupted run.
	Restart bool
	// Keep (--keep) is a directory for the output of every run. Default: outputs are not kept.
	Keep string

	// Version is that of this program, with the git revision where it is known; it goes into the results
	// and tells runs of different builds apart in the journal. Not a flag.
	Version string
	// Log receives an Info record at start and end, a Debug record for each run, and Error records for
	// wrong answers. Nil discards. Not a flag.
	Log *slog.Logger
	// Progress is where a progress bar is drawn, if it is a terminal; standard error for the command.
	// Nil draws none. Not a flag.
	Progress *os.File
}

// Defaults of Options.
const (
	defaultTimeout          = 20 * time.Second
	defaultGrace            = 500 * time.Millisecond
	defaultMemory           = 4 << 30
	defaultValidatorTimeout = 120 * time.Second
	defaultProperty         = "unreach-call"
	defaultSolver           = "cornet solve {args} --timeout {timeout} {}"
	witnessArgs             = "--model --proof" // for the validators
	defaultSolverC          = "cornet verify {args} --timeout {timeout} --data-model {data_model} --property {property} {}"
	toolsFolder             = "../shared/tools"
)

// complete fills in defaults and checks what can be checked without looking at tasks.
func (o Options) complete() (Options, error) {
	var bad []error
	fail := func(format string, args ...any) { bad = append(bad, fmt.Errorf(format, args...)) }
	if o.Timeout < 0 || o.CPUTimeout < 0 || o.ValidatorTimeout < 0 || o.Jobs < 0 {
		fail("negative timeout or number of jobs: expected a positive one, or 0 for the default")
	}
	if o.Solver != "" && o.Args != "" {
		fail("--args belongs to the default command: put the words into --solver")
	}
	if _, err := regexp.Compile(o.Match); err != nil {
		fail("--match: %w", err)
	}
	if len(o.Places) == 0 && o.Load == "" {
		fail("nothing to measure: name set files, task definitions, input files or directories")
	}
	setDefault(&o.Timeout, defaultTimeout)
	setDefault(&o.Grace, defaultGrace)
	setDefault(&o.Memory, defaultMemory)
	setDefault(&o.ValidatorTimeout, defaultValidatorTimeout)
	setDefault(&o.Jobs, runtime.NumCPU())
	setDefault(&o.Property, defaultProperty)
	setDefault(&o.Python, "python3")
	setDefault(&o.ValidatorModel, filepath.Join(toolsFolder, "check_model.py"))
	setDefault(&o.ValidatorRefutation, filepath.Join(toolsFolder, "check_refutation.py"))
	o.Validate = o.Validate || o.ValidatePeers
	if o.Out == "" {
		o.Out = defaultOut(o)
	}
	setDefault(&o.Title, filepath.Base(o.Out))
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Self == "" {
		self, err := os.Executable()
		if err != nil {
			fail("which program is running? %w", err)
		}
		o.Self = self
	}
	return o, errors.Join(bad...)
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

const maxOutName = 60

// defaultOut names the results after the places, so that the same call finds its journal again.
func defaultOut(o Options) string {
	if o.Load != "" {
		return strings.TrimSuffix(o.Load, filepath.Ext(o.Load))
	}
	var names []string
	for _, p := range o.Places {
		base := filepath.Base(filepath.Clean(p))
		names = append(names, strings.TrimSuffix(base, filepath.Ext(base)))
	}
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(` /\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, strings.Join(names, "+"))
	if len(name) > maxOutName {
		name = fmt.Sprintf("%s+%d", strings.ToValidUTF8(name[:maxOutName], ""), len(names))
	}
	return filepath.Join("bench-results", name)
}
