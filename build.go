// SPDX-License-Identifier: Apache-2.0

package cornet

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Builder builds a system. The methods of its store make sorts and terms. Store.BigInt,
// Store.BigReal and Store.BVNum make numbers of any size, and Term.Number returns their values.
// Terms of other stores must not be mixed in.
type Builder struct {
	*Store
	preds   []*Func
	asserts []horn.Assert
}

// NewBuilder returns a builder of a system, with a new store.
func NewBuilder() *Builder { return &Builder{Store: logic.NewStore()} }

// Pred declares a predicate. An answer defines it.
func (b *Builder) Pred(name string, params ...*Sort) *Func {
	p := b.Func(name, params, b.Bool)
	if !slices.Contains(b.preds, p) {
		b.preds = append(b.preds, p)
	}
	return p
}

// Clause adds the clause: if all of body hold, then head holds. Variables are universally
// quantified. The body consists of applications of predicates and of formulas without predicates.
// The head is an application of a predicate, or a formula that must hold.
func (b *Builder) Clause(head *Term, body ...*Term) { b.Assert(b.Implies(b.And(body...), head)) }

// Query adds the clause: the formulas of body do not all hold.
func (b *Builder) Query(body ...*Term) { b.Assert(b.Not(b.And(body...))) }

// Assert adds a formula of any form that is equivalent to Horn clauses; see package horn. Free
// variables are universally quantified.
func (b *Builder) Assert(f *Term) {
	if free := logic.FreeVars(f); len(free) > 0 {
		f = b.Forall(free, f)
	}
	n := len(b.asserts)
	b.asserts = append(b.asserts, horn.Assert{Term: f, Number: n, Pos: smtlib.Pos{File: "system", Line: n + 1, Column: 1}})
}

// System returns the system of everything that was added. The error for a formula that is not Horn
// is a [*horn.Error]; the line of its position is the number of the addition, from 1.
func (b *Builder) System() (*System, error) {
	return horn.FromSource(b.Store, slices.Clone(b.preds), &horn.Source{Name: "system", Asserts: slices.Clone(b.asserts)})
}
