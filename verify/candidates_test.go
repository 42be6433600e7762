// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/smt/native"
)

const squares = `extern void reach_error(void); extern int nondet(void);
int main(void) { int x = 1, y = 0, n = nondet(); long long z = 0;
  while (y < n) {
    z = z + 2LL * y + 1; x++; y++;
  }
  if (z != (long long)y * y) reach_error();
}`

func candidatesConfig(t testing.TB) engines.Config {
	return engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()}
}

// runWith decides a program a.c with candidates.
func runWith(t testing.TB, program, guesses string) Result {
	file := filepath.Join(t.TempDir(), "guesses.txt")
	require.NoError(t, os.WriteFile(file, []byte(guesses), 0o600))
	z, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(program)}}, Options{Candidates: file, Replay: "off"}, candidatesConfig(t))
	require.NoError(t, err)
	return z
}

// TestCandidates checks what becomes of each candidate.
func TestCandidates(t *testing.T) {
	t.Parallel()
	var guesses, fates []string
	for _, test := range []struct{ guess, fate string }{
		{"3: z == (long long)y * y", "holds"},
		{"3: loop invariant x == y + 1;", "holds"},
		{"3: n >= 0 ==> y <= n", "holds"},
		{"4: y < n", "holds"},
		{"2: ensures __CPROVER_return_value == 0", "holds"},
		{"3: y >= 0", "holds"},
		{"3: x == y + 2", "not proved: it may not hold when a.c:3 is first reached"},
		{"3: y <= 5", "not proved: the step from a.c:3 to a.c:3 may not preserve it"},
		{"3: x / y == 1 || 1", "not proved: it may not hold when a.c:3 is first reached"},
		{"4: y <= m", "not used: m is not declared"},
		{"3: y++", "not used: ++ in the expression y++"},
		{"3: nondet() > 0", "not used: a call of nondet in the expression nondet() > 0"},
		{"3: 0 <= y <= n", "not used: a chain of comparisons, which C reads differently: write a <= b && b <= c"},
		{"9: y > 0", "not used: no statement or declaration begins at a.c:9"},
		{"3: *(&y", `not used: brackets of the expression "*(&y"`},
	} {
		guesses, fates = append(guesses, "a.c:"+test.guess), append(fates, test.fate)
	}
	z := runWith(t, squares, strings.Join(guesses, "\n"))
	require.Equal(t, horn.Safe, z.Verdict)
	var told []string
	for _, r := range z.Remarks {
		if r.Kind == witness.OfCandidate {
			told = append(told, r.String())
		}
	}
	require.Len(t, told, len(fates))
	for i, r := range told {
		require.True(t, strings.HasSuffix(r, ": "+fates[i]), "%s, want %s", r, fates[i])
	}
}

// TestCandidatesBeside checks that options that need the program as it is are refused.
func TestCandidatesBeside(t *testing.T) {
	t.Parallel()
	_, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(squares)}}, Options{Candidates: "missing.txt", Witness: "w.yml"}, candidatesConfig(t))
	require.EqualError(t, err, "--witness cannot be combined with --candidates")
}

// Programs, with true candidates from which mutants are made.
var guessed = []struct {
	name, text, guesses string
	want                horn.Verdict
}{
	{"squares", squares, "a.c:3: z == (long long)y * y\na.c:3: x == y + 1\na.c:3: y >= 0\na.c:4: y < n", horn.Safe},
	{"a bug in the last iteration", strings.Replace(squares, "reach_error();", "reach_error(); if (y == 7) reach_error();", 1),
		"a.c:3: z == (long long)y * y\na.c:3: x == y + 1\na.c:3: y >= 0 && y <= 7\na.c:4: y < n && y != 6", horn.Unsafe},
	{"a function", `extern void reach_error(void); extern unsigned char nondet(void);
int half(int a) {
  return a / 2;
}
int main(void) { int a = nondet(), s = 0;
  for (int i = 0; i < a; i++) { s = s + 2; }
  if (half(s) != a - (a == 200)) reach_error();
}`, "a.c:2: requires a >= 0 && a < 200 * 2\na.c:2: ensures \\result * 2 == a || a % 2 != 0\na.c:6: s == 2 * i\na.c:6: i <= a && a != 200", horn.Unsafe},
}

// mutant changes a text of candidates: an operator, a number or a variable.
func mutant(r *rand.Rand, text string) string {
	swaps := [][2]string{{"==", "!="}, {">=", "<"}, {"<", ">="}, {"<", "=="}, {"&&", "||"}, {"+ 1", "+ 2"}, {"* y", "/ y"}, {"* 2", "/ 0"}, {"y", "x"}, {"x", "y"}, {"z", "n"},
		{" 7", " 8"}, {" 0", " 1"}, {"*", "<<"}, {"== ", "== *&"}, {"%", "/"}, {"a", "-a"}, {"||", "&&"}, {"i", "0"}, {"s ", "1 / (i - i) "}}
	lines := strings.Split(text, "\n")
	for range 1 + r.IntN(3) {
		i := r.IntN(len(lines))
		place, guess, _ := strings.Cut(lines[i], ": ")
		for _, k := range r.Perm(len(swaps)) {
			if strings.Contains(guess, swaps[k][0]) {
				guess = strings.Replace(guess, swaps[k][0], swaps[k][1], 1)
				break
			}
		}
		lines[i] = place + ": " + guess
	}
	return strings.Join(lines, "\n")
}

// FuzzCandidates checks that mutated candidates do not change a verdict, and that a program with an
// error is never proved with them.
func FuzzCandidates(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 46))
		test := guessed[r.IntN(len(guessed))]
		guesses := mutant(r, test.guesses)
		z := runWith(t, test.text, guesses)
		require.Equal(t, test.want, z.Verdict, "%s\n%s", test.name, guesses)
		if test.want == horn.Safe {
			return
		}
		d, err := witness.ReadCandidates("guesses.txt", []byte(guesses))
		require.NoError(t, err)
		c := &candidates{sources: []Source{{Name: "a.c", Text: []byte(test.text)}}, config: candidatesConfig(t), Document: d, fates: make([]fate, d.Len())}
		require.NoError(t, c.prepare(t.Context()))
		if fits := c.set(isUntold, isProved); fits.Len() > 0 {
			require.NotEqual(t, horn.Safe, c.attempt(t.Context(), fits).z.Verdict, guesses)
		}
	})
}
