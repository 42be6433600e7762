// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
)

// longRefutation counts from 0 to n.
func longRefutation(t testing.TB, n int64) (*horn.System, *horn.Refutation) {
	sys := system(t, `(set-logic HORN)
(declare-fun p (Int Int Bool) Bool)
(assert (forall ((x Int) (z Int) (b Bool)) (=> (and (= x 0) b) (p x z b))))
(assert (forall ((x Int) (y Int) (z Int) (b Bool))
  (=> (and (p x z b) (= y (+ x 1)) (or b (> z 5)) (=> b (not (= x (- 1))))) (p y (+ z 2) (not b)))))
(assert (forall ((x Int) (y Int) (z Int) (b Bool)) (=> (and (p x z b) (p y z b) (> x 1)) (p x z (not b)))))
(assert (forall ((x Int) (z Int)) (=> (and (p x z true) (> x 0) (> z 100)) false)))
(check-sat)`)
	s := sys.Store
	x, y, z := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("z", s.Int)
	b := s.Var("b", s.Bool)
	r := &horn.Refutation{}
	add := func(clause int, xv, zv int64, bv bool, premises ...int) {
		r.Steps = append(r.Steps, horn.Step{Clause: clause, Premises: premises, Values: map[*logic.Term]*logic.Term{
			x: s.IntNum(xv), y: s.IntNum(xv + 1), z: s.IntNum(zv), b: s.BoolValue(bv),
		}})
	}
	add(0, 0, 6, true)
	for i := range n {
		add(1, i, 6+2*i, i%2 == 0, int(i))
	}
	add(3, n, 6+2*n, true, int(n))
	return sys, r
}

// TestLong validates a refutation of many steps, also after it is printed and read.
func TestLong(t *testing.T) {
	const n = 10_000
	sys, r := longRefutation(t, n)
	require.NoError(t, check.Refutation(context.Background(), sys, r, check.Options{}))
	var b bytes.Buffer
	p, err := sys.Proof(r)
	require.NoError(t, err)
	require.NoError(t, horn.WriteProof(&b, p))
	w, err := horn.ReadWitness(sys, "", &b)
	require.NoError(t, err)
	require.NoError(t, check.Proof(context.Background(), sys, w.Proof, check.Options{}))
	w.Proof.Steps[n/2].Values[0].Term = sys.Store.IntNum(7)
	require.Error(t, check.Proof(context.Background(), sys, w.Proof, check.Options{}))
}

const benchSteps = 100_000

func BenchmarkProof(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		sys, r := longRefutation(b, benchSteps)
		p, err := sys.Proof(r)
		require.NoError(b, err)
		b.StartTimer()
		require.NoError(b, check.Proof(context.Background(), sys, p, check.Options{}))
	}
	b.ReportMetric(float64(b.N)*benchSteps/b.Elapsed().Seconds(), "steps/s")
}

func BenchmarkReadRefutation(b *testing.B) {
	sys, r := longRefutation(b, benchSteps)
	var text bytes.Buffer
	p, err := sys.Proof(r)
	require.NoError(b, err)
	require.NoError(b, horn.WriteProof(&text, p))
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		_, err := horn.ReadWitness(sys, "", bytes.NewReader(text.Bytes()))
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.N)*benchSteps/b.Elapsed().Seconds(), "steps/s")
}
