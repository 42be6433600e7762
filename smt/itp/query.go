// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// wellFormed returns an error if the shape of q is wrong.
func wellFormed(q *smt.Query) error {
	n := len(q.Part)
	if n == 0 {
		return fmt.Errorf("itp: the query has no partitions; give it at least one")
	}
	if len(q.Parent) != n {
		return fmt.Errorf("itp: the query has %d partitions but %d parents; the slices run in parallel", n, len(q.Parent))
	}
	for i, p := range q.Parent {
		switch {
		case !q.Part[i].Sort().IsBool():
			return fmt.Errorf("itp: partition %d has sort %v, want Bool", i, q.Part[i].Sort())
		case i == n-1 && p != -1:
			return fmt.Errorf("itp: the last node %d is the root, its parent must be -1, not %d", i, p)
		case i < n-1 && (p <= i || p >= n):
			return fmt.Errorf("itp: node %d has parent %d; a parent comes after its children, below %d", i, p, n)
		}
	}
	return nil
}

// children lists the children of every node in order.
func children(q *smt.Query) [][]int {
	z := make([][]int, len(q.Part))
	for i, p := range q.Parent {
		if p >= 0 {
			z[p] = append(z[p], i)
		}
	}
	return z
}

// subtree returns the parts of the subtree below node i, i included.
func subtree(q *smt.Query, kids [][]int, i int) []*logic.Term {
	var z []*logic.Term
	stack := []int{i}
	for len(stack) > 0 {
		j := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		z = append(z, q.Part[j])
		stack = append(stack, kids[j]...)
	}
	return z
}
