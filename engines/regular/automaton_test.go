// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/slice"
	"cornet/internal/test/enginetest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

const letters = `
(declare-datatypes ((Letter 0)) (((a) (b))))
(declare-datatypes ((Word 0)) (((end) (next (first Letter) (rest Word)))))
`

// runs evaluates values by the tables of an algebra.
type runs struct {
	*algebra
	values map[*logic.Sort][]*logic.Term // small ones
}

// newRuns enumerates values, about as many as limit for each sort.
func newRuns(a *algebra, limit int) *runs {
	z := &runs{a, map[*logic.Sort][]*logic.Term{a.store.Bool: {a.store.False(), a.store.True()}}}
	for range 4 {
		before := map[*logic.Sort][]*logic.Term{}
		for d, all := range z.values {
			before[d] = slices.Clone(all)
		}
		for _, x := range a.sorts {
			d := x.first
			if x.second != nil || !d.IsDatatype() {
				continue
			}
			for _, c := range d.Datatype().Constructors {
				args := [][]*logic.Term{nil}
				for _, f := range c.Fields {
					args = extended(args, before[f.Sort])
				}
				for _, x := range args {
					if t := a.store.Construct(c, x...); len(z.values[d]) < limit && !slices.Contains(z.values[d], t) {
						z.values[d] = append(z.values[d], t)
					}
				}
			}
		}
	}
	return z
}

func extended(tuples [][]*logic.Term, by []*logic.Term) (z [][]*logic.Term) {
	for _, x := range tuples {
		for _, y := range by {
			z = append(z, append(slices.Clip(x), y))
		}
	}
	return z
}

// state returns the state of a value, or of a pair.
func (z *runs) state(x, y *logic.Term) int {
	if x.Sort().IsBool() {
		return map[bool]int{true: 1}[x.IsTrue()]
	}
	n := z.opOf[[2]*logic.Constructor{x.Constructor()}]
	if y != nil {
		n = z.opOf[[2]*logic.Constructor{x.Constructor(), y.Constructor()}]
	}
	o := z.ops[n]
	return z.tables[n][index(z.sizes, o.args, slice.Map(o.reads, func(r read) int {
		switch {
		case r.second < 0:
			return z.state(x.Arg(r.first), nil)
		case r.first < 0:
			return z.state(y.Arg(r.second), nil)
		}
		return z.state(x.Arg(r.first), y.Arg(r.second))
	}))]
}

// holds reports whether relation n holds of values.
func (z *runs) holds(n int, values []*logic.Term) bool {
	r := z.rels[n]
	states := slice.Map(r.singles, func(i int) int { return z.state(values[i], nil) })
	for _, p := range r.pairs {
		states = append(states, z.state(values[p[0]], values[p[1]]))
	}
	return z.facts[n][index(z.sizes, r.sorts, states)] != nil
}

// tuples returns small values for sorts.
func (z *runs) tuples(sorts []*logic.Sort) [][]*logic.Term {
	all := [][]*logic.Term{nil}
	for _, d := range sorts {
		all = extended(all, z.values[d])
	}
	return all
}

// violated reports whether small values violate a clause of sys, or a claim about any values.
func (z *runs) violated(sys *horn.System) bool {
	s := sys.Store
	for _, c := range z.claims {
		for _, x := range z.tuples(z.rels[c.rel].args) {
			if !z.holds(c.rel, x) && !(c.differs && x[0] == x[1]) {
				return true
			}
		}
	}
	for _, c := range sys.Clauses {
		vars := c.Vars()
		for _, values := range z.tuples(logic.SortsOf(vars)) {
			sub := s.NewSubstitution(vars, values)
			holds := func(a *horn.Atom) bool { return z.holds(z.relOf[a.Pred], slice.Map(a.Args, sub.Apply)) }
			if sub.Apply(c.Constraint).IsTrue() && !slices.ContainsFunc(c.Body, func(a horn.Atom) bool { return !holds(&a) }) && (c.Head == nil || !holds(c.Head)) {
				return true
			}
		}
	}
	return false
}

// change makes one result of a table, or one tuple of a relation, another one.
func (z *runs) change(r *rand.Rand) {
	if n := r.IntN(len(z.tables)); r.IntN(2) == 0 {
		z.tables[n][r.IntN(len(z.tables[n]))] = r.IntN(z.sizes[z.ops[n].result])
		return
	}
	facts := z.facts[r.IntN(len(z.facts))]
	if i := r.IntN(len(facts)); facts[i] == nil {
		facts[i] = &instance{}
	} else {
		facts[i] = nil
	}
}

// The validator accepts no automaton that small values refute, whether a table, a predicate or a
// claim about any values is wrong.
func TestWrongAutomata(t *testing.T) {
	tests := []struct{ name, problem string }{
		{"equal lengths", `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun same (Nat Nat) Bool)
(assert (same zero zero))
(assert (forall ((x Nat) (y Nat)) (=> (same x y) (same (succ x) (succ y)))))
(assert (forall ((x Nat) (y Nat)) (=> (same (succ x) (succ y)) (same x y))))
(assert (forall ((x Nat)) (=> (same zero (succ x)) false)))
(assert (forall ((x Nat) (y Nat)) (=> (and (same x y) (not (= x y))) false)))`},
		{"the other letter", letters + `
(declare-fun p (Word Word) Bool)
(assert (p end end))
(assert (forall ((x Word) (y Word)) (=> (p x y) (p (next a x) (next b y)))))
(assert (forall ((x Word) (y Word) (c Letter) (d Letter)) (=> (p (next c x) (next d y)) (p x y))))
(assert (forall ((x Word) (c Letter)) (=> (p (next c x) (next c x)) false)))`},
		{"a number for each letter", letters + `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-fun length (Nat Word Bool) Bool)
(assert (length zero end true))
(assert (forall ((n Nat) (x Word) (c Letter) (b Bool)) (=> (length n x b) (length (succ n) (next c x) (not b)))))
(assert (forall ((n Nat) (x Word) (c Letter) (b Bool)) (=> (length (succ n) (next c x) b) (length n x (not b)))))
(assert (forall ((n Nat) (b Bool)) (=> (length (succ n) end b) false)))
(assert (forall ((x Word) (c Letter) (b Bool)) (=> (length zero (next c x) b) false)))`},
		{"an order", letters + `
(declare-fun less (Word Word) Bool)
(assert (forall ((x Word)) (less (next a x) (next b x))))
(assert (forall ((x Word) (y Word) (c Letter)) (=> (less x y) (less (next c x) (next c y)))))
(assert (forall ((x Word) (y Word) (z Word)) (=> (and (less x y) (less y z)) (less x z))))
(assert (forall ((x Word)) (=> (less x x) false)))`},
	}
	number := 60
	if testing.Short() {
		number = 20
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			wrong, right := 0, 0
			for i := range number {
				sys := enginetest.Parse(t, tt.problem)
				s, err := New(Options{}).start(context.Background(), sys, pairBounds)
				require.NoError(t, err)
				a := search(t.Context(), s)
				require.NotNil(t, a)
				z := newRuns(a, 7)
				require.False(t, z.violated(sys))
				for range i % 4 { // none at first
					z.change(r)
				}
				m := newAutomaton(a).model(sys)
				err = check.Model(t.Context(), sys, m, check.Options{Solver: func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{Ticks: 20_000}) }})
				if z.violated(sys) {
					wrong++
					require.Error(t, err, m)
				} else if err == nil {
					right++
				}
				if i%4 == 0 {
					require.NoError(t, err)
				}
			}
			require.Greater(t, wrong, number/5)
			require.Greater(t, right, number/5)
		})
	}
}
