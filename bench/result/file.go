// SPDX-License-Identifier: Apache-2.0

package result

import (
	"cmp"
	"slices"
	"time"

	"cornet/bench/task"
)

// Schema names the format of the JSON file. Within a schema, keys may be added and none is renamed,
// removed or given another meaning.
const Schema = "cornet-bench/1"

// File is everything about one benchmark run, in the shape of the JSON file; docs/benchmarking.md
// documents the keys. The zero value is an empty file. It belongs to one goroutine.
type File struct {
	Schema        string         `json:"schema"`
	Date          time.Time      `json:"date"`     // when the run began, UTC
	Version       string         `json:"version"`  // of the harness
	Complete      bool           `json:"complete"` // false when the run was interrupted
	Machine       Machine        `json:"machine"`
	Limits        Limits         `json:"limits"`
	Jobs          int            `json:"jobs"` // runs at a time
	Property      string         `json:"property"`
	Validated     []string       `json:"validated"` // names of the solvers whose witnesses were validated
	Solvers       []Solver       `json:"solvers"`   // the solver under test first
	Tasks         []Task         `json:"tasks"`
	Runs          []Run          `json:"runs"` // by task, then by solver, in the orders above
	Disagreements []Disagreement `json:"disagreements"`
}

// Limits are those of each run.
type Limits struct {
	Wall   float64 `json:"wall_s"`
	CPU    float64 `json:"cpu_s"`        // 0 for none
	Memory int64   `json:"memory_bytes"` // 0 for none
	Grace  float64 `json:"grace_s"`
}

// Solver is one of the solvers compared.
type Solver struct {
	Name     string `json:"name"`
	Command  string `json:"command"`             // template for Horn systems
	CommandC string `json:"command_c,omitempty"` // template for programs, when it is another
	Version  string `json:"version,omitempty"`
}

// Task has the data of a task.Task that the file keeps.
type Task struct {
	Name     string        `json:"name"`
	Track    string        `json:"track"`
	Family   string        `json:"family,omitempty"`
	Language task.Language `json:"language"`
	Property string        `json:"property,omitempty"`
	Expected task.Verdict  `json:"expected"`
	Disputed string        `json:"disputed,omitempty"` // the evidence against the label
	Files    []string      `json:"files"`              // relative to the working directory of the run where possible
}

// Disagreement is a task on which two solvers gave contradictory answers: one of them is wrong,
// whether or not the collection says which.
type Disagreement struct {
	Task  string   `json:"task"`
	True  []string `json:"sat"`   // solvers that answered sat or TRUE
	False []string `json:"unsat"` // solvers that answered unsat or FALSE
}

// Normalise puts the runs into the order of tasks and solvers. It drops runs of tasks or solvers
// that the file does not list, and all but the last run of each pair. It judges every run, and
// fills Disagreements.
func (f *File) Normalise() {
	tasks, solvers := map[string]int{}, map[string]int{}
	for i, t := range f.Tasks {
		tasks[t.Name] = i
	}
	for i, s := range f.Solvers {
		solvers[s.Name] = i
	}
	type pair struct{ task, solver int }
	last := map[pair]Run{}
	for _, r := range f.Runs {
		i, ok := tasks[r.Task]
		j, ok2 := solvers[r.Solver]
		if ok && ok2 {
			r.Judge(f.Tasks[i])
			last[pair{i, j}] = r
		}
	}
	pairs := make([]pair, 0, len(last))
	for p := range last {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.task, b.task), cmp.Compare(a.solver, b.solver))
	})
	f.Runs = make([]Run, 0, len(pairs))
	for _, p := range pairs {
		f.Runs = append(f.Runs, last[p])
	}
	f.disagree()
}

// disagree fills Disagreements. The runs must be in order.
func (f *File) disagree() {
	f.Disagreements = []Disagreement{}
	for runs := range f.ByTask() {
		d := Disagreement{Task: runs[0].Task}
		for _, r := range runs {
			switch {
			case !r.Status.Answered():
			case r.Answer == task.True:
				d.True = append(d.True, r.Solver)
			case r.Answer == task.False:
				d.False = append(d.False, r.Solver)
			}
		}
		if len(d.True) > 0 && len(d.False) > 0 {
			f.Disagreements = append(f.Disagreements, d)
		}
	}
}

// ByTask yields the runs of each task, in order. Tasks without runs are skipped. The slices are
// parts of f.Runs. Normalise must have been called.
func (f *File) ByTask() func(yield func([]Run) bool) {
	return func(yield func([]Run) bool) {
		for i := 0; i < len(f.Runs); {
			j := i + 1
			for j < len(f.Runs) && f.Runs[j].Task == f.Runs[i].Task {
				j++
			}
			if !yield(f.Runs[i:j:j]) {
				return
			}
			i = j
		}
	}
}
