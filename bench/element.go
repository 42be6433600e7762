// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"cornet/bench/result"
	"cornet/bench/task"
	"cornet/internal/child"
)

// element is the work of one job on a cluster, as described in its file. Its finished runs go to a
// journal next to that file.
type element struct {
	Options Options `json:"options"` // complete
	// after this time no run begins, except the first; the rest goes into other jobs
	Begin time.Duration `json:"begin"`
	Runs  []elementRun  `json:"runs"`
}

// elementRun is a job with the number of its solver.
type elementRun struct {
	Key    string    `json:"key"`
	Solver int       `json:"solver"`
	Task   task.Task `json:"task"`
}

const elementSuffix, journalSuffix = ".json", ".journal"

// readElement reads an element's file.
func readElement(file string) (e element, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(text, &e); err != nil {
		return e, fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

// runElement measures an element's runs, one after the other.
func runElement(ctx context.Context, opts Options) error {
	e, err := readElement(opts.Element)
	if err != nil {
		return err
	}
	o := e.Options
	o.Log = opts.Log
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	m := measurement{opts: o, node: cmp.Or(os.Getenv("SLURMD_NODENAME"), host)}
	if o.Validate {
		if m.validator, err = newValidator(o); err != nil {
			return err
		}
	}
	keys := map[string]bool{}
	for _, r := range e.Runs {
		if r.Solver < 0 || r.Solver >= len(solvers) {
			return fmt.Errorf("%s: no solver %d", opts.Element, r.Solver)
		}
		keys[r.Key] = true
	}
	if m.journal, err = openJournal(strings.TrimSuffix(opts.Element, elementSuffix)+journalSuffix, keys); err != nil {
		return err
	}
	defer m.journal.close()
	m.journal.shared = true
	machine := result.ThisMachine()
	if err := m.journal.write(entry{Machine: &machine}); err != nil {
		return err
	}
	start, first := time.Now(), true
	for _, r := range e.Runs {
		if _, done := m.journal.runs[r.Key]; done { // Slurm has started the job again
			continue
		}
		if ctx.Err() != nil || !first && time.Since(start) > e.Begin {
			break
		}
		if err := m.attempt(ctx, job{r.Task, solvers[r.Solver], r.Key}); err != nil && ctx.Err() == nil {
			return err
		}
		first = false
	}
	return nil
}

// time within which a signal for all processes of a job arrives at each
const settling = 50 * time.Millisecond

// disturbed reports whether a run may have ended because the cluster ends the job. Either it got a
// signal from outside, or it is a process that gives up on a signal and may just have done so.
func disturbed(ctx context.Context, r result.Run) bool {
	switch {
	case r.Status.Answered() || r.End != child.Exited && r.End != child.Signalled:
		return false
	case r.Signal == "SIGKILL" || r.Signal == "SIGTERM":
		return true
	}
	select {
	case <-ctx.Done():
		return true
	case <-time.After(settling):
		return false
	}
}
