// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"cornet/bench/task"
	"cornet/internal/option"
	"cornet/internal/slurm"
)

// Options configure a measurement. The zero value works for each field except Places. Fields with a
// help tag are flags of the command; see package option.
type Options struct {
	Places []string `arg:"" optional:"" help:"Set files, task definitions, input files and folders."`

	// Solver is the solver under test, as "NAME=TEMPLATE" or "TEMPLATE"; docs/benchmarking.md
	// describes templates. A first word "cornet" means this program. The default is defaultSolver,
	// with witnessArgs if witnesses are validated, and defaultSolverC for programs. Args go into
	// the default templates, before the timeout.
	Solver  string   `placeholder:"[NAME=]COMMAND" help:"The solver under test; {} stands for the input. Default: this program."`
	Args    string   `placeholder:"FLAGS" help:"Flags for this program, such as '--engine lawi'."`
	Against []string `sep:"none" placeholder:"NAME=COMMAND" help:"A peer, run on the same tasks in turn; repeatable."`
	// Self is the program for the word "cornet". Default: the running one.
	Self string `kong:"-"`

	Timeout    time.Duration `default:"20s" help:"Wall time per run."`
	CPUTimeout time.Duration `name:"cpu-timeout" placeholder:"TIME" help:"CPU time per run."`
	Memory     Bytes         `default:"4GiB" help:"Resident memory per run."`           // negative: no limit
	Grace      time.Duration `default:"500ms" help:"Time between SIGTERM and SIGKILL."` // negative: none
	Jobs       int           `short:"j" help:"Runs at a time. Default: the number of CPUs."`

	// On chooses where runs happen; the default is this machine. Element is for the jobs there: the
	// file that describes their work.
	On      string `enum:",slurm,benchexec" default:"" placeholder:"WHERE" help:"Where to measure. slurm: in jobs on a cluster. benchexec: measure nothing, but write the files that BenchExec needs."`
	Element string `hidden:"" placeholder:"FILE" help:"What a job on a cluster measures."`
	slurm.Options
	Batch   int    `group:"cluster" placeholder:"N" help:"Tasks of each job, one after the other. Default: as many as make two jobs for each processor. After twenty minutes a job leaves the rest to others."`
	Retries int    `group:"cluster" default:"3" placeholder:"N" help:"How often to repeat a run that the cluster ended; negative: never."`
	Part    string `group:"cluster" placeholder:"I/N" help:"Measure only every N-th task, beginning with task I, from 0; the journal stays."`

	Property string `default:"unreach-call" help:"Which property of a program is meant."`
	Match    string `placeholder:"REGEXP" help:"Only tasks whose names match."`
	Disputed string `placeholder:"FILE.yml" help:"File of tasks whose expected verdicts are in doubt, with evidence. Answers to these tasks count as disputed, neither as solved nor as wrong."`

	Validate            bool          `help:"Give witnesses to the independent validators."`
	ValidatePeers       bool          `help:"Also validate the witnesses of the peers."` // implies Validate
	ValidatorModel      string        `placeholder:"PROGRAM" help:"Validator of models."`
	ValidatorRefutation string        `placeholder:"PROGRAM" help:"Validator of refutations."`
	ValidatorTimeout    time.Duration `default:"120s" help:"Time per validation."`
	Python              string        `default:"python3" help:"Runs validators whose names end in .py."`

	// Out is the base name of the results: Out.json, Out.md, Out.html, and Out.journal meanwhile.
	Out     string `placeholder:"BASE" help:"Where BASE.json, BASE.md and BASE.html go. Default: bench-results/ and the names of the places."`
	Title   string `help:"Heading of the pages."` // default: the base name of Out
	Compare string `placeholder:"FILE.json" help:"An earlier run to compare with."`
	// Load only writes the pages of an earlier run. Then all options except Title, Compare and Out
	// are ignored.
	Load    string `placeholder:"FILE.json" help:"Write the pages of an earlier run again, without measuring."`
	Restart bool   `help:"Start anew instead of resuming an interrupted run."`
	Keep    string `placeholder:"DIR" help:"Keep the output of every run."`

	// Version is the version of this program, with the git revision if known. It goes into the
	// results, and distinguishes runs of different builds in the journal.
	Version string `kong:"-"`
	// Log receives an Info record at start and end, a Debug record for each run, and Error records
	// for wrong answers. Nil discards.
	Log         *slog.Logger  `kong:"-" json:"-"`
	disputes    task.Disputes // contents of the file Disputed
	part, parts int           // parsed form of Part
	// Progress is where a progress bar is drawn, if it is a terminal: standard error for the
	// command. Nil draws none.
	Progress *os.File `kong:"-" json:"-"`
}

// The default solvers.
const (
	defaultSolver  = "cornet solve {args} --timeout {timeout} {}"
	witnessArgs    = "--model --proof"                                  // for the validators
	defaultSolverT = "cornet termination {args} --timeout {timeout} {}" // for systems, with the property termination
	defaultSolverC = "cornet verify {args} --timeout {timeout} --data-model {data_model} --property {property} {}"
	toolsFolder    = "tools/witness"
)

// complete fills in defaults and checks options as far as possible without reading tasks.
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
	if o.Disputed != "" {
		var err error
		if o.disputes, err = task.ReadDisputes(o.Disputed); err != nil {
			fail("--disputed: %w", err)
		}
	}
	if len(o.Places) == 0 && o.Load == "" {
		fail("nothing to measure: name set files, task definitions, input files or directories")
	}
	if err := option.Fill(&o); err != nil {
		fail("%w", err)
	}
	o.parts = 1
	if o.Part != "" {
		if n, err := fmt.Sscanf(o.Part+"\n", "%d/%d\n", &o.part, &o.parts); n != 2 || err != nil || o.part < 0 || o.part >= o.parts {
			fail("--part %q: expected I/N, with I from 0 to N-1", o.Part)
			o.parts = 1
		}
	}
	if o.On != "slurm" { // there, 0 means as many as there is room for
		o.Jobs = cmp.Or(o.Jobs, runtime.NumCPU())
	}
	o.ValidatorModel = cmp.Or(o.ValidatorModel, filepath.Join(toolsFolder, "check_model.py"))
	o.ValidatorRefutation = cmp.Or(o.ValidatorRefutation, filepath.Join(toolsFolder, "check_refutation.py"))
	o.Validate = o.Validate || o.ValidatePeers
	if o.Out == "" {
		o.Out = defaultOut(o)
	}
	o.Title = cmp.Or(o.Title, filepath.Base(o.Out))
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Self == "" {
		self, err := os.Executable()
		if err != nil {
			fail("which program is running? %w", err)
		}
		o.Self = self
	}
	return o, errors.Join(bad...)
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
