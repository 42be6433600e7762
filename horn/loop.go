// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"cornet/logic"
)

// A Loop states that some steps of a refutation are the first of many iterations. In each
// iteration, every number changes by the same amount as in the first. For example, the step x = 0
// of p(x) ∧ x < 2^31 → p(x + 1) is followed by x = 1, and is repeated 2^31 times. So even a run
// with very many steps has a short refutation.
//
// An iteration begins with the fact of the step Entry. The step Last derives a fact of the same
// predicate, from which the next iteration begins: if a step of the loop has the premise Entry,
// later iterations have Last instead. Outside the loop, only Last may be a premise, and it means
// the fact after all iterations. We know of no other tool with such witnesses. The rule is
// induction over the number of iterations; see [cornet/horn/check.Proof] for its conditions. Such
// loops are the accelerations with closed forms of A. Finkel, J. Leroux, "How to Compose
// Presburger-Accelerations", FSTTCS 2002, for translations.
type Loop struct {
	First, Last int // steps, the first one after Entry
	Entry       int
	Times       *logic.Term // number of iterations, an Int numeral of at least 2
	// Next has the Values of the steps First, …, Last in the second iteration.
	Next []map[*logic.Term]*logic.Term
}

// ProofLoop is a [Loop] of a [Proof].
type ProofLoop struct {
	First, Last, Entry int
	Times              *logic.Term
	Next               [][]Value
}

// Iterate returns the value in iteration k of a loop if it is first in iteration 0 and second in
// iteration 1: first if they are equal, and otherwise a number that changes by their difference in
// each iteration. k is an Int or a bit-vector. If first is a bit-vector, k is a numeral or at least
// as wide. Iterate returns false if first and second differ and are not such numbers.
func Iterate(s *logic.Store, first, second, k *logic.Term) (*logic.Term, bool) {
	sort := first.Sort()
	switch {
	case first == second:
		return first, true
	case sort != second.Sort():
	case first.Op() == logic.OpNum && second.Op() == logic.OpNum && k.Sort().IsInt():
		if sort.IsReal() {
			k = s.ToReal(k)
		}
		return s.Add(first, s.Scale(second.Num().Sub(first.Num()), k)), true
	case first.Op() == logic.OpBV && second.Op() == logic.OpBV:
		switch w := sort.Width(); {
		case k.Op() == logic.OpNum && k.Sort().IsInt():
			n, _ := k.Num().BigInt()
			k = s.BVNum(n, w)
		case !k.Sort().IsBitVec() || k.Sort().Width() < w:
			return nil, false
		default:
			k = s.Extract(w-1, 0, k)
		}
		return s.BV(logic.OpBVAdd, first, s.BV(logic.OpBVMul, s.BVSub(second, first), k)), true
	}
	return nil, false
}

// Counter returns a variable for the number of an iteration of a loop, from 0, and its bounds.
// first and second are the values of two iterations. The variable is a bit-vector as wide as the
// widest one that differs between them, or an Int if no bit-vector differs. Counter returns false
// if the loop has more iterations (times) than such a bit-vector has values.
func Counter(s *logic.Store, times *logic.Term, first, second []*logic.Term) (k, within *logic.Term, ok bool) {
	width := 0
	for i, x := range first {
		if x != second[i] && x.Sort().IsBitVec() {
			width = max(width, x.Sort().Width())
		}
	}
	if width == 0 {
		k = s.Fresh("k", s.Int)
		return k, s.And(s.Le(s.IntNum(0), k), s.Lt(k, times)), true
	}
	n, _ := times.Num().BigInt()
	if n.BitLen() > width {
		return nil, nil, false
	}
	k = s.Fresh("k", s.BitVec(width))
	return k, s.BV(logic.OpBVUlt, k, s.BVNum(n, width)), true
}
