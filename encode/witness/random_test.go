// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/lower"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/test/need"
)

// randomProgram writes programs over integers of all types, an array, a struct and pointers into
// them. Each input is constrained to one value, so gcc can compute the result.
type randomProgram struct {
	rng    *rand.Rand
	b      strings.Builder
	vars   []string
	inputs []int64
	depth  int
	bits   bool
	bytes  bool // memory is accessed at several types
}

var randomTypes = []string{"int", "unsigned", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long", "_Bool"}

func (r *randomProgram) pick(xs ...string) string { return xs[r.rng.IntN(len(xs))] }

func (r *randomProgram) constant() string {
	switch r.rng.IntN(4) {
	case 0:
		return strconv.Itoa(r.rng.IntN(4))
	case 1:
		return fmt.Sprintf("(%d)", r.rng.IntN(200)-100)
	case 2:
		return r.pick("2147483647", "(-2147483647-1)", "4294967295u", "255", "128", "65535", "(-1)", "1u")
	}
	return strconv.Itoa(r.rng.IntN(1000))
}

// place returns an lvalue that can be read and written.
func (r *randomProgram) place() string {
	if r.bytes && r.rng.IntN(2) == 0 {
		return r.punned()
	}
	switch r.rng.IntN(11) {
	case 8:
		return fmt.Sprintf("sa[%s & 1].%s", r.pick(r.vars...), r.pick("c", "u", "f"))
	case 9:
		return fmt.Sprintf("m[%d][%s & 1]", r.rng.IntN(2), r.pick(r.vars...))
	case 10:
		return r.pick("sr->u", "sr->f", "sa[1].c", "h->v", "heap[2]", "*pp[0]")
	case 0:
		return fmt.Sprintf("arr[%s & 3]", r.pick(r.vars...))
	case 1:
		return r.pick("st.c", "st.u", "st.f", "sp->u", "sp->c")
	case 2:
		return "*p"
	case 3:
		return fmt.Sprintf("arr[%d]", r.rng.IntN(4))
	case 4:
		return r.pick("q[1]", "*q")
	}
	return r.pick(r.vars...)
}

// punned returns an lvalue in memory that is accessed at several types.
func (r *randomProgram) punned() string {
	k := r.rng.IntN(4)
	switch r.rng.IntN(9) {
	case 0:
		return fmt.Sprintf("un.b[%d]", k)
	case 1:
		return fmt.Sprintf("un.b[%s & 3]", r.pick(r.vars...))
	case 2:
		return fmt.Sprintf("((%s *)&wide)[%d]", r.pick("unsigned char", "signed char", "short"), k)
	case 3:
		return fmt.Sprintf("*(%s *)(buf + %d)", r.pick("unsigned short", "short", "unsigned", "int", "unsigned char", "long"), r.rng.IntN(5))
	case 4:
		return fmt.Sprintf("buf[%s & 7]", r.pick(r.vars...))
	case 5:
		return fmt.Sprintf("mp->%s", r.pick("t", "l", "d[2]", "d[0]"))
	case 6:
		return fmt.Sprintf("((unsigned char *)&bf)[%d]", k)
	case 7:
		return r.pick("*bp", "bp[1]", "*wp", "two[1].b[1]", "two[n0 & 1].w")
	}
	return r.pick("un.w", "un.h[1]", "un.c", "un.f.p", "un.f.q", "wide", "msg.t", "msg.l", "msg.d[1]", "bf.a", "bf.b", "bf.c", "x0", "fl.w")
}

// moved returns a statement about bytes.
func (r *randomProgram) moved() string {
	k := r.rng.IntN(5)
	switch r.rng.IntN(9) {
	case 0:
		return fmt.Sprintf("memcpy(&msg, buf + %d, %d);", r.rng.IntN(3), r.rng.IntN(9))
	case 1:
		return fmt.Sprintf("memcpy(buf + %d, &%s, %d);", k, r.pick("wide", "msg", "two"), r.rng.IntN(9))
	case 2:
		return fmt.Sprintf("memcpy(&%s, buf + %d, 4);", r.pick("un", "wide", "bf", "x0", "two[1]"), k)
	case 3:
		return fmt.Sprintf("memset(%s, %s, %d);", r.pick("buf + 1", "&un", "&wide", "msg.d"), r.expr(1), r.rng.IntN(4)+1)
	case 4:
		return fmt.Sprintf("memmove(buf + %d, buf + %d, %s & 3);", r.rng.IntN(4), r.rng.IntN(4), r.pick(r.vars...))
	case 5:
		return fmt.Sprintf("bp = %s; *bp++ = %s; *bp = 3;", r.pick("buf", "buf + 2", "un.b", "(unsigned char *)&wide", "(unsigned char *)&msg", "(unsigned char *)&x0"), r.expr(1))
	case 6:
		return fmt.Sprintf("wp = (unsigned *)(%s); *wp %s %s;", r.pick("buf", "buf + 3", "&un", "&wide", "&x0", "&two[1]"), r.pick("=", "+=", "^="), r.expr(1))
	case 7:
		return fmt.Sprintf("mp = (struct m *)(%s); mp->l = %s;", r.pick("buf", "buf + 1", "&msg"), r.expr(1))
	}
	return r.pick("two[0] = un;", "un = two[1];", "union u c = two[0]; c.b[3] ^= 5; two[1] = c;", "fl.b[3] &= 0x3f; fl.b[2] &= 0x7f; x0 = fl.f < 1;", "two[n1 & 1] = two[0];")
}

func (r *randomProgram) expr(depth int) string {
	if depth <= 0 || r.rng.IntN(5) == 0 {
		if r.rng.IntN(3) == 0 {
			return r.constant()
		}
		return r.place()
	}
	x, y := r.expr(depth-1), r.expr(depth-1)
	ops := []string{"+", "-", "*", "+", "-", "<", "<=", "==", "!=", ">", "&&", "||"}
	if r.bits {
		ops = append(ops, "&", "|", "^")
	}
	switch r.rng.IntN(10) {
	case 0:
		return fmt.Sprintf("(%s ? %s : %s)", r.expr(depth-1), x, y)
	case 1:
		return fmt.Sprintf("(%s)(%s)", r.pick(randomTypes...), x)
	case 2:
		return fmt.Sprintf("(%s %s %d)", x, r.pick("/", "%"), r.rng.IntN(20)+1)
	case 3:
		return fmt.Sprintf("(%s %s %d)", x, r.pick("<<", ">>"), r.rng.IntN(7))
	case 4:
		return r.pick("-", "~", "!") + "(" + x + ")" // -(-1) is no decrement
	case 5:
		return fmt.Sprintf("(%s & %d)", x, []int{1, 3, 15, 255, 240, -2, -16}[r.rng.IntN(7)])
	}
	return fmt.Sprintf("(%s %s %s)", x, r.pick(ops...), y)
}

func (r *randomProgram) stmt(indent string, depth int) {
	n := r.rng.IntN(17)
	if r.bytes && r.rng.IntN(3) == 0 {
		n = -1
	}
	switch {
	case n < 0:
		fmt.Fprintf(&r.b, "%s{ %s }\n", indent, r.moved())
	case n == 12:
		fmt.Fprintf(&r.b, "%s{ struct n *e = malloc(sizeof *e); e->v = %s; e->next = h; h = e; }\n", indent, r.expr(1))
	case n == 13:
		fmt.Fprintf(&r.b, "%sfor (struct n *e = h; e; e = e->next) g += e->v;\n", indent)
	case n == 14:
		fmt.Fprintf(&r.b, "%sfp = %s; x0 = fp(%s, 3);\n", indent, r.pick("f", "f2"), r.expr(1))
	case n == 15:
		fmt.Fprintf(&r.b, "%ssr = %s; memcpy(&sa[0], %s, sizeof st); sa[1] = *sr;\n", indent, r.pick("&sa[0]", "&sa[1]", "sa", "&st"), r.pick("&st", "&sa[1]"))
	case n == 16:
		fmt.Fprintf(&r.b, "%spp[%d] = %s; *pp[1] = %s;\n", indent, r.rng.IntN(2), r.pick("&arr[0]", "&x0", "&g", "&heap[1]", "&m[1][1]", "&st.f"), r.expr(1))
	case n < 5 || depth <= 0:
		fmt.Fprintf(&r.b, "%s%s = %s;\n", indent, r.place(), r.expr(2))
	case n == 5:
		fmt.Fprintf(&r.b, "%sp = %s;\n", indent, r.pick("&arr[1]", "&arr[2]", "&x0", "&st.f", "arr", "(arr + 3)"))
	case n == 6:
		fmt.Fprintf(&r.b, "%s%s %s %s;\n", indent, r.place(), r.pick("+=", "-=", "*=", "&=", "|="), r.expr(1))
	case n == 7:
		r.depth++
		i := fmt.Sprintf("i%d", r.depth)
		fmt.Fprintf(&r.b, "%sfor (int %s = 0; %s < %d; %s++) {\n", indent, i, i, r.rng.IntN(3)+1, i)
		r.stmt(indent+"  ", depth-1)
		fmt.Fprintf(&r.b, "%s}\n", indent)
	case n == 8:
		// C does not define whether the lvalue or the call is evaluated first.
		fmt.Fprintf(&r.b, "%sx0 = f(%s, %s);\n", indent, r.expr(1), r.expr(1))
	case n == 9:
		fmt.Fprintf(&r.b, "%sq = %s; st2 = st; st2.c++; st = st2;\n", indent, r.pick("arr", "arr + 2", "&arr[1]"))
	default:
		fmt.Fprintf(&r.b, "%sif (%s) {\n", indent, r.expr(2))
		r.stmt(indent+"  ", depth-1)
		r.stmt(indent+"  ", depth-1)
		fmt.Fprintf(&r.b, "%s} else {\n", indent)
		r.stmt(indent+"  ", depth-1)
		fmt.Fprintf(&r.b, "%s}\n", indent)
	}
}

// text returns the body of main up to the checksum.
func (r *randomProgram) text() string {
	r.b.WriteString("extern void *malloc(unsigned long);\nextern void *memcpy(void *, const void *, unsigned long);\n")
	r.b.WriteString("struct s { signed char c; unsigned u; int f; };\nstruct n { int v; struct n *next; };\nstatic int g = 3;\nstatic struct s sa[2];\n")
	r.b.WriteString("static int f2(int a, unsigned char b) { return a == 0 ? b : a ^ 5; }\n")
	r.b.WriteString("static int f(int a, unsigned char b) { if (a < b) { g = g + 1; return a - g; } return b; }\n")
	if r.bytes {
		r.b.WriteString("extern void *memset(void *, int, unsigned long), *memmove(void *, const void *, unsigned long);\n")
		r.b.WriteString("union u { unsigned w; unsigned char b[4]; unsigned short h[2]; signed char c; struct { unsigned p : 3; int q : 6; } f; };\n")
		r.b.WriteString("struct m { unsigned char t; unsigned short l; unsigned char d[4]; };\nstruct b { unsigned a : 3; int b : 6; unsigned c : 9; };\n")
		r.b.WriteString("static unsigned char buf[16]; static unsigned long wide; static union u un, two[2]; static struct m msg, *mp = &msg; static struct b bf;\n")
		r.b.WriteString("static unsigned char *bp = buf; static unsigned *wp = &un.w; static union { float f; unsigned w; unsigned char b[4]; } fl;\n")
	}
	r.b.WriteString("int main(void) {\n  int arr[4] = {1, 2, 3, 4}; struct s st = {-1, 7, 8}, st2, *sp = &st; int *p = &arr[1], *q = arr;\n")
	r.b.WriteString("  int x0 = 5, m[2][2] = {{1, 2}, {3}}, *heap = malloc(3 * sizeof(int)), *pp[2] = {&x0, &arr[2]};\n")
	r.b.WriteString("  struct n first = {4, 0}, *h = &first; struct s *sr = &sa[1]; int (*fp)(int, unsigned char) = f;\n")
	r.b.WriteString("  for (int i = 0; i < 3; i++) heap[i] = i;\n")
	r.vars = []string{"x0", "g"}
	for i := range 3 {
		t := r.pick(randomTypes...)
		v := r.rng.Int64N(300) - 100
		r.inputs = append(r.inputs, v)
		fmt.Fprintf(&r.b, "  int n%d = __VERIFIER_nondet_int(); ASSUME(n%d == %d);\n  %s v%d = n%d;\n", i, i, v, t, i, i)
		r.vars = append(r.vars, fmt.Sprintf("v%d", i))
	}
	for range 5 + r.rng.IntN(5) {
		r.stmt("  ", 2)
	}
	r.b.WriteString("  unsigned sum = 0;\n")
	for _, v := range append(r.vars, "arr[0]", "arr[1]", "arr[2]", "arr[3]", "st.c", "st.u", "st.f", "*p", "*q",
		"sa[0].c", "sa[1].u", "sa[0].f", "m[0][1]", "m[1][1]", "h->v", "heap[0]", "heap[2]", "sr->f", "*pp[0]", "*pp[1]") {
		fmt.Fprintf(&r.b, "  sum = sum * 3 + (unsigned)%s;\n", v)
	}
	if r.bytes {
		for _, v := range []string{"un.w", "un.b[1]", "wide", "wide >> 32", "msg.t", "msg.l", "msg.d[3]", "bf.a", "bf.b", "bf.c", "*bp", "*wp", "mp->l", "two[0].h[1]",
			"two[1].w", "fl.w", "buf[0]", "buf[3]", "*(unsigned *)(buf + 1)", "*(unsigned short *)(buf + 5)", "buf[9]"} {
			fmt.Fprintf(&r.b, "  sum = sum * 3 + (unsigned)(%s);\n", v)
		}
	}
	return r.b.String()
}

// headOfRandom has the declarations for random programs.
const headOfRandom = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n#define ASSUME(x) __VERIFIER_assume(x)\n"

// compiled writes the random program of a seed. It returns its text and the sum that the compiled
// program computes, or "" if the program traps.
func (r *randomProgram) compiled(t *testing.T) (text, value string) {
	gcc := need.Of(t, "gcc")
	text = r.text()
	dir := t.TempDir()
	var in []string
	for _, v := range r.inputs {
		in = append(in, strconv.FormatInt(v, 10))
	}
	run := "int printf(const char *, ...);\n#define ASSUME(x)\nstatic int at, in[] = {" + strings.Join(in, ", ") +
		"};\nint __VERIFIER_nondet_int(void) { return in[at++]; }\n" + text + "  printf(\"%u\", sum);\n  return 0;\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.c"), []byte(run), 0o600))
	cmd := exec.Command(gcc, "-w", "-fwrapv", "-fno-strict-aliasing", "-O0", "-std=gnu11", "-o", "a", "a.c")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, run)
	sum, err := exec.Command(filepath.Join(dir, "a")).Output()
	if err != nil {
		return headOfRandom + text, "" // a trap, such as the division of the smallest number by -1
	}
	return headOfRandom + text, string(sum)
}

// checkRandom compares the verdicts on a random program, each within the time limit, with the
// result of the compiled program.
func checkRandom(t *testing.T, seed uint64, o chc.Options, limit time.Duration) (decided int) {
	r := &randomProgram{rng: rand.New(rand.NewPCG(seed, 7)), bits: o.Ints == chc.BV, bytes: seed%2 == 0}
	head, value := r.compiled(t)
	if value == "" {
		return 0
	}
	for _, test := range []struct {
		op    string
		wrong horn.Verdict
	}{{"!=", horn.Unsafe}, {"==", horn.Safe}} {
		program := fmt.Sprintf("%s  if (sum %s %su) reach_error();\n  return 0;\n}\n", head, test.op, value)
		z, _ := decide(t, program, cfg.LP64, o, limit)
		require.NotEqual(t, test.wrong, z, "seed %d\n%s", seed, program)
		if z != horn.Unknown {
			decided++
		}
	}
	return decided
}

// lowered runs a random program without memory, and returns the sum that it computes. It returns
// false if the sum depends on inexactly modelled operations.
func (r *randomProgram) lowered(t *testing.T, text string) (string, bool) {
	p, err := cc.Load("random.c", []byte(text+"  return 0;\n}\n"), cc.Options{Model: cfg.LP64})
	require.NoError(t, err, text)
	sum, exact := new(big.Int), true
	outcome, _ := lower.Program(p).Run(scalar.Environment{
		MaxSteps: 1e6,
		Value: func(_ *scalar.Edge, _ scalar.Type, o scalar.Havoc) *big.Int {
			if o.Input == "" {
				exact = exact && o.Note == ""
				return new(big.Int)
			}
			v := r.inputs[0]
			r.inputs = r.inputs[1:]
			return big.NewInt(v)
		},
		Choose: func(int) int { return 0 },
		Assigned: func(_ *scalar.Edge, v *scalar.Var, value *big.Int) {
			if v.Source == "sum" {
				sum = value
			}
		},
	})
	return sum.String(), exact && outcome == scalar.Returned
}

// TestRandomMemory runs random programs in which memory is accessed at several types, both without
// memory and compiled by gcc. CORNET_RANDOM chooses the seeds, as FROM-TO; by default there are a
// few.
func TestRandomMemory(t *testing.T) {
	t.Parallel()
	from, to := uint64(1), uint64(9)
	if s := os.Getenv("CORNET_RANDOM"); s != "" {
		_, err := fmt.Sscanf(s, "%d-%d", &from, &to)
		require.NoError(t, err)
	}
	exact := 0
	for seed := from; seed < to; seed++ {
		r := &randomProgram{rng: rand.New(rand.NewPCG(seed, 11)), bits: true, bytes: true}
		text, want := r.compiled(t)
		if got, ok := r.lowered(t, text); ok && want != "" {
			exact++
			require.Equal(t, want, got, "seed %d\n%s", seed, text)
		}
	}
	require.NotZero(t, exact)
	t.Logf("%d of %d are exact", exact, to-from)
}

// TestRandomPrograms runs the seeds FROM-TO of CORNET_RANDOM; the default is a few.
func TestRandomPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("verifies random programs")
	}
	t.Parallel()
	from, to := uint64(1), uint64(3) // the second one with bit-vectors
	if s := os.Getenv("CORNET_RANDOM"); s != "" {
		_, err := fmt.Sscanf(s, "%d-%d", &from, &to)
		require.NoError(t, err)
	}
	decided, asked := 0, 0
	for seed := from; seed < to; seed++ {
		o := chc.Options{}
		if seed%3 == 2 {
			o.Ints = chc.BV
		}
		decided += checkRandom(t, seed, o, 8*time.Second)
		if asked += 2; asked%100 == 0 {
			t.Logf("%d of %d decided", decided, asked)
		}
	}
	t.Logf("%d of %d decided", decided, asked)
}

func FuzzPrograms(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64, bv bool) {
		o := chc.Options{}
		if bv {
			o.Ints = chc.BV
		}
		checkRandom(t, seed, o, 3*time.Second) // the fuzzer treats a run of 10 s as hanging
	})
}
