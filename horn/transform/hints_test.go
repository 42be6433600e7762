// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/hints"
	"cornet/horn/transform/pass"
	"cornet/smt/native"
)

// TestHints takes hints through the pipeline. A constant argument is substituted, an unread one is
// removed, and a program counter becomes predicates. A predicate with hints is not eliminated.
func TestHints(t *testing.T) {
	sys := parse(t, `
		(declare-fun p (Bool Int Int Int) Bool)
		(declare-fun q (Int) Bool)
		(assert (forall ((x Int) (u Int)) (=> (< x 7) (p false 3 x u))))
		(assert (forall ((x Int) (u Int) (c Int)) (=> (p false c x u) (p true c (+ x c) u))))
		(assert (forall ((x Int) (u Int) (c Int)) (=> (and (p true c x u) (< x 9)) (p true c (+ x c) u))))
		(assert (forall ((x Int) (u Int) (c Int)) (=> (p true c x u) (q x))))
		(assert (forall ((x Int)) (=> (and (q x) (= x 50)) false)))`)
	h, err := hints.Read(sys, "hints", strings.NewReader(`
		(templates p ((b Bool) (c Int) (x Int) (u Int)) (term (- x c) 2) (term u 1) (predicate b 1))
		(initial-predicates p ((b Bool) (c Int) (x Int) (u Int)) (or b (>= x c)))
		(templates q ((x Int)) (term (mod x 3) 1))`))
	require.NoError(t, err)
	p, err := New(Options{})
	require.NoError(t, err)
	z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}, Hints: h}, sys)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, z.Hints.Write(&b))
	require.Equal(t, `(templates p!0 ((x0 Int))
  (term (- x0 3) 2))
(initial-predicates p!0 ((x0 Int))
  (>= x0 3))
(templates p!1 ((x0 Int))
  (term (- x0 3) 2))
(templates q ((x0 Int))
  (term (mod x0 3) 1))
`, b.String())
	require.NotEmpty(t, h.Templates(sys.Preds[0]), "the hints that were given stay as they are")
}
