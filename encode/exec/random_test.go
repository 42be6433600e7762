// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// A generator writes random programs without undefined or unspecified behaviour, after the idea of
// Csmith (X. Yang, Y. Chen, E. Eide, J. Regehr, "Finding and Understanding Bugs in C Compilers",
// PLDI 2011): loops are bounded, divisors and shift distances guarded, side effects are statements
// of their own. The program returns a checksum of its variables.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	indent int
	vars   []string // integer lvalues in scope
	reads  []string // further integer expressions, like loop counters
	funcs  int      // functions so far, each of two integers
	depth  int
	loops  int
}

var randomTypes = []string{
	"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool",
}

func (g *generator) pick(options ...string) string { return options[g.r.Intn(len(options))] }

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "%s%s\n", strings.Repeat("  ", g.indent), fmt.Sprintf(format, args...))
}

func (g *generator) constant() string {
	switch g.r.Intn(6) {
	case 0:
		return g.pick("0", "1", "-1", "255", "127", "-128", "65535", "32767", "2147483647", "(-2147483647 - 1)", "4294967295u")
	case 1:
		return fmt.Sprintf("%dL", g.r.Int63()-g.r.Int63())
	case 2:
		return fmt.Sprintf("%du", g.r.Uint32())
	}
	return fmt.Sprint(g.r.Intn(200) - 100)
}

// expr returns an integer expression without side effects.
func (g *generator) expr(depth int) string {
	if depth <= 0 || g.r.Intn(5) == 0 {
		switch g.r.Intn(4) {
		case 0:
			return g.constant()
		case 1:
			if len(g.reads) > 0 {
				return g.pick(g.reads...)
			}
		}
		return g.pick(g.vars...)
	}
	x, y := g.expr(depth-1), g.expr(depth-1)
	switch g.r.Intn(12) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^"), y)
	case 3:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("<", "<=", ">", ">=", "==", "!="), y)
	case 4:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("&&", "||"), y)
	case 5:
		return fmt.Sprintf("(%s %s (%s & 31))", x, g.pick("<<", ">>"), y)
	case 6:
		return fmt.Sprintf("((%s) == 0 || (%s) == -1 ? %s : %s %s %s)", y, y, x, x, g.pick("/", "%"), y)
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(depth-1), x, y)
	case 8:
		return fmt.Sprintf("(%s)%s", g.pick(randomTypes...), x)
	case 9:
		return g.pick("-", "~", "!") + "(" + x + ")"
	case 10:
		return fmt.Sprintf("$a[(unsigned)%s %% 5]", x)
	}
	return x
}

func (g *generator) statement() {
	if g.depth > 3 {
		g.assign()
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.Intn(12) {
	case 0:
		g.line("if (%s) {", g.expr(2))
		g.block(2)
		if g.r.Intn(2) == 0 {
			g.line("} else {")
			g.block(2)
		}
		g.line("}")
	case 1, 2:
		g.loops++
		i := fmt.Sprintf("i%d", g.loops)
		g.line("for (int %s = 0; %s < %d; %s++) {", i, i, 1+g.r.Intn(4), i)
		g.reads = append(g.reads, i)
		g.block(2)
		if g.r.Intn(3) == 0 {
			g.line("  if (%s) %s;", g.expr(1), g.pick("break", "continue"))
		}
		g.reads = g.reads[:len(g.reads)-1]
		g.line("}")
	case 3:
		g.line("switch ((int)%s & 3) {", g.expr(1))
		for _, label := range g.r.Perm(5)[:3] {
			if label == 4 {
				g.line("default:")
			} else {
				g.line("case %d:", label)
			}
			g.block(1)
			if g.r.Intn(2) == 0 {
				g.line("  break;")
			}
		}
		g.line("}")
	case 4:
		if g.funcs > 0 {
			g.line("%s = $f%d(%s, %s);", g.pick(g.vars...), g.r.Intn(g.funcs), g.expr(1), g.expr(1))
			return
		}
		g.assign()
	case 5:
		g.line("*$p = %s;", g.expr(2))
		g.line("$p = %s;", g.pick("&$g4", "&$a[2]", "&$a[0]", "&$s.c", "&$t[1].c", "&$u.w[0]"))
	case 6:
		g.line("$t[%d] = %s;", g.r.Intn(2), g.pick("$s", "$t[0]", "$t[1]"))
	case 7:
		g.line("$u.%s = %s;", g.pick("l", "w[0]", "w[1]", "b[3]", "b[0]"), g.expr(2))
	default:
		g.assign()
	}
}

func (g *generator) assign() {
	v := g.pick(g.vars...)
	switch g.r.Intn(6) {
	case 0:
		g.line("%s;", g.pick(v+"++", "++"+v, v+"--", "--"+v))
	case 1:
		g.line("%s %s= %s;", v, g.pick("+", "-", "*", "&", "|", "^"), g.expr(2))
	case 2:
		w := g.pick(g.vars...)
		if w != v && !strings.Contains(v, "*") && !strings.Contains(w, "*") && !strings.Contains(v, "u.") {
			g.line("%s = (%s)++ + %s;", v, w, g.constant())
			return
		}
		fallthrough
	default:
		g.line("%s = %s;", v, g.expr(3))
	}
}

func (g *generator) block(n int) {
	g.indent++
	for range 1 + g.r.Intn(n) {
		g.statement()
	}
	g.indent--
}

// program returns a random program, in which global names begin with $.
func program(seed int64) string {
	g := &generator{r: rand.New(rand.NewSource(seed))}
	g.line("struct $S { signed char a; unsigned b : 5; int c; int d : 7; long e; };")
	g.line("union $U { unsigned long l; int w[2]; unsigned char b[8]; };")
	for i, t := range randomTypes {
		g.line("%s $g%d = (%s)%s;", t, i, t, g.constant())
	}
	g.line("int $a[5] = {%s, %s, [3] = %s};", g.constant(), g.constant(), g.constant())
	g.line("struct $S $s = {1, 2, 3, 4, 5}, $t[2] = {{.c = 7}, {.b = 9, .e = -1}};")
	g.line("union $U $u;")
	g.line("int *$p = &$a[1];")
	globals := []string{"$a[1]", "$a[4]", "$s.a", "$s.b", "$s.c", "$s.d", "$s.e", "$t[0].b", "$t[1].d", "$t[1].c", "(*$p)", "$u.l", "$u.w[1]", "$u.b[2]"}
	for i := range randomTypes {
		globals = append(globals, fmt.Sprintf("$g%d", i))
	}
	for range 3 {
		g.line("static %s $f%d(%s x, %s y) {", g.pick(randomTypes...), g.funcs, g.pick(randomTypes...), g.pick(randomTypes...))
		g.vars = append([]string{"x", "y", "z"}, globals...)
		g.line("  %s z = %s;", g.pick(randomTypes...), g.constant())
		g.block(4)
		g.line("  return %s;", g.expr(2))
		g.line("}")
		g.funcs++
	}
	g.vars = append([]string{"v", "w"}, globals...)
	g.line("int $main(void) {")
	g.line("  long v = %s; unsigned short w = 3;", g.constant())
	g.block(8)
	g.line("  unsigned h = 0;")
	for _, v := range g.vars {
		g.line("  h = h * 31u + (unsigned)(%s) + (unsigned)((unsigned long)(%s) >> 32);", v, v)
	}
	g.line("  return (int)h;")
	g.line("}")
	return g.b.String()
}

// single returns a program as a file of its own.
func single(text string) string {
	return strings.ReplaceAll(text, "$", "")
}

// gccChecksums returns the results of the programs of the seeds, compiled as one program.
func gccChecksums(t testing.TB, gcc string, seeds []int64) []int64 {
	var b strings.Builder
	b.WriteString("int printf(const char *, ...);\n")
	for _, s := range seeds {
		b.WriteString(strings.ReplaceAll(program(s), "$", fmt.Sprintf("p%d_", uint64(s))))
	}
	b.WriteString("int main(void) {\n")
	for _, s := range seeds {
		fmt.Fprintf(&b, "printf(\"%%d\\n\", p%d_main());\n", uint64(s))
	}
	b.WriteString("return 0; }\n")
	var values []int64
	for _, l := range strings.Fields(runC(t, gcc, b.String())) {
		var v int64
		_, err := fmt.Sscan(l, &v)
		require.NoError(t, err)
		values = append(values, v)
	}
	require.Len(t, values, len(seeds))
	return values
}

func checksum(t testing.TB, text string) int64 {
	p, err := cc.Load("random.c", []byte(text), cc.Options{Model: cfg.LP64})
	require.NoError(t, err, text)
	require.NoError(t, p.Check(), text)
	r, err := run.Run(context.Background(), p, run.Options{MaxSteps: 1e6})
	require.NoError(t, err)
	require.Equal(t, run.Returned, r.Outcome, "%v %s\n%s", position(r), r.Reason, text)
	require.Zero(t, r.Undefined, "%v\n%s", r.UndefinedAt, text)
	return r.Value.Int64()
}

// TestRandomPrograms compares runs of random programs here with their compiled form.
func TestRandomPrograms(t *testing.T) {
	gcc := need.Of(t, "gcc")
	seeds := make([]int64, 40)
	if testing.Short() {
		seeds = seeds[:5]
	}
	for i := range seeds {
		seeds[i] = int64(i)
	}
	for i, want := range gccChecksums(t, gcc, seeds) {
		text := single(program(seeds[i]))
		require.Equal(t, want, checksum(t, text), "seed %d\n%s", seeds[i], text)
		// The same program where each access is a separate step, as if there were threads.
		text += "#include <pthread.h>\nvoid unused(void) { pthread_create(0, 0, 0, 0); }\n"
		require.Equal(t, want, checksum(t, text), "seed %d with threads\n%s", seeds[i], text)
	}
}

// FuzzRandomPrograms does the same for seeds of the fuzzer's choice.
func FuzzRandomPrograms(f *testing.F) {
	gcc := need.Of(f, "gcc")
	f.Add(int64(1000))
	f.Fuzz(func(t *testing.T, seed int64) {
		text := single(program(seed))
		require.Equal(t, gccChecksums(t, gcc, []int64{seed})[0], checksum(t, text), "seed %d\n%s", seed, text)
	})
}
