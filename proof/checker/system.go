// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"io"
	"maps"
	"slices"

	"cornet/smtlib"
)

// System is a Horn system as it is written in a file.
type System struct {
	predicates map[string][]smtlib.Sexpr // the sorts of the arguments
	functions  map[string]*function
	assertions []smtlib.Sexpr
	// reals reports whether the sort Int does not occur. In this case numerals are of sort Real.
	reals bool
	// used are the symbols that occur in definitions and assertions so far.
	used map[string]bool
}

// ReadSystem reads a file of declarations of predicates, definitions and assertions. Other commands
// are errors if they matter.
func ReadSystem(name string, r io.Reader) (*System, error) {
	commands, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	s := &System{predicates: map[string][]smtlib.Sexpr{}, functions: map[string]*function{}, used: map[string]bool{}}
	s.reals = !slices.ContainsFunc(commands, func(c smtlib.Sexpr) bool { return mentions(c, "Int") })
	return s, caught(func() {
		checked := false
		for _, c := range commands {
			if c.Head() == "exit" {
				break
			}
			s.command(c, checked)
			checked = checked || c.Head() == "check-sat"
		}
	})
}

// mentions reports whether a symbol occurs in x.
func mentions(x smtlib.Sexpr, symbol string) bool {
	return x.IsSymbol(symbol) || slices.ContainsFunc(x.List, func(y smtlib.Sexpr) bool { return mentions(y, symbol) })
}

// note adds the symbols that occur in x.
func note(symbols map[string]bool, x smtlib.Sexpr) {
	if x.Kind == smtlib.SexprSymbol {
		symbols[x.Text] = true
	}
	for _, y := range x.List {
		note(symbols, y)
	}
}

func (s *System) command(c smtlib.Sexpr, checked bool) {
	unused := func(name smtlib.Sexpr) {
		if name.Kind != smtlib.SexprSymbol || isReserved(name.Text) || s.used[name.Text] {
			fail(c, "not a new symbol: %v", name)
		}
		s.used[name.Text] = true
	}
	switch c.Head() {
	case "set-logic", "set-info", "set-option", "get-model", "get-proof", "get-info":
	case "check-sat":
		if checked {
			fail(c, "a second question")
		}
	case "declare-fun":
		if len(c.List) != 4 || !c.List[3].IsSymbol("Bool") || c.List[2].Kind != smtlib.SexprList {
			fail(c, "not the declaration of a predicate")
		}
		unused(c.List[1])
		for _, sort := range c.List[2].List {
			if sort.Kind != smtlib.SexprSymbol || !slices.Contains([]string{"Bool", "Int", "Real"}, sort.Text) {
				fail(c, "not a known sort: %v", sort)
			}
		}
		s.predicates[c.List[1].Text] = c.List[2].List
	case "define-fun":
		name, f := newFunction(c)
		note(s.used, f.body)
		unused(c.List[1])
		s.functions[name] = f
	case "assert":
		if len(c.List) != 2 || checked {
			fail(c, "not an assertion of the system that is asked about")
		}
		note(s.used, c.List[1])
		s.assertions = append(s.assertions, c.List[1])
	default:
		fail(c, "not a known command: %.40v", c)
	}
}

// Assertions returns the number of assertions.
func (s *System) Assertions() int { return len(s.assertions) }

// Model is the definitions of predicates in a text.
type Model struct{ definitions map[string]*function }

// ReadModel reads definitions as solvers print them: with or without a list around them, with or
// without leading sat and model.
func ReadModel(name string, r io.Reader) (*Model, error) {
	list, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 && list[0].IsSymbol("sat") {
		list = list[1:]
	}
	if len(list) == 1 && list[0].Kind == smtlib.SexprList && list[0].Head() != "define-fun" {
		if list = list[0].List; len(list) > 0 && list[0].IsSymbol("model") {
			list = list[1:]
		}
	}
	m := &Model{map[string]*function{}}
	return m, caught(func() {
		for _, d := range list {
			name, f := newFunction(d)
			if m.definitions[name] != nil || !f.sort.IsSymbol("Bool") {
				fail(d, "a second definition, or not of a predicate: %s", name)
			}
			m.definitions[name] = f
		}
	})
}

// CheckDefinitions returns an error unless a model defines every predicate of the system, over
// arguments of its sorts. It also reads the definitions of predicates that no assertion mentions.
// No condition covers these.
func (s *System) CheckDefinitions(m *Model) error {
	return caught(func() {
		mentioned := map[string]bool{}
		for _, a := range s.assertions {
			note(mentioned, a)
		}
		for _, name := range slices.Sorted(maps.Keys(s.predicates)) {
			d := s.definition(smtlib.Sexpr{Pos: smtlib.Pos{File: "model", Line: 1, Column: 1}}, m, name)
			if mentioned[name] {
				continue
			}
			r := newReader()
			r.reals = s.reals
			r.instance = func(_ smtlib.Sexpr, name, sort string) value { return r.unknown(name, sort) }
			var args []value
			for _, p := range d.params {
				args = append(args, r.unknown(p.List[0].Text, p.List[1].Text))
			}
			r.call(d.body, d, args, 1)
		}
	})
}

// unknown returns a new value of a sort, a number or a truth value. Its name begins with name.
func (r *reader) unknown(name, sort string) value {
	if sort == "Bool" {
		return value{formula: r.symbol(r.unused(name))}
	}
	return value{number: r.fresh(name, sort == "Int")}
}

// definition returns the model's definition of a predicate that occurs in x.
func (s *System) definition(x smtlib.Sexpr, m *Model, name string) *function {
	sorts, ok := s.predicates[name]
	d := m.definitions[name]
	switch {
	case !ok:
		fail(x, "not a predicate: %s", name)
	case d == nil:
		fail(x, "predicate %s has no definition", name)
	case len(sorts) != len(d.params):
		fail(x, "the definition of %s has %d parameters instead of %d", name, len(d.params), len(sorts))
	}
	for k := range sorts {
		if !sorts[k].IsSymbol(d.params[k].List[1].Text) {
			fail(x, "the definition of %s has other sorts", name)
		}
	}
	return d
}

// Condition is a formula that is unsatisfiable if a model satisfies an assertion.
type Condition struct {
	reader  *reader
	formula formula
	// unknowns are the numbers and truth values without a value.
	unknowns environment
}

// Condition returns the condition of the i-th assertion. The error names what this package does not
// support, or what the model does not define.
func (s *System) Condition(m *Model, i int) (*Condition, error) {
	r := newReader()
	c := &Condition{reader: r, unknowns: environment{}}
	r.functions, r.reals = s.functions, s.reals
	for name := range s.functions {
		r.names[name] = true
	}
	for name := range s.predicates {
		r.names[name] = true
	}
	r.instance = func(_ smtlib.Sexpr, name, sort string) value {
		v := r.unknown(name, sort)
		if v.number == nil {
			c.unknowns[v.formula.name] = v
		}
		return v
	}
	r.predicate = func(x smtlib.Sexpr, name string, args []value, polarity int) (formula, bool) {
		d := s.definition(x, m, name)
		// Definitions mention only their parameters.
		functions, predicate := r.functions, r.predicate
		r.functions, r.predicate = nil, nil
		z := r.call(x, d, args, polarity)
		r.functions, r.predicate = functions, predicate
		return z.formula, true
	}
	return c, caught(func() {
		v := r.term(s.assertions[i], environment{}, 1)
		r.expect(s.assertions[i], v, smtlib.Sexpr{Kind: smtlib.SexprSymbol, Text: "Bool"})
		c.formula = r.connect("and", append([]formula{v.not()}, r.definitions...)...)
		for _, x := range r.symbols {
			c.unknowns[x.name] = value{number: &sum{monomials: []monomial{{one, x}}, constant: zero, isReal: !x.isInt}}
		}
	})
}

// Holds reports whether the condition holds without a proof: its formula is false.
func (c *Condition) Holds() bool { return c.formula == c.reader.constant(false) }
