// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"cornet/smtlib"
)

// maxDepth bounds the nesting of lists, over which this package recurses.
const maxDepth = 100_000

// keywords are the commands of the format.
var keywords = map[string]bool{
	"fixpoint": true, "qualif": true, "var": true, "constraint": true, "constant": true, "distinct": true,
	"define": true, "match": true, "datatype": true, "numeric": true,
}

// Is reports whether a text that begins with head is in the format, or in the native format: no
// command of SMT-LIB has the name of one of their commands.
func Is(head []byte) bool {
	if isNative(string(head)) {
		return true
	}
	s := &scanner{text: string(head), line: 1}
	s.space()
	if s.at >= len(s.text) || s.text[s.at] != '(' {
		return false
	}
	s.at++
	s.space()
	start := s.at
	for s.at < len(s.text) && !delimiter(s.text[s.at]) {
		s.at++
	}
	return s.at < len(s.text) && keywords[s.text[start:s.at]]
}

// scanner splits a text into s-expressions. Symbols have more characters than in SMT-LIB.
type scanner struct {
	file, text string
	at         int
	line       int
	lineStart  int
}

func (s *scanner) pos() smtlib.Pos {
	return smtlib.Pos{File: s.file, Line: s.line, Column: s.at - s.lineStart + 1, Offset: int64(s.at)}
}

func fail(at smtlib.Pos, code smtlib.Code, format string, args ...any) {
	panic(&smtlib.Error{Pos: at, Code: code, Msg: fmt.Sprintf(format, args...)})
}

func delimiter(c byte) bool { return c <= ' ' || c == '(' || c == ')' || c == '"' || c == ';' }

// space skips spaces and comments.
func (s *scanner) space() {
	for s.at < len(s.text) {
		end := 0
		switch c := s.text[s.at]; {
		case c == '\n':
			s.at++
			s.line, s.lineStart = s.line+1, s.at
			continue
		case c <= ' ':
			s.at++
			continue
		case c == ';':
			end = strings.IndexByte(s.text[s.at:], '\n')
		case strings.HasPrefix(s.text[s.at:], "/* "):
			if end = strings.Index(s.text[s.at:], "*/"); end >= 0 {
				end += 2
			}
		default:
			return
		}
		if end < 0 {
			end = len(s.text) - s.at
		}
		skipped := s.text[s.at : s.at+end]
		s.at += end
		if n := strings.Count(skipped, "\n"); n > 0 {
			s.line += n
			s.lineStart = s.at - end + strings.LastIndexByte(skipped, '\n') + 1
		}
	}
}

// all reads the s-expressions of the text.
//
// Cost: linear in the text.
func (s *scanner) all() (z []smtlib.Sexpr) {
	var open []smtlib.Sexpr
	for {
		s.space()
		if s.at == len(s.text) {
			if len(open) > 0 {
				fail(open[0].Pos, smtlib.CodeUnclosed, "the input ends inside the parentheses that open here")
			}
			return z
		}
		x := smtlib.Sexpr{Pos: s.pos()}
		switch s.text[s.at] {
		case '(':
			if s.at++; len(open) == maxDepth {
				fail(x.Pos, smtlib.CodeLimit, "lists nested more than %d deep", maxDepth)
			}
			open = append(open, x)
			continue
		case ')':
			if s.at++; len(open) == 0 {
				fail(x.Pos, smtlib.CodeSyntax, "found ')' without an open parenthesis; expected a command")
			}
			x, open = open[len(open)-1], open[:len(open)-1]
		default:
			s.atom(&x)
		}
		if len(open) == 0 {
			z = append(z, x)
			continue
		}
		top := &open[len(open)-1]
		if n := len(top.List); n > 0 && top.List[n-1].IsSymbol("@") && len(x.List) == 1 { // a sort parameter, @(0)
			top.List[n-1].Text += x.List[0].Text
			continue
		}
		top.List = append(top.List, x)
	}
}

func (s *scanner) atom(x *smtlib.Sexpr) {
	start := s.at
	if s.text[s.at] == '"' {
		n := strings.IndexByte(s.text[s.at+1:], '"')
		if n < 0 || strings.Contains(s.text[s.at+1:s.at+1+n], "\n") {
			fail(x.Pos, smtlib.CodeUnclosed, "the string that begins here does not end in its line")
		}
		s.at += n + 2
		x.Kind, x.Text = smtlib.SexprString, s.text[start+1:s.at-1]
		return
	}
	for s.at < len(s.text) && !delimiter(s.text[s.at]) {
		s.at++
	}
	x.Kind, x.Text = smtlib.SexprSymbol, s.text[start:s.at]
	if !utf8.ValidString(x.Text) || strings.ContainsAny(x.Text, "|\\\x00") {
		fail(x.Pos, smtlib.CodeCharacter, "symbol %q; expected letters, digits and other signs without | and \\", x.Text)
	}
	whole, rest, decimal := strings.Cut(x.Text, ".")
	if digits(whole) && (!decimal || digits(rest)) {
		x.Kind = smtlib.SexprNumeral
		if x.Text = strings.TrimLeft(whole, "0"); x.Text == "" {
			x.Text = "0"
		}
		if decimal {
			x.Kind = smtlib.SexprDecimal
			x.Text += "." + rest
		}
	}
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
