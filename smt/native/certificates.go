// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// certificate is the evidence for a clause of the theory: bounds whose weighted sum is
// contradictory, equalities that no integers satisfy, or a derivation from equations. The reasons
// of the bounds are the negations of the clause's literals.
type certificate struct {
	premises   []lra.Premise
	equalities []lia.Equality
	ground     *step // for lemmas about equations
}

// certificates keeps the evidence for the lemmas of a proof. A sat.Cert names an entry, counted
// from 1. A nil pointer keeps nothing.
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

// implied records that premises refute the bound negation.
func (c *certificates) implied(negation lra.Bound, premises []lra.Premise) sat.Cert {
	if c == nil {
		return 0
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
