// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/transform/pass"
	"cornet/smt/native"
)

// A token contract whose balances are an array, and the same with its state in nested records.
const (
	plainToken = `
(declare-fun token ((Array Int Int) Int Int) Bool)
(assert (forall ((b (Array Int Int)) (s Int) (o Int)) (=> (and (= b ((as const (Array Int Int)) 0)) (= s 0)) (token b s o))))
(assert (forall ((b (Array Int Int)) (s Int) (o Int) (to Int) (v Int))
  (=> (and (token b s o) (> v 0) (<= v 1000)) (token (store b to v) (+ s v) o))))
(assert (forall ((b (Array Int Int)) (s Int) (o Int) (who Int))
  (=> (and (token b s o) (or (< s 0) (< (select b who) 0) (> (select b who) 1000))) false)))`
	structToken = `
(declare-datatypes ((Mapping 0) (Ledger 0) (State 0))
  (((mapping (elements (Array Int Int)))) ((ledger (balances Mapping) (supply Int))) ((state (inner Ledger) (owner Int)))))
(declare-fun token (State) Bool)
(assert (forall ((s State) (o Int)) (=> (= s (state (ledger (mapping ((as const (Array Int Int)) 0)) 0) o)) (token s))))
(assert (forall ((s State) (t State) (to Int) (v Int))
  (=> (and (token s) (> v 0) (<= v 1000) (= (owner t) (owner s)) (= (supply (inner t)) (+ (supply (inner s)) v))
    (= (balances (inner t)) (mapping (store (elements (balances (inner s))) to v)))) (token t))))
(assert (forall ((s State) (who Int))
  (=> (and (token s) (or (< (supply (inner s)) 0) (< (select (elements (balances (inner s))) who) 0)
    (> (select (elements (balances (inner s))) who) 1000))) false)))`
)

// For engines, a system with records looks like one with their fields as arguments.
func TestRecordsCostNothing(t *testing.T) {
	p, err := New(Options{})
	require.NoError(t, err)
	var sizes []pass.Measures
	for _, text := range []string{plainToken, structToken} {
		z, err := p.Run(t.Context(), &pass.Env{Backend: native.Backend{}}, parse(t, text))
		require.NoError(t, err)
		require.Len(t, z.System.Preds, 1)
		require.Len(t, z.System.Preds[0].Params(), 2, "the owner is not read")
		m := pass.Measure(z.System)
		m.Size = 0 // sums in another order
		sizes = append(sizes, m)
	}
	require.Equal(t, sizes[0], sizes[1])
}
