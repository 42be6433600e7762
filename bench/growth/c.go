// SPDX-License-Identifier: Apache-2.0

package growth

import (
	"fmt"
	"strings"
)

// prelude declares the functions that the programs use. For CBMC, which supports only assertions,
// the error is an assertion.
const prelude = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef __CPROVER__
#define reach_error() __CPROVER_assert(0, "reach_error")
#endif
#define assert(c) do { if (!(c)) reach_error(); } while (0)
`

// source is a C program under construction.
type source struct{ strings.Builder }

func (s *source) line(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// program returns a function that makes the text of a program. add adds its lines.
func program(add func(s *source, n int)) func(int) string {
	return func(n int) string {
		var s source
		s.WriteString(prelude)
		add(&s, n)
		return s.String()
	}
}

func loopsInSequence(s *source, n int) {
	s.line("int main(void) {\n  int x = 0;")
	for i := range n {
		s.line("  while (x < %d) x++;", 10*(i+1))
	}
	s.line("  assert(x == %d);\n  return 0;\n}", 10*n)
}

func loopsWithoutBound(s *source, n int) {
	s.line("int main(void) {\n  int x = 0, n = __VERIFIER_nondet_int();\n  if (n < 0 || n > 1000) return 0;")
	for range n {
		s.line("  { int i = 0; while (i < n) { i++; x++; } x -= i; }")
	}
	s.line("  assert(x == 0);\n  return 0;\n}")
}

func calls(s *source, n int) {
	s.line("static int f%d(int x) { return x; }", n)
	for i := n - 1; i >= 0; i-- {
		s.line("static int f%d(int x) { return f%d(x) + 1; }", i, i+1)
	}
	s.line("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 1000) return 0;\n  assert(f0(x) == x + %d);\n  return 0;\n}", n)
}

// callsTwice makes a program in which each function doubles the result of inlining.
func callsTwice(s *source, n int) {
	s.line("static int f%d(int x) { return x + 1; }", n)
	for i := n - 1; i >= 0; i-- {
		s.line("static int f%d(int x) { if (__VERIFIER_nondet_int()) return f%d(x); return f%d(x - 1) + 1; }", i, i+1, i+1)
	}
	s.line("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x < 0 || x > 1000) return 0;\n  assert(f0(x) == x + 1);\n  return 0;\n}")
}

func (s *source) additions(n int) {
	for i := range n {
		s.line("    if (__VERIFIER_nondet_int()) x += %d;", i%50)
	}
}

func branches(s *source, n int) {
	s.line("int main(void) {\n  int x = 0;")
	s.additions(n)
	s.line("  assert(x >= 0);\n  return 0;\n}")
}

func branchesInLoop(s *source, n int) {
	s.line("int main(void) {\n  int x = 0;\n  while (x < 100000) {")
	s.additions(n)
	s.line("    assert(x >= 0);\n  }\n  return 0;\n}")
}

func filledArray(s *source, n int) {
	s.line("int a[%d];\nint main(void) {\n  int c = __VERIFIER_nondet_int();", n)
	s.line("  for (int i = 0; i < %d; i++) a[i] = c;\n  for (int i = 0; i < %d; i++) assert(a[i] == c);\n  return 0;\n}", n, n)
}

func threads(s *source, n int) {
	s.line("#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x = 0;")
	s.line("void *t(void *p) { pthread_mutex_lock(&m); int v = x; x = v + 1; pthread_mutex_unlock(&m); return 0; }")
	s.line("int main(void) {\n  pthread_t h[%d];", n)
	for i := range n {
		s.line("  pthread_create(&h[%d], 0, t, 0);", i)
	}
	for i := range n {
		s.line("  pthread_join(h[%d], 0);", i)
	}
	s.line("  assert(x == %d);\n  return 0;\n}", n)
}

// shift moves the values of n variables to the next ones, and counts in the first one.
func (s *source) shift(n int, place string) {
	for i := n - 1; i > 0; i-- {
		s.line("  %s%d = %s%d;", place, i, place, i-1)
	}
	s.line("  %[1]s0 = %[1]s0 < 10 ? %[1]s0 + 1 : 0;", place)
}

func globals(s *source, n int) {
	s.WriteString(join(n, "", "int g%d;\n"))
	s.line("int main(void) {\n  while (__VERIFIER_nondet_int()) {")
	s.shift(n, "g")
	s.line("  assert(g%d >= 0 && g%d <= 10);\n  }\n  return 0;\n}", n-1, n-1)
}

func fields(s *source, n int) {
	s.line("struct S {\n%s};\nstruct S s;\nstatic void step(struct S *p) {", join(n, "", "  int g%d;\n"))
	s.shift(n, "p->g")
	s.line("}\nint main(void) {\n  while (__VERIFIER_nondet_int()) {\n    step(&s);\n    assert(s.g%d >= 0 && s.g%d <= 10);\n  }\n  return 0;\n}", n-1, n-1)
}

func cases(s *source, n int) {
	s.line("int main(void) {\n  int s = 0;\n  while (__VERIFIER_nondet_int()) {\n    switch (s) {")
	for i := range n {
		s.line("    case %d: s = %d; break;", i, (i*7+1)%n)
	}
	s.line("    default: reach_error();\n    }\n  }\n  return 0;\n}")
}

func deadCode(s *source, n int) {
	s.WriteString(join(n, "", "int g%[1]d = %[1]d;\nint f%[1]d(int a) { if (a > %[1]d) g%[1]d += a; return g%[1]d; }\n"))
	s.line("int main(void) {\n  int x = 0;\n  while (__VERIFIER_nondet_int()) if (x < 10) x++;\n  assert(x <= 10);\n  return 0;\n}")
}

func constantTable(s *source, n int) {
	s.line("static const int t[%d] = {", n)
	for i := range n {
		s.line("  %d,", i*i%251)
	}
	s.line("};\nint main(void) {\n  int k = __VERIFIER_nondet_int();\n  if (k < 0 || k >= %d) return 0;\n  assert(t[k] < 251);\n  return 0;\n}", n)
}

func deepExpression(s *source, n int) {
	s.line("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = %sx%s;", strings.Repeat("(", n), strings.Repeat("^1)", n))
	s.line("  assert(y == x || y == (x ^ 1));\n  return 0;\n}")
}

func deepConditions(s *source, n int) {
	s.line("int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = 0;")
	s.line("%s%s\n  assert(y == 0 || x > y);\n  return 0;\n}", join(n, "", "  if (x > %[1]d) { y = %[1]d;\n"), strings.Repeat("}", n))
}
