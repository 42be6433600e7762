// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cornet/internal/unionfind"
	"cornet/logic"
	"cornet/proof/alethe"
	"cornet/smt/native"
)

// This file gives the instances of the array axioms that a condition may need. Related arrays form
// a group. The instances state the elements of each array at each index at which arrays of its
// group are read or written. They decide formulas whose different arrays differ at an index with a
// name (A. Bradley, Z. Manna, H. Sipma: What's Decidable About Arrays? VMCAI 2006). Alethe has no
// rules for arrays, so the axioms are declared to Carcara as rewriting rules.

// maxInstances bounds the pairs of arrays and indices.
const maxInstances = 5_000

// theories has the clauses about terms of other theories.
func (w *writer) theories() error {
	z := instances{writer: w, done: map[[2]*logic.Term]bool{}, read: map[*logic.Term][]*logic.Term{}}
	for before := -1; before != len(w.stands.order); {
		before = len(w.stands.order)
		z.collect()
		for _, a := range z.arrays {
			for _, j := range z.indices[z.groups.Find(a)] {
				z.at(a, j)
			}
		}
		z.congruences()
		if len(z.done) > maxInstances {
			return fmt.Errorf("more than %d reads of arrays: %w", maxInstances, errors.ErrUnsupported)
		}
	}
	return nil
}

// instances instantiates axioms.
type instances struct {
	*writer
	done    map[[2]*logic.Term]bool     // pairs of arrays and indices that have instances
	groups  unionfind.Sets[*logic.Term] // arrays that have to do with each other
	arrays  []*logic.Term
	equated []*logic.Term                 // equations of arrays
	indices map[*logic.Term][]*logic.Term // the indices, by the root of a group
	read    map[*logic.Term][]*logic.Term // for an array that is not a store: its indices so far
	applied []*logic.Term
	paired  int // the number of applications in applied with congruence instances
}

// collect finds the arrays and indices.
func (z *instances) collect() {
	z.arrays, z.equated, z.indices = nil, nil, map[*logic.Term][]*logic.Term{}
	seen := map[*logic.Term]bool{}
	add := func(a *logic.Term) {
		if a.Sort().IsArray() && !seen[a] {
			seen[a] = true
			z.arrays = append(z.arrays, a)
		}
	}
	known := map[*logic.Term]bool{}
	for _, t := range z.applied {
		known[t] = true
	}
	firstHeld := map[*logic.Sort]*logic.Term{} // the first array that is an element, by sort
	for _, t := range z.stands.order {
		c := z.stands.of[t]
		add(t)
		for _, a := range c.args {
			add(a)
		}
		switch {
		case c.op == logic.OpStore:
			z.groups.Union(t, c.args[0])
		case c.op == logic.OpEq && c.args[0].Sort().IsArray():
			z.groups.Union(c.args[0], c.args[1])
			z.equated = append(z.equated, t)
		case c.op == logic.OpApp && !known[t]:
			z.applied = append(z.applied, t)
		}
		for _, a := range append([]*logic.Term{t}, c.args...) {
			// Arrays that are elements of arrays may be equal.
			if held := a.Sort(); held.IsArray() && slices.ContainsFunc(z.arrays, func(b *logic.Term) bool { return b.Sort().Elem() == held }) {
				if firstHeld[held] == nil {
					firstHeld[held] = a
				}
				z.groups.Union(a, firstHeld[held])
			}
		}
	}
	met := map[[2]*logic.Term]bool{}
	for _, t := range z.stands.order {
		c := z.stands.of[t]
		if c.op != logic.OpSelect && c.op != logic.OpStore {
			continue
		}
		if g := z.groups.Find(c.args[0]); !met[[2]*logic.Term{g, c.args[1]}] {
			met[[2]*logic.Term{g, c.args[1]}] = true
			z.indices[g] = append(z.indices[g], c.args[1])
		}
	}
}

// at gives the instances for array a at index j.
func (z *instances) at(a, j *logic.Term) {
	for _, e := range z.equated {
		if x, y := z.stands.args(e)[0], z.stands.args(e)[1]; (x == a || y == a) && !z.done[[2]*logic.Term{e, j}] {
			z.done[[2]*logic.Term{e, j}] = true
			z.congruent(z.stands.read(x, j), z.stands.read(y, j))
		}
	}
	if z.done[[2]*logic.Term{a, j}] {
		return
	}
	z.done[[2]*logic.Term{a, j}] = true
	c := z.stands.of[a]
	switch {
	case c != nil && c.op == logic.OpStore:
		z.stored(a, c.args, j)
	case c != nil && c.op == logic.OpConstArray:
		q := z.equal(z.stands.read(a, j), c.args[0])
		z.give([]native.Literal{q}, func() string {
			return z.axiom(alethe.ReadOfConstant(a.Sort().String(), a.Sort().Index().String(), a.Sort().Elem().String()), q.Term, c.args[0], j)
		})
	default:
		for _, i := range z.read[a] {
			z.congruent(z.stands.read(a, i), z.stands.read(a, j))
		}
		z.read[a] = append(z.read[a], j)
	}
}

// congruent gives the clause that applications are equal if their arguments are equal.
func (z *instances) congruent(x, y *logic.Term) {
	var exact, literals []native.Literal
	var same []*logic.Term
	for k, a := range z.stands.args(x) {
		b := z.stands.args(y)[k]
		switch {
		case a == b:
			p := z.stands.equal(a, a)
			same = append(same, p)
			exact = append(exact, native.Literal{Term: p, Negative: true})
			continue
		case a.Sort().IsArith() && z.store.Sub(a, b).Op() == logic.OpNum, a.IsValue() && b.IsValue():
			return
		}
		no := native.Literal{Term: z.equal(a, b).Term, Negative: true}
		exact, literals = append(exact, no), append(literals, no)
	}
	q := z.equal(x, y)
	exact, literals = append(exact, q), append(literals, q)
	z.give(literals, func() string {
		premises := []string{z.step("eq_congruent", "", exact)}
		for _, p := range same {
			premises = append(premises, z.step("eq_reflexive", "", []native.Literal{{Term: p}}))
		}
		if len(premises) == 1 {
			return premises[0]
		}
		return z.step("resolution", "", literals, premises...)
	})
}

// congruences gives the congruence of functions and the symmetry of array equations.
func (z *instances) congruences() {
	for ; z.paired < len(z.applied); z.paired++ {
		x := z.applied[z.paired]
		for _, y := range z.applied[:z.paired] {
			if z.stands.of[x].head == z.stands.of[y].head {
				z.congruent(x, y)
			}
		}
	}
	for _, e := range z.equated {
		x, y := z.stands.args(e)[0], z.stands.args(e)[1]
		if f := z.stands.equal(y, x); !z.done[[2]*logic.Term{e, f}] && slices.Contains(z.equated, f) {
			z.done[[2]*logic.Term{e, f}] = true
			clause := []native.Literal{{Term: e, Negative: true}, {Term: f}}
			z.give(clause, func() string {
				return z.step("equiv1", "", clause, z.rawEquation("eq_symmetric", e, f))
			})
		}
	}
}

// rawEquation writes a step that states x = y.
func (w *writer) rawEquation(rule string, x, y *logic.Term, premises ...string) string {
	return w.raw(rule, func() {
		w.out.WriteString("(= ")
		w.term(x)
		w.out.WriteByte(' ')
		w.term(y)
		w.out.WriteByte(')')
	}, premises...)
}

// equal returns the equation of x and y after defining it.
func (w *writer) equal(x, y *logic.Term) native.Literal {
	p := w.stands.equal(x, y)
	w.definitions(p, isBoth)
	return native.Literal{Term: p}
}

// stored gives the two cases for the value of a store at an index.
func (z *instances) stored(t *logic.Term, parts []*logic.Term, j *logic.Term) {
	s := z.stands
	a, i, e := parts[0], parts[1], parts[2]
	same := z.equal(i, j)
	hit, miss := z.equal(s.read(t, j), e), z.equal(s.read(t, j), s.read(a, j))
	cases := s.make(z.stands.store.Bool, compound{head: "ite", args: []*logic.Term{same.Term, hit.Term, miss.Term}, op: logic.OpIte})
	step := ""
	fact := func() string {
		if step == "" {
			step = z.axiom(alethe.ReadOverWrite, cases, a, i, e, j)
		}
		return step
	}
	no := native.Literal{Term: same.Term, Negative: true}
	z.give([]native.Literal{no, hit}, func() string { return z.step("ite2", "", []native.Literal{no, hit}, fact()) })
	if i != j {
		z.give([]native.Literal{same, miss}, func() string { return z.step("ite1", "", []native.Literal{same, miss}, fact()) })
	}
	if i == j && !i.Sort().IsArith() {
		z.giveStep("eq_reflexive", "", same)
	}
}

// axiom writes the steps of an instance of an axiom, and returns the name of the last step. The
// instance is an equation or a term equal to true.
func (w *writer) axiom(a alethe.Axiom, f *logic.Term, args ...*logic.Term) string {
	w.axioms[a.Rule] = true
	if w.stands.of[f].op == logic.OpEq {
		return w.rewrite(a.Name, args, func() { w.term(f) })
	}
	equation := w.rewrite(a.Name, args, func() {
		w.out.WriteString("(= ")
		w.term(f)
		w.out.WriteString(" true)")
	})
	yes := []native.Literal{{Term: f}}
	either := w.step("equiv2", "", append(yes, native.Literal{Term: w.store.True(), Negative: true}), equation)
	return w.step("resolution", "", yes, either, w.step("true", "", []native.Literal{{Term: w.store.True()}}))
}

// rewrite writes an instance of a declared rule.
func (w *writer) rewrite(name string, args []*logic.Term, write func()) string {
	return w.steps.Write(alethe.Step{Rule: "rare_rewrite", Clause: write, Args: func() {
		w.out.WriteString(strconv.Quote(name))
		for _, a := range args {
			w.out.WriteByte(' ')
			w.term(a)
		}
	}})
}
