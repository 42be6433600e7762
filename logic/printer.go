// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
)

// String returns t in SMT-LIB syntax on one line. Subterms that occur several times are bound by
// let and written once, so the text is at most a small factor longer than the DAG: see [WriteTerm].
// Reading the text in the same store gives t again.
func (t *Term) String() string {
	var b strings.Builder
	newPrinter(&b, 0).print(t)
	return b.String()
}

// Format implements [fmt.Formatter]: %v and %s write t like [Term.String]. A precision, as in
// %.80v, limits the length of the text in bytes, and the work. + breaks lines.
func (t *Term) Format(f fmt.State, verb rune) {
	if t == nil {
		io.WriteString(f, "<nil>")
		return
	}
	if n, ok := f.Precision(); ok {
		io.WriteString(f, t.prefix(n))
		return
	}
	width := 0
	if f.Flag('+') {
		width = lineWidth
	}
	newPrinter(f, width).print(t)
}

// LogValue implements [slog.LogValuer]: a text of bounded length, made only if
// the log record is written.
func (t *Term) LogValue() slog.Value { return slog.StringValue(t.prefix(500)) }

// prefix returns the first n bytes or so of t's text, without let.
//
// Cost: O(n), whatever the size of t.
func (t *Term) prefix(n int) string {
	if t == nil {
		return "<nil>"
	}
	var b strings.Builder
	p := newPrinter(&b, 0)
	p.limit = max(n, 1)
	p.todo = append(p.todo, piece{kind: pieceTerm, term: t})
	p.run()
	if b.Len() > n {
		return b.String()[:n] + "…"
	}
	return b.String()
}

// WriteTerm writes t in SMT-LIB syntax, with line breaks in long Boolean terms.
//
// A subterm that occurs more than once is bound by let where it first can be: before the whole
// term, or inside the quantifiers that bind its variables. Exceptions are short texts, and terms
// under different quantifiers over the same variable, which SMT-LIB cannot share.
//
// Reading the text in the scope of t's symbols in the same store gives t again. Variables are
// distinguished by name and sort. If a quantifier would hide an outer symbol of the same name, let
// gives the symbol another name.
func WriteTerm(w io.Writer, t *Term) error { return WriteIndented(w, t, 0) }

// WriteIndented is like [WriteTerm] for a term that begins after some blanks: its other lines begin
// after at least as many.
func WriteIndented(w io.Writer, t *Term, blanks int) error {
	b := bufio.NewWriter(w)
	p := newPrinter(b, lineWidth)
	p.indent = blanks
	p.print(t)
	return b.Flush()
}

// WriteBody writes t after a blank, or on lines of its own, indented by two columns, if it is long.
func WriteBody(w io.Writer, t *Term) {
	p := newPrinter(w, lineWidth)
	p.indent = 2
	p.share = newSharing(t)
	if p.share.length(t) > lineWidth {
		io.WriteString(w, "\n  ")
	} else {
		io.WriteString(w, " ")
	}
	p.enter(nil, t, p.indent)
	p.run()
}

// lineWidth is the length of text from which on Boolean terms are broken into
// lines.
const lineWidth = 100

// printer writes one term. It is iterative: a stack has the parts of the text that are still to be
// written.
type printer struct {
	w      io.Writer
	width  int // break terms that are longer than this; 0: never
	indent int // of lines that start inside the term
	limit  int // stop after this many bytes; 0: never
	out    int // bytes written

	todo   []piece
	shapes shape // scratch memory of expand
	share  *sharing
	names  map[*Term]string // terms that lose their names
	scopes []scope
}

// scope has the changes of names that the end of a quantifier, or of the whole term, undoes.
type scope struct {
	bound  []*Term  // terms that lose their names
	hidden []*Term  // terms that get an old name back
	old    []string // the names of hidden
}

func newPrinter(w io.Writer, width int) *printer {
	return &printer{w: w, width: width, names: map[*Term]string{}}
}

func (p *printer) print(t *Term) {
	p.share = newSharing(t)
	p.enter(nil, t, p.indent)
	p.run()
}

// run writes pieces until none is left.
func (p *printer) run() {
	for len(p.todo) > 0 && (p.limit == 0 || p.out <= p.limit) {
		x := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		switch x.kind {
		case pieceText:
			p.write(x.text)
		case pieceBreak:
			p.write("\n")
			p.write(blanks[:min(int(x.indent), len(blanks))])
		case pieceTerm:
			if name, ok := p.names[x.term]; ok {
				p.write(name)
				continue
			}
			p.expand(x.term, int(x.indent))
		case pieceDefine:
			p.expand(x.term, int(x.indent))
		case pieceScope:
			p.enter(x.term, x.term.args[0], int(x.indent))
		case pieceName:
			p.names[x.term] = x.text
		case pieceLeave:
			p.leave()
		}
	}
}

var blanks = strings.Repeat(" ", 200)

func (p *printer) write(s string) {
	p.out += len(s)
	io.WriteString(p.w, s)
}

// expand puts the pieces of t on the stack.
func (p *printer) expand(t *Term, indent int) {
	p.shapes = p.shapes[:0]
	p.shapes.add(t)
	long := p.width > 0 && p.share != nil && p.share.length(t) > p.width
	if long {
		indent += 2
	}
	for i := len(p.shapes) - 1; i >= 0; i-- {
		x := p.shapes[i]
		x.indent = int16(min(indent, len(blanks)))
		if x.kind == pieceBreak && !long {
			x.kind, x.text = pieceText, " "
		}
		p.todo = append(p.todo, x)
	}
}

// enter puts the body of a quantified term q on the stack, or the whole term if q is nil, after the
// let bindings that it needs.
func (p *printer) enter(q, body *Term, indent int) {
	if p.share == nil || !p.share.any {
		p.todo = append(p.todo, piece{kind: pieceTerm, term: body, indent: int16(min(indent, len(blanks)))})
		return
	}
	var sc scope
	reg := p.share.regions[q]
	for _, t := range reg.hidden {
		if name, ok := p.names[t]; ok {
			sc.hidden, sc.old = append(sc.hidden, t), append(sc.old, name)
			delete(p.names, t)
		}
	}
	separator := piece{kind: pieceText, text: " "}
	if p.width > 0 && p.share.length(body) > p.width {
		separator.kind = pieceBreak
	}
	var out []piece
	for _, t := range reg.lets {
		if _, ok := p.names[t]; ok {
			continue
		}
		name := p.share.newName()
		out = append(out, piece{kind: pieceText, text: "(let ((" + name + " "},
			piece{kind: pieceDefine, term: t}, piece{kind: pieceText, text: "))"}, separator,
			piece{kind: pieceName, term: t, text: name})
		sc.bound = append(sc.bound, t)
	}
	out = append(out, piece{kind: pieceTerm, term: body})
	if n := len(sc.bound); n > 0 {
		out = append(out, piece{kind: pieceText, text: strings.Repeat(")", n)})
	}
	out = append(out, piece{kind: pieceLeave})
	p.scopes = append(p.scopes, sc)
	for i := range out {
		out[i].indent = int16(min(indent, len(blanks)))
	}
	slices.Reverse(out)
	p.todo = append(p.todo, out...)
}

func (p *printer) leave() {
	sc := p.scopes[len(p.scopes)-1]
	p.scopes = p.scopes[:len(p.scopes)-1]
	for _, t := range sc.bound {
		delete(p.names, t)
	}
	for i, t := range sc.hidden {
		p.names[t] = sc.old[i]
	}
}
