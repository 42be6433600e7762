// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// solve decides a program and returns everything.
func solve(t testing.TB, name, text string, o chc.Options) (*chc.System, engines.Outcome) {
	p, err := cc.Load(name, []byte(text), cc.Options{})
	require.NoError(t, err)
	sys, err := chc.Encode(logic.NewStore(), p, o)
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(context.Background(), 60*time.Second)
	defer stop()
	z, err := engines.Run(ctx, sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
	require.NoError(t, err)
	return sys, z
}

const limitProgram = `extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  if (x > 41 && x < 43 && y == x + 1)
    reach_error();
  return 0;
}
`

func failing(t testing.TB) *chc.Path {
	sys, z := solve(t, "limit.c", limitProgram, chc.Options{})
	require.Equal(t, horn.Unsafe, z.Verdict)
	path, err := sys.Trace(z.Proof)
	require.NoError(t, err)
	return path
}

func TestDescribe(t *testing.T) {
	path := failing(t)
	require.Equal(t, []string{
		"limit.c:4: __VERIFIER_nondet_int() = 42",
		"limit.c:4: x = 42",
		"limit.c:7: the error function is called",
	}, witness.Describe(path, 0))
	require.Equal(t, []string{
		"limit.c:4: x = 42",
		"limit.c:7: the error function is called",
	}, append([]string(nil), witness.Describe(path, 1)[1:]...))
	require.Empty(t, witness.Doubts(path))
	require.True(t, witness.Unset(path), "y is indeterminate")
	require.Equal(t, 7, path.Failure.To.Line)
}

func TestReplay(t *testing.T) {
	need.Of(t, "gcc")
	path := failing(t)
	z, why := outcome(witness.Replay(t.Context(), witness.Program{File: witness.File{Name: "limit.c", Text: limitProgram}, Model: cfg.LP64}, path, witness.Confined))
	require.Equal(t, witness.Confirmed, z, why)

	// Other inputs do not reach the error.
	for i := range path.Occurrences {
		if path.Occurrences[i].Kind == chc.Input {
			path.Occurrences[i].Result = big.NewInt(1)
		}
	}
	z, _ = outcome(witness.Replay(t.Context(), witness.Program{File: witness.File{Name: "limit.c", Text: limitProgram}, Model: cfg.LP64}, path, witness.Confined))
	require.Equal(t, witness.Contradicted, z)

	z, why = outcome(witness.Replay(t.Context(), witness.Program{File: witness.File{Name: "limit.c", Text: "int main(void) { return }"}, Model: cfg.LP64}, path, witness.Confined))
	require.Equal(t, witness.Unconfirmed, z)
	require.Contains(t, why, "does not compile")
}

// A run that does not end is stopped.
func TestReplayEndless(t *testing.T) {
	need.Of(t, "gcc")
	t.Parallel()
	start := time.Now()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	z, _ := outcome(witness.Replay(ctx, witness.Program{File: witness.File{Text: "int main(void) { for (;;); }"}, Model: cfg.LP64}, failing(t), witness.Confined))
	require.Equal(t, witness.Unconfirmed, z)
	require.Less(t, time.Since(start), 30*time.Second)
}

// All the ways in which programs signal errors are noticed.
func TestReplayErrors(t *testing.T) {
	need.Of(t, "gcc")
	for _, text := range []string{
		"void reach_error(void) {} int main(void) { reach_error(); return 0; }",
		"extern void reach_error(void); int main(void) { reach_error(); return 0; }",
		"extern void __VERIFIER_error(void); int main(void) { __VERIFIER_error(); return 0; }",
		"#include <assert.h>\nint main(void) { assert(0); return 0; }",
		"extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(0); return 0; }",
		"void missing(void); int main(void) { missing(); ERROR: ; return 0; }",
		"int main(void) { int x = 3; x++; ERROR: return x; }",
	} {
		sys, z := solve(t, "e.c", text, chc.Options{})
		require.Equal(t, horn.Unsafe, z.Verdict, text)
		path, err := sys.Trace(z.Proof)
		require.NoError(t, err)
		r, why := outcome(witness.Replay(t.Context(), witness.Program{File: witness.File{Text: text}, Model: cfg.LP64}, path, witness.Confined))
		require.Equal(t, witness.Confirmed, r, "%s: %s", text, why)
	}
}

func TestInvariants(t *testing.T) {
	sys, z := solve(t, "count.c", `int n(void);
int main(void) {
  int i = 0, k = n();
  while (i < k)
    i++;
  if (k > 0 && i != k) { ERROR: ; }
}`, chc.Options{})
	require.Equal(t, horn.Safe, z.Verdict)
	invs := witness.Invariants(sys, z.Model)
	require.Len(t, invs, 1)
	require.Equal(t, 4, invs[0].Pos.Line)
	require.Contains(t, invs[0].Text, "i <= k")
}

// Invariants for people have no redundant parts, and casts only where C would overflow.
func TestReadable(t *testing.T) {
	for name, test := range map[string]struct{ types, formula, want string }{
		"parts that others imply are left out":    {"int int", "(and (<= (* 2 i) k) (= (* 2 i) k) (>= (* 2 i) k) (<= i 9) (>= i 0) (<= k 20))", "2 * i == k && i <= 9 && i >= 0"},
		"a sum that fits has no casts":            {"int int", "(and (<= (+ i 1) k) (<= i 100))", "i + 1 <= k && i <= 100"},
		"a sum that may overflow has casts":       {"int int", "(and (<= (+ i k) 7) (<= i 100))", "(long long)i + (long long)k <= 7LL && i <= 100"},
		"a product that may overflow has casts":   {"int int", "(<= (* 3 i) k)", "3 * (long long)i <= (long long)k"},
		"mixed signs without negative values":     {"int unsigned", "(and (<= (+ i 1) k) (>= i 0) (<= i 9) (<= k 5))", "i + 1 <= k && i >= 0 && k <= 5"},
		"mixed signs with negative values":        {"int unsigned", "(<= i k)", "(long long)i <= (long long)k"},
		"a literal that is not an int":            {"unsigned unsigned", "(<= i 3000000000)", "i <= 3000000000"},
		"an equation between values of long long": {"long~long long~long", "(and (= (+ i 5) k) (<= i 1000) (>= i 0))", "i + 5 == k && i <= 1000 && i >= 0"},
		"a formula that holds for all values":     {"int int", "(and (<= i 2147483647) (<= (- 2147483648) k))", "1"},
		"a formula with parts that are always so": {"int int", "(or (and (<= i 5) (<= k 2147483647)) (= k 3))", "(i <= 5 || k == 3)"},
	} {
		t.Run(name, func(t *testing.T) {
			types := strings.Fields(test.types)
			text := fmt.Sprintf("%s a(void); %s b(void); int more(void); int main(void) { %[1]s i = a(); %[2]s k = b(); while (more()) { i = a(); k = b(); } if (i == k) { ERROR: ; } }", types[0], types[1])
			p, err := cc.Load("p.c", []byte(strings.ReplaceAll(text, "~", " ")), cc.Options{Model: cfg.LP64})
			require.NoError(t, err)
			s := logic.NewStore()
			sys, err := chc.Encode(s, p, chc.Options{})
			require.NoError(t, err)
			require.Len(t, sys.Places, 1)
			place, scope := sys.Places[0], smtlib.NewScope(s)
			var formals []*logic.Term
			for _, v := range place.Vars {
				formals = append(formals, s.Var(v.Name, s.Int))
			}
			scope.Declare(nil, formals)
			body, err := scope.ReadTerm(test.formula)
			require.NoError(t, err)
			m := horn.NewModel()
			m.Define(place.Pred, formals, body)
			invs := witness.Readable(sys, m, func(known, fs []*logic.Term) []*logic.Term {
				return kernel.Irredundant(t.Context(), backend(), smt.Options{}, s, known, fs)
			})
			require.Len(t, invs, 1)
			require.Equal(t, test.want, invs[0].Text)
		})
	}
}

// The programs of the papers and of the documentation decide as expected.
func TestPrograms(t *testing.T) {
	expect := map[string]horn.Verdict{}
	papers, err := filepath.Glob(filepath.Join("..", "..", "testdata", "papers", "*.yml"))
	require.NoError(t, err)
	for _, file := range papers {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		v := horn.Safe
		if strings.Contains(string(text), "expected_verdict: false") {
			v = horn.Unsafe
		}
		expect[strings.TrimSuffix(file, ".yml")+".c"] = v
	}
	list, err := os.ReadFile(filepath.Join("..", "..", "testdata", "c", "verdicts.txt"))
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		name, word, _ := strings.Cut(line, " ")
		expect[filepath.Join("..", "..", "testdata", "c", name)] = map[string]horn.Verdict{"TRUE": horn.Safe, "FALSE": horn.Unsafe}[word]
	}
	for file, want := range expect {
		if testing.Short() && !strings.HasSuffix(file, "sum.c") && !strings.HasSuffix(file, "exa.c") {
			continue
		}
		if strings.HasSuffix(file, "threads.c") {
			continue // package encode/threads has the tests of products
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			// Inexact bit operations suffice for the proof of Wegner's algorithm, and are quick.
			o := chc.Options{}
			if strings.HasSuffix(file, "wegner.c") {
				o.Ints = chc.WrapInts
			}
			_, z := solve(t, file, string(text), o)
			require.Equal(t, want, z.Verdict, z.Reason)
		})
	}
}
