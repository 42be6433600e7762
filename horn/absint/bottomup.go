// SPDX-License-Identifier: Apache-2.0

package absint

import "cornet/logic"

// bottomUp calls visit for the subterms of t that are deeper than maxScopedDepth, arguments first,
// and at last for t. It leaves out what is done, and what is below it. So stacks stay small
// although terms are looked into by recursion.
//
// Cost: linear in the subterms that are visited.
func bottomUp(t *logic.Term, done func(*logic.Term) bool, visit func(*logic.Term)) {
	type place struct {
		t    *logic.Term
		next int // argument
	}
	stack := []place{{t: t}}
	seen := map[*logic.Term]bool{t: true}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.t.Args()) {
			visit(top.t)
			stack = stack[:len(stack)-1]
			continue
		}
		u := top.t.Arg(top.next)
		top.next++
		if u.Depth() > maxScopedDepth && !seen[u] && !u.HasQuantifiers() && !done(u) {
			seen[u] = true
			stack = append(stack, place{t: u})
		}
	}
}
