// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// A gccCase has declarations, statements of main, and expressions whose values gcc establishes.
type gccCase struct {
	decls, body string
	exprs       []string
}

// compareWithGCC requires that runs of the translation give the expressions the same values as gcc,
// for both data models.
func compareWithGCC(t *testing.T, cases []gccCase) {
	t.Helper()
	for _, m := range []struct {
		model cfg.DataModel
		flag  string
	}{{cfg.LP64, "-m64"}, {cfg.ILP32, "-m32"}} {
		t.Run(m.model.String(), func(t *testing.T) {
			values := gccPrints(t, need.Of(t, "gcc "+m.flag), m.flag, cases)
			var decls, body strings.Builder
			exprs := []string{}
			for _, c := range cases {
				decls.WriteString(c.decls + "\n")
				body.WriteString("{ " + c.body + "\n")
				for _, x := range c.exprs {
					fmt.Fprintf(&body, "if ((long long)(%s) != %dLL - 1) return %d;\n", x, values[len(exprs)]+1, len(exprs)+1) // the least number has no literal
					exprs = append(exprs, x)
				}
				body.WriteString("}\n")
			}
			p, err := cc.Load("gcc.c", []byte(decls.String()+"int main(void) {\n"+body.String()+"return 0; }\n"), cc.Options{Model: m.model})
			require.NoError(t, err)
			r, err := run.Run(context.Background(), p, run.Options{})
			require.NoError(t, err)
			require.Equal(t, run.Returned, r.Outcome, r.Reason)
			if i := int(r.Value.Int64()); i != 0 {
				t.Errorf("%s is %d with gcc", exprs[i-1], values[i-1])
			}
		})
	}
}

// gccPrints compiles the cases as one program, and returns the values that it prints.
func gccPrints(t *testing.T, gcc, flag string, cases []gccCase) []int64 {
	t.Helper()
	var decls, body strings.Builder
	for _, c := range cases {
		decls.WriteString(c.decls + "\n")
		body.WriteString("{ " + c.body + "\n")
		for _, x := range c.exprs {
			fmt.Fprintf(&body, "printf(\"%%lld\\n\", (long long)(%s));\n", x)
		}
		body.WriteString("}\n")
	}
	text := decls.String() + "int printf(const char *, ...);\nint main(void) {\n" + body.String() + "return 0; }\n"
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	require.NoError(t, os.WriteFile(src, []byte(text), 0o644))
	out, err := exec.Command(gcc, flag, "-std=gnu17", "-fwrapv", "-w", "-o", bin, src).CombinedOutput()
	require.NoError(t, err, string(out))
	var stdout bytes.Buffer
	cmd := exec.Command(bin)
	cmd.Stdout = &stdout
	require.NoError(t, cmd.Run())
	var values []int64
	for _, l := range strings.Fields(stdout.String()) {
		var v int64
		_, err := fmt.Sscan(l, &v)
		require.NoError(t, err)
		values = append(values, v)
	}
	return values
}

// TestSizesAreEvaluated has array sizes that are evaluated only where control reaches them, or
// refused.
func TestSizesAreEvaluated(t *testing.T) {
	t.Parallel()
	compareWithGCC(t, []gccCase{{
		body: `int n = 0, a = n && sizeof(int[++n]), b = n, c = b == 0 || sizeof(int[++n]), d = n, e = b == d ? 5 : sizeof(int[++n]), f = n;
int g = sizeof(int[++n]), h = n;`,
		exprs: []string{"a", "b", "c", "d", "e", "f", "g", "h"},
	}})
	for size, says := range map[string]string{"sizeof(struct s)": "the size of a va_list", "(char *)&t.n - (char *)&t": "an object with a va_list", "sizeof(int[1 + (n = 3)])": "an assignment in the size of an array", "sizeof(rows[n++])": "selected with side effects"} {
		_, err := cc.Load("p.c", []byte("struct s { __builtin_va_list l; int n; } t; int main(void) { int n = 2, rows[n][n]; return "+size+" + n; }"), cc.Options{})
		require.ErrorContains(t, err, says)
	}
}

// TestLiteralsAgainstGCC compares the values, sizes and types of literals, and which parts of
// objects get values from initialisers.
func TestLiteralsAgainstGCC(t *testing.T) {
	compareWithGCC(t, []gccCase{
		{exprs: []string{
			`"ab"[1]`, `sizeof "ab"`, `sizeof u8"ab"`, `u8"\u00e9"[0]`, `sizeof(u8"é" "x")`, `sizeof("x" u8"é")`, `sizeof(u8"x" u8"y")`,
			`"\x41" "1"[1]`, `("\x41" "1")[1]`, `("\x4" "1")[1]`, `sizeof("\x4" "1")`, `("\1" "1")[0]`, `("\12" "3")[1]`, `"\101\1018"[2]`,
			`sizeof "\0\00\000"`, `"\e"[0]`, `"\a\b\f\n\r\t\v\\\?\'\""[6]`, `"\xff"[0]`, `"\377"[0]`, `sizeof "\U0001F600"`, `"\U0001F600"[0]`,
			`'\xff'`, `'\377'`, `'\0'`, `'\\'`, `'\''`, `'"'`, `sizeof 'a'`, `'a' + '\x62'`,
			`L'a'`, `L'\xff'`, `L'\377'`, `L'é'`, `L'\u20ac'`, `sizeof L'a'`, `sizeof L"ab"`, `L"a\u20ac"[1]`, `sizeof(L"a" "b")`, `(L"a" "é")[1]`,
			`(L"\xff" "1")[0]`, `L"\x20ac"[0]`, `(L"\x4" L"1")[1]`, `sizeof L"\U0001F600"`, `"%\\0"[1]`,
			`sizeof 1`, `sizeof 2147483648`, `sizeof 0x80000000`, `sizeof 0xffffffffff`, `sizeof 1l`, `sizeof 1ll`, `sizeof 1lu`, `-1 < 0x80000000`,
			`-1 < 2147483648`, `0b1011`, `017`, `sizeof 0b11u`, `-1 < 037777777777`, `1e3f > 999`, `sizeof 1.0f`, `sizeof 1.0`, `sizeof 1.0L`, `0x1p4 == 16`, `.5 + 1. == 1.5`,
		}},
		{
			decls: `struct li { char n[4]; int k; };
struct lo { struct li a[2]; union { int i; int c; } u; struct { int p, q; }; int z; };
__WCHAR_TYPE__ lw[] = {L"ab"}; __WCHAR_TYPE__ lv[4] = {(L"abc")};
static char *lp = (char[]){"xyz"}; static const char *lq = (const char[8]){"pq" "\x41" "1"};
char lc[][4] = {"ab", {"cd"}, {'e'}, [5] = "no"};
struct lo lg = {{{"ab", 1}, {{"cd"}, 2}}, {7}, 8, 9, 10};
struct lo lh = {.a[1].n = "zz", 5, {.c = 3}, .q = 6, 11};
int lm[2][3] = {[0][1] = 5, 6, 7}; int lr[6] = {[1 ... 3] = 4, 9};
unsigned char lu[] = u8"\u00e9" "x"; struct li lx[2] = {[0].k = 5, [0] = {"a"}};
struct li ly = {.n = "abc", .n[1] = 'x'}; signed char ls[3] = "abcd";
struct lf { int n; char v[]; } lf = {2, "hi"}; struct lf2 { int n; int v[]; } lf2 = {2, {7, 8}};
typedef int lt[]; lt la = {1, 2}, lb = {1, 2, 3}; int le[] = {[3] = 1, [1] = 2};
int *li2 = (int[]){4, 5}; struct { struct li *p; } ll = {&(struct li){"q", 3}};
union lun { struct { int a, b; } s; int v[3]; } lz = {.s.a = 1, .s.b = 2}; union lun lz2 = {.s = {1, 2}, .v[0] = 5};
typedef char lcount[sizeof(u8"abc")]; enum { le1 = sizeof("\x41" "1"), le2 = 'a' };`,
			body: `char *p = (char[]){"xyz"}; int n = 0; int once[3] = {[0 ... 2] = ++n}; struct li l = {"ab"}, l2[] = {l, {"x", 3}, {.k = 4}}, l3[2] = {l, "y", 9};
char loc[] = "loc", loc2[] = {"loc2"}; static char st[] = {"st"}; char in[2][3] = {{"ab"}, "cd"}; struct { int a; struct li s; int b; } d = {1, l, 2};`,
			exprs: []string{
				`p[1]`, `sizeof((char[]){"xyz"})`, `sizeof((unsigned char[9]){"xyz"})`, `((unsigned char[]){"\xff"})[0]`, `lw[1]`, `sizeof lw`, `lv[2]`, `lp[2]`, `lq[2]`, `lq[3]`, `lq[4]`,
				`lc[1][1]`, `lc[2][0]`, `lc[5][1]`, `sizeof lc`, `lg.a[1].n[0]`, `lg.a[1].k`, `lg.u.i`, `lg.p`, `lg.q`, `lg.z`,
				`lh.a[0].n[0]`, `lh.a[1].n[1]`, `lh.a[1].k`, `lh.u.c`, `lh.p`, `lh.q`, `lh.z`, `lm[0][1]`, `lm[0][2]`, `lm[1][0]`, `lr[0]`, `lr[1]`, `lr[3]`, `lr[4]`,
				`sizeof lu`, `lu[0]`, `lu[2]`, `lx[0].k`, `lx[0].n[0]`, `ly.n[1]`, `ly.n[2]`, `ls[2]`, `lf.v[1]`, `lf2.v[1]`, `sizeof lf`, `sizeof lf2`, `sizeof la`, `sizeof lb`, `sizeof le`, `le[1]`,
				`li2[1]`, `ll.p->k`, `lz.s.b`, `lz2.v[0]`, `sizeof(lcount)`, `le1`, `le2`, `n`, `once[1]`, `once[2]`, `l2[0].n[1]`, `l2[1].k`, `l2[2].k`, `sizeof l2`, `l3[1].n[0]`, `l3[1].k`,
				`sizeof loc`, `sizeof loc2`, `loc2[3]`, `sizeof st`, `in[0][1]`, `in[1][0]`, `d.s.n[1]`, `d.b`,
			},
		},
	})
}

// TestLayoutAgainstGCC compares sizes, alignments and offsets of written and random structs and
// unions, in constant expressions and elsewhere.
func TestLayoutAgainstGCC(t *testing.T) {
	cases := []gccCase{{
		decls: `struct __attribute__((packed)) p1 { char a; short s; char c; }; static char pf[sizeof(struct p1)]; enum { PN = sizeof(struct p1) };
struct p2 { char c; unsigned short b __attribute__((packed)); int k; }; struct p3 { char c; int x __attribute__((packed, aligned(2))); };
#pragma pack(push, 2)
struct p4 { char c; long long l; double d; }; union p4u { char c[5]; int i; };
#pragma pack(push)
#pragma pack(1)
struct p5 { char c; struct p4 p; int b : 3, d : 30; };
#pragma pack(pop)
struct p6 { char c; int i; };
#pragma pack(pop)
struct p7 { char c; int i; } __attribute__((aligned)); typedef int a8 __attribute__((aligned(8))); struct p8 { char c; a8 x; };
struct p9 { char c; _Alignas(16) int x; }; struct pa { char c; _Alignas(double) char d; }; struct pb { int a : 3; char : 0; int b : 5; } __attribute__((packed));
_Static_assert(sizeof(struct p1) == 4, "packed"); struct pc { int b : sizeof(struct p1); char v[__builtin_offsetof(struct p1, c)]; };
enum pe { E1 = sizeof(struct p5), E2, E3 = __builtin_offsetof(struct p5, p.d) }; typedef char pt[E2 - E3];
struct [[gnu::packed]] pd { char c; int i; };`,
		body: `int sw = 0; switch (4) { case sizeof(struct p1): sw = 7; }`,
		exprs: []string{
			"sizeof(struct p1)", "sizeof pf", "PN", "sizeof(struct p2)", "__builtin_offsetof(struct p2, b)", "sizeof(struct p3)", "__builtin_offsetof(struct p3, x)", "sizeof(struct p4)",
			"sizeof(union p4u)", "sizeof(struct p5)", "sizeof(struct p6)", "sizeof(struct p7)", "_Alignof(struct p7)", "sizeof(struct p8)", "sizeof(struct p9)", "sizeof(struct pa)", "sizeof(struct pb)",
			"sizeof(struct pc)", "__alignof__(double)", "_Alignof(double)", "__alignof__(long long[2])", "_Alignof(a8)", "_Alignof(long double)", "E1", "E2", "E3", "sizeof(pt)", "sw", "sizeof(struct pd)",
		},
	}}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 150 {
		cases = append(cases, randomRecord(random, i))
	}
	compareWithGCC(t, cases)
}

// randomRecord declares a struct or union, and prints its layout.
func randomRecord(r *rand.Rand, n int) gccCase {
	name := fmt.Sprintf("r%d", n)
	kind := "struct"
	if r.IntN(4) == 0 {
		kind = "union"
	}
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	pragma := ""
	if r.IntN(3) == 0 {
		pragma = pick("1", "2", "4", "8")
	}
	var d strings.Builder
	if pragma != "" {
		fmt.Fprintf(&d, "#pragma pack(push, %s)\n", pragma)
	}
	before := pick("", "", "", "__attribute__((packed))", "__attribute__((__packed__, aligned(4)))")
	fmt.Fprintf(&d, "%s %s %s { ", kind, before, name)
	exprs := []string{"sizeof(" + kind + " " + name + ")", "_Alignof(" + kind + " " + name + ")"}
	for i := range 1 + r.IntN(6) {
		member := fmt.Sprintf("m%d", i)
		attribute := pick("", "", "", "", "__attribute__((packed))", "__attribute__((aligned(2)))", "__attribute__((aligned(8)))", "__attribute__((packed, aligned(4)))")
		if r.IntN(3) == 0 {
			typ, most := pick("int", "unsigned", "char", "short", "long long", "long", "_Bool"), 1
			switch typ {
			case "char":
				most = 8
			case "short":
				most = 16
			case "int", "unsigned", "long":
				most = 32
			case "long long":
				most = 64
			}
			switch r.IntN(6) {
			case 0:
				fmt.Fprintf(&d, "%s : 0; ", typ)
			case 1:
				fmt.Fprintf(&d, "%s : %d; ", typ, 1+r.IntN(most))
			default:
				fmt.Fprintf(&d, "%s %s : %d %s; ", typ, member, 1+r.IntN(most), attribute)
				exprs = append(exprs, fmt.Sprintf("({ union { %s %s s; unsigned char c[64]; } u = {.c = {0}}; u.s.%s = -1; int h = 0; for (int i = 0; i < 64; i++) h = h * 3 + u.c[i]; h; })", kind, name, member))
			}
			continue
		}
		typ := pick("char", "short", "int", "long", "long long", "double", "float", "void *", "long double", "_Bool")
		if n > 0 && r.IntN(5) == 0 {
			typ = "T" + fmt.Sprint(r.IntN(n))
		}
		suffix := pick("", "", "", "[3]")
		align := pick("", "", "", "", "", "_Alignas(16) ")
		if attribute != "" {
			align = ""
		}
		fmt.Fprintf(&d, "%s%s %s%s %s; ", align, typ, member, suffix, attribute)
		exprs = append(exprs, fmt.Sprintf("__builtin_offsetof(%s %s, %s)", kind, name, member))
	}
	behind := pick("", "", "", "__attribute__((packed))", "__attribute__((aligned(16)))")
	if strings.Contains(before, "aligned") {
		behind = "" // the parser refuses two alignments
	}
	fmt.Fprintf(&d, "int last; } %s;\n", behind)
	if pragma != "" {
		d.WriteString("#pragma pack(pop)\n")
	}
	fmt.Fprintf(&d, "typedef %s %s T%d;", kind, name, n)
	return gccCase{decls: d.String(), exprs: append(exprs, fmt.Sprintf("__builtin_offsetof(%s %s, last)", kind, name))}
}

// TestAttributesAgainstGCC: attributes that change what a program does.
func TestAttributesAgainstGCC(t *testing.T) {
	compareWithGCC(t, []gccCase{
		{
			decls: `static int trail; static void fin(int *p) { trail = trail * 10 + *p; }
#define C __attribute__((cleanup(fin)))
static int ends(void) { int a C = 1; { int b C = 2; } int c C = 3; return trail; }
static int early(int k) { int a C = 1; for (int i C = 2; ; i++) { int b C = 3; if (k == 0) break; if (k == 1) { k = 0; continue; } if (k == 2) return 7; if (k == 3) goto out; } out: return 8; }
static int back(void) { int n = 0; again:; int a C = 4; if (n++ < 2) goto again; return 0; }
static int inner(void) { int a C = 1; int r = ({ int b C = 2; b + 5; }); return r; }
static int both(void) { C int a = 1, b = 2; __attribute__((__cleanup__(fin))) int c = 3; return a + b + c; }
static int choice(int k) { int a C = 9; switch (k) { case 1: { int b C = 1; break; } default: { int b C = 2; } } return a; }
static int keeps(void) { int a C = 5; return a++; }
struct cs { int v; }; static void fins(struct cs *s) { trail += s->v; }
static struct cs whole(void) { __attribute__((cleanup(fins))) struct cs s = {6}; return s; }
static void nested(int *p) { int q C = *p + 1; } static int outer(void) { __attribute__((cleanup(nested))) int x = 1; return 0; }`,
			exprs: []string{
				"ends()", "trail", "trail = 0", "early(0)", "trail", "trail = 0", "early(1)", "trail", "trail = 0", "early(2)", "trail", "trail = 0", "early(3)", "trail",
				"trail = 0", "back()", "trail", "trail = 0", "inner()", "trail", "trail = 0", "both()", "trail", "trail = 0", "choice(1)", "trail", "trail = 0", "choice(2)", "trail",
				"trail = 0", "keeps()", "trail", "trail = 0", "whole().v", "trail", "trail = 0", "outer()", "trail",
			},
		},
		{
			decls: `int al_f(int x) { return x + 3; } int al_g(int x) __attribute__((alias("al_f"))); extern int al_h(int) __attribute__((weak, alias("al_f")));
int al_v = 5; extern int al_w __attribute__((alias("al_v"))); int al_l(int) __asm__("al_f"); int al_m(int) __asm__("al_named"); int al_n(int x) __asm__("al_named"); int al_n(int x) { return x * 2; }
static int order; static void __attribute__((constructor)) c0(void) { order = order * 10 + 3; } static void __attribute__((constructor(300))) c1(void) { order = order * 10 + 2; }
static void __attribute__((constructor(200))) c2(void) { order = order * 10 + 1; } static __attribute__((constructor)) void c3(void) { order = order * 10 + 4; }
__attribute__((weak)) int al_k(void) { return 4; }
[[maybe_unused, gnu::cold]] static int br(int x) { switch (x) { case 1: x++; [[fallthrough]]; case 2: return x; } return 0; } [[nodiscard("why")]] static int br2(void) { return 1; }
enum [[deprecated]] al_e { AL_E = 2 }; static int br3([[maybe_unused]] int a) { return AL_E; }`,
			body:  `al_w = 6; [[maybe_unused]] int un = 1;`,
			exprs: []string{"al_g(1)", "al_h(2)", "al_v", "al_l(1)", "al_m(4)", "order", "al_k()", "al_g == al_f", "br(1)", "br2()", "br3(1)"},
		},
	})
}
