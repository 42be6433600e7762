// SPDX-License-Identifier: Apache-2.0

package imc_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/imc"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/smt"
	"cornet/smt/z3"
)

func backend(t testing.TB) smt.Backend {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	return z3.NewBackend(lib)
}

func TestConformance(t *testing.T) {
	backend := backend(t)
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return imc.New(imc.Options{Backend: backend}) },
		Backend: backend,
		Linear:  true,
		// deep_bug takes seconds: every step is a run of its own.
		Answers: func(name string, _ horn.Verdict) bool { return name != "deep_bug" },
	})
}

// evenCounter is Fig. 1 of the paper: a loop that adds 2 to x as often as it
// likes and asserts after it that x is even.
const evenCounter = `
(declare-fun head (Int) Bool)
(assert (head 0))
(assert (forall ((x Int)) (=> (head x) (head (+ x 2)))))
(assert (forall ((x Int)) (=> (and (head x) (not (= (mod x 2) 0))) false)))`

// twoCounters needs an invariant that holds in both of two loops.
const twoCounters = `
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (up n 0))))
(assert (forall ((n Int) (x Int)) (=> (and (up n x) (< x n)) (up n (+ x 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (up n x) (>= x n)) (down n x))))
(assert (forall ((n Int) (x Int)) (=> (and (down n x) (> x 0)) (down n (- x 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (down n x) (> x n)) false)))`

const twoCountersBug = `
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 3) (up n 0))))
(assert (forall ((n Int) (x Int)) (=> (and (up n x) (< x n)) (up n (+ x 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (up n x) (>= x n)) (down n x))))
(assert (forall ((n Int) (x Int)) (=> (down n x) (down n (- x 1)))))
(assert (forall ((n Int) (x Int)) (=> (and (down n x) (< x 0)) false)))`

// TestEvenCounter is the example of the paper's §4.3 and §4.5. Backward derivation converges at
// horizon 1, which is k = 2 of the paper. Forward derivation lists the even numbers without end.
func TestEvenCounter(t *testing.T) {
	backend := backend(t)
	sys := enginetest.Parse(t, evenCounter)
	for name, o := range map[string]imc.Options{
		"default":  {},
		"backward": {Derivation: imc.Backward, PlainImages: true},
	} {
		o.Backend, o.Depth = backend, 2
		t.Run(name, func(t *testing.T) {
			got, err := imc.New(o).Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, horn.Safe, got.Verdict, got.Reason)
			enginetest.Validate(t, sys, got, backend)
		})
	}
	for name, o := range map[string]imc.Options{
		"forward": {Derivation: imc.Forward, PlainImages: true},
	} {
		o.Backend, o.Depth = backend, 3
		t.Run(name, func(t *testing.T) {
			got, err := imc.New(o).Solve(t.Context(), sys)
			require.NoError(t, err)
			require.Equal(t, horn.Unknown, got.Verdict)
		})
	}
}

// TestOptions solves systems in every configuration.
func TestOptions(t *testing.T) {
	backend := backend(t)
	for _, test := range []struct {
		name, text string
		want       horn.Verdict
	}{
		{"two counters", twoCounters, horn.Safe},
		{"two counters with a bug", twoCountersBug, horn.Unsafe},
	} {
		for name, o := range map[string]imc.Options{
			"default":  {},
			"backward": {Derivation: imc.Backward, PlainImages: true},
			"forward":  {Derivation: imc.Forward, PlainImages: true},
		} {
			o.Backend = backend
			t.Run(test.name+"/"+name, func(t *testing.T) {
				sys := enginetest.Parse(t, test.text)
				got, err := imc.New(o).Solve(t.Context(), sys)
				require.NoError(t, err)
				require.Equal(t, test.want, got.Verdict, got.Reason)
				enginetest.Validate(t, sys, got, backend)
			})
		}
	}
}

func TestDepthBound(t *testing.T) {
	backend := backend(t)
	got, err := imc.New(imc.Options{Backend: backend, Depth: 2}).Solve(t.Context(), enginetest.Parse(t, twoCountersBug))
	require.NoError(t, err)
	require.Equal(t, horn.Unknown, got.Verdict)
	require.NotEmpty(t, got.Reason)
}
