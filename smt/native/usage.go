// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// usage records, for each variable of the SAT solver, which partitions mention it.
type usage struct {
	in          []partitions // by SAT variable
	tableauVars []partitions // by variable of the tableau; without variables of terms
}

// partitions is a set of partitions, as bits.
type partitions []uint64

func (p *partitions) add(i int) {
	for i/64 >= len(*p) {
		*p = append(*p, 0)
	}
	(*p)[i/64] |= 1 << (i % 64)
}

func (u *usage) clause(p sat.Partition, lits []sat.Lit) {
	for _, l := range lits {
		u.add(l.Var(), int(p))
	}
}

func (u *usage) add(v sat.Var, p int) {
	for int(v) >= len(u.in) {
		u.in = append(u.in, nil)
	}
	u.in[v].add(p)
}

// of returns the partitions that mention v.
func (u *usage) of(v sat.Var) partitions {
	if int(v) < len(u.in) {
		return u.in[v]
	}
	return nil
}

// addTableauVar records that partition p mentions v, a symbol or an alias.
func (u *usage) addTableauVar(v lra.Var, p sat.Partition) {
	for int(v) >= len(u.tableauVars) {
		u.tableauVars = append(u.tableauVars, nil)
	}
	u.tableauVars[v].add(int(p))
}

// setTableauVar sets the partitions of the alias v.
func (u *usage) setTableauVar(v lra.Var, in partitions) {
	for int(v) >= len(u.tableauVars) {
		u.tableauVars = append(u.tableauVars, nil)
	}
	u.tableauVars[v] = in
}

// ofTableauVar returns the partitions that mention the symbol or alias v.
func (u *usage) ofTableauVar(v lra.Var) partitions {
	if int(v) < len(u.tableauVars) {
		return u.tableauVars[v]
	}
	return nil
}

func (p *partitions) addAll(q partitions) {
	for len(*p) < len(q) {
		*p = append(*p, 0)
	}
	for i, w := range q {
		(*p)[i] |= w
	}
}

// side is the side of a cut on which something occurs.
type side uint8

const (
	inA side = 1 << iota // A: the subtree
	inB                  // B: the rest
)

// sideOf returns the sides of the cut on which p has partitions.
func (p partitions) sideOf(cut partitions) side {
	var z side
	for i, w := range p {
		var c uint64
		if i < len(cut) {
			c = cut[i]
		}
		if w&c != 0 {
			z |= inA
		}
		if w&^c != 0 {
			z |= inB
		}
	}
	return z
}
