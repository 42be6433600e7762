// SPDX-License-Identifier: Apache-2.0

package result

import (
	"cmp"
	"math"
	"slices"

	"cornet/bench/task"
)

// Comparison describes how one solver's runs changed from an old file to a new one. Tasks are
// matched by name and property. Tasks that only one file has are counted and otherwise ignored.
type Comparison struct {
	OldVersion, NewVersion string
	Solver                 string // name in the new file
	OldSolver              string // name in the old file
	LimitsDiffer           bool   // the figures were taken under other limits
	Common, OnlyOld        int    // tasks that both files ran, and that only the old one ran
	OnlyNew                int
	OldTally, NewTally     Tally    // over the common tasks
	Gained                 []Change // solved now, not before
	Lost                   []Change // solved before, not now
	Verdicts               []Change // answered both times, differently, or with another judgement
	Slower, Faster         []Change // solved both times, with a significant difference in wall time
}

// Change is one task's old and new run.
type Change struct {
	Task     Task
	Old, New Run
}

// Ratio returns how many times the new run's wall time is the old one's.
func (c Change) Ratio() float64 {
	return max(c.New.Wall, minTime) / max(c.Old.Wall, minTime)
}

// A change of time is significant if it is large both in proportion and absolutely. Runs of about
// ten milliseconds differ by half from noise alone.
const (
	significantRatio   = 1.5
	significantSeconds = 0.5
	minTime            = 0.001
)

func (c Change) significant() bool {
	r := c.Ratio()
	return max(r, 1/r) >= significantRatio && math.Abs(c.New.Wall-c.Old.Wall) >= significantSeconds
}

// Compare matches the solvers of two normalised files by name, or, if they share no name, the first
// with the first. It returns one comparison for each solver of the new file that has a match.
func Compare(old, new *File) []Comparison {
	var out []Comparison
	byName := func(name string) bool {
		return slices.ContainsFunc(old.Solvers, func(s Solver) bool { return s.Name == name })
	}
	for _, s := range new.Solvers {
		if byName(s.Name) {
			out = append(out, compareSolver(old, new, s.Name, s.Name))
		}
	}
	if len(out) == 0 && len(old.Solvers) > 0 && len(new.Solvers) > 0 {
		out = append(out, compareSolver(old, new, old.Solvers[0].Name, new.Solvers[0].Name))
	}
	return out
}

type question struct{ name, property string }

// runsOf returns a solver's runs by question.
func (f *File) runsOf(solver string) map[question]Run {
	property := map[string]string{}
	for _, t := range f.Tasks {
		property[t.Name] = t.Property
	}
	out := map[question]Run{}
	for _, r := range f.Runs {
		if r.Solver == solver {
			out[question{r.Task, property[r.Task]}] = r
		}
	}
	return out
}

func compareSolver(old, new *File, oldName, newName string) Comparison {
	c := Comparison{
		OldVersion: old.Version, NewVersion: new.Version, OldSolver: oldName, Solver: newName,
		LimitsDiffer: old.Limits.Wall != new.Limits.Wall || old.Limits.CPU != new.Limits.CPU || old.Limits.Memory != new.Limits.Memory,
	}
	before, after := old.runsOf(oldName), new.runsOf(newName)
	c.OnlyOld = len(before)
	for _, t := range new.Tasks {
		q := question{t.Name, t.Property}
		n, ok := after[q]
		if !ok {
			continue
		}
		o, ok := before[q]
		if !ok {
			c.OnlyNew++
			continue
		}
		o.Judge(t) // by the current labels
		c.Common++
		c.OnlyOld--
		c.OldTally.count(o, false, old.Limits.Wall)
		c.NewTally.count(n, false, new.Limits.Wall)
		c.sort(Change{t, o, n})
	}
	byRatio := func(a, b Change) int { return cmp.Compare(a.Ratio(), b.Ratio()) }
	slices.SortStableFunc(c.Faster, byRatio)
	slices.SortStableFunc(c.Slower, func(a, b Change) int { return byRatio(b, a) })
	return c
}

// sort adds a change to its list, if it belongs to one.
func (c *Comparison) sort(d Change) {
	was, is := d.Old.Status.Solved(), d.New.Status.Solved()
	answered := d.Old.Status.Answered() && d.New.Status.Answered()
	switch {
	case answered && (d.Old.Answer != d.New.Answer || d.Old.Status != d.New.Status):
		c.Verdicts = append(c.Verdicts, d)
	case d.New.Status == Wrong && d.Old.Status != Wrong, d.Old.Status == Wrong && d.New.Status != Wrong:
		c.Verdicts = append(c.Verdicts, d)
	case is && !was:
		c.Gained = append(c.Gained, d)
	case was && !is:
		c.Lost = append(c.Lost, d)
	case was && is && d.significant():
		if d.Ratio() > 1 {
			c.Slower = append(c.Slower, d)
		} else {
			c.Faster = append(c.Faster, d)
		}
	}
}

// Answers returns both answers in the words of the task's language.
func (c Change) Answers() (old, new string) {
	word := func(r Run) string {
		if r.Answer == task.Unknown || !r.Status.Answered() {
			return r.Status.String()
		}
		return r.Answer.Word(c.Task.Language)
	}
	return word(c.Old), word(c.New)
}
