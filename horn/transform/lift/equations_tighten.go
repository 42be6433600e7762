// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"cornet/logic"
)

// tighten finds the conjuncts that bound a sum, or state that it differs from a numeral. It
// replaces them by the tightest bounds that follow. A sum between equal bounds becomes an equation.
// It reports whether that changed anything.
//
// Cost: linear in the conjuncts, and quadratic in the disequations of one sum.
func (q *equations) tighten() bool {
	type about struct {
		*logic.Limits
		// the number of conjuncts about the sum, and the position of the first one
		conjuncts, first int
	}
	bySum := map[*logic.Term]*about{}
	var order []*about
	several := false
	for i, c := range q.conj {
		sum := logic.ComparedSum(c)
		if sum == nil {
			continue
		}
		x := bySum[sum]
		if x == nil {
			x = &about{Limits: logic.LimitsOf(sum), first: i}
			bySum[sum] = x
			order = append(order, x)
		}
		x.Add(c)
		x.conjuncts++
		several = several || x.conjuncts > 1
	}
	if !several {
		return false
	}
	replaced := make(map[int][]*logic.Term, len(order))
	changed := false
	for _, x := range order {
		z := x.Literals(q.store)
		replaced[x.first] = z
		changed = changed || len(z) != x.conjuncts || len(z) == 1 && z[0].IsFalse()
	}
	if !changed {
		return false
	}
	var conj []*logic.Term
	for i, c := range q.conj {
		if logic.ComparedSum(c) == nil {
			conj = append(conj, c)
		} else {
			conj = append(conj, replaced[i]...)
		}
	}
	q.flatten(conj)
	return true
}
