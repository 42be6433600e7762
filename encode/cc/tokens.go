// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
)

// The parser reads preprocessed tokens, one per line. So the parser's line numbers are numbers of
// tokens, and each token has its place in the program. Some constructs are spelled differently,
// because the parser does not support them or treats them wrongly: attributes in brackets, and
// prefixes and escape sequences of literals.

// A shown is a preprocessed text in the form that the parser reads.
type shown struct {
	name   string // the parser's name of the text
	tokens []cpp.Token
}

// shownName returns the parser's name of the i-th text.
func shownName(i int) string { return fmt.Sprintf("<text%d>", i) }

// shownPlace matches a place in such a text in the parser's messages.
var shownPlace = regexp.MustCompile(`<text\d+>:(\d+):\d+`)

// text returns the text that the parser reads.
func (s *shown) text() []byte {
	var b []byte
	for _, t := range s.tokens {
		b = append(append(b, t.Spelling()...), '\n')
	}
	return b
}

// at returns the token on a line.
func (s *shown) at(line int) cpp.Token {
	if line < 1 || line > len(s.tokens) {
		return cpp.Token{}
	}
	return s.tokens[line-1]
}

// show turns preprocessed tokens into those that the parser reads. It passes pragmas to the
// handler.
func show(tokens []cpp.Token, pragma func(cpp.Token) error) ([]cpp.Token, error) {
	tokens, err := dialect(tokens)
	if err != nil {
		return nil, err
	}
	z := make([]cpp.Token, 0, len(tokens))
	types := typeNames{}
	var brackets []byte // open brackets
	valueAt := 0        // the index of the value of an old designator, which needs a = before it
	for i := 0; i < len(tokens); i++ {
		if i == valueAt && i > 0 {
			z = append(z, cpp.Token{Text: "=", Pos: tokens[i].Pos})
		}
		switch t := tokens[i]; t.Kind {
		case cpp.Pragma:
			tag, ok := packTagOf(t.Text)
			if !ok {
				if err := pragma(t); err != nil {
					return nil, err
				}
				continue
			}
			for _, word := range []string{"struct", tag, ";"} {
				z = append(z, cpp.Token{Kind: cpp.Identifier, Text: word, Pos: t.Pos})
			}
		case cpp.String, cpp.Char:
			n := 1
			for t.Kind == cpp.String && i+n < len(tokens) && tokens[i+n].Kind == cpp.String {
				n++
			}
			literal, err := joined(tokens[i : i+n])
			if err != nil {
				return nil, err
			}
			z = append(z, literal)
			i += n - 1
		case cpp.Punctuator:
			if t.Spelling() == "[" && i+1 < len(tokens) && tokens[i+1].Spelling() == "[" {
				if as, n := bracketed(tokens[i:]); n > 0 {
					z = append(z, as...)
					i += n - 1
					continue
				}
			}
			if err := known(t); err != nil {
				return nil, err
			}
			switch s := t.Spelling(); s {
			case "(", "[", "{":
				if end := oldDesignator(tokens, i); end > 0 && len(brackets) > 0 && brackets[len(brackets)-1] == '{' {
					valueAt = end
				}
				brackets = append(brackets, s[0])
			case ")", "]", "}":
				brackets = brackets[:max(len(brackets)-1, 0)]
			}
			if t.Spelling() == "}" && len(z) > 0 && z[len(z)-1].Spelling() == ":" { // a label at the end of a block
				z = append(z, cpp.Token{Text: ";", Pos: t.Pos})
			}
			z = append(z, t)
			if t.Spelling() == "?" && i+1 < len(tokens) && tokens[i+1].Spelling() == ":" && endsWithLiteral(z[:len(z)-1]) {
				z = append(z, z[len(z)-2])
			}
		default:
			if as, n := types.typeofType(tokens[i:]); n > 0 {
				z = append(z, as...)
				i += n - 1
				continue
			}
			types.seen(tokens, i)
			t.Text = universal(t)
			z = append(z, t)
		}
	}
	return z, nil
}

// endsWithLiteral reports whether the operand of ?: that ends with these tokens is only a number or
// a character. The parser cannot handle constants before ?:, so such an operand is written twice.
func endsWithLiteral(ts []cpp.Token) bool {
	n := len(ts)
	return n > 1 && (ts[n-1].Kind == cpp.Number || ts[n-1].Kind == cpp.Char) && slices.Contains([]string{"(", "[", "{", ",", ";", "=", "?", ":", "return"}, ts[n-2].Spelling())
}

// universal returns the text of a token. In identifiers, characters replace their universal names.
func universal(t cpp.Token) string {
	at := strings.IndexByte(t.Text, '\\')
	if at < 0 || t.Kind != cpp.Identifier {
		return t.Text
	}
	z := t.Text[:at]
	for s := t.Text[at:]; s != ""; {
		v, isChar, n := escape(s)
		if isChar && v >= 0xa0 {
			z, s = z+string(rune(v)), s[n:]
		} else {
			z, s = z+s[:1], s[1:]
		}
	}
	return z
}

// typeNames are the words that begin types.
type typeNames map[string]bool

var typeWords = func() map[string]bool {
	z := map[string]bool{}
	for _, w := range strings.Fields(`void char short int long float double signed unsigned _Bool __signed__ struct union enum const volatile
__const __volatile__ __int128 _Complex _Float128 __builtin_va_list`) {
		z[w] = true
	}
	return z
}()

// seen records the name that token i of a text declares, if the token is typedef. It takes the last
// name before the semicolon, and requires that the declarator has nothing after it.
func (z typeNames) seen(tokens []cpp.Token, i int) {
	if tokens[i].Text != "typedef" {
		return
	}
	depth := 0
	for i++; i+1 < len(tokens); i++ {
		switch tokens[i].Spelling() {
		case "{", "(":
			depth++
		case "}", ")":
			depth--
		}
		if depth == 0 && tokens[i].Kind == cpp.Identifier && slices.Contains([]string{";", ",", "["}, tokens[i+1].Spelling()) {
			z[tokens[i].Text] = true
		}
		if depth == 0 && tokens[i].Spelling() == ";" {
			return
		}
	}
}

// typeofType rewrites typeof of a type into typeof of an expression, which the parser supports. It
// returns the number n of tokens read.
func (z typeNames) typeofType(ts []cpp.Token) (as []cpp.Token, n int) {
	switch ts[0].Text {
	case "typeof", "__typeof__", "__typeof":
	default:
		return nil, 0
	}
	depth := 0
	for n = 1; n < len(ts); n++ {
		if s := ts[n].Spelling(); s == "(" {
			depth++
		} else if s == ")" {
			depth--
		}
		if depth <= 0 {
			break
		}
	}
	if n < 3 || n >= len(ts) || !typeWords[ts[2].Text] && !z[ts[2].Text] || ts[n-1].Kind != cpp.Identifier && ts[n-1].Spelling() != "*" {
		return nil, 0
	}
	word := func(text string) cpp.Token { return cpp.Token{Text: text, Pos: ts[0].Pos} }
	as = append(as, ts[0], word("("), word("*"), word("("))
	as = append(append(as, ts[2:n]...), word("*"), word(")"), word("0"), word(")"))
	return as, n + 1
}

// known refuses characters that do not occur in tokens of C.
func known(t cpp.Token) error {
	what := ""
	switch s := t.Spelling(); {
	case s == "'":
		what = "character constant not terminated"
	case s == `"`:
		what = "string literal not terminated"
	case s == "#" || s == "##" || s == "@" || s == "`" || s == `\`:
		what = fmt.Sprintf("unexpected '%s', expected a declaration", s)
	case s[0] < ' ' || s[0] == 0x7f:
		what = fmt.Sprintf("unexpected '\\x%02x', expected a declaration", s[0])
	default:
		return nil
	}
	return &Error{Pos: t.Pos, Msg: what}
}

// joined returns the literal for adjacent literals. Its escape sequences are spelled so that each
// ends by itself.
func joined(ts []cpp.Token) (cpp.Token, error) {
	z := ts[0]
	wide := slices.ContainsFunc(ts, func(t cpp.Token) bool { return t.Text[0] == 'L' })
	quote := z.Text[len(z.Text)-1:]
	var b strings.Builder
	if wide {
		b.WriteByte('L')
	}
	b.WriteString(quote)
	open := false // the text ends with an escape sequence that would absorb digits after it
	for _, t := range ts {
		prefix, inside, _ := strings.Cut(t.Text, quote)
		if prefix == "u" || prefix == "U" || prefix == "u8" && (quote == "'" || wide) {
			return z, unsupported(t.Pos, "a literal with the prefix "+prefix)
		}
		inside = strings.TrimSuffix(inside, quote)
		if open && inside != "" && strings.ContainsRune("0123456789abcdefABCDEF", rune(inside[0])) {
			return z, unsupported(t.Pos, "the string literal "+t.Text+" after a hexadecimal escape sequence")
		}
		open = normalise(&b, inside, wide) || open && inside == ""
	}
	b.WriteString(quote)
	z.Text = b.String()
	return z, nil
}

// normalise writes the text of a literal. Octal escape sequences of three digits replace other
// numeric ones. It reports whether the text ends with a longer sequence, which would absorb digits
// after it.
func normalise(b *strings.Builder, s string, wide bool) (open bool) {
	for s != "" {
		n := 1
		open = false
		if s[0] == '\\' && len(s) > 1 {
			v, isChar, size := escape(s)
			n = max(size, 2)
			numeric := s[1] == 'x' || s[1] >= '0' && s[1] <= '7'
			open = s[1] == 'x' && n == len(s)
			if size > 0 && numeric && !isChar && v <= 0xff {
				fmt.Fprintf(b, "\\%03o", v)
				s, open = s[n:], false
				continue
			}
		}
		b.WriteString(s[:n])
		s = s[n:]
	}
	return open && wide
}

// plainBracketed maps attributes of the C standard to their replacements.
var plainBracketed = map[string]string{
	"deprecated": "", "fallthrough": "", "maybe_unused": "", "nodiscard": "", "reproducible": "", "unsequenced": "",
	"noreturn": "_Noreturn", "_Noreturn": "_Noreturn",
}

// bracketed returns a list of attributes in brackets, of n tokens, as gcc's attributes.
func bracketed(ts []cpp.Token) (z []cpp.Token, n int) {
	depth := 0
	for n = 0; n < len(ts); n++ {
		switch ts[n].Spelling() {
		case "[", "(", "{":
			depth++
		case "]", ")", "}":
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if n++; n > len(ts) || ts[n-2].Spelling() != "]" {
		return nil, 0
	}
	word := func(text string, t cpp.Token) cpp.Token {
		t.Kind, t.Text = cpp.Identifier, text
		return t
	}
	for _, a := range splitTokens(ts[2 : n-2]) {
		if len(a) == 0 {
			continue
		}
		to, ok := plainBracketed[plainAttribute(a[0].Text)]
		switch {
		case ok && to != "":
			z = append(z, word(to, a[0]))
		case ok:
		default:
			if len(a) > 3 && a[1].Spelling() == ":" && a[2].Spelling() == ":" {
				a = a[3:]
			}
			z = append(z, word("__attribute__", a[0]), word("(", a[0]), word("(", a[0]))
			z = append(append(z, a...), word(")", a[0]), word(")", a[0]))
		}
	}
	return z, n
}

// splitTokens splits a list at the commas that stand outside of parentheses.
func splitTokens(ts []cpp.Token) (z [][]cpp.Token) {
	depth, start := 0, 0
	for i, t := range ts {
		switch t.Spelling() {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				z = append(z, ts[start:i])
				start = i + 1
			}
		}
	}
	return append(z, ts[start:])
}

// packTag begins the tags that represent #pragma pack, for example "struct $push_1;".
const packTag = "$"

var packPragmas = regexp.MustCompile(`^pack[ \t]*\([ \t]*(push|pop)?[ \t]*(,?)[ \t]*(\d*)[ \t]*\)[ \t]*$`)

// packTagOf returns the tag of the declaration that represents a #pragma pack. The declaration
// keeps the place of the pragma.
func packTagOf(pragma string) (tag string, ok bool) {
	m := packPragmas.FindStringSubmatch(pragma)
	if m == nil || (m[1] != "" && m[3] != "") != (m[2] != "") {
		return "", false
	}
	tag = packTag + m[1]
	if m[1] == "" || m[3] != "" {
		tag += "_" + m[3]
	}
	return tag, true
}

// The parser drops attributes in some positions. So the preprocessed text is searched for
// attributes, too. Every attribute is in the syntax tree or in this list, and is decided there.

// A spelledAttribute is an attribute in the preprocessed text.
type spelledAttribute struct {
	name string
	pos  cfg.Pos
}

// spelledAttributes returns the attributes among tokens that are not harmless everywhere.
func spelledAttributes(tokens []cpp.Token) []spelledAttribute {
	var found []spelledAttribute
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Text != "__attribute__" && tokens[i].Text != "__attribute" {
			continue
		}
		pos := tokens[i].Pos
		depth := 0
		for i++; i < len(tokens); i++ {
			switch t := tokens[i].Spelling(); t {
			case "(", "[", "{":
				depth++
				continue
			case ")", "]", "}":
				depth--
			default:
				if name := plainAttribute(t); depth == 2 && tokens[i].Kind == cpp.Identifier && attributeRules[name].effect != attributeHarmless {
					found = append(found, spelledAttribute{name, pos})
				}
			}
			if depth <= 0 {
				break
			}
		}
	}
	return found
}

// Limits of the input. Both the parser and the translation are recursive, and Go cannot recover
// from a stack overflow.
const (
	maxNesting = 2000    // brackets
	maxRun     = 20_000  // tokens between two of , ; { }
	maxText    = 1 << 26 // bytes
)

// checkNesting refuses a text that is nested too deeply to be translated.
func checkNesting(tokens []cpp.Token) error {
	depth, run := 0, 0
	for _, t := range tokens {
		run++
		switch t.Spelling() {
		case "(", "[":
			depth++
		case ")", "]":
			depth = max(depth-1, 0)
		case "{":
			depth++
			run = 0
		case "}":
			depth = max(depth-1, 0)
			run = 0
		case ",", ";":
			run = 0
		}
		if depth > maxNesting || run > maxRun {
			return &Error{
				Pos: t.Pos,
				Msg: fmt.Sprintf("more than %d nested brackets or %d tokens in one expression: not supported", maxNesting, maxRun),
				Err: errors.ErrUnsupported,
			}
		}
	}
	return nil
}

// placed replaces the places in a message of the parser by those of the program.
func (s *shown) placed(message string) string {
	return shownPlace.ReplaceAllStringFunc(message, func(place string) string {
		line, _ := strconv.Atoi(shownPlace.FindStringSubmatch(place)[1])
		pos := s.at(line).Pos
		return fmt.Sprintf("%s:%d:%d", pos.File, pos.Line, pos.Column)
	})
}
