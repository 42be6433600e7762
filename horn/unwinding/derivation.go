// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Path returns the edges from a fact to an edge that a model takes, including that edge.
func (f *Formula) Path(last horn.Edge, holds func(sat.Lit) bool) []horn.Edge {
	z := []horn.Edge{last}
	for at := last.Source; at != horn.Start; at = z[len(z)-1].Source {
		x := &f.instances[at]
		z = append(z, x.edges[0])
		for i, l := range x.taken {
			if holds(l) {
				z[len(z)-1] = x.edges[i]
			}
		}
	}
	for i, k := 0, len(z)-1; i < k; i, k = i+1, k-1 {
		z[i], z[k] = z[k], z[i]
	}
	return z
}

// Inputs returns the values that a model gives the free variables of an edge, by name and sort.
// Free variables are determined neither by the source nor by equations of the clause. The values
// are terms of st.
func (f *Formula) Inputs(e horn.Edge, holds func(sat.Lit) bool, st *logic.Store, sorts *logic.Importer) map[string]*logic.Term {
	z := map[string]*logic.Term{}
	c := &f.clauses[e.Clause]
	for _, t := range c.Vars() {
		if v, ok := f.locals[e.Source][c.local(t)]; ok && c.definitions[t] == nil {
			z[Symbol(t)] = f.valueIn(v, sorts.Sort(t.Sort()), holds, st)
		}
	}
	return z
}

// Symbol names a variable and its sort.
func Symbol(t *logic.Term) string { return t.Name() + " " + t.Sort().String() }

// valueIn returns the value of a sort that a model gives a symbolic one.
func (f *Formula) valueIn(v value, sort *logic.Sort, holds func(sat.Lit) bool, st *logic.Store) *logic.Term {
	switch {
	case sort.IsBool():
		return st.BoolValue(holds(v.word[0]))
	case sort.IsBitVec():
		return st.BVNum(numberOf(v.word, false, holds), sort.Width())
	case sort.IsInt():
		return st.BigInt(numberOf(v.word, true, holds))
	}
	z := st.ConstArray(sort, st.DefaultValue(sort.Elem()))
	for _, r := range v.array.core.order {
		index := f.valueIn(value{word: r.index}, sort.Index(), holds, st)
		z = st.Store(z, index, f.valueIn(r.value, sort.Elem(), holds, st))
	}
	return z
}

func numberOf(w bits.Word, signed bool, holds func(sat.Lit) bool) *big.Int {
	z := new(big.Int)
	for k, l := range w {
		if holds(l) {
			z.SetBit(z, k, 1)
		}
	}
	if signed && z.Bit(len(w)-1) == 1 {
		z.Sub(z, new(big.Int).Lsh(one, uint(len(w))))
	}
	return z
}
