// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// This file gives tests of the translation access to the parts of clauses.

// A PathBlock is the part of the program from the beginning, or a place with a predicate, to the
// next such places. It has the terms that clauses have.
type PathBlock struct {
	// Vars are the variables at the beginning of the block, with their terms. In are those at the
	// entry of its function.
	Vars, In map[*scalar.Var]*logic.Term
	// Events are the events on all paths of the block.
	Events []Event
	// Choices are the choices between edges without a deciding condition.
	Choices []Choice
	// Side is a condition on the terms for unspecified values of the program.
	Side []*logic.Term
	// Merges are the nodes of the block at which several paths become one.
	Merges map[*scalar.Node]Merge
	// Clauses are the clauses of the block that have a head.
	Clauses []*horn.Clause
}

// A Merge says what is known after several paths of a block have become one. Values has the terms
// of the variables in which these paths differ.
type Merge struct {
	Guard  *Guard
	Values map[*scalar.Var]*logic.Term
}

// A Choice states that an edge is taken, and that no edge before it at the same node is taken.
type Choice struct {
	Edge  *scalar.Edge
	Taken *logic.Term
}

// Block returns the block that begins at a node of sys.Program, or nil if no block begins there.
func (sys *System) Block(n *scalar.Node) *PathBlock { return sys.blocks[n] }

// record stores the last block, which begins at n.
func (b *builder) record(n *scalar.Node, vars map[*scalar.Var]*logic.Term) {
	z := &PathBlock{
		Vars: vars, In: map[*scalar.Var]*logic.Term{}, Events: b.events, Choices: b.choices, Side: b.side,
		Merges: b.merges, Clauses: b.leads,
	}
	if !b.main {
		for i, v := range b.summaries[b.f].in {
			z.In[v] = b.old[i]
		}
	}
	b.sys.blocks[n] = z
}

// A Rendering is the translation of an expression in clauses.
type Rendering struct {
	Value *logic.Term
	Cond  *logic.Term // whether the expression differs from 0
	// Side is a condition on the variables for unspecified values of the expression.
	Side []*logic.Term
	// Vars are the terms of the program's variables that the expression reads.
	Vars map[*scalar.Var]*logic.Term
}

// Render translates x, a scalar expression of sys.Program, as clauses translate it. It serves tests
// of the translation.
func (sys *System) Render(x *scalar.Expr) Rendering {
	b := sys.b
	b.side, b.sidesOf, b.events = nil, map[*logic.Term][]int{}, nil
	st := b.newState(&scalar.Node{})
	z := Rendering{Value: b.tr.Value(b.at(st), x)}
	z.Side = b.side
	z.Cond = b.tr.Cond(b.at(st), x)
	z.Vars = st.terms()
	return z
}
