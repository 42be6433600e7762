// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"fmt"
	"iter"
	"strings"
)

// A Pos is a position in the source text. The zero Pos is unknown.
type Pos struct {
	File         string
	Line, Column int // from 1
	// Mention identifies the call that yields a value from outside: in the text, it is the n-th
	// mention of the function, from 1. (A position is not enough, since macros put several calls at
	// one position.)
	Mention int
	// In a product of threads, Thread is the thread that is there; 0 is main.
	Thread int
}

func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// OfLibrary reports whether a position is in a model of a function of the library.
func OfLibrary(p Pos) bool { return strings.HasPrefix(p.File, "<") }

// A Program is a whole program: the functions that have a body, and the variables with static
// storage.
//
// Init, a function without parameters that runs before Main, sets the initial values of globals. It
// zeroes a global without initialiser, as in C. It havocs an extern one without definition.
type Program struct {
	Model     DataModel
	Globals   []*Var // in order of definition, including static locals
	Functions []*Function
	Init      *Function
	Main      *Function // its parameters are arbitrary
	Notes     []Note
	// Headers are the files that the program's text includes, besides embedded ones.
	Headers []string
	// Mentions is the number of mentions, in the preprocessed text, of each function that yields
	// values from outside.
	Mentions map[string]int
	// Marked means that the text contains something that may be an error of the program's own, even
	// if no execution reaches it: a mention of an error function or assertion, a label ERROR, or a
	// contract.
	Marked bool
	// Contracts are the positions where clauses of contracts are checked. A compiled program does
	// not check them.
	Contracts map[Pos]bool
	// Harness, if not nil, makes the arguments of the function that the program starts with, in the
	// same way as Main.
	Harness *Harness
	// Interleaved means that the program is a product of threads that take turns.
	Interleaved bool
	// Overruns means that indices and pointers may lead from an array to other members of its
	// object. C leaves this undefined.
	Overruns bool
	// ModelMatters means that the program's text computes values that may differ between data
	// models.
	ModelMatters bool
}

// A Harness is C text appended to the text of a file.
type Harness struct {
	Head, Body string // declarations in one line, and statements
	File       int    // the number of the file
}

// Text returns the harness as a function with the given declaration.
func (h *Harness) Text(function string) string { return h.Head + function + " {\n" + h.Body + "}\n" }

// Function returns the function with the given name, or nil.
func (p *Program) Function(name string) *Function {
	for _, f := range p.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// NextID returns the smallest ID above those of all variables.
func (p *Program) NextID() int {
	next := 0
	note := func(vs ...*Var) {
		for _, v := range vs {
			if v != nil {
				next = max(next, v.ID+1)
			}
		}
	}
	note(p.Globals...)
	for _, f := range append([]*Function{p.Init}, p.Functions...) {
		if f != nil {
			note(f.Result)
			note(f.Params...)
			note(f.Locals...)
		}
	}
	return next
}

// Edges yields the edges of Functions.
func (p *Program) Edges() iter.Seq[*Edge] {
	return func(yield func(*Edge) bool) {
		for _, f := range p.Functions {
			for e := range f.Edges() {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// A Note names something that the automaton models differently from the source. A note with neither
// of the following flags is for information.
type Note struct {
	Pos  Pos
	What string // for messages: "inline assembly is ignored", "foo() has no body: it changes nothing"
	// Function is the function without body that the note is about, or "".
	Function string
	// Inexact means that the automaton has more behaviours than the source: a counterexample that
	// passes here may be spurious.
	Inexact bool
	// Assumed means that the automaton may have fewer behaviours than the source: a proof holds
	// under the assumption What.
	Assumed bool
}

func (n Note) String() string {
	kind := ""
	switch {
	case n.Assumed:
		kind = "assuming: "
	case n.Inexact:
		kind = "not modelled exactly: "
	}
	return fmt.Sprintf("%s%v: %s", kind, n.Pos, n.What)
}

// A Var is a variable, a parameter, or a temporary of the front end.
type Var struct {
	Name   string // as in the source; not unique
	Type   *Type
	Kind   VarKind
	Func   *Function // nil for globals
	Pos    Pos
	Thread bool // _Thread_local: one copy for each thread
	// Extern marks a global that is declared, used and never defined.
	Extern bool
	// Literal marks the array of a string literal, in which nothing is stored.
	Literal bool
	ID      int // unique in the program, dense from 0
}

// VarKind is the storage of a variable.
type VarKind uint8

// The kinds of variables.
const (
	Global VarKind = iota // static storage, including static locals
	Param
	Local
	Temp   // made by the front end: assigned before each use, never pointed to
	Result // the result of a function
)

func (v *Var) String() string { return v.Name }

// A Function is a function with a body.
//
// Control enters at Entry and leaves at Exit. Every return leads to Exit, which has no edges out.
// Result then holds the returned value; it is nil for void.
type Function struct {
	Name    string
	Params  []*Var
	Locals  []*Var // Locals and Temps
	Result  *Var
	Entry   *Node
	Exit    *Node
	Nodes   []*Node // Nodes[i].ID == i
	Pos     Pos
	Atomic  bool // its name begins with __VERIFIER_atomic_: it runs without interruption
	VarArgs bool
	// Pool, if not nil, represents a set of values that only grows. The function adds its parameter
	// to it, or returns any value that was added in some execution. Its body treats the set as a
	// single value, for analyses that ignore the order of steps.
	Pool *Var
	// Key is a global variable of a function with a Pool. When the interpreter (package exec) calls
	// the function, it returns the value that was added last under the current value of Key.
	// Clauses ignore Key: they let it return any value that was added.
	Key *Var
}

// NewNode adds a node to f.
func (f *Function) NewNode(pos Pos) *Node { return AddNode(f, &f.Nodes, pos) }

// Clear removes the code of f: no edge leaves its entry. Its declarations remain.
func (f *Function) Clear() {
	f.Entry.Out, f.Entry.In, f.Exit.Out, f.Exit.In = nil, nil, nil, nil
	f.Entry.ID, f.Exit.ID, f.Nodes = 0, 1, []*Node{f.Entry, f.Exit}
}

func (f *Function) String() string { return f.Name }

// Takes reports whether a call through a pointer may run f with some arguments and store its result
// in a place, if that is not nil. This is more permissive than compatibility in C: integers and
// pointers are interchangeable, and f ignores additional arguments.
func (f *Function) Takes(args []Expr, to Place) bool {
	if len(f.Params) > len(args) || to != nil && (f.Result == nil || !f.Result.Type.returnedAs(to.Type())) {
		return false
	}
	for i, p := range f.Params {
		if !p.Type.passedAs(args[i].Type()) {
			return false
		}
	}
	return true
}

// passedAs reports whether a function with a parameter of type p reads an argument of type t
// correctly.
func (p *Type) passedAs(t *Type) bool {
	if p.IsAggregate() || t.IsAggregate() || p.Kind == Float || t.Kind == Float {
		return p.Kind == t.Kind && p.Size == t.Size
	}
	return true
}

// returnedAs reports whether a result of type t can be read as type as. The result must not be
// wider than as.
func (t *Type) returnedAs(as *Type) bool { return t.Kind == as.Kind && t.Size == as.Size }

// Edges yields the edges of f.
func (f *Function) Edges() iter.Seq[*Edge] { return EdgesOf(f.Nodes) }

// A Node is a location of a function. An Edge is a step from one node of a function to another. The
// edges out of a node are alternatives: control takes any edge whose Op does not block.
type (
	Node = NodeOf[Function, Op]
	Edge = EdgeOf[Function, Op]
)
