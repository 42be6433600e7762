// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"
	"slices"
	"sync"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// Limits of the run that finds operands.
const (
	appliedSteps = 30000
	maxApplied   = 32 // applications of one operation
)

// application is a floating-point operation on certain operands, with its exact value. The operands
// come from a run of the program, until it depends on an input. For these operands the translation
// is exact, so loops with constant bounds are exact. The choice of operands does not affect
// soundness.
type application struct {
	args  []rational.Rat
	value rational.Rat
}

// applications returns a function that runs p once and returns the operations of that run.
func applications(p *scalar.Program) func() map[*scalar.Expr][]application {
	return sync.OnceValue(func() map[*scalar.Expr][]application {
		z := map[*scalar.Expr][]application{}
		if p.Main == nil {
			return z
		}
		open := false // the run has used an input
		p.Run(scalar.Environment{
			MaxSteps: appliedSteps,
			Choose:   func(int) int { open = true; return 0 },
			Value:    func(*scalar.Edge, scalar.Type, scalar.Havoc) *big.Int { open = true; return new(big.Int) },
			Applied: func(x *scalar.Expr, args []*big.Int, value *big.Int) {
				a := application{value: rat(value)}
				for _, v := range args {
					a.args = append(a.args, rat(v))
				}
				same := func(b application) bool { return slices.EqualFunc(a.args, b.args, rational.Rat.Equal) }
				if !open && !x.Fn.IsCompare() && len(z[x]) < maxApplied && !slices.ContainsFunc(z[x], same) {
					z[x] = append(z[x], a)
				}
			},
		})
		return z
	})
}

// has returns the formula that the operands have values vs.
func (m *Translator) has(args []operand, vs []rational.Rat) *logic.Term {
	z := make([]*logic.Term, len(args))
	for i, a := range args {
		z[i] = m.s.Eq(a.term, m.num(vs[i], a.typ))
	}
	return m.s.And(z...)
}
