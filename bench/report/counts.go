// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"math"
	"strconv"

	"cornet/bench/result"
	"cornet/bench/task"
)

// count is one column of the tables of counts. Markdown and HTML share the list.
type count struct {
	title string
	help  string
	// cell returns the text for a tally over a group with the given number of tasks.
	cell func(y result.Tally) string
	// bad marks a column in which anything but zero is an alarm.
	bad bool
}

// counts returns the columns that make sense for the file: words by language, uniqueness only if
// there are other solvers, validation only if it was asked for, unverified answers only if there
// are some.
func counts(f *result.File) []count {
	sat, unsat := verdictWords(f)
	number := func(get func(result.Tally) int) func(result.Tally) string {
		return func(y result.Tally) string { return strconv.Itoa(get(y)) }
	}
	all := []struct {
		count
		when bool
	}{
		{count{"solved", "answered without a known fault", number(result.Tally.Solved), false}, true},
		{count{sat, "solved: the property holds", number(func(y result.Tally) int { return y.True }), false}, true},
		{count{unsat, "solved: the property is violated", number(func(y result.Tally) int { return y.False }), false}, true},
		{count{"unverified", "part of solved: tasks without an expected verdict", number(func(y result.Tally) int { return y.Unverified }), false}, has(f, result.Unverified)},
		{count{"validated", "part of solved: an independent validator accepted the witness", number(func(y result.Tally) int { return y.Validated }), false}, len(f.Validated) > 0},
		{count{"unchecked", "the validator could not decide about the witness, or crashed", number(func(y result.Tally) int { return y.Unchecked }), false}, len(f.Validated) > 0},
		{count{"unique", "part of solved: no other solver here solved them", number(func(y result.Tally) int { return y.Unique }), false}, len(f.Solvers) > 1},
		{count{"wrong", "the answer contradicts the expected verdict, or its witness is refuted", number(func(y result.Tally) int { return y.Wrong }), true}, true},
		{count{"disputed", "answered, but the expected verdict is in doubt: neither solved nor wrong", number(func(y result.Tally) int { return y.Disputed }), false}, has(f, result.Disputed)},
		{count{"timeout", "over the time limit", number(func(y result.Tally) int { return y.Timeout }), false}, true},
		{count{"memory", "over the memory limit", number(func(y result.Tally) int { return y.Memory }), false}, true},
		{count{"unknown", "the solver gave up", number(func(y result.Tally) int { return y.Unknown }), false}, true},
		{count{"crash", "no answer, and a signal or an exit code other than zero", number(func(y result.Tally) int { return y.Crash }), false}, true},
		{count{"lost", "the cluster ended the job: nothing is known about the solver", number(func(y result.Tally) int { return y.Lost }), false}, has(f, result.Lost)},
		{count{"PAR-2", "mean wall time in seconds, an unsolved task counting as twice the limit", func(y result.Tally) string { return par2(y) }, false}, true},
		{count{"score", fmt.Sprintf("solved minus %d for each wrong answer", result.WrongWeight), number(result.Tally.Score), false}, true},
	}
	var out []count
	for _, c := range all {
		if c.when {
			out = append(out, c.count)
		}
	}
	return out
}

func has(f *result.File, s result.Status) bool {
	for _, r := range f.Runs {
		if r.Status == s {
			return true
		}
	}
	return false
}

// verdictWords returns the titles of the two columns of verdicts.
func verdictWords(f *result.File) (yes, no string) {
	var seen [2]bool
	for _, t := range f.Tasks {
		seen[t.Language] = true
	}
	switch {
	case seen[task.C] && seen[task.SMTLIB]:
		return "sat/TRUE", "unsat/FALSE"
	case seen[task.C]:
		return "TRUE", "FALSE"
	default:
		return "sat", "unsat"
	}
}

func par2(y result.Tally) string {
	if math.IsNaN(y.PAR2()) {
		return "–"
	}
	return strconv.FormatFloat(y.PAR2(), 'f', 2, 64)
}

// seconds prints a time with as many digits as are significant.
func seconds(s float64) string {
	switch {
	case s < 10:
		return strconv.FormatFloat(s, 'f', 2, 64)
	case s < 100:
		return strconv.FormatFloat(s, 'f', 1, 64)
	default:
		return strconv.FormatFloat(s, 'f', 0, 64)
	}
}

// mebibytes prints a size in MiB.
func mebibytes(b int64) string { return strconv.FormatInt((b+1<<19)>>20, 10) }

// answerOf returns the main text of a run's cell: the answer, or the status if no answer counts.
func answerOf(r result.Run, l task.Language) string {
	if r.Status.Answered() {
		return r.Answer.Word(l)
	}
	return r.Status.String()
}

// limitsText describes the limits in one phrase.
func limitsText(f *result.File) string {
	s := seconds(f.Limits.Wall) + " s wall"
	if f.Limits.CPU > 0 {
		s += ", " + seconds(f.Limits.CPU) + " s CPU"
	}
	if f.Limits.Memory > 0 {
		s += ", " + mebibytes(f.Limits.Memory) + " MiB"
	}
	return s
}

// machineText describes the machine in one phrase.
func machineText(m result.Machine) string {
	s := fmt.Sprintf("%s/%s, %d cores", m.OS, m.Arch, m.Cores)
	if m.CPU != "" {
		s += ", " + m.CPU
	}
	if m.Memory > 0 {
		s += fmt.Sprintf(", %d GiB", (m.Memory+1<<29)>>30)
	}
	if m.Kernel != "" {
		s += ", kernel " + m.Kernel
	}
	return s
}
