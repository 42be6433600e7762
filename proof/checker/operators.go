// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"math/big"
	"slices"
	"strconv"

	"cornet/smtlib"
)

// operator evaluates an application x of op.
type operator func(r *reader, x smtlib.Sexpr, op string, args []value) value

// operators are those of the theories of Bool, Int and Real.
var operators map[string]operator

func init() {
	operators = map[string]operator{
		"true": (*reader).truthValue, "false": (*reader).truthValue,
		"not": (*reader).connective, "and": (*reader).connective, "or": (*reader).connective, "=>": (*reader).connective, "xor": (*reader).connective,
		"=": (*reader).chain, "<": (*reader).chain, "<=": (*reader).chain, ">": (*reader).chain, ">=": (*reader).chain, "distinct": (*reader).distinct,
		"ite": (*reader).ite, "+": (*reader).add, "-": (*reader).add, "*": (*reader).product, "/": (*reader).quotient,
		"div": (*reader).divide, "mod": (*reader).divide, "abs": (*reader).abs, "to_real": (*reader).toReal,
	}
}

// count fails unless the number of arguments lies between least and most.
func count(x smtlib.Sexpr, args []value, least, most int) {
	if len(args) < least || len(args) > most {
		fail(x, "%d arguments: %.80v", len(args), x)
	}
}

const many = 1 << 30

// isReserved reports whether a name may not be declared or defined.
func isReserved(name string) bool {
	return operators[name] != nil || slices.Contains([]string{"let", "forall", "exists", "!", "_", "as", "match", "par"}, name)
}

// numbers fails unless all arguments are numbers.
func numbers(x smtlib.Sexpr, args []value) {
	for _, a := range args {
		if a.number == nil {
			fail(x, "an argument is no number: %.80v", x)
		}
	}
}

func (r *reader) truthValue(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 0, 0)
	return value{formula: r.constant(op == "true")}
}

func (r *reader) connective(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 1, many)
	formulas := make([]formula, len(args))
	for i, a := range args {
		if a.number != nil {
			fail(x, "an argument is a number: %.80v", x)
		}
		formulas[i] = a.formula
	}
	last := len(args) - 1
	switch op {
	case "and", "or":
		return value{formula: r.connect(op, formulas...)}
	case "not":
		count(x, args, 1, 1)
		return value{formula: formulas[0].not()}
	}
	count(x, args, 2, many)
	if op == "=>" {
		z := formulas[last]
		for i := last - 1; i >= 0; i-- {
			z = r.connect(op, formulas[i], z)
		}
		return value{formula: z}
	}
	z := formulas[0]
	for _, f := range formulas[1:] {
		z = r.connect(op, z, f)
	}
	return value{formula: z}
}

// relate returns the formula x op y, for a comparison or an equation.
func (r *reader) relate(x smtlib.Sexpr, op string, y, z value) formula {
	if (y.number == nil) != (z.number == nil) || y.number == nil && op != "=" {
		fail(x, "a comparison of other things than numbers: %.80v", x)
	}
	if y.number == nil {
		return r.connect("=", y.formula, z.formula)
	}
	switch op {
	case ">":
		op, y, z = "<", z, y
	case ">=":
		op, y, z = "<=", z, y
	}
	return r.compare(y.number.plus(minusOne, z.number), op)
}

func (r *reader) chain(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 2, many)
	var all []formula
	for i := range args[1:] {
		all = append(all, r.relate(x, op, args[i], args[i+1]))
	}
	return value{formula: r.connect("and", all...)}
}

func (r *reader) distinct(x smtlib.Sexpr, _ string, args []value) value {
	count(x, args, 2, many)
	var all []formula
	for i, a := range args {
		for _, b := range args[i+1:] {
			all = append(all, r.relate(x, "=", a, b).not())
		}
	}
	return value{formula: r.connect("and", all...)}
}

// add evaluates sums and differences.
func (r *reader) add(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 1, many)
	numbers(x, args)
	factor := one
	if op == "-" {
		factor = minusOne
	}
	z := args[0].number
	if len(args) == 1 {
		return value{number: z.times(factor)}
	}
	for _, a := range args[1:] {
		z = z.plus(factor, a.number)
	}
	return value{number: z}
}

func (r *reader) product(x smtlib.Sexpr, _ string, args []value) value {
	count(x, args, 1, many)
	numbers(x, args)
	z := args[0].number
	for _, a := range args[1:] {
		isReal := z.isReal || a.number.isReal
		switch {
		case a.number.isConstant():
			z = z.times(a.number.constant)
		case z.isConstant():
			z = a.number.times(z.constant)
		default:
			fail(x, "a product of unknowns")
		}
		z.isReal = isReal
	}
	return value{number: z}
}

func (r *reader) quotient(x smtlib.Sexpr, _ string, args []value) value {
	count(x, args, 2, 2)
	numbers(x, args)
	k := args[1].number
	if !k.isConstant() || k.constant.Sign() == 0 {
		fail(x, "a quotient by 0 or by a term that is not a numeral")
	}
	z := args[0].number.times(new(big.Rat).Inv(k.constant))
	z.isReal = true
	return value{number: z}
}

// divide evaluates (div x k) and (mod x k), with a symbol for the quotient.
func (r *reader) divide(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 2, 2)
	numbers(x, args)
	n, k := args[0].number, args[1].number
	if n.isReal || k.isReal || !k.isConstant() || k.constant.Sign() == 0 {
		fail(x, "a quotient of terms that are not integers, by 0, or by a term that is not a numeral")
	}
	size := new(big.Rat).Abs(k.constant)
	var q *sum
	if n.isConstant() {
		q = &sum{constant: floor(new(big.Rat).Quo(n.constant, size))}
		q = q.times(big.NewRat(int64(k.constant.Sign()), 1))
	} else {
		q = r.define(x, n.key()+" div "+k.constant.RatString(), true, func(q *sum) {
			rest := n.plus(new(big.Rat).Neg(k.constant), q) // between 0 and |k| - 1
			r.definitions = append(r.definitions,
				r.compare(rest.times(minusOne), "<="),
				r.compare(rest.plus(one, &sum{constant: new(big.Rat).Neg(size)}), "<"))
		})
	}
	if op == "div" {
		return value{number: q}
	}
	return value{number: n.plus(new(big.Rat).Neg(k.constant), q)}
}

// define returns the symbol for the term with the given key. For a new symbol, describe returns
// what is known about it.
func (r *reader) define(x smtlib.Sexpr, key string, isInt bool, describe func(*sum)) *sum {
	z := r.defined[key]
	if z == nil {
		if r.closed {
			fail(x, "a term that is not linear: %.80v", x)
		}
		z = r.fresh("d", isInt)
		r.defined[key] = z
		describe(z)
	}
	return z
}

// key returns a text that is different for different x.
func (x *sum) key() string {
	var b []byte
	for _, m := range x.monomials {
		b = append(b, m.factor.RatString()...)
		b = append(strconv.AppendInt(append(b, '*'), int64(m.symbol.id), 10), ' ')
	}
	return string(append(b, x.constant.RatString()...))
}

func (r *reader) ite(x smtlib.Sexpr, op string, args []value) value {
	count(x, args, 3, 3)
	if args[0].number != nil || (args[1].number == nil) != (args[2].number == nil) {
		fail(x, "not a condition, or branches of different sorts: %.80v", x)
	}
	c, a, b := args[0].formula, args[1], args[2]
	switch {
	case a.number == nil:
		return value{formula: r.connect(op, c, a.formula, b.formula)}
	case c == r.constant(true):
		return a
	case c == r.constant(false):
		return b
	}
	isReal := a.number.isReal || b.number.isReal
	key := strconv.FormatBool(isReal) + " ite " + strconv.FormatBool(c.negated) + strconv.Itoa(c.id) + " " + a.number.key() + " " + b.number.key()
	return value{number: r.define(x, key, !isReal, func(z *sum) {
		minus := z.times(minusOne)
		r.definitions = append(r.definitions,
			r.connect("or", c.not(), r.compare(a.number.plus(one, minus), "=")),
			r.connect("or", c, r.compare(b.number.plus(one, minus), "=")))
	})}
}

func (r *reader) abs(x smtlib.Sexpr, _ string, args []value) value {
	count(x, args, 1, 1)
	numbers(x, args)
	n := args[0].number
	minus := n.times(minusOne)
	return r.ite(x, "ite", []value{{formula: r.compare(n, "<")}, {number: minus}, {number: n}})
}

func (r *reader) toReal(x smtlib.Sexpr, _ string, args []value) value {
	count(x, args, 1, 1)
	numbers(x, args)
	z := args[0].number.times(one)
	z.isReal = true
	return value{number: z}
}
