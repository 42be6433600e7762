// SPDX-License-Identifier: Apache-2.0

package check

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

func seeds(n int) [][]byte {
	rnd := rand.New(rand.NewPCG(3, 4))
	var z [][]byte
	for range n {
		data := make([]byte, 8+rnd.IntN(120))
		for i := range data {
			data[i] = byte(rnd.Uint32())
		}
		z = append(z, data)
	}
	return z
}

// randomSystem returns the system of a random script. It returns nil if the script is not Horn or
// the system is too large to enumerate.
func randomSystem(t *testing.T, c *horntest.Choices) (*horn.System, string) {
	text := horntest.Script(c)
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	require.NoError(t, err, text)
	sys, err := horn.FromScript(script)
	if err != nil {
		return nil, ""
	}
	for _, c := range sys.Clauses {
		if len(c.Vars()) > 10 {
			return nil, ""
		}
	}
	return sys, text
}

func enumerator(sys *horn.System) Options {
	return Options{Solver: func() (smt.Solver, error) { return horntest.NewSolver(sys.Store), nil }}
}

// FuzzProof solves random systems over Bool. A refutation must pass, also after it is printed and
// read. A mutated one may pass only if each step is right: every interpretation that satisfies the
// step's assertion and premises must satisfy what the step derives.
func FuzzProof(f *testing.F) {
	for i, data := range seeds(300) {
		f.Add(data, int64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed int64) {
		if len(data) > 400 {
			return
		}
		sys, text := randomSystem(t, horntest.NewChoices(data))
		if sys == nil {
			return
		}
		r, _ := horntest.Solve(sys)
		if r == nil {
			return
		}
		require.NoError(t, Refutation(context.Background(), sys, r, enumerator(sys)), text)
		bare := &horn.System{Store: sys.Store, Preds: sys.Preds, Clauses: sys.Clauses}
		require.NoError(t, Refutation(context.Background(), bare, r, enumerator(bare)), text)
		p, err := sys.Proof(r)
		require.NoError(t, err)

		var b bytes.Buffer
		require.NoError(t, horn.WriteProof(&b, p))
		w, err := horn.ReadWitness(sys, "", strings.NewReader("unsat\n"+b.String()))
		require.NoError(t, err, b.String())
		require.Equal(t, horn.Unsafe, w.Verdict)
		requireSameProof(t, p, w.Proof)

		rnd := rand.New(rand.NewPCG(uint64(seed), 5))
		for range 20 {
			mutant := mutateProof(rnd, sys, p)
			derived, err := derivations(sys, mutant)
			var invalid *Invalid
			if err != nil {
				require.True(t, errors.As(err, &invalid), "%v\n%s", err, text)
				continue
			}
			requireSound(t, sys, mutant, derived, text)
		}
	})
}

func requireSameProof(t *testing.T, p, q *horn.Proof) {
	require.Equal(t, len(p.Steps), len(q.Steps))
	for i := range p.Steps {
		x, y := p.Steps[i], q.Steps[i]
		require.Equal(t, x.Assert, y.Assert)
		require.True(t, len(x.Values) == 0 && len(y.Values) == 0 || reflect.DeepEqual(x.Values, y.Values))
		require.True(t, len(x.Premises) == 0 && len(y.Premises) == 0 || reflect.DeepEqual(x.Premises, y.Premises))
	}
}

// derivations validates p, which need not end in false, and returns what each step derives.
func derivations(sys *horn.System, p *horn.Proof) ([]heads, error) {
	c := newProver(context.Background(), sys, enumerator(sys), len(p.Steps))
	for i := range p.Steps {
		if err := c.add(i, &p.Steps[i]); err != nil {
			return nil, err
		}
	}
	return c.match.derived, nil
}

// requireSound checks each step under all interpretations.
func requireSound(t *testing.T, sys *horn.System, p *horn.Proof, derived []heads, text string) {
	holds := func(in horntest.Interpretation, h *logic.Term) bool { return h != nil && horntest.Eval(h, in, nil) }
	for in := range horntest.Interpretations(sys.Preds) {
	steps:
		for i, s := range p.Steps {
			for _, k := range s.Premises {
				for _, h := range derived[k] {
					if !holds(in, h) {
						continue steps
					}
				}
			}
			if !horntest.Valid(sys.Source.Asserts[s.Assert].Term, in) {
				continue
			}
			for _, h := range derived[i] {
				if !holds(in, h) {
					t.Fatalf("step %d is said to derive %v\n%s\n%+v", i, derived[i], text, p)
				}
			}
		}
	}
}

// mutateProof returns a copy of p with one to three changes.
func mutateProof(rnd *rand.Rand, sys *horn.System, p *horn.Proof) *horn.Proof {
	z := &horn.Proof{}
	for _, s := range p.Steps {
		s.Values = append([]horn.Value(nil), s.Values...)
		s.Premises = append([]int(nil), s.Premises...)
		z.Steps = append(z.Steps, s)
	}
	for range 1 + rnd.IntN(3) {
		i := rnd.IntN(len(z.Steps))
		s := &z.Steps[i]
		switch rnd.IntN(7) {
		case 0:
			s.Assert = rnd.IntN(len(sys.Source.Asserts))
		case 1:
			if len(s.Values) > 0 {
				s.Values[rnd.IntN(len(s.Values))].Term = sys.Store.BoolValue(rnd.IntN(2) == 0)
			}
		case 2:
			if len(s.Premises) > 0 && i > 0 {
				s.Premises[rnd.IntN(len(s.Premises))] = rnd.IntN(i)
			}
		case 3:
			if i > 0 {
				s.Premises = append(s.Premises, rnd.IntN(i))
			}
		case 4:
			if len(s.Premises) > 0 {
				s.Premises = s.Premises[1:]
			}
		case 5:
			if n := len(s.Premises); n > 1 {
				j, k := rnd.IntN(n), rnd.IntN(n)
				s.Premises[j], s.Premises[k] = s.Premises[k], s.Premises[j]
			}
		case 6:
			if n := len(s.Values); n > 1 {
				j, k := rnd.IntN(n), rnd.IntN(n)
				s.Values[j], s.Values[k] = s.Values[k], s.Values[j]
			}
		}
	}
	return z
}

// FuzzModel solves random systems over Bool. The least model and every interpretation near it must
// pass exactly if they satisfy the assertions. The same holds after printing and reading.
func FuzzModel(f *testing.F) {
	for i, data := range seeds(300) {
		f.Add(data, int64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed int64) {
		if len(data) > 400 {
			return
		}
		sys, text := randomSystem(t, horntest.NewChoices(data))
		if sys == nil {
			return
		}
		_, in := horntest.Solve(sys)
		if in == nil {
			in = horntest.Interpretation{}
			for _, p := range sys.Preds {
				in[p] = make([]bool, 1<<p.Arity())
			}
		} else {
			require.True(t, horntest.AssertsHold(sys, in), text)
		}
		rnd := rand.New(rand.NewPCG(uint64(seed), 6))
		for range 10 {
			want := horntest.AssertsHold(sys, in)
			m := horntest.Model(sys, in)
			requireVerdict(t, want, Model(context.Background(), sys, m, enumerator(sys)), text)

			var b bytes.Buffer
			require.NoError(t, horn.WriteModel(&b, sys, m))
			w, err := horn.ReadWitness(sys, "", strings.NewReader("sat\n"+b.String()))
			require.NoError(t, err, b.String())
			require.Equal(t, horn.Safe, w.Verdict)
			requireVerdict(t, want, Model(context.Background(), sys, w.Model, enumerator(sys)), text)

			p := sys.Preds[rnd.IntN(len(sys.Preds))]
			k := rnd.IntN(len(in[p]))
			in[p][k] = !in[p][k]
		}
	})
}

func requireVerdict(t *testing.T, want bool, err error, text string) {
	t.Helper()
	if want {
		require.NoError(t, err, text)
		return
	}
	var invalid *Invalid
	require.ErrorAs(t, err, &invalid, text)
	require.GreaterOrEqual(t, invalid.Assert, 0)
}

// FuzzWitness judges an arbitrary text as a witness of two systems over Bool. A safe system must
// not be refuted. A model that passes must satisfy the assertions.
func FuzzWitness(f *testing.F) {
	const safe = horntest.Declarations + `(assert (p true)) (assert (forall ((x Bool) (y Bool)) (=> (and (p x) (= x y)) (q x y))))
		(assert (forall ((x Bool)) (not (and (q x x) (not x))))) (assert (=> a (p false)))`
	const unsafe = safe + "(assert a)"
	f.Add("sat ((define-fun a () Bool false) (define-fun p ((x Bool)) Bool x) (define-fun q ((x Bool) (y Bool)) Bool (and x y)))", false)
	f.Add("(define-fun a () Bool false) (define-fun p ((x Bool)) Bool x) (define-fun q ((y Bool) (x Bool)) Bool (let ((z x)) (ite y z false)))", true)
	f.Add(`unsat (refutation (step 0 (clause 4) (values) (premises)) (step 1 (clause 3) (values) (premises 0))
		(step 2 (clause 1) (values (x false) (y false)) (premises 1)) (step 3 (clause 2) (values (x false)) (premises 2)))`, true)
	f.Add(`(refutation (step 0 (clause 0) (values) (premises)) (step 2 (clause 1) (values (x true) (y true)) (premises 0))
		(step 3 (clause 2) (values (x true)) (premises 2)))`, false)
	f.Fuzz(func(t *testing.T, text string, wrong bool) {
		problem := safe
		if wrong {
			problem = unsafe
		}
		script, err := smtlib.ReadString(logic.NewStore(), "", problem)
		require.NoError(t, err)
		sys, err := horn.FromScript(script)
		require.NoError(t, err)
		w, err := horn.ReadWitness(sys, "", strings.NewReader(text))
		if err != nil {
			return
		}
		if w.Proof != nil && Proof(context.Background(), sys, w.Proof, enumerator(sys)) == nil && !wrong {
			t.Fatal("a safe system is refuted")
		}
		if w.Model == nil || Model(context.Background(), sys, w.Model, enumerator(sys)) != nil {
			return
		}
		in := horntest.Interpretation{}
		for _, p := range sys.Preds {
			d, _ := w.Model.Definition(p)
			for k := range 1 << p.Arity() {
				env := map[*logic.Term]bool{}
				for i, v := range d.Params {
					env[v] = k>>i&1 == 1
				}
				in[p] = append(in[p], horntest.Eval(d.Body, nil, env))
			}
		}
		require.True(t, horntest.AssertsHold(sys, in))
	})
}
