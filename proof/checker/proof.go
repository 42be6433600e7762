// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"io"
	"maps"
	"math/big"

	"cornet/smtlib"
)

// step is a step of a proof: (step name (cl …) :rule … :premises (…) :args (…)).
type step struct {
	text     smtlib.Sexpr
	literals []smtlib.Sexpr // the literals of the clause, as they are written
	clause   []formula
	premises [][]formula
	args     []smtlib.Sexpr
}

// proof has the clauses that have been proved for a condition.
type proof struct {
	*reader
	env environment
	// named has the terms with names.
	named   map[string]smtlib.Sexpr
	clauses map[string][]formula // the clauses, by name
}

// Check returns nil if the proof, in the Alethe format, shows that the formula of the condition is
// unsatisfiable. name is the name of the proof in errors.
func (c *Condition) Check(name string, in io.Reader) error {
	commands, err := smtlib.ReadSexprs(name, in)
	if err != nil {
		return err
	}
	r := &reader{terms: c.reader.terms, reals: c.reader.reals, closed: true}
	p := &proof{reader: r, env: maps.Clone(c.unknowns), named: map[string]smtlib.Sexpr{}, clauses: map[string][]formula{}}
	return caught(func() {
		var last []formula
		for _, x := range commands {
			x = p.unnamed(x)
			if len(x.List) < 3 || p.clauses[x.List[1].Text] != nil {
				fail(x, "not an assumption or a step with a new name: %.80v", x)
			}
			switch x.Head() {
			case "assume":
				if f := p.formula(x.List[2]); len(x.List) != 3 || f != c.formula {
					fail(x, "the assumption is not the condition")
				}
				last = []formula{c.formula}
			case "step":
				last = p.step(x)
			default:
				fail(x, "not a known command of a proof: %s", x.Head())
			}
			p.clauses[x.List[1].Text] = last
		}
		if last == nil || len(last) > 0 {
			fail(smtlib.Sexpr{Pos: smtlib.Pos{File: name, Line: 1, Column: 1}}, "the last step is not the empty clause")
		}
	})
}

// unnamed replaces the terms (! term :named name) in x by their names, and records the terms.
func (p *proof) unnamed(x smtlib.Sexpr) smtlib.Sexpr {
	if len(x.List) == 0 {
		return x
	}
	list := make([]smtlib.Sexpr, len(x.List))
	for i := range list {
		list[i] = p.unnamed(x.List[i])
	}
	x.List = list
	if x.Head() != "!" {
		return x
	}
	if len(list) != 4 || list[2].Text != ":named" || list[3].Kind != smtlib.SexprSymbol || isReserved(list[3].Text) {
		fail(x, "not a term with a name: %.80v", x)
	}
	name := list[3].Text
	if _, twice := p.env[name]; twice {
		fail(x, "a second meaning of %s", name)
	}
	p.named[name], p.env[name] = list[1], p.term(list[1], p.env, 0)
	return list[3]
}

// formula evaluates x.
func (p *proof) formula(x smtlib.Sexpr) formula {
	v := p.term(x, p.env, 0)
	if v.number != nil {
		fail(x, "a number instead of a formula")
	}
	return v.formula
}

// step returns the clause of a step.
func (p *proof) step(x smtlib.Sexpr) []formula {
	if len(x.List) < 5 || x.List[2].Head() != "cl" || x.List[3].Text != ":rule" || len(x.List)%2 == 0 {
		fail(x, "not a step: %.80v", x)
	}
	s := &step{text: x, literals: x.List[2].List[1:], clause: []formula{}}
	for _, l := range s.literals {
		s.clause = append(s.clause, p.formula(l))
	}
	for i := 5; i < len(x.List); i += 2 {
		switch x.List[i].Text {
		case ":premises":
			for _, name := range x.List[i+1].List {
				c := p.clauses[name.Text]
				if c == nil {
					fail(x, "no clause %v", name)
				}
				s.premises = append(s.premises, c)
			}
		case ":args":
			s.args = x.List[i+1].List
		default:
			fail(x, "not a known attribute of a step: %v", x.List[i])
		}
	}
	rule := rules[x.List[4].Text]
	if rule == nil {
		fail(x, "not a known rule: %v", x.List[4])
	}
	if !rule(p, s) {
		fail(x, "the step does not follow by its rule: %.200v", x)
	}
	return s.clause
}

// number returns the number in an argument of a step.
func (p *proof) number(x smtlib.Sexpr) *big.Rat {
	v := p.term(x, p.env, 0)
	if v.number == nil || !v.number.isConstant() {
		fail(x, "not a number: %.80v", x)
	}
	return v.number.constant
}
