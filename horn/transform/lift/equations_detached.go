// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// dropDetached drops conjuncts that simple values satisfy, if they share no variable, directly or
// through others, with kept variables or rewritten terms. Examples are bounds of a number, and
// elements of an array at numerals. Their variables are bound to these values. This removes
// constraints on fields that nothing reads.
//
// Cost: linear in the size of the conjunction.
func (q *equations) dropDetached() {
	if q.falsity {
		return
	}
	tied := map[*logic.Term]bool{} // variables of conjuncts that remain
	for _, v := range logic.FreeVars(q.also...) {
		tied[v] = true
	}
	for v := range q.keep {
		tied[v] = true
	}
	vars := make([][]*logic.Term, len(q.conj))
	uses := map[*logic.Term][]int{}
	for i, c := range q.conj {
		vars[i] = logic.FreeVars(c)
		for _, v := range vars[i] {
			uses[v] = append(uses[v], i)
		}
	}
	gone := make([]bool, len(q.conj))
	seen := make([]bool, len(q.conj))
	for i := range q.conj {
		if seen[i] {
			continue
		}
		seen[i] = true
		group, detached := []int{i}, len(vars[i]) > 0
		for n := 0; n < len(group); n++ {
			for _, v := range vars[group[n]] {
				detached = detached && !tied[v]
				for _, j := range uses[v] {
					if !seen[j] {
						seen[j] = true
						group = append(group, j)
					}
				}
				uses[v] = nil
			}
		}
		if detached && q.witness(group, vars) {
			for _, j := range group {
				gone[j] = true
			}
		}
	}
	var rest []*logic.Term
	for i, c := range q.conj {
		if !gone[i] {
			rest = append(rest, c)
		}
	}
	q.conj = rest
}

// witness binds the variables of a group of conjuncts to values that satisfy them, if the values
// that it tries do.
func (q *equations) witness(group []int, vars [][]*logic.Term) bool {
	m := q.store.NewModel()
	for _, i := range group {
		if q.conj[i].HasQuantifiers() || q.conj[i].HasApps() {
			return false
		}
		q.satisfy(m, q.conj[i])
	}
	for _, i := range group {
		if !m.Holds(q.conj[i]) {
			return false
		}
	}
	bound := map[*logic.Term]bool{}
	for _, i := range group {
		for _, v := range vars[i] {
			if !bound[v] {
				bound[v] = true
				q.solved = append(q.solved, Binding{v, m.Value(v)})
			}
		}
	}
	return true
}

// satisfy changes m so that it satisfies literal l, if l compares a variable, or an element of an
// array variable, with a numeral.
func (q *equations) satisfy(m *logic.Model, l *logic.Term) {
	sum := logic.ComparedSum(l)
	if sum == nil || m.Holds(l) {
		return
	}
	k := l.Arg(0)
	if l.Op() != logic.OpNot {
		k = l
	}
	value := k.Arg(1).Num()
	if l.Op() == logic.OpNot {
		value = value.Add(rational.Int(1))
	}
	x := q.store.Num(value, sum.Sort())
	switch {
	case sum.IsVar():
		m.Set(sum, x)
	case sum.Op() == logic.OpSelect && sum.Arg(0).IsVar() && sum.Arg(1).IsValue():
		m.Set(sum.Arg(0), q.store.Store(m.Value(sum.Arg(0)), sum.Arg(1), x))
	}
}
