// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/smt"
	"cornet/smt/native"
)

// written is a queue that counts its elements, and notes whether one of them has a mark. The blanks
// are a constraint on the inputs of a step, and the bad states.
const written = `
(declare-fun q ((_ BitVec 8) Bool Bool) Bool)
(assert (forall ((b Bool)) (q #x00 false b)))
(assert (forall ((n (_ BitVec 8)) (m Bool) (s Bool) (push Bool) (pop Bool) (reset Bool) (mark Bool))
  (=> (and (q n m s) %s)
      (q (ite reset #x00 (ite (and push (bvult n #x50)) (bvadd n #x01) (ite (and pop (bvugt n #x00)) (bvsub n #x01) n)))
         (and (not reset) (or m (and push mark))) s))))
(assert (forall ((n (_ BitVec 8)) (m Bool) (s Bool)) (=> (and (q n m s) %s) false)))`

func TestSimulation(t *testing.T) {
	for _, test := range []struct {
		name, constraint, bad string
		found                 bool
	}{
		{"eighty writes without a reset", "true", "(and (= n #x50) m)", true},
		{"inputs that exclude each other", "(not (and push pop))", "(and (= n #x50) m)", true},
		{"a choice at the beginning", "true", "(and (= n #x20) m s)", true},
		{"the first state", "true", "(and (= n #x00) s)", true},
		{"no state", "true", "(bvugt n #x50)", false},
		{"no step", "(and push (not push))", "m", false},
		{"no write", "(not push)", "m", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			sys, err := horn.Read("queue.smt2", fmt.Sprintf(written, test.constraint, test.bad))
			require.NoError(t, err)
			m, err := encode(sys, func() error { return nil })
			require.NoError(t, err)
			s := newSimulation(m, func(int64) {})
			trace := s.run(400_000)
			require.Equal(t, test.found, trace != nil)
			if trace == nil {
				return
			}
			z, err := m.refutation(trace)
			require.NoError(t, err)
			require.NoError(t, check.Refutation(t.Context(), sys, z, check.Options{Solver: func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }}))
		})
	}
}
