// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	api "cornet"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/option"
	"cornet/internal/slurm"
)

// clusterFlags are the flags of a portfolio on a cluster.
type clusterFlags struct {
	On      string        `enum:",slurm" default:"" placeholder:"WHERE" help:"Where to solve: slurm, by a portfolio of engines and options in jobs on a cluster."`
	Cluster slurm.Options `embed:""`
	Members int           `group:"cluster" default:"8" placeholder:"N" help:"Jobs at a time, each with an engine, options and a seed of its own."`
	Round   time.Duration `group:"cluster" default:"1m" placeholder:"TIME" help:"After this time members give each other what they have proved; after twice the time again, and so on."`
}

// diversity has the options of members; further members have the same with other seeds.
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

// team is a portfolio on a cluster. Its folder has the program, the input, the hints of the round, and for each round a folder with the
// answer and the lemmas of each member.
type team struct {
	solve   *solveCmd
	problem *api.Problem
	options api.Options
	dir     string
	program string
	input   string
	token   string
	next    int // the first member that has not taken part
}

// member is a job of a round.
type member struct {
	number int
	out    string // path of its files but for the suffix
	done   bool
	early  bool // gave up long before its time
}

// portfolio decides a system by jobs on a cluster. Their answers are validated here as any other.
func (c *solveCmd) portfolio(ctx context.Context, p *api.Problem, text []byte, o api.Options) (engines.Outcome, error) {
	failed := engines.Outcome{}
	if p.Timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, p.Timeout, fmt.Errorf("timeout after %v", p.Timeout))
		defer stop()
	}
	shared, err := filepath.Abs(c.Cluster.Shared)
	if err != nil {
		return failed, err
	}
	dir, err := os.MkdirTemp(shared, ".cornet-")
	if err != nil {
		return failed, err
	}
	defer os.RemoveAll(dir)
	t := &team{solve: c, problem: p, options: o, dir: dir, input: filepath.Join(dir, "input.smt2"), token: slurm.Token()}
	if t.program, err = t.prepare(text); err != nil {
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
			return engines.Outcome{Reason: fmt.Sprint(context.Cause(ctx))}, nil
		}
		if err := t.exchange(members); err != nil {
			return failed, err
		}
		if slices.ContainsFunc(members, func(m *member) bool { return !m.early }) {
			length *= 2
		}
	}
}

// prepare fills the folder, and returns the program's place.
func (t *team) prepare(text []byte) (string, error) {
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
	err := errors.Join(os.WriteFile(t.input, text, 0o644), os.WriteFile(filepath.Join(t.dir, "given"), hints, 0o644), os.WriteFile(filepath.Join(t.dir, "hints"), hints, 0o644))
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return slurm.Program(self, t.dir)
}

// choose returns the members of the next round: those that used up their time, and new ones for those that gave up. When all have given
// up and every line of the table has been tried, there are none.
func (t *team) choose(before []*member) (z []*member) {
	for _, m := range before {
		if !m.early {
			z = append(z, &member{number: m.number})
		}
	}
	for len(z) < max(t.solve.Members, 1) && (t.next < len(diversity) || len(z) > 0) {
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
		z = append(z, fmt.Sprintf("--memory=%dB", uint64(c.Memory)))
	}
	return append(z, fmt.Sprintf("--seed=%d", c.Seed+uint32(number/len(diversity))))
}

const (
	waitForFiles = 2 * time.Second // of another machine
	askEvery     = 5 * time.Second
)

// round has the members work for some time, and returns the first answer that is valid.
func (t *team) round(ctx context.Context, number int, members []*member, length time.Duration) (engines.Outcome, error) {
	log := t.options.Log
	if end, ok := ctx.Deadline(); ok {
		length = max(min(length, time.Until(end)), time.Second)
	}
	a := slurm.Array{Name: fmt.Sprintf("%s-%d", t.token, number), Dir: filepath.Join(t.dir, fmt.Sprint(number)), Time: length + time.Minute}
	cluster, err := t.solve.Cluster.Look(ctx)
	if err == nil && cluster.Memory && t.solve.Memory > 0 {
		a.Memory = int64(t.solve.Memory) * 5 / 4
	}
	for i, m := range members {
		m.out = filepath.Join(a.Dir, fmt.Sprint(i))
		a.Scripts = append(a.Scripts, t.script(m, length))
	}
	if err == nil {
		err = t.solve.Cluster.Submit(ctx, a)
	}
	if err != nil {
		return engines.Outcome{}, err
	}
	defer func() {
		if slices.ContainsFunc(members, func(m *member) bool { return !m.done }) {
			if err := slurm.Cancel(context.Background(), a.Name); err != nil {
				log.Warn("jobs may go on", "array", a.Name, "error", err)
			}
		}
	}()
	log.Info("round", "array", a.Name, "members", len(members), "length", length)
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
			t.missing(ctx, a.Name, members, over, log)
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// missing notes down which members Slurm has ended.
func (t *team) missing(ctx context.Context, array string, members []*member, over map[int]time.Time, log *slog.Logger) {
	states, err := slurm.Elements(ctx, array)
	if err != nil {
		log.Warn("the cluster does not answer", "error", err)
		return
	}
	for i, m := range members {
		if !m.done && !states[i].Alive() && over[i].IsZero() {
			over[i] = time.Now()
			log.Info("a job is over", "array", array, "element", i, "state", states[i].Name, "node", states[i].Node)
		}
	}
}

// script returns what a member executes. The answer appears as a whole.
func (t *team) script(m *member, length time.Duration) string {
	words := append([]string{t.program, "solve"}, t.flags(m.number)...)
	words = append(words, "--timeout="+length.String(), "--hints="+filepath.Join(t.dir, "hints"), "--lemmas="+m.out+".lemmas", "--model", "--proof=native", t.input)
	for i, w := range words {
		words[i] = slurm.Quote(w)
	}
	out := slurm.Quote(m.out)
	return fmt.Sprintf("%s >%s.part 2>%s.err\nmv %s.part %s.out\n", strings.Join(words, " "), out, out, out, out)
}

// answer reads what a member has printed, if it has, and validates it. An answer that is not valid does not count.
func (t *team) answer(ctx context.Context, m *member) (z engines.Outcome) {
	file := m.out + ".out"
	text, err := os.ReadFile(file)
	if err != nil {
		return z // not yet
	}
	m.done = true
	word, _, _ := strings.Cut(string(text), "\n")
	if word != horn.Safe.String() && word != horn.Unsafe.String() {
		why, err := os.ReadFile(m.out + ".err")
		m.early = err == nil && !strings.Contains(string(why), "timeout after")
		return z
	}
	w, err := horn.ReadWitness(t.problem.System, file, bytes.NewReader(text))
	if err == nil && ((w.Verdict == horn.Safe) != (w.Model != nil) || (w.Verdict == horn.Unsafe) != (w.Proof != nil)) {
		err = fmt.Errorf("the witness is not one of %v", w.Verdict)
	}
	if err == nil {
		z = engines.Outcome{Verdict: w.Verdict, Model: w.Model, Proof: w.Proof}
		if err = engines.ErrNotJudged; t.options.Judge != nil {
			err = t.options.Judge(ctx, t.problem.System, z)
		}
		if errors.Is(err, engines.ErrNotJudged) {
			err = api.Check(ctx, t.problem.System, w, t.options)
		}
	}
	if err != nil {
		t.options.Log.Warn("an answer of a job does not count", "options", t.flags(m.number), "error", err)
		return engines.Outcome{}
	}
	z.Stats.Engine = strings.Join(t.flags(m.number), " ")
	t.options.Log.Info("answer", "verdict", z.Verdict, "options", z.Stats.Engine)
	return z
}

// exchange makes the lemmas of a round the hints of the next one.
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
		return nil // those of the last round stay
	}
	t.options.Log.Info("lemmas", "files", len(seen), "bytes", len(all))
	return os.WriteFile(filepath.Join(t.dir, "hints"), all, 0o644)
}
