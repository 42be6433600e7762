// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cornet/internal/slice"
	"cornet/logic"
)

// evaluated lists the operators that the rule evaluate computes as SMT-LIB does, for numbers and
// truth values. Carcara rounds the quotients of div and mod towards 0.
var evaluated = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "<": true, "<=": true, ">": true, ">=": true, "=": true, "distinct": true,
	"not": true, "and": true, "or": true, "xor": true, "ite": true, "=>": true, "abs": true, "to_real": true, "to_int": true, "is_int": true,
}

// evaluatedWords are the operators on bit-vectors that it computes. For those with the value true,
// Carcara (45bfaed) agrees with SMT-LIB only if no argument is negative: it ignores the sign of the
// arguments and of quotients and remainders.
var evaluatedWords = map[string]bool{
	"bvnot": false, "bvneg": false, "bvand": false, "bvor": false, "bvxor": false, "bvadd": false, "bvmul": false, "bvudiv": false, "bvurem": false,
	"bvult": false, "bvule": false, "bvugt": false, "bvuge": false, "concat": false, "bvnand": false, "bvnor": false, "bvxnor": false, "bvcomp": false,
	"bvsub": true, "bvslt": true, "bvsle": true, "bvsgt": true, "bvsge": true, "bvsdiv": true, "bvsrem": true, "bvsmod": true,
	"zero_extend": false, "sign_extend": true, "extract": false,
}

// isSignedQuotient has the operations that Carcara does not compute for a divisor of 0.
var isSignedQuotient = map[string]bool{"bvsdiv": true, "bvsrem": true, "bvsmod": true}

// isEvaluatedWord reports whether the rule evaluate computes the operation n on bit-vectors, given
// that it computes the arguments.
func (b *builder) isEvaluatedWord(n *node) bool {
	name := n.op
	if indexed := strings.Fields(strings.Trim(n.op, "()")); len(indexed) > 2 && indexed[0] == "_" {
		name = indexed[1]
	}
	signed, known := evaluatedWords[name]
	if !known {
		return false
	}
	for _, a := range n.args {
		t, err := b.term(a)
		if err != nil || t.Op() != logic.OpBV {
			return false
		}
		top := t.Sort().Width() - 1
		if name == "extract" {
			// Carcara (45bfaed) leaves out the highest bit.
			if top = highest(n.op); top < 0 {
				return false
			}
		}
		if (signed || name == "extract") && t.BV().Bit(top) == 1 || a == n.args[len(n.args)-1] && isSignedQuotient[name] && t.BV().Sign() == 0 {
			return false
		}
	}
	return true
}

// difference translates a comparison of signed bit-vectors to integers: x ≤ y means that y - x is
// not negative, where both are the sums of their bits and the highest bit counts negatively. It
// returns nil for other terms, and for those of less than three bits.
func (b *builder) difference(n *node) *node {
	least, known := map[string]string{"bvsle": "0", "bvsge": "0", "bvslt": "1", "bvsgt": "1"}[n.op]
	if !known || len(n.args) != 2 {
		return nil
	}
	t, err := b.term(n.args[0])
	if err != nil || t.Op() != logic.OpBV || t.Sort().Width() < 3 {
		return nil
	}
	small, large := n.args[0], n.args[1]
	if n.op[3] == 'g' {
		small, large = large, small
	}
	top := t.Sort().Width() - 1
	bit := func(x *node, k int) *node {
		return b.make("*", b.make(new(big.Int).Lsh(big.NewInt(1), uint(k)).String()), b.make("(_ @int_of "+strconv.Itoa(k)+")", x))
	}
	sum := func(x *node) *node {
		bits := make([]*node, top)
		for k := range bits {
			bits[k] = bit(x, k)
		}
		return b.make("+", bits...)
	}
	return b.make(">=", b.make("+", b.make("-", sum(large), bit(large, top)), b.make("-", bit(small, top), sum(small))), b.make(least))
}

// highest returns the first index of (_ extract i j).
func highest(op string) int {
	i, err := strconv.Atoi(strings.Fields(op)[2])
	if err != nil {
		return -1
	}
	return i
}

// computed is a value, and the step which proves that a term equals it. The step is "" if the term
// is written like the value.
type computed struct {
	value *node
	step  string
}

// term returns the value of n in the store.
func (b *builder) term(n *node) (*logic.Term, error) {
	if t := b.terms[n]; t != nil {
		return t, nil
	}
	var text strings.Builder
	switch {
	case n.isLeaf():
		text.WriteString(readable(n.op))
	case n.bound != nil:
		text.WriteString(n.bound.text)
	default:
		text.WriteString("(" + n.op)
		for _, a := range n.args {
			t, err := b.term(a)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&text, " %v", t)
		}
		text.WriteByte(')')
	}
	t, err := b.scope.ReadTerm(text.String())
	if err != nil {
		return nil, fmt.Errorf("refutation: the value of %s: %w", text.String(), err)
	}
	t = b.store.Simplify(t)
	b.terms[n] = t
	return t, nil
}

// readable returns a literal of a proof in the syntax of SMT-LIB, which has no literals for
// negative numbers.
func readable(literal string) string {
	if rest, ok := strings.CutPrefix(literal, "-"); ok && rest != "" {
		return "(- " + readable(rest) + ")"
	}
	if p, q, ok := strings.Cut(literal, "/"); ok && p != "" {
		return "(/ " + p + ".0 " + q + ".0)"
	}
	return literal
}

// node returns the node of a value as it is written in proofs.
func (b *builder) node(t *logic.Term) *node {
	if x, ok := t.Number(); ok {
		if t.Sort().IsInt() {
			return b.make(x.Num().String())
		}
		if x.IsInt() {
			return b.make(x.Num().String() + ".0")
		}
		return b.make(x.RatString())
	}
	switch t.Op() {
	case logic.OpConstArray:
		return b.constantArray(t)
	case logic.OpConstruct, logic.OpStore:
		args := slice.Map(t.Args(), b.node)
		if len(args) > 0 {
			head, _, _ := strings.Cut(strings.TrimPrefix(t.String(), "("), " ")
			return b.make(head, args...)
		}
	}
	return b.make(t.String())
}

// compute returns the value of n, a term without predicates.
func (b *builder) compute(n *node) (computed, error) {
	if z, ok := b.values[n]; ok {
		return z, nil
	}
	t, err := b.term(n)
	if err != nil {
		return computed{}, err
	}
	z := computed{value: b.node(t)}
	switch {
	case z.value == n:
	case b.isEvaluated(n):
		z.step = b.step("evaluate", "", b.equation(n, z.value))
	case n.isLeaf() || n.bound != nil:
		z.step = b.hole(n, z.value)
	default:
		z.step, err = b.byArguments(n, z.value)
	}
	b.values[n] = z
	return z, err
}

// byArguments proves that n, a compound term, equals its value, using the values of its arguments.
func (b *builder) byArguments(n, value *node) (string, error) {
	args := make([]*node, len(n.args))
	var premises []string
	for i, a := range n.args {
		z, err := b.compute(a)
		if err != nil {
			return "", err
		}
		args[i] = z.value
		if z.step != "" {
			premises = append(premises, z.step)
		}
	}
	reduced := b.make(n.op, args...)
	first := ""
	if reduced != n {
		first = b.step("cong", "", b.equation(n, reduced), premises...)
	}
	if reduced == value {
		return first, nil
	}
	var second string
	switch {
	case b.isEvaluated(reduced):
		second = b.step("evaluate", "", b.equation(reduced, value))
	case (n.op == "div" || n.op == "mod") && len(args) == 2 && args[1].op != "0":
		second = b.step(n.op+"_simplify", "", b.equation(reduced, value))
	case strings.HasPrefix(n.op, "bvs") && b.difference(reduced) != nil:
		sum := b.difference(reduced)
		second = b.step("pbblast_"+n.op, "", b.equation(reduced, sum))
		second = b.step("trans", "", b.equation(reduced, value), second, b.step("evaluate", "", b.equation(sum, value)))
	case n.op == "bvsub":
		second = b.step("poly_simp", "", b.equation(reduced, value))
	case n.op == "ite":
		second = b.step("ite_simplify", "", b.equation(reduced, value))
	case n.op == "=" && len(args) == 2 && args[0] == args[1]:
		second = b.step("eq_simplify", "", b.equation(reduced, value))
	default:
		var ok bool
		var err error
		if second, ok, err = b.array(reduced, value); err != nil {
			return "", err
		}
		if !ok {
			second = b.hole(reduced, value)
		}
	}
	if first == "" {
		return second, nil
	}
	return b.step("trans", "", b.equation(n, value), first, second), nil
}

// isEvaluated reports whether the rule evaluate computes n.
func (b *builder) isEvaluated(n *node) bool {
	if z, ok := b.evaluable[n]; ok {
		return z
	}
	z := n.bound == nil
	if n.isLeaf() {
		z = n.op == "true" || n.op == "false" || isNumber(n.op) || strings.HasPrefix(n.op, "#") || strings.HasPrefix(n.op, "(_ bv")
	} else {
		z = z && (evaluated[n.op] || b.isEvaluatedWord(n)) && !slices.ContainsFunc(n.args, func(a *node) bool { return !b.isEvaluated(a) })
		if z && n.op == "/" {
			z = !slices.ContainsFunc(n.args[1:], func(a *node) bool { return b.isZero(a) })
		}
		z = z && (n.op != "=>" || len(n.args) == 2)
	}
	b.evaluable[n] = z
	return z
}

func (b *builder) isZero(n *node) bool {
	t, err := b.term(n)
	return err != nil || t.Num().Sign() == 0
}

func isNumber(text string) bool {
	_, ok := new(big.Rat).SetString(text)
	return ok
}

// hole writes a step that states the value of a term without a proof.
func (b *builder) hole(n, value *node) string {
	b.stats.Holes++
	return b.step("hole", "", b.equation(n, value))
}

// equation returns the literal which states that two terms are equal.
func (b *builder) equation(x, y *node) []literal { return []literal{{node: b.make("=", x, y)}} }
