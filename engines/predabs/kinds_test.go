// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/native"
	"cornet/smtlib"
)

var (
	kindSets = flag.String("kinds", "", "print the kinds of the atoms in models of the systems in these set files, separated by commas")
	kindCPU  = flag.Duration("kinds-cpu", time.Second, "CPU time per system")
)

// manifold is the kind of atoms over more arguments, or with other ratios, than any template has.
const manifold = abstraction.NumKinds

var kindNames = [manifold + 1]string{
	"Boolean argument", "unchanged argument", "changing argument", "balanced combination", "x - y", "x + y",
	"bound from the clauses", "remainder", "array element", "all elements of an array", "array, bit-vector, datatype", "three arguments, other ratios",
}

// TestKinds prints the table from which the costs of templates are taken.
func TestKinds(t *testing.T) {
	if *kindSets == "" {
		t.Skip("a measurement; run with -kinds=FILE.set,…")
	}
	var atoms, systems [manifold + 1]int
	solved, tried := 0, 0
	for set := range strings.SplitSeq(*kindSets, ",") {
		text, err := os.ReadFile(set)
		require.NoError(t, err)
		for name := range strings.FieldsSeq(string(text)) {
			file := filepath.Join(filepath.Dir(set), strings.TrimSuffix(name, ".yml"))
			if !strings.HasSuffix(file, ".smt2") {
				file += ".smt2"
			}
			tried++
			seen := kindsIn(t, file)
			if seen == nil {
				continue
			}
			solved++
			for k, n := range seen {
				atoms[k] += n
				if n > 0 {
					systems[k]++
				}
			}
		}
	}
	fmt.Printf("%d systems, %d models\n\n| kind | atoms | systems |\n|---|--:|--:|\n", tried, solved)
	for k, name := range kindNames {
		fmt.Printf("| %s | %d | %d |\n", name, atoms[k], systems[k])
	}
}

// kindsIn counts the atoms of a model of the preprocessed system by kind; nil
// without a model.
func kindsIn(t *testing.T, file string) []int {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	script, err := smtlib.Read(logic.NewStore(), file, f)
	if err != nil {
		return nil
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		return nil
	}
	ctx, stop := cpuLimit(t.Context(), *kindCPU)
	defer stop()
	p, err := transform.New(transform.Options{})
	require.NoError(t, err)
	z, err := p.Run(ctx, &pass.Env{Backend: native.Backend{}}, sys)
	if err != nil {
		return nil
	}
	e := New(Options{Backend: native.Backend{}, Solver: smt.Options{Ticks: 50_000_000}})
	r, err := e.Solve(ctx, z.System)
	if err != nil || r.Verdict != horn.Safe || len(z.System.Preds) == 0 {
		return nil
	}
	s := newSearch(e.opts, z.System, nil, nil)
	counts := make([]int, manifold+1)
	for _, l := range s.locs {
		seen := map[*logic.Term]bool{}
		rounds := s.rounds(l)
		logic.Walk(func(u *logic.Term) bool {
			switch u.Op() {
			case logic.OpAnd, logic.OpOr, logic.OpNot:
				return true
			}
			if !u.IsValue() && !seen[u] {
				seen[u] = true
				counts[s.kindOf(l, rounds, u)]++
			}
			return false
		}, r.Model.Instance(z.System.Store, l.pred, l.formals))
	}
	return counts
}

// kindOf returns the kind of template for an atom over the formals of l.
func (s *search) kindOf(l *location, rounds []abstraction.Round, atom *logic.Term) abstraction.Kind {
	at := map[*logic.Term]int{}
	for i, x := range l.formals {
		at[x] = i
	}
	if i, ok := at[atom]; ok {
		return abstraction.KindOf(rounds, atom, i)
	}
	special := manifold
	logic.Walk(func(u *logic.Term) bool {
		switch u.Op() {
		case logic.OpMod:
			special = abstraction.Remainder
		case logic.OpSelect:
			special = abstraction.Read
		}
		return true
	}, atom)
	if special != manifold {
		return special
	}
	if len(atom.Args()) != 2 || !atom.Arg(0).Sort().IsArith() {
		return abstraction.OtherSort
	}
	x := s.store.Linear(s.store.Sub(atom.Arg(0), atom.Arg(1)))
	for _, m := range x.Monomials {
		if !m.Term.IsVar() {
			return manifold
		}
	}
	switch len(x.Monomials) {
	case 1:
		i := at[x.Monomials[0].Term]
		if k := abstraction.KindOf(rounds, l.formals[i], i); k != abstraction.Changing {
			return k
		}
		var z abstraction.Templates
		s.addCompared(l, rounds, &z)
		if slices.ContainsFunc(z, func(x abstraction.Template) bool { return x.Term == atom || s.store.Not(x.Term) == atom }) {
			return abstraction.Comparison
		}
		return abstraction.Changing
	case 2:
		m, n := x.Monomials[0], x.Monomials[1]
		i, j := at[m.Term], at[n.Term]
		if abstraction.Unchanged(rounds, i) && abstraction.Unchanged(rounds, j) {
			return abstraction.Invariant
		}
		if a, b, ok := abstraction.Balance(rounds, i, j); ok && a.Mul(n.Coeff).Equal(b.Mul(m.Coeff)) {
			return abstraction.Balanced
		}
		switch {
		case m.Coeff.Equal(n.Coeff.Neg()):
			return abstraction.Difference
		case m.Coeff.Equal(n.Coeff):
			return abstraction.Sum
		}
	}
	return manifold
}

// cpuLimit returns a context that ends when the process has used limit more of
// CPU time.
func cpuLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	start := cpuTime()
	go func() {
		for ctx.Err() == nil {
			if cpuTime()-start > limit {
				cancel()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return ctx, cancel
}

// cpuTime returns the CPU time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano())
}

// TestCompared shows the templates that clauses suggest: bounds, moduli, steps.
func TestCompared(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "test", `
		(declare-fun p (Int Int (Array Int Int)) Bool)
		(assert (forall ((x Int) (a (Array Int Int))) (p x 0 a)))
		(assert (forall ((x Int) (i Int) (a (Array Int Int))) (=> (and (p x i a) (< i 100)) (p x (+ i 2) (store a i x)))))
		(assert (forall ((x Int) (i Int) (a (Array Int Int))) (=> (and (p x i a) (>= i 100) (= (mod i 3) 1)) false)))`)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	s := newSearch(Options{}.withDefaults(), sys, nil, nil)
	l := s.locs[0]
	var got []string
	names := []*logic.Term{s.store.Var("x", s.store.Int), s.store.Var("i", s.store.Int), s.store.Var("a", l.formals[2].Sort())}
	for _, z := range s.templates(l) {
		got = append(got, fmt.Sprintf("%v@%d", s.store.Substitute(z.Term, l.formals, names), z.Cost))
	}
	require.Subset(t, got, []string{
		"x@1", "i@10", "a@4", "(mod i 2)@5", "(mod i 3)@5", "(select a x)@6", "(select a i)@6", "(<= i 101)@2", "(<= i 99)@2",
	}, "%v", got)
	require.NotContains(t, got, "(<= x 99)@2", "no loop changes x")
}
