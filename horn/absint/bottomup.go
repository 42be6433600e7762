// SPDX-License-Identifier: Apache-2.0

package absint

import "cornet/logic"

// bottomUp calls visit for the subterms of t that are deeper than maxScopedDepth, arguments first,
// and finally for t. It skips terms that are done, and their subterms. So the stack remains small
// although visit recurses into terms.
//
// Cost: linear in the subterms that are visited.
func bottomUp(t *logic.Term, done func(*logic.Term) bool, visit func(*logic.Term)) {
	type place struct {
		t    *logic.Term
		next int // index of the next argument
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
