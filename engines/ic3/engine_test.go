// SPDX-License-Identifier: Apache-2.0

package ic3_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/ic3"
	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/smt/native"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Subject{
		New:     func() enginetest.Engine { return ic3.New(ic3.Options{}) },
		Backend: native.Backend{},
		Linear:  true,
		Answers: func(string, horn.Verdict) bool { return false },
	})
}

// counter counts to a limit, in steps of the input, and wraps.
const counter = `
(declare-fun p ((_ BitVec 8) Bool) Bool)
(assert (p #x00 false))
(assert (forall ((x (_ BitVec 8)) (b Bool) (go Bool)) (=> (and (p x b) %s) (p (ite go (bvadd x #x02) x) (or b (= x #x40))))))
(assert (forall ((x (_ BitVec 8)) (b Bool)) (=> (and (p x b) %s) false)))`

// memory has four cells, and writes what it reads.
const memory = `
(declare-fun p ((Array (_ BitVec 2) (_ BitVec 4)) (_ BitVec 2)) Bool)
(assert (forall ((i (_ BitVec 2))) (p ((as const (Array (_ BitVec 2) (_ BitVec 4))) #x1) i)))
(assert (forall ((a (Array (_ BitVec 2) (_ BitVec 4))) (i (_ BitVec 2)) (j (_ BitVec 2)))
  (=> (p a i) (p (store a i (bvshl (select a j) #x1)) (bvadd i #b01)))))
(assert (forall ((a (Array (_ BitVec 2) (_ BitVec 4))) (i (_ BitVec 2)))
  (=> (and (p a i) (= (select a #b10) %s)) false)))`

// places has three predicates, whose arguments differ.
const places = `
(declare-fun p ((_ BitVec 4)) Bool)
(declare-fun q ((_ BitVec 4) (_ BitVec 2)) Bool)
(declare-fun r (Bool (_ BitVec 4)) Bool)
(assert (forall ((x (_ BitVec 4))) (=> (bvult x #x3) (p x))))
(assert (p #x5))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 2))) (=> (p x) (q (bvadd x #x4) y))))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 2)) (b Bool)) (=> (and (q x y) (= b (= y #b01))) (r b x))))
(assert (forall ((b Bool) (x (_ BitVec 4))) (=> (and (r b x) b) (p x))))
(assert (forall ((b Bool) (x (_ BitVec 4))) (=> (and (r b x) (= ((_ extract 1 0) x) #b%s)) false)))`

func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       horn.Verdict
	}{
		{"even", fmt.Sprintf(counter, "true", "(= ((_ extract 0 0) x) #b1)"), horn.Safe},
		{"deep", fmt.Sprintf(counter, "true", "(and b (= x #x42))"), horn.Unsafe},
		{"stops", fmt.Sprintf(counter, "(bvult x #x30)", "b"), horn.Safe},
		{"late flag", fmt.Sprintf(counter, "(bvult x #x41)", "b"), horn.Unsafe},
		{"at once", fmt.Sprintf(counter, "true", "(= x #x00)"), horn.Unsafe},
		{"blocked", fmt.Sprintf(counter, "false", "(= x #x02)"), horn.Safe},
		{"shifted", fmt.Sprintf(memory, "#x8"), horn.Unsafe},
		{"one bit", fmt.Sprintf(memory, "#x3"), horn.Safe},
		{"places", fmt.Sprintf(places, "11"), horn.Safe},
		{"other places", fmt.Sprintf(places, "10"), horn.Unsafe},
		{"no steps", "(declare-fun p (Bool) Bool)(assert (p true))(assert (forall ((x Bool)) (=> (and (p x) (not x)) false)))", horn.Safe},
		{"no facts", "(declare-fun p (Bool) Bool)(assert (forall ((x Bool)) (=> (p x) false)))", horn.Safe},
		{"no predicate", "(assert (forall ((x (_ BitVec 4))) (=> (= (bvmul x x) #x9) false)))", horn.Unsafe},
		{"beside a predicate", "(declare-fun p (Bool) Bool)(assert (p true))(assert (forall ((x (_ BitVec 4))) (=> (= (bvmul x x) #x9) false)))", horn.Unsafe},
	} {
		t.Run(test.name, func(t *testing.T) { decides(t, test.text, test.want) })
	}
}

func decides(t *testing.T, text string, want horn.Verdict) horn.Verdict {
	t.Helper()
	sys := enginetest.Parse(t, text)
	got, err := ic3.New(ic3.Options{}).Solve(t.Context(), sys)
	require.NoError(t, err, text)
	require.NotEqual(t, horn.Unknown, got.Verdict, text)
	if want != horn.Unknown {
		require.Equal(t, want, got.Verdict, text)
	}
	enginetest.Validate(t, sys, got, native.Backend{})
	return got.Verdict
}

// TestRandomSystems decides random systems with few states. The validator judges each answer, and
// the engine must have one.
func TestRandomSystems(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 45))
	count := map[horn.Verdict]int{}
	for range 150 {
		count[decides(t, randomSystem(rng), horn.Unknown)]++
	}
	require.Greater(t, count[horn.Safe], 10)
	require.Greater(t, count[horn.Unsafe], 10)
}

// randomSystem has one or two predicates over a word of three bits, a Boolean, and a word of two.
func randomSystem(rng *rand.Rand) string {
	var b strings.Builder
	preds := []string{"p", "q"}[:1+rng.IntN(2)]
	for _, p := range preds {
		fmt.Fprintf(&b, "(declare-fun %s ((_ BitVec 3) Bool (_ BitVec 2)) Bool)\n", p)
	}
	pick := func(xs ...string) string { return xs[rng.IntN(len(xs))] }
	var word, wide, truth func(depth int) string
	word = func(d int) string { // three bits
		if d == 0 {
			return pick("x", "u", "x", "#b001", "#b110")
		}
		return pick(
			"(bvadd "+word(d-1)+" "+word(d-1)+")", "(bvmul "+word(d-1)+" "+word(d-1)+")", "(bvxor "+word(d-1)+" "+word(d-1)+")",
			"(ite "+truth(d-1)+" "+word(d-1)+" "+word(d-1)+")", "(bvurem "+word(d-1)+" "+word(d-1)+")", "(concat "+wide(d-1)+" #b1)",
			"(bvlshr "+word(d-1)+" "+word(d-1)+")", word(d-1))
	}
	wide = func(d int) string { // two bits
		if d == 0 {
			return pick("y", "v", "y", "#b01")
		}
		return pick("((_ extract 2 1) "+word(d-1)+")", "(bvsub "+wide(d-1)+" "+wide(d-1)+")", "(bvand "+wide(d-1)+" "+wide(d-1)+")", wide(d-1))
	}
	truth = func(d int) string {
		if d == 0 {
			return pick("b", "c", "b", "true")
		}
		return pick("(= "+word(d-1)+" "+word(d-1)+")", "(bvslt "+word(d-1)+" "+word(d-1)+")", "(not "+truth(d-1)+")",
			"(and "+truth(d-1)+" "+truth(d-1)+")", "(bvule "+wide(d-1)+" "+wide(d-1)+")", "(= "+truth(d-1)+" "+truth(d-1)+")")
	}
	clause := func(body, head string) {
		fmt.Fprintf(&b, "(assert (forall ((x (_ BitVec 3)) (b Bool) (y (_ BitVec 2)) (u (_ BitVec 3)) (c Bool) (v (_ BitVec 2))) (=> %s %s)))\n", body, head)
	}
	head := func() string { return fmt.Sprintf("(%s %s %s %s)", pick(preds...), word(1), truth(1), wide(1)) }
	clause(fmt.Sprintf("(and %s (= x #b010) (not b))", truth(1)), fmt.Sprintf("(%s x b #b00)", pick(preds...)))
	for range 1 + rng.IntN(3) {
		clause(fmt.Sprintf("(and (%s x b y) %s)", pick(preds...), truth(2)), head())
	}
	clause(fmt.Sprintf("(and (%s x b y) %s %s (= x #b%03b))", pick(preds...), truth(1), truth(2), rng.IntN(8)), "false")
	return b.String()
}
