// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/rational"
	"cornet/logic"
)

const (
	countingFar = `(declare-fun p (Int Int) Bool)
(declare-fun q (Int) Bool)
(assert (p 0 7))
(assert (q 2))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y) (q z) (< x 1000000000)) (p (+ x 1) (+ y z)))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 1000000000) (= y 2000000007)) false)))`
	farProof = `unsat
(refutation
  (step 0 (clause 0) (values) (premises))
  (step 1 (clause 1) (values) (premises))
  (step 2 (clause 2) (values (x 0) (y 7) (z 2)) (premises 0 1))
  (loop (steps 2 2) (entry 0) (times 1000000000) (next ((x 1) (y 9) (z 2))))
  (step 3 (clause 3) (values (x 1000000000) (y 2000000007)) (premises 2)))`

	// An iteration has two steps. A byte wraps around; the wider vector decides the number of
	// iterations.
	alternating = `(declare-fun p ((_ BitVec 8) (_ BitVec 16)) Bool)
(declare-fun q ((_ BitVec 8) (_ BitVec 16)) Bool)
(assert (p #x00 #x0000))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 16))) (=> (and (p x y) (bvult y #xfffe)) (q (bvadd x #x03) (bvadd y #x0001)))))
(assert (forall ((x (_ BitVec 8)) (y (_ BitVec 16))) (=> (q x y) (p x (bvadd y #x0001)))))
(assert (forall ((x (_ BitVec 8))) (=> (p x #xfffe) false)))`
	alternatingProof = `unsat
(refutation
  (step 0 (clause 0) (values) (premises))
  (step 1 (clause 1) (values (x #x00) (y #x0000)) (premises 0))
  (step 2 (clause 2) (values (x #x03) (y #x0001)) (premises 1))
  (loop (steps 1 2) (entry 0) (times 32767) (next ((x #x03) (y #x0002)) ((x #x06) (y #x0003))))
  (step 3 (clause 3) (values (x #xfd)) (premises 2)))`
)

func TestLoops(t *testing.T) {
	for _, c := range []struct{ name, problem, witness, want string }{
		{"one step", countingFar, farProof, ""},
		{"two steps, vectors", alternating, alternatingProof, ""},
		{"too often", replaced(countingFar, "(= x 1000000000) (= y 2000000007)", "(= x 1000000001)"), replaced(farProof, "times 1000000000", "times 1000000001",
			"(x 1000000000) (y 2000000007)", "(x 1000000001) (y 2000000009)"), "step 2: assertion 2: loop: the step is not one in every iteration"},
		{"other values next", countingFar, replaced(farProof, "(x 1) (y 9) (z 2)", "(x 2) (y 9) (z 2)"), "premise 0 (step 0) derives (p 1 9), the body wants (p 2 9)"},
		{"an inner step is used", alternating, replaced(alternatingProof, "(x #xfd)) (premises 2)", "(x #xfd)) (premises 1)"), "premise 0 (step 1) derives nothing"},
		{"as if without a loop", countingFar, replaced(farProof, "(x 1000000000) (y 2000000007)", "(x 1) (y 9)"), "premise 0 (step 2) derives (p 1000000000 2000000007), the body wants (p 1 9)"},
		{"more often than vectors have values", alternating, replaced(alternatingProof, "times 32767", "times 65536"), "more iterations than its vectors have values"},
		{"once", countingFar, replaced(farProof, "times 1000000000", "times 1"), "no number of iterations, 2 at least"},
		{"begins elsewhere", countingFar, replaced(farProof, "entry 0", "entry 1"), "premise 0 (step 0) derives (p 0 7), the body wants (p 1 9)"},
		{"begins in itself", countingFar, replaced(farProof, "entry 0", "entry 2"), "not come after the one that it begins from"},
		{"values are missing", countingFar, replaced(farProof, "(next ((x 1) (y 9) (z 2)))", "(next)"), "not every step has values"},
		{"the last step", countingFar, replaced(farProof, "(premises 2)))", "(premises 2))\n(loop (steps 3 3) (entry 2) (times 5) (next ((x 1000000000) (y 2000000007)))))"), "derives false"},
		// The first two iterations change x by 1, but the premises' facts do not.
		{"does not go on like that", `(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (* 2 (+ x 1))))))
(assert (forall ((x Int)) (=> (and (p x) (= x 20)) false)))`, `(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0)) (premises 0))
(loop (steps 1 1) (entry 0) (times 10) (next ((x 2)))) (step 2 (clause 2) (values (x 20)) (premises 1)))`, "does not change by the same number in the first two iterations"},
		{"parity", `(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (and (p x) (distinct x 5)) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 8)) false)))`, `(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0)) (premises 0))
(loop (steps 1 1) (entry 0) (times 8) (next ((x 1)))) (step 2 (clause 2) (values (x 8)) (premises 1)))`, "the step is not one in every iteration"},
		{"reals", `(declare-fun p (Real) Bool)
(assert (p 0))
(assert (forall ((x Real)) (=> (p x) (p (+ x 0.5)))))
(assert (forall ((x Real)) (=> (and (p x) (= x 500000)) false)))`, `(refutation (step 0 (clause 0) (values) (premises)) (step 1 (clause 1) (values (x 0.0)) (premises 0))
(loop (steps 1 1) (entry 0) (times 1000000) (next ((x 0.5)))) (step 2 (clause 2) (values (x 500000.0)) (premises 1)))`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, c.problem)
			w := witness(t, sys, c.witness)
			err := judge(t, sys, w)
			if c.want == "" {
				require.NoError(t, err)
				r, _, err := sys.Refutation(w.Proof)
				require.NoError(t, err)
				again, err := sys.Proof(r)
				require.NoError(t, err)
				require.Equal(t, w.Proof.Loops, again.Loops)
			} else {
				require.ErrorContains(t, err, c.want)
			}
			var text strings.Builder
			require.NoError(t, horn.WriteProof(&text, w.Proof))
			require.Equal(t, w.Proof, witness(t, sys, text.String()).Proof, "printed and read again")
		})
	}
}

// TestExternalLoops asks the stand-alone validator about mutants of loops, and about the loops that
// are accepted here.
func TestExternalLoops(t *testing.T) {
	folder := tools(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ problem, witness string }{{countingFar, farProof}, {alternating, alternatingProof}} {
		code, out := ask(t, folder, c.problem, c.witness)
		require.Zero(t, code, out)
		rejected := 0
		for range 25 {
			text := mutant(rnd, c.witness)
			sys := system(t, c.problem)
			w, err := horn.ReadWitness(sys, "", strings.NewReader(text))
			if err != nil || judge(t, sys, w) != nil {
				rejected++
				continue
			}
			code, out := ask(t, folder, c.problem, text)
			require.Zero(t, code, "accepted, but: %s\n%s", out, text)
		}
		require.Positive(t, rejected)
	}
}

// TestRandomLoops has random loops of random clauses over small vectors. Each accepted loop must be
// a refutation step by step.
func TestRandomLoops(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	accepted, wrapped := 0, 0
	for range 3000 {
		v := func() string { return fmt.Sprintf("#x%x", rnd.IntN(16)) }
		pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
		guard := func() string {
			return fmt.Sprintf("(%s %s %s)", pick("bvule", "bvsle", "bvult", "bvslt", "distinct", "="), pick("x", "y", "(bvadd x y)", "(bvmul #x2 x)", "(bvand x y)"), pick(v(), "y", "(bvneg x)"))
		}
		dx, dy := rnd.IntN(16), rnd.IntN(4)
		text := fmt.Sprintf(`(declare-fun p ((_ BitVec 4) (_ BitVec 4)) Bool)
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (p x y)))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (and (p x y) (or %s %s)) (p (bvadd x #x%x) %s))))
(assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (p x y) false)))`, guard(), guard(), dx, pick("y", fmt.Sprintf("(bvadd y #x%x)", dy), "(bvadd y x)", "(bvlshr y #x1)"))
		sys := system(t, text)
		s := sys.Store
		x, y, times := int64(rnd.IntN(16)), int64(rnd.IntN(16)), 2+rnd.IntN(14)
		value := func(x, y int64) []horn.Value {
			return []horn.Value{{Name: "x", Term: vector(s, x)}, {Name: "y", Term: vector(s, y)}}
		}
		along := func(n int) []horn.Value { return value(x+int64(n*dx), y+int64(n*dy)) }
		loop := &horn.Proof{
			Steps: []horn.ProofStep{{Assert: 0, Values: along(0)}, {Assert: 1, Values: along(0), Premises: []int{0}}, {Assert: 2, Values: along(times), Premises: []int{1}}},
			Loops: []horn.ProofLoop{{First: 1, Last: 1, Entry: 0, Times: s.Num(rational.Int(int64(times)), s.Int), Next: [][]horn.Value{along(1)}}},
		}
		single := &horn.Proof{Steps: []horn.ProofStep{{Assert: 0, Values: along(0)}}}
		for n := range times {
			single.Steps = append(single.Steps, horn.ProofStep{Assert: 1, Values: along(n), Premises: []int{n}})
		}
		single.Steps = append(single.Steps, horn.ProofStep{Assert: 2, Values: along(times), Premises: []int{times}})
		short, long := check.Proof(context.Background(), sys, loop, options(sys)), check.Proof(context.Background(), sys, single, options(sys))
		var undecided *check.Undecided
		require.False(t, errors.As(short, &undecided), "%v", short)
		require.Equal(t, long == nil, short == nil, "%s, %d times from x = %d, y = %d, then by %d, %d\n%v\n%v", text, times, x, y, dx, dy, short, long)
		if short == nil {
			if accepted++; x+int64(times*dx) > 15 {
				wrapped++
			}
		}
	}
	t.Logf("%d accepted, %d of them wrap around", accepted, wrapped)
	require.Greater(t, wrapped, 20)
}

func vector(s *logic.Store, x int64) *logic.Term { return s.IntToBV(4, s.IntNum(x)) }

// TestRandomLoopsOfIntegers has loops of two steps with a premise outside the loop, remainders and
// disjunctions.
func TestRandomLoopsOfIntegers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	accepted := 0
	for range 1000 {
		pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
		n := func(most int) string { return fmt.Sprint(rnd.IntN(most)) }
		guard := func(z string) string {
			left := pick("x", "y", "(+ x y)", "(- y "+z+")", "(mod x 3)", "(div y 2)", "(* 2 x)", "(ite (< x 4) x y)")
			return fmt.Sprintf("(%s %s %s)", pick("<=", "<", ">=", "distinct", "="), left, pick(n(12), n(40), "(+ y 7)", "y"))
		}
		dx, dz, dy := rnd.IntN(3), rnd.IntN(3), rnd.IntN(3)
		text := fmt.Sprintf(`(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(declare-fun r (Int) Bool)
(assert (forall ((x Int) (y Int)) (p x y)))
(assert (forall ((z Int)) (r z)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y) (r z) (or %s %s)) (q (+ x %s) (+ y z)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (or %s (and %s %s))) (p x (+ y %d)))))
(assert (forall ((x Int) (y Int)) (=> (p x y) false)))`, guard("z"), guard("z"), pick(fmt.Sprint(dx), fmt.Sprint(dx), "z"), guard("3"), guard("2"), guard("5"), dy)
		sys := system(t, text)
		s := sys.Store
		x, y, times := rnd.IntN(6), rnd.IntN(6), 2+rnd.IntN(12)
		values := func(z ...int) []horn.Value {
			var vs []horn.Value
			for i, name := range []string{"x", "y", "z"}[:len(z)] {
				vs = append(vs, horn.Value{Name: name, Term: s.IntNum(int64(z[i]))})
			}
			return vs
		}
		before := func(k int) []horn.Value { return values(x+k*dx, y+k*(dz+dy)) }
		first := func(k int) []horn.Value { return append(before(k), values(0, 0, dz)[2]) }
		second := func(k int) []horn.Value { return values(x+(k+1)*dx, y+k*(dz+dy)+dz) }
		z := []horn.Value{{Name: "z", Term: s.IntNum(int64(dz))}}
		begin := []horn.ProofStep{{Assert: 0, Values: before(0)}, {Assert: 1, Values: z}}
		loop := &horn.Proof{
			Steps: append(begin[:2:2], horn.ProofStep{Assert: 2, Values: first(0), Premises: []int{0, 1}}, horn.ProofStep{Assert: 3, Values: second(0), Premises: []int{2}},
				horn.ProofStep{Assert: 4, Values: before(times), Premises: []int{3}}),
			Loops: []horn.ProofLoop{{First: 2, Last: 3, Entry: 0, Times: s.IntNum(int64(times)), Next: [][]horn.Value{first(1), second(1)}}},
		}
		single, last := &horn.Proof{Steps: begin[:2:2]}, 0
		for k := range times {
			single.Steps = append(single.Steps, horn.ProofStep{Assert: 2, Values: first(k), Premises: []int{last, 1}})
			last = len(single.Steps)
			single.Steps = append(single.Steps, horn.ProofStep{Assert: 3, Values: second(k), Premises: []int{last - 1}})
		}
		single.Steps = append(single.Steps, horn.ProofStep{Assert: 4, Values: before(times), Premises: []int{last}})
		short, long := check.Proof(context.Background(), sys, loop, options(sys)), check.Proof(context.Background(), sys, single, options(sys))
		var undecided *check.Undecided
		require.True(t, long == nil || short != nil, "%s, %d times from x = %d, y = %d: accepted, but %v", text, times, x, y, long)
		require.True(t, long != nil || short == nil || errors.As(short, &undecided), "%s, %d times from x = %d, y = %d: %v", text, times, x, y, short)
		if short == nil {
			accepted++
		}
	}
	t.Logf("%d accepted", accepted)
	require.Greater(t, accepted, 50)
}
