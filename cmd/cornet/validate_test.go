// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// counting is a program that reaches its error with input 7, in the third iteration of its loop.
const counting = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    s = x > 5 ? s + 1 : s;
  }
  switch (s) {
  case 3:
    reach_error();
  default:
    s = 0;
  }
  return s;
}
`

// limited is a program without an error.
const limited = `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int f(int a) { return a + 1; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n > 100) return 0;
  while (i < n)
    i++;
  if (i != n) reach_error();
  do i = f(i); while (i < 50);
  ;
  return i < 50;
}
`

// entryOf is an entry of a witness about p.c.
func entryOf(kind, spec, content string) string {
	return `- entry_type: ` + kind + `
  metadata:
    format_version: "2.1"
    uuid: 51938346-bd6a-416e-b139-c68b39daf0c1
    creation_time: "2026-11-22T13:13:07+02:00"
    producer: {name: test, version: "1"}
    task: {input_files: [p.c], specification: "` + spec + `", data_model: LP64, language: C}
  content:
` + content
}

// claims is a witness with the given invariants.
func claims(items ...string) string {
	var b strings.Builder
	if len(items) == 0 {
		b.WriteString("    []\n")
	}
	for _, c := range items {
		b.WriteString("  - invariant: {" + c + "}\n")
	}
	return entryOf("invariant_set", "G ! call(reach_error())", b.String())
}

// way is a witness with the given segments. Each waypoint is on a line of its own.
func way(segments ...string) string {
	var b strings.Builder
	for _, s := range segments {
		b.WriteString("  - segment:\n")
		for w := range strings.SplitSeq(s, "\n") {
			b.WriteString("    - waypoint: {" + w + "}\n")
		}
	}
	return entryOf("violation_sequence", "G ! call(reach_error())", b.String())
}

// point is a waypoint at a line, with the action follow.
func point(kind, line, value string) string {
	constraint := ""
	if value != "" {
		constraint = `, constraint: {value: '` + value + `', format: acsl_expression}`
	}
	return "type: " + kind + ", action: follow, location: {file_name: p.c, line: " + line + "}" + constraint
}

// validate runs the validator. It returns its first line and its remark about the witness, or the
// reason or error.
func validate(t *testing.T, program, text string, flags ...string) (verdict, says string) {
	dir := t.TempDir()
	file, w := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	require.NoError(t, os.WriteFile(w, []byte(text), 0o600))
	z := cornet(t, "", append([]string{"verify", "--replay=off", "--timeout", "60", "--validate-witness", w, file}, flags...)...)
	verdict, _, _ = strings.Cut(z.stdout, "\n")
	if m := regexp.MustCompile(`(?m)^witness: (.*)$`).FindStringSubmatch(z.stdout); m != nil && verdict != "UNKNOWN" {
		return verdict, strings.ReplaceAll(m[1], dir+"/", "")
	}
	_, reason, found := strings.Cut(z.stdout, "reason: ")
	if !found {
		reason = z.stderr
	}
	return verdict, strings.ReplaceAll(reason, dir+"/", "")
}

// TestValidate has witnesses with the validator's verdict.
func TestValidate(t *testing.T) {
	t.Parallel()
	loop := func(line, value string) string {
		return "type: loop_invariant, location: {file_name: p.c, line: " + line + "}, value: '" + value + "', format: c_expression"
	}
	location := func(line, value string) string { return strings.Replace(loop(line, value), "loop_", "location_", 1) }
	contract := func(requires, ensures string) string {
		return "type: function_contract, location: {file_name: p.c, line: 3}, requires: '" + requires + "', ensures: '" + ensures + "', format: ext_c_expression"
	}
	branch := func(line, value string) string { return point("branching", line, value) }
	returns := func(value string) string { return point("function_return", "6", `\result `+value) }
	target := point("target", "11", "")
	three := []string{returns("== 7"), returns("== 7"), returns("> 5"), target}
	avoid := func(w string) string { return strings.Replace(w, "follow", "avoid", 1) }
	const fine, wrong, found, none = "TRUE confirmed", "FALSE refuted: it does not hold", "FALSE confirmed", "TRUE refuted"
	for _, test := range []struct{ name, program, witness, want string }{
		{"invariants that hold", limited, claims(loop("7", "i <= n && n <= 100"), location("9", "i == n"), location("8", "i < n"), location("11", "i >= 50")), fine},
		{"the condition of do", limited, claims(loop("10", "i >= 1 && i <= 101")), fine},
		{"no loop keeps it", limited, claims(loop("7", "i < n")), wrong},
		{"wrong at a place", limited, claims(location("9", "i > 0")), wrong},
		{"wrong in a branch", limited, claims(location("8", "i < 99")), wrong},
		{"wrong behind a loop", limited, claims(location("11", "i == 50")), wrong},
		{"a contract", limited, claims(contract("a >= 0 && a <= 100", `\result == \old(a) + 1`)), fine},
		{"a contract that calls break", limited, claims(contract("a > 0", "")), wrong},
		{"a contract that the function breaks", limited, claims(contract("a >= 0 && a <= 100", `\result > 1`)), wrong},
		{"the program is wrong", counting, claims(loop("5", "i <= 3")), "FALSE refuted: the program violates the property"},
		{"a division by zero", limited, claims(loop("7", "100 / (n - n) >= 0 || i <= n")), "FALSE refuted: its value is undefined, since a number is divided by zero"},
		{"no division by zero", limited, claims(loop("7", "n == 0 || i / n <= 1")), fine},
		{"a signed overflow", limited, claims(loop("7", "(int)i + 2147483647 != 0")), "FALSE refuted: its value is undefined, since a signed operation overflows"},
		{"a shift by the width", limited, claims(location("9", "1 << i + 20 || 1")), "FALSE refuted: its value is undefined, since a shift is undefined"},
		{"an overflow in a contract", limited, claims(contract("a + 2147483600 > a", "")), "FALSE refuted: its value is undefined, since a signed operation overflows"},
		{"a null pointer", limited, claims(location("9", "*(char *)0 == *(char *)0")), "FALSE refuted: its value is undefined, since an access is outside of every live object"},
		{"no invariants", limited, claims(), fine},
		{"inputs", counting, way(three...), found},
		{"the target alone", counting, way(target), found},
		{"other inputs", counting, way(returns("== 7"), returns("== 5"), target), none},
		{"too many inputs", counting, way(append([]string{returns("== 7")}, three...)...), none},
		{"another target", counting, way(point("target", "13", "")), none},
		{"branches", counting, way(branch("5", "true"), branch("7", "true"), branch("5", "true"), branch("9", "3"), target), found},
		{"a branch that is not taken", counting, way(branch("5", "true"), branch("5", "false"), target), none},
		{"a label that is not taken", counting, way(branch("9", "default"), target), none},
		{"what is avoided", counting, way(avoid(branch("7", "false"))+"\n"+branch("9", "3"), target), found},
		{"what cannot be avoided", counting, way(avoid(branch("7", "true"))+"\n"+branch("9", "3"), target), none},
		{"assumptions", counting, way(point("assumption", "7", "x == 8"), point("assumption", "9", "s == 3"), target), found},
		{"a wrong assumption", counting, way(point("assumption", "9", "s == 2"), target), none},
		{"functions are entered", counting, way(point("function_enter", "6", ""), point("function_return", "6", ""), point("function_enter", "11", ""), target), found},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			verdict, says := validate(t, test.program, test.witness)
			require.True(t, strings.HasPrefix(verdict+" "+says, test.want), "%s %s", verdict, says)
		})
	}
}

// TestValidateRefuses has witnesses that get no verdict, with the reason.
func TestValidateRefuses(t *testing.T) {
	t.Parallel()
	claim := func(value string) string {
		return claims("type: location_invariant, location: {line: 9}, value: '" + value + "', format: c_expression")
	}
	for _, test := range []struct{ name, witness, verdict, says string }{
		{"no YAML", "- {", "", "w.yml: yaml: "},
		{"nothing", "", "", "w.yml:1: the file is empty"},
		{"another format", strings.Replace(claim("1"), `"2.1"`, `"3.0"`, 1), "", `w.yml:3: "3.0" is not one of 2.0, 2.1, 2.2`},
		{"another key", strings.Replace(claim("1"), "value:", "valeu:", 1), "", `w.yml:9: unknown key "valeu"`},
		{"a key that is missing", strings.Replace(claim("1"), "line: 9", "", 1), "", `w.yml:9: no key "line"`},
		{"no statement", claims("type: location_invariant, location: {line: 1}, value: '1', format: c_expression"), "", "w.yml:9: no statement or declaration begins at :1"},
		{"no loop", claims("type: loop_invariant, location: {line: 9}, value: '1', format: c_expression"), "", "w.yml:9: no loop begins at :9"},
		{"no such file", claims("type: loop_invariant, location: {file_name: q.c, line: 7}, value: '1', format: c_expression"), "", "w.yml:9: q.c is no file of the program"},
		{"no target", way(point("branching", "7", "true")), "", "w.yml:10: the last waypoint is no target"},
		{"out of scope", claim("x == 1"), "", "w.yml:9: x is not declared"},
		{"brackets", claim("1) || (1"), "", "w.yml:9: brackets of the expression"},
		{"a side effect", claim("i = 1"), "UNKNOWN", "w.yml:9: an assignment in the expression i = 1"},
		{"a call", claim("f(1)"), "UNKNOWN", "w.yml:9: a call of f in the expression f(1)"},
		{"a statement", claim("({ 1; })"), "UNKNOWN", "w.yml:9: { in the expression"},
		{"a quantifier", claim(`\forall int k; k == k`), "UNKNOWN", `w.yml:9: \forall in the expression`},
		{"a lasso", way(strings.Replace(point("branching", "7", "true"), "follow", "cycle", 1), point("target", "9", "")), "", "w.yml:12: the last waypoint of a segment, and no other, has action follow, or cycle in the last segments: not a valid witness"},
		{"relations of states", claims("type: loop_transition_invariant, location: {line: 7}, value: '\\at(i, LastPrev) == i', format: ext_c_expression"), "UNKNOWN", `w.yml:9: \at in the expression`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			verdict, says := validate(t, limited, test.witness)
			require.Equal(t, test.verdict, verdict, says)
			require.Contains(t, says, test.says)
		})
	}
}

// TestGhosts checks that variables of a witness change together with the statements at which they
// are updated.
func TestGhosts(t *testing.T) {
	t.Parallel()
	const program = `#include <pthread.h>
int g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
  pthread_mutex_lock(&m);
  g = 1;
  g = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  return 0;
}
`
	text := func(value string) string {
		return entryOf("ghost_instrumentation", "G ! call(reach_error())", `    ghost_variables:
    - {name: locked, type: int, scope: global, initial: {value: "0", format: c_expression}}
    ghost_updates:
    - {location: {line: 4}, updates: [{variable: locked, value: "1", format: c_expression}]}
    - {location: {line: 7}, updates: [{variable: locked, value: "0", format: c_expression}]}
`) + claims("type: location_invariant, location: {line: 13}, value: '"+value+"', format: c_expression")
	}
	for value, want := range map[string]string{"locked || g == 0": "TRUE", "locked": "FALSE", "g == 0": "FALSE"} {
		verdict, says := validate(t, program, text(value))
		require.Equal(t, want, verdict, "%s: %s", value, says)
	}
}

// TestGhostsOfSteps checks that updates of ghost variables leave the steps of the program as they
// are: an update does not make its statement atomic, nor does it end an atomic block.
func TestGhostsOfSteps(t *testing.T) {
	t.Parallel()
	const program = `#include <pthread.h>
extern void reach_error(void); extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
int x, y; void inc(int *p) { ++*p; }
void *f(void *a) {
  STATEMENT;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, f, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}
`
	update := func(line, value string) string {
		return entryOf("ghost_instrumentation", "G ! call(reach_error())", `    ghost_variables:
    - {name: k, type: int, scope: global, initial: {value: "0", format: c_expression}}
    ghost_updates:
    - {location: {line: `+line+`}, updates: [{variable: k, value: "1", format: c_expression}]}
`) + claims("type: location_invariant, location: {line: 6}, value: '"+value+"', format: c_expression")
	}
	for _, c := range []struct{ statement, line, value, verdict, says string }{
		{"x = x + 1", "5", "k", "FALSE", "refuted: the program violates the property"},
		{"x++", "5", "k", "FALSE", "refuted: the program violates the property"},
		{"x = 2", "5", "k && x == 2", "TRUE", "confirmed"},
		{"x = 2", "5", "!k", "FALSE", "refuted: it does not hold"},
		{"x = 3 & x", "5", "k", "FALSE", "refuted: the program violates the property"},
		{"x = (f != 0) & x", "5", "k", "FALSE", "refuted: the program violates the property"},
		{"int *p = &x; p[0] = 2; p[0] = 2", "5", "k", "TRUE", "confirmed"},
		{"__VERIFIER_atomic_begin;\n x++", "6", "k", "FALSE", "refuted: the program violates the property"},
		{"\n#if 0\n __VERIFIER_atomic_begin();\n#endif\n x++", "9", "k", "FALSE", "refuted: the program violates the property"},
		{"void (*sem_post)(int *) = inc; \n sem_post(&x)", "6", "k", "FALSE", "refuted: the program violates the property"},
		{"y = x = 2", "5", "y == k", "UNKNOWN", "which is not one step"},
		{"__VERIFIER_atomic_begin();\n x = x\n + 1; __VERIFIER_atomic_end()", "6", "k", "TRUE", "confirmed"},
		{"__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end()", "5", "k", "TRUE", "confirmed"},
		{"__VERIFIER_atomic_begin(); x++;\n__VERIFIER_atomic_end()", "6", "k", "TRUE", "confirmed"},
	} {
		lines := strings.Replace(program, "STATEMENT", c.statement, 1)
		w := strings.Replace(update(c.line, c.value), "line: 6}, value", fmt.Sprintf("line: %d}, value", 6+strings.Count(c.statement, "\n")), 1)
		verdict, says := validate(t, lines, w)
		require.Equal(t, c.verdict, verdict, "%s: %s", c.statement, says)
		require.Contains(t, says, c.says, c.statement)
	}
}

// TestValidateDataModel checks that a witness cannot override the data model that an option names.
func TestValidateDataModel(t *testing.T) {
	t.Parallel()
	const program = "extern void reach_error(void);\nint main(void) {\n  int x = 0;\n  if (sizeof(long) == 8) reach_error();\n}\n"
	text := strings.ReplaceAll(claims("type: location_invariant, location: {line: 4}, value: '1', format: c_expression"), "LP64", "ILP32")
	verdict, says := validate(t, program, text)
	require.Equal(t, "TRUE", verdict, says)
	verdict, says = validate(t, program, text, "--data-model", "LP64")
	require.NotEqual(t, "TRUE", verdict)
	require.Contains(t, says, "is about a program for ILP32, not for LP64")
}

// TestGhostsOfNothingElse checks that a witness cannot change the program, which violates the
// property.
func TestGhostsOfNothingElse(t *testing.T) {
	t.Parallel()
	const program = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
DECLARED
int x; int fix(void) { x = 5; return 1; } int (*fp[1])(void) = {fix};
#define SET (x = 5)
#define OPEN 1)); if ((x = 5
#define IF if (x == 5)
int main(void) {
  int n = __VERIFIER_nondet_int();
  n = n + 0u;
  if (x == 5)
    L:
      n = 0;
  if (n == 1)
    IF n = 0;
  else n = 2;
  if (n == 77) reach_error();
  return 0;
}
`
	ghost := func(name, kind, initial, line, value string) string {
		return entryOf("ghost_instrumentation", "G ! call(reach_error())", `    ghost_variables:
    - {name: `+name+`, type: '`+kind+`', scope: global, initial: {value: '`+initial+`', format: c_expression}}
    ghost_updates:
    - {location: {line: `+line+`}, updates: [{variable: `+name+`, value: '`+value+`', format: c_expression}]}
`) + claims("type: location_invariant, location: {line: 9}, value: '1', format: c_expression")
	}
	for _, c := range []struct{ declared, witness string }{
		// a tentative definition, which the ghost variable would complete
		{"", ghost("x", "int", "5", "9", "1")},
		// a variable that is defined elsewhere
		{"extern int x;", ghost("g", "int", "1, x", "9", "1")},
		{"#define g x", ghost("g", "int", "5", "9", "1")},
		{"#define g x", ghost("g", "int", "0", "9", "5")},
		{"#define T int x = 5; int", ghost("g", "T", "0", "9", "1")},
		{"", ghost("g", "int", "fix()", "9", "1")},
		{"", ghost("g", "int", "0", "9", "(fix)()")},
		{"", ghost("g", "int", "0", "9", "fp[0]()")},
		{"", ghost("g", "int", "0", "9", "SET")},
		{"", ghost("g", "int", "0", "9", "OPEN")},
		{"", ghost("g", "int", "0", "9", "(__builtin_unreachable)()")},
		{"", ghost("g", "int", "0", "9", "sizeof(int[(fix)()])")},
		{"", ghost("g", "int", "0", "9", "*(int *)0")},
		// a labelled branch, which may have the update before it
		{"", ghost("g", "int", "0", "12", "1")},
		{"", ghost("g", "int", "0", "14", "1")},
		{"", strings.ReplaceAll(ghost("g", "int", "0", "9", "0 <= x <= 2"), "c_expression", "acsl_expression")},
	} {
		verdict, says := validate(t, strings.Replace(program, "DECLARED", c.declared, 1), c.witness)
		require.NotEqual(t, "TRUE", verdict, "%s\n%s", c.witness, says)
	}
}

// TestWitnessOfMutex checks a proof of a program with threads. Its invariants mention a ghost
// variable for the mutex. They are confirmed from the file alone, and altered ones are refuted.
func TestWitnessOfMutex(t *testing.T) {
	t.Parallel()
	const program = `#include <pthread.h>
#include <assert.h>
int g; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
  pthread_mutex_lock(&m);
  g = 1;
  g = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  assert(g == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
`
	dir := t.TempDir()
	file, w := filepath.Join(dir, "p.c"), filepath.Join(dir, "w.yml")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	z := cornet(t, "", "verify", "--replay=off", "--timeout", "60", "--witness", w, file)
	require.Equal(t, "TRUE\n", z.stdout[:5])
	read, err := os.ReadFile(w)
	require.NoError(t, err)
	text := strings.ReplaceAll(string(read), dir+"/", "")
	require.Contains(t, text, "m_locked || g == 0")
	for _, c := range []struct{ old, by, verdict, says string }{
		{"", "", "TRUE", "confirmed"},
		{"m_locked || g == 0", "g == 0", "FALSE", "refuted: it does not hold"},
		{"m_locked || g == 0", "m_locked", "FALSE", "refuted: it does not hold"},
		{"value: \"1\"", "value: \"0\"", "FALSE", "refuted: it does not hold"},
		{"variable: m_locked", "variable: n_locked", "ERROR", "n_locked is no ghost variable"},
	} {
		verdict, says := validate(t, program, strings.ReplaceAll(text, c.old, c.by))
		require.Contains(t, says, c.says, c.by)
		if c.verdict != "ERROR" {
			require.Equal(t, c.verdict, verdict, "%s: %s", c.by, says)
		}
	}
}

// TestWitnessRoundTrip validates the written witnesses from the files alone.
func TestWitnessRoundTrip(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "testdata", "c", "features")
	for _, name := range []string{"arrays/*", "control/*", "checks/*", "floats/*", "inputs/*", "unions/*"} {
		programs, err := filepath.Glob(filepath.Join(folder, name+".c"))
		require.NoError(t, err)
		for i, program := range programs {
			if i%5 != 0 {
				continue
			}
			t.Run(strings.TrimPrefix(program, folder), func(t *testing.T) {
				t.Parallel()
				check := "unreach-call"
				if strings.HasPrefix(name, "checks") {
					check = "overflow"
				}
				roundTrip(t, check, program)
			})
		}
	}
}

// TestWitnessOfFloats has inputs whose constants have another value as type double, or more digits.
func TestWitnessOfFloats(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "floats.c")
	text := "void reach_error(void); float __VERIFIER_nondet_float(void);\nint main(void) {\n  float x = __VERIFIER_nondet_float(); long double y;\n" +
		"  if (x > 0.1f && x < 0.10000002f && y > 0.1L && y < 0.1000000000000000001L) reach_error();\n}\n"
	require.NoError(t, os.WriteFile(program, []byte(text), 0o600))
	require.Equal(t, "FALSE", roundTrip(t, "unreach-call", program))
}

// TestWitnessOfChoices has inputs by CBMC's convention. Another run need not choose them again, so
// the witness records them.
func TestWitnessOfChoices(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "choices.c")
	text := "unsigned nondet(void); void reach_error(void);\nint main(void) {\n  unsigned x = 1;\n  for (int i = 0; i < 40; i++)\n" +
		"    if (nondet() & 1) x = x * 5 + 3; else x ^= x << 13;\n  if (x % 2 == 0) reach_error();\n}\n"
	require.NoError(t, os.WriteFile(program, []byte(text), 0o600))
	require.Equal(t, "FALSE", roundTrip(t, "unreach-call", program))
}

// roundTrip verifies a program, and validates the witness if there is one. It returns the verdict.
func roundTrip(t *testing.T, check, program string) string {
	t.Helper()
	w := filepath.Join(t.TempDir(), "w.yml")
	z := cornet(t, "", "verify", "--replay=off", "--timeout", "60", "--check", check, "--witness", w, program)
	verdict, _, _ := strings.Cut(z.stdout, "\n")
	if _, err := os.Stat(w); err != nil {
		require.Equal(t, "UNKNOWN", verdict)
		return verdict
	}
	again := cornet(t, "", "verify", "--replay=off", "--timeout", "60", "--validate-witness", w, program)
	require.True(t, strings.HasPrefix(again.stdout, verdict+"\nwitness: confirmed"), "%s%s", again.stdout, again.stderr)
	return verdict
}

// TestThreadsOfWitnesses checks that a waypoint holds for the thread that it names, and that
// waypoints order the threads.
func TestThreadsOfWitnesses(t *testing.T) {
	t.Parallel()
	const program = `#include <pthread.h>
extern void reach_error(void); int x, y;
void *f(void *a) {
  int k = a != 0;
  x = 2 * x + k;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, &x);
  pthread_join(t, 0);
  pthread_join(u, 0);
  y = x;
  if (y == 1) reach_error();
  if (y == 2) reach_error();
  return 0;
}
`
	by := func(thread, w string) string { return w + ", thread_id: " + thread }
	first, second := by("0", point("function_enter", "10", "")), by("0", point("function_enter", "11", ""))
	before, after := func(thread string) string { return by(thread, point("assumption", "5", "")) }, func(thread string) string { return by(thread, point("assumption", "6", "")) }
	race := func(x, y string) string {
		return strings.Replace(way(first, second, by("1", point("target", x, ""))+"\n"+by("2", point("target", y, ""))), "G ! call(reach_error())", "G ! data-race", 1)
	}
	const found, none = "FALSE confirmed", "TRUE refuted"
	for _, test := range []struct{ name, witness, want string }{
		{"thread 1 comes first", way(first, second, after("1"), before("2"), point("target", "15", "")), found},
		{"then the result is 1", way(first, second, after("1"), before("2"), point("target", "16", "")), none},
		{"thread 2 comes first", way(first, second, after("2"), before("1"), point("target", "16", "")), found},
		{"then the result is 2", way(first, second, after("2"), before("1"), point("target", "15", "")), none},
		{"threads are numbered as they are started", way(second, after("1"), first, before("2"), point("target", "16", "")), none},
		{"values that a thread has", way(first, second, by("2", point("assumption", "5", "k == 1")), by("0", point("target", "15", ""))), found},
		{"values that it has not", way(first, second, by("2", point("assumption", "5", "k == 0")), by("0", point("target", "15", ""))), none},
		{"no such thread", way(first, after("2"), point("target", "15", "")), " w.yml:12: thread_id 2, when 1 threads have been started"},
		{"a race", race("5", "5"), found},
		{"no race", race("5", "4"), "UNKNOWN whether an execution that the witness describes has the data race is not known"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			verdict, says := validate(t, program, test.witness)
			require.Contains(t, verdict+" "+says, test.want)
		})
	}
}

// TestInputsOfWitnesses has inputs that are functions without a body. Their values come from the
// witness if they have the right type.
func TestInputsOfWitnesses(t *testing.T) {
	t.Parallel()
	const program = `extern unsigned char any(void); extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  for (int i = 0; i < 9; i++)
    x = 7 * x + any();
  if (x == 840700125) reach_error();
  if (x > 2000000000) reach_error();
}
`
	inputs := func(last string, target string) string {
		var all []string
		for range 8 {
			all = append(all, point("function_return", "5", `\result == 125`))
		}
		return way(append(all, point("function_return", "5", `\result == `+last), point("target", target, ""))...)
	}
	for _, test := range []struct{ last, target, want string }{{"125", "6", "FALSE confirmed"}, {"124", "6", "TRUE refuted"}, {"-1", "7", "TRUE refuted"}} {
		verdict, says := validate(t, program, inputs(test.last, test.target))
		require.Contains(t, verdict+" "+says, test.want)
	}
}

// TestWitnessOfThreads validates witnesses with schedules.
func TestWitnessOfThreads(t *testing.T) {
	t.Parallel()
	const program = `#include <pthread.h>
#include <assert.h>
int x, turn; int __VERIFIER_nondet_int(void);
void *f(void *a) { int y = x; y = y + 1; x = y; return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  if (__VERIFIER_nondet_int() == 7) assert(x == 2);
  return 0;
}
`
	file := filepath.Join(t.TempDir(), "p.c")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	for _, check := range []string{"unreach-call", "races"} {
		require.Equal(t, "FALSE", roundTrip(t, check, file))
	}
	w := filepath.Join(t.TempDir(), "w.yml")
	cornet(t, "", "verify", "--replay=off", "--witness", w, file)
	text, err := os.ReadFile(w)
	require.NoError(t, err)
	for _, part := range []string{`format_version: "2.2"`, "type: function_enter", "thread_id: 0", "thread_id: 1", "thread_id: 2", `\result == 7`} {
		require.Contains(t, string(text), part)
	}
}
