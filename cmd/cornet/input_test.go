// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/internal/budget"
	"cornet/internal/defect"
)

// badInputs are inputs that are refused, with the message. Every message begins with "cornet: -:".
var badInputs = []struct{ name, input, message string }{
	{"truncated", "(declare-fun p (Int) Bool)\n(assert (p 0)", "2:1: the input ends inside this command; expected ')' at the end of assert"},
	{"ill-sorted", "(assert 1)", "1:9: term of sort Int; expected Bool"},
	{"unknown symbol", "(assert (p 0))", "1:10: unknown function p; declare it before it is used"},
	{"free constant", "(declare-const c Int)(assert (> c 0))",
		"1:22: constant c is neither quantified nor a predicate; quantify it with forall"},
	{"uninterpreted function", "(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) x)))",
		"1:26: f is an uninterpreted function of sort Int; only predicates are supported"},
	{"NUL byte", "(assert \x00true)", "1:9: NUL byte; is this a text file?"},
	{"invalid UTF-8", "(assert \xff)", "1:9: "},
	{"recursion in a definition", "(define-fun f ((x Int)) Int (f x))", "1:30: f occurs in its own definition; write define-fun-rec"},
	{"parametric sort", "(declare-sort Pair 2)", "1:"},
	{"stray parenthesis", ")", "1:1: found ')' without an open parenthesis; expected a command"},
}

func TestBadInput(t *testing.T) {
	for _, test := range badInputs {
		t.Run(test.name, func(t *testing.T) {
			for _, command := range []string{"solve", "simplify"} {
				z := cornet(t, test.input, command, "-")
				require.Equal(t, exitInput, z.code)
				require.Empty(t, z.stdout, "bad input yields no verdict")
				require.True(t, strings.HasPrefix(z.stderr, "cornet: -:"+test.message), z.stderr)
			}
		})
	}
}

// TestMalformedExit sends the reader's own table of malformed inputs through the
// command line.
func TestMalformedExit(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "smtlib", "testdata", "malformed.txt"))
	require.NoError(t, err)
	refused := 0
	for _, part := range strings.Split("\n"+string(text), "\n;;; ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		i := strings.LastIndex("\n"+rest, "\n=> ")
		input, message := strings.TrimSuffix(rest[:i], "\n"), strings.TrimSpace(rest[i+3:])
		if message == "ok" {
			continue
		}
		refused++
		message, _, _ = strings.Cut(message, " [")
		t.Run(name, func(t *testing.T) {
			args := []string{"-"}
			if strings.Contains(message, "--strict refuses it") {
				args = append(args, "--strict")
			}
			z := cornet(t, input, args...)
			require.Equal(t, exitInput, z.code)
			require.Empty(t, z.stdout)
			// The table's inputs have no file name.
			stderr := strings.ReplaceAll(z.stderr, "-:", "")
			require.True(t, strings.HasPrefix(stderr, "cornet: "+message), z.stderr)
		})
	}
	require.Greater(t, refused, 40)
}

// hugeInputs are refused or answered without using much time or stack.
var hugeInputs = []struct {
	name string
	make func() io.Reader
	code int
}{
	{"a million open parentheses", func() io.Reader { return strings.NewReader("(assert " + strings.Repeat("(", 1_000_000)) }, exitInput},
	{"a million negations", func() io.Reader {
		return strings.NewReader("(assert " + strings.Repeat("(not ", 1_000_000) + "true" + strings.Repeat(")", 1_000_000) + ")")
	}, exitOK},
	{"a numeral of 100 MB", func() io.Reader {
		return io.MultiReader(strings.NewReader("(assert (> "), io.LimitReader(nines{}, 100_000_000), strings.NewReader(" 0))"))
	}, exitInput},
	{"a list of a million closed pairs", func() io.Reader { return strings.NewReader(strings.Repeat("()", 1_000_000)) }, exitInput},
}

// nines is an endless stream of the digit 9.
type nines struct{}

func (nines) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '9'
	}
	return len(p), nil
}

func TestHugeInput(t *testing.T) {
	for _, test := range hugeInputs {
		t.Run(test.name, func(t *testing.T) {
			var out, errs strings.Builder
			start := time.Now()
			code := run(t.Context(), []string{"-", "--timeout", "60"}, test.make(), &out, &errs)
			require.Equal(t, test.code, code, errs.String())
			require.Less(t, time.Since(start), time.Minute)
			require.Less(t, errs.Len(), 1000, "messages are short")
		})
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.smt2")
	require.NoError(t, os.WriteFile(secret, []byte("(check-sat)"), 0o000))
	for _, test := range []struct {
		name, file, message string
	}{
		{"missing", filepath.Join(dir, "none.smt2"), "no such file or directory"},
		{"directory", dir, "is a directory; name a file, or use 'cornet bench' for a folder of tasks"},
		{"no permission", secret, "permission denied"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.file == secret && os.Geteuid() == 0 {
				t.Skip("the superuser may read every file: run the tests as another user")
			}
			z := cornet(t, "", test.file)
			require.Equal(t, exitInput, z.code)
			require.Empty(t, z.stdout)
			require.Contains(t, z.stderr, test.message)
		})
	}
}

func TestCompressed(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, "(set-logic HORN)(check-sat)")
	require.NoError(t, err)
	require.NoError(t, w.Close())
	require.Equal(t, outcome{exitOK, "(set-logic HORN)\n(check-sat)\n", ""}, cornet(t, packed.String(), "simplify", "-"))
	for name, n := range map[string]int{"header": 5, "contents": packed.Len() - 12} {
		file := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(file, packed.Bytes()[:n], 0o644))
		z := cornet(t, "", "simplify", file)
		require.Equal(t, exitInput, z.code, name)
		require.Contains(t, z.stderr, file)
		require.Contains(t, z.stderr, "unexpected EOF")
	}
}

func TestEditorsMarks(t *testing.T) {
	z := cornet(t, "\ufeff(set-logic HORN)\r\n(check-sat)\r\n", "simplify", "-")
	require.Equal(t, outcome{exitOK, "(set-logic HORN)\n(check-sat)\n", ""}, z)
	z = cornet(t, "(check-sat)\ufeff", "simplify", "-")
	require.Equal(t, exitInput, z.code, "a mark is one at the start only")
}

// A read that waits must not keep a command from ending.
func TestInterruptedRead(t *testing.T) {
	for _, command := range []string{"solve", "simplify", "graph", "interpolate", "verify"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		silent, writer := io.Pipe()
		time.AfterFunc(50*time.Millisecond, func() { cancel(errors.New("interrupt")) })
		var out, errs strings.Builder
		start := time.Now()
		run(ctx, []string{command, "-"}, silent, &out, &errs)
		require.Less(t, time.Since(start), 3*time.Second, command)
		require.Contains(t, out.String()+errs.String(), "interrupt", command)
		writer.Close()
	}
}

// full is a disk without space.
type full struct{}

var errFull = &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}

func (full) Write([]byte) (int, error) { return 0, errFull }

// An answer that cannot be printed does not count as an answer.
func TestUnwritableOutput(t *testing.T) {
	for _, args := range [][]string{{"-"}, {"simplify", "-"}, {"graph", "-"}, {"version"}} {
		var errs strings.Builder
		code := run(t.Context(), args, strings.NewReader("(check-sat)"), full{}, &errs)
		require.Equal(t, exitInput, code, args)
		require.Contains(t, errs.String(), "no space left on device")
	}
}

// An empty script poses no problem that could be unsatisfiable.
func TestNothingAsked(t *testing.T) {
	needZ3(t)
	for _, input := range []string{"", "; nothing\n", "(set-logic HORN)", "(declare-fun p (Int) Bool)(check-sat)"} {
		require.Equal(t, outcome{exitOK, "sat\n", "cornet: warning: -:1:1: there is nothing to decide: the file asserts nothing\n"}, cornet(t, input, "-"))
	}
	require.Equal(t, outcome{exitOK, "sat\n", ""}, cornet(t, "(declare-fun p (Int) Bool)(assert (p 0))(check-sat)", "-"))
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args    []string
		message string
	}{
		{nil, shortHelp},
		{[]string{"-", "--engine", "magic"}, `--engine must be one of "auto","lawi"`},
		{[]string{"-", "--timeout", "soon"}, `"soon" is not a time: write 90s, 1m30s or a number of seconds`},
		{[]string{"-", "--timeout=-1s"}, `"-1s" is not a time`},
		{[]string{"-", "--memory", "lots"}, `"lots" is not an amount of memory: write 2G, 500M or a number of bytes`},
		{[]string{"-", "--memory", "99999999999T"}, "is not an amount of memory"},
		{[]string{"-", "-d", "lawi/magic"}, `no debug switch is called "lawi/magic"; there are`},
		{[]string{"-", "-d", "lawi/check=often"}, "needs a number"},
		{[]string{"-", "--memory", "10"}, `"10" is an amount of memory without a unit: write 10M or 10G`},
		{[]string{"-", "-ssol"}, "-ssol is a flag of eld, which means --model here; 'cornet --as eld' takes all of its flags"},
		{[]string{"-t:10", "-"}, "-t:10 is a flag of eld, which means --timeout, in seconds here; 'cornet --as eld' takes all of its flags"},
		{[]string{"slove", "x"}, "cornet: unknown command slove\ndid you mean 'cornet solve'?"},
		{[]string{"-", "--proof=coq"}, "--proof must be one of"},
		{[]string{"solve", "--as", "eld", "-"}, "--as comes before all other arguments"},
		{[]string{"--as", "vampire", "-"}, "--as vampire: expected eld, golem, z3 or fixpoint"},
		{[]string{"-", "--strength", "8"}, "--strength: must be one of default, strong, "},
		{[]string{"-", "--stats=xml"}, "--stats must be one of"},
		{[]string{"-", "--unheard-of"}, "unknown flag --unheard-of"},
		{[]string{"simplify", "-", "--off", "magic"}, `there is no preprocessing pass "magic"`},
		{[]string{"check"}, "expected"},
		{[]string{"check", "-"}, "cannot both come from standard input"},
	} {
		z := cornet(t, "(check-sat)", test.args...)
		require.Equal(t, exitUsage, z.code, test.args)
		require.Empty(t, z.stdout, test.args)
		require.Contains(t, z.stderr, test.message)
	}
}

// A panic outside of the engines is a defect too, and not a usage error.
func TestPanic(t *testing.T) {
	_, err := budget.Within(t.Context(), func() (string, error) { panic("broken") }, nil)
	require.Equal(t, exitInternal, exitCode(err))
	require.ErrorContains(t, err, "panic: broken")
	func() {
		defer defect.Recover("here", &err)
		err = nil
		panic("broken, too")
	}()
	require.Equal(t, exitInternal, exitCode(err))
	require.ErrorContains(t, err, "here: panic: broken, too")
}

// TestWrongLanguage checks that the message for a file in another language names the right command.
func TestWrongLanguage(t *testing.T) {
	const program = "/* a program */\nextern void reach_error(void);\nint main(void) { return 0; }\n"
	system := "; a system\n(set-info :status sat)\n(set-logic HORN)\n(check-sat)\n"
	for _, c := range []struct {
		args           []string
		input, message string
	}{
		{[]string{"-"}, program, "this looks like C, which 'cornet verify' reads; expected SMT-LIB"},
		{[]string{"check", "-", "input_test.go"}, "#include <assert.h>\n", "this looks like C, which 'cornet verify' reads; expected SMT-LIB"},
		{[]string{"verify", "-"}, system, "this looks like SMT-LIB, which 'cornet solve' reads; expected C"},
		{[]string{"encode", "-"}, system, "this looks like SMT-LIB, which 'cornet solve' reads; expected C"},
	} {
		require.Equal(t, outcome{exitInput, "", "cornet: -:1:1: " + c.message + "\n"}, cornet(t, c.input, c.args...))
	}
	require.Equal(t, outcome{exitInput, "", "cornet: -:1:1: found foo; expected '(' and a command\n"}, cornet(t, "foo", "-"))
	require.Equal(t, outcome{exitInput, "", "cornet: open slove: no such file or directory\ndid you mean 'cornet solve'?\n"}, cornet(t, "", "slove"))
}
