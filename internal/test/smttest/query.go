// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// Query returns a random path or tree of two to four conjunctions. In two of three cases, each
// partition has its own variables, and some in common with its parent.
func (g *Terms) Query() *smt.Query {
	n := 2 + g.IntN(3)
	q := &smt.Query{Strength: smt.Strength(g.IntN(4)), Parent: make([]int, n)}
	path := g.IntN(2) == 0
	for i := range n - 1 {
		q.Parent[i] = i + 1
		if !path {
			q.Parent[i] += g.IntN(n - i - 1)
		}
	}
	q.Parent[n-1] = -1
	sharing := g.IntN(3)
	for i := range n {
		part := g.Store.And(g.Atom(2), g.Atom(1), g.Atom(2), g.Formula(1))
		vars := logic.FreeVars(part)
		to := make([]*logic.Term, len(vars))
		for k, v := range vars {
			owner := i
			switch g.IntN(4) {
			case 0:
				owner = -1
			case 1:
				owner = q.Parent[i]
			}
			to[k] = v
			if owner >= 0 && sharing > 0 {
				to[k] = g.Store.Var(fmt.Sprintf("%s_%d", v.Name(), owner), v.Sort())
			}
		}
		q.Part = append(q.Part, g.Store.Substitute(part, vars, to))
	}
	return q
}
