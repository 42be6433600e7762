// SPDX-License-Identifier: Apache-2.0

package smt

import (
	"cmp"
	"context"
	"errors"
	"log/slog"

	"cornet/internal/option"
	"cornet/logic"
)

// Status is the answer to a satisfiability query.
type Status uint8

// The answers. Unknown is the zero value: to give up is not an error.
const (
	Unknown Status = iota
	Sat
	Unsat
)

// String returns the SMT-LIB word for st.
func (st Status) String() string {
	switch st {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Asserter holds a stack of assertions.
type Asserter interface {
	// Push opens a scope. Pop closes the n innermost scopes and removes their assertions. It panics
	// if fewer than n scopes are open.
	Push()
	Pop(n int)
	// Assert adds a Boolean term of the solver's store to the innermost scope. Free variables and
	// uninterpreted functions are symbols of the query. If the back end has no theory for t, it
	// returns an error wrapping errors.ErrUnsupported and does not add the assertion.
	Assert(t *logic.Term) error
}

// OutOfTicks is the reason of solvers that have used up Options.Ticks and report it.
const OutOfTicks = "tick limit"

// Checker decides the asserted conjunction.
type Checker interface {
	// Check decides the assertions together with the assumptions. Assumptions are arbitrary Boolean
	// terms and hold for this call only. A non-nil error implies Unknown. Cancellation of ctx
	// yields Unknown and context.Cause(ctx). An exhausted budget yields Unknown without an error;
	// Reason explains it.
	Check(ctx context.Context, assumptions ...*logic.Term) (Status, error)
	// Reason explains in a few words why the last Check was Unknown. The text is for people.
	// Programs may compare it only with OutOfTicks.
	Reason() string
}

// Modeler gives the model of the last Check, which must have returned Sat.
type Modeler interface {
	// Model returns the model. It remains valid forever. It assigns every symbol that occurs in the
	// assertions and assumptions; other symbols have default values. It may be called until the
	// next Push, Pop, Assert or Check.
	Model() (*logic.Model, error)
}

// Corer gives the core of the last Check, which must have returned Unsat.
type Corer interface {
	// Core returns assumptions of that Check, in their order, that are unsatisfiable together with
	// the assertions. The set need not be minimal. The caller owns the slice. Core may be called
	// until the next Push, Pop, Assert or Check.
	Core() []*logic.Term
}

// Solver is what every back end provides. It belongs to one goroutine and one term store.
type Solver interface {
	Asserter
	Checker
	Modeler
	Corer
	// Close releases the solver's resources. The solver must not be used afterwards.
	Close()
}

// Projector eliminates variables under the guidance of a model.
type Projector interface {
	// Project returns a quantifier-free formula g without vars as free symbols. m satisfies f and
	// g, and g implies ∃vars. f. For fixed f and vars, the models of f lead to finitely many
	// different g if the theory allows it (Bool, LIA, LRA). If a variable cannot be eliminated, the
	// error wraps errors.ErrUnsupported.
	Project(ctx context.Context, m *logic.Model, vars []*logic.Term, f *logic.Term) (*logic.Term, error)
}

// Strength chooses among the interpolants that one proof admits.
type Strength uint8

// The strengths, from a back end's own choice to the logically weakest. A stronger interpolant is
// closer to the subtree that it summarises.
const (
	StrengthDefault Strength = iota
	Strong
	Medium
	Weak
)

var strengthWords = []string{"default", "strong", "medium", "weak"}

// String returns the word for s.
func (s Strength) String() string { return strengthWords[s] }

// UnmarshalText reads the word for s.
func (s *Strength) UnmarshalText(text []byte) error {
	return option.ReadWord(s, text, strengthWords...)
}

// Method chooses how interpolants are made, if a back end has several ways. A query that one method
// cannot answer goes to the others.
type Method uint8

// The methods. The first lets the back end choose for each query.
const (
	MethodDefault Method = iota
	FromProofs           // from proofs; of bit-vectors, over bits
	FromWords            // from proofs by rules about bit-vectors as words
	FromModels           // from models, projection and cores
)

var methodWords = []string{"default", "proofs", "words", "models"}

// String returns the word for m.
func (m Method) String() string { return methodWords[m] }

// UnmarshalText reads the word for m.
func (m *Method) UnmarshalText(text []byte) error { return option.ReadWord(m, text, methodWords...) }

// Query asks for interpolants of a tree of partitions.
//
// A node is numbered before its parent. The last node is the root, and its Parent is -1. A sequence
// Part[0], …, Part[n-1] is the path with Parent[i] = i+1. A binary query A, B is the path of two
// nodes.
type Query struct {
	Part     []*logic.Term
	Parent   []int
	Strength Strength
	Method   Method
}

// HasWords reports whether bit-vectors occur in q.
func (q *Query) HasWords() bool {
	words := false
	logic.Walk(func(t *logic.Term) bool {
		words = words || t.Sort().IsBitVec()
		return !words
	}, q.Part...)
	return words
}

// Sequence returns the query for a sequence of partitions.
func Sequence(parts ...*logic.Term) *Query {
	q := &Query{Part: parts, Parent: make([]int, len(parts))}
	for i := range parts {
		q.Parent[i] = i + 1
	}
	q.Parent[len(parts)-1] = -1
	return q
}

// Interpolation is the answer to a [Query].
type Interpolation struct {
	// Status is Unsat if there are interpolants.
	Status Status
	// Formulas has one formula for each node if the status is Unsat. The Part of a node and the
	// formulas of its children imply the formula of the node. The root's formula is false. A
	// formula mentions only symbols that occur both in the subtree of the node and outside it.
	Formulas []*logic.Term
	// Model, if Sat, is a model of the conjunction of all partitions.
	Model *logic.Model
	// Reason, if Unknown, explains it in a few words.
	Reason string
	// OutOfTicks, if Unknown, means that at least one check has used up a bound of Options.Ticks.
	OutOfTicks bool
}

// Interpolator answers interpolation queries.
type Interpolator interface {
	// Interpolate decides the conjunction of the partitions of q. If it is unsatisfiable, it
	// returns interpolants. A non-nil error implies Unknown.
	Interpolate(ctx context.Context, q *Query) (Interpolation, error)
}

// ErrMemory is wrapped by the errors of back ends that have used up the memory bound of [Options].
var ErrMemory = errors.New("out of memory")

// Options configure a solver. The zero value is the default.
type Options struct {
	// Seed feeds the back end's random choices.
	Seed uint32
	// Ticks bounds the deterministic effort of one Check; 0 means no bound. For libz3, a tick is a
	// unit of its resource limit.
	Ticks uint64
	// Memory bounds the memory of the back end in bytes; 0 means no bound.
	Memory uint64
	// Log receives debug and trace records; nil discards them.
	Log *slog.Logger
}

// Within returns o with the effort of one Check also bounded by ticks.
func (o Options) Within(ticks uint64) Options {
	if o.Ticks == 0 || o.Ticks > ticks {
		o.Ticks = ticks
	}
	return o
}

// Logger returns o.Log, or a logger that discards.
func (o Options) Logger() *slog.Logger {
	return cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}

// Backend makes solvers over a term store.
type Backend interface {
	// Name is the word that selects the back end on the command line.
	Name() string
	// New returns a new solver without assertions.
	New(store *logic.Store, o Options) (Solver, error)
	// Projector returns a projector over the store.
	Projector(store *logic.Store, o Options) (Projector, error)
	// Interpolator returns an interpolator over the store.
	Interpolator(store *logic.Store, o Options) (Interpolator, error)
}
