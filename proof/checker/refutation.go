// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"io"
	"slices"
	"strconv"

	"cornet/smtlib"
)

// CheckRefutation returns nil if the text is a refutation of the system, possibly with a leading
// unsat:
//
//	(refutation (step 0 (clause 3) (values (x 0) …) (premises)) (step 1 (clause 5) (values …) (premises 0)) …)
//
// A step is an instance of an assertion, numbered from 0. It derives the ground atoms that remain
// if the atoms of its premises are true. The last step derives false.
func (s *System) CheckRefutation(name string, in io.Reader) error {
	list, err := smtlib.ReadSexprs(name, in)
	if err != nil {
		return err
	}
	if len(list) > 0 && list[0].IsSymbol("unsat") {
		list = list[1:]
	}
	return caught(func() {
		if len(list) != 1 || list[0].Head() != "refutation" || len(list[0].List) < 2 {
			fail(smtlib.Sexpr{Pos: smtlib.Pos{File: name, Line: 1, Column: 1}}, "no refutation")
		}
		r := newReader()
		r.functions, r.reals = s.functions, s.reals
		steps := list[0].List[1:]
		atoms := make([][]formula, len(steps)) // the atoms that the steps derive
		for i, x := range steps {
			derived := s.derive(r, x, i, atoms)
			isLast := i == len(steps)-1
			switch {
			case isLast && derived == r.constant(false):
				return
			case isLast:
				fail(x, "the last step does not derive false")
			case derived.op == "and" && !derived.negated:
				atoms[i] = derived.args
			default:
				atoms[i] = []formula{derived}
			}
			if slices.ContainsFunc(atoms[i], func(f formula) bool { return f.op != "symbol" || f.negated }) {
				fail(x, "the step derives no atom")
			}
		}
	})
}

// derive returns the atoms that remain of the i-th step, x.
func (s *System) derive(r *reader, x smtlib.Sexpr, i int, atoms [][]formula) formula {
	if len(x.List) != 5 || x.Head() != "step" || x.List[1].Text != strconv.Itoa(i) || len(x.List[2].List) != 2 ||
		x.List[2].Head() != "clause" || x.List[3].Head() != "values" || x.List[4].Head() != "premises" {
		fail(x, "not step %d: %.80v", i, x)
	}
	number, err := strconv.Atoi(x.List[2].List[1].Text)
	if err != nil || number < 0 || number >= len(s.assertions) {
		fail(x, "no assertion: %v", x.List[2])
	}
	var known []formula
	for _, p := range x.List[4].List[1:] {
		k, err := strconv.Atoi(p.Text)
		if err != nil || k < 0 || k >= i {
			fail(x, "no earlier step: %v", p)
		}
		known = append(known, atoms[k]...)
	}
	values := x.List[3].List[1:]
	r.instance = func(at smtlib.Sexpr, name, sort string) value {
		if len(values) == 0 || len(values[0].List) != 2 || !values[0].List[0].IsSymbol(name) {
			fail(x, "no value for %s", name)
		}
		v := r.ground(values[0].List[1])
		values = values[1:]
		return v
	}
	r.predicate = func(at smtlib.Sexpr, name string, args []value, _ int) (formula, bool) {
		sorts, ok := s.predicates[name]
		if !ok || len(sorts) != len(args) {
			fail(at, "not a predicate of that many arguments: %s", name)
		}
		key := strconv.Quote(name)
		for j, a := range args {
			r.expect(at, a, sorts[j])
			if a.number == nil && a.op != "true" || a.number != nil && !a.number.isConstant() {
				fail(at, "an argument of an atom is no value")
			}
			if a.number == nil {
				key += " " + strconv.FormatBool(!a.negated)
				continue
			}
			key += " " + a.number.constant.RatString()
		}
		f := r.symbol(key)
		if slices.Contains(known, f) {
			f = r.constant(true)
		}
		return f, true
	}
	z := r.term(s.assertions[number], environment{}, 1)
	r.expect(x, z, smtlib.Sexpr{Kind: smtlib.SexprSymbol, Text: "Bool"})
	if len(values) > 0 {
		fail(x, "more values than variables")
	}
	return z.formula
}

// ground returns the value of a term without variables.
func (r *reader) ground(x smtlib.Sexpr) value {
	functions, predicate, instance := r.functions, r.predicate, r.instance
	r.functions, r.predicate, r.instance = nil, nil, nil
	z := r.term(x, environment{}, 0)
	r.functions, r.predicate, r.instance = functions, predicate, instance
	return z
}
