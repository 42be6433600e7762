// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"slices"

	"cornet/logic"
)

// Cases returns p with clauses whose disjunctions are explored case by case. A clause with
// constraint φ ∧ (d1 ∨ … ∨ dk) becomes k transitions with the clause's number, if k is at most
// limit. Other clauses stay whole. These are the smallest of the adjustable blocks: each path is a
// conjunction with simple interpolants, but there are more paths.
func Cases(p Program, limit int) Program {
	z := &casesProgram{Program: p, limit: limit}
	if f, ok := p.(Finite); ok {
		return finiteCases{z, f}
	}
	return z
}

type casesProgram struct {
	Program
	limit int
}

type finiteCases struct {
	*casesProgram
	Finite
}

func (p *casesProgram) Entries() ([]Transition, error) {
	z, err := p.Program.Entries()
	return p.split(z), err
}

func (p *casesProgram) Successors(f *logic.Func) ([]Transition, error) {
	z, err := p.Program.Successors(f)
	return p.split(z), err
}

func (p *casesProgram) split(ts []Transition) []Transition {
	var z []Transition
	for _, t := range ts {
		cases := p.cases(t.Clause.Constraint)
		if len(cases) < 2 {
			z = append(z, t)
			continue
		}
		for _, constraint := range cases {
			c := *t.Clause
			c.Constraint = constraint
			z = append(z, Transition{t.Number, &c})
		}
	}
	return z
}

// cases returns formulas whose disjunction is t. If there would be too many, it returns t alone.
func (p *casesProgram) cases(t *logic.Term) []*logic.Term {
	whole := t
	open, z := []*logic.Term{t}, []*logic.Term(nil)
	for len(open) > 0 {
		t = open[0]
		open = open[1:]
		conjuncts := []*logic.Term{t}
		if t.Op() == logic.OpAnd {
			conjuncts = t.Args()
		}
		i := slices.IndexFunc(conjuncts, func(c *logic.Term) bool { return c.Op() == logic.OpOr })
		if i < 0 {
			z = append(z, t)
			continue
		}
		if len(z)+len(open)+len(conjuncts[i].Args()) > p.limit {
			return []*logic.Term{whole}
		}
		rest := slices.Concat(conjuncts[:i], conjuncts[i+1:])
		for _, d := range conjuncts[i].Args() {
			if x := p.Store().And(append(slices.Clone(rest), d)...); !x.IsFalse() {
				open = append(open, x)
			}
		}
	}
	return z
}
