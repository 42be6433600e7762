// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"cornet/bench/result"
	"cornet/bench/task"
	"cornet/internal/child"
)

// job is one run to do.
type job struct {
	task   task.Task
	solver solver
	key    string
}

// jobs returns all runs in the order in which they begin. Every solver runs a task before the next
// task begins, and the solver that begins rotates.
func jobs(o Options, tasks []task.Task, solvers []solver) []job {
	out := make([]job, 0, len(tasks)*len(solvers))
	for i, t := range tasks {
		for j := range solvers {
			s := solvers[(i+j)%len(solvers)]
			out = append(out, job{t, s, keyOf(o, s, t)})
		}
	}
	return out
}

// measurement carries the parts that the workers share.
type measurement struct {
	opts      Options
	validator *validator // or nil
	journal   *journal
	node      string // node of a cluster; empty for this machine

	mu       sync.Mutex // guards what follows, and the log
	progress *progress
	runs     []result.Run
}

// all runs the jobs, some at a time, in their order. It returns nil if all are done or ctx ended,
// and otherwise the first error that stops the benchmark. m.runs has the finished runs.
func (m *measurement) all(ctx context.Context, todo []job) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	queue := make(chan job)
	var workers sync.WaitGroup
	var once sync.Once
	var failure error
	for range min(m.opts.Jobs, len(todo)) {
		workers.Go(func() {
			for j := range queue {
				err := m.attempt(ctx, j)
				if ctx.Err() != nil {
					return
				}
				if err != nil {
					once.Do(func() { failure = err })
					stop(err)
					return
				}
			}
		})
	}
feed:
	for _, j := range todo {
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()
	return failure
}

// attempt runs a job and records it, unless ctx ends. On a cluster it is noted before it starts,
// and is not recorded if the cluster may have ended it.
func (m *measurement) attempt(ctx context.Context, j job) error {
	if m.node != "" {
		if err := m.journal.write(entry{Key: j.key}); err != nil {
			return err
		}
	}
	r, err := m.one(ctx, j)
	if err != nil || ctx.Err() != nil || m.node != "" && disturbed(ctx, r) {
		return err
	}
	r.Node = m.node
	return m.record(j, r)
}

// one runs a solver on a task, and a validator on its answer.
func (m *measurement) one(ctx context.Context, j job) (result.Run, error) {
	o := m.opts
	args, err := j.solver.byTask[j.task.Language].expand(filling{j.task, o.Timeout, max(int64(o.Memory), 0), o.Property})
	if err != nil {
		return result.Run{}, err
	}
	out, err := child.Run(ctx, child.Command{Args: args}, child.Limits{
		Wall: o.Timeout, CPU: o.CPUTimeout, Memory: max(int64(o.Memory), 0), Grace: o.Grace,
	})
	if err != nil {
		return result.Run{}, fmt.Errorf("solver %s on %s: %w", j.solver.name, j.task.Name, err)
	}
	if err := m.keep(j, out); err != nil {
		return result.Run{}, err
	}
	r := result.Observe(j.task.Name, j.solver.name, out)
	t := describeTask(j.task)
	r.Judge(t)
	if m.validator != nil && j.solver.validate && (r.Status.Solved() || r.Status == result.Disputed) && j.task.Language == task.SMTLIB {
		if r.Validation, err = m.validator.check(ctx, j.task, r.Answer, out); err != nil {
			return result.Run{}, err
		}
		r.Judge(t)
	}
	return r, nil
}

// keep writes the output of a run to the directory Options.Keep.
func (m *measurement) keep(j job, out child.Outcome) error {
	if m.opts.Keep == "" {
		return nil
	}
	name := strings.NewReplacer("/", "__", `\`, "__", ":", "_").Replace(j.task.Name)
	dir := filepath.Join(m.opts.Keep, j.solver.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("keeping outputs: %w", err)
	}
	for _, f := range []struct {
		suffix string
		text   []byte
	}{{".out", out.Stdout}, {".err", []byte(out.Stderr)}} {
		if err := os.WriteFile(filepath.Join(dir, name+f.suffix), f.text, 0o644); err != nil {
			return fmt.Errorf("keeping outputs: %w", err)
		}
	}
	return nil
}

// record records a finished run.
func (m *measurement) record(j job, r result.Run) error {
	if err := m.journal.add(j.key, r); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs = append(m.runs, r)
	broken := r.Validation != nil && r.Validation.Finding == result.Failed
	switch {
	case r.Status == result.Wrong:
		m.progress.hide()
		m.opts.Log.Error("wrong answer", "task", r.Task, "solver", r.Solver, "why", r.Reason, "files", j.task.Files)
	case broken:
		m.progress.hide()
		m.opts.Log.Warn("validator broke down", "task", r.Task, "solver", r.Solver, "why", r.Validation.Detail)
	default:
		m.opts.Log.Debug("run", "task", r.Task, "solver", r.Solver, "status", r.Status.String(), "wall_s", r.Wall)
	}
	m.progress.step(r.Status.Solved(), r.Status == result.Wrong)
	return nil
}
