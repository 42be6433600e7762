// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the programs of testdata/csem, with values from gcc")

const csem = "../../testdata/csem"

// A semCase is a program of testdata/csem: declarations and statements. Some of the statements are
// expressions whose values are asserted.
type semCase struct {
	category, name string
	decls          []string
	body           []string // a line that begins with "? " is an expression
}

func (c semCase) file(holds bool) string {
	return filepath.Join(csem, fmt.Sprintf("%s-%s-%v.c", c.category, c.name, holds))
}

func (c semCase) checks() int {
	n := 0
	for _, l := range c.body {
		if strings.HasPrefix(l, "? ") {
			n++
		}
	}
	return n
}

// program returns the text of a case with its assertions. If holds is false, the last assertion is
// negated.
func (c semCase) program(values []int64, holds bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s %s: the assertions hold: %v\n#include <assert.h>\n", c.category, c.name, holds)
	for _, l := range c.decls {
		b.WriteString(strings.ReplaceAll(l, "$", "") + "\n")
	}
	b.WriteString("int main(void) {\n")
	for _, l := range c.body {
		x, check := strings.CutPrefix(strings.ReplaceAll(l, "$", ""), "? ")
		if !check {
			b.WriteString("  " + x + "\n")
			continue
		}
		v, value := values[0], strconv.FormatInt(values[0], 10)
		values = values[1:]
		switch {
		case v == -1<<63:
			value = "(-9223372036854775807LL - 1)"
		case v < -1<<31+1 || v > 1<<31-1:
			value += "LL"
		}
		op := "=="
		if len(values) == 0 && !holds {
			op = "!="
		}
		fmt.Fprintf(&b, "  assert((long long)(%s) %s %s);\n", x, op, value)
	}
	b.WriteString("  return 0;\n}\n")
	return b.String()
}

// semCases returns the cases of cases.txt and generated cases: all operators over all pairs of
// integer types, and all conversions.
func semCases(t testing.TB) []semCase {
	text, err := os.ReadFile(filepath.Join(csem, "cases.txt"))
	require.NoError(t, err)
	var cases []semCase
	inBody := false
	for _, l := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(l, "# "):
		case strings.HasPrefix(l, "== "):
			var c semCase
			_, err := fmt.Sscanf(l, "== %s %s", &c.category, &c.name)
			require.NoError(t, err, l)
			cases = append(cases, c)
			inBody = false
		case l == "---":
			inBody = true
		case l == "" || len(cases) == 0:
		case inBody:
			c := &cases[len(cases)-1]
			c.body = append(c.body, l)
		default:
			c := &cases[len(cases)-1]
			c.decls = append(c.decls, l)
		}
	}
	return append(cases, generatedCases()...)
}

func generatedCases() []semCase {
	types := []struct{ name, typ, a, b string }{
		{"bool", "_Bool", "1", "1"},
		{"schar", "signed char", "-100", "7"},
		{"uchar", "unsigned char", "200", "13"},
		{"short", "short", "-30000", "123"},
		{"ushort", "unsigned short", "65000", "9"},
		{"int", "int", "-2147483000", "-17"},
		{"uint", "unsigned", "4294967000u", "77"},
		{"long", "long", "-9000000000000000000L", "1234567890123L"},
		{"ulong", "unsigned long", "18000000000000000000UL", "3"},
	}
	operators := strings.Fields("+ - * / % & | ^ < <= == != << >>")
	var cases []semCase
	for _, t := range types {
		conv := semCase{category: "conv", name: "from-" + t.name, body: []string{t.typ + " a = " + t.a + ";"}}
		for _, u := range types {
			conv.body = append(conv.body, fmt.Sprintf("%s to_%s = a;", u.typ, u.name), "? to_"+u.name, fmt.Sprintf("? (%s)(a + 1)", u.typ))
			c := semCase{category: "ops", name: t.name + "-" + u.name, body: []string{t.typ + " a = " + t.a + ";", u.typ + " b = " + u.b + ";"}}
			for _, op := range operators {
				x := "a " + op + " b"
				if op == "<<" || op == ">>" {
					x = "a " + op + " (b & 7)"
				}
				c.body = append(c.body, "? "+x)
			}
			cases = append(cases, c)
		}
		cases = append(cases, conv)
	}
	return cases
}

// gccValues establishes the values of all checks by compiling and running one program.
func gccValues(t testing.TB, cases []semCase) [][]int64 {
	gcc := need.Of(t, "gcc")
	var b strings.Builder
	b.WriteString("int printf(const char *, ...);\n")
	for i, c := range cases {
		own := func(l string) string { return strings.ReplaceAll(l, "$", fmt.Sprintf("c%d_", i)) }
		for _, l := range c.decls {
			b.WriteString(own(l) + "\n")
		}
		fmt.Fprintf(&b, "static void case%d(void) {\n", i)
		for _, l := range c.body {
			if x, check := strings.CutPrefix(l, "? "); check {
				fmt.Fprintf(&b, "  printf(\"%d %%lld\\n\", (long long)(%s));\n", i, own(x))
			} else {
				b.WriteString("  " + own(l) + "\n")
			}
		}
		b.WriteString("}\n")
	}
	b.WriteString("int main(void) {\n")
	for i := range cases {
		fmt.Fprintf(&b, "  case%d();\n", i)
	}
	b.WriteString("  return 0;\n}\n")
	out := runC(t, gcc, b.String())
	values := make([][]int64, len(cases))
	for _, l := range strings.Split(strings.TrimSpace(out), "\n") {
		var i int
		var v int64
		_, err := fmt.Sscan(l, &i, &v)
		require.NoError(t, err, l)
		values[i] = append(values[i], v)
	}
	return values
}

// runC compiles a program with gcc -fwrapv and returns what it prints.
func runC(t testing.TB, gcc, text string) string {
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	require.NoError(t, os.WriteFile(src, []byte(text), 0o644))
	out, err := exec.Command(gcc, "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-w", "-o", bin, src, "-lm").CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, text)
	var stdout bytes.Buffer
	cmd := exec.Command(bin)
	cmd.Stdout = &stdout
	require.NoError(t, cmd.Run(), text)
	return stdout.String()
}

// TestSemantics runs the programs of testdata/csem. With the values that gcc established, the
// assertions hold, and the negated ones fail.
func TestSemantics(t *testing.T) {
	cases := semCases(t)
	if *update {
		values := gccValues(t, cases)
		for i, c := range cases {
			require.Len(t, values[i], c.checks(), c.name)
			for _, holds := range []bool{true, false} {
				require.NoError(t, os.WriteFile(c.file(holds), []byte(c.program(values[i], holds)), 0o644))
			}
		}
	}
	require.GreaterOrEqual(t, len(cases), 300)
	for i, c := range cases {
		if testing.Short() && i%8 > 0 {
			continue // one of many similar cases
		}
		t.Run(c.category+"/"+c.name, func(t *testing.T) {
			for _, holds := range []bool{true, false} {
				text, err := os.ReadFile(c.file(holds))
				require.NoError(t, err)
				p, err := cc.Load(c.file(holds), text, cc.Options{Model: cfg.LP64})
				require.NoError(t, err)
				require.NoError(t, p.Check())
				for _, n := range p.Notes {
					require.False(t, n.Inexact, n.What)
				}
				r, err := run.Run(context.Background(), p, run.Options{MaxSteps: 1e6})
				require.NoError(t, err)
				if holds {
					require.Equal(t, run.Returned, r.Outcome, "%s: %v %s\n%s", c.file(holds), position(r), r.Reason, text)
				} else {
					require.Equal(t, run.Failed, r.Outcome, "%s: %v %s\n%s", c.file(holds), position(r), r.Reason, text)
				}
			}
		})
	}
}

// TestSemanticsAgainstGCC establishes the values anew and compares them with the stored ones.
func TestSemanticsAgainstGCC(t *testing.T) {
	cases := semCases(t)
	values := gccValues(t, cases)
	for i, c := range cases {
		for _, holds := range []bool{true, false} {
			text, err := os.ReadFile(c.file(holds))
			require.NoError(t, err)
			require.Equal(t, c.program(values[i], holds), string(text), "%s: run this test with -update", c.file(holds))
		}
	}
}

func position(r run.Result) cfg.Pos {
	if r.Edge == nil {
		return cfg.Pos{}
	}
	return r.Edge.Pos
}
