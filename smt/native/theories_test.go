// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// theories are the mixtures that the solver supports, except arithmetic alone, which random_test.go
// has.
func theories() []smttest.Theory {
	return slices.DeleteFunc(smttest.Theories(), func(x smttest.Theory) bool {
		return !x.Embedded || slices.Contains([]string{"truth values", "integers", "reals", "integers and reals"}, x.Name)
	})
}

func TestTheoriesAgainstZ3(t *testing.T) {
	for _, theory := range theories() {
		t.Run(theory.Name, func(t *testing.T) {
			for seed := range seeds(10) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					s := logic.NewStore()
					testScript(t, s, theory.New(s, seed), 6, viaZ3(t, s))
				})
			}
		})
	}
}

func FuzzTheories(f *testing.F) {
	all := theories()
	for i := range all {
		f.Add(uint64(i), uint8(i), uint8(12))
	}
	f.Fuzz(func(t *testing.T, seed uint64, theory, rounds uint8) {
		s := logic.NewStore()
		testScript(t, s, all[int(theory)%len(all)].New(s, seed), int(rounds)%30, viaZ3(t, s))
	})
}

// TestTheoriesDecided: within the budget of these tests, most questions have an answer.
func TestTheoriesDecided(t *testing.T) {
	for _, theory := range theories() {
		t.Run(theory.Name, func(t *testing.T) {
			count := map[smt.Status]int{}
			n := int(seeds(40))
			for seed := range n {
				s := logic.NewStore()
				g := theory.New(s, uint64(seed))
				solver := native.NewSolver(s, smt.Options{Ticks: 1_000_000})
				st, err := solver.Check(t.Context(), g.Formula(2), g.Formula(2), g.Atom(2), g.Atom(2))
				require.NoError(t, err)
				count[st]++
			}
			t.Logf("%d sat, %d unsat, %d unknown", count[smt.Sat], count[smt.Unsat], count[smt.Unknown])
			require.LessOrEqual(t, count[smt.Unknown], n/2)
		})
	}
}
