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

// The answers. Unknown is the zero value: giving up is not an error.
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
	// Push opens a scope; Pop closes the n innermost ones and forgets what was
	// asserted in them. Popping more scopes than are open panics.
	Push()
	Pop(n int)
	// Assert adds a Boolean term of the solver's store to the innermost scope.
	// Free variables and uninterpreted functions are symbols of the query. It
	// returns an error wrapping errors.ErrUnsupported when the back end has no
	// theory for t; the assertion is then not added.
	Assert(t *logic.Term) error
}

// OutOfTicks is the reason of solvers that have used up Options.Ticks and can tell.
const OutOfTicks = "tick limit"

// Checker decides the asserted conjunction.
type Checker interface {
	// Check decides the assertions together with the assumptions. Assumptions
	// are arbitrary Boolean terms and hold for this call only. A non-nil error
	// implies Unknown; cancellation of ctx yields Unknown and context.Cause(ctx).
	// Exhausted budgets yield Unknown without error; Reason tells why.
	Check(ctx context.Context, assumptions ...*logic.Term) (Status, error)
	// Reason says in a few words why the last Check was Unknown. It is text
	// to be shown; only OutOfTicks is to be compared with.
	Reason() string
}

// Modeler gives the model of the last Check, which must have returned Sat.
type Modeler interface {
	// Model is valid as a value for ever; it assigns every symbol that occurs
	// in the assertions and assumptions (others take default values). Calling
	// it is allowed until the next Push, Pop, Assert or Check.
	Model() (*logic.Model, error)
}

// Corer gives the core of the last Check, which must have returned Unsat.
type Corer interface {
	// Core returns assumptions of that Check that are unsatisfiable together
	// with the assertions, in their order; not necessarily a minimal set. The
	// caller owns the slice. Calling it is allowed until the next Push, Pop,
	// Assert or Check.
	Core() []*logic.Term
}

// Solver is what every back end provides. One goroutine, one term store.
type Solver interface {
	Asserter
	Checker
	Modeler
	Corer
	// Close releases the solver's resources. The solver must not be used after.
	Close()
}

// Projector eliminates variables under the guidance of a model.
type Projector interface {
	// Project returns a formula g without vars (as free symbols) such that m
	// satisfies g and g implies ∃vars. f. m satisfies f. The result is quantifier
	// free. Projection is finite: for fixed f and vars, the models of f lead to
	// finitely many different g where the theory allows it (Bool, LIA, LRA).
	// An error wraps errors.ErrUnsupported when a variable cannot be eliminated.
	Project(ctx context.Context, m *logic.Model, vars []*logic.Term, f *logic.Term) (*logic.Term, error)
}

// Strength chooses among the interpolants that one proof admits.
type Strength uint8

// The strengths, from a back end's own choice to the logically weakest. A
// stronger interpolant is closer to the subtree that it summarises.
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

// Method chooses how interpolants are made, where a back end has several ways. What one cannot do
// is left to the others.
type Method uint8

// The methods, from a back end's own choice for the query.
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
// Nodes are numbered so that a node comes before its parent; the last node is
// the root and Parent of the root is -1. A sequence Part[0], …, Part[n-1] is the
// path with Parent[i] = i+1; a binary query A, B is the path of two.
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
	// Status is Unsat when there are interpolants.
	Status Status
	// Formulas, when Unsat, has one formula per node: Part of the node and the
	// formulas of its children imply the formula of the node; the root's is
	// false; it mentions only symbols that occur both in the subtree of the node
	// and outside of it.
	Formulas []*logic.Term
	// Model, when Sat, is a model of the conjunction of all partitions.
	Model *logic.Model
	// Reason, when Unknown, says why in a few words.
	Reason string
	// OutOfTicks, when Unknown, says that a bound of Options.Ticks has been used up, by a check at least.
	OutOfTicks bool
}

// Interpolator answers interpolation queries.
type Interpolator interface {
	// Interpolate decides the conjunction of the partitions of q and, when it
	// is unsatisfiable, returns interpolants. A non-nil error implies Unknown.
	Interpolate(ctx context.Context, q *Query) (Interpolation, error)
}

// ErrMemory is wrapped by the errors of back ends that are out of the memory that [Options] leave them.
var ErrMemory = errors.New("out of memory")

// Options configure the making of a solver. The zero value is the default.
type Options struct {
	// Seed feeds the back end's random choices.
	Seed uint32
	// Ticks bounds the deterministic effort of one Check; 0 means no bound. For
	// libz3 a tick is a unit of its resource limit.
	Ticks uint64
	// Memory bounds the memory of the back end in bytes; 0 means no bound.
	Memory uint64
	// Log receives debug and trace records; nil discards them.
	Log *slog.Logger
}

// Within returns o with the effort of one Check bounded by ticks, besides its own bound.
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
	// New returns a fresh solver with nothing asserted.
	New(store *logic.Store, o Options) (Solver, error)
	// Projector returns a projector over the store.
	Projector(store *logic.Store, o Options) (Projector, error)
	// Interpolator returns an interpolator over the store.
	Interpolator(store *logic.Store, o Options) (Interpolator, error)
}
