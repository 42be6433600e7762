// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"slices"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// holes has the unknown numbers of a sketch in the order in which they occur.
type holes struct {
	store   *logic.Store
	vars    []*logic.Term
	labels  []string
	byLabel map[string]*logic.Term
	ranges  []*logic.Term
}

func newHoles(s *logic.Store) *holes { return &holes{store: s, byLabel: map[string]*logic.Term{}} }

// hole returns the variable for the unknown number with the given label. The number is between low
// and high.
func (h *holes) hole(label string, low, high int64) *logic.Term {
	s := h.store
	if h.byLabel[label] == nil {
		x := s.Fresh("number", s.Int)
		h.byLabel[label] = x
		h.vars, h.labels = append(h.vars, x), append(h.labels, label)
		h.ranges = append(h.ranges, s.Le(s.IntNum(low), x), s.Le(x, s.IntNum(high)))
	}
	return h.byLabel[label]
}

// distance returns the sum of the absolute values of all numbers. Numbers that the clauses mention
// count as one.
func (h *holes) distance(mentioned []*logic.Term) *logic.Term {
	s := h.store
	z := []*logic.Term{s.IntNum(0)}
	for _, x := range h.vars {
		known := slice.Map(mentioned, func(n *logic.Term) *logic.Term { return s.Eq(x, n) })
		z = append(z, s.Ite(s.Or(known...), s.IntNum(1), s.Abs(x)))
	}
	return s.Add(z...)
}

// maxMentioned limits the numerals of clauses that count as small.
const maxMentioned = 30

// mentioned returns the nonzero numerals of a system's clauses and the numbers next to them, with
// both signs.
func mentioned(sys *horn.System) (z []*logic.Term) {
	s := sys.Store
	note := func(t *logic.Term) {
		if !slices.Contains(z, t) && len(z) < maxMentioned {
			z = append(z, t)
		}
	}
	for _, c := range sys.Clauses {
		logic.Walk(func(t *logic.Term) bool {
			if n, ok := t.Number(); ok && t.Sort().IsInt() && n.Sign() != 0 {
				one := s.IntNum(1)
				for _, x := range []*logic.Term{t, s.Neg(t), s.Add(t, one), s.Sub(t, one)} {
					if x != s.IntNum(0) {
						note(x)
					}
				}
			}
			return true
		}, c.Terms()...)
	}
	return z
}

// equal states that the numbers have the given values.
func (h *holes) equal(values []*logic.Term) *logic.Term {
	var z []*logic.Term
	for i, x := range h.vars {
		z = append(z, h.store.Eq(x, values[i]))
	}
	return h.store.And(z...)
}

// numbers returns the values that are not zero, by label.
func (h *holes) numbers(values []*logic.Term) map[string]int64 {
	z := map[string]int64{}
	for i, x := range values {
		if n, ok := x.Num().Int64(); ok && n != 0 {
			z[h.labels[i]] = n
		}
	}
	return z
}
