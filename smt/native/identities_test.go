// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/difftest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/native"
)

// Identities of interpolation, as properties of random queries. Notation: A, B, P0 … Pn are
// partitions, I the interpolants, st a strength. J(A, B) is the interpolant of the query with these
// two partitions.

// identity is one law. Queries come from the generator until enough are unsatisfiable.
type identity struct {
	name string
	// parents of the nodes of the query; nil for a path of two to five nodes
	parents []int
	holds   func(t *testing.T, x *inquiry)
}

// inquiry is an unsatisfiable query with its store.
type inquiry struct {
	s *logic.Store
	q *smt.Query
}

var identities = []identity{
	// Strong ⇒ Medium ⇒ Weak, node by node: McMillan's system, Pudlák's, McMillan's inverse, with
	// decomposed Farkas sums, Farkas sums, and duals of decomposed sums. D'Silva et al., VMCAI
	// 2010, theorem 2; Blicha et al., TACAS 2019.
	{"strength order", nil, func(t *testing.T, x *inquiry) {
		strong, medium, weak := x.itps(t, x.q, smt.Strong), x.itps(t, x.q, smt.Medium), x.itps(t, x.q, smt.Weak)
		for i := range strong {
			x.implies(t, medium[i], strong[i])
			x.implies(t, weak[i], medium[i])
		}
	}},
	// ¬J(A, B) interpolates (B, A).
	{"negation", []int{1, -1}, func(t *testing.T, x *inquiry) {
		for _, st := range strengths {
			f := x.itps(t, x.q, st)[0]
			x.check(t, smt.Sequence(x.q.Part[1], x.q.Part[0]), x.s.Not(f))
		}
	}},
	// The interpolants of a path are such that Ii-1 ∧ Pi ⇒ Ii, and In is false. Each separates what
	// is before it from what is after it. Vizel, Grumberg: Interpolation-Sequence Based Model
	// Checking. FMCAD 2009.
	{"path", nil, func(t *testing.T, x *inquiry) {
		for _, st := range strengths {
			z := x.itps(t, x.q, st)
			before := x.s.True()
			for i, f := range z {
				x.implies(t, f, before, x.q.Part[i])
				before = f
				if i < len(z)-1 {
					x.check(t, smt.Sequence(x.join(x.q.Part[:i+1]...), x.join(x.q.Part[i+1:]...)), f)
				}
			}
		}
	}},
	// The interpolants of a tree: those of the children and the part of a node imply that of the
	// node. Heizmann, Hoenicke, Podelski: Nested Interpolants. POPL 2010.
	{"tree", []int{2, 2, 4, 4, -1}, func(t *testing.T, x *inquiry) {
		for _, st := range strengths {
			z := x.itps(t, x.q, st)
			x.implies(t, z[2], x.q.Part[2], z[0], z[1])
			x.implies(t, z[3], x.q.Part[3])
			x.implies(t, x.s.False(), x.q.Part[4], z[2], z[3])
		}
	}},
	// Simultaneous abstraction: the interpolants of every partition against all others, from one
	// proof, contradict each other. Gurfinkel, Rollini, Sharygina: Interpolation Properties and
	// SAT-Based Model Checking. ATVA 2013.
	{"simultaneous abstraction", []int{4, 4, 4, 4, -1}, func(t *testing.T, x *inquiry) {
		q := &smt.Query{Part: append([]*logic.Term(nil), x.q.Part...), Parent: x.q.Parent}
		q.Part[3], q.Part[4] = x.join(q.Part[3], q.Part[4]), x.s.True()
		for _, st := range []smt.Strength{smt.Strong, smt.Medium} {
			z := x.itps(t, q, st)
			x.implies(t, x.s.False(), z[:4]...)
		}
	}},
	// Conjunctions and disjunctions of interpolants of one pair are interpolants: they form a
	// lattice.
	{"lattice", []int{1, -1}, func(t *testing.T, x *inquiry) {
		f, g := x.itps(t, x.q, smt.Strong)[0], x.itps(t, x.q, smt.Weak)[0]
		x.check(t, x.q, x.s.And(f, g))
		x.check(t, x.q, x.s.Or(f, g))
	}},
	// If joining two partitions removes a cut of a path, the other interpolants stay right. The
	// same holds if a part after a cut gets stronger.
	{"joined partitions", []int{1, 2, 3, -1}, func(t *testing.T, x *inquiry) {
		for _, st := range strengths {
			z := x.itps(t, x.q, st)
			x.check(t, smt.Sequence(x.q.Part[0], x.join(x.q.Part[1], x.q.Part[2]), x.q.Part[3]), z[0], z[2])
		}
	}},
	// Simplification keeps the meaning.
	{"tidy", nil, func(t *testing.T, x *inquiry) {
		for _, f := range x.itps(t, x.q, smt.Weak) {
			g := itp.Tidy(x.s, f)
			x.implies(t, g, f)
			x.implies(t, f, g)
		}
	}},
}

func TestIdentities(t *testing.T) {
	theories := []string{"bool", "lra", "lia", "mixed", "divmod"}
	for _, law := range identities {
		t.Run(law.name, func(t *testing.T) {
			t.Parallel()
			wanted := 25
			if testing.Short() {
				wanted = 8
			}
			for _, name := range theories {
				found := 0
				for seed := uint64(0); found < wanted && seed < 3000; seed++ {
					g := difftest.NewGenerator(seed, difftest.Theories[name])
					x := g.Instance()
					if x.Tree == nil || law.parents != nil && len(x.Tree.Part) < len(law.parents) {
						continue
					}
					q := &smt.Query{Part: x.Tree.Part, Parent: law.parents}
					if law.parents == nil {
						q = smt.Sequence(q.Part...)
					} else {
						// Parts that exceed the number of nodes go to the root.
						n := len(law.parents)
						root := x.Store.And(q.Part[n-1:]...)
						q.Part = append(append([]*logic.Term(nil), q.Part[:n-1]...), root)
					}
					r, err := interpolator(x.Store).Interpolate(t.Context(), q)
					require.NoError(t, err)
					if r.Status == smt.Unsat {
						found++
						law.holds(t, &inquiry{x.Store, q})
					}
				}
				require.Positive(t, found, name)
			}
		})
	}
}

func interpolator(s *logic.Store) smt.Interpolator {
	return native.NewInterpolator(s, native.InterpolatorOptions{Solver: smt.Options{Ticks: 300_000}})
}

// join returns the conjunction of parts, with all of their symbols, even if it is false.
func (x *inquiry) join(parts ...*logic.Term) *logic.Term {
	return x.s.Faithful(logic.OpAnd, parts...)
}

// itps returns interpolants of q.
func (x *inquiry) itps(t *testing.T, q *smt.Query, st smt.Strength) []*logic.Term {
	t.Helper()
	asked := *q
	asked.Strength = st
	z, err := interpolator(x.s).Interpolate(t.Context(), &asked)
	require.NoError(t, err)
	if z.Status != smt.Unsat {
		t.Skipf("no interpolants within the budget: %s", z.Reason)
	}
	return z.Formulas
}

// implies fails if the conjunction of fs does not imply f.
func (x *inquiry) implies(t *testing.T, f *logic.Term, fs ...*logic.Term) {
	t.Helper()
	st, err := native.NewSolver(x.s, smt.Options{Ticks: 300_000}).Check(t.Context(), append(fs[:len(fs):len(fs)], x.s.Not(f))...)
	require.NoError(t, err)
	require.NotEqual(t, smt.Sat, st, "%v\n⇏ %v\nof %v", fs, f, x.q.Part)
}

// check fails unless fs, apart from the root's formula, are interpolants of q.
func (x *inquiry) check(t *testing.T, q *smt.Query, fs ...*logic.Term) {
	t.Helper()
	solver := native.NewSolver(x.s, smt.Options{Ticks: 300_000})
	fs = append(fs[:len(fs):len(fs)], x.s.False())
	if err := itp.Check(t.Context(), x.s, solver, q, fs); err != nil {
		require.ErrorIs(t, err, itp.ErrUndecided, "%v\n%v", q.Part, fs)
	}
}
