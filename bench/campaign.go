// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cornet/bench/result"
	"cornet/internal/slurm"
)

// campaign runs the jobs of a measurement on a cluster. Its folder has a folder for each array that
// it has submitted, a round. In it, each element has a file with its runs, and a journal of
// finished runs. Runs that are missing when an element ends go into the next round. The
// measurement's own journal takes each run once, even if several elements have made it.
type campaign struct {
	*measurement
	dir     string // absolute
	token   string // part of the names of this campaign's arrays
	program string // the copy of this program that the elements run
	cluster slurm.Cluster
	solvers []solver

	keys    []string            // keys in order
	open    map[string]*pending // runs without result, by key
	live    []*submitted        // elements that have not ended
	rounds  int                 // number of rounds tried
	begun   bool                // an array has been submitted, perhaps by another process
	works   bool                // an element has finished a run
	warned  map[string]bool     // reasons why elements wait
	machine *result.Machine
}

// pending is a run without a result.
type pending struct {
	job
	at     *submitted // nil if it must be submitted
	faults int        // the number of elements that may have ended because of this run
	alone  bool       // it was running when its element ended
}

// submitted is an element of an array.
type submitted struct {
	round, index int
	keys         []string
	offset       int64 // the journal has been read up to here
	begun        map[string]bool
	progress     bool
	over         time.Time // when the element was first seen to have ended
	state        slurm.State
}

const (
	pollEvery = 500 * time.Millisecond // the interval at which journals are read
	askFirst  = time.Second            // the first interval between questions to Slurm; it grows
	askLast   = 10 * time.Second
	lateness  = 2 * time.Second // the delay until files of another machine can be read
	// time after which an element begins no new run, unless the user sets the number of runs
	batchTime  = 20 * time.Minute
	headroom   = 256 << 20 // memory for the program that enforces the limits
	maxRefusal = 10        // the number of commands of Slurm that may fail in a row
)

// onCluster runs the jobs on the cluster. It returns when all are done or ctx ends. It records in f
// the machines of the runs.
func (m *measurement) onCluster(ctx context.Context, solvers []solver, todo []job, f *result.File) error {
	if len(todo) == 0 {
		return nil
	}
	c := &campaign{measurement: m, solvers: solvers, open: map[string]*pending{}, warned: map[string]bool{}}
	for _, j := range todo {
		c.keys = append(c.keys, j.key)
		c.open[j.key] = &pending{job: j}
	}
	if err := c.prepare(ctx); err != nil {
		return err
	}
	f.Jobs = cmp.Or(c.opts.Jobs, c.slots())
	err := c.follow(ctx)
	if len(c.open) > 0 { // otherwise elements end by themselves
		c.cancel()
	}
	if c.machine != nil {
		f.Machine = *c.machine
	}
	return err
}

// slots returns the number of runs that the cluster has room for at a time.
func (c *campaign) slots() int { return max(c.cluster.CPUs/max(c.opts.CPUs, 1), 1) }

// sharedFolder returns the folder of a campaign.
func (o *Options) sharedFolder() (string, error) {
	dir, err := filepath.Abs(filepath.Join(cmp.Or(o.Shared, filepath.Dir(o.Out)), filepath.Base(o.Out)+".slurm"))
	return filepath.ToSlash(dir), err
}

// prepare makes the folder, or takes over its contents: results, and running elements.
func (c *campaign) prepare(ctx context.Context) (err error) {
	if c.dir, err = c.opts.sharedFolder(); err != nil {
		return err
	}
	if c.cluster, err = c.opts.Look(ctx); err != nil {
		return err
	}
	name := filepath.Join(c.dir, "name")
	if text, err := os.ReadFile(name); err == nil {
		c.token = string(text)
	}
	if c.opts.Restart && c.token != "" {
		for _, round := range c.folders() {
			if err := slurm.Cancel(ctx, c.name(round)); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(c.dir); err != nil {
			return err
		}
		c.token = ""
	}
	if c.token != "" {
		err = c.findRounds(ctx)
	} else {
		c.token = slurm.Token()
		err = errors.Join(os.MkdirAll(c.dir, 0o755), replaceFile(name, []byte(c.token)))
	}
	if err != nil {
		return err
	}
	c.program, err = slurm.Program(c.opts.Self, c.dir)
	return err
}

// folders returns the rounds that have folders.
func (c *campaign) folders() (z []int) {
	files, _ := os.ReadDir(c.dir)
	for _, f := range files {
		if round, err := strconv.Atoi(f.Name()); err == nil {
			z = append(z, round)
		}
	}
	return z
}

// findRounds finds the elements of earlier rounds, collects their results, and keeps those that are
// alive.
func (c *campaign) findRounds(ctx context.Context) error {
	for _, round := range c.folders() {
		c.rounds, c.begun = max(c.rounds, round), true
		states, err := slurm.Elements(ctx, c.name(round))
		if err != nil {
			return err
		}
		files, err := filepath.Glob(c.file(round, "*", elementSuffix))
		if err != nil {
			return err
		}
		for _, file := range files {
			e, err := readElement(file)
			if err != nil {
				continue // cut off: it was not submitted
			}
			s := &submitted{round: round, begun: map[string]bool{}}
			s.index, _ = strconv.Atoi(strings.TrimSuffix(filepath.Base(file), elementSuffix))
			for _, r := range e.Runs {
				s.keys = append(s.keys, r.Key)
			}
			if err := c.collect(s); err != nil {
				return err
			}
			if states[s.index].Alive() {
				c.enlist(s)
			}
		}
	}
	c.opts.Log.Info("campaign", "folder", c.dir, "rounds", c.rounds, "elements", len(c.live), "runs", len(c.open))
	return nil
}

// enlist follows an element.
func (c *campaign) enlist(s *submitted) {
	c.live = append(c.live, s)
	for _, k := range s.keys {
		if r := c.open[k]; r != nil {
			r.at = s
		}
	}
}

func (c *campaign) name(round int) string { return fmt.Sprintf("%s-%d", c.token, round) }

// file returns the file of an element with the suffix.
func (c *campaign) file(round int, index any, suffix string) string {
	return filepath.Join(c.dir, strconv.Itoa(round), fmt.Sprint(index)+suffix)
}

// follow submits runs and collects results until nothing is open or ctx ends.
func (c *campaign) follow(ctx context.Context) error {
	pause, next, refused := askFirst, time.Now(), 0
	for {
		for _, e := range c.live {
			if err := c.collect(e); err != nil {
				return err
			}
		}
		if len(c.open) == 0 || ctx.Err() != nil {
			return nil
		}
		if time.Now().After(next) {
			err := c.ask(ctx)
			if err == nil {
				var more bool
				if more, err = c.submit(ctx); more {
					pause = askFirst
				}
			}
			switch {
			case ctx.Err() != nil:
				return nil
			case err == nil:
				refused = 0
			case errors.Is(err, errHopeless) || !c.begun || refused == maxRefusal:
				return err
			default: // the controller may be unavailable for a while
				refused++
				c.progress.hide()
				c.opts.Log.Warn("the cluster does not answer", "error", err)
			}
			next = time.Now().Add(pause)
			pause = min(pause*3/2, askLast)
			if slices.ContainsFunc(c.live, func(e *submitted) bool { return !e.over.IsZero() }) {
				next = time.Now().Add(lateness)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery):
		}
	}
}

// collect reads what was added to an element's journal since the last time. A line that is
// incomplete, or not yet readable on this machine, is left for later.
func (c *campaign) collect(s *submitted) error {
	f, err := os.Open(c.file(s.round, s.index, journalSuffix))
	if err != nil {
		return nil // it does not exist yet
	}
	defer f.Close()
	text, err := io.ReadAll(io.NewSectionReader(f, s.offset, 1<<40))
	if err != nil {
		return nil
	}
	for {
		line, rest, whole := bytes.Cut(text, []byte{'\n'})
		var e entry
		if !whole || json.Unmarshal(line, &e) != nil {
			return nil
		}
		text, s.offset = rest, s.offset+int64(len(line))+1
		switch r := c.open[e.Key]; {
		case e.Machine != nil:
			c.machine = cmp.Or(c.machine, e.Machine)
		case e.Run == nil:
			s.begun[e.Key] = true
		default:
			s.progress, c.works = true, true
			if r == nil {
				continue // another element was first
			}
			delete(c.open, e.Key)
			if err := c.record(r.job, *e.Run); err != nil {
				return err
			}
		}
	}
}

// ask asks Slurm about the elements, and drops those that have ended.
func (c *campaign) ask(ctx context.Context) error {
	rounds := map[int]map[int]slurm.State{}
	var live []*submitted
	for _, e := range c.live {
		if !slices.ContainsFunc(e.keys, func(k string) bool { return c.open[k] != nil && c.open[k].at == e }) {
			continue
		}
		if rounds[e.round] == nil {
			states, err := slurm.Elements(ctx, c.name(e.round))
			if err != nil {
				return err
			}
			rounds[e.round] = states
		}
		state, known := rounds[e.round][e.index]
		if known {
			e.state = state
		}
		if state.Stuck() && !c.warned[state.Reason] {
			c.warned[state.Reason] = true
			c.progress.hide()
			c.opts.Log.Warn("jobs wait", "array", c.name(e.round), "why", state.Reason)
		}
		switch {
		case state.Alive():
			e.over = time.Time{}
		case e.over.IsZero():
			e.over = time.Now()
		case time.Since(e.over) >= lateness:
			if err := c.collect(e); err != nil {
				return err
			}
			if err := c.settle(e); err != nil {
				return err
			}
			continue
		}
		live = append(live, e)
	}
	c.live = live
	return nil
}

// errHopeless means that trying again would not help.
var errHopeless = errors.New("the cluster finishes no run")

// settle gives up an element. Each run that it had begun may be the reason why it ended. If it
// finished none, all its runs may be. A run that was a possible reason too often gets the status
// lost.
func (c *campaign) settle(e *submitted) error {
	missing := 0
	defer func() {
		c.opts.Log.Info("a job is over", "array", c.name(e.round), "element", e.index, "state", e.state.Name, "node", e.state.Node, "runs missing", missing)
	}()
	for _, k := range e.keys {
		r := c.open[k]
		if r == nil || r.at != e {
			continue
		}
		r.at, r.alone = nil, r.alone || e.begun[k]
		if e.begun[k] || !e.progress {
			r.faults++
		}
		missing++
		if r.faults <= max(c.opts.Retries, 0) {
			continue
		}
		how := fmt.Sprintf("the cluster ended its job %d times, the last time: %s on %s", r.faults, cmp.Or(e.state.Name, "unknown"), cmp.Or(e.state.Node, "no node"))
		if text, err := os.ReadFile(c.file(e.round, e.index, ".log")); err == nil && lastLine(string(text)) != "" {
			how += ": " + lastLine(string(text))
		}
		if !c.works {
			return fmt.Errorf("%w: %s", errHopeless, how)
		}
		lost := result.Run{Task: r.task.Name, Solver: r.solver.name, Node: e.state.Node, Lost: how}
		lost.Judge(describeTask(r.task))
		delete(c.open, k)
		if err := c.record(r.job, lost); err != nil {
			return err
		}
	}
	return nil
}

// submit submits the runs that no element has. It reports whether there were any.
func (c *campaign) submit(ctx context.Context) (bool, error) {
	var batches [][]string
	var rest []string
	for _, k := range c.keys {
		switch r := c.open[k]; {
		case r == nil || r.at != nil:
		case r.alone:
			batches = append(batches, []string{k})
		default:
			rest = append(rest, k)
		}
	}
	n := len(batches) + len(rest)
	if n == 0 {
		return false, nil
	}
	batches = batches[:min(len(batches), c.cluster.MaxArray-min(1, len(rest)))]
	// most: the maximal number of runs of an element
	first, each, most := len(batches), len(c.solvers), 0
	if n := len(rest); n > 0 {
		most = c.batch(n, c.cluster.MaxArray-first)
		batches = append(batches, make([][]string, (n+most-1)/most)...)
	}
	for i, k := range rest { // dealt out in turn, since tasks of one kind stand together
		b := first + i/each%(len(batches)-first)
		batches[b] = append(batches[b], k)
	}
	if len(batches) == 0 {
		return false, nil
	}
	c.rounds++
	round := c.rounds
	dir := filepath.Join(c.dir, strconv.Itoa(round))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return false, err
	}
	o := c.opts
	o.Places, o.Jobs, o.Self = nil, 1, c.program
	a := slurm.Array{Name: c.name(round), Dir: dir, AtOnce: c.opts.Jobs}
	work := c.perRun() * time.Duration(max(most, 1))
	if c.opts.Batch <= 0 {
		work = min(work, batchTime+c.perRun())
	}
	a.Time = work + time.Minute
	if c.cluster.Memory && o.Memory > 0 {
		a.Memory = int64(o.Memory) + headroom
	}
	var elements []*submitted
	for i, keys := range batches {
		e := element{Options: o, Begin: work - c.perRun()}
		for _, k := range keys {
			r := c.open[k]
			e.Runs = append(e.Runs, elementRun{k, slices.IndexFunc(c.solvers, func(s solver) bool { return s.name == r.solver.name }), r.task})
		}
		text, err := json.Marshal(e)
		if err != nil {
			return false, err
		}
		if err := os.WriteFile(c.file(round, i, elementSuffix), text, 0o644); err != nil {
			return false, err
		}
		a.Scripts = append(a.Scripts, fmt.Sprintf("exec %s bench --element %s\n", slurm.Quote(c.program), slurm.Quote(c.file(round, i, elementSuffix))))
		elements = append(elements, &submitted{round: round, index: i, keys: keys, begun: map[string]bool{}})
	}
	if err := c.opts.Submit(ctx, a); err != nil {
		// it may have been submitted although the command failed
		_ = slurm.Cancel(context.Background(), a.Name)
		return false, errors.Join(err, os.RemoveAll(dir))
	}
	c.begun = true
	for _, e := range elements {
		c.enlist(e)
	}
	c.opts.Log.Info("submitted", "array", a.Name, "elements", len(batches), "runs", n, "minutes", int(a.Time.Minutes())+1)
	return true, nil
}

// perRun bounds the time of a run and its validation.
func (c *campaign) perRun() time.Duration {
	z := c.opts.Timeout + max(c.opts.Grace, 0) + time.Second
	if c.opts.Validate {
		z += c.opts.ValidatorTimeout
	}
	return z
}

// batch returns how many of n runs an element does if there is room for room elements. This is the
// user's number or, by default, the number that gives each processor two elements. All solvers run
// a task on the same node.
func (c *campaign) batch(n, room int) int {
	each := len(c.solvers)
	up := func(a, b int) int { return (a + b - 1) / b }
	z := c.opts.Batch * each
	if z <= 0 {
		z = up(n, 2*c.slots())
	}
	z = max(z, up(n, room), 1)
	return up(z, each) * each
}

// cancel ends the elements that are alive. It works even after ctx has ended.
func (c *campaign) cancel() {
	rounds := map[int]bool{}
	for _, e := range c.live {
		rounds[e.round] = true
	}
	for round := range rounds {
		if err := slurm.Cancel(context.Background(), c.name(round)); err != nil {
			c.opts.Log.Warn("jobs may go on", "array", c.name(round), "error", err)
		}
	}
}
