// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"time"

	"cornet/bench"
	"cornet/internal/option"
	"cornet/smt"
)

type benchCmd struct {
	Places []string `arg:"" optional:"" help:"Set files, task definitions, input files and folders."`

	Solver  string   `placeholder:"[NAME=]COMMAND" help:"The solver under test; {} stands for the input. Default: this program."`
	Args    string   `placeholder:"FLAGS" help:"Flags for this program, such as '--engine lawi'."`
	Against []string `sep:"none" placeholder:"NAME=COMMAND" help:"A peer, run on the same tasks in turn; repeatable."`

	Timeout    time.Duration `default:"20s" help:"Wall time per run."`
	CPUTimeout time.Duration `name:"cpu-timeout" placeholder:"TIME" help:"CPU time per run."`
	Memory     option.Bytes  `default:"4G" help:"Resident memory per run."`
	Grace      time.Duration `default:"500ms" help:"Time between SIGTERM and SIGKILL."`
	Jobs       int           `short:"j" help:"Runs at a time. Default: the number of CPUs."`

	Property string `default:"unreach-call" help:"Which property of a program is meant."`
	Match    string `placeholder:"REGEXP" help:"Only tasks whose names match."`

	Validate            bool          `help:"Give witnesses to the independent validators."`
	ValidatePeers       bool          `help:"Those of the peers, too."`
	ValidatorModel      string        `placeholder:"PROGRAM" help:"Validator of models."`
	ValidatorRefutation string        `placeholder:"PROGRAM" help:"Validator of refutations."`
	ValidatorTimeout    time.Duration `default:"120s" help:"Time per validation."`
	Python              string        `default:"python3" help:"Runs validators whose names end in .py."`

	Out     string `placeholder:"BASE" help:"Where BASE.json, BASE.md and BASE.html go. Default: bench-results/ and the names of the places."`
	Title   string `help:"Heading of the pages."`
	Compare string `placeholder:"FILE.json" help:"An earlier run to compare with."`
	Load    string `placeholder:"FILE.json" help:"Write the pages of an earlier run again."`
	Restart bool   `help:"Do not go on with an interrupted run."`
	Keep    string `placeholder:"DIR" help:"Keep the output of every run."`

	Queries string     `placeholder:"DIR" help:"Compare the embedded solver with libz3 on the solver queries in DIR instead; see tools/collect-queries.sh."`
	Every   int        `placeholder:"N" help:"With --queries: one file in N."`
	Method  smt.Method `default:"default" enum:"default,proofs,words,models" help:"With --queries: how the embedded solver interpolates: ${enum}."`
}

func (c *benchCmd) Run(a *app) error {
	if c.Queries != "" {
		return c.runQueries(a)
	}
	z, err := bench.Run(a.ctx, bench.Options{
		Places: c.Places, Solver: c.Solver, Args: c.Args, Against: c.Against,
		Timeout: c.Timeout, CPUTimeout: c.CPUTimeout,
		Memory: bench.Bytes(c.Memory), Grace: c.Grace, Jobs: c.Jobs,
		Property: c.Property, Match: c.Match,
		Validate: c.Validate, ValidatePeers: c.ValidatePeers,
		ValidatorModel: c.ValidatorModel, ValidatorRefutation: c.ValidatorRefutation,
		ValidatorTimeout: c.ValidatorTimeout, Python: c.Python,
		Out: c.Out, Title: c.Title, Compare: c.Compare, Load: c.Load, Restart: c.Restart, Keep: c.Keep,
		Version: buildVersion(), Log: a.log, Progress: progressFile(a),
	})
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, z.String())
	if z.Alarm() {
		return errNegative
	}
	return nil
}

// progressFile returns standard error where it is a file, to draw on if it is a
// terminal.
func progressFile(a *app) *os.File {
	f, _ := a.stderr.(*os.File)
	return f
}
