// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smt/native"
	"cornet/smt/z3"
)

// semanticsCase is a case of testdata/csem/cases.txt.
type semanticsCase struct {
	name, decls, body string
	exprs             []string
}

func readCases(t testing.TB) []semanticsCase {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "csem", "cases.txt"))
	if err != nil {
		t.Skip("testdata/csem/cases.txt is not there")
	}
	var z []semanticsCase
	for _, part := range strings.Split("\n"+string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		decls, stmts, _ := strings.Cut("\n"+rest, "\n---\n")
		c := semanticsCase{name: strings.ReplaceAll(name, " ", "/"), decls: strings.ReplaceAll(decls, "$", "g_")}
		for _, line := range strings.Split(strings.ReplaceAll(stmts, "$", "g_"), "\n") {
			if e, ok := strings.CutPrefix(line, "? "); ok {
				c.exprs = append(c.exprs, e)
			} else {
				c.body += line + "\n"
			}
		}
		z = append(z, c)
	}
	return z
}

// values returns the values that gcc computes for the expressions.
func (c semanticsCase) values(t testing.TB) []string {
	gcc := need.Of(t, "gcc")
	var b strings.Builder
	fmt.Fprintf(&b, "int printf(const char *, ...);\n%s\nint main(void) {\n%s\n", c.decls, c.body)
	for _, e := range c.exprs {
		fmt.Fprintf(&b, "printf(\"%%lldLL\\n\", (long long)(%s));\n", e)
	}
	b.WriteString("return 0; }\n")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.c"), []byte(b.String()), 0o600))
	cmd := exec.Command(gcc, "-w", "-fwrapv", "-O0", "-std=gnu11", "-o", "a", "a.c", "-lm")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("gcc refuses the case: %s", out)
	}
	out, err := exec.Command(filepath.Join(dir, "a")).Output()
	require.NoError(t, err)
	return strings.Fields(strings.ReplaceAll(string(out), "-9223372036854775808LL", "(-9223372036854775807LL-1)"))
}

// program asserts that the expressions have their values, or that expression negate does not.
func (c semanticsCase) program(values []string, negate int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "extern void reach_error(void);\n%s\nint main(void) {\n%s\n", c.decls, c.body)
	for i, e := range c.exprs {
		switch {
		case negate < 0:
			fmt.Fprintf(&b, "if (!((long long)(%s) == %s)) reach_error();\n", e, values[i])
		case negate > i:
			fmt.Fprintf(&b, "(void)(%s);\n", e) // evaluated for its side effects
		case negate == i:
			fmt.Fprintf(&b, "if ((long long)(%s) == %s) reach_error();\n", e, values[i])
		}
	}
	b.WriteString("return 0; }\n")
	return b.String()
}

// backend is the embedded solver, with libz3 behind it where it is present.
func backend() smt.Backend {
	lib, err := z3.Load("")
	if err != nil {
		return native.Backend{}
	}
	return &backends.Fallback{First: native.Backend{}, Second: func() (smt.Backend, error) { return z3.NewBackend(lib), nil }, Ticks: 50_000_000}
}

// decide runs a program through the whole chain. A refutation that depends on inexactly modelled
// operations is Unknown.
func decide(t testing.TB, text string, model cfg.DataModel, o chc.Options, limit time.Duration) (horn.Verdict, string) {
	p, err := cc.Load("case.c", []byte(text), cc.Options{Model: model})
	if errors.Is(err, errors.ErrUnsupported) {
		return horn.Unknown, err.Error()
	}
	require.NoError(t, err, text)
	sys, err := chc.Encode(logic.NewStore(), p, o)
	require.NoError(t, err, text)
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	z, err := engines.Run(ctx, sys.Horn, engines.Config{Backend: backend(), Reproducers: t.TempDir()})
	require.NoError(t, err, text)
	if z.Verdict == horn.Unsafe {
		path, err := sys.Trace(z.Proof)
		require.NoError(t, err, text)
		if doubts := witness.Doubts(path); len(doubts) > 0 {
			return horn.Unknown, strings.Join(doubts, "; ")
		}
	}
	return z.Verdict, z.Reason
}

// TestSemantics compares verdicts on programs about C's semantics with gcc's results. A true
// assertion must not be refuted, a false one must not be proved. CORNET_CASES chooses cases by a
// regular expression; the default is every thirteenth case.
func TestSemantics(t *testing.T) {
	all, pattern := false, regexp.MustCompile(os.Getenv("CORNET_CASES"))
	if os.Getenv("CORNET_CASES") != "" {
		all = true
	}
	decided, asked := 0, 0
	for i, c := range readCases(t) {
		if !all && i%13 != 0 || testing.Short() && i%65 != 0 || !pattern.MatchString(c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			values := c.values(t)
			require.Len(t, values, len(c.exprs))
			for _, o := range []chc.Options{{}, {Ints: chc.BV}} {
				if o.Ints == chc.BV && !all {
					continue
				}
				for negate := -1; negate < len(c.exprs); negate++ {
					if negate >= 1 && !all {
						break
					}
					text := c.program(values, negate)
					z, why := decide(t, text, cfg.LP64, o, 20*time.Second)
					wrong := horn.Unsafe
					if negate >= 0 {
						wrong = horn.Safe
					}
					require.NotEqual(t, wrong, z, "ints %d\n%s", o.Ints, text)
					asked++
					if z == horn.Unknown {
						t.Logf("unknown (assertion %d, ints %d): %s", negate, o.Ints, why)
					} else {
						decided++
					}
				}
			}
		})
	}
	t.Logf("%d of %d decided", decided, asked)
}
