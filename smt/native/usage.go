// SPDX-License-Identifier: Apache-2.0

package native

import "cornet/smt/sat"

// usage records which partitions mention which variables of the SAT solver.
type usage struct {
	in []partitions // by SAT variable
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
