// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cornet/bench/result"
	"cornet/bench/task"

	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// workshop is a fresh folder with tasks and fake solvers.
type workshop struct {
	t   *testing.T
	dir string
}

// newWorkshop writes one task for each line "NAME EXPECTED BEHAVIOUR": a definition, and an input
// whose first line is a comment with the behaviour that the fake solvers read.
func newWorkshop(t *testing.T, tasks string) workshop {
	t.Helper()
	w := workshop{t, t.TempDir()}
	var set strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(tasks), "\n") {
		f := strings.SplitN(strings.Join(strings.Fields(line), " "), " ", 3)
		require.Len(t, f, 3, "line %d", i+1)
		name, expected, behaviour := f[0], f[1], f[2]
		ext, property, language := ".smt2", "check-sat", "SMT-LIB"
		if strings.HasPrefix(name, "c-") {
			ext, property, language = ".c", "unreach-call", "C"
		}
		verdict := ""
		if expected != "unknown" {
			verdict = "  expected_verdict: " + expected + "\n"
		}
		w.file(name+ext, fmt.Sprintf("%s %s\n", map[string]string{".c": "//", ".smt2": ";"}[ext], behaviour))
		w.file(name+".yml", fmt.Sprintf("format_version: '2.0'\ninput_files: %s%s\nproperties:\n- property_file: %s.prp\n%soptions: {language: %s, data_model: LP64}\n",
			filepath.Base(name), ext, property, verdict, language))
		fmt.Fprintln(&set, name+".yml")
	}
	w.file("all.set", set.String())
	return w
}

func (w workshop) path(name string) string { return filepath.Join(w.dir, name) }

func (w workshop) file(name, text string) string {
	w.t.Helper()
	path := w.path(name)
	require.NoError(w.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(w.t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// script writes an executable shell script.
func (w workshop) script(name, body string) string {
	w.t.Helper()
	need.Of(w.t, "sh", "sed")
	path := w.file(name, "#!/bin/sh\n"+body)
	require.NoError(w.t, os.Chmod(path, 0o755))
	return path
}

// obey is a fake solver, run by the shell. It does what the input's first line says.
const obey = `echo "$0 $1" >> "$(dirname "$0")/calls"
eval "$(head -n 1 "$1" | sed 's,^[;/]* *,,')"
`

// options runs the fake solver over all tasks, one at a time.
func (w workshop) options() Options {
	return Options{
		Places: []string{w.path("all.set")},
		Solver: "fake=" + w.script("fake", obey) + " {}",
		Jobs:   1, Timeout: 10 * time.Second, Out: w.path("out/all"), Version: "v1",
	}
}

// calls returns the solvers and tasks that were started, in order, and forgets them.
func (w workshop) calls() []string {
	w.t.Helper()
	text, err := os.ReadFile(w.path("calls"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(w.t, err)
	require.NoError(w.t, os.Remove(w.path("calls")))
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Fields(line)
		out = append(out, filepath.Base(f[0])+" "+strings.TrimSuffix(filepath.Base(f[1]), filepath.Ext(f[1])))
	}
	return out
}

// outcomes prints a file's runs as "TASK SOLVER STATUS".
func outcomes(f *result.File) []string {
	var out []string
	for _, r := range f.Runs {
		out = append(out, fmt.Sprintf("%s %s %s", strings.TrimSuffix(r.Task, filepath.Ext(r.Task)), r.Solver, r.Status))
	}
	return out
}

func run(t *testing.T, o Options) Summary {
	t.Helper()
	s, err := Run(t.Context(), o)
	require.NoError(t, err)
	return s
}

func TestRun(t *testing.T) {
	w := newWorkshop(t, `
fam/right     true    echo sat
fam/wrong     true    echo unsat
fam/open      unknown echo unsat
gave/up       false   echo unknown; echo nonlinear >&2
gave/silent   false   true
gave/crash    false   echo oops >&2; exit 7
gave/signal   false   kill -ABRT $$
gave/warning  true    echo warning; echo sat; echo '(error "no model")'; exit 1
limit/time    true    sleep 60; echo sat
limit/cpu     true    while :; do :; done
limit/memory  true    head -c 300M /dev/zero | tail -n 1 | sleep 60
c-prog        false   echo 'FALSE(unreach-call)'
`)
	o := w.options()
	o.Timeout, o.CPUTimeout, o.Memory, o.Grace, o.Jobs = 3*time.Second, 500*time.Millisecond, 100<<20, 50*time.Millisecond, 2
	o.Keep = w.path("kept")
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	s := run(t, o)
	require.Equal(t, []string{
		"fam/right fake correct",
		"fam/wrong fake wrong",
		"fam/open fake unverified",
		"gave/up fake unknown",
		"gave/silent fake unknown",
		"gave/crash fake crash",
		"gave/signal fake crash",
		"gave/warning fake correct",
		"limit/time fake timeout",
		"limit/cpu fake timeout",
		"limit/memory fake memory",
		"c-prog fake correct",
	}, outcomes(s.File))
	reasons := map[string]string{}
	for _, r := range s.File.Runs {
		reasons[r.Task] = r.Reason
	}
	require.Equal(t, "nonlinear", reasons["gave/up.smt2"])
	require.Equal(t, "exit code 7: oops", reasons["gave/crash.smt2"])
	require.Equal(t, "SIGABRT", reasons["gave/signal.smt2"])
	require.Equal(t, "over cpu time", reasons["limit/cpu.smt2"])

	require.True(t, s.Alarm())
	require.Equal(t, 1, s.Wrong())
	require.Contains(t, log.String(), `msg="wrong answer" task=fam/wrong.smt2`)
	require.Contains(t, s.String(), "WRONG ANSWERS: 1")
	require.True(t, s.File.Complete)
	require.NoFileExists(t, w.path("out/all.journal"))

	back, err := result.ReadFile(s.JSON)
	require.NoError(t, err)
	require.Equal(t, s.File, back)
	for _, path := range []string{s.Markdown, s.HTML} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), "fam/wrong.smt2")
	}
	kept, err := os.ReadFile(w.path("kept/fake/gave__warning.smt2.out"))
	require.NoError(t, err)
	require.Equal(t, "warning\nsat\n(error \"no model\")\n", string(kept))
}

// TestDisputed runs a task against its label, with evidence against the label: nothing is wrong,
// and the pages show the evidence.
func TestDisputed(t *testing.T) {
	w := newWorkshop(t, "fam/right true echo sat\nfam/wrong false echo sat")
	o := w.options()
	o.Disputed = w.file("disputed.yml", "- {task: fam/wrong.smt2, answer: sat, evidence: its model holds for z3}\n")
	s := run(t, o)
	require.Equal(t, []string{"fam/right fake correct", "fam/wrong fake disputed"}, outcomes(s.File))
	require.False(t, s.Alarm())
	require.NotContains(t, s.String(), "WRONG ANSWERS")
	require.Regexp(t, `Disputed labels: 1\n(.*\n)*.*fam/wrong.smt2.*answered sat, the label says unsat, which is disputed; sat: its model holds for z3`, s.String())

	o.Load, o.Disputed = s.JSON, w.file("none.yml", "")
	again := run(t, o)
	require.Equal(t, 1, again.Wrong(), "judged anew, without the evidence")
}

// TestAgainst checks the order: all solvers run on a task before the next task, and take turns in
// being the first.
func TestAgainst(t *testing.T) {
	w := newWorkshop(t, `
a unknown echo sat
b true    echo sat
c false   case $0 in */fake) echo unsat;; *) sleep 0.01;; esac
d unknown case $0 in */peer2) echo unsat;; *) echo sat;; esac
`)
	o := w.options()
	o.Against = []string{w.script("peer", obey) + " {}", "second=" + w.script("peer2", obey) + " {}"}
	s := run(t, o)
	require.Equal(t, []string{
		"fake a", "peer a", "peer2 a",
		"peer b", "peer2 b", "fake b",
		"peer2 c", "fake c", "peer c",
		"fake d", "peer d", "peer2 d",
	}, w.calls())
	require.Equal(t, []string{
		"a fake unverified", "a peer unverified", "a second unverified",
		"b fake correct", "b peer correct", "b second correct",
		"c fake correct", "c peer unknown", "c second unknown",
		"d fake unverified", "d peer unverified", "d second unverified",
	}, outcomes(s.File), "results stand in the order of tasks and solvers")
	require.Equal(t, []result.Disagreement{{Task: "d.smt2", True: []string{"fake", "peer"}, False: []string{"second"}}}, s.File.Disagreements)
	require.Zero(t, s.Wrong())
	require.Equal(t, 1, s.Contradicted())
	require.True(t, s.Alarm())
	require.Contains(t, s.String(), "SOLVERS DISAGREE: 1")
	require.Equal(t, 1, s.File.Total().Tallies[0].Unique)
}

func TestPlaceholders(t *testing.T) {
	w := newWorkshop(t, "c-prog true echo TRUE\nhorn true echo sat")
	o := w.options()
	o.Solver = w.script("tell", `echo "$@" >> "$(dirname "$0")/told"; echo sat`) +
		" -t {timeout} --ms={timeout_ms} -m {memory_mb} --property {property} -d '{data_model} !' --of {file}"
	o.Timeout, o.Memory = 1500*time.Millisecond, 512<<20
	s := run(t, o)
	require.Equal(t, "tell", s.File.Solvers[0].Name)
	told, err := os.ReadFile(w.path("told"))
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(`-t 2 --ms=1500 -m 512 --property DIR/unreach-call.prp -d LP64 ! --of DIR/c-prog.c
-t 2 --ms=1500 -m 512 --property DIR/check-sat.prp -d LP64 ! --of DIR/horn.smt2
`, "DIR", w.dir), string(told))
}

// TestDefaultSolver runs a substitute for cornet itself: one command for each language.
func TestDefaultSolver(t *testing.T) {
	w := newWorkshop(t, "horn true -\nc-prog false -")
	o := w.options()
	o.Solver, o.Args = "", "--engine 'la wi'"
	o.Self = w.script("self", `printf '%s,' "$@" >> "$(dirname "$0")/told"; case $1 in solve) echo sat;; termination) echo YES;; verify) echo FALSE;; esac`)
	s := run(t, o)
	require.Equal(t, []string{"horn cornet --engine 'la wi' correct", "c-prog cornet --engine 'la wi' correct"}, outcomes(s.File))
	told, err := os.ReadFile(w.path("told"))
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll("solve,--engine,la wi,--timeout,10,DIR/horn.smt2,"+
		"verify,--engine,la wi,--timeout,10,--data-model,LP64,--property,DIR/unreach-call.prp,DIR/c-prog.c,", "DIR", w.dir), string(told))
	d := s.File.Solvers[0]
	require.Equal(t, result.Solver{Name: "cornet --engine 'la wi'", Version: "v1",
		Command:  "cornet solve --engine 'la wi' --timeout {timeout} {}",
		CommandC: "cornet verify --engine 'la wi' --timeout {timeout} --data-model {data_model} --property {property} {}"}, d)

	o.Property = task.Termination
	require.Equal(t, "cornet termination --engine 'la wi' --timeout {timeout} {}", run(t, o).File.Solvers[0].Command)
	o.Property = ""

	o.Validate = true
	o.ValidatorModel, o.ValidatorRefutation = w.script("valid", "exit 0"), w.path("valid")
	require.Equal(t, "cornet solve --engine 'la wi' --model --proof --timeout {timeout} {}", run(t, o).File.Solvers[0].Command)
}

func TestResume(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo sat\nc true touch $(dirname $1)/now; sleep 0.2; echo sat\nd true echo sat")
	o := w.options()
	o.Against = []string{"peer=" + w.script("peer", obey) + " {}"}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // cancel in the middle of the third task
		for {
			if _, err := os.Stat(w.path("now")); err == nil {
				cancel()
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	s, err := Run(ctx, o)
	require.NoError(t, err)
	require.True(t, s.Interrupted)
	require.False(t, s.File.Complete)
	require.Equal(t, []string{"a fake correct", "a peer correct", "b fake correct", "b peer correct"}, outcomes(s.File))
	require.Equal(t, []string{"fake a", "peer a", "peer b", "fake b", "fake c"}, w.calls())
	require.Contains(t, s.String(), "Interrupted with 4 runs to go. The same command continues")
	for _, path := range []string{s.JSON, s.Markdown, s.HTML, s.Journal} {
		require.FileExists(t, path, "reports of what there is")
	}

	other := o // with another limit, the journal does not fit and is left alone
	other.Timeout = 5 * time.Second
	other.Match = "^a"
	require.Zero(t, run(t, other).Resumed)
	require.FileExists(t, s.Journal)
	w.calls()

	s = run(t, o)
	require.Equal(t, 4, s.Resumed)
	require.Equal(t, 4, s.Measured)
	require.Equal(t, []string{"fake c", "peer c", "peer d", "fake d"}, w.calls())
	require.Len(t, s.File.Runs, 8)
	require.True(t, s.File.Complete)
	require.NoFileExists(t, w.path("out/all.journal"), "a finished benchmark leaves no journal")

	s = run(t, o)
	require.Zero(t, s.Resumed, "and the same command measures anew")
	require.Len(t, w.calls(), 8)
	require.FileExists(t, w.path("out/all.previous.json"))
}

func TestRestart(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo sat")
	o := w.options()
	halfway := func() {
		t.Helper()
		c, err := o.complete()
		require.NoError(t, err)
		solvers, err := c.solvers()
		require.NoError(t, err)
		s := Summary{}
		require.NoError(t, s.measure(t.Context(), c))
		s.journal.close()
		text, err := os.ReadFile(s.journal.path)
		require.NoError(t, err)
		lines := strings.SplitAfter(string(text), "\n")
		require.Len(t, lines, 3)
		require.Len(t, solvers, 1)
		// The second line is cut off, as if by a crash.
		require.NoError(t, os.WriteFile(s.journal.path, []byte("rubbish\n"+lines[0]+lines[1][:20]), 0o644))
		w.calls()
	}
	halfway()
	require.Equal(t, 1, run(t, o).Resumed)
	require.Equal(t, []string{"fake b"}, w.calls())

	halfway()
	o.Restart = true
	require.Zero(t, run(t, o).Resumed)
	require.Equal(t, []string{"fake a", "fake b"}, w.calls())

	o.Restart = false
	halfway()
	w.script("fake", obey+"# rebuilt\n")
	require.Zero(t, run(t, o).Resumed, "another build of the solver is another solver")
}

func TestJournalIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := openJournal(path, nil)
	require.NoError(t, err)
	_, err = openJournal(path, nil)
	require.ErrorIs(t, err, errJournalBusy)
	j.close()
	j, err = openJournal(path, nil)
	require.NoError(t, err)
	j.close()
}

func TestValidate(t *testing.T) {
	w := newWorkshop(t, `
valid      true    echo sat; echo 0
invalid    true    echo sat; echo 1
malformed  false   echo unsat; echo 2
undecided  false   echo unsat; echo 3
broken     true    echo sat; echo 4
traceback  true    echo sat; echo trace
slow       true    echo sat; echo slow
wrong      true    echo unsat; echo 0
open       unknown echo sat; echo 1
unknown    true    echo unknown
c-prog     true    echo TRUE; echo 1
`)
	checker := `[ -f "$1" ] || exit 9
said=$(sed -n 2p)
echo "$0 $CHECK_S" | sed 's,.*/,,' >> "$(dirname "$0")/checks"
echo "clause 3 of $said"
case $said in trace) echo 'Traceback (most recent call last)' >&2; echo 'ValueError: x' >&2; exit 1;; slow) sleep 60;; esac
exit $said
`
	o := w.options()
	o.Validate = true
	o.ValidatorModel, o.ValidatorRefutation = w.script("model", checker), w.script("refutation", checker)
	o.ValidatorTimeout = time.Second
	o.Against = []string{"peer=" + w.script("peer", obey) + " {}"}
	s := run(t, o)
	var own, peer []string
	for _, r := range s.File.Runs {
		line := fmt.Sprintf("%s %s", strings.TrimSuffix(r.Task, filepath.Ext(r.Task)), r.Status)
		if v := r.Validation; v != nil {
			line += fmt.Sprintf(" %s: %s", v.Finding, v.Detail)
		}
		if r.Solver == "fake" {
			own = append(own, line)
		} else {
			peer = append(peer, line)
		}
	}
	require.Equal(t, []string{
		"valid correct valid: clause 3 of 0",
		"invalid wrong invalid: clause 3 of 1",
		"malformed wrong malformed: clause 3 of 2",
		"undecided correct undecided: clause 3 of 3",
		"broken correct failed: exit code 4:",
		"traceback correct failed: exit code 1: ValueError: x",
		"slow correct undecided: out of time",
		"wrong wrong",
		"open wrong invalid: clause 3 of 1",
		"unknown unknown",
		"c-prog correct",
	}, trimAll(own))
	require.Equal(t, "valid correct", peer[0], "peers are not validated unless asked")
	require.Equal(t, 4, s.Wrong())
	require.Equal(t, []string{"fake"}, s.File.Validated)
	checks, err := os.ReadFile(w.path("checks"))
	require.NoError(t, err)
	require.Equal(t, 6, strings.Count(string(checks), "model 1\n"), "sat goes to the one, with a share of the time")
	require.Equal(t, 2, strings.Count(string(checks), "refutation 1\n"), "unsat goes to the other")
	for _, r := range s.File.Runs {
		require.Less(t, r.Wall, 0.9, "validation is outside the measured time")
	}

	o.ValidatePeers, o.Match = true, "^(valid|malformed)"
	s = run(t, o)
	require.Equal(t, []string{"valid fake correct", "valid peer correct", "malformed fake wrong", "malformed peer wrong"}, outcomes(s.File))

	o.ValidatorModel = w.path("none.py")
	_, err = Run(t.Context(), o)
	require.ErrorContains(t, err, "name it with --validator-model")
}

func trimAll(lines []string) []string {
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}

func TestCompareAndLoad(t *testing.T) {
	w := newWorkshop(t, "a true echo sat\nb true echo unknown\nc true echo sat")
	o := w.options()
	s := run(t, o)
	old := s.JSON
	w.file("b.smt2", "; echo sat\n")
	w.file("c.smt2", "; echo unknown\n")
	o.Compare = old // the file that is going to be replaced
	s = run(t, o)
	require.Len(t, s.Comparisons, 1)
	require.Len(t, s.Comparisons[0].Gained, 1)
	require.Len(t, s.Comparisons[0].Lost, 1)
	for _, heading := range []string{"### Lost: 1", "### Gained: 1"} {
		require.Contains(t, s.String(), heading)
	}

	w.calls()
	again := run(t, Options{Load: s.JSON, Out: w.path("pages/new"), Title: "Anew", Compare: w.path("out/all.previous.json")})
	require.Empty(t, w.calls(), "nothing is measured")
	require.Equal(t, s.File, again.File)
	require.Len(t, again.Comparisons[0].Gained, 1)
	page, err := os.ReadFile(w.path("pages/new.html"))
	require.NoError(t, err)
	require.Contains(t, string(page), "<title>Anew</title>")
	require.FileExists(t, w.path("pages/new.json"))
	run(t, Options{Load: s.JSON})
	require.FileExists(t, s.JSON, "loading in place leaves the file")
}

func TestRunErrors(t *testing.T) {
	w := newWorkshop(t, "a true echo sat")
	w.file("two.yml", "format_version: '2.0'\ninput_files: [a.smt2, a.yml]\noptions: {language: SMT-LIB}\n")
	for want, edit := range map[string]func(*Options){
		"nothing to measure":                      func(o *Options) { o.Places = nil },
		"no such file":                            func(o *Options) { o.Places = []string{w.path("none.set")} },
		"--args belongs to the default command":   func(o *Options) { o.Args = "-v" },
		"--match: error parsing regexp":           func(o *Options) { o.Match = "(" },
		"no task found":                           func(o *Options) { o.Match = "nothing" },
		"negative timeout":                        func(o *Options) { o.Timeout = -1 },
		`no {} where the input file goes`:         func(o *Options) { o.Solver = "true" },
		`unknown placeholder {time}: expected {}`: func(o *Options) { o.Solver = "true {time} {}" },
		`"no-such-solver": executable file not`:   func(o *Options) { o.Against = []string{"x=no-such-solver {}"} },
		`two solvers are called "fake"`:           func(o *Options) { o.Against = []string{"fake=true {}"} },
		"the quote ' is not closed":               func(o *Options) { o.Solver = "true '{}" },
		"empty command":                           func(o *Options) { o.Solver = "x= " },
		"has 2 input files":                       func(o *Options) { o.Places = []string{w.path("two.yml")}; o.Solver = "true --in={}" },
		"--compare: open":                         func(o *Options) { o.Compare = w.path("none.json") },
		"none.json: no such file":                 func(o *Options) { o.Load = w.path("none.json") },
		"not a results file":                      func(o *Options) { o.Load = w.path("a.smt2") },
		"validator: stat":                         func(o *Options) { o.Validate, o.ValidatorModel = true, w.path("none.py") },
	} {
		o := w.options()
		edit(&o)
		_, err := Run(t.Context(), o)
		require.ErrorContains(t, err, want)
	}
}

// TestSolverVanishes: a solver that can no longer be started ends the benchmark. The journal keeps
// the runs so far.
func TestSolverVanishes(t *testing.T) {
	w := newWorkshop(t, "a true echo sat; rm -f $0\nb true echo sat\nc true echo sat")
	o := w.options()
	s, err := Run(t.Context(), o)
	require.ErrorContains(t, err, "solver fake on b.smt2")
	require.ErrorContains(t, err, "1 runs are kept in")
	require.Len(t, s.File.Runs, 1)
	require.FileExists(t, w.path("out/all.journal"))
}

// TestDeterministic runs a benchmark twice, two tasks at a time, and compares everything but times
// and memory.
func TestDeterministic(t *testing.T) {
	var lines strings.Builder
	for i := range 12 {
		fmt.Fprintf(&lines, "f%d/t%d true echo %s\n", i%3, i, []string{"sat", "unsat", "unknown"}[i%3])
	}
	w := newWorkshop(t, lines.String())
	o := w.options()
	o.Jobs = 2
	o.Against = []string{"peer=" + w.script("peer", obey) + " {}"}
	figures := regexp.MustCompile(`[0-9.]+`)
	text := func() string {
		s := run(t, o)
		return figures.ReplaceAllString(s.String(), "#") + strings.Join(outcomes(s.File), "\n")
	}
	first := text()
	require.Equal(t, first, text())
}
