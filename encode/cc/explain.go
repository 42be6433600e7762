// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"cornet/encode/cfg"
)

// maxDiagnostics is how many errors of a program are reported.
const maxDiagnostics = 5

// A diagnostic is a line of the parser's error.
type diagnostic struct {
	pos  cfg.Pos
	text string
}

// parseError returns an error of the parser in readable form. The first diagnostic is the error's position and the
// beginning of its message. Diagnostics after a syntax error follow from it and are left out.
func parseError(name string, text []byte, err error) *Error {
	cs := diagnostics(name, text, err)
	e := &Error{Pos: cs[0].pos, Msg: cs[0].text}
	if prefix := literalPrefix(text, e.Pos); prefix != "" && e.Pos.File == name && strings.HasPrefix(e.Msg, "unexpected ") {
		return unsupported(e.Pos, "a literal with the prefix "+prefix)
	}
	if e.Pos.Line == 0 {
		e.Pos, e.Msg = cfg.Pos{}, name+": "+e.Msg
	}
	rest := cs[1:]
	if syntactic.MatchString(e.Msg) {
		rest = nil
	}
	for i, c := range rest {
		if i == maxDiagnostics-1 {
			e.Msg += fmt.Sprintf("\nand %d more", len(rest)-i)
			break
		}
		e.Msg += "\n"
		if c.pos.Line > 0 {
			e.Msg += c.pos.String() + ": "
		}
		e.Msg += c.text
	}
	if strings.Contains(e.Msg, ": not supported") {
		e.Err = errors.ErrUnsupported
	}
	return e
}

var (
	positioned = regexp.MustCompile(`^(.+?):(\d+):(\d+): *(.*)$`)
	syntactic  = regexp.MustCompile(`^unexpected `)
	// ownSource is a place in the source of the parser, with which it ends some messages.
	ownSource = regexp.MustCompile(` \([^()]*\.go:[^()]*\)?$`)
)

// diagnostics are the errors of the parser, one at a position. There is at least one.
func diagnostics(name string, text []byte, err error) []diagnostic {
	var z []diagnostic
	seen := map[cfg.Pos]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		var c diagnostic
		c.text = ownSource.ReplaceAllString(line, "")
		if m := positioned.FindStringSubmatch(c.text); m != nil {
			c.pos.File, c.text = m[1], m[4]
			c.pos.Line, _ = strconv.Atoi(m[2])
			c.pos.Column, _ = strconv.Atoi(m[3])
		}
		if c.pos.File == trailerName { // the end of the program for the parser
			c.pos = endOf(name, text)
			c.text = found.ReplaceAllString(c.text, "unexpected end of the file")
		} else if c.pos.File == name {
			c.text = nameFound(c.text, text, c.pos)
		} else if c.pos.Line == 0 && strings.HasPrefix(c.text, "TODO") { // its own concern
			continue
		}
		c.text = rephrased(c.text)
		if c.text == "" || c.pos.Line > 0 && seen[c.pos] {
			continue
		}
		seen[c.pos] = true
		z = append(z, c)
	}
	if len(z) > 1 { // those with positions come first
		slices.SortStableFunc(z, func(x, y diagnostic) int { return cmp.Compare(min(y.pos.Line, 1), min(x.pos.Line, 1)) })
	}
	if len(z) == 0 {
		return []diagnostic{{text: "this is not C"}}
	}
	return z
}

// found is what a syntax error has met.
var found = regexp.MustCompile(`unexpected ('.*'|<EOF>|EOF|[a-z -]+)`)

// misused is the first place in a program where a value is used like a variable.
func misused(n cc.Node) (at cfg.Pos) {
	walk(n, func(n cc.Node) bool {
		var e cc.ExpressionNode
		switch n := n.(type) {
		case *cc.AssignmentExpression:
			e = n.UnaryExpression
		case *cc.UnaryExpression:
			switch n.Case {
			case cc.UnaryExpressionAddrof:
				e = n.CastExpression
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
				e = n.UnaryExpression
			}
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec {
				e = n.PostfixExpression
			}
		}
		if e == nil || at.Line > 0 {
			return at.Line == 0
		}
		switch x := inner(e).(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionIdent && x.Case != cc.PrimaryExpressionString && x.Case != cc.PrimaryExpressionLString && x.Case != cc.PrimaryExpressionExpr {
				p := x.Position()
				at = cfg.Pos{File: p.Filename, Line: p.Line, Column: p.Column}
			}
		}
		return at.Line == 0
	})
	return at
}

// nameFound adds the text of the token at a syntax error where the parser reports only its kind.
func nameFound(msg string, text []byte, at cfg.Pos) string {
	if strings.HasPrefix(msg, "strconv.Parse") && strings.HasSuffix(msg, ": invalid syntax") {
		return fmt.Sprintf("'%s' is not a number", wordAt(text, at))
	}
	for _, kind := range []string{"identifier", "typename", "integer constant", "floating point constant"} {
		prefix := "unexpected " + kind
		if rest, ok := strings.CutPrefix(msg, prefix); ok && (rest == "" || rest[0] == ',') {
			return fmt.Sprintf("%s '%s'%s", prefix, wordAt(text, at), rest)
		}
	}
	return msg
}

// lineAt is a line of a text, from 1; nil if it has none.
func lineAt(text []byte, line int) []byte {
	for i := 1; i < line; i++ {
		at := bytes.IndexByte(text, '\n')
		if at < 0 {
			return nil
		}
		text = text[at+1:]
	}
	before, _, _ := bytes.Cut(text, []byte("\n"))
	return before
}

// wordAt is the word at a position of a text.
func wordAt(text []byte, at cfg.Pos) string {
	line := lineAt(text, at.Line)
	from := min(max(at.Column-1, 0), len(line))
	to := from
	for to < len(line) && (isWord(line[to]) || line[to] == '.') {
		to++
	}
	return string(line[from:to])
}

// endOf is the position behind the last character of a text that is no space.
func endOf(name string, text []byte) cfg.Pos {
	text = bytes.TrimRight(text, " \t\r\n\v\f")
	last := bytes.LastIndexByte(text, '\n')
	return cfg.Pos{File: name, Line: bytes.Count(text, []byte("\n")) + 1, Column: len(text) - last}
}

// rephrasings replace the terms of the parser's grammar by those of C. An empty text drops the diagnostic.
var rephrasings = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`^TODO .*TypeofType.*`), "typeof of a type: not supported"},
	{regexp.MustCompile(`^redeclaration of '.*`), ""},
	{regexp.MustCompile(`^TODO.*`), "this construct: not supported"},
	{regexp.MustCompile(`<EOF>|\bEOF\b`), "end of the file"},
	{regexp.MustCompile(`'\\ufffd'`), "invalid byte"},
	{regexp.MustCompile(`(struct|union) (\w+) \{[^{}]*\}`), "$1 $2"},
	{regexp.MustCompile(`^label undefined: (.*)`), "label $1 is not defined"},
	{regexp.MustCompile(`expected (direct[- ]declarator|external declaration)$`), "expected a declaration"},
	{regexp.MustCompile(`expected (unary|cast|primary) expression$`), "expected an expression"},
	{regexp.MustCompile(`expected expression$`), "expected an expression"},
	{regexp.MustCompile(`expected (direct )?abstract declarator$`), "expected a type"},
	{regexp.MustCompile(`expected (block item|(labeled |selection |jump |iteration )?statement)$`), "expected a statement"},
	{regexp.MustCompile(`^include file not found: (.*)`), "the header $1 is not found in the directories of -I or among the embedded headers"},
	{regexp.MustCompile(`^invalid argument$`), "expected a file name, in quotes or angle brackets"},
	{regexp.MustCompile(`^strconv\.Parse\w+: parsing "(.*)": value out of range`), `the number "$1" is too large`},
	{regexp.MustCompile(`^expected #endif$`), "expected #endif, found the end of the file"},
	{regexp.MustCompile(`^invalid array size, (.*): .*`), "an array of $1 elements"},
	{regexp.MustCompile(`^expected pointer to function: (.*)`), "the called expression has type $1, which is not a function"},
	{regexp.MustCompile(`^operand shall be a pointer: (.*)`), "the dereferenced expression has type $1, which is not a pointer"},
	{regexp.MustCompile(`^undefined: (.*)`), "undefined: $1 is not declared"},
	{regexp.MustCompile(`^internal error: \w+Expression\w*$`), "a value is used like a variable: it cannot be assigned to, and has no address"},
	{regexp.MustCompile(`^multiple definitions of (.*), first definition at (.*?):? *$`), "$1 is defined twice, first at $2"},
	{regexp.MustCompile(`[: ]+$`), ""},
}

func rephrased(text string) string {
	for _, r := range rephrasings {
		text = r.pattern.ReplaceAllString(text, r.text)
	}
	return text
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// knownDirectives are those that the preprocessor executes, and those of gcc that mean nothing to a program. It takes
// all others for comments.
var knownDirectives = map[string]bool{
	"": true, "if": true, "ifdef": true, "ifndef": true, "elif": true, "else": true, "endif": true, "include": true, "include_next": true,
	"define": true, "undef": true, "line": true, "error": true, "pragma": true, "warning": true, "ident": true, "sccs": true,
}

// newerDirectives are those of C23 that older ones can express.
var newerDirectives = map[string]string{"elifdef": "elif defined", "elifndef": "elif !defined"}

// continued reports whether a line goes on in the next one.
func continued(line []byte) bool { return bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte(`\`)) }

// directives makes errors of the directives in text that the preprocessor would ignore, and spells others as it needs them. Lines stay
// where they are.
func directives(text []byte) []byte {
	if !bytes.Contains(text, []byte("#")) {
		return text
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	changed, defines := false, false // within a definition of a macro
	for i, line := range lines {
		if joined := bytes.ReplaceAll(line, []byte(",##__VA_ARGS__"), []byte(", ##__VA_ARGS__")); defines && len(joined) > len(line) {
			lines[i], changed = joined, true
		}
		defines = defines && continued(line)
		rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
		if !ok || i > 0 && continued(lines[i-1]) {
			continue
		}
		rest = bytes.TrimLeft(rest, " \t")
		n := 0
		for n < len(rest) && isWord(rest[n]) {
			n++
		}
		word := string(rest[:n])
		switch word {
		case "define":
			defines = continued(line)
			lines[i] = bytes.ReplaceAll(line, []byte(",##__VA_ARGS__"), []byte(", ##__VA_ARGS__"))
			changed = changed || len(lines[i]) > len(line)
		case "error", "warning": // whose text is no C
			lines[i], changed = bytes.Map(func(r rune) rune {
				if r == '\'' || r == '"' {
					return ' '
				}
				return r
			}, line), true
		}
		if knownDirectives[word] || word != "" && word[0] >= '0' && word[0] <= '9' { // # 1 "file.c" is a mark of gcc's
			continue
		}
		changed = true
		if older, ok := newerDirectives[word]; ok {
			lines[i] = []byte("#" + older + string(rest[n:]))
			continue
		}
		lines[i] = append([]byte("#error unknown directive #"), rest...)
	}
	if !changed {
		return text
	}
	return bytes.Join(lines, nil)
}
