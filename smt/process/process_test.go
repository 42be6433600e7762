// SPDX-License-Identifier: Apache-2.0

package process_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/process"
	"cornet/smtlib"
)

// each runs a test with every program.
func each(t *testing.T, test func(t *testing.T, b *process.Backend)) {
	for _, program := range []string{"z3", "cvc5", "smtinterpol"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			test(t, process.New(command(t, program), process.Options{}))
		})
	}
}

// newSolver returns a solver that is closed with the test.
func newSolver(t *testing.T, b smt.Backend, store *logic.Store) smt.Solver {
	t.Helper()
	s, err := b.New(store, smt.Options{})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

func term(t *testing.T, sc *smtlib.Scope, text string) *logic.Term {
	t.Helper()
	z, err := sc.ReadTerm(text)
	require.NoError(t, err, text)
	return z
}

// scope returns a scope with ints x, y, z, reals a, b, Booleans p, q, and f, r over Int.
func scope(store *logic.Store) *smtlib.Scope {
	sc := smtlib.NewScope(store)
	var vars []*logic.Term
	for name, sort := range map[string]*logic.Sort{"x": store.Int, "y": store.Int, "z": store.Int,
		"a": store.Real, "b": store.Real, "p": store.Bool, "q": store.Bool} {
		vars = append(vars, store.Var(name, sort))
	}
	sc.Declare([]*logic.Func{
		store.Func("f", []*logic.Sort{store.Int}, store.Int),
		store.Func("r", []*logic.Sort{store.Int, store.Bool}, store.Bool),
		store.Func("select", nil, store.Int), // also the name of an operator
		store.Func("x", nil, store.Real),     // also the name of a variable
	}, nil)
	sc.Declare(nil, vars)
	return sc
}

func TestScopes(t *testing.T) {
	each(t, func(t *testing.T, b *process.Backend) {
		store := logic.NewStore()
		sc := scope(store)
		s := newSolver(t, b, store)
		// assert TERM, push, pop, check [ASSUMPTION …] = STATUS [CORE …]
		for _, step := range []string{
			"check = sat",
			"assert (<= x 3)",
			"check = sat",
			"check (> x 3) = unsat (> x 3)",
			"push",
			"assert (>= x y)",
			"check (= y 4) p = unsat (= y 4)",
			"check (= y 3) p = sat",
			"push",
			"assert (= a (/ 1 3))",
			"check (> a 0.5) = unsat (> a 0.5)",
			"check (r x p) (not (r 3 p)) (= x 3) (< y 0) = unsat (r x p) (not (r 3 p)) (= x 3)",
			"pop",
			"assert (= y 17)",
			"check = unsat",
			"pop",
			"check (= y 17) = sat",
			"check (= (f x) 1) (= (f 2) 5) (= x 1) = sat",
			"check false p = unsat false",
		} {
			verb, rest, _ := strings.Cut(step, " ")
			switch verb {
			case "push":
				s.Push()
			case "pop":
				s.Pop(1)
			case "assert":
				require.NoError(t, s.Assert(term(t, sc, rest)))
			case "check":
				asked, want, _ := strings.Cut(step, " = ")
				if i := strings.LastIndex(step, " = "); strings.Contains(step[i:], "sat") {
					asked, want = step[:i], step[i+3:]
				}
				assumptions := terms(t, sc, strings.TrimPrefix(asked, "check"))
				st, err := s.Check(t.Context(), assumptions...)
				require.NoError(t, err, step)
				word, core, _ := strings.Cut(want, " ")
				require.Equal(t, word, st.String(), step)
				switch st {
				case smt.Sat:
					m, err := s.Model()
					require.NoError(t, err, step)
					for _, a := range assumptions {
						require.True(t, m.Holds(a), step)
					}
				case smt.Unsat:
					require.Subset(t, assumptions, s.Core())
					fresh := newSolver(t, b, store)
					st, err := fresh.Check(t.Context(), terms(t, sc, core)...)
					require.NoError(t, err)
					if st == smt.Unsat { // the assumptions alone contradict each other
						require.ElementsMatch(t, terms(t, sc, core), s.Core(), step)
					}
				}
			}
		}
	})
}

// terms reads a list of terms.
func terms(t *testing.T, sc *smtlib.Scope, text string) []*logic.Term {
	t.Helper()
	xs, err := smtlib.ReadSexprs("", strings.NewReader(text))
	require.NoError(t, err)
	var z []*logic.Term
	for _, x := range xs {
		a, err := sc.Term(x)
		require.NoError(t, err)
		z = append(z, a)
	}
	return z
}

func TestSymbolsThatTextCannotHave(t *testing.T) {
	each(t, func(t *testing.T, b *process.Backend) {
		store := logic.NewStore()
		s := newSolver(t, b, store)
		int1, real1 := store.Var("x", store.Int), store.Var("x", store.Real)
		odd := store.Var("and", store.Int)
		bar := store.Apply(store.Func("a|b", nil, store.Int))
		require.NoError(t, s.Assert(store.Eq(int1, store.IntNum(7))))
		require.NoError(t, s.Assert(store.Lt(real1, store.RealNum(1))))
		require.NoError(t, s.Assert(store.Eq(odd, store.Add(int1, bar))))
		require.NoError(t, s.Assert(store.Eq(bar, store.IntNum(-2))))
		st, err := s.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, smt.Sat, st)
		m, err := s.Model()
		require.NoError(t, err)
		require.Equal(t, "5", m.Value(odd).String())
	})
}

func TestElementsOfUninterpretedSorts(t *testing.T) {
	for _, program := range []string{"z3", "cvc5"} {
		t.Run(program, func(t *testing.T) {
			b := process.New(command(t, program), process.Options{})
			store := logic.NewStore()
			sort := store.Uninterpreted("U")
			u, v := store.Var("u", sort), store.Var("v", sort)
			one, two := store.UninterpretedValue("one", sort), store.UninterpretedValue("two", sort)
			s := newSolver(t, b, store)
			require.NoError(t, s.Assert(store.Eq(u, one)))
			st, err := s.Check(t.Context(), store.Eq(u, two))
			require.NoError(t, err)
			require.Equal(t, smt.Unsat, st)
			st, err = s.Check(t.Context(), store.Not(store.Eq(u, v)), store.Not(store.Eq(v, two)))
			require.NoError(t, err)
			require.Equal(t, smt.Sat, st)
			m, err := s.Model()
			require.NoError(t, err)
			require.Equal(t, one, m.Value(u))
			require.NotEqual(t, one, m.Value(v))
		})
	}
}

func TestInterpolants(t *testing.T) {
	trees := map[string]struct {
		parents []int
		parts   []string
	}{
		"binary":   {[]int{1, -1}, []string{"(and (= x 1) (< y x))", "(> y 3)"}},
		"sequence": {[]int{1, 2, 3, -1}, []string{"(= x 0)", "(= y (+ x 1))", "(= z (* 2 y))", "(> z 2)"}},
		"tree":     {[]int{2, 2, 4, 4, -1}, []string{"(= x 0)", "(= y 2)", "(= a (to_real (+ x y)))", "(>= b 2.5)", "(> a b)"}},
		"wide":     {[]int{4, 4, 4, 4, -1}, []string{"(= x 0)", "(= y 2)", "(= z 3)", "(= b 1.0)", "(> (+ b (to_real (+ x y))) (to_real z))"}},
		"bool":     {[]int{1, -1}, []string{"(and p (= x 1))", "(and (=> p q) (not q))"}},
		"sat":      {[]int{1, -1}, []string{"(< x y)", "(< y z)"}},
	}
	each(t, func(t *testing.T, b *process.Backend) {
		store := logic.NewStore()
		sc := scope(store)
		ip, err := b.Interpolator(store, smt.Options{})
		require.NoError(t, err)
		for name, test := range trees {
			q := &smt.Query{Parent: test.parents}
			for _, p := range test.parts {
				q.Part = append(q.Part, term(t, sc, p))
			}
			z, err := ip.Interpolate(t.Context(), q)
			require.NoError(t, err, name)
			if name == "sat" {
				require.Equal(t, smt.Sat, z.Status)
				require.True(t, z.Model.Holds(q.Part[1]))
				continue
			}
			require.Equal(t, smt.Unsat, z.Status, "%s: %s", name, z.Reason)
			require.NoError(t, itp.Check(t.Context(), store, newSolver(t, b, store), q, z.Formulas), name)
		}
		if strings.HasSuffix(t.Name(), "smtinterpol") {
			require.EqualValues(t, len(trees), ip.(*itp.Fallback).Answered()[0], "all by the program itself")
		}
	})
}

// TestSynthesis gives cvc5 enough time to find an interpolant itself.
func TestSynthesis(t *testing.T) {
	b := process.New(command(t, "cvc5"), process.Options{Synthesis: 30 * time.Second})
	store := logic.NewStore()
	sc := scope(store)
	ip, err := b.Interpolator(store, smt.Options{})
	require.NoError(t, err)
	z, err := ip.Interpolate(t.Context(), smt.Sequence(terms(t, sc, "(= x 1) (< y x) (> y 3)")...))
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, z.Status)
	require.EqualValues(t, 1, ip.(*itp.Fallback).Answered()[0])
}

// TestReuse: a child serves one solver after the other, and keeps nothing between them.
func TestReuse(t *testing.T) {
	for _, program := range []string{"z3", "cvc5", "smtinterpol"} {
		t.Run(program, func(t *testing.T) {
			starts := filepath.Join(t.TempDir(), "starts")
			counted := []string{"sh", "-c", `echo >>"$0"; exec "$@"`, starts}
			b := process.New(append(counted, command(t, program)...), process.Options{})
			store := logic.NewStore()
			for i, sort := range []*logic.Sort{store.Int, store.Real, store.Int} {
				s, err := b.New(store, smt.Options{})
				require.NoError(t, err)
				require.NoError(t, s.Assert(store.Eq(store.Var("x", sort), store.Num(rational.Int(int64(i)), sort))))
				st, err := s.Check(t.Context())
				require.NoError(t, err)
				require.Equal(t, smt.Sat, st)
				s.Close()
			}
			text, err := os.ReadFile(starts)
			require.NoError(t, err)
			require.Equal(t, "\n", string(text))
		})
	}
}

func TestDeathAndRestart(t *testing.T) {
	each(t, func(t *testing.T, b *process.Backend) {
		store := logic.NewStore()
		sc := scope(store)
		s := newSolver(t, b, store)
		require.NoError(t, s.Assert(term(t, sc, "(> x 3)")))
		s.Push()
		require.NoError(t, s.Assert(term(t, sc, "(< x 5)")))
		for range 2 {
			st, err := s.Check(t.Context(), term(t, sc, "(not (= x 4))"))
			require.NoError(t, err)
			require.Equal(t, smt.Unsat, st)
			process.Kill(s)
		}
		s.Pop(1)
		st, err := s.Check(t.Context(), term(t, sc, "(not (= x 4))"))
		require.NoError(t, err)
		require.Equal(t, smt.Sat, st)
	})
}

// script returns the command of a shell script that plays a solver.
func script(t *testing.T, text string) []string {
	t.Helper()
	need.Of(t, "sh")
	return []string{"sh", "-c", text}
}

// echoing is a script that answers everything except check-sat as a solver would. CHECK is run for
// check-sat.
const echoing = `while read -r line; do case "$line" in
	*echo*) s=${line#*\"}; echo "${s%\"*}";;
	*:name*) echo '(:name "script")';;
	"(check-sat)") CHECK;;
	"(get-model)") MODEL;;
	"(get-unsat-core)") CORE;;
esac; done`

func scripted(t *testing.T, check, model, core string) []string {
	return script(t, strings.NewReplacer("CHECK", check, "MODEL", model, "CORE", core).Replace(echoing))
}

func TestWhatChildrenSayIsNotBelieved(t *testing.T) {
	for name, test := range map[string]struct {
		check, model string
		want         string // the text of the error
	}{
		"falsifies":      {"echo sat", "echo '((define-fun x () Int 2))'", "falsifies"},
		"wrong sort":     {"echo sat", "echo '((define-fun x () Bool true))'", "no value of sort Int"},
		"no value":       {"echo sat", "echo '((define-fun x () Int (select 1 2)))'", "cannot be read"},
		"no list":        {"echo sat", "echo nothing", "no model"},
		"error":          {"echo sat", "echo '(error \"none available\")'", "none available"},
		"ends":           {"echo sat", "exit 3", "ended"},
		"not an answer":  {"echo perhaps", ":", ""},
		"an error":       {"echo '(error \"line 1: no such theory\")'", ":", "no such theory"},
		"unbalanced":     {"echo ')'", ":", ""},
		"dies at checks": {"exit 1", ":", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := logic.NewStore() // stores belong to one goroutine
			sc := scope(store)
			s := newSolver(t, process.New(scripted(t, test.check, test.model, ":"), process.Options{}), store)
			require.NoError(t, s.Assert(term(t, sc, "(> x 3)")))
			st, err := s.Check(t.Context())
			if strings.Contains(test.check, "error") {
				require.ErrorContains(t, err, test.want)
				require.ErrorIs(t, err, errors.ErrUnsupported)
				return
			}
			require.NoError(t, err)
			if test.check != "echo sat" {
				require.Equal(t, smt.Unknown, st)
				require.NotEmpty(t, s.Reason())
				return
			}
			require.Equal(t, smt.Sat, st)
			_, err = s.Model()
			require.ErrorContains(t, err, test.want)
		})
	}
}

func TestWrongCores(t *testing.T) {
	for name, core := range map[string]string{
		"unknown name": "echo '(foo)'", "no list": "echo none", "error": "echo '(error \"no cores\")'", "ends": "exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			store := logic.NewStore()
			s := newSolver(t, process.New(scripted(t, "echo unsat", ":", core), process.Options{}), store)
			p := store.Var("p", store.Bool)
			st, err := s.Check(t.Context(), p, store.Not(p))
			require.NoError(t, err)
			require.Equal(t, smt.Unsat, st)
			require.Equal(t, []*logic.Term{p, store.Not(p)}, s.Core())
		})
	}
}

func TestCancellationKills(t *testing.T) {
	store := logic.NewStore()
	// The grandchild also holds the pipes open.
	s := newSolver(t, process.New(scripted(t, "sleep 60 & wait", ":", ":"), process.Options{}), store)
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(gone) })
	start := time.Now()
	st, err := s.Check(ctx)
	require.ErrorIs(t, err, gone)
	require.Equal(t, smt.Unknown, st)
	require.Less(t, time.Since(start), 3*time.Second)
}

func TestTimeLimit(t *testing.T) {
	store := logic.NewStore()
	s := newSolver(t, process.New(scripted(t, "sleep 60", ":", ":"), process.Options{Time: 200 * time.Millisecond}), store)
	start := time.Now()
	st, err := s.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, st)
	require.Contains(t, s.Reason(), "time limit")
	require.Less(t, time.Since(start), 3*time.Second)
}

func TestNoZombies(t *testing.T) {
	store := logic.NewStore()
	before := zombies(t)
	for range 5 {
		s := newSolver(t, process.New(scripted(t, "echo sat", ":", ":"), process.Options{}), store)
		_, err := s.Check(t.Context())
		require.NoError(t, err)
		s.Close()
		s.Close()
	}
	require.Eventually(t, func() bool { return zombies(t) <= before }, 5*time.Second, 20*time.Millisecond)
}

// zombies counts the children of this process that have ended and were not waited for.
func zombies(t *testing.T) int {
	t.Helper()
	files, _ := filepath.Glob("/proc/self/task/*/children")
	if len(files) == 0 {
		t.Skip("needs the procfs of Linux")
	}
	z := 0
	for _, f := range files {
		data, _ := os.ReadFile(f)
		for _, pid := range strings.Fields(string(data)) {
			stat, _ := os.ReadFile("/proc/" + pid + "/stat")
			if _, rest, ok := strings.Cut(string(stat), ") "); ok && strings.HasPrefix(rest, "Z") {
				z++
			}
		}
	}
	return z
}

func TestMissingProgram(t *testing.T) {
	s := newSolver(t, process.New([]string{"/nonexistent/solver"}, process.Options{}), logic.NewStore())
	_, err := s.Check(t.Context())
	require.ErrorContains(t, err, "cannot start /nonexistent/solver")
	s = newSolver(t, process.New(script(t, "exit 0"), process.Options{}), logic.NewStore())
	_, err = s.Check(t.Context())
	require.NoError(t, err)
}

func TestCommand(t *testing.T) {
	for line, want := range map[string]string{
		"z3":                    "z3 -in",
		"z3 -in -T:4":           "z3 -in -T:4",
		"/usr/bin/cvc5":         "/usr/bin/cvc5 --lang=smt2",
		"smtinterpol.jar":       "java -jar smtinterpol.jar -q",
		"smtinterpol.jar -w":    "java -jar smtinterpol.jar -w",
		"'a b' \"c d\"":         "a b|c d",
		"  mathsat  -input=x  ": "mathsat -input=x",
	} {
		got, err := process.Command(line)
		require.NoError(t, err)
		sep := " "
		if strings.Contains(want, "|") {
			sep = "|"
		}
		require.Equal(t, strings.Split(want, sep), got)
	}
	for _, line := range []string{"", "  ", "'a"} {
		_, err := process.Command(line)
		require.Error(t, err)
	}
}

// command returns the command line of a solver that is installed, or skips the test.
func command(t testing.TB, program string) []string {
	t.Helper()
	words, err := process.Command(need.Of(t, program))
	require.NoError(t, err)
	return words
}
