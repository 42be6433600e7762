// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
)

// graphOf returns a graph whose head has n columns. "0101" and so on are its locations, each
// reached by one step.
func graphOf(t *testing.T, places ...string) *controlGraph {
	t.Helper()
	s := logic.NewStore()
	var sorts []*logic.Sort
	var args []int
	for j := range places[0] {
		sorts, args = append(sorts, s.Bool), append(args, j)
	}
	p := s.Func("p", sorts, s.Bool)
	c := &horn.Clause{Constraint: s.True(), Head: &horn.Atom{Pred: p}}
	g := newControlGraph(nil, &horn.System{Store: s, Preds: []*logic.Func{p}, Clauses: []*horn.Clause{c}})
	g.args, g.locations = [][]int{args}, make([][][]*logic.Term, 1)
	for k, place := range places {
		var v []*logic.Term
		for _, bit := range place {
			v = append(v, s.BoolValue(bit == '1'))
		}
		g.locations[0] = append(g.locations[0], v)
		g.edges = append(g.edges, edge{0, []int{k}})
	}
	return g
}

// The column that has both values after the same step goes first.
func TestFewer(t *testing.T) {
	for _, x := range []struct {
		places []string
		limit  int
		want   []int
	}{
		{[]string{"00", "01"}, 1, []int{0}},
		{[]string{"00", "10"}, 1, []int{1}},
		{[]string{"000", "001", "110", "111"}, 2, []int{0, 1}},
		{[]string{"000", "001", "110", "111"}, 1, nil},
		{[]string{"00", "01", "10", "11"}, 2, []int{0}},
	} {
		require.Equal(t, [][]int{x.want}, graphOf(t, x.places...).fewer(x.limit), "%v", x)
	}
}

// The number of turns in which columns are dropped grows with the logarithm of the number of
// columns.
func TestFewerTurns(t *testing.T) {
	turns := func(n int) int {
		var places []string
		for k := range 8 {
			places = append(places, fmt.Sprintf("%0*b", n, k))
		}
		p := newProjection(graphOf(t, places...))
		p.reduce(0)
		return p.counts
	}
	require.LessOrEqual(t, turns(2048)-turns(1024), turns(1024)-turns(512)+2)
}
