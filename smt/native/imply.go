// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"

	"cornet/internal/rational"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// This file implies atoms from bounds. The atoms of a variable form a chain: x <= 3 implies x <= 4,
// which implies x <= 5. A bound implies its neighbours up to the first that already has its value.
// The rest follows from that atom, or has followed already. (Without that stop, branching on one
// variable n times costs n² visits: FuzzScript found queries that spent 90% of their time here.)

// reasons has the reasons of implied literals: premises whose weighted sum is the bound that
// decides the literal. They are kept on a stack, level by level.
type reasons struct {
	premises []lra.Premise
	levels   []int32    // len(premises) at the start of each level
	of       [][2]int32 // by SAT variable: the start and end of its part of premises
}

func (r *reasons) push() {
	if len(r.levels) == 0 { // literals implied at level 0 need no reasons later
		r.premises = r.premises[:0]
	}
	r.levels = append(r.levels, int32(len(r.premises)))
}

func (r *reasons) backtrack(level int) {
	if level < len(r.levels) {
		r.premises = r.premises[:r.levels[level]]
		r.levels = r.levels[:level]
	}
}

// set makes the premises from mark on the reason of v.
func (r *reasons) set(v sat.Var, mark int) {
	for int(v) >= len(r.of) {
		r.of = append(r.of, [2]int32{})
	}
	r.of[v] = [2]int32{int32(mark), int32(len(r.premises))}
}

func (r *reasons) get(v sat.Var) []lra.Premise { return r.premises[r.of[v][0]:r.of[v][1]] }

// implyWeaker implies the atoms that the bound of l, which is true, decides.
func (a *arithmetic) implyWeaker(out *sat.Outbox, l sat.Lit) {
	b := &a.bound[l.Var()]
	if a.open[b.v] == 0 {
		return
	}
	_, at, _ := a.find(b)
	mark := -1
	a.imply(out, b.v, at, l, func() int {
		if mark < 0 {
			mark = len(a.reasons.premises)
			a.reasons.premises = append(a.reasons.premises, lra.Premise{Bound: b.asserted(l), Coeff: rational.Int(1)})
		}
		return mark
	})
}

// implyByRow implies the atoms that a bound from a row decides.
func (a *arithmetic) implyByRow(out *sat.Outbox, im lra.Implied) {
	key := upperBound{v: im.Var, value: im.Value, weak: !im.Strict}
	probe := sat.Lit(2) // its sign is the sign of the implied literals
	if im.Side == lra.Lower {
		key.weak = im.Strict
		probe = probe.Not()
	}
	_, at, found := a.find(&key)
	if im.Side == lra.Lower && !found {
		at--
	}
	mark := -1
	a.imply(out, im.Var, at, probe, func() int {
		if mark < 0 {
			mark = len(a.reasons.premises)
			a.reasons.premises = a.lia.Relaxation().Explain(a.reasons.premises, im)
		}
		return mark
	})
}

// imply implies the used atoms of x from position at on, weaker and weaker: upwards as positive
// literals, or downwards as negative ones, depending on the sign of l. It stops at the first one
// that is true already, except l itself. explain adds the premises and returns where they begin. It
// is called only if an atom is implied.
func (a *arithmetic) imply(out *sat.Outbox, x lra.Var, at int, l sat.Lit, explain func() int) {
	on, step := a.on[x], 1
	if l.IsNeg() {
		step = -1
	}
	for ; at >= 0 && at < len(on); at += step {
		m := on[at]
		if a.uses[m.Var()] == 0 {
			continue
		}
		if l.IsNeg() {
			m = m.Not()
		}
		if out.Value(m) == sat.True {
			if m == l {
				continue
			}
			return
		}
		a.reasons.set(m.Var(), explain())
		out.Imply(m)
	}
}

// Explain implements sat.Theory.
func (a *arithmetic) Explain(l sat.Lit, buf []sat.Lit) ([]sat.Lit, sat.Cert) {
	premises := a.reasons.get(l.Var())
	buf = append(buf, l)
	for i := range premises {
		if n := sat.Lit(premises[i].Reason).Not(); !slices.Contains(buf, n) {
			buf = append(buf, n)
		}
	}
	return buf, a.log.implied(a.bound[l.Var()].asserted(l.Not()), premises)
}
