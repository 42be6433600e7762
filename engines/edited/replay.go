// SPDX-License-Identifier: Apache-2.0

package edited

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// renumbered returns a proof of the other system, with the numbers of this system's assertions.
func (n *neighbour) renumbered(clauses map[int][]int, p *horn.Proof) *horn.Proof {
	z := &horn.Proof{}
	for _, s := range p.Steps {
		if some := clauses[s.Assert]; len(some) > 0 {
			s.Assert = numberOf(n.sys, some[0])
		}
		s.Values = slices.Clone(s.Values)
		for i, v := range s.Values {
			s.Values[i].Term = n.importer.Term(v.Term)
		}
		z.Steps = append(z.Steps, s)
	}
	return z
}

// maxReplayed bounds the steps of a refutation that is replayed.
const maxReplayed = 1000

// replay returns a refutation with the same clauses in the same order as in the other system's
// refutation, or nil.
func (n *neighbour) replay(ctx context.Context, clauses map[int][]int, p *horn.Proof) (*horn.Proof, error) {
	st := n.sys.Store
	solver, err := n.Backend.New(st, n.Solver)
	if err != nil || len(p.Steps) > maxReplayed || len(p.Loops) > 0 {
		return nil, err
	}
	defer solver.Close()
	var instances []*kernel.Instance
	var states [][]*logic.Term
	var heads []*logic.Func
	z := &horn.Refutation{}
	for i, s := range p.Steps {
		k := -1
		if !slices.ContainsFunc(s.Premises, func(k int) bool { return k < 0 || k >= i }) {
			k = n.clauseOf(clauses[s.Assert], s, heads, i == len(p.Steps)-1)
		}
		if k < 0 {
			return nil, nil
		}
		c := n.sys.Clauses[k]
		var body [][]*logic.Term
		for _, premise := range s.Premises {
			body = append(body, states[premise])
		}
		at := fmt.Sprintf("replay%d", i)
		var head []*logic.Term
		if c.Head != nil {
			head = kernel.State(st, c.Head.Pred, at)
			heads = append(heads, c.Head.Pred)
		}
		x := kernel.Instantiate(st, c, body, head, at)
		instances, states = append(instances, x), append(states, head)
		z.Steps = append(z.Steps, horn.Step{Clause: k, Premises: s.Premises})
		if err := solver.Assert(st.And(x.Conjuncts...)); err != nil {
			return nil, err
		}
	}
	if status, err := solver.Check(ctx); err != nil || status != smt.Sat {
		return nil, err
	}
	m, err := solver.Model()
	if err != nil {
		return nil, err
	}
	for i, x := range instances {
		z.Steps[i].Values = x.Values(m)
	}
	return n.sys.Proof(z)
}

// clauseOf returns the first of some clauses that a step of a proof may instantiate, given the
// heads of earlier steps, or -1.
func (n *neighbour) clauseOf(some []int, s horn.ProofStep, heads []*logic.Func, last bool) int {
	for _, k := range some {
		c := n.sys.Clauses[k]
		fits := len(c.Body) == len(s.Premises) && c.IsQuery() == last
		for i, a := range c.Body {
			fits = fits && heads[s.Premises[i]] == a.Pred
		}
		if fits {
			return k
		}
	}
	return -1
}

// clauses returns, by the number of the step's assertion, the clauses of this system that a step of
// the other system's proof may instantiate. Usually this is the same clause. If the edit removed
// it, the clause with its number and all new clauses are possible.
func (n *neighbour) clauses() map[int][]int {
	z := map[int][]int{}
	for k := range n.sys.Clauses {
		z[numberOf(n.sys, k)] = append(z[numberOf(n.sys, k)], k)
	}
	again, err := reread(n.sys)
	if err != nil || len(z) < len(n.sys.Clauses) || len(again.Clauses) != len(n.sys.Clauses) {
		return z
	}
	here, taken := map[string]int{}, map[int]bool{}
	importer := n.sys.Store.NewImporter()
	for k, c := range again.Clauses {
		here[key(c, again.Store, importer)] = k
	}
	var gone []int
	for k, c := range n.old.Clauses {
		if at, ok := here[key(c, n.old.Store, n.importer)]; ok {
			z[k], taken[at] = []int{at}, true
		} else {
			gone = append(gone, k)
		}
	}
	var come []int
	for k := range n.sys.Clauses {
		if !taken[k] {
			come = append(come, k)
		}
	}
	for _, k := range gone {
		z[k] = slices.Concat(z[k], come)
	}
	return z
}

// reread returns a system after writing and reading it, as the other system was written and read.
func reread(sys *horn.System) (*horn.System, error) {
	var b strings.Builder
	if err := horn.Write(&b, sys); err != nil {
		return nil, err
	}
	return horn.Read("cache", b.String())
}

// key returns a key of a clause that does not depend on the names of variables: these are numbered
// in the order of their occurrences in atoms.
func key(c *horn.Clause, st *logic.Store, m *logic.Importer) string {
	atoms := slices.Clone(c.Body)
	if c.Head != nil {
		atoms = append(atoms, *c.Head)
	}
	z := fmt.Sprint(c.IsQuery())
	var args []*logic.Term
	for _, a := range atoms {
		args = append(args, a.Args...)
		z += " " + a.Pred.Name()
	}
	var vars, to []*logic.Term
	terms := append(args, c.Constraint)
	for _, t := range terms {
		for _, v := range logic.FreeVars(t) {
			if !slices.Contains(vars, v) {
				vars, to = append(vars, v), append(to, st.Var(fmt.Sprintf("near!%d", len(vars)), v.Sort()))
			}
		}
	}
	for _, t := range terms {
		z += fmt.Sprint(" ", m.Term(st.Substitute(t, vars, to)).ID())
	}
	return z
}

// numberOf returns the number that a proof uses for the assertion of clause k.
func numberOf(sys *horn.System, k int) int {
	if sys.Source != nil {
		return sys.Source.Asserts[sys.Clauses[k].Assert].Number
	}
	return k
}
