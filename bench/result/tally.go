// SPDX-License-Identifier: Apache-2.0

package result

import (
	"math"

	"cornet/bench/task"
)

// WrongWeight is the number of solved tasks that one wrong answer costs in the score.
const WrongWeight = 64

// Tally counts one solver's runs over a group of tasks. The zero value has counted nothing.
type Tally struct {
	Runs       int // runs counted; fewer than the group's tasks when a benchmark was interrupted
	True       int // solved with sat or TRUE
	False      int // solved with unsat or FALSE
	Unverified int // part of True and False: solved, without an expected verdict
	Unique     int // part of True and False: solved by no other solver
	Wrong      int
	Unknown    int
	Timeout    int
	Memory     int
	Crash      int
	Disputed   int // answers to tasks whose labels are in doubt; neither solved nor wrong
	Lost       int // runs that the cluster ended
	Validated  int // runs with a witness that its validator accepted
	Unchecked  int // runs with a witness that its validator could not decide, or broke down on
	// time is the sum for PAR2: wall seconds, and twice the limit for unsolved tasks.
	time float64
}

// Solved returns the number of tasks solved.
func (y Tally) Solved() int { return y.True + y.False }

// Score returns the solved tasks minus WrongWeight for each wrong answer.
func (y Tally) Score() int { return y.Solved() - WrongWeight*y.Wrong }

// PAR2 returns the penalised average runtime in seconds, or NaN when no run was counted.
func (y Tally) PAR2() float64 {
	if y.Runs == 0 {
		return math.NaN()
	}
	return y.time / float64(y.Runs)
}

// count adds one run.
func (y *Tally) count(r Run, unique bool, limit float64) {
	y.Runs++
	if r.Status.Solved() {
		y.time += r.Wall
	} else {
		y.time += 2 * limit
	}
	if unique {
		y.Unique++
	}
	if v := r.Validation; v != nil {
		switch v.Finding {
		case Valid:
			y.Validated++
		case Undecided, Failed:
			y.Unchecked++
		}
	}
	switch r.Status {
	case Correct, Unverified:
		if r.Answer == task.True {
			y.True++
		} else {
			y.False++
		}
		if r.Status == Unverified {
			y.Unverified++
		}
	case Wrong:
		y.Wrong++
	case Unknown:
		y.Unknown++
	case Timeout:
		y.Timeout++
	case Memory:
		y.Memory++
	case Crash:
		y.Crash++
	case Disputed:
		y.Disputed++
	case Lost:
		y.Lost++
	}
}

// Group is a group of tasks with one tally for each solver, in the order of File.Solvers.
type Group struct {
	Track   string
	Family  string // empty for a whole track, and for tasks that are in no folder
	Tasks   int
	Tallies []Tally
}

// Groups counts the runs by the groups of key, in the order in which they first occur among the
// tasks. Normalise must have been called.
func (f *File) Groups(key func(Task) (track, family string)) []Group {
	type name struct{ track, family string }
	at := map[name]int{}
	of := map[string]int{} // task → group
	var groups []Group
	for _, t := range f.Tasks {
		track, family := key(t)
		n := name{track, family}
		i, ok := at[n]
		if !ok {
			i = len(groups)
			at[n] = i
			groups = append(groups, Group{Track: track, Family: family, Tallies: make([]Tally, len(f.Solvers))})
		}
		groups[i].Tasks++
		of[t.Name] = i
	}
	column := map[string]int{}
	for j, s := range f.Solvers {
		column[s.Name] = j
	}
	for runs := range f.ByTask() {
		solved := 0
		for _, r := range runs {
			if r.Status.Solved() {
				solved++
			}
		}
		g := groups[of[runs[0].Task]]
		for _, r := range runs {
			unique := solved == 1 && r.Status.Solved() && len(f.Solvers) > 1
			g.Tallies[column[r.Solver]].count(r, unique, f.Limits.Wall)
		}
	}
	return groups
}

// Tracks counts by track.
func (f *File) Tracks() []Group {
	return f.Groups(func(t Task) (string, string) { return t.Track, "" })
}

// Families counts by track and family.
func (f *File) Families() []Group {
	return f.Groups(func(t Task) (string, string) { return t.Track, t.Family })
}

// Total counts everything. It returns a group without tallies if the file has no runs.
func (f *File) Total() Group {
	groups := f.Groups(func(Task) (string, string) { return "", "" })
	if len(groups) == 0 {
		return Group{Tallies: make([]Tally, len(f.Solvers))}
	}
	return groups[0]
}
