// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"context"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// A document is a file that is open in an editor, and the results about its text.
type document struct {
	uri, path string
	language  language
	version   int
	text      string
	lines     []int // the offsets of the beginnings of lines
	utf8      bool  // positions count bytes instead of UTF-16 units

	read    []diagnostic // diagnostics from reading the text
	answers []diagnostic // diagnostics from deciding it
	outline outline      // the outline of the last text that could be read
	decided map[string]answer

	reading bool                     // the text has not been read since it changed
	saved   bool                     // the text is to be decided after it has been read
	stop    context.CancelFunc       // cancels the reading
	running map[string]*workProgress // the runs, by the function that the program starts with
}

// An outline has the symbols that a text defines.
type outline struct {
	symbols []symbol
}

// A symbol is a name that a text defines.
type symbol struct {
	name, detail string
	kind         symbolKind
	at           place    // the place of the definition
	body         place    // for C: the place of the brace that opens a function's body
	pointers     []string // for C: the parameters of a function that are pointers
}

// A place is a place in a text, as in messages: line and column, in bytes, from 1.
type place struct{ line, column int }

// An answer has the results of a run about a text.
type answer struct {
	title       string
	hints       []hint
	definitions map[string]string // definitions of predicates, by the model
}

// A hint is text shown after a line.
type hint struct {
	line          int // from 1
	text, tooltip string
}

// language is the language of a document.
type language uint8

const (
	other language = iota
	cLanguage
	smtLanguage
)

// languageOf returns the language by the editor's name for it, or by the name of the file.
func languageOf(id, path string) language {
	switch strings.ToLower(id) {
	case "c", "cpp":
		return cLanguage
	case "smt2", "smtlib", "smt-lib", "smt", "smtlib2":
		return smtLanguage
	}
	switch filepath.Ext(path) {
	case ".c", ".h", ".i":
		return cLanguage
	case ".smt2":
		return smtLanguage
	}
	return other
}

func newDocument(d textDocument, utf8 bool) *document {
	path := pathOf(d.URI)
	z := &document{
		uri: d.URI, path: path, language: languageOf(d.LanguageID, path), version: d.Version, utf8: utf8,
		decided: map[string]answer{}, running: map[string]*workProgress{}, stop: func() {},
	}
	z.set(d.Text)
	return z
}

// pathOf returns the file that a URI names, or the URI itself.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}

// uriOf returns the URI of a file.
func uriOf(path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// set replaces the text. Everything known about the old text is dropped, except its outline, which
// the next reading replaces.
func (d *document) set(text string) {
	d.text, d.lines = text, []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	d.answers = nil
	clear(d.decided)
	d.cancel()
}

// cancel cancels the runs about a document; end also cancels its reading.
func (d *document) cancel() {
	for _, p := range d.running {
		p.cancel()
	}
}

func (d *document) end() {
	d.stop()
	d.cancel()
}

// line returns a line of the text, from 0, without its end.
func (d *document) line(n int) string {
	if n < 0 || n >= len(d.lines) {
		return ""
	}
	end := len(d.text)
	if n+1 < len(d.lines) {
		end = d.lines[n+1]
	}
	return strings.TrimRight(d.text[d.lines[n]:end], "\r\n")
}

// offset returns the offset of a position in the text. A position after the end of its line counts
// as the end.
func (d *document) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(d.lines):
		return len(d.text)
	}
	line := d.line(p.Line)
	return d.lines[p.Line] + d.bytes(line, p.Character)
}

// bytes returns the number of bytes that the first n units of a line have.
func (d *document) bytes(line string, n int) int {
	if d.utf8 {
		return min(max(n, 0), len(line))
	}
	for i, r := range line {
		if n <= 0 {
			return i
		}
		n -= units(r)
	}
	return len(line)
}

// units returns the number of UTF-16 units of a character.
func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// position returns the position of a byte of a line, both numbered from 0.
func (d *document) position(line, byte int) position {
	text := d.line(line)
	byte = min(max(byte, 0), len(text))
	if d.utf8 {
		return position{line, byte}
	}
	n := 0
	for _, r := range text[:byte] {
		n += units(r)
	}
	return position{line, n}
}

// at returns a place of the text as a position. For a place after the end of the text, it returns
// the end.
func (d *document) at(p place) position {
	line := min(max(p.line-1, 0), len(d.lines)-1)
	return d.position(line, p.column-1)
}

// word returns the range of the word at a place. If no word begins there, it returns the rest of
// the line.
func (d *document) word(p place) span {
	start := d.at(p)
	line := d.line(start.Line)
	from := d.bytes(line, start.Character)
	to := from
	for to < len(line) && isWord(line[to]) {
		to++
	}
	if to == from {
		to = max(len(strings.TrimRight(line, " \t")), from)
	}
	return span{start, d.position(start.Line, to)}
}

// wordAround returns the word around a position, with its range. Symbols of SMT-LIB may have
// further characters.
func (d *document) wordAround(p position) (string, span) {
	line := d.line(p.Line)
	at := d.bytes(line, p.Character)
	in := func(i int) bool {
		return i >= 0 && i < len(line) && (isWord(line[i]) || d.language == smtLanguage && strings.IndexByte(symbolBytes, line[i]) >= 0)
	}
	from, to := at, at
	for in(from - 1) {
		from--
	}
	for in(to) {
		to++
	}
	return strings.Trim(line[from:to], "|"), span{d.position(p.Line, from), d.position(p.Line, to)}
}

// symbolBytes are the characters other than letters, digits and _ that symbols of SMT-LIB may have.
const symbolBytes = "~!@$%^&*+=<>.?/-|"

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf
}

// find returns the symbol with the given name.
func (o outline) find(name string) (symbol, bool) {
	i := slices.IndexFunc(o.symbols, func(s symbol) bool { return s.name == name })
	if i < 0 {
		return symbol{}, false
	}
	return o.symbols[i], true
}
