// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/internal/child"
	"cornet/internal/sandbox"
)

// This file replays programs with threads: in the order of steps that a path has.

// Statuses of runs in which the thread sanitizer has reported a race, and in which all threads wait.
const (
	statusRace     = 106
	statusDeadlock = 107
)

//go:embed harness/schedule.c
var schedule string

// wrapped are the functions between which and the program the schedule is kept.
var wrapped = func() (z []string) {
	for _, kind := range []string{"read", "write"} {
		for _, n := range []string{"1", "2", "4", "8", "16"} {
			z = append(z, "__tsan_"+kind+n, "__tsan_volatile_"+kind+n)
		}
	}
	return append(z, "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_create", "pthread_join", "pthread_cond_wait", "pthread_cond_signal",
		"pthread_cond_broadcast", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "pthread_barrier_wait", "sem_wait",
		"sem_post", "thrd_create")
}()

// strategies are the ways in which runs are scheduled: along the path, as the system likes, and at random.
const strategies = 5

// threadBuild is the build in which the steps of threads are ordered, and gcc's thread sanitizer reports races.
func threadBuild(p *chc.Path) build {
	exit, report := 0, 0
	if p.Failure.Error == cfg.DataRace {
		exit, report = statusRace, 1
	}
	z := build{
		flags:    []string{"-O0", "-g", "-w", "-fwrapv", "-fsanitize=thread"},
		link:     []string{"-ltsan", "-Wl,--wrap=" + strings.Join(wrapped, ",--wrap=")},
		head:     fmt.Sprintf("const char *__tsan_default_options(void) { return \"exitcode=%d:report_bugs=%d:atexit_sleep_ms=20:color=never\"; }\n", exit, report),
		function: listed,
	}
	var b strings.Builder
	steps := stepsOf(p)
	stuck := 0
	if p.Failure.Error == cfg.Deadlock {
		stuck = statusDeadlock
	}
	fmt.Fprintf(&b, "enum { cornet_deadlock = %d, cornet_steps = %d };\nstatic const struct { int thread, line; } cornet_path[] = {", stuck, len(steps))
	for _, s := range steps {
		fmt.Fprintf(&b, "{%d, %d}, ", s.Thread, s.Line)
	}
	b.WriteString("{0, 0}};\n")
	z.driver = b.String() + schedule
	return z
}

// maxScheduled bounds the steps of a schedule.
const maxScheduled = 10_000

// stepsOf are the steps of a path, one for those of a thread that follow each other at a line.
func stepsOf(p *chc.Path) (z []cfg.Pos) {
	moves := slices.ContainsFunc(p.Occurrences, func(h chc.Occurrence) bool { return h.Kind == chc.Moves })
	for _, h := range p.Occurrences {
		n := len(z)
		if moves && h.Kind != chc.Moves || h.Pos.Line == 0 || cfg.OfLibrary(h.Pos) || n > maxScheduled {
			continue
		}
		if n == 0 || z[n-1].Thread != h.Pos.Thread || z[n-1].Line != h.Pos.Line {
			z = append(z, h.Pos)
		}
	}
	return z
}

// ReplaySchedule compiles a program with threads with a harness that orders their steps as the path does, and runs it. Runs without the error
// say nothing: another order may have been the one.
func ReplaySchedule(ctx context.Context, prog Program, p *chc.Path, c Confinement) (Replayed, string) {
	if prog.Model.Resolve() == cfg.ILP32 && len(widthFlags(cfg.ILP32)) > 0 { // which there is no thread sanitizer for
		prog.Model = cfg.LP64
		z, why := ReplaySchedule(ctx, prog, p, c)
		if z == NotReplayed {
			return z, why
		}
		return Unconfirmed, strings.TrimSuffix(fmt.Sprintf("gcc keeps to schedules for LP64 only; built for that: %v: %s", z, why), ": ")
	}
	r, err := newReplay(prog, p, c)
	if err != nil {
		return NotReplayed, err.Error()
	}
	defer r.remove()
	r.as = threadBuild(p)
	if err := r.build(ctx); err != nil {
		return Unconfirmed, err.Error()
	}
	why := ""
	for strategy := range strategies {
		z, said, again := r.runScheduled(ctx, strategy)
		switch {
		case z == Confirmed && strategy > 0:
			return z, strings.TrimSuffix("in another schedule: "+said, ": ")
		case z == Confirmed:
			return z, said
		case strategy == 0:
			why = said
		}
		if !again {
			return z, said
		}
	}
	return Unconfirmed, fmt.Sprintf("%s, in %d schedules", why, strategies)
}

// runScheduled runs the program in one of the schedules, and says whether it is worthwhile to try others.
func (r *replay) runScheduled(ctx context.Context, strategy int) (z Replayed, why string, again bool) {
	if err := r.write("strategy", strconv.Itoa(strategy)); err != nil {
		return Unconfirmed, err.Error(), false
	}
	box := sandbox.Box{Role: sandbox.Program, Dir: r.dir, Time: replayTime, Unconfined: r.free, Sparse: true, Read: []string{"/proc/self/maps", "/proc/self/exe"}}
	out, err := box.Run(ctx, "./replay")
	switch {
	case err != nil:
		return Unconfirmed, err.Error(), false
	case r.path.Failure.Error == cfg.DataRace:
		z, why = r.raceReport(out)
	case r.path.Failure.Error == cfg.Deadlock:
		z, why = deadlockReport(out)
	default:
		if z, why = r.evaluate(out); z == Contradicted {
			z = Unconfirmed
		}
	}
	return z, why, out.End != child.OverWall || strategy == 0
}

// deadlockReport says what a run shows in which the harness watches who waits.
func deadlockReport(out child.Outcome) (Replayed, string) {
	if _, said, ok := strings.Cut(out.Stderr, "cornet: "); ok && out.ExitCode == statusDeadlock {
		text, _, _ := strings.Cut(said, "\n")
		return Confirmed, text
	}
	return Unconfirmed, "the run does not come to where all threads wait"
}

var (
	racePattern  = regexp.MustCompile(`(?s)WARNING: ThreadSanitizer: data race .*?\n==================`)
	placePattern = regexp.MustCompile(`(?m)^  (?:Previous )?((?:atomic )?(?:[Ww]rite|[Rr]ead)) of size (\d+).*\n    #\d+ .*?(\S+\.c):(\d+)`)
	otherPattern = regexp.MustCompile(`:(\d+):(\d+)$`)
)

// raceReport says what a run under the thread sanitizer shows.
func (r *replay) raceReport(out child.Outcome) (Replayed, string) {
	lines := []string{strconv.Itoa(r.path.Failure.To.Line)}
	if m := otherPattern.FindStringSubmatch(r.path.Failure.What); m != nil {
		lines = append(lines, m[1])
	}
	another := ""
	for _, report := range racePattern.FindAllString(out.Stderr, -1) {
		var at, what []string
		for _, m := range placePattern.FindAllStringSubmatch(report, 2) {
			at = append(at, m[4])
			what = append(what, fmt.Sprintf("%s of size %s at %s:%s", strings.ToLower(m[1]), m[2], r.prog.Name, m[4]))
		}
		text := "ThreadSanitizer: data race: " + strings.Join(what, ", previous ")
		if len(at) == 2 && slices.Contains(lines, at[0]) && slices.Contains(lines, at[1]) {
			return Confirmed, text
		}
		another = text
	}
	switch {
	case another != "":
		return Confirmed, "by another race, " + another
	case out.End == child.OverWall:
		return Unconfirmed, "the run took too long"
	}
	return Unconfirmed, "the thread sanitizer reports no race"
}
