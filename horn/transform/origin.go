// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// origin tells how ground instances of a new clause are put together from
// ground instances of old ones: the mechanism by which all passes translate
// refutations. A clause that is the disjunction of several derivations has a
// case for each; all others have one.
type origin []derivation

// derivation is a tree of old clauses whose variables live in one name space,
// together with those of the new clause.
type derivation struct {
	// guard tells whether the derivation applies to an instance; nil: always.
	guard *smtlib.Term
	// bind computes variables that are not in the new clause, in order.
	bind []binding
	// parts are the nodes, premises before conclusions. The last one derives the
	// head of the new clause.
	parts []part
}

// part is an instance of an old clause.
type part struct {
	clause int // index of the old clause
	// rename gives the old clause's variables their names in the derivation,
	// ordered by the ID of the old one; variables that it does not mention keep
	// theirs. A variable that has no value in the end is read off a premise, if it
	// is the argument of a body atom, or is free.
	rename []binding
	// premises has an entry per body atom of the old clause: k >= 0 is parts[k],
	// ^i is body atom i of the new clause.
	premises []int
}

// same is the origin of a clause whose instances are instances of old clause i
// with n body atoms.
func same(i, n int) origin { return origin{{parts: []part{{clause: i, premises: ownAtoms(n)}}}} }

// reshaped is the origin of a clause that is old clause i with variables bound.
// atoms maps the old body atoms to the new ones.
func reshaped(i int, bind []binding, atoms []int) origin {
	z := make([]int, len(atoms))
	for j, k := range atoms {
		z[j] = ^k
	}
	return origin{{bind: bind, parts: []part{{clause: i, premises: z}}}}
}

// ownAtoms maps n body atoms to themselves.
func ownAtoms(n int) []int {
	z := make([]int, n)
	for i := range z {
		z[i] = ^i
	}
	return z
}

// builder collects the clauses of a new system with their origins.
type builder struct {
	store   *smtlib.Store
	clauses []*horn.Clause
	origins []origin
}

func (b *builder) add(c *horn.Clause, o origin) {
	b.clauses = append(b.clauses, c)
	b.origins = append(b.origins, o)
}

// outcome makes the system over preds and its back-translator. model turns
// models of the new system into models of old; nil leaves them as they are.
func (b *builder) outcome(env *Env, old *horn.System, preds []*smtlib.Func, model modelFunc) Outcome {
	sys := &horn.System{Store: old.Store, Preds: preds, Clauses: b.clauses}
	if model == nil {
		model = sameModel
	}
	return Outcome{System: sys, Effect: Exact, Back: &backward{
		expander: expander{env: env, old: old, new: sys, origins: b.origins},
		model:    model,
	}}
}

// name returns the name of the old clause's variable x in the derivation.
func (p *part) name(x *smtlib.Term) *smtlib.Term {
	i, found := slices.BinarySearchFunc(p.rename, x.ID(), func(b binding, id uint32) int {
		return int(b.v.ID()) - int(id)
	})
	if !found {
		return x
	}
	return p.rename[i].t
}

// apply returns t, over the old clause's variables, over those of the derivation.
func (p *part) apply(s *smtlib.Store, t *smtlib.Term) *smtlib.Term {
	if len(p.rename) == 0 {
		return t
	}
	from, to := make([]*smtlib.Term, len(p.rename)), make([]*smtlib.Term, len(p.rename))
	for i, b := range p.rename {
		from[i], to[i] = b.v, b.t
	}
	return s.Substitute(t, from, to)
}
