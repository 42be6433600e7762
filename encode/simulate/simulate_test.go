// SPDX-License-Identifier: Apache-2.0

package simulate_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
)

const head = `
extern void reach_error(void), __VERIFIER_assume(int), *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void), unknown(void), *pointer(void);
extern float __VERIFIER_nondet_float(void);
extern double sin(double);
extern int printf(const char *, ...), sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...), atoi(const char *);
extern long strtol(const char *, char **, int);
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int g;
static int *gone(void) { int x = 7, *p = &x; return p; }
static void *up(void *p) { g = g + 1; return p; }
`

// Errors are found in programs that have some, and in no others.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, body string
		found      bool
	}{
		{"at once", "reach_error();", true},
		{"never", "if (0) reach_error();", false},
		{"a constant", "if (__VERIFIER_nondet_int() == 48151) reach_error();", true},
		{"near a constant", "int x = __VERIFIER_nondet_int(); if (x > 1000 && x < 1002) reach_error();", true},
		{"far away", "int n = 0; while (n < 50000) n++; if (n == 50000) reach_error();", true},
		{"an end", "int x = __VERIFIER_nondet_int(); if (x < 0 && -x < 0) reach_error();", true},
		{"after an assumption", "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x % 2) reach_error();", true},
		{"an assumption in the way", "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x == 0) reach_error();", false},
		{"rounding", "float x = __VERIFIER_nondet_float(); if (x < 1.0f && x * 2.0f > 1.99f) reach_error();", true},
		{"not a number", "float x = __VERIFIER_nondet_float(); if (x != x) reach_error();", true},
		{"indeterminate", "int x; if (x == 7) reach_error();", true},
		{"unknown functions", "if (unknown() == 3) reach_error();", true},
		{"what is not modelled", "if (sin(1) > 0.5) reach_error();", false},
		{"what the library makes of texts", `char s[4]; sprintf(s, "7"); int x = 0; sscanf(s, "%d", &x); if (s[0] != '7' || x != 7 || strtol(s, 0, 10) != 7 || atoi(s) != 7) reach_error();`, false},
		{"what was printed", `if (printf("7") != 1) reach_error();`, false},
		{"assembly", `int x = 6; __asm__("incl %0" : "+r"(x)); if (x != 7) reach_error();`, false},
		{"memory that is not there", "int a[2] = {0}; if (*(a + 5) == 0) reach_error();", false},
		{"variables of functions that have returned", "int *p = gone(); int x = 8; if (*p != 7) reach_error();", false},
		{"division by zero", "int x = __VERIFIER_nondet_int(); int y = 7 / x; if (x == 0) reach_error();", false},
		{"null pointers", "if (*pointer() == 1) reach_error();", false},
		{"a lost update", "pthread_t a, b; pthread_create(&a, 0, up, 0); pthread_create(&b, 0, up, 0); pthread_join(a, 0); pthread_join(b, 0); if (g == 1) reach_error();", true},
		{"no lost update", "pthread_t a; pthread_create(&a, 0, up, 0); pthread_join(a, 0); if (g != 1) reach_error();", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := cc.Load("p.c", []byte(head+"int main(void) {\n"+test.body+"\nreturn 0; }\n"), cc.Options{Model: cfg.LP64})
			require.NoError(t, err)
			path, _, err := simulate.Find(context.Background(), p, simulate.Options{})
			require.NoError(t, err)
			require.Equal(t, test.found, path != nil)
			if path != nil {
				require.Equal(t, cfg.ReachError, path.Failure.Error)
				require.NotZero(t, path.Failure.To.Line)
			}
		})
	}
}

// The path has the inputs and the values of variables.
func TestPath(t *testing.T) {
	p, err := cc.Load("p.c", []byte(head+"int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; if (y == 78) reach_error(); return 0; }"), cc.Options{})
	require.NoError(t, err)
	path, _, err := simulate.Find(context.Background(), p, simulate.Options{})
	require.NoError(t, err)
	require.NotNil(t, path)
	var said []string
	for _, h := range path.Occurrences {
		kind := map[chc.EventKind]string{chc.Input: "input ", chc.Assigns: ""}[h.Kind]
		said = append(said, kind+h.Name+" "+h.Result.String())
	}
	require.Equal(t, []string{"input __VERIFIER_nondet_int 77", "x 77", "y 78", "y == 78 <nil>"}, said)
}

// Each event of a path names the thread that caused it.
func TestPathOfThreads(t *testing.T) {
	p, err := cc.Load("p.c", []byte(head+`void *two(void *x) { if (g == 1) reach_error(); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, up, 0); pthread_create(&b, 0, two, 0); return 0; }`), cc.Options{Model: cfg.LP64})
	require.NoError(t, err)
	path, _, err := simulate.Find(context.Background(), p, simulate.Options{})
	require.NoError(t, err)
	require.NotNil(t, path)
	for _, h := range path.Occurrences {
		if h.Name == "g" && h.Kind == chc.Assigns && h.Result.Sign() > 0 {
			require.Equal(t, 1, h.Pos.Thread)
		}
	}
	require.Equal(t, 2, path.Failure.To.Thread)
}
