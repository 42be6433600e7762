// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	api "cornet"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/option"
	"cornet/internal/slurm"
)

// clusterFlags are the flags of a portfolio of processes.
type clusterFlags struct {
	On      string        `enum:",processes,slurm" default:"" placeholder:"WHERE" help:"Where to solve: by a portfolio of engines, options and seeds in processes on this machine, or with slurm in jobs on a cluster."`
	Cluster slurm.Options `embed:""`
	Members int           `group:"cluster" placeholder:"N" help:"Processes or jobs at a time, each with an engine, options and a seed of its own. Default: the number of CPUs; 8 with slurm."`
	Round   time.Duration `group:"cluster" default:"1m" placeholder:"TIME" help:"After this time the members share the lemmas that they have proved, again after twice the time, and so on."`
}

// members is the number of members that run at the same time.
func (f *clusterFlags) members() int {
	switch {
	case f.Members > 0:
		return f.Members
	case f.On == "slurm":
		return 8
	}
	return runtime.NumCPU()
}

// diversity has the options of the members; members beyond this list use the same options with
// other seeds.
var diversity = [][]string{
	{"--engine=auto"},
	{"--engine=pdr"},
	{"--engine=predabs"},
	{"--engine=lawi"},
	{"--engine=bmc"},
	{"--engine=kind"},
	{"--engine=imc"},
	{"--engine=auto", "--race", "--strength=weak"},
	{"--engine=predabs", "--abstraction=relational"},
	{"--engine=pdr", "--no-passes"},
	{"--engine=induction"},
	{"--engine=catamorphism"},
	{"--engine=intblast"},
	{"--engine=cellmorph"},
	{"--engine=lawi", "--strength=strong"},
	{"--engine=predabs", "--abstraction=off"},
}

// workers run the members of a portfolio. A member's output appears as a whole in its file .out,
// and its standard error in .err.
type workers interface {
	// program returns the program that members execute. It may have to be copied into the folder.
	program(self, dir string) (string, error)
	// share returns the number of members that share the memory of a machine.
	share(members int) uint64
	// start executes the command of each member, in an existing folder. Members that are still
	// running are ended some time after length.
	start(ctx context.Context, dir string, members []*member, commands [][]string, length time.Duration) error
	// lost returns members that have ended, perhaps without output.
	lost(ctx context.Context) ([]int, error)
	// stop ends the members that still work.
	stop()
}

// team is a portfolio of processes. Its folder has the program, the input, the hints of the round,
// and for each round a folder with the answer and the lemmas of each member.
type team struct {
	solve      *solveCmd
	problem    *api.Problem
	options    api.Options
	dir        string
	executable string
	input      string
	workers    workers
	next       int // the first member that has not run yet
}

// member is a process of a round.
type member struct {
	number int
	out    string // the path of its files without the suffix
	done   bool
	early  bool // it gave up long before its time limit
}

// portfolio decides a system by processes or by jobs on a cluster. Their answers are validated in
// this process like all others.
func (c *solveCmd) portfolio(ctx context.Context, p *api.Problem, o api.Options) (engines.Outcome, error) {
	failed := engines.Outcome{}
	if p.Timeout > 0 {
		var stop func()
		ctx, stop = budget.Budget{Timeout: p.Timeout}.Context(ctx)
		defer stop()
	}
	shared := os.TempDir()
	var w workers = &processes{}
	if c.On == "slurm" {
		var err error
		if shared, err = filepath.Abs(c.Cluster.Shared); err != nil {
			return failed, err
		}
		w = &array{options: c.Cluster, memory: int64(c.Memory), token: slurm.Token(), log: o.Log}
	}
	dir, err := os.MkdirTemp(shared, ".cornet-")
	if err != nil {
		return failed, err
	}
	defer os.RemoveAll(dir)
	t := &team{solve: c, problem: p, options: o, dir: dir, input: filepath.Join(dir, "input.smt2"), workers: w}
	if t.executable, err = t.prepare(); err != nil {
		return failed, err
	}
	length := c.Round
	var members []*member
	for round := 1; ; round++ {
		if members = t.choose(members); len(members) == 0 {
			return engines.Outcome{Reason: "all members of the portfolio give up"}, nil
		}
		z, err := t.round(ctx, round, members, length)
		switch {
		case err != nil || z.Verdict != horn.Unknown:
			return z, err
		case ctx.Err() != nil:
			return engines.Outcome{Reason: budget.Why(ctx)}, nil
		}
		if err := t.exchange(members); err != nil {
			return failed, err
		}
		if slices.ContainsFunc(members, func(m *member) bool { return !m.early }) {
			length *= 2
		}
	}
}

// prepare fills the folder. It returns the path of the program.
func (t *team) prepare() (string, error) {
	if err := os.Chmod(t.dir, 0o755); err != nil {
		return "", err
	}
	hints := []byte{}
	if f := t.solve.HintFile; f != "" {
		var err error
		if hints, err = os.ReadFile(f); err != nil {
			return "", err
		}
	}
	err := errors.Join(os.WriteFile(t.input, []byte(t.problem.System.Source.Text), 0o644), os.WriteFile(filepath.Join(t.dir, "given"), hints, 0o644), os.WriteFile(filepath.Join(t.dir, "hints"), hints, 0o644))
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return t.workers.program(self, t.dir)
}

// choose returns the members of the next round: those that used up their time, and new ones instead
// of those that gave up. If all have given up and every line of the table has been tried, it
// returns no members.
func (t *team) choose(before []*member) (z []*member) {
	for _, m := range before {
		if !m.early {
			z = append(z, &member{number: m.number})
		}
	}
	for len(z) < t.solve.members() && (t.next < len(diversity) || len(z) > 0) {
		z = append(z, &member{number: t.next})
		t.next++
	}
	return z
}

// flags returns the options of a member: those of the user, and its own.
func (t *team) flags(number int) []string {
	c := t.solve
	own := diversity[number%len(diversity)]
	var z []string
	for _, f := range option.Changed(append([]any{&c.Choice, &c.Config}, c.Plugins...)...) {
		name, _, _ := strings.Cut(f, "=")
		if !slices.Contains([]string{"seed", "debug", "dump-queries", "reproducers"}, name) {
			z = append(z, "--"+f)
		}
	}
	for _, f := range own {
		name, _, _ := strings.Cut(f, "=")
		if !slices.ContainsFunc(z, func(given string) bool { return strings.HasPrefix(given+"=", name+"=") }) {
			z = append(z, f)
		}
	}
	for _, text := range c.Template {
		z = append(z, "--template="+text)
	}
	if c.Memory > 0 {
		z = append(z, fmt.Sprintf("--memory=%dB", uint64(c.Memory)/t.workers.share(c.members())))
	}
	return append(z, fmt.Sprintf("--seed=%d", c.Seed+uint32(number/len(diversity))))
}

const (
	waitForFiles = 2 * time.Second // when the files come from another machine
	askEvery     = 5 * time.Second
)

// round runs the members for some time, and returns the first valid answer.
func (t *team) round(ctx context.Context, number int, members []*member, length time.Duration) (engines.Outcome, error) {
	log := t.options.Log
	if end, ok := ctx.Deadline(); ok {
		length = max(min(length, time.Until(end)), time.Second)
	}
	dir := filepath.Join(t.dir, fmt.Sprint(number))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return engines.Outcome{}, err
	}
	var commands [][]string
	for i, m := range members {
		m.out = filepath.Join(dir, fmt.Sprint(i))
		commands = append(commands, t.command(m, length))
	}
	if err := t.workers.start(ctx, dir, members, commands, length); err != nil {
		return engines.Outcome{}, err
	}
	defer t.workers.stop()
	log.Info("round", "number", number, "members", len(members), "length", length)
	asked, over := time.Now(), map[int]time.Time{}
	for {
		waiting := 0
		for i, m := range members {
			if m.done {
				continue
			}
			if z := t.answer(ctx, m); z.Verdict != horn.Unknown {
				return z, nil
			}
			m.done = m.done || !over[i].IsZero() && time.Since(over[i]) > waitForFiles
			if !m.done {
				waiting++
			}
		}
		if waiting == 0 || ctx.Err() != nil {
			return engines.Outcome{}, nil
		}
		if time.Since(asked) > askEvery {
			asked = time.Now()
			lost, err := t.workers.lost(ctx)
			if err != nil {
				log.Warn("it cannot be said which members are over", "error", err)
			}
			for _, i := range lost {
				if !members[i].done && over[i].IsZero() {
					over[i] = time.Now()
				}
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// command returns the command line of a member.
func (t *team) command(m *member, length time.Duration) []string {
	words := append([]string{t.executable, "solve"}, t.flags(m.number)...)
	return append(words, "--timeout="+length.String(), "--hints="+filepath.Join(t.dir, "hints"), "--lemmas="+m.out+".lemmas", "--model", "--proof=native", t.input)
}

// answer reads and validates the output of a member, if there is any. An invalid answer does not
// count.
func (t *team) answer(ctx context.Context, m *member) (z engines.Outcome) {
	file := m.out + ".out"
	text, err := os.ReadFile(file)
	if err != nil {
		return z // there is no output yet
	}
	m.done = true
	word, _, _ := strings.Cut(string(text), "\n")
	if word != horn.Safe.String() && word != horn.Unsafe.String() {
		why, err := os.ReadFile(m.out + ".err")
		m.early = err == nil && !strings.Contains(string(why), budget.OutOfTime)
		return z
	}
	w, err := horn.ReadWitness(t.problem.System, file, bytes.NewReader(text))
	if err == nil && ((w.Verdict == horn.Safe) != (w.Model != nil) || (w.Verdict == horn.Unsafe) != (w.Proof != nil)) {
		err = fmt.Errorf("the witness is not one of %v", w.Verdict)
	}
	if err == nil {
		z = engines.Outcome{Verdict: w.Verdict, Model: w.Model, Proof: w.Proof}
		err = api.Check(ctx, t.problem.System, w, t.options)
	}
	if err != nil {
		t.options.Log.Warn("an answer of a member does not count", "options", t.flags(m.number), "error", err)
		return engines.Outcome{}
	}
	z.Stats.Engine = strings.Join(t.flags(m.number), " ")
	t.options.Log.Info("answer", "verdict", z.Verdict, "options", z.Stats.Engine)
	return z
}

// exchange makes the lemmas of a round the hints for the next one.
func (t *team) exchange(members []*member) error {
	all, err := os.ReadFile(filepath.Join(t.dir, "given"))
	if err != nil {
		return err
	}
	var seen [][]byte
	for _, m := range members {
		text, err := os.ReadFile(m.out + ".lemmas")
		if err != nil || slices.ContainsFunc(seen, func(x []byte) bool { return bytes.Equal(x, text) }) {
			continue
		}
		seen = append(seen, text)
		all = append(append(all, '\n'), text...)
	}
	if len(seen) == 0 {
		return nil // the hints of the last round are kept
	}
	t.options.Log.Info("lemmas", "files", len(seen), "bytes", len(all))
	return os.WriteFile(filepath.Join(t.dir, "hints"), all, 0o644)
}
