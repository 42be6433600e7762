// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"slices"
	"strconv"
	"strings"

	"cornet/logic"
	"cornet/proof/alethe"
)

// This file proves the values of terms over arrays. A value is a constant array with stores at
// different indices, in a fixed order. Alethe has no rules for arrays, so the axioms are declared
// to Carcara as rewriting rules. If the caller does not allow them, there are holes.

// axiom writes an instance of an axiom with these arguments: the equation of x and y.
func (b *builder) axiom(a alethe.Axiom, args []*node, x, y *node) string {
	b.stats.Axioms[a.Rule] = true
	return b.stepOf("rare_rewrite", strconv.Quote(a.Name), args, b.equation(x, y))
}

// constant returns the axiom of constant arrays of a sort.
func constant(sort *logic.Sort) alethe.Axiom {
	return alethe.ReadOfConstant(sort.String(), sort.Index().String(), sort.Elem().String())
}

// fact writes that f is true, by an axiom that equates it with true.
func (b *builder) fact(a alethe.Axiom, args []*node, f *node) string {
	yes := b.make("true")
	either := b.step("equiv2", "", []literal{{node: f}, {yes, true}}, b.axiom(a, args, f, yes))
	return b.step("resolution", "", []literal{{node: f}}, either, b.step("true", "", []literal{{node: yes}}))
}

// valued returns the value of n.
func (b *builder) valued(n *node) (*node, error) {
	t, err := b.term(n)
	if err != nil {
		return nil, err
	}
	return b.node(t), nil
}

// isConstant reports whether n is a constant array.
func isConstant(n *node) bool { return strings.HasPrefix(n.op, "(as const") && len(n.args) == 1 }

// transitive returns the step x = z, through y, from steps that may be "" if their terms are the
// same.
func (b *builder) transitive(x, z *node, first, second string) string {
	switch {
	case first == "":
		return second
	case second == "":
		return first
	}
	return b.step("trans", "", b.equation(x, z), first, second)
}

// array proves the value of n, an operation on arrays whose arguments are values. ok is false if
// there is no proof.
func (b *builder) array(n, value *node) (step string, ok bool, err error) {
	if b.stats.Axioms == nil {
		return "", false, nil
	}
	switch {
	case n.op == "select":
		return b.read(n, value)
	case n.op == "store":
		return b.written(n, value)
	case n.op == "=" && len(n.args) == 2 && value.op == "false" && (n.args[0].op == "store" || isConstant(n.args[0])):
		return b.different(n)
	}
	return "", false, nil
}

// read proves the value of (select A j).
func (b *builder) read(n, value *node) (step string, ok bool, err error) {
	a, j := n.args[0], n.args[1]
	switch {
	case isConstant(a):
		t, err := b.term(a)
		if err != nil {
			return "", false, err
		}
		return b.axiom(constant(t.Sort()), []*node{a.args[0], j}, n, value), true, nil
	case a.op != "store":
		return "", false, nil
	}
	rest, i, e := a.args[0], a.args[1], a.args[2]
	below := b.make("select", rest, j)
	same, hit, miss := b.make("=", i, j), b.make("=", n, e), b.make("=", n, below)
	fact := b.fact(alethe.ReadOverWrite, []*node{rest, i, e, j}, b.make("ite", same, hit, miss))
	if i == j {
		either := b.step("ite2", "", []literal{{same, true}, {node: hit}}, fact)
		return b.step("resolution", "", []literal{{node: hit}}, either, b.step("eq_reflexive", "", []literal{{node: same}})), true, nil
	}
	apart, err := b.proveGround(same, false)
	if err != nil {
		return "", false, err
	}
	either := b.step("ite1", "", []literal{{node: same}, {node: miss}}, fact)
	first := b.step("resolution", "", []literal{{node: miss}}, either, apart.step)
	second, ok, err := b.read(below, value)
	return b.transitive(n, value, first, second), ok, err
}

// written proves the value of (store A i v).
func (b *builder) written(n, value *node) (step string, ok bool, err error) {
	if n == value {
		return "", true, nil
	}
	a, i, v := n.args[0], n.args[1], n.args[2]
	if isConstant(a) {
		if a != value {
			return "", false, nil
		}
		// The element is already in the array.
		t, err := b.term(a)
		if err != nil {
			return "", false, err
		}
		held := b.make("select", a, i)
		read := b.axiom(constant(t.Sort()), []*node{a.args[0], i}, held, v)
		again := b.make("store", a, i, held)
		first := b.step("cong", "", b.equation(n, again), b.step("symm", "", b.equation(v, held), read))
		return b.transitive(n, value, first, b.axiom(alethe.WriteOfRead, []*node{a, i}, again, a)), true, nil
	}
	if a.op != "store" {
		return "", false, nil
	}
	rest, k, w := a.args[0], a.args[1], a.args[2]
	inner := b.make("store", rest, i, v)
	if k == i {
		first := b.axiom(alethe.WriteOverWrite, []*node{rest, i, w, v}, n, inner)
		second, ok, err := b.written(inner, value)
		return b.transitive(n, value, first, second), ok, err
	}
	same, swapped := b.make("=", k, i), b.make("store", inner, k, w)
	apart, err := b.proveGround(same, false)
	if err != nil {
		return "", false, err
	}
	equation := b.make("=", n, swapped)
	either := b.make("or", same, equation)
	clause := b.step("or", "", []literal{{node: same}, {node: equation}}, b.fact(alethe.WritesCommute, []*node{rest, k, w, i, v}, either))
	first := b.step("resolution", "", []literal{{node: equation}}, clause, apart.step)
	innerValue, err := b.valued(inner)
	if err != nil {
		return "", false, err
	}
	below, ok, err := b.written(inner, innerValue)
	if !ok || err != nil || b.make("store", innerValue, k, w) != value {
		return "", false, err
	}
	second := ""
	if below != "" {
		second = b.step("cong", "", b.equation(swapped, value), below)
	}
	return b.transitive(n, value, first, second), true, nil
}

// different proves that the two sides of an equation are not equal, by their values at an index of
// a store.
func (b *builder) different(n *node) (step string, ok bool, err error) {
	var indices []*node
	for _, a := range n.args {
		for ; a.op == "store"; a = a.args[0] {
			indices = append(indices, a.args[1])
		}
	}
	var reads, values [2]*node
	at := slices.IndexFunc(indices, func(k *node) bool {
		for side, a := range n.args {
			reads[side] = b.make("select", a, k)
			if values[side], err = b.valued(reads[side]); err != nil {
				return false
			}
		}
		return values[0] != values[1]
	})
	if at < 0 || err != nil {
		return "", false, err
	}
	var steps [2]string
	for side := range steps {
		if steps[side], ok, err = b.read(reads[side], values[side]); !ok || err != nil {
			return "", false, err
		}
	}
	k := indices[at]
	equal, same, end := b.make("=", reads[0], reads[1]), b.make("=", k, k), b.make("=", values[0], values[1])
	apart, err := b.proveGround(end, false)
	if err != nil {
		return "", false, err
	}
	congruent := b.step("eq_congruent", "", []literal{{n, true}, {same, true}, {node: equal}})
	left, right := b.make("=", reads[0], values[0]), b.make("=", reads[1], values[1])
	way := b.step("eq_transitive", "", []literal{{left, true}, {equal, true}, {right, true}, {node: end}})
	not := b.step("resolution", "", []literal{{n, true}}, congruent, b.step("eq_reflexive", "", []literal{{node: same}}), way, steps[0], steps[1], apart.step)
	no := b.make("false")
	equation := b.equation(n, no)
	either := b.step("equiv_neg2", "", append(slices.Clone(equation), literal{node: n}, literal{node: no}))
	return b.step("resolution", "", equation, either, not, b.step("false", "", []literal{{no, true}})), true, nil
}

// constantArray returns a constant array as it is written in proofs.
func (b *builder) constantArray(t *logic.Term) *node {
	return b.make("(as const "+t.Sort().String()+")", b.node(t.Arg(0)))
}
