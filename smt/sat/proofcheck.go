// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"errors"
	"fmt"
)

// This file implements an independent check of proofs. It reads a Proof only through Node, resolves
// literal by literal, and has no code in common with the search and the log.

// CheckProof checks that p is a refutation. Antecedents come first. Every step resolves on a
// literal of the clause so far whose negation is in the antecedent. A chain resolves on no variable
// twice. No resolvent is a tautology. Every chain ends in the literals stated, and the last clause
// is empty.
//
// CheckProof passes the clauses that are not derived to leaf, which returns an error for a clause
// that it rejects. If leaf is nil, all are accepted. The proof then shows that the accepted clauses
// are unsatisfiable together. It takes time linear in the size of the proof, counting each
// antecedent as often as it is used.
func CheckProof(p *Proof, leaf func(Node) error) error {
	if p == nil || p.Len() == 0 {
		return errors.New("proof check: there is no proof")
	}
	k := proofChecker{proof: p, in: make(map[Lit]bool), pivots: make(map[Var]bool)}
	for id := range ClauseID(p.Len()) {
		n := p.Node(id)
		var err error
		switch {
		case n.Kind == Derived:
			err = k.derived(n)
		case n.Kind == Assumption && len(n.Lits) != 1:
			err = fmt.Errorf("assumption %v is not a unit", n.Lits)
		case leaf != nil:
			err = leaf(n)
		}
		if err != nil {
			return fmt.Errorf("proof check: clause %d: %w", id, err)
		}
	}
	if last := p.Node(ClauseID(p.Len() - 1)); len(last.Lits) != 0 {
		return fmt.Errorf("proof check: the last clause is %v, not empty", last.Lits)
	}
	return nil
}

type proofChecker struct {
	proof  *Proof
	in     map[Lit]bool // the resolvent
	pivots map[Var]bool // the variables resolved on in this chain
}

func (k *proofChecker) derived(n Node) error {
	clear(k.in)
	clear(k.pivots)
	if n.First >= n.ID {
		return fmt.Errorf("starts with the later clause %d", n.First)
	}
	if err := k.merge(k.proof.Node(n.First).Lits, NoLit); err != nil {
		return err
	}
	for i, st := range n.Steps {
		if st.Ante >= n.ID {
			return fmt.Errorf("step %d uses the later clause %d", i, st.Ante)
		}
		if !k.in[st.Pivot] {
			return fmt.Errorf("step %d: pivot %v is not in the resolvent", i, st.Pivot)
		}
		if k.pivots[st.Pivot.Var()] {
			return fmt.Errorf("step %d: variable %d is a pivot again", i, st.Pivot.Var())
		}
		k.pivots[st.Pivot.Var()] = true
		delete(k.in, st.Pivot)
		if err := k.merge(k.proof.Node(st.Ante).Lits, st.Pivot.Not()); err != nil {
			return fmt.Errorf("step %d with clause %d: %w", i, st.Ante, err)
		}
	}
	for _, l := range n.Lits {
		if !k.in[l] {
			return fmt.Errorf("literal %v is stated, but not derived", l)
		}
		delete(k.in, l)
	}
	if len(k.in) > 0 {
		return fmt.Errorf("literals %v are derived, but not stated in %v", k.in, n.Lits)
	}
	return nil
}

// merge adds the literals of a clause to the resolvent, without except. Unless except is NoLit, it
// must be one of the literals.
func (k *proofChecker) merge(lits []Lit, except Lit) error {
	found := except == NoLit
	for _, l := range lits {
		if l == except {
			found = true
			continue
		}
		if k.in[l.Not()] {
			return fmt.Errorf("resolvent has both %v and %v", l, l.Not())
		}
		k.in[l] = true
	}
	if !found {
		return fmt.Errorf("%v is not in %v", except, lits)
	}
	return nil
}
