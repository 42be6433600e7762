// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"math/big"
	"slices"

	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/logic"
)

// A blockRun is the part of a run within a block.
type blockRun struct {
	block  *chc.PathBlock
	begins *scalar.Node
	vars   []*logic.Term // of the clauses, as far as their values are known
	values []*logic.Term
	known  map[*logic.Term]bool
	before map[*scalar.Var]*big.Int // values of assigned variables
	called *fact                    // the exit of the last callee
	merges []merged
}

// learn records the value of a variable of the clauses.
func (p *blockRun) learn(t, value *logic.Term) {
	if t.IsVar() && value != nil && !p.known[t] {
		p.known[t] = true
		p.vars, p.values = append(p.vars, t), append(p.values, value)
	}
}

// blockOf returns the run of the block that the running function is in, or nil if it is in no known
// block.
func (v *validator) blockOf() *blockRun {
	if len(v.blocks) == 0 {
		return nil
	}
	return v.blocks[len(v.blocks)-1]
}

// visitBlock compares a run that comes to n with the block that it is in, and starts a blockRun if
// a block begins at n.
func (v *validator) visitBlock(s *scalar.State, n *scalar.Node) {
	for len(v.blocks) > s.Depth() {
		v.endBlock(len(v.blocks) - 1)
		v.blocks = v.blocks[:len(v.blocks)-1]
	}
	for len(v.blocks) < s.Depth() {
		v.blocks = append(v.blocks, nil)
	}
	v.arrives(s, n)
	block := v.sys.Block(n)
	if block == nil {
		return
	}
	v.endBlock(s.Depth() - 1)
	if v.entered[n]++; !sampled(v.entered[n], 16) {
		return
	}
	p := &blockRun{block: block, begins: n, before: map[*scalar.Var]*big.Int{}, known: map[*logic.Term]bool{}}
	for x, t := range block.In {
		p.learn(t, v.small(s.Initial(x), t.Sort()))
	}
	for x, t := range block.Vars {
		if _, old := block.In[x]; !old || block.In[x] != t {
			p.learn(t, v.small(s.Value(x), t.Sort()))
		}
	}
	v.blocks[s.Depth()-1] = p
}

// recordHavoc records the value that a run chooses for a Havoc.
func (v *validator) recordHavoc(e *scalar.Edge, h scalar.Havoc, value *big.Int) {
	p := v.blockOf()
	if p == nil || e == nil || h.To == nil || h.To.Type.Array {
		return
	}
	if o, ok := e.Op.(scalar.Havoc); !ok || o.To != h.To {
		return
	}
	var elements int
	for _, ev := range p.block.Events {
		if ev.Var != h.To || ev.Pos != e.Pos || ev.Value == nil || !ev.Value.IsVar() || ev.Kind != chc.Input && ev.Kind != chc.Unset && ev.Kind != chc.Inexact {
			continue
		}
		x := v.term(scalar.NumberValue(value), ev.Value.Sort(), &elements)
		p.learn(ev.Value, x)
		for _, c := range p.block.Side {
			if v.found == nil && v.sys.Horn.Store.Substitute(c, []*logic.Term{ev.Value}, []*logic.Term{x}).IsFalse() {
				v.found = &Mistranslation{Edge: e, Expr: scalar.NewRead(h.To), Run: value, Term: c}
			}
		}
	}
}

// recordChoice records which of several edges a run has taken.
func (v *validator) recordChoice(e *scalar.Edge) {
	p := v.blockOf()
	if p == nil || len(e.From.Out) < 2 {
		return
	}
	taken := slices.Index(e.From.Out, e)
	for _, c := range p.block.Choices {
		if i := slices.Index(e.From.Out, c.Edge); c.Edge.From == e.From && i <= taken {
			p.learn(c.Taken, v.sys.Horn.Store.BoolValue(i == taken))
		}
	}
}

// checkAssignment compares an assignment of a run with its block: there must be a path whose
// conditions hold and that assigns the same value.
func (v *validator) checkAssignment(e *scalar.Edge, x *scalar.Var, value *big.Int) {
	p := v.blockOf()
	if p == nil || x.Source == "" {
		return
	}
	old := p.before[x]
	p.before[x] = value
	v.writes[e]++
	if v.found != nil || !sampled(v.writes[e], 4) || old != nil && old.Cmp(value) == 0 {
		return
	}
	store := v.sys.Horn.Store
	elements := 0
	var said *logic.Term
	for _, ev := range p.block.Events {
		if ev.Kind != chc.Assigns || ev.Var != x || ev.Pos != e.Pos {
			continue
		}
		guard := store.Substitute(ev.Guard.Term(store), p.vars, p.values)
		z := store.Substitute(ev.Value, p.vars, p.values)
		if !guard.IsFalse() && (!z.IsValue() || z == v.term(scalar.NumberValue(value), z.Sort(), &elements)) {
			return
		}
		said = ev.Value
	}
	if said != nil && (old != nil || p.startsOtherwise(x, value, v)) {
		v.found = &Mistranslation{Edge: e, Expr: scalar.NewRead(x), Run: value, Term: said}
	}
}

// startsOtherwise reports whether x is known to have another value at the beginning of the block.
func (p *blockRun) startsOtherwise(x *scalar.Var, value *big.Int, v *validator) bool {
	t := p.block.Vars[x]
	for i, y := range p.vars {
		if y == t {
			elements := 0
			return p.values[i] != v.term(scalar.NumberValue(value), t.Sort(), &elements)
		}
	}
	return false
}
