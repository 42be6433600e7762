// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
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

// This file replays programs with threads, in the order of steps on a path.

// statusDeadlock is the status of a run in which all threads wait.
const statusDeadlock = 107

//go:embed harness/schedule.c
var schedule string

// wrapped are the functions at whose calls the schedule is enforced.
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

// strategies is the number of ways in which runs are scheduled: along the path, by the system, and
// at random.
const strategies = 5

// threadBuild returns the build in which the steps of threads are ordered, and gcc's thread
// sanitizer reports races.
func threadBuild(p *chc.Path) build {
	report := 0
	if p.Failure.Error == cfg.DataRace {
		report = 1
	}
	z := build{
		flags:    []string{"-O0", "-g", "-w", "-fwrapv", "-fsanitize=thread"},
		link:     []string{"-ltsan", "-Wl,--wrap=" + strings.Join(wrapped, ",--wrap=")},
		head:     fmt.Sprintf("const char *__tsan_default_options(void) { return \"exitcode=0:report_bugs=%d:atexit_sleep_ms=20:color=never\"; }\n", report),
		function: listed,
		threads:  true,
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

// unknownToSanitizer are words for constructs whose order of memory accesses the thread sanitizer
// does not see. Its reports about programs with these words are not evidence.
var unknownToSanitizer = []string{
	"asm", "__asm", "__asm__", "syscall", "atomic_thread_fence", "__atomic_thread_fence", "atomic_signal_fence", "__sync_synchronize",
	"thrd_create", "mtx_lock", "mtx_trylock", "mtx_timedlock", "mtx_unlock", "cnd_wait", "cnd_timedwait", "cnd_signal", "cnd_broadcast", "call_once",
}

// block makes the atomic functions of the program begin and end blocks, and reports whether the
// program has blocks.
func (s *source) block(p *chc.Path) (head, harness string, err error) {
	const prefix = "__VERIFIER_atomic_"
	blocks := 0
	for i, t := range s.tokens {
		name := s.at(i)
		if p.Failure.Error == cfg.DataRace && !t.system && slices.Contains(unknownToSanitizer, name) {
			return "", "", fmt.Errorf("the thread sanitizer does not know %s", name)
		}
		if !strings.HasPrefix(name, prefix) || s.at(i+1) != "(" {
			continue
		}
		blocks = 1
		if t.depth > 0 {
			continue
		}
		switch body, behind := s.body(i+1), s.at(s.closing(i+1)+1); {
		case body >= 0:
			s.replace(body, "{ int cornet_block __attribute__((cleanup(cornet_leave))) = cornet_enter();")
		case behind != "" && isWordByte(behind[0]) && !strings.HasPrefix(behind, "__a"): // declarations of parameters in the old style
			return "", "", fmt.Errorf("%s is defined without prototype", name)
		}
	}
	return "extern int cornet_enter(void); extern void cornet_leave(int *);\n", fmt.Sprintf("const int cornet_blocks = %d;\n", blocks), nil
}

// maxScheduled bounds the steps of a schedule.
const maxScheduled = 10_000

// stepsOf returns the steps of a path. Consecutive steps of a thread on one line count once.
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

// ReplaySchedule compiles a program with threads and a harness that orders their steps as on the
// path, and runs it. A run without the error proves nothing, since another order may reach it.
func ReplaySchedule(ctx context.Context, prog Program, p *chc.Path, c Confinement) Outcome {
	// ILP32 has no thread sanitizer
	if prog.Model.Resolve() == cfg.ILP32 && len(widthFlags(cfg.ILP32)) > 0 {
		prog.Model = cfg.LP64
		z := ReplaySchedule(ctx, prog, p, c)
		if z.Replayed == NotReplayed {
			return z
		}
		return unconfirmed(strings.TrimSuffix(fmt.Sprintf("gcc can follow a schedule of threads in 64-bit programs only, and this one has 32 bits; a 64-bit build of it: %v: %s", z.Replayed, z.Why), ": "))
	}
	r, err := newReplay(prog, p, c)
	if err != nil {
		return Outcome{Why: err.Error()}
	}
	defer r.remove()
	r.as = threadBuild(p)
	if err := r.build(ctx); err != nil {
		return unconfirmed(err.Error())
	}
	var other *chc.Step
	why := ""
	for strategy := range strategies {
		z, again := r.runScheduled(ctx, strategy)
		if z.Replayed == Confirmed && strategy > 0 {
			z.Why = strings.TrimSuffix("in another schedule: "+z.Why, ": ")
		}
		if z.Replayed == Confirmed || !again {
			return z
		}
		if z.Other != nil && other == nil {
			other, why = z.Other, z.Why
		}
		why = cmp.Or(why, z.Why)
	}
	return Outcome{Unconfirmed, fmt.Sprintf("%s, in %d schedules", why, strategies), other}
}

// runScheduled runs the program in one of the schedules. It reports whether it is worthwhile to try
// others.
func (r *replay) runScheduled(ctx context.Context, strategy int) (z Outcome, again bool) {
	if err := r.write("strategy", strconv.Itoa(strategy)); err != nil {
		return unconfirmed(err.Error()), false
	}
	box := sandbox.Box{Role: sandbox.Program, Dir: r.dir, Time: replayTime, Unconfined: r.free, Sparse: true, Read: memoryFiles}
	out, err := box.Run(ctx, "./replay")
	if err != nil {
		return unconfirmed(err.Error()), false
	}
	switch r.path.Failure.Error {
	case cfg.DataRace:
		z = r.raceReport(out)
	case cfg.Deadlock:
		z = r.deadlockReport(out)
	default:
		if z = r.evaluate(out); z.Replayed == Contradicted {
			z.Replayed = Unconfirmed
		}
	}
	return z, out.End != child.OverWall || strategy == 0
}

// placesIn returns the lines of the program that a text names.
func placesIn(text string) (z []cfg.Pos) {
	for _, m := range namedPattern.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		z = append(z, cfg.Pos{File: m[1], Line: n, Column: column})
	}
	return z
}

var namedPattern = regexp.MustCompile(`\bat (\S+?):(\d+)(?::(\d+))?`)

// deadlockReport compares the positions at which threads wait in a run with those at the end of the
// path. The harness watches the threads of the run.
func (r *replay) deadlockReport(out child.Outcome) Outcome {
	_, said, ok := strings.Cut(out.Stderr, r.word+" waits ")
	if !ok || out.ExitCode != statusDeadlock {
		return unconfirmed("the run does not come to where all threads wait")
	}
	said, _, _ = strings.Cut(said, "\n")
	open := placesIn(r.path.Failure.What)
	claimed := len(open)
	var at []string
	var first line
	for _, word := range strings.Fields(said) {
		i := strings.LastIndexByte(word, ':')
		n, _ := strconv.Atoi(word[i+1:])
		l, ok := r.prog.lineOf(word[:max(i, 0)], n)
		if !ok {
			return unconfirmed("the run comes to where all threads wait, and does not say where that is")
		}
		if len(at) == 0 {
			first = l
		}
		at = append(at, "at "+l.String())
		if k := slices.IndexFunc(open, func(p cfg.Pos) bool { return r.marks.lines.together(p, l) }); k >= 0 {
			open = slices.Delete(open, k, k+1)
		}
	}
	text := "all threads wait, and none goes on: " + strings.Join(at, ", ")
	if len(open) == 0 && claimed == len(at) {
		return Outcome{Replayed: Confirmed, Why: text}
	}
	return another(chc.Step{Kind: chc.Failure, From: first.position(), To: first.position(), Error: cfg.Deadlock, What: "threads wait " + strings.Join(at, ", ")}, text)
}

var (
	racePattern   = regexp.MustCompile(`(?s)WARNING: ThreadSanitizer: data race .*?\n==================`)
	accessPattern = regexp.MustCompile(`(?m)^  (?:Previous )?((?:[Aa]tomic )?(?:[Ww]rite|[Rr]ead)) of size (\d+).*$`)
	globalPattern = regexp.MustCompile(`(?m)^  Location is global '(\w+)`)
	memberPattern = regexp.MustCompile(`^(\w+)(?:\.\w+)* is `)
)

// raceReport compares the reports of the thread sanitizer with the race of the path: the two
// places, and the object.
func (r *replay) raceReport(out child.Outcome) Outcome {
	claimed := append([]cfg.Pos{r.path.Failure.To}, placesIn(r.path.Failure.What)...)
	var other *Outcome
	reports := racePattern.FindAllString(out.Stderr, -1)
	// the program itself prints such reports
	if n := strings.Count(out.Stderr, r.word+" "); n < len(reports) {
		reports = reports[:n]
	}
	for _, report := range reports {
		at, text := r.accesses(report)
		if len(at) != 2 {
			continue
		}
		text = "ThreadSanitizer: data race: " + text
		same := func(i, j int) bool {
			return r.marks.lines.together(claimed[0], at[i]) && r.marks.lines.together(claimed[1], at[j])
		}
		if len(claimed) == 2 && (same(0, 1) || same(1, 0)) && sameObject(r.path.Failure.What, report) {
			return Outcome{Replayed: Confirmed, Why: text}
		}
		if other == nil {
			object := "the same memory"
			if m := globalPattern.FindStringSubmatch(report); m != nil {
				object = m[1]
			}
			z := another(chc.Step{
				Kind: chc.Failure, From: at[0].position(), To: at[0].position(), Error: cfg.DataRace,
				What: fmt.Sprintf("%s is accessed here, and at %v", object, at[1]),
			}, text)
			other = &z
		}
	}
	switch {
	case other != nil:
		return *other
	case out.End == child.OverWall:
		return unconfirmed("the run took too long")
	}
	return unconfirmed("the thread sanitizer reports no race")
}

// accesses returns the lines of the two accesses of a report, and a description of them.
func (r *replay) accesses(report string) (at []line, text string) {
	var what []string
	for _, m := range accessPattern.FindAllStringSubmatchIndex(report, 2) {
		if l, ok := r.place(report[m[1]:]); ok {
			at = append(at, l)
			what = append(what, fmt.Sprintf("%s of size %s at %v", strings.ToLower(report[m[2]:m[3]]), report[m[4]:m[5]], l))
		}
	}
	return at, strings.Join(what, ", previous ")
}

// sameObject reports whether a report may be about the variable that the path names, if both name
// one.
func sameObject(claim, report string) bool {
	x, y := memberPattern.FindStringSubmatch(claim), globalPattern.FindStringSubmatch(report)
	return x == nil || y == nil || x[1] == y[1]
}
