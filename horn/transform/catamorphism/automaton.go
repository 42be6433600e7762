// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Automaton is a finite tree automaton that reads values of datatypes: the fold of a value is its
// state, a number from 0 on.
type Automaton struct {
	// Size is the number of states of a datatype.
	Size func(d *logic.Sort) int
	// Next is the state of c applied to fields with the given states. A field that is a datatype
	// has a state. For a Bool field, the state is 0 or 1.
	Next func(c *logic.Constructor, states []int) int
}

// Abstract returns a system over states. A model of it is a regular invariant, unless values other
// than datatypes matter.
func (a Automaton) Abstract(sys *horn.System) (pass.Outcome, error) {
	return Template{Name: "states", kinds: []kind{a.state}, complete: true}.Abstract(sys)
}

func (a Automaton) state(v *catamorphisms, d *logic.Sort) []*measure {
	s := v.store
	m := v.recursive("state", d, s.Int)
	m.lower, m.upper = s.IntNum(0), s.IntNum(int64(a.Size(d)-1))
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		var conditions [][]*logic.Term // by field and state, without the last state
		for i, f := range c.Fields {
			switch {
			case f.Sort.IsBool():
				conditions = append(conditions, []*logic.Term{s.Not(fields[i].term)})
			case v.folds(f.Sort):
				var is []*logic.Term
				for n := range a.Size(f.Sort) - 1 {
					is = append(is, s.Eq(fields[i].parts[0], s.IntNum(int64(n))))
				}
				conditions = append(conditions, is)
			}
		}
		var next func(states []int) *logic.Term
		next = func(states []int) *logic.Term {
			if len(states) == len(conditions) {
				return s.IntNum(int64(a.Next(c, states)))
			}
			is := conditions[len(states)]
			z := next(append(states, len(is)))
			for n := len(is) - 1; n >= 0; n-- {
				z = s.Ite(is[n], next(append(states, n)), z)
			}
			return z
		}
		return next(nil)
	}
	return []*measure{m}
}
