// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"fmt"
	"strconv"
)

// tristate is the truth of a formula if the atoms of the premises are true, the head is false, and
// other atoms are open.
type tristate uint8

const (
	isOpen tristate = iota
	isTrue
	isFalse
)

func truth(x bool) tristate {
	if x {
		return isTrue
	}
	return isFalse
}

func (t tristate) not() tristate {
	switch t {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return isOpen
}

// clause is a step which states that a formula is true, or that it is false. If head is set, it
// states that the formula has this truth value or the head is true. The step is "" for a tautology:
// the head is assumed to be false.
type clause struct {
	step string
	head bool
}

// connectives have formulas as arguments, and introduction rules.
var connectives = map[string]bool{"and": true, "or": true, "not": true, "=>": true, "=": true, "xor": true, "ite": true}

// isConnective reports whether n combines formulas by a connective. A predicate can only occur in a
// formula, so "=" and ite with predicates below them are connectives.
func (n *node) isConnective() bool { return n.preds && n.bound == nil && connectives[n.op] }

// atom returns the atom n with values as arguments, and the step which proves that n equals this
// atom, or "" if they are the same.
func (b *builder) atom(n *node) (computed, error) {
	if z, ok := b.values[n]; ok {
		return z, nil
	}
	args := make([]*node, len(n.args))
	var premises []string
	for i, a := range n.args {
		z, err := b.compute(a)
		if err != nil {
			return computed{}, err
		}
		args[i] = z.value
		if z.step != "" {
			premises = append(premises, z.step)
		}
	}
	z := computed{value: b.make(n.op, args...)}
	z.value.preds = true
	if z.value != n {
		z.step = b.step("cong", "", b.equation(n, z.value), premises...)
	}
	b.values[n] = z
	return z, nil
}

// candidates returns the atoms of n that no premise derives, with values for arguments, in the
// order of the text.
func (b *builder) candidates(n *node) ([]*node, error) {
	var z []*node
	seen := map[*node]bool{}
	var visit func(*node) error
	visit = func(n *node) error {
		switch {
		case !n.preds || seen[n]:
			return nil
		case n.bound != nil:
			seen[n] = true
			if n.bound.inner == nil {
				return nil
			}
			return visit(n.bound.inner)
		case n.isConnective():
			seen[n] = true
			for _, a := range n.args {
				if err := visit(a); err != nil {
					return err
				}
			}
			return nil
		}
		seen[n] = true
		a, err := b.atom(n)
		if err == nil && b.known[a.value] == "" && (a.value == n || !seen[a.value]) {
			seen[a.value] = true
			z = append(z, a.value)
		}
		return err
	}
	err := visit(n)
	return z, err
}

// evaluate returns the truth of a formula.
func (b *builder) evaluate(n *node) (tristate, error) {
	if z, ok := b.truth[n]; ok {
		return z, nil
	}
	z, err := b.evaluateNew(n)
	if err == nil {
		b.truth[n] = z
	}
	return z, err
}

func (b *builder) evaluateNew(n *node) (tristate, error) {
	switch {
	case n.bound != nil && n.bound.inner != nil:
		// An instance makes a universal formula false, and an existential one true.
		z, err := b.evaluate(n.bound.inner)
		if z != truth(n.op == "exists") {
			z = isOpen
		}
		return z, err
	case n.bound != nil && n.preds:
		return isOpen, nil
	case !n.preds:
		t, err := b.term(n)
		switch {
		case err != nil:
			return isOpen, err
		case t.IsTrue(), t.IsFalse():
			return truth(t.IsTrue()), nil
		}
		return isOpen, nil
	case !n.isConnective():
		a, err := b.atom(n)
		switch {
		case b.known[a.value] != "":
			return isTrue, err
		case a.value == b.head:
			return isFalse, err
		}
		return isOpen, err
	}
	if x := b.binary(n); x != nil {
		return b.evaluate(x)
	}
	args := make([]tristate, len(n.args))
	for i, a := range n.args {
		var err error
		if args[i], err = b.evaluate(a); err != nil {
			return isOpen, err
		}
	}
	return connect(n.op, args), nil
}

// connect returns the truth of a connective, by Kleene's tables.
func connect(op string, args []tristate) tristate {
	switch op {
	case "not":
		return args[0].not()
	case "and":
		return conjunction(args)
	case "or", "=>":
		negated := make([]tristate, len(args))
		for i, a := range args {
			negated[i] = a
			if op == "or" || i == len(args)-1 {
				negated[i] = a.not()
			}
		}
		return conjunction(negated).not()
	case "ite":
		switch {
		case args[0] == isTrue:
			return args[1]
		case args[0] == isFalse:
			return args[2]
		}
		return isOpen
	}
	if len(args) != 2 || args[0] == isOpen || args[1] == isOpen {
		return isOpen
	}
	return truth((args[0] == args[1]) == (op == "="))
}

func conjunction(args []tristate) tristate {
	z := isTrue
	for _, a := range args {
		switch a {
		case isFalse:
			return isFalse
		case isOpen:
			z = isOpen
		}
	}
	return z
}

// literalOf returns n if want is true, else its negation. It drops double negations.
func literalOf(n *node, want bool) literal {
	for n.op == "not" && len(n.args) == 1 {
		n, want = n.args[0], !want
	}
	return literal{n, !want}
}

// prove returns a clause which states that n has the truth value want.
func (b *builder) prove(n *node, want bool) (*clause, error) {
	l := literalOf(n, want)
	if z := b.lemma[l]; z != nil {
		return z, nil
	}
	z, err := b.proveNew(l.node, !l.negative)
	if err == nil {
		b.lemma[l] = z
	}
	return z, err
}

func (b *builder) proveNew(n *node, want bool) (*clause, error) {
	switch {
	case n.bound != nil && (n.preds || n.bound.inner != nil):
		return b.proveQuantifier(n, want)
	case n.isConnective():
		return b.proveConnective(n, want)
	case n.preds:
		return b.proveAtom(n, want)
	}
	return b.proveGround(n, want)
}

// resolve returns the clause for n that follows from a step and from the clauses that remove other
// literals from the step.
func (b *builder) resolve(n *node, want bool, step string, with ...*clause) *clause {
	z := &clause{}
	premises := []string{step}
	for _, c := range with {
		z.head = z.head || c.head
		if c.step != "" {
			premises = append(premises, c.step)
		}
	}
	if len(premises) == 1 {
		z.step = step
		return z
	}
	conclusion := []literal{{n, !want}}
	if z.head {
		conclusion = append(conclusion, literal{node: b.head})
	}
	z.step = b.step("resolution", "", conclusion, premises...)
	return z
}

// proveGround proves a formula without predicates by its value.
func (b *builder) proveGround(n *node, want bool) (*clause, error) {
	l := literal{n, !want}
	if z := b.ground[l]; z != nil {
		return z, nil
	}
	z, err := b.proveByValue(n, want)
	b.ground[l] = z
	return z, err
}

func (b *builder) proveByValue(n *node, want bool) (*clause, error) {
	value := strconv.FormatBool(want)
	constant := b.constants[want]
	if constant == nil {
		constant = &clause{step: b.step(value, "", []literal{{b.make(value), !want}})}
		b.constants[want] = constant
	}
	if n.op == value {
		return constant, nil
	}
	z, err := b.compute(n)
	if err != nil {
		return nil, err
	}
	return b.resolve(n, want, b.fromEquation(z.step, n, z.value, want), constant), nil
}

// fromEquation returns a step with a clause that derives x, or its negation, from y, or its
// negation, by an equation of x and y.
func (b *builder) fromEquation(equation string, x, y *node, want bool) string {
	if want {
		return b.step("equiv2", "", []literal{{x, false}, {y, true}}, equation)
	}
	return b.step("equiv1", "", []literal{{x, true}, {y, false}}, equation)
}

func (b *builder) proveAtom(n *node, want bool) (*clause, error) {
	a, err := b.atom(n)
	switch {
	case err != nil:
		return nil, err
	case !want && a.step == "":
		return &clause{head: true}, nil
	case !want:
		return &clause{step: b.fromEquation(a.step, n, a.value, false), head: true}, nil
	case a.step == "":
		return &clause{step: b.known[a.value]}, nil
	}
	return b.resolve(n, true, b.fromEquation(a.step, n, a.value, true), &clause{step: b.known[a.value]}), nil
}

// proveQuantifier proves by an instance that a universal formula is false, or that an existential
// formula is true.
func (b *builder) proveQuantifier(n *node, want bool) (*clause, error) {
	if n.bound.inner == nil || want != (n.op == "exists") {
		return nil, fmt.Errorf("refutation: the refutation depends on a quantified formula without values: %s", n.bound.text)
	}
	universal, instance := n, n.bound.inner
	if want {
		// (exists x G) is (not (forall x (not G))).
		instance = b.make("not", instance)
		universal = b.add(&node{op: "forall", preds: n.preds, bound: n.bound.negated()})
		universal.bound.first = universal
	}
	var args string
	for i, v := range n.bound.values {
		if i > 0 {
			args += " "
		}
		args += v.op
		if len(v.args) > 0 {
			args = args[:len(args)-len(v.op)] + v.String()
		}
	}
	either := b.step("forall_inst", args, []literal{{node: b.make("or", b.make("not", universal), instance)}})
	either = b.step("or", "", []literal{{universal, true}, {node: instance}}, either)
	inner, err := b.prove(n.bound.inner, want)
	if err != nil {
		return nil, err
	}
	z := b.resolve(universal, false, either, inner)
	if !want {
		return z, nil
	}
	definition := b.step("connective_def", "", b.equation(n, b.make("not", universal)))
	return b.resolve(n, true, b.step("equiv2", "", []literal{{n, false}, {b.make("not", universal), true}}, definition), z), nil
}

// proveConnective proves that a compound formula is true, or false, from the truth of its
// arguments.
func (b *builder) proveConnective(n *node, want bool) (*clause, error) {
	if x := b.binary(n); x != nil {
		c, err := b.prove(x, want)
		if err != nil {
			return nil, err
		}
		return b.resolve(n, want, b.fromEquation(b.step("nary_elim", "", b.equation(n, x)), n, x, want), c), nil
	}
	rule, args, literals, needed, err := b.introduction(n, want)
	if err != nil {
		return nil, err
	}
	step := b.step(rule, args, literals)
	with := make([]*clause, 0, len(needed))
	for _, l := range needed {
		c, err := b.prove(l.node, !l.negative)
		if err != nil {
			return nil, err
		}
		with = append(with, c)
	}
	return b.resolve(n, want, step, with...), nil
}

// binary returns n with binary operators if the rules for n have only two arguments. It returns nil
// if n already has this form.
func (b *builder) binary(n *node) *node {
	last := len(n.args) - 1
	if last < 2 {
		return nil
	}
	switch n.op {
	case "=>":
		z := n.args[last]
		for i := last - 1; i >= 0; i-- {
			z = b.make("=>", n.args[i], z)
		}
		return z
	case "xor":
		z := n.args[0]
		for _, a := range n.args[1:] {
			z = b.make("xor", z, a)
		}
		return z
	case "=":
		var z []*node
		for i := range last {
			z = append(z, b.make("=", n.args[i], n.args[i+1]))
		}
		return b.make("and", z...)
	}
	return nil
}

// introduction returns the rule that proves n, or its negation, with its arguments and its clause.
// The caller must prove the truth values of arguments that remove the other literals.
func (b *builder) introduction(n *node, want bool) (rule, args string, clause, needed []literal, err error) {
	clause = []literal{{n, !want}}
	add := func(i int, negative bool) {
		clause = append(clause, literal{n.args[i], negative})
		needed = append(needed, literal{n.args[i], !negative})
	}
	first := func(truth tristate) int {
		for i, a := range n.args {
			if b.truth[a] == truth {
				return i
			}
		}
		return -1
	}
	all := func(negative bool) {
		for i := range n.args {
			add(i, negative)
		}
	}
	one := func(i int, negative bool) {
		add(i, negative)
		args = strconv.Itoa(i)
	}
	binary := len(n.args) == 2
	switch {
	case n.op == "and" && want:
		rule = "and_neg"
		all(true)
	case n.op == "and":
		rule = "and_pos"
		one(first(isFalse), false)
	case n.op == "or" && want:
		rule = "or_neg"
		one(first(isTrue), true)
	case n.op == "or":
		rule = "or_pos"
		all(false)
	case n.op == "=>" && binary && want && b.truth[n.args[0]] == isFalse:
		rule = "implies_neg1"
		add(0, false)
	case n.op == "=>" && binary && want:
		rule = "implies_neg2"
		add(1, true)
	case n.op == "=>" && binary:
		rule = "implies_pos"
		add(0, true)
		add(1, false)
	case (n.op == "=" || n.op == "xor") && binary:
		return b.equivalence(n, want)
	case n.op == "ite":
		// The clause states that the condition has the other truth value, or that the branch has
		// its value.
		holds := b.truth[n.args[0]] == isTrue
		sign, number, taken := "neg", "1", 2
		if !want {
			sign = "pos"
		}
		if holds {
			number, taken = "2", 1
		}
		rule = "ite_" + sign + number
		add(0, holds)
		add(taken, want)
	default:
		err = fmt.Errorf("refutation: there is no rule for %s with %d arguments", n.op, len(n.args))
	}
	return rule, args, clause, needed, err
}

// equivalence is like introduction, for = and xor of two formulas.
func (b *builder) equivalence(n *node, want bool) (rule, args string, clause, needed []literal, err error) {
	x, y := b.truth[n.args[0]] == isTrue, b.truth[n.args[1]] == isTrue
	clause = []literal{{n, !want}, {n.args[0], x}, {n.args[1], y}}
	needed = []literal{{n.args[0], !x}, {n.args[1], !y}}
	rules := map[[3]bool]string{ // operator is =, n is true, the first argument is true
		{true, true, true}: "equiv_neg1", {true, true, false}: "equiv_neg2",
		{true, false, false}: "equiv_pos1", {true, false, true}: "equiv_pos2",
		{false, false, false}: "xor_pos1", {false, false, true}: "xor_pos2",
		{false, true, false}: "xor_neg1", {false, true, true}: "xor_neg2",
	}
	return rules[[3]bool{n.op == "=", want, x}], "", clause, needed, nil
}
