// SPDX-License-Identifier: Apache-2.0

package cornet

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Builder builds a system. The methods of its store make sorts and terms; numbers of any size come from Store.BigInt, Store.BigReal and
// Store.BVNum, and Term.Number has the value of one. Terms of other stores must not be mixed in.
type Builder struct {
	*Store
	preds   []*Func
	asserts []horn.Assert
}

// NewBuilder returns a builder of a system, with a store of its own.
func NewBuilder() *Builder { return &Builder{Store: logic.NewStore()} }

// Pred declares a predicate, which the answer defines.
func (b *Builder) Pred(name string, params ...*Sort) *Func {
	p := b.Func(name, params, b.Bool)
	if !slices.Contains(b.preds, p) {
		b.preds = append(b.preds, p)
	}
	return p
}

// Clause adds: whenever all of body hold, head does. Variables are universally quantified. The parts of the body are applications of
// predicates and formulas without any; head is an application of a predicate, or a formula that must hold.
func (b *Builder) Clause(head *Term, body ...*Term) { b.Assert(b.Implies(b.And(body...), head)) }

// Query adds: not all of body hold.
func (b *Builder) Query(body ...*Term) { b.Assert(b.Not(b.And(body...))) }

// Assert adds a formula that is equivalent to Horn clauses, in whatever form; see package horn. Free variables are universally
// quantified.
func (b *Builder) Assert(f *Term) {
	if free := logic.FreeVars(f); len(free) > 0 {
		f = b.Forall(free, f)
	}
	n := len(b.asserts)
	b.asserts = append(b.asserts, horn.Assert{Term: f, Number: n, Pos: smtlib.Pos{File: "system", Line: n + 1, Column: 1}})
}

// System returns the system of what has been added. What is not Horn is an error of type [*horn.Error]; the lines of its position are
// what has been added, counted from 1.
func (b *Builder) System() (*System, error) {
	return horn.FromSource(b.Store, slices.Clone(b.preds), &horn.Source{Name: "system", Asserts: slices.Clone(b.asserts)})
}
