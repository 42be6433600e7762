// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// This file walks a refutation and gives every clause a partial interpolant, after D'Silva,
// Kroening, Purandare and Weissenbacher (VMCAI 2010). With respect to one cut of the partitions
// into A and B, every SAT variable has a label: a if only A mentions it, b if only B does. If both
// mention it, the system chooses the label. The partial interpolant I of a clause C satisfies
//
//	A ⊨ I ∨ (literals of C labelled a or ab)
//	B ⊨ ¬I ∨ (literals of C labelled b or ab)
//
// and has shared symbols only. The partial interpolant of the empty clause is the interpolant.

// label is the label of a SAT variable under a cut.
type label uint8

const (
	labelA label = iota
	labelB
	labelAB
	labelMixed // neither side has all its symbols
)

// system is a labelled interpolation system with a rule for lemmas of arithmetic.
type system struct {
	shared label // the label of variables that occur on both sides
	// dual makes the interpolant of a lemma the negation of the consequence of B's literals,
	// instead of the consequence of A's.
	dual bool
	// decomposed makes it a conjunction of sums instead of one sum.
	decomposed bool
	// last assigns steps of derivations to the last partition that they may belong to, instead of
	// the first.
	last bool
}

// systemOf returns the system of a strength. Inverse labels are right for paths, where the rest of
// a node lies within the rest of its child, but not for trees. The default strength uses them for
// paths: with weak interpolants, unwindings end that stronger ones would unroll forever.
func systemOf(st smt.Strength, isPath bool) system {
	switch {
	case st == smt.Strong:
		return system{shared: labelB, decomposed: true, last: true} // McMillan
	case st == smt.Medium || !isPath:
		return system{shared: labelAB} // Pudlák
	}
	return system{shared: labelA, dual: true, decomposed: true} // inverse McMillan
}

// interpolants returns the formulas of all nodes: of the cuts, and of the root.
func (r *refuter) interpolants(ctx context.Context, proof *sat.Proof, cuts []partitions, strength smt.Strength) ([]*logic.Term, error) {
	x := newExtraction(r, proof)
	z := make([]*logic.Term, 0, len(cuts)+1)
	s := systemOf(strength, isPath(cuts))
	for _, cut := range cuts {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		f, err := x.interpolant(cut, s)
		if err != nil {
			return nil, err
		}
		z = append(z, itp.Tidy(r.store, lift(r.store, f)))
	}
	return append(z, r.store.False()), nil
}

// isPath reports whether the parent of every node below the root is the previous node.
func isPath(cuts []partitions) bool {
	for i, cut := range cuts {
		for j := range i + 1 {
			if cut[j/64]&(1<<(j%64)) == 0 {
				return false
			}
		}
	}
	return true
}

// extraction is the work on one proof.
type extraction struct {
	*refuter
	proof *sat.Proof
	terms []*logic.Term // by SAT variable: the terms of symbols and atoms; nil for gates
	// symbolOf has the symbols by variable of the tableau; nil for aliases and sums.
	symbolOf []*logic.Term

	cut     partitions
	system  system
	labels  []label       // by SAT variable
	partial []*logic.Term // by clause

	// Scratch of lemma and of groups.
	ofA, ofB []lra.Premise
	owner    []int32
	met      []lra.Var

	ground *argument
}

func newExtraction(r *refuter, proof *sat.Proof) *extraction {
	x := &extraction{refuter: r, proof: proof}
	n := r.sat.NumVars() + 1
	x.terms = make([]*logic.Term, n)
	x.labels = make([]label, n)
	x.partial = make([]*logic.Term, proof.Len())
	symbolOf := make([]*logic.Term, r.arith.lia.Relaxation().NumVars())
	for _, t := range r.table.symbols {
		if l, ok := r.table.bools[t]; ok {
			x.terms[l.Var()] = t
		} else if w := r.table.words[t]; w != nil {
			for k, l := range w {
				x.terms[l.Var()] = r.store.Eq(r.store.Extract(k, k, t), r.store.BVNum(big.NewInt(1), 1))
			}
		} else if at, ok := r.table.tableauVars[t]; ok {
			symbolOf[at] = t
		}
	}
	x.symbolOf = symbolOf
	if r.eq.grounds != nil {
		x.nameApplications()
	}
	return x
}

// nameApplications gives the symbols that represent applications their terms.
func (x *extraction) nameApplications() {
	g := x.eq.grounds
	for v, t := range g.equals {
		x.terms[v] = t
	}
	for t, l := range x.eq.bools {
		x.terms[l.Var()] = t
	}
	for i := range x.eq.sharedTerms {
		if f := &x.eq.sharedTerms[i]; f.lit != sat.NoLit && !f.lit.IsNeg() && x.terms[f.lit.Var()] == nil {
			x.terms[f.lit.Var()] = x.eq.term(f.node)
		}
	}
	for v, t := range g.stands {
		if l, ok := x.table.bools[v]; ok {
			x.terms[l.Var()] = t
			continue
		}
		if at, ok := x.table.tableauVars[v]; ok {
			x.symbolOf[at] = t
			x.usage.setTableauVar(at, g.colors.of(t))
		}
	}
}

// interpolant returns the interpolant of a cut.
func (x *extraction) interpolant(cut partitions, s system) (*logic.Term, error) {
	x.cut, x.system = cut, s
	for v := range x.labels {
		x.labels[v] = x.labelOf(sat.Var(v))
	}
	x.ground = x.ground.anew(x)
	for id := range x.partial {
		n := x.proof.Node(sat.ClauseID(id))
		var f *logic.Term
		var err error
		switch n.Kind {
		case sat.Derived:
			f, err = x.resolve(n)
		case sat.Lemma:
			f, err = x.certified(n.Cert)
		default:
			f, err = x.input(n)
		}
		if err != nil {
			return nil, err
		}
		x.partial[id] = f
	}
	return x.partial[len(x.partial)-1], nil
}

// labelOf returns the label of v. Atoms that no partition mentions come from
// branching on one variable or term of the tableau and belong wherever that does.
func (x *extraction) labelOf(v sat.Var) label {
	in := x.usage.of(v)
	if in == nil && x.arith.isAtom(v) {
		in = x.ofSum(x.arith.bound[v].v)
		if in.isEmpty() {
			return labelMixed
		}
	} else if t := x.terms[v]; in == nil && t != nil && x.eq.grounds != nil {
		in = x.eq.grounds.colors.of(t)
		if in.isEmpty() {
			return labelMixed
		}
	}
	switch in.sideOf(x.cut) {
	case inA:
		return labelA
	case inB:
		return labelB
	}
	return x.system.shared
}

// ofSum returns the partitions in which variable v of the tableau has a meaning.
func (x *extraction) ofSum(v lra.Var) partitions {
	z := x.colors.all
	x.structural(v, func(u lra.Var) { z = z.common(x.colors.closure(x.usage.ofTableauVar(u))) })
	return z
}

// input returns the partial interpolant of an input clause: the disjunction of its literals that
// have the label of the other side. For a clause of B, it is negated.
func (x *extraction) input(n sat.Node) (*logic.Term, error) {
	var p partitions
	p.add(int(n.Partition))
	isA := p.sideOf(x.cut) == inA
	other := labelA
	if isA {
		other = labelB
	}
	var lits []*logic.Term
	for _, l := range n.Lits {
		if x.labels[l.Var()] == other {
			t, err := x.term(l)
			if err != nil {
				return nil, err
			}
			lits = append(lits, t)
		}
	}
	if isA {
		return x.store.Or(lits...), nil
	}
	return x.store.Not(x.store.Or(lits...)), nil
}

// resolve returns the partial interpolant of a derived clause.
func (x *extraction) resolve(n sat.Node) (*logic.Term, error) {
	s := x.store
	z := x.partial[n.First]
	for _, st := range n.Steps {
		other := x.partial[st.Ante]
		switch x.labels[st.Pivot.Var()] {
		case labelA:
			z = disjoined(s, z, other)
		case labelB:
			z = conjoined(s, z, other)
		case labelMixed:
			return nil, errMixed
		default:
			if z == other {
				continue
			}
			p, err := x.term(st.Pivot)
			if err != nil {
				return nil, err
			}
			z = s.And(s.Or(p, z), s.Or(s.Not(p), other))
		}
	}
	return z, nil
}

// disjoined returns the disjunction of x and y. Most partial interpolants are constants, so these
// cases come first.
func disjoined(s *logic.Store, x, y *logic.Term) *logic.Term {
	switch {
	case x == y, y.IsFalse(), x.IsTrue():
		return x
	case x.IsFalse(), y.IsTrue():
		return y
	}
	return s.Or(x, y)
}

// conjoined returns the conjunction of x and y; see disjoined.
func conjoined(s *logic.Store, x, y *logic.Term) *logic.Term {
	switch {
	case x == y, y.IsTrue(), x.IsFalse():
		return x
	case x.IsTrue(), y.IsFalse():
		return y
	}
	return s.And(x, y)
}

// errMixed means that a clause cannot be split between the sides of a cut.
var errMixed = errors.New("native: a literal without a meaning to both sides")

// term returns the formula of a literal that is not a gate.
func (x *extraction) term(l sat.Lit) (*logic.Term, error) {
	v := l.Var()
	if x.terms[v] == nil {
		if !x.arith.isAtom(v) {
			return nil, fmt.Errorf("%w: gate %d", errMixed, v)
		}
		t, err := x.boundTerm(x.arith.bound[v].asserted(v.Pos()))
		if err != nil {
			return nil, err
		}
		x.terms[v] = t
	}
	if l.IsNeg() {
		return x.store.Not(x.terms[v]), nil
	}
	return x.terms[v], nil
}
