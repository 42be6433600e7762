// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"slices"
	"strconv"

	"cornet/logic"
	"cornet/smt/abstraction"
)

// show calls the watcher of lattices with the lattice of a refinement. x0, x1, … replace the
// variables of states.
func (s *search) show(tree []treeNode) {
	z := s.lattice
	if z == nil {
		return
	}
	s.lattice = nil
	z.Groups = map[int]string{}
	for _, l := range s.locs {
		z.Groups[l.index] = l.pred.Name()
		over := s.store.NewSubstitution(l.formals, s.plain(l))
		for k, t := range slices.Concat(s.hinted(l), l.templates) {
			c := abstraction.Choice{Group: l.index, Template: k}
			if z.Template[c] != nil {
				z.Template[c] = over.Apply(t.Term)
			}
		}
	}
	for i, n := range tree {
		name := "query"
		if n.loc != nil {
			name = n.loc.pred.Name()
		}
		z.Nodes = append(z.Nodes, name)
		for k := range z.Guided {
			if n.loc != nil {
				z.Guided[k].Formulas[i] = s.store.Substitute(z.Guided[k].Formulas[i], n.state, s.plain(n.loc))
			}
		}
	}
	s.opts.Lattice(z)
}

// plain returns the variables x0, x1, … for the arguments of l.
func (s *search) plain(l *location) []*logic.Term {
	z := make([]*logic.Term, len(l.formals))
	for i, x := range l.formals {
		z[i] = s.store.Var("x"+strconv.Itoa(i), x.Sort())
	}
	return z
}
