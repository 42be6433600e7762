// SPDX-License-Identifier: Apache-2.0

package itp_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// shapes of random queries: the parents of the nodes.
var shapes = map[string][]int{
	"binary":   {1, -1},
	"sequence": {1, 2, 3, 4, -1},
	"star":     {3, 3, 3, -1},
	"tree":     {2, 2, 5, 4, 5, -1},
	"single":   {-1},
}

// randomQuery returns a query of the shape. Part i is a random formula over variables of the edges
// at node i, variables of its own, and one variable of every sort that all parts share. It is
// conjoined with literals further formulas of the same kind.
func randomQuery(store *logic.Store, seed uint64, theory smttest.Fragment, parents []int, literals int) *smt.Query {
	g := smttest.NewGenerator(store, seed, theory, 4, "")
	kids := make([][]int, len(parents))
	for i, p := range parents {
		if p >= 0 {
			kids[p] = append(kids[p], i)
		}
	}
	q := &smt.Query{Parent: parents}
	for i := range parents {
		// Variable 0 belongs to the edge to the parent, 1 to the edge to a child, 2 to the node,
		// and 3 to all nodes.
		from := g.Vars()
		to := make([]*logic.Term, len(from))
		for k, v := range from {
			name := fmt.Sprintf("own%d_%s", i, v.Name())
			base := v.Name()[:len(v.Name())-1]
			switch k % 4 {
			case 0:
				name = fmt.Sprintf("edge%d_%s", i, base)
			case 1:
				if len(kids[i]) > 0 {
					name = fmt.Sprintf("edge%d_%s", kids[i][g.IntN(len(kids[i]))], base)
				}
			case 3:
				name = "all_" + base
			}
			to[k] = store.Var(name, v.Sort())
		}
		f := g.Formula(2)
		for range literals {
			f = store.And(f, g.Atom(true))
		}
		q.Part = append(q.Part, store.Substitute(f, from, to))
	}
	return q
}

// answer interpolates q and checks the answer.
func answer(ctx context.Context, store *logic.Store, newSolver smttest.NewSolver, ip smt.Interpolator, q *smt.Query) (smt.Status, error) {
	z, err := ip.Interpolate(ctx, q)
	if err != nil {
		return smt.Unknown, err
	}
	switch z.Status {
	case smt.Sat:
		for i, t := range q.Part {
			if !z.Model.Holds(t) {
				return z.Status, fmt.Errorf("the model falsifies partition %d", i)
			}
		}
	case smt.Unsat:
		s, err := newSolver(store)
		if err != nil {
			return z.Status, err
		}
		defer s.Close()
		return z.Status, itp.Check(ctx, store, s, q, z.Formulas)
	}
	return z.Status, nil
}

func describe(q *smt.Query) string {
	s := ""
	for i, t := range q.Part {
		s += fmt.Sprintf("\n%d (below %d): %s", i, q.Parent[i], smttest.Text(t))
	}
	return s
}

func TestRandomQueries(t *testing.T) {
	newSolver := solvers(t)
	cases := []struct {
		name   string
		theory smttest.Fragment
		seeds  int
	}{
		{"bool", smttest.Bool, 8},
		{"int", smttest.Int | smttest.Ite, 8},
		{"coefficients", smttest.Int | smttest.IntCoeffs, 8},
		{"div", smttest.Int | smttest.IntDiv, 4},
		{"real", smttest.Real, 8},
		{"array", smttest.Array | smttest.Int, 8},
		{"datatype", smttest.Datatype, 4},
	}
	for _, c := range cases {
		for _, shape := range []string{"single", "binary", "sequence", "star", "tree"} {
			t.Run(c.name+"/"+shape, func(t *testing.T) {
				count := map[string]int{}
				if testing.Short() {
					c.seeds = 2
				}
				for seed := range c.seeds {
					store := logic.NewStore()
					q := randomQuery(store, uint64(seed), c.theory, shapes[shape], seed%4)
					q.Strength = smt.Strength((seed + seed/4) % 4)
					factory := func() (smt.Solver, error) { return newSolver(store) }
					p := project.New(store, project.Options{LastResortValues: true, Check: true})
					for name, ip := range map[string]smt.Interpolator{
						"model-based": itp.NewModelBased(store, factory, p, itp.Options{}),
						"exact":       itp.NewExact(store, factory, p, itp.Options{MaxCubes: 12}),
					} {
						st, err := answer(t.Context(), store, newSolver, ip, q)
						if errors.Is(err, itp.ErrUndecided) {
							err = nil
						}
						require.NoError(t, err, "seed %d, %s:%s", seed, name, describe(q))
						count[name+" "+st.String()]++
					}
				}
				t.Log(count)
			})
		}
	}
}
