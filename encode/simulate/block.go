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
	vars   []*logic.Term // at the beginning of the block, as far as they are known
	values []*logic.Term
	before map[*scalar.Var]*big.Int // values of assigned variables
}

// enterBlock starts a blockRun, if a block begins at n.
func (v *validator) enterBlock(s *scalar.State, n *scalar.Node) {
	if v.blockRun != nil && n.Func != v.inside {
		v.blockRun = nil // a call, or a return from one
	}
	block := v.sys.Block(n)
	if block == nil {
		return
	}
	v.entered[n]++
	if v.blockRun = nil; !sampled(v.entered[n], 16) {
		return
	}
	p := &blockRun{block: block, before: map[*scalar.Var]*big.Int{}}
	elements := 0
	set := func(t *logic.Term, x scalar.Value) {
		p.vars, p.values = append(p.vars, t), append(p.values, v.term(x, t.Sort(), &elements))
	}
	for x, t := range block.In {
		set(t, s.Initial(x))
	}
	for x, t := range block.Vars {
		if _, old := block.In[x]; !old || block.In[x] != t {
			set(t, s.Value(x))
		}
	}
	if elements <= maxElements {
		v.blockRun, v.inside = p, n.Func
	}
}

// recordHavoc records the value that a run chooses for something left open.
func (v *validator) recordHavoc(e *scalar.Edge, h scalar.Havoc, value *big.Int) {
	p := v.blockRun
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
		p.vars, p.values = append(p.vars, ev.Value), append(p.values, x)
		for _, c := range p.block.Side {
			if v.found == nil && v.sys.Horn.Store.Substitute(c, []*logic.Term{ev.Value}, []*logic.Term{x}).IsFalse() {
				v.found = &Mistranslation{Edge: e, Expr: scalar.NewRead(h.To), Run: value, Term: c}
			}
		}
	}
}

// recordChoice records which of several edges a run has taken.
func (v *validator) recordChoice(e *scalar.Edge) {
	p := v.blockRun
	if p == nil || len(e.From.Out) < 2 {
		return
	}
	taken := slices.Index(e.From.Out, e)
	for _, c := range p.block.Choices {
		if i := slices.Index(e.From.Out, c.Edge); c.Edge.From == e.From && i <= taken {
			p.vars, p.values = append(p.vars, c.Taken), append(p.values, v.sys.Horn.Store.BoolValue(i == taken))
		}
	}
}

// checkAssignment compares an assignment of a run with its block: some path whose conditions hold
// must assign the same value.
func (v *validator) checkAssignment(e *scalar.Edge, x *scalar.Var, value *big.Int) {
	p := v.blockRun
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

// startsOtherwise reports whether x is known to have had another value at the beginning of the
// block.
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
