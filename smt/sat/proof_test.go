// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// parseProof reads a proof, one clause a line:
//
//	i 1 -2          input
//	a 3             assumption
//	l -1 4          lemma
//	d 2 = 0 1:3     derived: literals = first pivot:antecedent ...
func parseProof(text string) *Proof {
	p := &Proof{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		n := logNode{
			lits:  len(p.lits),
			steps: len(p.steps),
			kind:  map[string]NodeKind{"i": Input, "a": Assumption, "l": Lemma, "d": Derived}[words[0]],
		}
		chain := len(words)
		if i := slices.Index(words, "="); i >= 0 {
			chain = i
			fmt.Sscan(words[i+1], &n.first)
			for _, w := range words[i+2:] {
				var pivot int
				var ante ClauseID
				fmt.Sscanf(w, "%d:%d", &pivot, &ante)
				p.steps = append(p.steps, Step{FromDimacs(pivot), ante})
			}
		}
		for _, w := range words[1:chain] {
			var l int
			fmt.Sscan(w, &l)
			p.lits = append(p.lits, FromDimacs(l))
		}
		p.nodes = append(p.nodes, n)
	}
	return p
}

func TestCheckProof(t *testing.T) {
	for _, tc := range []struct{ name, proof, err string }{
		{"right", "i 1 2\ni -1 2\na -2\nd 2 = 0 1:1\nd = 3 2:2", ""},
		{"empty input", "i", ""},
		{"not empty", "i 1 2", "the last clause is [1 2]"},
		{"none", "", "there is no proof"},
		{"assumption", "a 1 2\ni", "assumption [1 2] is not a unit"},
		{"pivot not in the clause", "i 1\ni -2\nd = 0 2:1", "pivot 2 is not in the resolvent"},
		{"pivot of the wrong sign", "i 1\ni -1\nd = 0 -1:1", "pivot -1 is not in the resolvent"},
		{"antecedent without the pivot", "i 1 2\ni 2\nd 2 = 0 1:1", "-1 is not in [2]"},
		{"pivot again", "i 1 2\ni -1 3\ni -3 1\ni -1\nd 2 = 0 1:1 3:2 1:3", "variable 1 is a pivot again"},
		{"tautology", "i 1 2\ni -1 -2\nd 2 -2 = 0 1:1", "resolvent has both -2 and 2"},
		{"literal lost", "i 1 2\ni -1\nd = 0 1:1", "derived, but not stated"},
		{"literal invented", "i 1\ni -1\nd 2 = 0 1:1", "literal 2 is stated, but not derived"},
		{"later antecedent", "i 1\nd = 0 1:2\ni -1", "step 0 uses the later clause 2"},
		{"later start", "d = 1\ni 1", "starts with the later clause 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := CheckProof(parseProof(tc.proof), nil)
			if tc.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, tc.err)
			}
		})
	}
}

// Every fault inserted into a real proof must be found.
func TestCheckProofFindsFaults(t *testing.T) {
	s := New(Options{Proof: true})
	n := 5
	in := func(p, h int) Lit { return Var(p*n + h + 1).Pos() }
	for range n * (n + 1) {
		s.NewVar()
	}
	for p := range n + 1 {
		var some []Lit
		for h := range n {
			some = append(some, in(p, h))
			for q := range p {
				s.AddClause(in(p, h).Not(), in(q, h).Not())
			}
		}
		s.AddClause(some...)
	}
	require.Equal(t, Unsat, s.Solve(context.Background()))
	proof := s.Proof()
	require.NoError(t, CheckProof(proof, nil))
	for i := range proof.steps {
		old := proof.steps[i]
		proof.steps[i].Pivot = old.Pivot.Not()
		require.Error(t, CheckProof(proof, nil), "pivot of step %d negated", i)
		proof.steps[i] = old
	}
	for i := range proof.lits {
		proof.lits[i] ^= 1
		require.Error(t, CheckProof(proof, nil), "literal %d negated", i)
		proof.lits[i] ^= 1
	}
	require.NoError(t, CheckProof(proof, nil))
}

// A proof does not change when the solver goes on.
func TestProofIsACopy(t *testing.T) {
	r, err := runScript(parseScript("n3 c1,2 c-1,2 c-2,3 s-3"), Options{Proof: true})
	require.NoError(t, err)
	p := r.s.Proof()
	want := fmt.Sprint(p)
	r.s.AddClause(Var(1).Pos())
	r.s.Solve(context.Background())
	require.Equal(t, want, fmt.Sprint(p))
	require.Nil(t, r.s.Proof(), "the last answer was Sat")
	require.Nil(t, New(Options{}).Proof())
}

func TestCompactKeepsProof(t *testing.T) {
	log := newProofLog()
	a := log.leaf(Input, 1, []Lit{2, 4})
	log.leaf(Input, 1, []Lit{6})
	b := log.leaf(Input, 2, []Lit{3})
	log.begin(a)
	log.resolve(2, b)
	c := log.derive([]Lit{4})
	d := log.leaf(Lemma, 7, []Lit{5})
	log.begin(c)
	log.resolve(4, d)
	root := log.derive(nil)

	needed := make([]bool, len(log.nodes))
	needed[root] = true
	log.reach(needed)
	renamed := log.compact(needed)
	require.Equal(t, []ClauseID{0, 1, 0, 2, 3, 4, 5}, renamed)
	require.Equal(t, []Lit{4}, log.litsOf(3))
	require.Equal(t, []Step{{2, 2}}, log.stepsOf(3))
	require.Equal(t, []Step{{4, 4}}, log.stepsOf(5))
	require.Empty(t, log.litsOf(5))
	p := (&proofTrimmer{log: log, hidden: func(Lit) bool { return false }}).trim(renamed[root])
	require.NoError(t, CheckProof(p, nil))
	require.Equal(t, Cert(7), p.Node(3).Cert)
	require.Equal(t, Partition(2), p.Node(1).Partition)
}
