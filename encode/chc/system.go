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

// Ints says what integers are.
type Ints uint8

// The encodings of integers.
const (
	Auto     Ints = iota // WrapInts, or BV where that is inexact
	WrapInts             // integers that wrap
	Math                 // integers without bounds
	BV                   // bit-vectors
)

// Options say how to encode. The zero value is usable.
type Options struct {
	Ints Ints
	// Paths is how many states of paths that meet are kept apart; default 4.
	Paths int
	// BlockSize is how many nodes a block has before it is cut at a place where paths meet; default 400. When
	// a product is unwound on demand, it is the most steps of a block.
	BlockSize int
	// Cuts are those of an earlier encoding with the same options, to be made finer where that may help.
	Cuts expr.Cuts
	// Pointers chooses the pointers for which a proof includes the assumptions of the lowering of memory.
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
	// Program is the program that the clauses are made of; nil if it is unwound on demand. A model of Horn holds of all runs
	// of it, see Place.Node.
	Program *scalar.Program
	// Steps describes the clauses of Horn, in order.
	Steps []Step
	// Places describes the predicates of Horn, in order.
	Places []Place
	// Notes are what the program models by more behaviours than the source has, and what the
	// encoding adds.
	Notes []cfg.Note
	// Ints is the encoding of integers that was chosen.
	Ints Ints
	// Bits says that remainders or bit operations occur, for which bit-vectors may be the better
	// encoding.
	Bits bool
	// Cuts are ranges of floating-point numbers that were cut into pieces. Finer ones may decide what is doubtful.
	Cuts expr.Cuts
	// Inexact says that bit operations are over-approximated.
	Inexact bool
	// Approximated says that operations on floating-point numbers are over-approximated.
	Approximated bool
	// CallsLeftOut says that calls of recursive functions are any values, which another encoding models.
	CallsLeftOut bool
	// Divisions are the divisions of integers whose divisor is not constant. Executions that divide by zero end there.
	Divisions []Division
}

// Division is a division of integers: a query clause that says that the divisor is not zero wherever the division is evaluated.
type Division struct {
	Pos   cfg.Pos
	Query *horn.Clause
}

// DividesByZero returns what a proof assumes of the divisions for which valid does not show that they are not by zero. valid reports
// whether the model of the proof is one of a system of queries.
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

// Pointers returns the accesses through pointers for which clauses say that they stay in the objects that the points-to analysis
// allows, and those for which none do.
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

// PlaceKind is the kind of a predicate.
type PlaceKind uint8

// The kinds of predicates.
const (
	LoopHead PlaceKind = iota
	Join               // where paths meet, or behind a call
	Entry              // of a function that is called
	Exit
)

// Place is what a predicate stands for.
type Place struct {
	Kind PlaceKind
	Pred *logic.Func
	Pos  cfg.Pos
	Func string
	// Vars are the variables that the last arguments stand for; the first ones are values at the
	// entry of the function.
	Vars []*scalar.Var
	In   []*scalar.Var
	// Node is where that is in System.Program; nil if there is none.
	Node *scalar.Node
	// Threads tells where each stands, in a product of threads.
	Threads string
}

// StepKind is the kind of a clause.
type StepKind uint8

// The kinds of clauses.
const (
	Block   StepKind = iota // from one place to another
	Enter                   // into a function
	Return                  // behind a call: the second body atom is the exit of the callee
	Failure                 // to an error
)

// Step is what a clause stands for.
type Step struct {
	Kind     StepKind
	From     cfg.Pos
	To       cfg.Pos
	Error    cfg.ErrorKind // of Failure
	Function string        // of Failure: as in cfg.Error, and so are Site and What
	Site     int
	What     string
	Cause    string // of Failure: what is wrong with an address, as an execution shows; "" if unknown
	Events   []Event
	trail    *trail
}

// Trail returns where the block of the clause passes a new line, since paths have met last; a position without a line stands for what is
// before that.
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
	Input   EventKind = iota // a nondeterministic function returns Value
	Assigns                  // the variable Name becomes Value
	Inexact                  // something that is not modelled is evaluated
	Unset                    // an indeterminate value is used
	// What follows is known of executions by package encode/exec alone, but for Moves.
	Branch  // the condition Name holds
	Reads   // the variable Name, which threads share, is read
	Calls   // the function Name is called, with arguments Text
	Returns // the function Name returns Text
	Acts    // a thread does what Name describes: create, join, lock and the like
	Moves   // a thread takes a step at Pos: distinguishes schedules
)

// Event is something that happens on some paths of a block. Guard and Value are terms over the variables
// of the clause; variables that the clause does not mention have any value.
type Event struct {
	Kind  EventKind
	Guard *Guard      // the paths that pass it
	Value *logic.Term // nil of Inexact
	Type  scalar.Type
	Name  string      // of the function, of the variable; what is not modelled; the condition
	Var   *scalar.Var // of Assigns and Unset; nil if no variable of the source
	Pos   cfg.Pos
}

// Encode turns p into Horn clauses over the terms of s. p has one thread.
func Encode(s *logic.Store, p *cfg.Program, o Options) (*System, error) {
	o = o.withDefaults()
	z := Scalar(p, o)
	sys, err := build(s, z, o)
	if err == nil && sys.Inexact && o.Ints == Auto {
		o.Ints = BV
		sys, err = build(s, z, o)
	}
	return sys, err
}

// Scalar returns the program that Encode makes clauses of.
func Scalar(p *cfg.Program, o Options) *scalar.Program {
	z := lower.Program(p)
	z.Oblige(o.Pointers)
	return z
}
