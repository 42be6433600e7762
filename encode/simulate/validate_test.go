// SPDX-License-Identifier: Apache-2.0

package simulate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/encode/simulate"
	"cornet/encode/threads"
	"cornet/horn"
	"cornet/logic"
)

// encode makes the clauses of a program, and a model in which define gives the meaning of each
// predicate.
func encode(t *testing.T, body string, define func(s *logic.Store, p chc.Place, args []*logic.Term) *logic.Term) (*cfg.Program, *chc.System, *horn.Model) {
	p, err := cc.Load("p.c", []byte(head+body), cc.Options{Model: cfg.LP64})
	require.NoError(t, err)
	s := logic.NewStore()
	sys, err := chc.Encode(s, p, chc.Options{})
	require.NoError(t, err)
	model := horn.NewModel()
	for _, p := range sys.Places {
		var args []*logic.Term
		for _, sort := range p.Pred.Params() {
			args = append(args, s.Fresh("a", sort))
		}
		model.Define(p.Pred, args, define(s, p, args))
	}
	return p, sys, model
}

// A model that excludes a state which some run reaches is detected. Other models are accepted.
func TestValidate(t *testing.T) {
	const loop = "int main(void) { int i = 0, n = __VERIFIER_nondet_int(); while (i < n) i++; if (i == 7 && n == 3) reach_error(); return 0; }"
	const array = "int main(void) { int a[8] = {0}, i; for (i = 0; i < 8; i++) a[i] = i + __VERIFIER_nondet_int() % 2; if (a[3] == 9) reach_error(); return 0; }"
	const recursive = "int down(int n) { if (n <= 0) return 3; return down(n - 2) + 1; } int main(void) { if (down(__VERIFIER_nondet_int() % 50) == 2) reach_error(); return 0; }"
	at := func(kind chc.PlaceKind, f func(s *logic.Store, a []*logic.Term) *logic.Term) func(*logic.Store, chc.Place, []*logic.Term) *logic.Term {
		return func(s *logic.Store, p chc.Place, a []*logic.Term) *logic.Term {
			if p.Kind != kind {
				return s.True()
			}
			return f(s, a)
		}
	}
	for _, test := range []struct {
		name, body string
		model      func(s *logic.Store, p chc.Place, a []*logic.Term) *logic.Term
		wrong      bool
	}{
		{"what always holds", loop, at(chc.LoopHead, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Ge(a[0], s.IntNum(0)) }), false},
		{"what holds at first", loop, at(chc.LoopHead, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Le(a[0], s.IntNum(8)) }), true},
		{"what inputs contradict", loop, at(chc.LoopHead, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Ge(a[1], s.IntNum(0)) }), true},
		{"of an element", array, at(chc.LoopHead, func(s *logic.Store, a []*logic.Term) *logic.Term {
			for _, x := range a {
				if x.Sort().IsArray() {
					return s.Le(s.Select(x, s.IntNum(2)), s.IntNum(3))
				}
			}
			return s.True()
		}), false},
		{"of a parameter", recursive, at(chc.Entry, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Le(a[0], s.IntNum(49)) }), false},
		{"of a parameter, too much", recursive, at(chc.Entry, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Ge(a[0], s.IntNum(0)) }), true},
		{"of a result", recursive, at(chc.Exit, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Ge(a[1], s.IntNum(3)) }), false},
		{"of a result, too much", recursive, at(chc.Exit, func(s *logic.Store, a []*logic.Term) *logic.Term { return s.Eq(a[1], s.IntNum(3)) }), true},
		{"nothing", "int main(void) { if (__VERIFIER_nondet_int() == 0) reach_error(); return 0; }",
			at(chc.Exit, nil), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, sys, model := encode(t, test.body, test.model)
			err := simulate.Validate(context.Background(), p, sys, model, simulate.Options{})
			if test.wrong {
				require.Error(t, err)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

// If a translation behaves differently from its program, this is detected.
func TestValidateTranslation(t *testing.T) {
	const body = "int main(void) { int a[4] = {1, 2, 3, 4}, *p = a + 1, s = 0; for (int i = __VERIFIER_nondet_int() & 3; i < 4; i++) s += *p * a[i]; if (s == 77) reach_error(); return 0; }"
	everything := func(s *logic.Store, _ chc.Place, _ []*logic.Term) *logic.Term { return s.True() }
	p, sys, model := encode(t, body, everything)
	require.NoError(t, simulate.Validate(context.Background(), p, sys, model, simulate.Options{}))
	other, _, _ := encode(t, strings.Replace(body, "a + 1", "a + 2", 1), everything)
	var wrong *simulate.Divergence
	require.ErrorAs(t, simulate.Validate(context.Background(), other, sys, model, simulate.Options{}), &wrong)
	require.Equal(t, "value of s", wrong.What)
}

// If a pointer has another target than the translation assumes, this is detected.
func TestValidatePointers(t *testing.T) {
	const body = "int main(void) { int x = 1, y = 2, *q = &y, *p = __VERIFIER_nondet_int() ? &x : &y; *p = 3; *q = 4; if (x == 9) reach_error(); return 0; }"
	p, sys, model := encode(t, body, func(s *logic.Store, _ chc.Place, _ []*logic.Term) *logic.Term { return s.True() })
	require.NoError(t, simulate.Validate(context.Background(), p, sys, model, simulate.Options{}))
	pointer := 0
	for _, n := range sys.Program.Main.Nodes {
		for _, e := range n.Out {
			if o, ok := e.Op.(scalar.Obligation); ok {
				pointer++
				e.Op = scalar.Obligation{Cond: scalar.New(scalar.Not, o.Cond.Type, o.Cond)}
			}
		}
	}
	require.Equal(t, 1, pointer)
	var wrong *simulate.Divergence
	require.ErrorAs(t, simulate.Validate(context.Background(), p, sys, model, simulate.Options{}), &wrong)
	require.Equal(t, "a pointer", wrong.What)
}

// All interleavings are explored, also those that random schedules miss. Inexactly modelled
// programs prove nothing.
func TestInterleave(t *testing.T) {
	const rare = "static void *late(void *p) { int t = g; g = t + 1; if (g == 3) g = 40; return p; } " +
		"int main(void) { pthread_t a; pthread_create(&a, 0, late, 0); g = 2; %s; pthread_join(a, 0); if (g == 41) reach_error(); return 0; }"
	for _, test := range []struct {
		name, between string
		fails         bool
	}{
		{"an order that reaches the error", "int u = g; g = u + 1", true},
		{"one step less", "int u = g", false},
		{"any value, which is inexact", "int u = g; g = u + 1; u = atof(\"1\") > 0", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := cc.Load("p.c", []byte(head+strings.Replace(rare, "%s", test.between, 1)), cc.Options{Model: cfg.LP64})
			require.NoError(t, err)
			var wrong *simulate.Reordering
			require.Equal(t, test.fails, errors.As(simulate.Interleave(context.Background(), p, nil, simulate.Options{}), &wrong))
		})
	}
}

// Blocks of clauses that differ from the program are detected, whatever the model is.
func TestValidateBlocks(t *testing.T) {
	const body = "int main(void) { int i, s = 0, n = __VERIFIER_nondet_int(); for (i = 0; i < 5; i++) { if (n & 1) s = s + 2; else s = s + 3; n = n / 2; } if (s == 77) reach_error(); return 0; }"
	p, sys, model := encode(t, body, func(s *logic.Store, _ chc.Place, _ []*logic.Term) *logic.Term { return s.True() })
	require.NoError(t, simulate.Validate(context.Background(), p, sys, model, simulate.Options{}))
	changed := 0
	for e := range sys.Program.Edges() {
		if o, ok := e.Op.(scalar.Assign); ok && scalar.OpString(o) == "s = (s + 3)" {
			changed++
			e.Op = scalar.Assign{To: o.To, Value: scalar.New(scalar.Add, o.To.Type, scalar.NewRead(o.To), scalar.NewInt(4, o.To.Type))}
		}
	}
	require.Equal(t, 1, changed)
	var wrong *simulate.Mistranslation
	require.ErrorAs(t, simulate.Validate(context.Background(), p, sys, model, simulate.Options{}), &wrong)
	require.Equal(t, "s", wrong.Expr.String())
}

// If threads assign a value in some interleaving, their product assigns it too; other values it
// does not assign.
func TestInterleaveProduct(t *testing.T) {
	const text = "static void *f(void *p) { g = g + 1; return p; } int main(void) { pthread_t a; pthread_create(&a, 0, f, 0); int t = g; g = 2; pthread_join(a, 0); int u = g + t; return u; }"
	load := func(text string) *cfg.Program {
		p, err := cc.Load("p.c", []byte(head+text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err)
		return p
	}
	product := func(p *cfg.Program) *cfg.Program {
		z, err := threads.New(p, threads.Options{})
		require.NoError(t, err)
		whole, err := z.Program(1000)
		require.NoError(t, err)
		return whole
	}
	p := load(text)
	require.NoError(t, simulate.Interleave(context.Background(), p, product(p), simulate.Options{}))
	var wrong *simulate.Reordering
	other := load(strings.Replace(text, "g + 1", "g + 0", 1))
	require.ErrorAs(t, simulate.Interleave(context.Background(), p, product(other), simulate.Options{}), &wrong)
}

// TestFollowContradicts distinguishes a path that is not an execution from one that leaves values
// open.
func TestFollowContradicts(t *testing.T) {
	load := func(body string) *cfg.Program {
		p, err := cc.Load("p.c", []byte(head+body), cc.Options{Model: cfg.LP64})
		require.NoError(t, err)
		return p
	}
	const body = "int main(void) { int x = __VERIFIER_nondet_int(); if (x * 2 == 14) reach_error(); return 0; }"
	path, _, err := simulate.Find(context.Background(), load(body), simulate.Options{})
	require.NoError(t, err)
	require.NotNil(t, path)
	for _, test := range []struct {
		name, body string
		wrong      bool
	}{
		{"the program itself", body, false},
		{"another program", strings.Replace(body, "14", "15", 1), true},
		{"an input that the path does not have", strings.Replace(body, "2 ==", "2 + __VERIFIER_nondet_int() ==", 1), false},
		{"what is not modelled exactly", strings.Replace(body, "x * 2 ==", "x * 2 + printf(\"7\") ==", 1), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := simulate.Follow(context.Background(), load(test.body), path)
			var wrong *simulate.Divergence
			require.Equal(t, test.wrong, errors.As(err, &wrong), "%v", err)
		})
	}
}

// TestValidateClauses removes clauses that a run needs. This is detected, although the model is
// true everywhere.
func TestValidateClauses(t *testing.T) {
	const branches = "int main(void) { int n = __VERIFIER_nondet_int(), i, x = 0, y = 0; if (n & 1) x = 1; if (n & 2) y = 1; if (n & 4) x += 2; if (n & 8) y += 2; for (i = 0; i < (n & 3); i++) x += y; if (x == 77) reach_error(); return 0; }"
	const call = "int down(int n) { if (n <= 0) return 3; return down(n - 2) + 1; } int main(void) { if (down(__VERIFIER_nondet_int() % 50) == 2) reach_error(); return 0; }"
	remove := func(kind chc.StepKind) func(*chc.System) {
		return func(sys *chc.System) {
			for i, c := range sys.Horn.Clauses {
				if sys.Steps[i].Kind == kind && len(c.Body) > 0 {
					changeBlocks(sys, func(b *chc.PathBlock) {
						b.Clauses = slices.DeleteFunc(slices.Clone(b.Clauses), func(d *horn.Clause) bool { return d == c })
					})
				}
			}
		}
	}
	for _, test := range []struct {
		name, body string
		change     func(*chc.System)
		wrong      any
	}{
		{"nothing", branches, func(*chc.System) {}, nil},
		{"nothing in recursion", call, func(*chc.System) {}, nil},
		{"no clause for a step", branches, remove(chc.Block), new(*simulate.Underived)},
		{"no clause for a call", call, remove(chc.Enter), new(*simulate.Underived)},
		{"no clause for a return", call, remove(chc.Return), new(*simulate.Underived)},
		{"a value after paths have met", branches, func(sys *chc.System) {
			changeBlocks(sys, func(b *chc.PathBlock) {
				for _, m := range b.Merges {
					for x, v := range m.Values {
						if v != nil && v.Sort().IsInt() {
							m.Values[x] = sys.Horn.Store.IntNum(7)
						}
					}
				}
			})
		}, new(*simulate.Mismerge)},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, sys, model := encode(t, test.body, func(s *logic.Store, _ chc.Place, _ []*logic.Term) *logic.Term { return s.True() })
			test.change(sys)
			err := simulate.Validate(context.Background(), p, sys, model, simulate.Options{})
			if test.wrong == nil {
				require.NoError(t, err)
			} else {
				require.ErrorAs(t, err, test.wrong)
			}
		})
	}
}

// changeBlocks changes each block of clauses.
func changeBlocks(sys *chc.System, change func(*chc.PathBlock)) {
	for _, f := range sys.Program.Functions {
		for _, n := range f.Nodes {
			if b := sys.Block(n); b != nil {
				change(b)
			}
		}
	}
}
