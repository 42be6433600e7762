// SPDX-License-Identifier: Apache-2.0

package scalar

import "cornet/internal/option"

// Duties chooses the obligations that a proof includes.
type Duties uint8

// The choices.
const (
	// Direct: obligations about variables whose values do not come from arrays. These have
	// invariants without quantifiers.
	Direct Duties = iota
	// NoDuties: obligations are tested by runs only.
	NoDuties
	// AllDuties: all obligations.
	AllDuties
)

var dutiesWords = []string{"direct", "none", "all"}

// String returns the word for d.
func (d Duties) String() string { return dutiesWords[d] }

// UnmarshalText reads the word for d.
func (d *Duties) UnmarshalText(text []byte) error { return option.ReadWord(d, text, dutiesWords...) }

// Oblige chooses the obligations of a proof.
func (p *Program) Oblige(d Duties) {
	open := map[*Var]bool{}
	if d == Direct {
		open = p.outOfArrays()
	}
	for e := range p.Edges() {
		if o, ok := e.Op.(Obligation); ok {
			o.Proved = d == AllDuties || d == Direct && !mentions(o.Cond, open)
			e.Op = o
		}
	}
}

// Expressions calls visit for the expressions of all operations and their subexpressions.
func (p *Program) Expressions(visit func(*Expr)) {
	for e := range p.Edges() {
		Operands(e.Op, func(x *Expr) { x.Walk(visit) })
	}
}

// outOfArrays returns the variables whose values may have been elements of arrays.
func (p *Program) outOfArrays() map[*Var]bool {
	z := map[*Var]bool{}
	for changed := true; changed; {
		changed = false
		from := func(v *Var, x *Expr) {
			if !z[v] && !v.Type.Array && mentions(x, z) {
				z[v], changed = true, true
			}
		}
		for e := range p.Edges() {
			switch o := e.Op.(type) {
			case Assign:
				from(o.To, o.Value)
			case Call:
				for i, x := range o.Args {
					from(o.Callee.Params[i], x)
				}
				for i, v := range o.Results {
					if v != nil {
						from(v, NewRead(o.Callee.Results[i]))
					}
				}
			}
		}
	}
	return z
}

// mentions reports whether x reads an array, or one of some variables.
func mentions(x *Expr, vars map[*Var]bool) bool {
	found := false
	x.Walk(func(y *Expr) { found = found || y.Operator == Select || y.Operator == Read && vars[y.Var] })
	return found
}
