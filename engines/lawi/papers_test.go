// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// paperExample returns a running example of one of the papers.
func paperExample(t testing.TB, name string) *horn.System {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "papers", name+".smt2"))
	require.NoError(t, err)
	script, err := smtlib.Read(logic.NewStore(), name, strings.NewReader(string(text)))
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// paperMode is the setting of the papers: predicate abstraction, depth-first.
func paperMode(t testing.TB, interpolants string) Mode {
	kinds, err := ParseInterpolants(interpolants)
	require.NoError(t, err)
	return Mode{Interpolants: kinds, Regions: Cartesian, DepthFirst: true}
}

// searched runs a search as in the papers, without forced covers, validates its
// witness and returns it for inspection.
func searched(t testing.TB, sys *horn.System, mode Mode, want horn.Verdict) *search {
	p, err := FromSystem(sys)
	require.NoError(t, err)
	e := New(Options{Backend: native.Backend{}, Mode: mode, ForcedCovers: -1, CheckTree: true})
	s, err := e.prepare(p)
	require.NoError(t, err)
	t.Cleanup(s.close)
	z, err := s.run(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, z.Verdict, z.Reason)
	o := check.Options{Solver: func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }}
	if want == horn.Safe {
		require.NoError(t, check.Model(t.Context(), sys, z.Model, o))
	} else {
		require.NoError(t, check.Refutation(t.Context(), sys, z.Refutation, o))
	}
	return s
}

// equivalent demands that a formula over l's formals means the same as text, whose arguments have
// the given names.
func equivalent(t testing.TB, s *search, l *location, got *logic.Term, names, text string) {
	t.Helper()
	var binders, vars []string
	for _, name := range strings.Fields(names) {
		binders = append(binders, "("+name+" Int)")
		vars = append(vars, name)
	}
	script, err := smtlib.Read(s.store, "", strings.NewReader("(assert (forall ("+strings.Join(binders, " ")+") "+text+"))"))
	require.NoError(t, err)
	q := script.Commands[0].Term
	want := q
	if q.Op() == logic.OpForall {
		want = s.store.Simplify(s.store.Substitute(q.Arg(0), q.Bound(), l.formals[:len(vars)]))
	}
	for _, pair := range [][2]*logic.Term{{got, want}, {want, got}} {
		st, _, err := s.check(t.Context(), []*logic.Term{pair[0], s.store.Not(pair[1])})
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st, "%s: %v is not %s", l.pred.Name(), got, text)
	}
}

// at returns the location called name.
func (s *search) at(name string) *location {
	for _, l := range s.graph.locs {
		if l.pred.Name() == name {
			return l
		}
	}
	return nil
}

// TestExaStates has figures 2 to 7 of the InterpChecker paper: the more kinds of interpolants are
// used, the fewer states are explored.
func TestExaStates(t *testing.T) {
	explored := map[string]int64{}
	for _, kinds := range []string{"r", "re", "rs", "rse"} {
		explored[kinds] = searched(t, paperExample(t, "exa"), paperMode(t, kinds), horn.Unsafe).statistics().Explored
	}
	pruned := paperMode(t, "rse")
	pruned.Prune = true
	s := searched(t, paperExample(t, "exa"), pruned, horn.Unsafe)
	explored["rse, pruned"] = s.statistics().Explored
	require.Empty(t, s.at("L8").nodes, "L8 leads to no error")
	require.Empty(t, s.at("L9").nodes)
	require.Equal(t, map[string]int64{"r": 25, "re": 22, "rs": 20, "rse": 18, "rse, pruned": 16}, explored)
}

// TestExaInterpolants demands the interpolants that the InterpChecker paper
// prints for L2 to L7, after path P2 has been refuted.
func TestExaInterpolants(t *testing.T) {
	s := searched(t, paperExample(t, "exa"), paperMode(t, "rse"), horn.Unsafe)
	for _, c := range []struct {
		location, safety, error string
		full                    bool
	}{
		{"L7", "(<= s 3)", "(> s 3)", true},
		{"L6", "(<= s 3)", "(> s 3)", true},
		{"L4", "(<= s 1)", "(> s 1)", true},
		{"L3", "(<= s 1)", "(> s 1)", false}, // L5 has not been refuted
		{"L2", "(<= s 1)", "(> s 1)", false},
		{"L10", "true", "true", false}, // the feasible suffix
	} {
		l := s.at(c.location)
		equivalent(t, s, l, l.safety.formula, "s a i", c.safety)
		equivalent(t, s, l, s.errorInterpolant(l), "s a i", c.error)
		require.Equal(t, c.full, l.safety.full, c.location)
	}
}

// TestExaPrunes checks where the search prunes in the papers' figures 3 and 4.
func TestExaPrunes(t *testing.T) {
	s := searched(t, paperExample(t, "exa"), paperMode(t, "rs"), horn.Unsafe)
	var safe []string
	for _, n := range s.tree.nodes {
		if n.pruned() {
			safe = append(safe, n.edge.from.pred.Name()+"-"+n.loc.pred.Name())
		}
	}
	require.Equal(t, []string{"L5-L6", "L15-L7"}, safe, "P3 and P5")

	s = searched(t, paperExample(t, "exa"), paperMode(t, "re"), horn.Unsafe)
	var hit []string
	for _, n := range s.tree.nodes {
		if n.hit {
			hit = append(hit, n.edge.from.pred.Name()+"-"+n.loc.pred.Name())
		}
	}
	require.Equal(t, []string{"L14-L15"}, hit, "P7")
}

// TestThreads is figure 3 of the conditional-interpolation paper. The interpolants x ≤ 1 and x ≤ 3
// arise, and the grey nodes are never expanded.
func TestThreads(t *testing.T) {
	plain := searched(t, paperExample(t, "threads"), paperMode(t, "r"), horn.Safe).statistics()
	s := searched(t, paperExample(t, "threads"), paperMode(t, "rc"), horn.Safe)
	z := s.statistics()
	for _, c := range []struct{ location, region string }{
		{"L5", "(<= x 1)"},  // s2
		{"L14", "(<= x 3)"}, // s10
	} {
		l := s.at(c.location)
		equivalent(t, s, l, s.store.And(l.precision.formulas...), "x m", c.region)
	}
	for _, grey := range []string{"L3", "L7", "L11", "L15", "L17", "L18", "L19", "L21"} {
		require.Empty(t, s.at(grey).nodes, grey)
	}
	require.Zero(t, z.Refinements, "no error location is reached")
	require.NotZero(t, plain.Refinements)
	require.Less(t, z.Explored, plain.Explored*2/3)
	require.Less(t, z.ChainAfter, z.ChainBefore)
	t.Logf("explored %d and %d, chains %d of %d", plain.Explored, z.Explored, z.ChainAfter, z.ChainBefore)
}

// TestModesOnExamples runs every mode on both examples.
func TestModesOnExamples(t *testing.T) {
	for mode := range modes {
		searched(t, paperExample(t, "exa"), mode, horn.Unsafe)
		searched(t, paperExample(t, "threads"), mode, horn.Safe)
	}
}

// modes yields all combinations.
func modes(yield func(Mode) bool) {
	for k := range Interpolants(8) {
		for _, r := range []Regions{Labels, Cartesian, Boolean} {
			for _, m := range []Mode{{}, {DepthFirst: true, Cases: 8, Rebuild: true}, {Weights: true, Prune: true, FullChains: true}} {
				m.Interpolants, m.Regions = Reachability|k<<1, r
				if !yield(m) {
					return
				}
			}
		}
	}
}
