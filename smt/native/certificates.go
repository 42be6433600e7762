// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// certificate is the evidence behind a clause of the theory: the bounds whose
// weighted sum is contradictory, or the equalities that no integers satisfy.
type certificate struct {
	premises   []lra.Premise
	equalities []lia.Equality
}

// certificates keeps the evidence of a proof, named by sat.Cert from 1. A nil
// pointer keeps nothing.
type certificates struct{ list []certificate }

func (c *certificates) add(x certificate) sat.Cert {
	c.list = append(c.list, x)
	return sat.Cert(len(c.list))
}

// farkas keeps a contradictory set of bounds.
func (c *certificates) farkas(premises []lra.Premise) sat.Cert {
	if c == nil {
		return 0
	}
	return c.add(certificate{premises: slices.Clone(premises)})
}

// implied keeps the evidence that premises imply l, a literal of atom b: the
// negation of l contradicts them.
func (c *certificates) implied(l sat.Lit, b upperBound, premises []lra.Premise) sat.Cert {
	if c == nil {
		return 0
	}
	negation := lra.Bound{Var: b.v, Value: b.value, Reason: lra.Reason(l.Not())}
	if l.IsNeg() { // the negation is the atom itself
		negation.Side, negation.Strict = lra.Upper, !b.weak
	} else {
		negation.Side, negation.Strict = lra.Lower, b.weak
	}
	all := append(slices.Clone(premises), lra.Premise{Bound: negation, Coeff: rational.Int(1)})
	return c.add(certificate{premises: all})
}

// indivisible keeps equalities without an integer solution.
func (c *certificates) indivisible(equalities []lia.Equality) sat.Cert {
	if c == nil {
		return 0
	}
	return c.add(certificate{equalities: slices.Clone(equalities)})
}
