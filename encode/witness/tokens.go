// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"strings"
	"unicode/utf8"

	"cornet/encode/cfg"
)

// A token of a C program, with the precision that positions in witnesses need: a word, a literal,
// or one character of punctuation.
type token struct {
	text         string
	line, column int // both from 1; columns count characters
	at           int // column as the parser counts it, in bytes
	match        int // for a bracket: the number of its partner, or -1
	parens       int // number of parentheses that are open before it
}

// tokens are the tokens of a program's own text, without directives and comments.
type tokens []token

// scan splits a text into tokens.
func scan(text string) tokens {
	var z tokens
	var open []int
	parens, start := 0, true // start: only space on the line so far
	line, begin := 1, 0
	for i := 0; i < len(text); {
		n := lexemeLength(text[i:], start)
		s := text[i : i+n]
		switch c := s[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		case c == '\n':
			start = true
		case c == '#' && start, strings.HasPrefix(s, "/*"), strings.HasPrefix(s, "//"), strings.HasPrefix(s, "\\\n"):
		default:
			start = false
			t := token{text: s, line: line, at: i - begin + 1, column: utf8.RuneCountInString(text[begin:i]) + 1, match: -1, parens: parens}
			switch c {
			case '(', '[', '{':
				open = append(open, len(z))
				if c == '(' {
					parens++
				}
			case ')', ']', '}':
				if len(open) > 0 {
					t.match = open[len(open)-1]
					z[t.match].match = len(z)
					open = open[:len(open)-1]
				}
				if c == ')' && parens > 0 {
					parens--
				}
			}
			z = append(z, t)
		}
		if k := strings.Count(s, "\n"); k > 0 {
			line += k
			begin = i + strings.LastIndexByte(s, '\n') + 1
		}
		i += n
	}
	return z
}

// lexemeLength returns the length of the lexeme at the beginning of a text. start reports whether a
// line begins there.
func lexemeLength(s string, start bool) int {
	until := func(end string, from int) int {
		if i := strings.Index(s[from:], end); i >= 0 {
			return from + i + len(end)
		}
		return len(s)
	}
	switch c := s[0]; {
	case strings.HasPrefix(s, "/*"):
		return until("*/", 2)
	case strings.HasPrefix(s, "//"), c == '#' && start:
		n := 1
		for n < len(s) && (s[n] != '\n' || s[n-1] == '\\') {
			n++
		}
		return n
	case c == '"' || c == '\'':
		for n := 1; n < len(s); n++ {
			switch s[n] {
			case '\\':
				n++
			case c, '\n':
				return n + 1
			}
		}
		return len(s)
	case isWordByte(c):
		n := 1
		for n < len(s) && isWordByte(s[n]) {
			n++
		}
		return n
	}
	return 1
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// find returns the number of the token at a position, or -1.
func (ts tokens) find(p cfg.Pos) int {
	lo, hi := 0, len(ts)
	for lo < hi {
		m := (lo + hi) / 2
		if ts[m].line < p.Line || ts[m].line == p.Line && ts[m].at < p.Column {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(ts) && ts[lo].line == p.Line && ts[lo].at == p.Column {
		return lo
	}
	return -1
}

// closing returns the closing parenthesis of the function call that begins with token i, or -1.
func (ts tokens) closing(i int, name string) int {
	if i < 0 || i+1 >= len(ts) || ts[i].text != name || ts[i+1].text != "(" {
		return -1
	}
	return ts[i+1].match
}

// parenthesized are the keywords with parentheses that precede a statement.
var parenthesized = map[string]bool{"if": true, "while": true, "for": true, "switch": true}

// ends are the tokens after which statements begin.
var ends = map[string]bool{";": true, "{": true, "}": true, "else": true, "do": true}

// statement returns the beginning of the statement that contains token i. Conditions belong to
// their statements.
func (ts tokens) statement(i int) int {
	for i > 0 && ts[i].parens > 0 {
		i--
	}
	for i > 0 {
		prev := ts[i-1]
		switch {
		case ends[prev.text], prev.text == ":" && ts.isLabel(i-1):
			return i
		case prev.text == ")" && prev.match < 0, prev.text == ")" && prev.match > 0 && parenthesized[ts[prev.match-1].text]:
			return i
		case prev.text == ")" || prev.text == "]":
			i = max(prev.match, 0)
		default:
			i--
		}
	}
	return i
}

// isLabel reports whether the colon at token i ends a label, and is not the middle of a conditional
// expression.
func (ts tokens) isLabel(i int) bool {
	for i--; i >= 0 && !ends[ts[i].text]; i-- {
		if ts[i].text == "?" {
			return false
		}
	}
	return true
}

// inScope reports whether a declaration at token d, in the body of a function or at file scope, is
// in force at token i.
func (ts tokens) inScope(d, i int) bool {
	if d < 0 || d >= i {
		return false
	}
	for k := d; k < i; k++ {
		switch ts[k].text {
		case ")", "}":
			if ts[k].match < d {
				return false
			}
		}
	}
	return true
}
