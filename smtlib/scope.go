// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"io"
	"strings"

	"cornet/logic"
)

// Scope holds the symbols that a script has declared, so that more text can be
// read in their scope: terms, models, definitions. It belongs to the goroutine
// of its store.
type Scope struct {
	store *logic.Store
	syms  *symbols

	// What commands have said, for ReadCommand.
	logic       string
	globalDecls bool
	strict      bool
}

// NewScope returns a scope with the symbols of the theories only.
func NewScope(store *logic.Store) *Scope {
	syms := newSymbols()
	syms.baseSorts(store)
	return &Scope{store: store, syms: syms}
}

// RefuseDepartures makes every [Departure] from SMT-LIB an error in what is read from now on.
func (sc *Scope) RefuseDepartures() { sc.strict = true }

// Store returns the store of the scope's symbols and terms.
func (sc *Scope) Store() *logic.Store { return sc.store }

func (sc *Scope) reader(name string, r io.Reader) *reader {
	z := &reader{
		store:      sc.store,
		coercer:    coercer{Store: sc.store},
		syms:       sc.syms,
		lx:         newLexer(r, name, sc.syms),
		expansions: maxExpansion,
		words:      sc.store.Words() + maxWords,
		start:      place{0, 1, 1},
		strict:     sc.strict,
	}
	if h := z.heap(); h != nil {
		z.coercer.address = h.address
	}
	return z
}

// Declared reports whether a script has declared a function or constant of that name.
func (sc *Scope) Declared(name string) bool {
	s := sc.syms.table[name]
	return s != nil && s.decl != nil
}

// Declare declares the names of functions and variables. An already declared symbol gets the new
// meaning, until Read, ReadTerm or another method declares it again.
func (sc *Scope) Declare(funcs []*logic.Func, vars []*logic.Term) {
	for _, f := range funcs {
		d := &declaration{kind: declFunc, fn: f}
		if f.Arity() == 0 {
			d.kind, d.term = declTerm, sc.store.Apply(f)
		}
		sc.syms.declare(sc.syms.intern([]byte(f.Name())), d)
	}
	for _, v := range vars {
		sc.syms.declare(sc.syms.intern([]byte(v.Name())), &declaration{kind: declTerm, term: v})
	}
}

// Mark returns a function that forgets what has been declared since.
func (sc *Scope) Mark() (forget func()) {
	decls, sorts := len(sc.syms.declared), len(sc.syms.sortLog)
	return func() { sc.syms.forget(decls, sorts) }
}

// Read reads more commands into the scope, as if they followed the earlier ones. Symbols may be
// declared again: the latest declaration holds.
func (sc *Scope) Read(name string, r io.Reader) (*Script, error) {
	rd := sc.reader(name, r)
	rd.redeclare = true
	if err := rd.do(rd.script); err != nil {
		return nil, err
	}
	return rd.result(sc), nil
}

// ReadTerm reads the only term of the text. The error is nil or an *[Error].
func (sc *Scope) ReadTerm(text string) (*logic.Term, error) {
	r := sc.reader("", strings.NewReader(text))
	var t *logic.Term
	err := r.do(func() {
		x := r.term()
		r.expect(tokEOF, "the end of the text after the term")
		t = x
	})
	return t, err
}

// Term reads an s-expression as a term. The error is nil or an *[Error].
func (sc *Scope) Term(x Sexpr) (*logic.Term, error) {
	var t *logic.Term
	err := sc.replay(x, func(r *reader) { t = r.term() })
	return t, err
}

// Sort reads an s-expression as a sort. The error is nil or an *[Error].
func (sc *Scope) Sort(x Sexpr) (*logic.Sort, error) {
	var z *logic.Sort
	err := sc.replay(x, func(r *reader) { z = r.sort() })
	return z, err
}

// Command reads an s-expression as a command, such as a definition in a printed model. A symbol may
// be declared again, so that a model can define what the script declared; the definition holds from
// then on. The error is nil or an *[Error].
func (sc *Scope) Command(x Sexpr) (Command, error) {
	var cmd Command
	err := sc.replay(x, func(r *reader) {
		r.redeclare = true
		r.expect(tokOpen, "a command")
		c := r.command()
		if len(r.annotations) > 0 {
			panic(r.errorAt(r.start, CodeUnsupported, "%s: transition systems are read from files, not command by command", r.annotations[0].Keyword))
		}
		cmd = c
	})
	return cmd, err
}

func (sc *Scope) replay(x Sexpr, f func(*reader)) error {
	r := sc.reader("", strings.NewReader(""))
	return r.do(func() { r.replay(x, func() { f(r) }) })
}

// do runs a function that reads, and returns the *[Error] that it ends with. After an error, the
// symbol table is as before the term.
func (r *reader) do(read func()) error {
	err := Catch(read)
	if err == nil {
		return nil
	}
	if x, ok := err.(*Error); ok && !x.Pos.IsValid() { // a term that is too large is found by what makes it
		x.Pos = r.lx.position(r.lx.at)
	}
	r.unbind(0)
	for _, q := range r.quants {
		for _, s := range q.syms {
			s.bound = s.bound[:len(s.bound)-1]
		}
	}
	return err
}
