// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// Bound limits how often an execution visits cut points.
type Bound struct {
	Pred *logic.Func
	// Visits is an upper bound on the number of further visits of Pred after a visit with the
	// arguments [horn.Params]. It is a term of sort Int. Other cut points may be visited more
	// often.
	Visits *logic.Term
}

// Bounds returns a bound for each cut point whose tuple has a single integer component. Each visit
// decreases it by at least 1, and it is not negative before the next one. So there are at most f +
// 1 further visits after one with the value f. Tuples with several components have no such bound:
// one component may grow when another one decreases.
func (r *Ranking) Bounds(q Question) (bs []Bound) {
	s := q.System.Store
	for i, tuple := range r.Tuples {
		if len(tuple) != 1 || !tuple[0].Sort().IsInt() {
			continue
		}
		more := s.Add(tuple[0], s.Num(rational.Int(1), s.Int))
		zero := s.IntNum(0)
		bs = append(bs, Bound{q.System.Preds[i], s.Ite(s.Ge(more, zero), more, zero)})
	}
	return bs
}
