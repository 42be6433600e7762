// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"cmp"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/expr"
	"cornet/encode/lower"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// Ints selects the encoding of integers.
type Ints uint8

// The encodings of integers.
const (
	Auto     Ints = iota // WrapInts, or BV where WrapInts is inexact
	WrapInts             // integers that wrap
	Math                 // integers without bounds
	BV                   // bit-vectors
)

// Options choose the encoding. The zero value is usable.
type Options struct {
	Ints Ints
	// Paths is the number of states that stay separate where paths meet; default 4.
	Paths int
	// BlockSize is the number of nodes after which a block is cut where paths meet; default 400.
	// When a product is unwound on demand, it is the maximal number of steps of a block.
	BlockSize int
	// Cuts are the cuts of an earlier encoding with the same options. The new encoding refines them
	// if that may help.
	Cuts expr.Cuts
	// Certain leaves out the executions that pass a construct which is not modelled exactly, or a
	// pointer that leaves the objects of the points-to analysis. Then everything that the clauses
	// derive happens in the program, but a proof has no meaning.
	Certain bool
	// AnyInput lets inputs of type int and wider signed types be any integers, with Math.
	AnyInput bool
	// Remember adds variables for the addresses at which strings end. Ranking functions of loops
	// may need them.
	Remember bool
	// Pointers chooses the pointers for which a proof includes the assumptions that lowering makes
	// about memory.
	Pointers scalar.Duties
}

func (o Options) withDefaults() Options {
	o.Paths = cmp.Or(o.Paths, 4)
	o.BlockSize = cmp.Or(o.BlockSize, 400)
	return o
}

// System is an encoded program.
type System struct {
	Horn   *horn.System
	b      *builder
	blocks map[*scalar.Node]*PathBlock
	// Program is the program that the clauses encode, or nil if it is unwound on demand. A model of
	// Horn holds for all its executions; see Place.Node.
	Program *scalar.Program
	// Leads, if not nil, restricts the encoding: executions are encoded until they leave these
	// nodes of Program. A model does not describe the rest of an execution.
	Leads map[*scalar.Node]bool
	// Steps describes the clauses of Horn, in order.
	Steps []Step
	// Places describes the predicates of Horn, in order.
	Places []Place
	// Notes name the over-approximations of the source in the program, and those that the encoding
	// adds.
	Notes []cfg.Note
	// Ints is the chosen encoding of integers.
	Ints Ints
	// Bits means that remainders, bit operations, products of variables or sums that wrap many
	// times occur. Then bit-vectors may be the better encoding.
	Bits bool
	// Cuts are the ranges of floating-point numbers that were cut into pieces. Finer pieces may
	// decide a doubtful answer.
	Cuts expr.Cuts
	// Inexact means that bit operations are over-approximated.
	Inexact bool
	// Approximated reports that operations on floating-point numbers are over-approximated.
	Approximated bool
	// CallsLeftOut reports that calls of recursive functions return arbitrary values. Another
	// encoding models these calls.
	CallsLeftOut bool
	// LeftOut means that executions through constructs that are not modelled exactly are left out;
	// see Options.Certain.
	LeftOut bool
	// Divisions are the integer divisions by a divisor that is not constant. Executions that divide
	// by zero end there.
	Divisions []Division
}

// Division is a division of integers. Query is a query clause. It states that the divisor is not
// zero wherever the program evaluates the division.
type Division struct {
	Pos   cfg.Pos
	Query *horn.Clause
}

// DividesByZero returns the assumptions of a proof about divisions: the divisions for which valid
// does not show that the divisor differs from zero. valid reports whether the model of the proof is
// a model of a system of queries.
func (sys *System) DividesByZero(valid func(*horn.System) bool) []cfg.Note {
	var z []cfg.Note
	for _, d := range sys.Divisions {
		query := &horn.System{Store: sys.Horn.Store, Preds: sys.Horn.Preds, Clauses: []*horn.Clause{d.Query}}
		if !valid(query) {
			z = append(z, cfg.Note{Pos: d.Pos, Assumed: true, What: "a division by zero ends the program"})
		}
	}
	return z
}

// Pointers returns the accesses through pointers. For those in the first result, clauses state that
// they stay within the objects of the points-to analysis. For the others, no clause does.
func (sys *System) Pointers() (stated, left []cfg.Pos) {
	for e := range sys.b.p.Edges() {
		if o, ok := e.Op.(scalar.Obligation); ok && o.Proved {
			stated = append(stated, e.Pos)
		} else if ok {
			left = append(left, e.Pos)
		}
	}
	return stated, left
}

// OfWhole returns the encoding of a slice as one of the whole program p. Its places and blocks
// begin at nodes of p, so that a model and the clauses can be compared with runs of p. Choices
// between edges of the slice stay unknown in such a run.
func (sys *System) OfWhole(p *scalar.Program, slice *scalar.Slice) *System {
	z := *sys
	z.Program, z.Leads = p, slice.Leads
	z.Places = slices.Clone(sys.Places)
	for i := range z.Places {
		z.Places[i].Node = slice.Of[z.Places[i].Node]
	}
	z.blocks = map[*scalar.Node]*PathBlock{}
	for n, block := range sys.blocks {
		of := *block
		of.Merges = map[*scalar.Node]Merge{}
		for m, merge := range block.Merges {
			of.Merges[slice.Of[m]] = merge
		}
		z.blocks[slice.Of[n]] = &of
	}
	return &z
}

// PlaceKind is the kind of a predicate.
type PlaceKind uint8

// The kinds of predicates.
const (
	LoopHead PlaceKind = iota
	Join               // where paths meet, or after a call
	Entry              // of a function that is called
	Exit
)

// Place describes a predicate.
type Place struct {
	Kind PlaceKind
	Pred *logic.Func
	Pos  cfg.Pos
	Func string
	// Vars are the variables of the last arguments. The first arguments are values at the entry of
	// the function. The function never assigns those in Fixed, so Vars does not repeat them.
	Vars  []*scalar.Var
	In    []*scalar.Var
	Fixed map[*scalar.Var]bool
	// Node is the node in System.Program, or nil if there is no such node.
	Node *scalar.Node
	// Threads has the position of each thread, in a product of threads.
	Threads string
}

// StepKind is the kind of a clause.
type StepKind uint8

// The kinds of clauses.
const (
	Block   StepKind = iota // from one place to another
	Enter                   // into a function
	Return                  // after a call: the second body atom is the exit of the callee
	Failure                 // to an error
)

// Step describes a clause.
type Step struct {
	Kind     StepKind
	From     cfg.Pos
	To       cfg.Pos
	Error    cfg.ErrorKind // of Failure
	Function string        // for Failure: as Function in cfg.Error; the same holds for Site and What
	Site     int
	What     string
	// Cause, of Failure, describes what is wrong with an address, as seen in an execution. It is ""
	// if unknown.
	Cause  string
	Events []Event
	trail  *trail
	// begins means that the first body atom is the place where the clause's block begins. The main
	// function begins without an atom.
	begins bool
}

// Trail returns the positions at which the clause's block passes a new line, since paths last met.
// A position without a line represents everything before that.
func (s Step) Trail() []cfg.Pos {
	var z []cfg.Pos
	for t := s.trail; t != nil; t = t.before {
		z = append(z, t.pos)
	}
	slices.Reverse(z)
	return z
}

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Input     EventKind = iota // a nondeterministic function returns Value
	Assigns                    // the variable Name becomes Value
	Inexact                    // a construct that is not modelled is evaluated
	Unset                      // an indeterminate value is used
	Undefined                  // an operation that C leaves undefined, Name, yields Value
	// Only package encode/exec reports the following kinds, except for Moves.
	Branch  // the condition Name holds
	Reads   // the variable Name, which threads share, is read
	Calls   // the function Name is called, with arguments Text
	Returns // the function Name returns Text
	Acts    // a thread does what Name describes: create, join, lock and the like
	Moves   // a thread takes a step at Pos; this distinguishes schedules
)

// Event is something that happens on some paths of a block. Guard and Value are terms over the
// variables of the clause. Variables that the clause does not mention have any value.
type Event struct {
	Kind  EventKind
	Guard *Guard      // the condition of the paths that pass it
	Value *logic.Term // nil for Inexact
	Type  scalar.Type
	// Name is the name of the function or variable, the construct that is not modelled, or the
	// condition.
	Name string
	Var  *scalar.Var // for Assigns and Unset; nil if it is not a variable of the source
	Pos  cfg.Pos
}

// Encode turns p into Horn clauses over the terms of s. p must have one thread.
func Encode(s *logic.Store, p *cfg.Program, o Options) (*System, error) {
	return EncodeScalar(s, Scalar(p, o), o)
}

// EncodeScalar turns a program that [Scalar] has made with the same options, or a part of one, into
// Horn clauses over the terms of s.
func EncodeScalar(s *logic.Store, z *scalar.Program, o Options) (*System, error) {
	return encodeWith(s, z, memoryOf(z, o), o)
}

// EncodeCertain returns the system of all executions of p, and the system of its certain executions
// (see [Options.Certain]). If all executions are certain, both are the same system, which is made
// once.
func EncodeCertain(s *logic.Store, p *cfg.Program, o Options) (whole, certain *System, err error) {
	z := Scalar(p, o)
	m := memoryOf(z, o)
	if whole, err = encodeWith(s, z, m, o); err != nil || !whole.b.doubtful {
		return whole, whole, err
	}
	o.Certain = true
	certain, err = encodeWith(s, z, m, o)
	return whole, certain, err
}

// memoryOf returns the variables that remember where strings end, if the options ask for them.
func memoryOf(z *scalar.Program, o Options) memory {
	if o.Remember {
		return remember(z)
	}
	return nil
}

// encodeWith turns a program into clauses.
func encodeWith(s *logic.Store, z *scalar.Program, m memory, o Options) (*System, error) {
	o = o.withDefaults()
	live := demandsOf(z)
	sys, err := build(s, z, m, live, o)
	if err == nil && sys.Inexact && o.Ints == Auto {
		o.Ints = BV
		sys, err = build(s, z, m, live, o)
	}
	return sys, err
}

// Scalar returns the program from which Encode makes the clauses.
func Scalar(p *cfg.Program, o Options) *scalar.Program {
	z := lower.Program(p)
	z.Oblige(o.Pointers)
	return z
}
