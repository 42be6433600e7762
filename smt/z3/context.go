// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"cornet/logic"
	"cornet/smt"
)

// Handles of objects of a Z3 context; 0 is no object.
type (
	ast    uintptr // a term
	zsort  uintptr // a sort
	decl   uintptr // a function declaration
	object uintptr // a model, solver, vector, parameter set, …
)

// Context is a Z3 context together with the translation of the terms of one term store. It holds
// one reference to each Z3 term, sort and declaration that represents one of the store. They are
// freed with the context.
//
// One goroutine at a time may use a Context: the one that owns the store. Only [Context.Close] is
// safe for concurrent use.
//
// A context breaks if a call does not end after an interrupt, or if it does not recover from an
// interrupt. Its users then switch to a successor.
type Context struct {
	lib   *Library
	store *logic.Store
	used  uint32  // the units of the resource limit that all queries so far have used
	ref   uintptr // the Z3_context

	mu      sync.Mutex
	users   int    // the number of references; see retain
	onClose func() // called once, when users reaches 0
	// renew returns a reference to the context that replaces this one if it is broken. It is nil
	// for a context that is not shared.
	renew func() (*Context, error)

	sorts   []zsort               // by Sort.ID
	sortOf  map[zsort]*logic.Sort // the inverse of sorts
	terms   memo                  // by Term.ID
	funcs   []decl                // by Func.ID
	symbols map[decl]symbol       // the meaning of declarations
	ctors   map[*logic.Constructor]ctorDecls
	dtNames map[string]bool      // names of constructors and selectors in use
	freshes []*logic.Term        // the values of uninterpreted sorts, in the order of translation
	number  map[*logic.Sort]decl // functions that number these values; see numbered

	nonlinear bool   // a nonlinear term has been translated
	constants bool   // a constant array over sorts of indices that may be finite has been translated
	probe     object // a separate solver; see revive
	broken    error  // the reason why the context can no longer be used

	pins pinner
	argv [12]uintptr // the arguments of call
	args []uintptr   // the argument list of mkApp and others
	out  [4]uintptr  // results that are returned by pointer
	todo []*logic.Term
}

// symbol is the meaning of a Z3 declaration. Exactly one field is set.
type symbol struct {
	term  *logic.Term // a variable, or a value of an uninterpreted sort
	fn    *logic.Func
	ctor  *logic.Constructor // the constructor
	is    *logic.Constructor // its tester
	field *logic.Selector
}

// ctorDecls are the Z3 declarations of a constructor.
type ctorDecls struct {
	make, is decl
	fields   []decl
}

// NewContext returns a context for the terms of store. The caller closes it.
//
// Cost: about 0.8 ms and 1 MB.
func (l *Library) NewContext(store *logic.Store) (*Context, error) {
	cfg := l.call(fnMkConfig)
	c := &Context{
		lib: l, store: store, users: 1,
		ref:     l.call(fnMkContextRC, cfg),
		sortOf:  map[zsort]*logic.Sort{},
		symbols: map[decl]symbol{},
		ctors:   map[*logic.Constructor]ctorDecls{},
		dtNames: map[string]bool{},
		number:  map[*logic.Sort]decl{},
	}
	l.call(fnDelConfig, cfg)
	if c.ref == 0 {
		return nil, fmt.Errorf("z3: libz3 cannot make a context: %w", smt.ErrMemory)
	}
	c.call(fnSetErrorHandler, c.ref, 0) // the default handler exits the process
	c.init()
	return c, nil
}

// init makes the sorts that the store has from the start.
func (c *Context) init() {
	for _, s := range []*logic.Sort{c.store.Bool, c.store.Int, c.store.Real} {
		if _, err := c.sort(s); err != nil {
			panic(fmt.Sprintf("z3: sort %v: %v", s, err)) // nothing can fail here
		}
	}
}

// retain adds a user of the context. Every user calls Close once.
func (c *Context) retain() *Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.users == 0 {
		return nil
	}
	c.users++
	return c
}

// successor returns a reference to a context that replaces this one, which is broken.
func (c *Context) successor() (*Context, error) {
	if c.renew != nil {
		return c.renew()
	}
	return c.lib.NewContext(c.store)
}

// Close drops one reference to the context. The last call frees it with everything in it.
func (c *Context) Close() {
	c.mu.Lock()
	c.users--
	users := c.users
	c.mu.Unlock() // onClose takes the lock of a Backend, which calls retain under it
	switch {
	case users > 0:
		return
	case users < 0:
		panic("z3: context closed twice")
	}
	if c.onClose != nil {
		c.onClose()
	}
	c.release()
	c.call(fnDelContext, c.ref)
	c.ref = 0
}

// errClosed is the error for making an object in a closed context.
var errClosed = errors.New("z3: the context is closed")

// release drops the references to terms. Without release, Z3 frees the terms of a context layer by
// layer, and visits all terms for each layer: it took five seconds to delete a context with a chain
// of 5,000 terms.
func (c *Context) release() {
	for _, page := range c.terms.pages {
		if page == nil {
			continue
		}
		for _, a := range page {
			if a != 0 {
				c.call(fnDecRef, c.ref, uintptr(a))
			}
		}
	}
}

// Error is an error that libz3 reports.
type Error struct {
	Op   string // the C function
	Code uint32 // Z3_error_code
	Msg  string // the message of Z3
}

// Error names the function that failed, and the reason.
func (e *Error) Error() string { return fmt.Sprintf("z3: %s: %s (error code %d)", e.Op, e.Msg, e.Code) }

// Is reports whether e and target are both about memory.
func (e *Error) Is(target error) bool {
	const memout = 7 // Z3_MEMOUT_FAIL
	return target == smt.ErrMemory && (e.Code == memout || strings.Contains(e.Msg, "out of memory"))
}

// err returns the error of the last call, a call of f, or nil.
func (c *Context) err(f fn) error {
	code := uint32(c.call(fnErrorCode, c.ref))
	if code == 0 {
		return nil
	}
	msg := cString(c.call(fnErrorMsg, c.ref, uintptr(code)))
	return &Error{Op: fnNames[f], Code: code, Msg: msg}
}

// failed returns the error of a call of f that returned no object.
func (c *Context) failed(f fn) error {
	if err := c.err(f); err != nil {
		return err
	}
	return &Error{Op: fnNames[f], Msg: "no result"}
}

// hold adds a reference to a term, sort or declaration for the context.
func (c *Context) hold(x uintptr) { c.call(fnIncRef, c.ref, x) }

// symbolName returns the Z3 symbol called name.
func (c *Context) symbolName(name string) uintptr {
	return c.call(fnMkStringSymbol, c.ref, pinString(&c.pins, name))
}

// memo maps term IDs to Z3 terms. It is dense but paged, so that a context with few terms of a
// large store stays small.
type memo struct{ pages []*[memoPage]ast }

const memoPage = 512

func (m *memo) load(id uint32) ast {
	if p := id / memoPage; int(p) < len(m.pages) && m.pages[p] != nil {
		return m.pages[p][id%memoPage]
	}
	return 0
}

func (m *memo) save(id uint32, a ast) {
	p := int(id / memoPage)
	for p >= len(m.pages) {
		m.pages = append(m.pages, nil)
	}
	if m.pages[p] == nil {
		m.pages[p] = new([memoPage]ast)
	}
	m.pages[p][id%memoPage] = a
}
