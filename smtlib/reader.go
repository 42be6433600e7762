// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cornet/internal/bound"
	"cornet/logic"
)

// Limits of the reader. They keep hostile input from exhausting the machine; real input is far
// smaller.
const (
	maxDepth     = 1 << 22   // open parentheses of a term
	maxSortDepth = 1000      // open parentheses of a sort
	maxSortSize  = 10_000    // nodes of a sort written out
	maxSortParts = 1000      // sorts that a datatype is made of
	maxWidth     = 1 << 16   // bits of a bit-vector
	maxIndex     = 1<<31 - 1 // numeral in (_ name numeral)
	maxWords     = 1 << 28   // words that the terms of one input occupy
	maxExpansion = 1 << 22   // subterms visited while defined functions are expanded
)

// reader turns one input into commands and terms. Terms are built while their
// text is read, on explicit stacks: see reader_terms.go.
type reader struct {
	store *logic.Store
	syms  *symbols
	lx    *lexer

	// Stacks of the term being read.
	frames  []frame
	vals    []*logic.Term // arguments of the open frames
	valPos  []place
	pending []*symbol // symbols of open let binding lists
	undo    []localUndo
	exts    []extension
	quants  []quantifier
	matches []matchState

	instances  []instance // of datatypes, to be completed
	expansions int        // subterms that expansions may still visit
	coercer    coercer
	words      int     // store size at which the input is refused
	defining   *symbol // function whose definition is being read

	cmds        []Command
	named       []NamedTerm
	group       string // of the current command
	logic       string
	globalDecls bool
	warnings    []Warning
	annotations []Annotation
	redeclare   bool  // a symbol may be declared again
	strict      bool  // departures are refused
	inScript    bool  // the commands are read to the end
	start       place // of the current command
	exited      bool
}

// Read reads a script from r into store. name is the name of the input in messages. Terms of
// earlier scripts in the store are shared. If the store already has a datatype, it must be declared
// in the same way.
//
// The error is nil or an *[Error]. The script is nil then, but the store may have terms from before
// the error.
//
// Cost: linear in the input, except for canonical sums, which cost as much as the canonical form.
// The input is read in pieces and is not kept.
func Read(store *logic.Store, name string, r io.Reader) (*Script, error) {
	return readScript(NewScope(store), name, r)
}

// ReadStrict is [Read], but refuses every [Departure] from SMT-LIB, with [CodeStrict].
func ReadStrict(store *logic.Store, name string, r io.Reader) (*Script, error) {
	scope := NewScope(store)
	scope.RefuseDepartures()
	return readScript(scope, name, r)
}

func readScript(scope *Scope, name string, r io.Reader) (*Script, error) {
	rd := scope.reader(name, r)
	if err := rd.do(rd.script); err != nil {
		return nil, err
	}
	return rd.result(scope), nil
}

// Catch runs a function that reads, and returns the *[Error] that it panics with. Methods of the
// reader and the lexer panic in this way if the input is wrong, as do those of other packages that
// interpret text.
func Catch(read func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *Error:
			err = x
		case *bound.Exceeded:
			err = &Error{Code: CodeLimit, Msg: x.Error()}
		default:
			panic(x)
		}
	}()
	read()
	return nil
}

func (r *reader) result(scope *Scope) *Script {
	return &Script{Store: r.store, Name: r.lx.file, Logic: r.logic, Commands: r.cmds, Named: r.named, Warnings: r.warnings, Annotations: r.annotations, Scope: scope}
}

// ReadString is [Read] on a string.
func ReadString(store *logic.Store, name, text string) (*Script, error) {
	return Read(store, name, strings.NewReader(text))
}

// errorAt returns an error at the given place.
func (r *reader) errorAt(p place, code Code, format string, args ...any) *Error {
	return r.lx.errorf(p, code, format, args...)
}

// maxWarnings bounds the warnings about one input.
const maxWarnings = 10

// warn records a warning, once for each text.
func (r *reader) warn(p place, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if len(r.warnings) == maxWarnings || slices.ContainsFunc(r.warnings, func(w Warning) bool { return w.Msg == msg }) {
		return
	}
	r.warnings = append(r.warnings, Warning{Pos: r.lx.position(p), Msg: msg})
}

// warnHiding warns of a local symbol, read last, that hides a predicate or function.
func (r *reader) warnHiding(s *symbol) {
	if d := s.decl; d != nil && (d.kind == declFunc || d.kind == declTerm && d.term.Func() != nil) {
		r.warn(r.lx.at, "variable %s hides the symbol that is declared at %v", logic.QuoteSymbol(s.name), d.at)
	}
}

// unexpected returns the error for a token that the grammar does not allow.
func (r *reader) unexpected(want string) *Error {
	if r.lx.kind == tokEOF {
		return r.errorAt(r.start, CodeUnclosed, "the input ends inside this command; expected %s", want)
	}
	return r.errorAt(r.lx.at, CodeSyntax, "found %s; expected %s", r.lx.describe(), want)
}

// expect reads a token and requires it to be of a kind.
func (r *reader) expect(kind tokenKind, want string) {
	r.lx.next()
	r.want(kind, want)
}

// want requires the current token to be of a kind.
func (r *reader) want(kind tokenKind, want string) {
	if r.lx.kind != kind {
		panic(r.unexpected(want))
	}
}

// symbolToken requires the current token to be a symbol, quoted or not, and not a
// reserved word.
func (r *reader) symbolToken(what string) *symbol {
	switch r.lx.kind {
	case tokQuoted:
		return r.lx.sym
	case tokSymbol:
		if w := r.lx.sym.word; w == wordNone || w == wordUnsupported {
			return r.lx.sym
		}
		panic(r.errorAt(r.lx.at, CodeSyntax, "reserved word %s; expected %s; write |%s| to use it as a symbol", r.lx.sym.name, what, r.lx.sym.name))
	}
	panic(r.unexpected(what))
}

// nextSymbol reads a symbol.
func (r *reader) nextSymbol(what string) *symbol {
	r.lx.next()
	return r.symbolToken(what)
}

// word reports the reserved word that the current token is.
func (r *reader) word() word {
	if r.lx.kind != tokSymbol {
		return wordNone
	}
	return r.lx.sym.word
}

// newList starts a list whose symbols must differ.
func (r *reader) newList() { r.syms.lists++ }

// first reports whether s is new in the list started last.
func (r *reader) first(s *symbol) bool {
	if s.seen == r.syms.lists {
		return false
	}
	s.seen = r.syms.lists
	return true
}

// index reads the value of a numeral token that serves as an index.
func (r *reader) index() int {
	n, ok := smallNumeral(r.lx.text)
	if !ok || n > maxIndex {
		panic(r.errorAt(r.lx.at, CodeLimit, "index %s; the limit is %d", r.lx.describe(), maxIndex))
	}
	return int(n)
}

// smallNumeral converts digits to a number if it fits.
func smallNumeral(digits []byte) (n int64, ok bool) {
	if len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		n = 10*n + int64(c-'0')
	}
	return n, true
}

// checkSize stops if the terms of the input have become too large. It warns about converted
// arguments of the latest term, which starts at a place.
func (r *reader) checkSize(at place) {
	if r.coercer.coerced > 0 {
		r.coercer.coerced = 0
		r.depart(IntForReal, at, "an Int where a Real is expected; it is read as (to_real …)")
	}
	if r.coercer.addresses > 0 {
		r.coercer.addresses = 0
		r.depart(AddressNumeral, at, "a numeral where an address is expected; ((as heap.addr %s) …) is understood", logic.QuoteSymbol(r.coercer.address.Name()))
	}
	if r.store.Words() > r.words {
		panic(r.errorAt(at, CodeLimit, "the canonical terms of this input need more than %d words; are there very long sums or definitions nested in each other?", maxWords))
	}
}

// plural returns "1 argument" or "2 arguments".
func plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "index":
		return fmt.Sprintf("%d indices", n)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
