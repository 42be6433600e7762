// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"cornet/encode/scalar"
	"cornet/logic"
)

// This file gives tests of the translation access to the parts of clauses.

// A PathBlock is the part of the program from a place with a predicate, or the beginning, to the next ones, as clauses have it.
type PathBlock struct {
	// Vars and In are the variables at the beginning of the block, and those at the entry of its function, with their terms.
	Vars, In map[*scalar.Var]*logic.Term
	// Events are those on all of its paths.
	Events []Event
	// Choices are those between edges without deciding condition.
	Choices []Choice
	// Side holds of what stands for values that are left open.
	Side []*logic.Term
}

// A Choice says that an edge is taken, and none before it at the same node.
type Choice struct {
	Edge  *scalar.Edge
	Taken *logic.Term
}

// Block is the block that begins at a node of sys.Program; nil if none does.
func (sys *System) Block(n *scalar.Node) *PathBlock { return sys.blocks[n] }

// record keeps the block that has been made, which begins at n.
func (b *builder) record(n *scalar.Node, vars map[*scalar.Var]*logic.Term) {
	z := &PathBlock{Vars: vars, In: map[*scalar.Var]*logic.Term{}, Events: b.events, Choices: b.choices, Side: b.side}
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
	Cond  *logic.Term // whether it differs from 0
	// Side holds of variables in the terms that stand for what the expression leaves open.
	Side []*logic.Term
	// Vars are the terms of the program's variables that it reads.
	Vars map[*scalar.Var]*logic.Term
}

// Render translates x by itself, a scalar expression of sys.Program, as it is translated within clauses. It is for tests of the translation.
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
