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

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// maxDiagnostics is how many errors of a program are reported.
const maxDiagnostics = 5

// A diagnostic is a line of the parser's error.
type diagnostic struct {
	pos  cfg.Pos
	text string
}

// parseError returns an error of the parser in readable form. The error has the position and the
// beginning of the message of the first diagnostic. Diagnostics after a syntax error follow from it
// and are left out.
func (p *translationUnit) parseError(err error) *Error {
	cs := p.diagnostics(err)
	e := &Error{Pos: cs[0].pos, Msg: cs[0].text}
	if e.Pos.Line == 0 {
		e.Pos, e.Msg = cfg.Pos{}, p.source.Name+": "+e.Msg
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
	// ownSource matches a place in the source of the parser, which ends some of its messages.
	ownSource = regexp.MustCompile(` \([^()]*\.go:[^()]*\)?$`)
)

// diagnostics returns the errors of the parser, one for each position. There is at least one.
func (p *translationUnit) diagnostics(err error) []diagnostic {
	var z []diagnostic
	seen := map[cfg.Pos]bool{}
	for _, line := range strings.Split(err.Error(), "\n") {
		var c diagnostic
		c.text = ownSource.ReplaceAllString(line, "")
		if m := positioned.FindStringSubmatch(c.text); m != nil && m[1] == p.name {
			n, _ := strconv.Atoi(m[2])
			t := p.at(n)
			c.pos, c.text = t.Pos, m[4]
			if c.pos.File == trailerName { // the parser has reached the end of the program
				c.pos = endOf(p.source.Name, p.source.Text)
				c.text = found.ReplaceAllString(c.text, "unexpected end of the file")
			} else {
				c.text = nameFound(c.text, t.Text)
			}
		}
		// the diagnostic is about the parser itself
		if c.pos.Line == 0 && strings.HasPrefix(c.text, "TODO") {
			continue
		}
		c.text = rephrased(p.placed(c.text))
		if c.text == "" || c.pos.Line > 0 && seen[c.pos] {
			continue
		}
		seen[c.pos] = true
		z = append(z, c)
	}
	// an operand without a type has a diagnostic of its own
	if known := slice.Filter(z, func(d diagnostic) bool { return !strings.Contains(d.text, "<invalid type>") }); len(known) > 0 {
		z = known
	}
	if len(z) > 1 { // diagnostics with positions come first
		slices.SortStableFunc(z, func(x, y diagnostic) int { return cmp.Compare(min(y.pos.Line, 1), min(x.pos.Line, 1)) })
	}
	if len(z) == 0 {
		return []diagnostic{{text: "this is not C"}}
	}
	return z
}

// found matches the token at which a syntax error occurred.
var found = regexp.MustCompile(`unexpected ('.*'|<EOF>|EOF|[a-z -]+)`)

// misused returns the line of the first place in a program that uses a value like a variable, or 0.
func misused(n cc.Node) (line int) {
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
		if e == nil || line > 0 {
			return line == 0
		}
		switch x := inner(e).(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionIdent && x.Case != cc.PrimaryExpressionString && x.Case != cc.PrimaryExpressionLString && x.Case != cc.PrimaryExpressionExpr {
				line = x.Position().Line
			}
		}
		return line == 0
	})
	return line
}

// nameFound adds the text of the offending token to a syntax error, if the parser reports only its
// kind.
func nameFound(msg, word string) string {
	if strings.HasPrefix(msg, "strconv.Parse") && strings.HasSuffix(msg, ": invalid syntax") {
		return fmt.Sprintf("'%s' is not a number", word)
	}
	for _, kind := range []string{"identifier", "typename", "integer constant", "floating point constant"} {
		prefix := "unexpected " + kind
		if rest, ok := strings.CutPrefix(msg, prefix); ok && (rest == "" || rest[0] == ',') {
			return fmt.Sprintf("%s '%s'%s", prefix, word, rest)
		}
	}
	return msg
}

// preprocessError returns an error of the preprocessor.
func preprocessError(e *cpp.Error, s Source) *Error {
	z := &Error{Pos: e.Pos, Msg: e.Msg}
	if strings.HasSuffix(e.Msg, ": not supported") {
		z.Err = errors.ErrUnsupported
	}
	if e.Pos.File == trailerName {
		z.Pos = endOf(s.Name, s.Text)
	}
	return z
}

// endOf returns the position after the last character of a text that is not white space.
func endOf(name string, text []byte) cfg.Pos {
	text = bytes.TrimRight(text, " \t\r\n\v\f")
	last := bytes.LastIndexByte(text, '\n')
	return cfg.Pos{File: name, Line: bytes.Count(text, []byte("\n")) + 1, Column: len(text) - last}
}

// rephrasings replace the terms of the parser's grammar by those of C. An empty text drops the
// diagnostic.
var rephrasings = []struct{ pattern, text string }{
	{`^TODO .*TypeofType.*`, "typeof of a type: not supported"},
	{`^redeclaration of '.*`, ""},
	{`^TODO.*`, "this construct: not supported"},
	{`<EOF>|\bEOF\b`, "end of the file"},
	{`'\\ufffd'`, "invalid byte"},
	{`(struct|union) (\w+) \{[^{}]*\}`, "$1 $2"},
	{`^label undefined: (.*)`, "label $1 is not defined"},
	{`expected (direct[- ]declarator|external declaration)$`, "expected a declaration"},
	{`expected (unary|cast|primary) expression$`, "expected an expression"},
	{`expected expression$`, "expected an expression"},
	{`expected (direct )?abstract declarator$`, "expected a type"},
	{`expected (block item|(labeled |selection |jump |iteration )?statement)$`, "expected a statement"},
	{`^strconv\.Parse\w+: parsing "(.*)": value out of range`, `the number "$1" is too large`},
	{`^invalid array size, (-?) ?(.*): .*`, "an array of $1$2 elements"},
	{`^expected pointer to function: (.*)`, "the called expression has type $1, which is not a function"},
	{`^operand shall be a pointer: (.*)`, "the dereferenced expression has type $1, which is not a pointer"},
	{`^undefined: (.*)`, "$1 is not declared"},
	{`^internal error: (\*cc\.)?\w*Expression\w*$`, "a value is used like a variable: it cannot be assigned to, and has no address"},
	{`^multiple definitions of (.*), first definition at (.*?):? *$`, "$1 is defined twice, first at $2"},
	{`[: ]+$`, ""},
}

func rephrased(text string) string {
	for _, r := range rephrasings {
		text = regexp.MustCompile(r.pattern).ReplaceAllString(text, r.text)
	}
	return text
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
