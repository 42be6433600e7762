// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

var update = flag.Bool("update", false, "write the golden files anew")

// malformedFile holds cases of the form
//
//	;;; what is wrong
//	text
//	=> message with position, or "ok"
const malformedFile = "testdata/malformed.txt"

type malformedCase struct {
	name, input, want string
}

func malformedCases(t testing.TB) []malformedCase {
	text, err := os.ReadFile(malformedFile)
	require.NoError(t, err)
	var cases []malformedCase
	for _, part := range strings.Split("\n"+string(text), "\n;;; ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		i := strings.LastIndex("\n"+rest, "\n=> ")
		require.GreaterOrEqual(t, i, 0, "case %q without =>", name)
		input := strings.TrimSuffix(rest[:i], "\n")
		cases = append(cases, malformedCase{name, input, strings.TrimSpace(rest[i+3:])})
	}
	return cases
}

func TestMalformed(t *testing.T) {
	cases := malformedCases(t)
	require.Greater(t, len(cases), 40)
	var out bytes.Buffer
	for _, c := range cases {
		got := verdictOf(c.input)
		fmt.Fprintf(&out, ";;; %s\n%s\n=> %s\n\n", c.name, c.input, got)
		if *update {
			continue
		}
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, got) })
	}
	if *update {
		require.NoError(t, os.WriteFile(malformedFile, out.Bytes(), 0o644))
	}
}

// verdictOf reads a script and returns "ok" or the error with its code. Where the script departs
// from SMT-LIB, and only there, reading it strictly is such an error.
func verdictOf(input string) string {
	script, err := ReadString(logic.NewStore(), "", input)
	if err == nil {
		departs := slices.ContainsFunc(script.Warnings, func(w Warning) bool { return w.Departure != NoDeparture })
		if _, err = ReadStrict(logic.NewStore(), "", strings.NewReader(input)); departs != (err != nil) {
			return fmt.Sprintf("departs: %v, refused: %v", departs, err)
		}
	}
	if err == nil {
		return "ok"
	}
	var e *Error
	if !errors.As(err, &e) {
		return "untyped error: " + err.Error()
	}
	return fmt.Sprintf("%v [%s]", e, e.Code)
}

// TestHostileInput tries inputs that are too large or too strange for a file.
func TestHostileInput(t *testing.T) {
	repeat := strings.Repeat
	const million = 1_000_000
	nested := func(open, middle, end string, n int) string { return repeat(open, n) + middle + repeat(end, n) }
	lets := func(n int) string {
		var b strings.Builder
		b.WriteString("(assert ")
		for i := range n {
			fmt.Fprintf(&b, "(let ((x%d (and %s))) ", i+1, func() string {
				if i == 0 {
					return "true"
				}
				return fmt.Sprintf("x%d x%d", i, i)
			}())
		}
		fmt.Fprintf(&b, "x%d%s)", n, repeat(")", n))
		return b.String()
	}
	sorts := func(n int) string {
		var b strings.Builder
		b.WriteString("(define-sort S0 (X) (Array X X))")
		for i := range n {
			fmt.Fprintf(&b, "(define-sort S%d (X) (S%d (S%d X)))", i+1, i, i)
		}
		fmt.Fprintf(&b, "(declare-const a (S%d Int))", n)
		return b.String()
	}
	for _, c := range []struct{ name, input, want string }{
		{"empty", "", "ok"},
		{"only spaces", " \r\n\t\n", "ok"},
		{"only a comment", "; (assert", "ok"},
		{"NUL", "(assert \x00true)", "1:9: NUL byte; is this a text file? [character]"},
		{"NUL at the end", "(check-sat)\x00", "1:12: NUL byte; is this a text file? [character]"},
		{"NUL in a comment", "; \x00\n(check-sat)", "ok"},
		{"NUL in a string", "(echo \"\x00\")", "ok"},
		{"NUL in a symbol", "(declare-const |a\x00b| Int)", "ok"},
		{"byte order mark", "\ufeff(check-sat)", "1:1: character '\\ufeff' outside a quoted symbol; write the symbol between bars [character]"},
		{"invalid UTF-8", "(assert \xff)", "1:9: byte 0xff, which is not valid UTF-8 [character]"},
		{"UTF-8 cut off", "(assert \xe2\x82", "1:9: byte 0xe2, which is not valid UTF-8 [character]"},
		{"letter outside ASCII", "(declare-const é Int)", "1:16: character 'é' outside a quoted symbol; write the symbol between bars [character]"},
		{"letter in bars", "(declare-const |é| Int)(assert (= |é| 1))", "ok"},
		{"delete character", "(assert \x7f)", "1:9: character '\\x7f', which starts no token [character]"},
		{"nested not", "(assert " + nested("(not ", "true", ")", million) + ")", "ok"},
		{"nested and", "(assert " + nested("(and true ", "true", ")", million) + ")", "ok"},
		{"nested minus", "(assert (= 0 " + nested("(- ", "1", ")", million) + "))", "ok"},
		{"nested if", "(declare-const x Int)(assert (= x " + nested("(ite (= x 1) 2 ", "x", ")", million/4) + "))", "ok"},
		{"nested constructors", "(declare-datatype N ((z) (s (p N))))(assert (= " + nested("(s ", "z", ")", million/4) + " (s " + nested("(s ", "z", ")", million/4) + ")))", "ok"},
		{"nested stores", "(declare-const a (Array Int Int))(assert (= a " + nested("(store ", "a", " 1 2)", million/4) + "))", "ok"},
		{"nested bindings", lets(million / 10), "ok"},
		{"nested annotations", "(assert " + nested("(! ", "true", " :a b)", million/4) + ")", "ok"},
		{"nested quantifiers", "(assert " + nested("(forall ((x Int) (y Bool)) ", "true", ")", 1000) + ")", "ok"},
		{"too much shadowing", "(assert " + nested("(forall ((x Int)) ", "true", ")", 1001) + ")",
			"1:18009: more than 1000 quantifiers around this place bind x [limit]"},
		{"nothing but parentheses", repeat("(", million), "1:2: found '('; expected the name of a command [syntax]"},
		{"parentheses in a term", "(assert " + repeat("(", million), "1:11: found '('; expected _ or as, because only (_ f i …) and (as f sort) may be in parentheses before arguments [syntax]"},
		{"parentheses in a command", "(set-info :a " + repeat("(", million), "1:100014: lists nested more than 100000 deep [limit]"},
		{"parentheses in an attribute", "(assert (! true :pattern " + nested("(", "", ")", million) + "))", "ok"},
		{"closing parentheses", repeat(")", million), "1:1: found ')' without an open parenthesis; expected a command [syntax]"},
		{"parentheses in a sort", "(declare-const x " + nested("(Array Int ", "Int", ")", 2000) + ")", "1:11025: sorts nested more than 1000 deep [limit]"},
		{"large sort", sorts(40), "1:1421: sort of more than 10000 nodes [limit]"},
		{"long symbol", "(declare-const " + repeat("a", million) + " Int)", "ok"},
		{"too long symbol", "(declare-const " + repeat("a", 1<<24+1) + " Int)", "1:16: token of more than 16777216 bytes [limit]"},
		{"too long string", "(echo \"" + repeat("a", 1<<25) + "\")", "1:7: string of more than 16777216 bytes [limit]"},
		{"long comment", ";" + repeat("a", 1<<25) + "\n(check-sat)", "ok"},
		{"long numeral", "(assert (= 1 " + repeat("1", 100_000) + "))", "ok"},
		{"too long numeral", "(assert (= 1 " + repeat("1", 100_001) + "))", "1:14: numeral of more than 100000 digits [limit]"},
		{"too long decimal", "(assert (= 1 1." + repeat("1", 100_000) + "))", "1:14: numeral of more than 100000 digits [limit]"},
		{"too long hexadecimal", "(assert (= #x" + repeat("1", 20_000) + " #x0))", "1:12: bit-vector of 80000 bits; the limit is 65536 [limit]"},
		{"too long bv", "(assert (= (_ bv" + repeat("1", 100_001) + " 32) #x00000000))", "1:12: numeral of more than 100000 digits [limit]"},
		{"numerals that explode", "(assert (let ((x 10)) " + nested("(let ((x (* x x))) ", "(= x 1)", ")", 50) + "))", "1:361: numbers of more than 524288 bits are not supported [limit]"},
		{"coefficients that explode", "(declare-const y Real)(assert (let ((x (/ 1 10)) (y y)) " + nested("(let ((x (* x x)) (y (* x y))) ", "(= y 1)", ")", 50) + "))", "1:599: numbers of more than 524288 bits are not supported [limit]"},
		{"repeated repetition", "(assert (= " + nested("((_ repeat 65536) ", "#b1", ")", 1) + " ((_ repeat 256) ((_ repeat 256) #b1))))", "ok"},
		{"long sum", "(declare-const x Int)(assert (= 0 (+ " + repeat("x ", million) + ")))", "ok"},
		{"many arguments of distinct", "(declare-const x Int)(assert (distinct " + repeat("x ", 5000) + "))", "1:30: distinct takes 2 to 4096 arguments, found 5000 [arity]"},
		{"many levels", "(push 2000000000)", "1:1: more than 1000000 levels [limit]"},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, verdictOf(c.input)) })
	}
}

// TestExplodingDefinitions expands definitions that double in size.
func TestExplodingDefinitions(t *testing.T) {
	var b strings.Builder
	b.WriteString("(declare-fun p (Int) Bool)(define-fun f0 ((x Int)) Bool (p x))")
	for i := range 40 {
		fmt.Fprintf(&b, "\n(define-fun f%d ((x Int)) Bool (and (f%d (+ x %d)) (f%d (- x %d))))", i+1, i, 1<<i, i, 1<<i)
	}
	r := NewScope(logic.NewStore()).reader("", strings.NewReader(b.String()))
	r.expansions = 10_000
	err := Catch(r.script)
	require.Equal(t, CodeLimit, err.(*Error).Code)
	require.EqualError(t, err, "12:37: definitions expand to more than 4194304 terms; the last one is f10")
}

// TestHugeNumeral refuses 100 MB of digits without reading them all.
func TestHugeNumeral(t *testing.T) {
	digits := &endless{limit: 100 << 20}
	_, err := Read(logic.NewStore(), "big.smt2", io.MultiReader(strings.NewReader("(assert (= 1 "), digits))
	require.EqualError(t, err, "big.smt2:1:14: numeral of more than 100000 digits")
	require.Less(t, digits.read, 1<<20)
}

// endless yields the digit 7.
type endless struct{ read, limit int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read >= e.limit {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = '7'
	}
	e.read += len(p)
	return len(p), nil
}

func TestReadErrors(t *testing.T) {
	failure := errors.New("disk on fire")
	for _, text := range []string{"", "(assert true) ", "(assert", "(assert (and ", "(echo \"", "(assert |", "(assert #", "(assert 1.", "; "} {
		_, err := Read(logic.NewStore(), "f", io.MultiReader(strings.NewReader(text), iotest.ErrReader(failure)))
		require.ErrorIs(t, err, failure, "%q", text)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, CodeRead, e.Code)
	}
	_, err := Read(logic.NewStore(), "f", readerFunc(func([]byte) (int, error) { return 0, nil }))
	require.ErrorIs(t, err, io.ErrNoProgress)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
