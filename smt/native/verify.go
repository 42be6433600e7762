// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"slices"

	"cornet/smt/lra"
	"cornet/smt/sat"
)

// This file verifies refutations: every resolution, and the certificate of every lemma of
// arithmetic. It does not verify the encoding of formulas, nor the lemmas about equations, arrays
// and datatypes, which are instances of their axioms.

// verify returns an error unless the last answer, which was Unsat, has a valid proof. It requires
// that proofs and certificates are kept. The cost is linear in the size of the proof and of its
// certificates.
func (c *core) verify() error {
	return sat.CheckProof(c.sat.Proof(), func(n sat.Node) error {
		if n.Kind != sat.Lemma || n.Cert == 0 {
			return nil
		}
		return c.arith.verify(&c.arith.log.list[n.Cert-1], n.Lits)
	})
}

// verify returns an error unless the certificate shows that the clause lits is valid.
func (a *arithmetic) verify(x *certificate, lits []sat.Lit) error {
	var bounds []lra.Bound
	for _, p := range x.premises {
		bounds = append(bounds, p.Bound)
	}
	for _, e := range x.equalities {
		bounds = append(bounds, e.Lower, e.Upper)
	}
	for _, b := range bounds {
		if err := a.stands(b, lits); err != nil {
			return err
		}
	}
	switch {
	case len(x.equalities) > 0:
		return a.lia.CheckIndivisible(x.equalities)
	case len(x.premises) > 0:
		return a.lia.Relaxation().CheckConflict(x.premises)
	case x.ground == nil:
		return fmt.Errorf("native: the lemma %v has a certificate without evidence", lits)
	}
	return nil // lemmas about equations are trusted
}

// stands returns an error unless the negation of a literal of the clause asserts b.
func (a *arithmetic) stands(b lra.Bound, lits []sat.Lit) error {
	l := sat.Lit(b.Reason)
	if !slices.Contains(lits, l.Not()) || !a.isAtom(l.Var()) {
		return fmt.Errorf("native: the lemma %v does not have the literal %v, whose bound %v is in its certificate", lits, l.Not(), b)
	}
	asserted := a.bound[l.Var()].asserted(l)
	if !same(b, asserted) && !same(b, a.lia.Rounded(asserted)) {
		return fmt.Errorf("native: literal %v says %v, and the certificate %v", l, asserted, b)
	}
	return nil
}

// same reports whether two bounds are equal.
func same(b, c lra.Bound) bool {
	return b.Var == c.Var && b.Side == c.Side && b.Strict == c.Strict && b.Value.Equal(c.Value)
}
