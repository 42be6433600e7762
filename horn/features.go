// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"strings"

	"cornet/logic"
)

// Theories is a set of theories and language constructs.
type Theories uint16

// The theories. A system is in the fragment of an engine if its Theories are a subset of the
// engine's.
const (
	Ints        Theories = 1 << iota // terms of sort Int
	Reals                            // terms of sort Real
	IntDivision                      // div and mod
	Conversions                      // to_real, to_int, bv2nat, int2bv
	Nonlinear                        // products of variables, division by a variable
	Arrays                           // array sorts
	Datatypes                        // algebraic datatypes
	BitVectors                       // bit-vector sorts
	Sorts                            // uninterpreted sorts
	Quantifiers                      // quantifiers inside constraints
	Booleans                         // Boolean variables or predicate arguments

	numTheories = iota
)

var theoryNames = [numTheories]string{
	"ints", "reals", "div", "conversions", "nonlinear", "arrays", "datatypes", "bitvectors", "sorts", "quantifiers",
	"booleans",
}

// Has reports whether all theories of y are in x.
func (x Theories) Has(y Theories) bool { return x&y == y }

// String returns the names of the theories, joined by "+", or "none".
func (x Theories) String() string {
	var names []string
	for i, name := range theoryNames {
		if x&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "+")
}

// MarshalText returns the names, for reports.
func (x Theories) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// Features describes a system, for the choice of engines and for statistics.
type Features struct {
	Predicates int // declared predicates
	Used       int // predicates that occur in a clause
	Clauses    int
	Facts      int // clauses without body atoms, queries included
	Queries    int // clauses with head false
	MaxBody    int // most body atoms of a clause
	MaxArity   int // most arguments of a predicate that is used
	Args       int // arguments of all predicates that are used
	Vars       int // variables of all clauses
	Size       int // distinct subterms of all clauses

	Linear     bool // no clause has more than one body atom
	Recursive  bool // some predicate depends on itself
	Components int  // strongly connected components
	Cutpoints  int  // see Graph.Cutpoints
	Depth      int  // see Graph.MaxDepth
	Theories   Theories
}

// Describe returns the features of sys.
//
// Cost: O(size of the system), and that of [NewGraph].
func Describe(sys *System) Features {
	g := NewGraph(sys)
	f := Features{
		Predicates: len(sys.Preds), Clauses: len(sys.Clauses), Queries: len(g.Queries()), Facts: len(g.Facts()),
		Linear: sys.IsLinear(), Recursive: g.Recursive(), Components: len(g.Components()),
		Cutpoints: len(g.Cutpoints()), Depth: g.MaxDepth(),
	}
	used := map[*logic.Func]bool{}
	use := func(a *Atom) {
		if !used[a.Pred] {
			used[a.Pred] = true
			f.Used++
			f.MaxArity = max(f.MaxArity, a.Pred.Arity())
			f.Args += a.Pred.Arity()
		}
	}
	for _, c := range sys.Clauses {
		f.MaxBody = max(f.MaxBody, len(c.Body))
		f.Vars += len(c.Vars())
		for i := range c.Body {
			use(&c.Body[i])
		}
		if c.Head != nil {
			use(c.Head)
		}
	}
	f.Size, f.Theories = sys.survey()
	return f
}

// Theories returns the theories of the clauses and of the predicates that occur in them.
//
// Cost: O(size of the system).
func (sys *System) Theories() Theories {
	_, z := sys.survey()
	return z
}

// survey returns the number of distinct subterms of all clauses, and their theories with those of
// the predicates.
func (sys *System) survey() (size int, z Theories) {
	sorts := map[*logic.Sort]Theories{}
	used := map[*logic.Func]bool{}
	var roots []*logic.Term
	add := func(a *Atom) {
		roots = append(roots, a.Args...)
		if used[a.Pred] {
			return
		}
		used[a.Pred] = true
		for _, s := range a.Pred.Params() {
			z |= sortTheories(s, sorts)
			if s.IsBool() {
				z |= Booleans
			}
		}
	}
	for _, c := range sys.Clauses {
		roots = append(roots, c.Constraint)
		for i := range c.Body {
			add(&c.Body[i])
		}
		if c.Head != nil {
			add(c.Head)
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		size++
		z |= termTheories(t) | sortTheories(t.Sort(), sorts)
		return true
	}, roots...)
	return size, z
}

// termTheories returns the theories that the operator of t belongs to.
func termTheories(t *logic.Term) Theories {
	switch t.Op() {
	case logic.OpVar:
		if t.Sort().IsBool() {
			return Booleans
		}
	case logic.OpIntDiv, logic.OpMod:
		if !isNonzero(t.Arg(1)) {
			return IntDivision | Nonlinear
		}
		return IntDivision
	case logic.OpDiv:
		return Nonlinear
	case logic.OpMul:
		if t.Arg(0).Op() != logic.OpNum {
			return Nonlinear
		}
	case logic.OpToReal, logic.OpToInt, logic.OpBVToInt, logic.OpIntToBV:
		return Conversions
	case logic.OpForall, logic.OpExists:
		return Quantifiers
	}
	return 0
}

func isNonzero(t *logic.Term) bool { return t.Op() == logic.OpNum && !t.Num().IsZero() }

// sortTheories returns the theories of s and of the sorts inside of it.
func sortTheories(s *logic.Sort, memo map[*logic.Sort]Theories) Theories {
	if z, seen := memo[s]; seen {
		return z
	}
	memo[s] = 0 // datatypes may be recursive
	var z Theories
	switch s.Kind() {
	case logic.KindInt:
		z = Ints
	case logic.KindReal:
		z = Reals
	case logic.KindBitVec:
		z = BitVectors
	case logic.KindUninterpreted:
		z = Sorts
	case logic.KindArray:
		z = Arrays | sortTheories(s.Index(), memo) | sortTheories(s.Elem(), memo)
		if s.Elem().IsBool() || s.Index().IsBool() {
			z |= Booleans
		}
	case logic.KindDatatype:
		z = Datatypes
		for _, c := range s.Datatype().Constructors {
			for _, f := range c.Fields {
				z |= sortTheories(f.Sort, memo)
				if f.Sort.IsBool() {
					z |= Booleans
				}
			}
		}
	}
	memo[s] = z
	return z
}

// String returns a summary in one line.
func (f Features) String() string {
	linear := "linear"
	if !f.Linear {
		linear = fmt.Sprintf("nonlinear (up to %d body atoms)", f.MaxBody)
	}
	return fmt.Sprintf("%d predicates (up to %d arguments), %d clauses (%d facts, %d queries), %s, %d cutpoints, theories %v",
		f.Used, f.MaxArity, f.Clauses, f.Facts, f.Queries, linear, f.Cutpoints, f.Theories)
}
