// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"fmt"
	"maps"
	"math/big"

	"cornet/smtlib"
)

// failure is an error that ends the reading of a text, which is invalid, or uses something that
// this package does not support.
type failure struct{ text string }

func (f *failure) Error() string { return f.text }

// fail ends the reading, up to the innermost call of caught.
func fail(x smtlib.Sexpr, format string, args ...any) {
	panic(&failure{fmt.Sprintf("%v: ", x.Pos) + fmt.Sprintf(format, args...)})
}

// caught runs f and returns the failure that ends f, if any.
func caught(f func()) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *failure:
			err = x
		default:
			panic(x)
		}
	}()
	f()
	return nil
}

// value is a number if number is set, and a formula otherwise.
type value struct {
	formula
	number *sum
}

// environment has the values of names.
type environment map[string]value

// reader evaluates terms.
type reader struct {
	*terms
	functions map[string]*function // functions that the input defines
	// reals reports whether all numbers are of sort Real.
	reals bool
	// predicate returns the meaning of an atom. It is nil if there are no predicates.
	predicate func(x smtlib.Sexpr, name string, args []value, polarity int) (formula, bool)
	// instance returns the value of the next universally quantified variable. It is nil if
	// quantifiers are not supported.
	instance func(x smtlib.Sexpr, name, sort string) value
	// closed reports whether no new symbols may be made for terms.
	closed bool
	// symbols are all numbers without a value. names has their names and those of Bool symbols.
	// definitions are facts about numbers that represent terms.
	symbols     []*symbol
	names       map[string]bool
	definitions []formula
	defined     map[string]*sum
}

func newReader() *reader {
	return &reader{terms: newTerms(), names: map[string]bool{}, defined: map[string]*sum{}}
}

// fresh returns a new number whose name has the given prefix.
func (r *reader) fresh(name string, isInt bool) *sum {
	x := &symbol{name: r.unused(name), id: len(r.symbols), isInt: isInt}
	r.symbols = append(r.symbols, x)
	return &sum{monomials: []monomial{{one, x}}, constant: zero, isReal: !isInt}
}

// unused returns a new name with the given prefix.
func (r *reader) unused(name string) string {
	z := name
	for i := 1; r.names[z]; i++ {
		z = fmt.Sprintf("%s!%d", name, i)
	}
	r.names[z] = true
	return z
}

// term evaluates x. The polarity is 1 if the assertion is monotone in x, -1 if it is antitone in x,
// and 0 otherwise.
func (r *reader) term(x smtlib.Sexpr, env environment, polarity int) value {
	switch x.Kind {
	case smtlib.SexprNumeral, smtlib.SexprDecimal:
		k, ok := new(big.Rat).SetString(x.Text)
		if !ok {
			fail(x, "%s is no number", x.Text)
		}
		return value{number: &sum{constant: k, isReal: r.reals || x.Kind == smtlib.SexprDecimal}}
	case smtlib.SexprSymbol:
		if v, ok := env[x.Text]; ok {
			return v
		}
		return r.apply(x, x.Text, nil, env, polarity)
	}
	switch x.Head() {
	case "let":
		return r.let(x, env, polarity)
	case "forall", "exists":
		if r.instance == nil || polarity != map[string]int{"forall": 1, "exists": -1}[x.Head()] {
			fail(x, "a quantifier that is not universal in the assertion")
		}
		return r.quantified(x, env, polarity)
	case "!":
		if len(x.List) < 2 {
			fail(x, "no term")
		}
		return r.term(x.List[1], env, polarity)
	case "":
		fail(x, "not a known term: %.40v", x)
	}
	if _, ok := env[x.Head()]; ok || len(x.List) == 1 {
		fail(x, "%s is no function", x.Head())
	}
	return r.apply(x, x.Head(), x.List[1:], env, polarity)
}

// bind evaluates the body of a binder x, ((name …) …), where bindings gives the meaning of its
// names.
func (r *reader) bind(x smtlib.Sexpr, env environment, polarity int, meaning func(binding smtlib.Sexpr) value) value {
	if len(x.List) != 3 {
		fail(x, "not a binder: %.80v", x)
	}
	inner := environment{}
	for _, b := range x.List[1].List {
		if len(b.List) != 2 || b.List[0].Kind != smtlib.SexprSymbol || isReserved(b.List[0].Text) {
			fail(x, "not a binding: %.80v", b)
		}
		if _, twice := inner[b.List[0].Text]; twice {
			fail(x, "two bindings of %v", b.List[0])
		}
		inner[b.List[0].Text] = meaning(b)
	}
	outer := environment{}
	for name, v := range inner {
		if w, ok := env[name]; ok {
			outer[name] = w
		}
		env[name] = v
	}
	z := r.term(x.List[2], env, polarity)
	for name := range inner {
		delete(env, name)
	}
	maps.Copy(env, outer)
	return z
}

func (r *reader) let(x smtlib.Sexpr, env environment, polarity int) value {
	return r.bind(x, env, polarity, func(b smtlib.Sexpr) value { return r.term(b.List[1], env, 0) })
}

func (r *reader) quantified(x smtlib.Sexpr, env environment, polarity int) value {
	return r.bind(x, env, polarity, func(b smtlib.Sexpr) value {
		v := r.instance(b, b.List[0].Text, b.List[1].Text)
		r.expect(b, v, b.List[1])
		return v
	})
}

// expect fails unless v is of the given sort.
func (r *reader) expect(x smtlib.Sexpr, v value, sort smtlib.Sexpr) {
	ok := false
	switch {
	case sort.IsSymbol("Bool"):
		ok = v.number == nil
	case sort.IsSymbol("Int"):
		ok = v.number != nil && !v.number.isReal
	case sort.IsSymbol("Real"):
		ok = v.number != nil
	}
	if !ok {
		fail(x, "%.80v is not of a known sort %v", x, sort)
	}
}

// apply evaluates x, the application of a function or an operator.
func (r *reader) apply(x smtlib.Sexpr, name string, list []smtlib.Sexpr, env environment, polarity int) value {
	if f := r.functions[name]; f != nil {
		return r.call(x, f, r.arguments(list, env), polarity)
	}
	if o := operators[name]; o != nil {
		args := make([]value, len(list))
		for i, a := range list {
			args[i] = r.term(a, env, direction(name, i, len(list))*polarity)
		}
		return o(r, x, name, args)
	}
	if r.predicate != nil {
		if f, ok := r.predicate(x, name, r.arguments(list, env), polarity); ok {
			return value{formula: f}
		}
	}
	fail(x, "not a known symbol: %s", name)
	return value{}
}

func (r *reader) arguments(list []smtlib.Sexpr, env environment) []value {
	z := make([]value, len(list))
	for i, a := range list {
		z[i] = r.term(a, env, 0)
	}
	return z
}

// direction returns the factor from the polarity of a connective to the polarity of its i-th
// argument of n.
func direction(op string, i, n int) int {
	switch {
	case op == "not" || op == "=>" && i < n-1:
		return -1
	case op == "and" || op == "or" || op == "=>" || op == "ite" && i > 0:
		return 1
	}
	return 0
}

// function is a definition.
type function struct {
	params []smtlib.Sexpr // (name sort)
	sort   smtlib.Sexpr
	body   smtlib.Sexpr
}

// newFunction reads (define-fun name params sort body).
func newFunction(x smtlib.Sexpr) (string, *function) {
	if len(x.List) != 5 || x.Head() != "define-fun" || x.List[1].Kind != smtlib.SexprSymbol || isReserved(x.List[1].Text) {
		fail(x, "not a definition: %.80v", x)
	}
	f := &function{params: x.List[2].List, sort: x.List[3], body: x.List[4]}
	seen := map[string]bool{}
	for _, p := range f.params {
		if len(p.List) != 2 || p.List[0].Kind != smtlib.SexprSymbol || isReserved(p.List[0].Text) || seen[p.List[0].Text] {
			fail(x, "not a parameter: %v", p)
		}
		seen[p.List[0].Text] = true
	}
	return x.List[1].Text, f
}

// call evaluates the body of f.
func (r *reader) call(x smtlib.Sexpr, f *function, args []value, polarity int) value {
	if len(args) != len(f.params) {
		fail(x, "%d arguments instead of %d", len(args), len(f.params))
	}
	env := environment{}
	for i, p := range f.params {
		r.expect(x, args[i], p.List[1])
		v := args[i]
		if v.number != nil && p.List[1].IsSymbol("Real") {
			v.number = v.number.plus(zero, &sum{constant: zero, isReal: true})
		}
		env[p.List[0].Text] = v
	}
	z := r.term(f.body, env, polarity)
	r.expect(x, z, f.sort)
	return z
}
