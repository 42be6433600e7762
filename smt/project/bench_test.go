// SPDX-License-Identifier: Apache-2.0

package project_test

import (
	"context"
	"fmt"
	"testing"

	"cornet/logic"
	"cornet/smt/project"
)

// chain returns ⋀ c·x[k] <= d·x[k+1] over n variables, and a model of it.
func chain(store *logic.Store, n int, c, d int64, sort *logic.Sort) (*logic.Term, []*logic.Term, *logic.Model) {
	m := store.NewModel()
	num := func(k int64) *logic.Term {
		if sort.IsReal() {
			return store.RealNum(k)
		}
		return store.IntNum(k)
	}
	vars := make([]*logic.Term, n)
	var lits []*logic.Term
	for k := range vars {
		vars[k] = store.Var(fmt.Sprintf("x%d", k), sort)
		m.Set(vars[k], num(0))
		if k > 0 {
			lits = append(lits, store.Le(store.Mul(num(c), vars[k-1]), store.Mul(num(d), vars[k])))
		}
	}
	return store.And(lits...), vars, m
}

func BenchmarkProject(b *testing.B) {
	for _, n := range []int{10, 100} {
		for _, kind := range []string{"real", "int", "int_coefficients"} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				store := logic.NewStore()
				sort, d := store.Int, int64(1)
				switch kind {
				case "real":
					sort = store.Real
				case "int_coefficients":
					d = 2
				}
				f, vars, m := chain(store, n, 1, d, sort)
				p := project.New(store, project.Options{})
				b.ReportAllocs()
				for b.Loop() {
					if _, err := p.Project(context.Background(), m, vars[1:n-1], f); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n-2)*float64(b.N)/b.Elapsed().Seconds(), "vars/s")
			})
		}
	}
}

func BenchmarkImplicant(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store := logic.NewStore()
			f := store.True()
			m := store.NewModel()
			for k := range n { // a deep formula: (or (and f x<=k) y<=-1)
				x := store.Le(store.Var("x", store.Int), store.IntNum(int64(k)))
				f = store.Or(store.And(f, x), store.Lt(store.Var(fmt.Sprintf("y%d", k), store.Int), store.IntNum(0)))
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := project.Implicant(store, m, f, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
