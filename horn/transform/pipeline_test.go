// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/internal/test/horntest"
	"cornet/internal/test/passtest"
	"cornet/logic"
	"cornet/smt/native"
)

func TestOrder(t *testing.T) {
	table := Table()
	require.NoError(t, checkOrder(table))
	for _, o := range order {
		i := slices.IndexFunc(table, func(e Entry) bool { return e.Name == o.a })
		j := slices.IndexFunc(table, func(e Entry) bool { return e.Name == o.b })
		swapped := Table()
		swapped[i], swapped[j] = swapped[j], swapped[i]
		require.Error(t, checkOrder(swapped), "%s after %s", o.a, o.b)
	}
	require.ErrorContains(t, checkOrder(table[1:]), "not in the table")
	require.ErrorContains(t, checkOrder(append(table, table[0])), "twice")
	table[len(table)-1].Repeat = true
	require.ErrorContains(t, checkOrder(table), "do not stand together")
}

func TestOptions(t *testing.T) {
	_, err := New(Options{Off: []string{"in-line"}})
	require.ErrorContains(t, err, "in-line")
	require.ErrorContains(t, err, "unsat", "the error lists the passes")
	p, err := New(Options{On: []string{"ite"}, Off: []string{"merge", "affine"}})
	require.NoError(t, err)
	var names []string
	for _, e := range p.passes {
		names = append(names, e.Name)
	}
	require.Contains(t, names, "ite")
	require.NotContains(t, names, "merge")
	require.NotContains(t, names, "affine")
	for _, e := range Table() {
		require.Contains(t, Usage(), e.Name)
	}
}

// counting is a system that preprocessing reduces to a loop.
const counting = `
(declare-fun init (Int Int) Bool)
(declare-fun loop (Int Int) Bool)
(declare-fun body (Int Int) Bool)
(declare-fun done (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (init 0 n))))
(assert (forall ((x Int) (n Int)) (=> (init x n) (loop x n))))
(assert (forall ((x Int) (n Int)) (=> (and (loop x n) (< x n)) (body x n))))
(assert (forall ((x Int) (n Int)) (=> (body x n) (loop (+ x 1) n))))
(assert (forall ((x Int) (n Int)) (=> (and (loop x n) (>= x n)) (done x n))))
(assert (forall ((x Int) (n Int)) (=> (and (done x n) (not (= x n))) false)))
`

func TestDump(t *testing.T) {
	dir := t.TempDir()
	sys := parse(t, counting)
	p, err := New(Options{DumpDir: dir})
	require.NoError(t, err)
	z, err := p.Run(context.Background(), &pass.Env{Backend: native.Backend{}}, sys)
	require.NoError(t, err)
	require.Equal(t, pass.Exact, z.Effect)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Equal(t, "000_input.smt2", files[0].Name())
	changes := 0
	for _, st := range z.Passes {
		if st.Changed {
			changes++
			require.Contains(t, files[changes].Name(), "_"+st.Pass+".smt2")
		}
	}
	require.Len(t, files, changes+1)
	last, err := os.ReadFile(filepath.Join(dir, files[changes].Name()))
	require.NoError(t, err)
	require.Equal(t, passtest.Text(z.System), string(last))
	require.Equal(t, 1, pass.Measure(parse(t, string(last))).Preds)

	p, err = New(Options{DumpDir: filepath.Join(dir, "missing")})
	require.NoError(t, err)
	_, err = p.Run(context.Background(), &pass.Env{}, sys)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestCheckHooks has every witness checked after every step of its way back.
func TestCheckHooks(t *testing.T) {
	ctx := context.Background()
	sys := parse(t, counting)
	b := passtest.WithZ3(t, sys.Store)
	checks := 0
	o := Options{
		CheckModel: func(ctx context.Context, sys *horn.System, m *horn.Model) error {
			checks++
			return check.Model(ctx, sys, m, passtest.CheckOptions(b, sys))
		},
	}
	p, err := New(o)
	require.NoError(t, err)
	z, err := p.Run(ctx, &pass.Env{Backend: b}, sys)
	require.NoError(t, err)
	loop := z.System.Preds[0]
	xs := horn.Params(sys.Store, loop)
	m := horn.NewModel()
	m.Define(loop, xs, sys.Store.Le(xs[0], xs[1]))
	r, err := z.Carry(ctx, horn.Result{Verdict: horn.Safe, Model: m})
	require.NoError(t, err)
	require.NoError(t, check.Model(ctx, sys, r.Model, passtest.CheckOptions(b, sys)))
	require.Len(t, z.Back, checks)

	o.CheckModel = func(context.Context, *horn.System, *horn.Model) error { return errors.New("no") }
	p, err = New(o)
	require.NoError(t, err)
	z, err = p.Run(ctx, &pass.Env{Backend: b}, sys)
	require.NoError(t, err)
	_, err = z.Back.Model(ctx, m)
	require.ErrorContains(t, err, "back through intervals: no")
	_, err = z.Back.Model(ctx, horn.NewModel())
	require.ErrorContains(t, err, "no definition of predicate loop")
}

func TestEffect(t *testing.T) {
	require.Equal(t, pass.Neither, pass.Over.Then(pass.Under))
	require.Equal(t, pass.Over, pass.Exact.Then(pass.Over))
	require.True(t, pass.Over.Carries(horn.Safe) && !pass.Over.Carries(horn.Unsafe))
	require.True(t, pass.Under.Carries(horn.Unsafe) && !pass.Under.Carries(horn.Safe))
	require.True(t, pass.Neither.Carries(horn.Unknown))
	require.Equal(t, "over", pass.Over.String())
	o := pass.Outcome{Effect: pass.Over}
	r, err := o.Carry(context.Background(), horn.Result{Verdict: horn.Unsafe})
	require.NoError(t, err)
	require.Equal(t, horn.Unknown, r.Verdict)
	require.Contains(t, r.Reason, "unsat")
}

// TestRepeatable runs the pipeline twice in fresh stores.
func TestRepeatable(t *testing.T) {
	for seed := range 20 {
		data := passtest.Bytes(rand.New(rand.NewPCG(uint64(seed), 11)))
		var outputs []string
		for range 2 {
			store := logic.NewStore()
			sys := passtest.System(store, passtest.NewRecords(store), horntest.NewChoices(data))
			z, err := pipelinePass(context.Background(), &pass.Env{Backend: native.Backend{}}, sys)
			require.NoError(t, err)
			outputs = append(outputs, passtest.Text(z.System))
		}
		require.Equal(t, outputs[0], outputs[1])
	}
}

func TestCancel(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	p, err := New(Options{})
	require.NoError(t, err)
	_, err = p.Run(ctx, &pass.Env{}, parse(t, counting))
	require.ErrorIs(t, err, reason)
	sys := parse(t, counting)
	b := passtest.WithZ3(t, sys.Store)
	for _, e := range Table() {
		if e.Name == "cone" || strings.HasPrefix(e.Name, "cone-") {
			continue // linear in the number of atoms: not worth asking
		}
		_, err := e.Pass(ctx, &pass.Env{Backend: b}, sys)
		if err != nil {
			require.ErrorIs(t, err, reason, e.Name)
		}
	}
}
