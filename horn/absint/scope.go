// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// Bounds on the work of one evaluator.
const (
	evaluatorWork   = 20_000  // work for each clause
	workPerTerm     = 100     // further work for each subterm of the clause
	maxScopes       = 24      // nested scopes
	maxScopedDepth  = 100     // depth of branches that get a scope and are visited recursively
	maxTermDepth    = 100_000 // depth of terms that are visited; see bottomUp
	maxStores       = 100     // stores of an array whose elements are simplified
	maxRefineCost   = 300     // atoms that refine may visit for one disjunction
	maxDisjunctions = 3       // nested disjunctions that refine enters
	refineRounds    = 3       // rounds over a conjunction
	maxNarrowCases  = 4       // branches of a conditional term whose value may decide its condition
)

// scope has the known facts about the values of terms at one position of a formula. These are
// intervals of variables, of other terms that are not sums, and of sums without constant in the
// canonical form of atoms. Formulas have intervals too: 1 for true, 0 for false. The facts of the
// enclosing scopes hold, too.
type scope struct {
	up      *scope
	depth   int
	of      map[*logic.Term]rational.Interval
	touches signature // signature of the keys in the field of
	// Cached results for terms. They remain valid when the scope becomes narrower.
	values   map[*logic.Term]rational.Interval
	assumed  map[signed]*scope
	rewrites map[*logic.Term]*logic.Term
}

// signed is a formula that holds or fails.
type signed struct {
	t        *logic.Term
	positive bool
}

// inner returns a new scope inside sc, without facts of its own.
func (sc *scope) inner() *scope { return &scope{up: sc, depth: sc.depth + 1} }

// lookup returns the narrowest interval that is known for key t.
func (sc *scope) lookup(t *logic.Term) rational.Interval {
	for ; sc != nil; sc = sc.up {
		if v, ok := sc.of[t]; ok {
			return v
		}
	}
	return rational.Interval{}
}

// refresh drops results that were computed when the scope was wider.
func (sc *scope) refresh() { sc.values, sc.assumed, sc.rewrites = nil, nil, nil }

// evaluator computes with intervals of the terms of one system, with a budget for each
// clause.
type evaluator struct {
	store *logic.Store
	work  int // work left; if negative, no more scopes are made
	// by the ID of a term; the zero value if the term has no variables, or has no signature yet
	signatures []signature
	variables  int // variables with a signature
	costs      map[*logic.Term]int
	sums       map[*logic.Term]sumKey
	hasSums    bool       // a scope has had bounds on a sum
	narrowings int        // number of keys narrowed so far
	relations  []relation // of the current clause
}

// sumKey returns a sum without constant as a multiple of the canonical sum, which is a key of
// scopes.
type sumKey struct {
	key    *logic.Term
	factor rational.Rat
}

func newEvaluator(s *logic.Store) *evaluator {
	return &evaluator{
		store: s, costs: map[*logic.Term]int{}, sums: map[*logic.Term]sumKey{},
	}
}

// allow sets the budget for a clause of the given size.
func (e *evaluator) allow(size int) { e.work = evaluatorWork + workPerTerm*size }

// narrowKey narrows key t to those of its values that are in v. It returns false if there are none.
func (e *evaluator) narrowKey(sc *scope, t *logic.Term, v rational.Interval) bool {
	old := sc.lookup(t)
	z := old.Meet(v)
	if t.Sort().IsInt() {
		z = z.Round()
	}
	if z.IsEmpty() {
		return false
	}
	if z.Equal(old) {
		return true
	}
	if sc.of == nil {
		sc.of = map[*logic.Term]rational.Interval{}
	}
	sc.of[t] = z
	e.narrowings++
	if t.Op() == logic.OpAdd {
		sc.touches.sums |= bit(t)
	} else {
		sc.touches = sc.touches.or(signature{vars: e.signature(t).vars})
	}
	e.hasSums = e.hasSums || t.Op() == logic.OpAdd
	return true
}

// signature is a hash of the terms that determine the values of t: its variables, and the keys of
// the sums in it. Variables get numbers when they first occur, so those of a clause collide only if
// there are more of them than bits.
type signature struct {
	vars [variableBits / 64]uint64
	sums uint64
}

// variableBits is the number of bits for variables.
const variableBits = 256

func (x signature) or(y signature) signature {
	for i, v := range y.vars {
		x.vars[i] |= v
	}
	x.sums |= y.sums
	return x
}

// meets reports whether x and y may have an element in common.
func (x signature) meets(y signature) bool {
	z := x.sums & y.sums
	for i, v := range y.vars {
		z |= x.vars[i] & v
	}
	return z != 0
}

func bit(t *logic.Term) uint64 { return 1 << (t.ID() % 64) }

// signature returns the signature of t.
func (e *evaluator) signature(t *logic.Term) signature {
	if !t.HasVars() {
		return signature{}
	}
	if z := e.known(t); z != (signature{}) {
		return z
	}
	var order []*logic.Term
	logic.Walk(func(u *logic.Term) bool {
		if !u.HasVars() || e.known(u) != (signature{}) {
			return false
		}
		order = append(order, u)
		return !u.HasQuantifiers()
	}, t)
	// arguments come before the terms that contain them
	slices.SortFunc(order, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
	for _, u := range order {
		var z signature
		switch {
		case u.HasQuantifiers():
			z.sums = ^uint64(0)
			for i := range z.vars {
				z.vars[i] = ^uint64(0)
			}
		case u.IsVar():
			n := e.variables % variableBits
			z.vars[n/64] = 1 << (n % 64)
			e.variables++
		default:
			for _, v := range u.Args() {
				z = z.or(e.known(v))
			}
		}
		if u.Op() == logic.OpAdd {
			if l := e.store.Linear(u); len(l.Monomials) > 1 {
				z.sums |= bit(e.keyOf(l).key)
			}
		}
		if n := int(u.ID()) + 1; n > len(e.signatures) {
			e.signatures = append(e.signatures, make([]signature, max(n, e.store.Len())-len(e.signatures))...)
		}
		e.signatures[u.ID()] = z
	}
	return e.known(t)
}

// known returns the signature of t if it is known. The zero value counts as unknown; no term with
// variables has it.
func (e *evaluator) known(t *logic.Term) signature {
	if int(t.ID()) < len(e.signatures) {
		return e.signatures[t.ID()]
	}
	return signature{}
}

// place returns the outermost scope with all facts of sc that the values of t depend on.
func (e *evaluator) place(sc *scope, t *logic.Term) *scope {
	g := e.signature(t)
	for sc.up != nil && !sc.touches.meets(g) {
		sc = sc.up
	}
	return sc
}

// assume returns a scope inside sc in which t holds, or fails if positive is not set. It returns
// nil if there is no such valuation. The result may be sc itself.
func (e *evaluator) assume(sc *scope, t *logic.Term, positive bool) *scope {
	key := signed{t, positive}
	if z, ok := sc.assumed[key]; ok {
		return z
	}
	if e.work--; sc.depth >= maxScopes || e.work < 0 {
		return sc
	}
	z := sc.inner()
	switch {
	case !e.refine(z, t, positive, maxDisjunctions):
		z = nil
	case z.of == nil:
		z = sc
	default:
		z.refresh()
	}
	if sc.assumed == nil {
		sc.assumed = map[signed]*scope{}
	}
	sc.assumed[key] = z
	return z
}
