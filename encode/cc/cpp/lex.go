// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"bytes"
	"strings"

	"cornet/encode/cfg"
)

// A Kind is the kind of a preprocessing token.
type Kind uint8

// The kinds.
const (
	Punctuator Kind = iota // also any other character
	Identifier
	Number
	String
	Char
	Pragma // the words of a pragma, with spaces between them
	endOfText
	newline   // the end of a directive's line, in its tokens
	parameter // of a macro, in its replacement list
)

// A Token is a preprocessing token. Its text is as in phase 3: without spliced lines.
type Token struct {
	Kind Kind
	Text string
	// Pos is the place of the token. A token from a macro's expansion has the place of the macro's
	// name.
	Pos   cfg.Pos
	space bool // white space precedes it
	first bool // on its line
	// painted means that the name occurred in the expansion of the macro with that name. It is not
	// expanded again.
	painted bool
	index   int // index of the parameter
	// paste means that ## follows the token, and stringify that # precedes the parameter.
	paste, stringify bool
	// System means that the token is from a header of the system, according to a line marker.
	System bool
}

func (t Token) is(text string) bool { return t.Kind == Punctuator && canonical(t.Text) == text }

// Spaced reports whether white space precedes the token.
func (t Token) Spaced() bool { return t.space || t.first }

// Spelling returns the text of a token with digraphs replaced.
func (t Token) Spelling() string {
	if t.Kind == Punctuator {
		return canonical(t.Text)
	}
	return t.Text
}

// digraphs are the alternative spellings of punctuators.
var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

func canonical(text string) string {
	if c, ok := digraphs[text]; ok {
		return c
	}
	return text
}

// trigraphs maps the third character of a trigraph, after ??, to its meaning.
var trigraphs = map[byte]byte{'=': '#', '/': '\\', '\'': '^', '(': '[', ')': ']', '!': '|', '<': '{', '>': '}', '-': '~'}

// punctuators are the punctuators of several characters, longer ones first.
var punctuators = []string{
	"%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=",
	"^=", "|=", "##", "<:", ":>", "<%", "%>", "%:",
}

// A reader splits the text of a file into tokens.
type reader struct {
	text []byte
	// joins are the places in the text where lines were spliced or trigraphs replaced. Each has the
	// number of characters that were left out.
	joins []join
	at    int
	file  string
	line  int
	begin int  // where the line begins, minus the characters that were left out on it
	start bool // the line has only white space so far

	// presumed is the name of the file according to directives. shift is the number that directives
	// add to line numbers. Only __FILE__ and __LINE__ use them. Positions remain those in the text,
	// since witnesses and harnesses use them.
	presumed string
	shift    int

	// open is the position of a comment that does not end.
	open   cfg.Pos
	system bool // a line marker tells that the text is from a header of the system
}

type join struct {
	at    int // in the text without the characters that were left out
	lines int // lines that ended there
	chars int // characters left out on the last of these lines, before the text continues
}

// newReader returns a reader of a text. name is its file.
func newReader(name string, text []byte, threeChars bool) *reader {
	r := &reader{file: name, presumed: name, line: 1, start: true}
	r.text, r.joins = splice(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), threeChars)
	return r
}

// splice removes backslashes at the ends of lines, together with the ends, and replaces trigraphs
// if asked to.
func splice(text []byte, threeChars bool) (out []byte, joins []join) {
	if !bytes.Contains(text, []byte("\\")) && !(threeChars && bytes.Contains(text, []byte("??"))) {
		return text, nil
	}
	out = make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c, n := text[i], 1
		if threeChars && c == '?' && i+2 < len(text) && text[i+1] == '?' && trigraphs[text[i+2]] != 0 {
			c, n = trigraphs[text[i+2]], 3
		}
		if c == '\\' {
			end := i + n
			for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r') {
				end++
			}
			if end < len(text) && text[end] == '\n' {
				joins = append(joins, join{at: len(out), lines: 1})
				i = end + 1
				continue
			}
		}
		if n > 1 {
			joins = append(joins, join{at: len(out), chars: n - 1})
		}
		out = append(out, c)
		i += n
	}
	return out, joins
}

// pos returns the place of the next character.
func (r *reader) pos() cfg.Pos {
	r.settle()
	return cfg.Pos{File: r.file, Line: r.line, Column: r.at - r.begin + 1}
}

// settle counts the lines that were spliced before the next character.
func (r *reader) settle() {
	for len(r.joins) > 0 && r.joins[0].at <= r.at {
		j := r.joins[0]
		r.line += j.lines
		if j.lines > 0 {
			r.begin = j.at
		}
		r.begin -= j.chars
		r.joins = r.joins[1:]
	}
}

// space skips white space and comments, up to the end of the line or beyond it.
func (r *reader) space(beyond bool) (skipped bool) {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '\n':
			if !beyond {
				return skipped
			}
			r.endLine()
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 0:
			r.at++
		case c == '/' && r.at+1 < len(r.text) && r.text[r.at+1] == '/':
			if n := bytes.IndexByte(r.text[r.at:], '\n'); n >= 0 {
				r.at += n
			} else {
				r.at = len(r.text)
			}
		case c == '/' && r.at+1 < len(r.text) && r.text[r.at+1] == '*':
			r.comment()
		default:
			return skipped
		}
		skipped = true
	}
	return skipped
}

// comment skips a comment of the form /* */.
func (r *reader) comment() {
	at := r.pos()
	end := bytes.Index(r.text[r.at+2:], []byte("*/"))
	if end < 0 {
		r.open, end = at, len(r.text)-r.at-4
	}
	end += r.at + 4
	for {
		n := bytes.IndexByte(r.text[r.at:end], '\n')
		if n < 0 {
			r.at = end
			return
		}
		start := r.start
		r.at += n
		r.endLine()
		r.start = start
	}
}

// endLine skips the end of a line.
func (r *reader) endLine() {
	r.settle()
	r.at++
	r.line++
	r.begin, r.start = r.at, true
}

// next returns the next token. Within a directive, the end of the line is a token.
func (r *reader) next(directive bool) Token {
	space := r.space(!directive)
	t := Token{Pos: r.pos(), space: space, first: r.start && !directive, System: r.system}
	if r.at >= len(r.text) {
		t.Kind = endOfText
		return t
	}
	if r.text[r.at] == '\n' {
		t.Kind = newline
		return t
	}
	r.start = false
	n, kind := lexeme(r.text[r.at:])
	t.Kind, t.Text = kind, string(r.text[r.at:r.at+n])
	r.at += n
	return t
}

// rest returns the tokens up to the end of the line.
func (r *reader) rest() (line []Token) {
	for {
		t := r.next(true)
		if t.Kind == newline || t.Kind == endOfText {
			return line
		}
		line = append(line, t)
	}
}

// skipLine skips the rest of a line, which may not be C. Comments may still extend to the next
// line.
func (r *reader) skipLine() {
	for r.space(false); r.at < len(r.text) && r.text[r.at] != '\n'; r.space(false) {
		if n, kind := lexeme(r.text[r.at:]); kind == String || kind == Char {
			r.at += n
		} else {
			r.at++
		}
	}
}

// lexeme returns the length and the kind of the token at the beginning of a text that does not
// begin with space.
func lexeme(s []byte) (n int, kind Kind) {
	c := s[0]
	switch {
	case isDigit(c) || c == '.' && len(s) > 1 && isDigit(s[1]):
		return numberLength(s), Number
	case isLetter(c) || c == '\\' && len(s) > 1 && (s[1] == 'u' || s[1] == 'U'):
		for n = 1; n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '\\' && n+1 < len(s) && (s[n+1] == 'u' || s[n+1] == 'U')); n++ {
		}
		if n < len(s) && n <= 2 && (s[n] == '"' || s[n] == '\'') && literalPrefixes[string(s[:n])] {
			if m, kind := literalLength(s[n:]); kind != Punctuator {
				return n + m, kind
			}
		}
		return n, Identifier
	case c == '"' || c == '\'':
		return literalLength(s)
	}
	for _, p := range punctuators {
		if len(s) >= len(p) && string(s[:len(p)]) == p {
			return len(p), Punctuator
		}
	}
	return 1, Punctuator
}

var literalPrefixes = map[string]bool{"L": true, "u": true, "U": true, "u8": true}

// numberLength returns the length of the preprocessing number at the beginning of s.
func numberLength(s []byte) int {
	n := 1
	for n < len(s) {
		switch c := s[n]; {
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", s[n-1]) >= 0, isLetter(c), isDigit(c), c == '.':
			n++
		default:
			return n
		}
	}
	return n
}

// literalLength returns the length of the literal at the beginning of s. A quote without a partner
// on its line is a character by itself.
func literalLength(s []byte) (n int, kind Kind) {
	for n = 1; n < len(s) && s[n] != '\n'; n++ {
		switch s[n] {
		case '\\':
			n++
		case s[0]:
			if s[0] == '"' {
				return n + 1, String
			}
			return n + 1, Char
		}
	}
	return 1, Punctuator
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
