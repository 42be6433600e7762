// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"math/big"
	"strconv"
	"strings"
)

// symbol is an unknown number.
type symbol struct {
	name  string
	id    int
	isInt bool
}

// monomial is a coefficient, which is not 0, times a symbol.
type monomial struct {
	factor *big.Rat
	symbol *symbol
}

// sum is a linear sum. Its monomials are in the order of their symbols, and each symbol occurs
// once. Sums are immutable.
type sum struct {
	monomials []monomial
	constant  *big.Rat
	isReal    bool // the sort is Real
}

var (
	zero     = new(big.Rat)
	one      = big.NewRat(1, 1)
	minusOne = big.NewRat(-1, 1)
)

// plus returns x + k·y.
func (x *sum) plus(k *big.Rat, y *sum) *sum {
	z := &sum{constant: new(big.Rat).Mul(k, y.constant), isReal: x.isReal || y.isReal}
	z.constant.Add(z.constant, x.constant)
	if k.Sign() == 0 {
		z.monomials = x.monomials
		return z
	}
	i, j := 0, 0
	for i < len(x.monomials) || j < len(y.monomials) {
		switch {
		case j == len(y.monomials) || i < len(x.monomials) && x.monomials[i].symbol.id < y.monomials[j].symbol.id:
			z.monomials = append(z.monomials, x.monomials[i])
			i++
			continue
		case i == len(x.monomials) || y.monomials[j].symbol.id < x.monomials[i].symbol.id:
			z.monomials = append(z.monomials, monomial{new(big.Rat).Mul(k, y.monomials[j].factor), y.monomials[j].symbol})
		default:
			m := monomial{new(big.Rat).Mul(k, y.monomials[j].factor), y.monomials[j].symbol}
			if m.factor.Add(m.factor, x.monomials[i].factor).Sign() != 0 {
				z.monomials = append(z.monomials, m)
			}
			i++
		}
		j++
	}
	return z
}

// times returns k·x.
func (x *sum) times(k *big.Rat) *sum {
	return (&sum{constant: zero, isReal: x.isReal}).plus(k, x)
}

// isConstant reports whether x has no symbols.
func (x *sum) isConstant() bool { return len(x.monomials) == 0 }

// overInts reports whether all symbols of x are integers.
func (x *sum) overInts() bool {
	for _, m := range x.monomials {
		if !m.symbol.isInt {
			return false
		}
	}
	return true
}

// unit returns the positive factor that gives x coprime integer coefficients. x must have symbols.
func (x *sum) unit() *big.Rat {
	common, multiple := new(big.Int), big.NewInt(1)
	for _, m := range x.monomials {
		common.GCD(nil, nil, common, new(big.Int).Abs(m.factor.Num()))
		d := m.factor.Denom()
		multiple.Mul(multiple, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, multiple, d)))
	}
	// For reduced fractions, the greatest common divisor is the greatest common divisor of the
	// numerators divided by the least common multiple of the denominators.
	return new(big.Rat).SetFrac(multiple, common)
}

// floor returns the greatest integer that is at most x.
func floor(x *big.Rat) *big.Rat {
	// Div rounds down for positive divisors, which denominators are.
	return new(big.Rat).SetInt(new(big.Int).Div(x.Num(), x.Denom()))
}

// node is a formula: a connective, a Bool symbol, a comparison, or true.
type node struct {
	op    string
	id    int
	args  []formula
	name  string   // the name, for a symbol
	left  *sum     // the sum without its constant, with a positive first coefficient, for a comparison
	right *big.Rat // the right side of a comparison
}

// formula is a node or its negation. Formulas over the same terms are equal if and only if they are
// identical.
type formula struct {
	*node
	negated bool
}

func (f formula) not() formula { return formula{f.node, !f.negated} }

// with returns f, or its negation.
func (f formula) with(negated bool) formula { return formula{f.node, f.negated != negated} }

// terms makes nodes, each one once.
type terms struct {
	nodes map[string]*node
	truth formula
}

func newTerms() *terms {
	t := &terms{nodes: map[string]*node{}}
	t.truth = formula{node: t.node("true", &node{op: "true"})}
	return t
}

func (t *terms) node(key string, n *node) *node {
	if z := t.nodes[key]; z != nil {
		return z
	}
	n.id = len(t.nodes)
	t.nodes[key] = n
	return n
}

func (t *terms) constant(x bool) formula { return t.truth.with(!x) }

// symbol returns the Bool symbol with the given name.
func (t *terms) symbol(name string) formula {
	return formula{node: t.node("symbol "+name, &node{op: "symbol", name: name})}
}

// compare returns x op 0, where op is "<=", "<" or "=". Over integers, bounds are rounded.
func (t *terms) compare(x *sum, op string) formula {
	if x.isConstant() {
		s := x.constant.Sign()
		return t.constant(s < 0 && op != "=" || s == 0 && op != "<")
	}
	left := x.times(x.unit())
	left.isReal = false
	right := new(big.Rat).Neg(left.constant)
	left.constant = zero
	if left.overInts() {
		switch {
		case op == "=" && !right.IsInt():
			return t.constant(false)
		case op == "<":
			// left < right is left <= ceil(right) - 1, and that is -floor(-right) - 1.
			right.Neg(floor(right.Neg(right)))
			op, right = "<=", right.Sub(right, one)
		case op == "<=":
			right = floor(right)
		}
	}
	negated := false
	if left.monomials[0].factor.Sign() < 0 {
		left, right = left.times(minusOne), new(big.Rat).Neg(right)
		switch {
		case op == "=":
		case left.overInts(): // left >= right is not left <= right - 1
			negated, right = true, right.Sub(right, one)
		default:
			negated, op = true, map[string]string{"<=": "<", "<": "<="}[op]
		}
	}
	var key strings.Builder
	key.WriteString(op)
	for _, m := range left.monomials {
		key.WriteString(" " + m.factor.RatString() + "*" + strconv.Itoa(m.symbol.id))
	}
	key.WriteString(" " + right.RatString())
	return formula{t.node(key.String(), &node{op: op, left: left, right: right}), negated}
}

// connect returns a connective of formulas: and, or with any number of arguments; =>, =, xor with
// two; ite with three.
func (t *terms) connect(op string, args ...formula) formula {
	yes, no := t.constant(true), t.constant(false)
	switch op {
	case "and", "or":
		neutral := t.constant(op == "and")
		var rest []formula
		for _, a := range args {
			if a == neutral.not() {
				return a
			}
			if a != neutral {
				rest = append(rest, a)
			}
		}
		switch args = rest; len(args) {
		case 0:
			return neutral
		case 1:
			return args[0]
		}
	case "=>":
		switch {
		case args[0] == no || args[1] == yes:
			return yes
		case args[0] == yes:
			return args[1]
		case args[1] == no:
			return args[0].not()
		}
	case "=", "xor":
		for i, a := range args {
			if a.node == t.truth.node {
				return args[1-i].with((a == yes) == (op == "xor"))
			}
		}
	case "ite":
		switch args[0] {
		case yes:
			return args[1]
		case no:
			return args[2]
		}
	}
	var key strings.Builder
	key.WriteString(op)
	for _, a := range args {
		key.WriteString(" " + strconv.FormatBool(a.negated) + strconv.Itoa(a.id))
	}
	return formula{node: t.node("("+key.String(), &node{op: op, args: args})}
}
