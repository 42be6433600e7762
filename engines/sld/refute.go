// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// refute returns the derivation below m.root with values for its variables. Each atom is derived
// once. The result is nil if a step is not an instance of its clause, because SMT-LIB leaves the
// value of a term open.
func (m *machine) refute(values *translator) *horn.Refutation {
	z := &horn.Refutation{}
	derived := map[string]int{}
	args := map[int][]*logic.Term{} // by step
	var visit func(n *node) int
	visit = func(n *node) int {
		step := horn.Step{Clause: n.rule.clause, Values: map[*logic.Term]*logic.Term{}}
		vars := n.rule.vars
		to := make([]*logic.Term, len(vars))
		for i, v := range vars {
			to[i] = m.logic.DefaultValue(v.Sort())
			if x := n.rule.values[i]; x != nil {
				to[i] = values.term(m.instance(x, n.frame))
			} else if n.frame[i] != nil {
				to[i] = values.term(n.frame[i])
			}
			step.Values[v] = to[i]
		}
		c := m.system.Clauses[n.rule.clause]
		if !m.logic.Substitute(c.Constraint, vars, to).IsTrue() {
			return -1
		}
		head, key := []*logic.Term{}, strings.Builder{}
		if c.Head != nil {
			fmt.Fprint(&key, c.Head.Pred.ID())
			for _, x := range c.Head.Args {
				head = append(head, m.logic.Substitute(x, vars, to))
				fmt.Fprint(&key, " ", head[len(head)-1].ID())
			}
			if k, ok := derived[key.String()]; ok {
				return k
			}
		}
		for i, child := range n.children {
			k := visit(child)
			if k < 0 {
				return -1
			}
			for j, x := range c.Body[i].Args {
				if m.logic.Substitute(x, vars, to) != args[k][j] {
					return -1
				}
			}
			step.Premises = append(step.Premises, k)
		}
		z.Steps = append(z.Steps, step)
		k := len(z.Steps) - 1
		args[k] = head
		derived[key.String()] = k
		return k
	}
	if visit(m.root) < 0 {
		return nil
	}
	return z
}
