// SPDX-License-Identifier: Apache-2.0

// Package unionfind has partitions that become coarser (R. Tarjan, "Efficiency of a Good But Not
// Linear Set Union Algorithm", JACM 1975), with path halving and without ranks.
package unionfind

// Sets partition values; at first, each value is a set of its own. The zero value is ready to use.
// It belongs to one goroutine.
type Sets[T comparable] struct{ parent map[T]T }

// Find returns the representative of the set of x. Cost: logarithmic, amortised.
func (s *Sets[T]) Find(x T) T {
	for {
		up, ok := s.parent[x]
		if !ok {
			return x
		}
		if top, ok := s.parent[up]; ok {
			s.parent[x] = top
		}
		x = up
	}
}

// Union joins the sets of x and y, and returns their previous representatives; that of y now
// represents both.
func (s *Sets[T]) Union(x, y T) (from, to T) {
	if from, to = s.Find(x), s.Find(y); from != to {
		if s.parent == nil {
			s.parent = map[T]T{}
		}
		s.parent[from] = to
	}
	return from, to
}
