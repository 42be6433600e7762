// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"cornet/encode/cfg"
)

// respell writes spellings of C that the parser does not know, or mistakes, in others of the same length, so
// that positions stay: u8 strings as plain ones, hexadecimal escapes, which end with the literal
// when the parser joins literals, as octal ones, and attributes in brackets.
func respell(text []byte) []byte {
	if !bytes.Contains(text, []byte(`u8"`)) && !bytes.Contains(text, []byte(`\x`)) && !bytes.Contains(text, []byte("[[")) && !bytes.Contains(text, []byte("pragma")) {
		return text
	}
	r := bytes.Clone(text)
	for i := 0; i < len(r); {
		switch {
		case r[i] == '/' && i+1 < len(r) && (r[i+1] == '/' || r[i+1] == '*'):
			i = endOfComment(r, i)
		case r[i] == '"' || r[i] == '\'':
			i = respellLiteral(r, i)
		case r[i] == '#':
			i = respellPragma(r, i)
		case r[i] == '[' && i+1 < len(r) && r[i+1] == '[':
			i = respellBrackets(r, i)
		case isWord(r[i]):
			start := i
			for i < len(r) && isWord(r[i]) {
				i++
			}
			switch {
			case string(r[start:i]) == "u8" && i < len(r) && r[i] == '"':
				copy(r[start:i], "  ")
			case r[start] >= '0' && r[start] <= '9':
				for i+1 < len(r) && r[i] == '\'' && isWord(r[i+1]) { // C23's separators of digits
					for i++; i < len(r) && isWord(r[i]); i++ {
					}
				}
			}
		default:
			i++
		}
	}
	return r
}

// endOfComment is the index behind the comment at i.
func endOfComment(r []byte, i int) int {
	if r[i+1] == '*' {
		if n := bytes.Index(r[i+2:], []byte("*/")); n >= 0 {
			return i + n + 4
		}
		return len(r)
	}
	for ; i < len(r) && r[i] != '\n'; i++ {
		if r[i] == '\\' {
			i++ // a line that goes on
		}
	}
	return min(i, len(r))
}

// respellLiteral is respell for the literal whose quote is at i, and returns the index behind it. A quote without partner, as in
// text that the preprocessor skips, ends with its line.
func respellLiteral(r []byte, i int) int {
	quote := r[i]
	for i++; i < len(r) && r[i] != '\n'; i++ {
		switch r[i] {
		case quote:
			return i + 1
		case '\\':
			if i+1 == len(r) {
				return len(r)
			}
			if v, _, n := escape(string(r[i:min(len(r), i+12)])); r[i+1] == 'x' && (n == 3 || n == 4) {
				copy(r[i:i+n], fmt.Sprintf("\\%0*o", n-1, v)) // two digits are at most \377, one at most \17
				i += n - 2
			}
			i++
		}
	}
	return i
}

// bracketed are attributes in brackets by what is written for them, "" for nothing: those of the C standard.
var bracketed = map[string]string{
	"deprecated": "", "fallthrough": "", "maybe_unused": "", "nodiscard": "", "reproducible": "", "unsequenced": "",
	"noreturn": "_Noreturn", "_Noreturn": "_Noreturn",
}

// attributeMacro is a name short enough to put a gcc attribute in brackets in the place of its
// prefix; see the prelude.
const attributeMacro = "$A"

// respellBrackets is respell for a list of attributes in brackets. What is not known stays, and is a syntax error for the parser.
func respellBrackets(r []byte, i int) int {
	n := bytes.Index(r[i:], []byte("]]"))
	if n < 0 {
		return i + 2
	}
	var out []string
	for _, a := range splitArguments(string(r[i+2 : i+n])) {
		a = strings.TrimSpace(a)
		name, _, _ := strings.Cut(a, "(")
		name = strings.TrimSpace(name)
		if inside, ok := strings.CutPrefix(name, "__"); ok {
			name = strings.TrimSuffix(inside, "__")
		}
		if prefix, rest, ok := strings.Cut(a, "::"); ok && strings.Trim(strings.TrimSpace(prefix), "_") == "gnu" {
			out = append(out, attributeMacro+"("+strings.TrimSpace(rest)+")")
		} else if to, ok := bracketed[name]; ok {
			out = append(out, to)
		} else if a != "" {
			return i + 2
		}
	}
	s := strings.Join(out, " ")
	if len(s) > n+2 || strings.Contains(s, "\n") {
		return i + 2
	}
	for j := i; j < i+n+2; j++ {
		if k := j - i; k < len(s) {
			r[j] = s[k]
		} else if r[j] != '\n' {
			r[j] = ' '
		}
	}
	return i + n + 2
}

// packTag begins the tags that #pragma pack is written with: struct $push_1; and the like.
const packTag = "$"

var packPragmas = regexp.MustCompile(`^#[ \t]*pragma[ \t]+pack[ \t]*\([ \t]*(push|pop)?[ \t]*(,?)[ \t]*(\d*)[ \t]*\)[ \t]*(//[^\n]*|/\*[^*\n]*\*/[ \t]*)?\r?(\n|$)`)

// respellPragma writes a #pragma pack as a declaration, which stays in its place among the others, and
// returns the index behind it, or behind the # of other directives.
func respellPragma(r []byte, i int) int {
	m := packPragmas.FindSubmatch(r[i:])
	if m == nil || (len(m[1]) > 0 && len(m[3]) > 0) != (len(m[2]) > 0) {
		return i + 1
	}
	s := "struct " + packTag + string(m[1])
	if len(m[1]) == 0 || len(m[3]) > 0 {
		s += "_" + string(m[3])
	}
	end := i + len(bytes.TrimRight(m[0], "\r\n"))
	copy(r[i:end], bytes.Repeat([]byte(" "), end-i))
	copy(r[i:end], s+";")
	return end
}

// splitArguments splits a list at the commas that stand in no parentheses and no literals.
func splitArguments(s string) []string {
	var parts []string
	depth, start, quoted := 0, 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted != 0:
			if c == '\\' {
				i++
			} else if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// literalPrefix is the prefix of the literal at a position that the parser takes for a name, u, U or u8; or "".
func literalPrefix(text []byte, pos cfg.Pos) string {
	for range pos.Line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	at := pos.Column - 1
	if at <= 0 || at >= len(line) || line[at] != '"' && line[at] != '\'' {
		return ""
	}
	start := at
	for start > 0 && isWord(line[start-1]) {
		start--
	}
	switch prefix := string(line[start:at]); prefix {
	case "u", "U", "u8":
		return prefix
	}
	return ""
}
