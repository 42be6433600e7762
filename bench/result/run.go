// SPDX-License-Identifier: Apache-2.0

package result

import (
	"fmt"
	"math"
	"strings"
	"time"

	"cornet/bench/task"
	"cornet/internal/child"
	"cornet/internal/slice"
)

// Run is one solver on one task. The first two fields identify it, Status is the judgement, and the
// rest was observed.
type Run struct {
	Task   string       `json:"task"`   // Task.Name
	Solver string       `json:"solver"` // Solver.Name
	Status Status       `json:"status"`
	Answer task.Verdict `json:"answer"` // as printed, even if it came too late
	// a verdict line was printed, even if only "unknown"
	Given bool `json:"given,omitempty"`
	// why the run is not solved, or why it is wrong
	Reason   string    `json:"reason,omitempty"`
	Wall     float64   `json:"wall_s"`       // seconds, to 1 ms
	CPU      float64   `json:"cpu_s"`        // seconds, to 1 ms, over the process tree
	Memory   int64     `json:"memory_bytes"` // peak resident bytes of the process tree, 0: unknown
	End      child.End `json:"end"`
	ExitCode int       `json:"exit_code"`
	Signal   string    `json:"signal,omitempty"`
	Stderr   string    `json:"stderr,omitempty"` // tail of the error stream of an unsolved run
	// the solver itself reports that its time is over
	TimeUp     bool        `json:"time_up,omitempty"`
	Observed   string      `json:"observed,omitempty"` // reason as observed, before the judgement
	Validation *Validation `json:"validation,omitempty"`
	Node       string      `json:"node,omitempty"` // node of a cluster
	// how the cluster ended each job of the run; there is no observation
	Lost string `json:"lost,omitempty"`
}

// Finding is the finding of a validator about a witness.
type Finding string

// The findings. Invalid and Malformed make an answer wrong; Undecided and Failed do not change it.
const (
	Valid     Finding = "valid"
	Invalid   Finding = "invalid"   // the witness does not prove the answer
	Malformed Finding = "malformed" // there is no witness, or it cannot be read
	Undecided Finding = "undecided" // the validator could not decide, or ran out of time
	Failed    Finding = "failed"    // the validator broke down
)

// Validation is a validator's finding on the witness of one run.
type Validation struct {
	Finding Finding `json:"finding"`
	Detail  string  `json:"detail,omitempty"` // the validator's own words
	Wall    float64 `json:"wall_s"`
}

const maxStderr = 2000 // bytes of the error stream kept with an unsolved run

// Observe turns the outcome of a solver's process into a run without judgement.
func Observe(taskName, solver string, o child.Outcome) Run {
	a := ReadAnswer(o.Stdout)
	r := Run{
		Task: taskName, Solver: solver,
		Answer: a.Verdict, Given: a.Given, TimeUp: a.TimeUp, Observed: a.Reason,
		Wall: Seconds(o.Wall), CPU: Seconds(o.CPU), Memory: o.Memory,
		End: o.End, ExitCode: o.ExitCode, Signal: o.Signal,
	}
	if r.Observed == "" {
		r.Observed = reasonFrom(o.Stderr)
	}
	if a.Verdict == task.Unknown {
		r.Stderr = tail(o.Stderr)
	}
	return r
}

// Seconds converts to seconds, rounded to a millisecond: more digits would be noise.
func Seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

func tail(s string) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "?")
	if over := len(s) - maxStderr; over > 0 {
		s = "…" + strings.ToValidUTF8(s[over:], "")
	}
	return s
}

// Judge sets Status and Reason from the observation, the validation and the task's expected
// verdict. It depends on nothing else, so it may be applied again.
//
// An answer that came after a limit had passed does not count. An answer that came in time counts
// whatever the exit code is, since solvers disagree about the meaning of theirs.
func (r *Run) Judge(t Task) {
	r.Status, r.Reason = r.judgement(t)
}

func (r *Run) judgement(t Task) (Status, string) {
	if r.Lost != "" {
		return Lost, r.Lost
	}
	switch r.End {
	case child.OverWall, child.OverCPU:
		return Timeout, r.End.String()
	case child.OverMemory:
		return Memory, r.End.String()
	}
	if r.Answer != task.Unknown {
		return r.judgeAnswer(t)
	}
	switch {
	case r.End == child.Signalled:
		return Crash, join(r.Signal, r.Observed)
	case r.TimeUp:
		return Timeout, r.Observed
	case r.Given:
		return Unknown, join(r.Observed)
	case r.ExitCode != 0:
		return Crash, join(fmt.Sprintf("exit code %d", r.ExitCode), r.Observed)
	default:
		return Unknown, join("no verdict on standard output", r.Observed)
	}
}

// judgeAnswer judges sat or unsat, given in time.
func (r *Run) judgeAnswer(t Task) (Status, string) {
	refuted := r.Validation != nil && (r.Validation.Finding == Invalid || r.Validation.Finding == Malformed)
	if t.Disputed != "" && !refuted {
		return Disputed, fmt.Sprintf("answered %s, the label says %s, which is disputed; %s", r.Answer.Word(t.Language), t.Expected.Word(t.Language), t.Disputed)
	}
	if t.Expected != task.Unknown && r.Answer != t.Expected {
		return Wrong, fmt.Sprintf("answered %s, expected %s", r.Answer.Word(t.Language), t.Expected.Word(t.Language))
	}
	if v := r.Validation; refuted {
		return Wrong, join(fmt.Sprintf("witness for %s %s", r.Answer.Word(t.Language), v.Finding), v.Detail)
	}
	if t.Expected == task.Unknown {
		return Unverified, ""
	}
	return Correct, ""
}

// join puts the non-empty parts into one line.
func join(parts ...string) string {
	kept := slice.Filter(parts, func(p string) bool { return p != "" })
	return clip(strings.Join(kept, ": "))
}
