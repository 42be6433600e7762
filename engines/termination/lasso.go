// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// maxLasso is the length of the longest cycle of concrete states that is searched for, in visits of
// cut points. maxRetries bounds the cycles of one length that turn out to be unreachable.
const (
	maxLasso   = 6
	maxRetries = 3
)

// lasso searches for a state that recurs. Copies of the blocks describe a sequence of visits of cut
// points. The last visit has the state of the first.
type lasso struct {
	*recurrent
	cuts   []int
	visits [][]*visit // by step and cut point
}

// visit is a copy of a block: one visit of a cut point in the sequence.
type visit struct {
	*block
	vars, own []*logic.Term // variables of the block, and of the copy
	here      *logic.Term   // whether the sequence is at this cut point
	state     []*logic.Term
}

// search returns a recurrence whose sets are finite, or nil.
func (z *lasso) search(ctx context.Context) (*termination.Recurrence, error) {
	solver, err := z.o.Run.Backend.New(z.s, z.o.Run.SMT.Within(queryTicks))
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	z.visits = [][]*visit{z.layer(0)}
	for n := 1; n <= maxLasso; n++ {
		if err := turn.Yield(ctx); err != nil {
			return nil, err
		}
		z.visits = append(z.visits, z.layer(n))
		if err := solver.Assert(z.step(n - 1)); err != nil {
			return nil, err
		}
		for range maxRetries {
			status, err := solver.Check(ctx, z.closes(n))
			if err != nil || status == smt.Unknown {
				return nil, err
			}
			if status == smt.Unsat {
				break
			}
			m, err := solver.Model()
			if err != nil {
				return nil, err
			}
			r := z.recurrence(m, n)
			if r == nil {
				break
			}
			found, known, err := z.reached(ctx, r)
			if found != nil || err != nil {
				return found, err
			}
			if known == nil {
				break
			}
			var starts []*logic.Term
			for _, v := range z.visits[0] {
				starts = append(starts, z.s.Implies(v.here, known.Instance(z.s, z.q.System.Preds[v.from], v.state)))
			}
			if err := solver.Assert(z.s.And(starts...)); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// layer returns the visits of one step.
func (z *lasso) layer(n int) (vs []*visit) {
	for _, c := range z.cuts {
		v := &visit{block: z.blocks[c], here: z.s.Var(fmt.Sprintf("visit!%d.%d", n, c), z.s.Bool)}
		terms := append([]*logic.Term{v.formula}, v.block.state...)
		for _, l := range v.links {
			terms = append(append(terms, l.used), append(l.vars, l.head...)...)
		}
		v.vars = logic.FreeVars(terms...)
		for _, x := range v.vars {
			v.own = append(v.own, z.s.Var(fmt.Sprintf("%s@%d", x.Name(), n), x.Sort()))
		}
		v.state = z.s.NewSubstitution(v.vars, v.own).ApplyAll(v.block.state)
		vs = append(vs, v)
	}
	return vs
}

// step states that the visit of step n+1 follows that of step n. Both are at one cut point.
func (z *lasso) step(n int) *logic.Term {
	var somewhere, parts []*logic.Term
	for i, v := range z.visits[n] {
		somewhere = append(somewhere, v.here)
		for j := range i {
			parts = append(parts, z.s.Not(z.s.And(v.here, z.visits[n][j].here)), z.s.Not(z.s.And(z.visits[n+1][i].here, z.visits[n+1][j].here)))
		}
		at := z.s.NewSubstitution(v.vars, v.own)
		var ends []*logic.Term
		for _, k := range v.arrive {
			for _, w := range z.visits[n+1] {
				l := v.links[k]
				if l.target == w.from {
					ends = append(ends, z.s.And(at.Apply(l.used), w.here, z.same(at.ApplyAll(l.head), w.state)))
				}
			}
		}
		parts = append(parts, z.s.Implies(v.here, z.s.And(at.Apply(v.formula), z.s.Or(ends...))))
	}
	return z.s.And(append(parts, z.s.Or(somewhere...))...)
}

func (z *lasso) same(x, y []*logic.Term) *logic.Term {
	parts := make([]*logic.Term, len(x))
	for i := range x {
		parts[i] = z.s.Eq(x[i], y[i])
	}
	return z.s.And(parts...)
}

// closes states that visit n has the state of the first visit.
func (z *lasso) closes(n int) *logic.Term {
	var cases []*logic.Term
	for i, v := range z.visits[0] {
		w := z.visits[n][i]
		cases = append(cases, z.s.And(v.here, w.here, z.same(v.state, w.state)))
	}
	return z.s.Or(cases...)
}

// recurrence returns the states and steps of a model, or nil if the model does not determine all
// values.
func (z *lasso) recurrence(m *logic.Model, n int) *termination.Recurrence {
	r := &termination.Recurrence{Sets: make([]*logic.Term, len(z.q.System.Preds))}
	var now *visit
	for _, v := range z.visits[0] {
		if m.Holds(v.here) {
			now = v
			break
		}
	}
	for k := 0; k < n && now != nil; k++ {
		own := z.s.NewModel()
		for i, v := range now.vars {
			own.Set(v, m.Value(now.own[i]))
		}
		var next *visit
		for _, k2 := range now.arrive {
			l := now.links[k2]
			for _, w := range z.visits[k+1] {
				if next != nil || l.target != w.from || !own.Holds(l.used) || !m.Holds(w.here) {
					continue
				}
				states := true
				for i, x := range l.head {
					states = states && own.Eval(x) == m.Eval(w.state[i])
				}
				if !states {
					continue
				}
				p := now.trace(z.s, own, k2)
				if p == nil || !z.add(r, now.block, p, own) {
					return nil
				}
				next = w
			}
		}
		now = next
	}
	if now == nil {
		return nil
	}
	return r
}

// add adds the states and steps of a path. It reports whether all have values.
func (z *lasso) add(r *termination.Recurrence, b *block, p *path, m *logic.Model) bool {
	for _, k := range p.links {
		l := b.links[k]
		if len(z.clause(l.Step).Body) != 1 {
			return false
		}
		move := termination.Move{Step: l.Step}
		for _, v := range l.vars {
			x := m.Eval(v)
			if !x.IsValue() {
				return false
			}
			move.Values = append(move.Values, x)
		}
		var here []*logic.Term
		for i, x := range horn.Params(z.s, z.q.System.Preds[l.source]) {
			value := m.Eval(l.args[i])
			if !value.IsValue() {
				return false
			}
			here = append(here, z.s.Eq(x, value))
		}
		if r.Sets[l.source] == nil {
			r.Sets[l.source] = z.s.False()
		}
		r.Sets[l.source] = z.s.Or(r.Sets[l.source], z.s.And(here...))
		r.Moves = append(r.Moves, move)
	}
	return true
}
