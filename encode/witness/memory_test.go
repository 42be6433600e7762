// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	interpreter "cornet/encode/exec"
	"cornet/encode/lower"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/internal/test/need"
)

// memoryPrograms are bodies of functions with their errors; "" is no error.
var memoryPrograms = []struct{ name, globals, body, wrong string }{
	{"within", "", `int *p = malloc(12); p[2] = 1; free(p);`, ""},
	{"beyond the end", "", `int *p = malloc(12); p[3] = 1; free(p);`, "valid-deref"},
	{"before the beginning", "", `char *p = malloc(12); p[-1] = 1; free(p);`, "valid-deref"},
	{"part of an element", "", `int *p = malloc(10); p[2] = 1; free(p);`, "valid-deref"},
	{"null", "", `int *p = 0; *p = 1;`, "valid-deref"},
	{"string literal", "", `char *p = "ab"; p[input(1)] = 'c';`, "valid-deref"},
	{"string literal, in place", "", `"ab"[1] = 'c';`, "valid-deref"},
	{"string literal or array", "", `char a[] = "ab", *p = input(1) ? a : "cd"; if (p == a) p[1] = 'c';`, ""},
	{"string literal, as a block", "", `char *p = "ab"; __builtin_memcpy(p, "cd", 2);`, "valid-deref"},
	{"string literal, read", "", `char *p = "ab"; if (p[2]) p = 0;`, ""},
	{"null, not evaluated", "", `int *p = 0; if (p && *p) p = 0;`, ""},
	{"address behind null", "", `struct s { int a, b; } *p = 0; int *q = &p->b; p = (void *)((char *)q - 4); if (p) *q = 1;`, ""},
	{"unknown size", "", `int n = input(5); int *p = malloc(n * sizeof *p); p[n - 1] = 1; free(p);`, ""},
	{"unknown size, beyond", "", `int n = input(5); int *p = malloc(n * sizeof *p); p[n] = 1; free(p);`, "valid-deref"},
	{"freed", "", `int *p = malloc(4); *p = 1; free(p); *p = 2;`, "valid-deref"},
	{"freed by an alias", "", `int *p = malloc(4), *q = p; *p = 1; free(p); if (*q) p = 0;`, "valid-deref"},
	{"local array", "", `int a[4]; a[input(3)] = 1;`, ""},
	{"local array, beyond", "", `int a[4]; a[input(4)] = 1;`, "valid-deref"},
	{"local array, behind a pointer", "", `int a[4], *p = a; p[input(4)] = 1;`, "valid-deref"},
	{"global array", "int garr%d[3];", `int *p = garr%d; p += input(3); *p = 1;`, "valid-deref"},
	{"end of an array", "", `int a[3], *p = a; while (p != a + 3) *p++ = 0;`, ""},
	{"left block", "", `int *p; { int x = 1; p = &x; } *p = 2;`, "valid-deref"},
	{"block entered again", "", `int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (!p) p = &x; if (i) *p = 3; }`, ""}, // the object has the same address again
	{"in the block", "", `int s = 0; for (int i = 0; i < 2; i++) { int x = i, *p = &x; s += *p; }`, ""},
	{"left by goto", "", `int *p = 0; again: if (p) *p = 1; else { int x; p = &x; goto again; }`, "valid-deref"},
	{"returned local", "int *local%d(void) { int x = 1; int *p = &x; return p; }", `*local%d() = 2;`, "valid-deref"},
	{"parameter", "int deref%d(int *p) { return *p; }", `int x = 1; deref%d(&x);`, ""},
	{"freed twice", "", `int *p = malloc(4); free(p); free(p);`, "valid-free"},
	{"null freed", "", `free(0); int *p = 0; free(p);`, ""},
	{"inside freed", "", `int *p = malloc(8); p++; free(p);`, "valid-free"},
	{"local freed", "", `int x; int *p = &x; free(p);`, "valid-free"},
	{"global freed", "int gfree%d;", `int *p = &gfree%d; free(p);`, "valid-free"},
	{"copied", "", `char a[4] = "abc", *p = malloc(4); memcpy(p, a, 4); free(p);`, ""},
	{"copied beyond", "", `char a[4] = "abc", *p = malloc(3); memcpy(p, a, 4); free(p);`, "valid-deref"},
	{"copied from beyond", "", `char a[4] = "abc", *p = malloc(8); memcpy(p, a, input(5)); free(p);`, "valid-deref"},
	{"filled beyond", "", `char *p = malloc(3); memset(p, 0, input(4)); free(p);`, "valid-deref"},
	{"nothing copied", "", `char a[1], *p = a; memcpy(p, p + 1, input(0));`, ""},
	{"text", "", `char *p = malloc(6); strcpy(p, "hello"); free(p);`, ""},
	{"text beyond", "", `char *p = malloc(5); strcpy(p, "hello"); free(p);`, "valid-deref"},
	{"unterminated", "", `char a[2] = {1, 1}; int n = strlen(a); if (n) a[0] = 0;`, "valid-deref"},
	{"enlarged", "", `int *p = malloc(4); *p = 3; p = realloc(p, 8); p[1] = *p; free(p);`, ""},
	{"enlarged, old pointer", "", `int *p = malloc(4), *q = p; p = realloc(p, 800); *q = 1; free(p);`, "valid-deref"},
	{"made to have no bytes", "", `int *p = malloc(4), *q = realloc(p, input(0)); if (!q) free(p);`, "valid-free"},
	{"null made to have no bytes", "", `free(realloc(0, input(0)));`, ""},
	{"without bytes" + unseen, "", `char *p = malloc(input(0)); *p = 1; free(p);`, "valid-deref"},
	{"more than a size can say", "", `char *p = calloc(input(8), (size_t)-1 / 4); if (p) *p = 1; free(p);`, ""},
	{"both sizes unknown", "", `int n = input(3), *p = calloc(n, input(4)); p[n - 1] = 1; free(p);`, ""},
	{"zeros", "", `int *p = calloc(2, 4); if (p[1]) p[2] = 1; free(p);`, ""},
	{"variable length", "", `int n = input(3); int a[n]; a[n - 1] = 1;`, ""},
	{"variable length, beyond", "", `int n = input(8); int a[n]; a[n] = 1;`, "valid-deref"},
	{"variable length, left" + unseen, "", `int *p; { int a[input(3)]; p = a; } *p = 1;`, "valid-deref"},
	{"member", "struct m%[1]d { int a; char b[4]; };", `struct m%[1]d *p = malloc(sizeof *p); p->b[3] = 1; p->a = 2; free(p);`, ""},
	{"member of a smaller object", "struct m%[1]d { int a; int b; };", `struct m%[1]d *p = malloc(4); p->a = 1; p->b = 2; free(p);`, "valid-deref"},
	{"list", "struct n%[1]d { struct n%[1]d *next; };", `struct n%[1]d *h = 0; for (int i = 0; i < 3; i++) { struct n%[1]d *n = malloc(sizeof *n); n->next = h; h = n; }
		while (h) { struct n%[1]d *n = h->next; free(h); h = n; }`, ""},
	{"list, freed first", "struct n%[1]d { struct n%[1]d *next; };", `struct n%[1]d *h = 0; for (int i = 0; i < 3; i++) { struct n%[1]d *n = malloc(sizeof *n); n->next = h; h = n; }
		while (h) { free(h); h = h->next; }`, "valid-deref"},
	{"next member", "struct b%[1]d { int a, b; long c; };", `struct b%[1]d v = {0}; int *p = &v.a; p[input(1)] = 1; p[2] = v.b; if (v.c != 1) p = 0; *p = 1;`, ""},
	{"behind the last member", "struct b%[1]d { int a, b; };", `struct b%[1]d v = {0}, *q = &v; int *p = &q->a; p[input(2)] = 1;`, "valid-deref"},
	{"member array", "struct w%[1]d { int a[2]; int b; };", `struct w%[1]d *p = malloc(sizeof *p); p->a[input(1)] = 1; p->b = 2; free(p);`, ""},
	{"struct of old", "struct o%[1]d { int n; int a[1]; };", `struct o%[1]d *p = malloc(sizeof *p + 8); p->a[input(2)] = 1; free(p);`, ""},
	{"struct of old, beyond", "struct o%[1]d { int n; int a[1]; };", `struct o%[1]d *p = malloc(sizeof *p + 8); p->a[input(3)] = 1; free(p);`, "valid-deref"},
	{"several arrays", "", `char *p = 0; for (int i = 0; i < 3; i++) { free(p); p = malloc(5); p[input(4)] = 1; } free(p);`, ""},
	{"several arrays, beyond", "", `char *p = 0; for (int i = 0; i < 3; i++) { free(p); p = malloc(5); p[input(5)] = 1; } free(p);`, "valid-deref"},
	{"several arrays of unknown size", "", `char *p = 0; for (int i = 0; i < 3; i++) { free(p); int n = input(5); p = malloc(n); p[n - 1] = 1; } free(p);`, ""},
	{"recursion", "int depth%[1]d(int n, int *p) { int x = n; return n == 0 ? *p : depth%[1]d(n - 1, &x); }", `int y = 0; depth%[1]d(3, &y);`, ""},
	{"recursion, returned", "int *deep%[1]d(int n) { int x = n, *p = &x; return n == 0 ? p : deep%[1]d(n - 1); }", `*deep%[1]d(2) = 1;`, "valid-deref"},
	{"lost", "", `int *p = malloc(4); *p = 1; p = 0;`, "valid-memtrack"},
	{"one of several lost", "", `int *p = 0; for (int i = 0; i < 3; i++) { free(p); p = malloc(4); }`, "valid-memtrack"},
	{"kept by a global", "int *keep%d;", `keep%d = malloc(4);`, "valid-memcleanup"},
	{"kept by a list", "struct n%[1]d { struct n%[1]d *next; } *keep%[1]d;", `for (int i = 0; i < 3; i++) { struct n%[1]d *n = malloc(sizeof *n); n->next = keep%[1]d; keep%[1]d = n; }`, "valid-memcleanup"},
}

// unseen marks errors that the sanitizer does not report.
const unseen = ", unseen"

const memoryHead = "#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nstatic int input(int n) { int x = __VERIFIER_nondet_int(); return x - x + n; }\n"

// sanitize compiles functions into one program with gcc's address sanitizer, and returns the error
// of each function when it runs alone.
func sanitize(t *testing.T, globals string, bodies []string) (wrong []string) {
	gcc := need.Of(t, "gcc -fsanitize=address")
	var b strings.Builder
	b.WriteString("int __VERIFIER_nondet_int(void) { return 7; }\n" + memoryHead + globals)
	for i, body := range bodies {
		fmt.Fprintf(&b, "static void case%d(void) { %s }\n", i, body)
	}
	b.WriteString("int main(int c, char **v) {\n  switch (atoi(v[1])) {\n")
	for i := range bodies {
		fmt.Fprintf(&b, "  case %[1]d: case%[1]d(); break;\n", i)
	}
	b.WriteString("  }\n  return 0;\n}\n")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.c"), []byte(b.String()), 0o600))
	cmd := exec.Command(gcc, "-w", "-O0", "-std=gnu17", "-fno-builtin", "-fsanitize=address", "-o", "a", "a.c")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	run := func(i int, leaks string) string {
		cmd := exec.Command(filepath.Join(dir, "a"), fmt.Sprint(i))
		cmd.Env = append(os.Environ(), "ASAN_OPTIONS=symbolize=0:detect_stack_use_after_return=1:allocator_may_return_null=1:detect_leaks=1", "LSAN_OPTIONS=use_stacks=0:use_registers=0:"+leaks)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		_ = cmd.Run()
		return stderr.String()
	}
	for i := range bodies {
		report := run(i, "use_globals=1")
		_, asan, invalid := strings.Cut(report, "ERROR: AddressSanitizer: ")
		switch {
		case strings.Contains(report, "LeakSanitizer has encountered a fatal error"):
			t.Skip("leaks cannot be looked for where no process can be traced")
		case invalid && (strings.HasPrefix(asan, "attempting") || strings.HasPrefix(asan, "bad-free") || strings.HasPrefix(asan, "alloc-dealloc")):
			wrong = append(wrong, "valid-free")
		case invalid:
			wrong = append(wrong, "valid-deref")
		case strings.Contains(report, "LeakSanitizer"):
			wrong = append(wrong, "valid-memtrack")
		case strings.Contains(run(i, "use_globals=0"), "LeakSanitizer"):
			wrong = append(wrong, "valid-memcleanup")
		default:
			wrong = append(wrong, "")
		}
	}
	return wrong
}

// checkedMemory loads a function as a program whose memory is checked.
func checkedMemory(t *testing.T, globals, body string) *cfg.Program {
	p, err := cc.Load("memory.c", []byte(memoryHead+globals+"int main(void) { { "+body+" }\n  return 0; }\n"), cc.Options{Model: cfg.LP64, Lives: true})
	require.NoError(t, err, body)
	properties.Instrument(p, properties.Memory)
	require.NoError(t, p.Check(), body)
	return p
}

// The arguments of main are valid memory that need not be freed. If main calls itself, its return
// need not be the end of the program.
func TestMemoryOfMain(t *testing.T) {
	for _, test := range []struct {
		text, wrong string
		exact       bool
	}{
		{"int main(int n, char **v) { return v[n] == 0; }", "", true},
		{"int main(int n, char **v) { return v[n + 1] == 0; }", "valid-deref", true},
		{"int main(int n, char **v) { int a[2], *p = a; p[2] = 1; }", "valid-deref", true},
		{"int main(int n, char **v) { int a[2], *p = a; p[1] = 1; return 0; }", "", true},
		{"int d; int main(void) { int *p; if (d++) return 0; p = malloc(4); main(); free(p); return 0; }", "", false},
	} {
		p, err := cc.Load("memory.c", []byte("void *malloc(unsigned long); void free(void *); "+test.text), cc.Options{Model: cfg.LP64, Lives: true})
		require.NoError(t, err, test.text)
		properties.Instrument(p, properties.Memory.With(cfg.LostMemory, cfg.NotFreed))
		require.NoError(t, p.Check(), test.text)
		wrong, exact := withoutMemory(p)
		require.Equal(t, test.exact, exact, test.text)
		if exact {
			require.Equal(t, test.wrong, wrong, test.text)
		}
	}
}

// interpreted returns the errors of a program that the interpreter finds.
func interpreted(t *testing.T, p *cfg.Program) string {
	z, err := interpreter.Run(context.Background(), p, interpreter.Options{MaxSteps: 1e5})
	require.NoError(t, err)
	if z.Outcome == interpreter.Failed {
		return z.Edge.Op.(cfg.Error).Kind.String()
	}
	require.Equal(t, interpreter.Returned, z.Outcome, z.Reason)
	return ""
}

// withoutMemory returns the errors of a program after its memory has become variables. exact is
// false if they depend on inexactly modelled operations.
func withoutMemory(p *cfg.Program) (wrong string, exact bool) {
	exact = true
	z := lower.Program(p)
	var last *scalar.Edge
	outcome, _ := z.Run(scalar.Environment{
		MaxSteps: 1e5,
		Value: func(_ *scalar.Edge, _ scalar.Type, o scalar.Havoc) *big.Int {
			exact = exact && o.Note == ""
			return new(big.Int)
		},
		Choose: func(int) int { return 0 },
		Passes: func(_ *scalar.State, e *scalar.Edge) { last = e },
	})
	if outcome == scalar.Failed {
		return last.Op.(scalar.Error).Kind.String(), exact
	}
	return "", exact && outcome == scalar.Returned
}

func TestMemory(t *testing.T) {
	t.Parallel()
	var globals strings.Builder
	var bodies []string
	fill := func(text string, i int) string {
		if strings.Contains(text, "%") {
			return fmt.Sprintf(text, i)
		}
		return text
	}
	for i, test := range memoryPrograms {
		globals.WriteString(fill(test.globals, i) + "\n")
		bodies = append(bodies, fill(test.body, i))
	}
	for i, test := range memoryPrograms {
		p := checkedMemory(t, fill(test.globals, i)+"\n", bodies[i])
		require.Equal(t, test.wrong, interpreted(t, p), "interpreted: %s", test.name)
		if wrong, exact := withoutMemory(p); exact {
			require.Equal(t, test.wrong, wrong, "without memory: %s", test.name)
		} else {
			t.Logf("%s: not exact", test.name)
		}
	}
	for i, wrong := range sanitize(t, globals.String(), bodies) {
		if test := memoryPrograms[i]; !strings.HasSuffix(test.name, unseen) {
			require.Equal(t, test.wrong, wrong, "compiled: %s", test.name)
		}
	}
}

// randomAccesses writes statements about some pointers. Some of them are errors.
func randomAccesses(rng *rand.Rand) string {
	pick := func(xs ...string) string { return xs[rng.IntN(len(xs))] }
	pointer := func() string { return pick("p", "q", "r") }
	var statement func(depth int) string
	statement = func(depth int) string {
		n := rng.IntN(6)
		switch rng.IntN(11) {
		case 0, 1:
			return fmt.Sprintf("%s = malloc(%d);", pointer(), 4*(n+1))
		case 2:
			return fmt.Sprintf("free(%[1]s);", pointer()) + pick("", " p = 0;", " q = 0;", " r = 0;")
		case 3:
			return fmt.Sprintf("%s = %s;", pointer(), pick("a", "&x", "p", "q", "r", "g"))
		case 4, 5:
			p := pointer()
			return fmt.Sprintf("if (%s) %s[%s] = %d;", p, p, pick(fmt.Sprint(n), fmt.Sprintf("input(%d)", n)), n)
		case 6:
			p := pointer()
			return fmt.Sprintf("if (%s && %d) { %s++; %s--; }", p, n, p, p)
		case 7:
			return fmt.Sprintf("if (p && q) memcpy(p, q, %s);", pick("4", "8", fmt.Sprintf("input(%d)", 4*n)))
		case 8:
			return fmt.Sprintf("{ int y = %d; if (!%s) %s = &y; %s }", n, pointer(), pointer(), statement(depth-1))
		case 9:
			if depth > 0 {
				return fmt.Sprintf("for (int i = 0; i < %d; i++) { %s %s }", n%3+1, statement(depth-1), statement(depth-1))
			}
		}
		return fmt.Sprintf("a[%s] = %d;", pick(fmt.Sprint(n), fmt.Sprintf("input(%d)", n)), n)
	}
	var b strings.Builder
	b.WriteString("int a[4] = {0}, x = 0, *p = 0, *q = 0, *r = 0;")
	for range 3 + rng.IntN(5) {
		b.WriteString("\n  " + statement(2))
	}
	b.WriteString("\n  if (input(1)) { " + pick("free(p);", "p = 0;", "free(q); q = 0;", "") + " }")
	return b.String()
}

// TestRandomAccesses compares the errors of random programs with the reports of gcc's address
// sanitizer. CORNET_RANDOM chooses the seeds, FROM-TO; the default is some.
func TestRandomAccesses(t *testing.T) {
	t.Parallel()
	from, to := uint64(1), uint64(41)
	if s := os.Getenv("CORNET_RANDOM"); s != "" {
		_, err := fmt.Sscanf(s, "%d-%d", &from, &to)
		require.NoError(t, err)
	}
	var bodies []string
	for seed := from; seed < to; seed++ {
		bodies = append(bodies, randomAccesses(rand.New(rand.NewPCG(seed, 13))))
	}
	exact := 0
	for i, want := range sanitize(t, "int g[3];\n", bodies) {
		p := checkedMemory(t, "int g[3];\n", bodies[i])
		require.Equal(t, want, interpreted(t, p), "interpreted: seed %d\n%s", from+uint64(i), bodies[i])
		if wrong, ok := withoutMemory(p); ok {
			exact++
			require.Equal(t, want, wrong, "without memory: seed %d\n%s", from+uint64(i), bodies[i])
		}
	}
	require.NotZero(t, exact)
	t.Logf("%d of %d are exact", exact, to-from)
}
