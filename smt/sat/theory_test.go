// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A diffProblem is a solver with the toy theory, together with the expected state.
type diffProblem struct {
	*difference
	bools  []Var
	scopes [][][]Lit
	count  map[Status]int
}

const (
	diffInts  = 3
	diffBound = 15 // satisfiable problems of the tests have a solution within this bound
)

func newDiffProblem(r *rand.Rand, opts Options) *diffProblem {
	p := &diffProblem{
		difference: newDifference(checked(hurried(opts)), diffInts, r),
		scopes:     make([][][]Lit, 1),
		count:      map[Status]int{},
	}
	for range 1 + r.IntN(4) {
		p.bools = append(p.bools, p.s.NewVar())
	}
	return p
}

// literal returns a random literal, of an atom most of the time.
func (p *diffProblem) literal() Lit {
	v := p.bools[p.r.IntN(len(p.bools))]
	if p.r.IntN(4) > 0 {
		a := diffAtom{x: p.r.IntN(diffInts), y: p.r.IntN(diffInts), c: p.r.IntN(5) - 2, eq: p.r.IntN(4) == 0}
		if a.x == a.y && p.r.IntN(4) > 0 {
			a.y = (a.x + 1) % diffInts
		}
		v = p.atom(a)
		if !p.dice(5) {
			p.s.WatchTheory(v) // otherwise in the first Propagate or FinalCheck that needs it
		}
	}
	return v.Pos() ^ Lit(p.r.IntN(2))
}

func (p *diffProblem) literals(n int) []Lit {
	z := make([]Lit, n)
	for i := range z {
		z[i] = p.literal()
	}
	return z
}

// satisfiable decides the clauses by trying all integers and Booleans.
func (p *diffProblem) satisfiable(clauses [][]Lit) bool {
	for x := -diffBound; x <= diffBound; x++ {
		for y := -diffBound; y <= diffBound; y++ {
			m := []int{0, x, y}
			for bits := range 1 << len(p.bools) {
				value := func(l Lit) bool {
					if i, ok := p.index[l.Var()]; ok {
						return p.atoms[i].eval(m) != l.IsNeg()
					}
					return bits>>slices.Index(p.bools, l.Var())&1 == 1 != l.IsNeg()
				}
				if !slices.ContainsFunc(clauses, func(c []Lit) bool { return !slices.ContainsFunc(c, value) }) {
					return true
				}
			}
		}
	}
	return false
}

// run makes random calls and checks all answers.
func (p *diffProblem) run() error {
	for range 2 + p.r.IntN(6) {
		for range p.r.IntN(12) {
			c := p.literals(1 + p.r.IntN(3))
			top := len(p.scopes) - 1
			p.scopes[top] = append(p.scopes[top], c)
			p.s.AddClauseIn(1, c...)
		}
		switch {
		case p.r.IntN(3) == 0:
			p.s.Push()
			p.scopes = append(p.scopes, nil)
		case p.r.IntN(3) == 0 && len(p.scopes) > 1:
			p.s.Pop()
			p.scopes = p.scopes[:len(p.scopes)-1]
		}
		if err := p.solve(p.literals(p.r.IntN(4))); err != nil {
			return err
		}
		if err := p.s.check(); err != nil {
			return err
		}
		if p.broken != nil {
			return p.broken
		}
		if len(p.levels) != 0 {
			return fmt.Errorf("contract: the theory is at level %d after Solve", len(p.levels))
		}
	}
	return nil
}

func (p *diffProblem) solve(assumptions []Lit) error {
	inputs := slices.Concat(p.scopes...)
	all := inputs
	for _, l := range assumptions {
		all = append(all, []Lit{l})
	}
	p.s.Assume(2, assumptions...)
	status := p.s.Solve(context.Background())
	p.count[status]++
	switch status {
	case Unknown:
		if !p.gaveUp || p.s.UnknownReason() != ReasonTheory {
			return fmt.Errorf("unknown: %v", p.s.UnknownReason())
		}
		return nil
	case Sat:
		return p.checkModel(all)
	}
	if p.satisfiable(all) {
		return fmt.Errorf("unsat, want sat")
	}
	core := p.s.Core()
	for _, l := range core {
		if !slices.Contains(assumptions, l) {
			return fmt.Errorf("core %v has %v, which was not assumed", core, l)
		}
	}
	if p.s.proof == nil {
		return nil
	}
	return CheckProof(p.s.Proof(), func(n Node) error {
		switch n.Kind {
		case Lemma:
			return p.checkLemma(n)
		case Assumption:
			if n.Partition != 2 || !slices.Contains(core, n.Lits[0]) {
				return fmt.Errorf("assumption %v of partition %d is not in the core %v", n.Lits, n.Partition, core)
			}
		default:
			if n.Partition != 1 || !slices.ContainsFunc(inputs, func(c []Lit) bool { return sameClause(c, n.Lits) }) {
				return fmt.Errorf("input %v of partition %d is not known", n.Lits, n.Partition)
			}
		}
		return nil
	})
}

// checkModel: the integers of the theory and the Booleans of the solver satisfy
// the clauses, and the solver's values of atoms agree with the integers.
func (p *diffProblem) checkModel(clauses [][]Lit) error {
	for v, i := range p.index {
		if b := p.s.Value(v.Pos()); b != Undef && p.s.flags[v]&varWatched != 0 && (b == True) != p.atoms[i].eval(p.model) {
			return fmt.Errorf("model: %+v is %v with %v", p.atoms[i], b, p.model)
		}
	}
	for _, c := range clauses {
		tautology := slices.ContainsFunc(c, func(l Lit) bool { return slices.Contains(c, l.Not()) })
		if !tautology && !slices.ContainsFunc(c, func(l Lit) bool { return p.s.Value(l) == True }) {
			return fmt.Errorf("model: %v is not satisfied", c)
		}
	}
	return nil
}

// checkLemma: the theory has certified the clause, and it is valid.
func (p *diffProblem) checkLemma(n Node) error {
	if int(n.Cert) >= len(p.certs) || !sameClause(p.certs[n.Cert], n.Lits) {
		return fmt.Errorf("lemma %v has certificate %d", n.Lits, n.Cert)
	}
	var negated [][]Lit
	for _, l := range n.Lits {
		negated = append(negated, []Lit{l.Not()})
	}
	if p.satisfiable(negated) {
		return fmt.Errorf("lemma %v is not valid", n.Lits)
	}
	return nil
}

func sameClause(x, y []Lit) bool {
	sorted := func(c []Lit) []Lit {
		z := slices.Clone(c)
		slices.Sort(z)
		return slices.Compact(z)
	}
	return slices.Equal(sorted(x), sorted(y))
}

// runDifference runs the random problem of a seed.
func runDifference(seed uint64) (p *diffProblem, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	r := rand.New(rand.NewPCG(seed, 1))
	opts := Options{Proof: seed%3 != 0, Mode: Mode(r.IntN(3))}
	p = newDiffProblem(r, opts)
	p.gaveUp = seed%16 == 1
	p.quiet = seed%16 == 2
	return p, p.run()
}

func TestTheory(t *testing.T) {
	count := map[Status]int{}
	var stats Stats
	for seed := range uint64(800) {
		p, err := runDifference(seed)
		require.NoError(t, err, "seed %d", seed)
		for s, n := range p.count {
			count[s] += n
		}
		s := p.s.Stats()
		stats.Explanations += s.Explanations
		stats.TheoryConflicts += s.TheoryConflicts
		stats.TheoryLemmas += s.TheoryLemmas
		stats.TheoryPropagations += s.TheoryPropagations
	}
	require.Greater(t, count[Sat], 300)
	require.Greater(t, count[Unsat], 300)
	require.Greater(t, count[Unknown], 10)
	require.NotZero(t, stats.Explanations)
	require.NotZero(t, stats.TheoryConflicts)
	require.NotZero(t, stats.TheoryLemmas)
	require.NotZero(t, stats.TheoryPropagations)
}

// FuzzTheory explores random problems: the fuzzed input is the seed.
func FuzzTheory(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		_, err := runDifference(seed)
		require.NoError(t, err)
	})
}
