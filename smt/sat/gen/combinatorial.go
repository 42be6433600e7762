// SPDX-License-Identifier: Apache-2.0

package gen

import (
	"math/rand/v2"

	"cornet/smt/sat/dimacs"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// RandomKSAT returns m random clauses of k different variables out of n.
func RandomKSAT(n, m, k int, seed uint64) *dimacs.Formula {
	r := newRand(seed)
	f := &dimacs.Formula{Vars: n}
	for range m {
		clause := make([]int, 0, k)
		for len(clause) < k {
			v := r.IntN(n) + 1
			fresh := true
			for _, l := range clause {
				fresh = fresh && l != v && l != -v
			}
			if fresh {
				clause = append(clause, v-2*v*r.IntN(2))
			}
		}
		f.Add(clause...)
	}
	return f
}

// Pigeonhole says that n+1 pigeons sit in n holes, at most one in each.
func Pigeonhole(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	in := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var some []int
		for h := range n {
			some = append(some, in(p, h))
		}
		f.Add(some...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
	}
	return f
}

// Parity says that every vertex of a random graph with n vertices of the given
// degree has an even number of chosen edges, but one has an odd number. n times
// degree must be even.
func Parity(n, degree int, seed uint64) *dimacs.Formula {
	r := newRand(seed)
	f := &dimacs.Formula{}
	ends := make([]int, 0, n*degree)
	for v := range n {
		for range degree {
			ends = append(ends, v)
		}
	}
	r.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
	edges := make([][]int, n)
	for i := 0; i+1 < len(ends); i += 2 {
		if u, v := ends[i], ends[i+1]; u != v { // a loop counts twice, so not at all
			edges[u] = append(edges[u], i/2+1)
			edges[v] = append(edges[v], i/2+1)
		}
	}
	f.Vars = n * degree / 2
	for v, es := range edges {
		addParity(f, es, v == 0)
	}
	return f
}

// addParity says that an odd or even number of the variables is true.
func addParity(f *dimacs.Formula, vars []int, odd bool) {
	for bits := range 1 << len(vars) {
		clause := make([]int, len(vars))
		parity := false
		for i, v := range vars {
			clause[i] = v
			if bits>>i&1 == 1 {
				clause[i] = -v
				parity = !parity
			}
		}
		if parity != odd { // the clause excludes the assignment bits
			f.Add(clause...)
		}
	}
}

// Coloring says that a random graph of n vertices and m edges has a colouring
// with k colours.
func Coloring(n, m, k int, seed uint64) *dimacs.Formula {
	r := newRand(seed)
	f := &dimacs.Formula{}
	color := func(v, c int) int { return v*k + c + 1 }
	for v := range n {
		var some []int
		for c := range k {
			some = append(some, color(v, c))
		}
		f.Add(some...)
	}
	for range m {
		u := r.IntN(n)
		v := (u + 1 + r.IntN(n-1)) % n
		for c := range k {
			f.Add(-color(u, c), -color(v, c))
		}
	}
	return f
}
