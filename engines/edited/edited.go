// SPDX-License-Identifier: Apache-2.0

// Package edited uses the witness of an earlier version of a system.
//
// For example, someone changes a bound in a program and solves it again. The witness of the last
// run is often almost a witness of this run:
//
//   - A refutation is tried as it is. Then it is replayed: its clauses, one after the other, with
//     new values.
//   - The conjuncts of a model are candidates, also with the constants that the edit has
//     exchanged. Houdini finds the inductive ones. If they exclude the queries, they are a model.
//     Otherwise the engines start with them as lemmas.
package edited

import (
	"context"
	"slices"
	"strings"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Options configure the search for a witness. All fields except Log are required.
type Options struct {
	Backend smt.Backend
	// Solver has options of solvers. Its ticks bound queries whose answers may turn out useless.
	Solver smt.Options
	// Valid reports whether a witness is valid for the system.
	Valid func(context.Context, *horn.Witness) bool
}

// Witness looks for a witness of sys, given another system, with a store of its own, and its
// witness. If it finds none, known is an inductive model of the clauses with heads, or nil.
//
// Cost: some queries per clause and candidate of the model; one query for a refutation.
func Witness(ctx context.Context, sys, old *horn.System, w *horn.Witness, o Options) (z *horn.Witness, known *horn.Model, err error) {
	n := &neighbour{Options: o, sys: sys, old: old, importer: sys.Store.NewImporter()}
	if w.Proof != nil {
		clauses := n.clauses()
		if z := proofOf(n.renumbered(clauses, w.Proof)); o.Valid(ctx, z) {
			return z, nil, nil
		}
		p, err := n.replay(ctx, clauses, w.Proof)
		if z := proofOf(p); err == nil && p != nil && o.Valid(ctx, z) {
			return z, nil, nil
		}
		return nil, nil, err
	}
	candidates, whole := n.candidates(w.Model)
	if whole != nil {
		if z := modelOf(whole); o.Valid(ctx, z) {
			return z, nil, nil
		}
	}
	m, err := kernel.Inductive(ctx, o.Backend, o.Solver, sys, candidates)
	if err != nil {
		return nil, nil, err
	}
	if z := modelOf(m); kernel.Excludes(ctx, o.Backend, o.Solver, sys, m) && o.Valid(ctx, z) {
		return z, nil, nil
	}
	if slices.ContainsFunc(sys.Preds, func(p *logic.Func) bool { d, _ := m.Definition(p); return !d.Body.IsTrue() }) {
		known = m
	}
	return nil, known, nil
}

func proofOf(p *horn.Proof) *horn.Witness { return &horn.Witness{Verdict: horn.Unsafe, Proof: p} }
func modelOf(m *horn.Model) *horn.Witness { return &horn.Witness{Verdict: horn.Safe, Model: m} }

// A neighbour is the system before the edit.
type neighbour struct {
	Options
	sys, old *horn.System
	importer *logic.Importer
}

// candidates returns the conjuncts of a model of the other system, over the predicates of this one.
// It also returns the whole model if it defines all predicates of this one.
func (n *neighbour) candidates(m *horn.Model) (z map[*logic.Func][]*logic.Term, whole *horn.Model) {
	st := n.sys.Store
	z, whole = map[*logic.Func][]*logic.Term{}, horn.NewModel()
	swaps, pairs := n.swaps(), n.pairs()
	// in the order of that store, since the two stores may order terms differently
	for _, p := range n.old.Preds {
		q := pairs[p]
		d, ok := m.Definition(p)
		if q == nil || !ok {
			continue
		}
		formals := kernel.Formals(st, q)
		var from, to []*logic.Term
		arguments := n.arguments(p, q)
		for i, k := range arguments {
			if k >= 0 {
				from, to = append(from, n.importer.Term(d.Params[i])), append(to, formals[k])
			}
		}
		body := n.importer.Term(d.Body)
		if !slices.Contains(arguments, -1) {
			whole.Define(q, formals, st.Substitute(body, from, to))
		}
		seen := map[*logic.Term]bool{}
		add := func(f *logic.Term) {
			for _, v := range logic.FreeVars(f) {
				if !slices.Contains(formals, v) {
					return
				}
			}
			if !seen[f] && !f.IsTrue() && !f.HasQuantifiers() && len(seen) < maxCandidates && logic.Size(f) <= maxCandidate {
				seen[f] = true
				z[q] = append(z[q], f)
			}
		}
		conj := logic.AppendConjuncts(nil, st.Simplify(st.Substitute(body, from, to)))
		for _, c := range conj {
			add(c)
		}
		for _, swap := range swaps {
			for _, c := range conj {
				add(swap.Map(c))
			}
		}
	}
	for _, p := range n.sys.Preds {
		if _, ok := whole.Definition(p); !ok {
			return z, nil
		}
	}
	return z, whole
}

// maxCandidates bounds the candidates for a predicate. maxCandidate bounds the size of a candidate.
// maxSwaps bounds the numbers that an edit replaces.
const (
	maxCandidates = 200
	maxCandidate  = 200
	maxSwaps      = 4
)

// swaps returns the replacements of numbers. A number that has become rarer is replaced by one that
// has become more frequent, as counted in clauses. Adjacent numbers are replaced in the same way.
func (n *neighbour) swaps() (z []*logic.Rewriter) {
	st := n.sys.Store
	before, after := numbers(n.old), numbers(n.sys)
	more := func(a, b map[string]number) (z []rational.Rat) {
		for key, x := range a {
			if x.clauses > b[key].clauses {
				z = append(z, x.Rat)
			}
		}
		slices.SortFunc(z, rational.Rat.Cmp)
		return z
	}
	gone, come := more(before, after), more(after, before)
	if len(gone) > maxSwaps || len(come) > maxSwaps {
		return nil
	}
	var all [][2]rational.Rat
	for i, x := range gone {
		for k, y := range come {
			z = append(z, swap(st, [2]rational.Rat{x, y}))
			if i == k {
				all = append(all, [2]rational.Rat{x, y})
			}
		}
	}
	if len(gone) == len(come) && len(all) > 1 {
		z = append(z, swap(st, all...))
	}
	return z
}

// swap replaces the first number of each pair by the second one. Adjacent and negated numbers are
// replaced in the same way.
func swap(st *logic.Store, pairs ...[2]rational.Rat) *logic.Rewriter {
	return st.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		if t.Op() != logic.OpNum {
			return t
		}
		v := t.Num()
		for _, near := range []int64{0, 1} {
			for _, pair := range pairs {
				by := pair[1].Sub(pair[0])
				if v.Sub(pair[0]).Abs().Cmp(rational.Int(near)) <= 0 {
					return st.Num(v.Add(by), t.Sort())
				}
				if v.Add(pair[0]).Abs().Cmp(rational.Int(near)) <= 0 {
					return st.Num(v.Sub(by), t.Sort())
				}
			}
		}
		return t
	})
}

// A number is the absolute value of a numeral, with the clauses that have it.
type number struct {
	rational.Rat
	clauses int
}

// numbers returns the numbers of the clauses.
func numbers(sys *horn.System) map[string]number {
	z := map[string]number{}
	for _, c := range sys.Clauses {
		logic.Walk(func(t *logic.Term) bool {
			if t.Op() == logic.OpNum {
				x := t.Num().Abs()
				z[x.String()] = number{x, z[x.String()].clauses + 1}
			}
			return true
		}, c.Terms()...)
	}
	return z
}

// pairs matches the predicates of the other system with those of this one. Predicates with the same
// name match first. Then predicates with the same stem match in order; stems ignore numbers, since
// these are positions in a text. Finally, predicates with the same sorts match.
func (n *neighbour) pairs() map[*logic.Func]*logic.Func {
	z := map[*logic.Func]*logic.Func{}
	taken := map[*logic.Func]bool{}
	stem := func(p *logic.Func) string {
		return strings.Map(func(c rune) rune {
			if '0' <= c && c <= '9' {
				return -1
			}
			return c
		}, p.Name())
	}
	same := func(p, q *logic.Func) bool { return p.Name() == q.Name() }
	like := func(p, q *logic.Func) bool { return stem(p) == stem(q) }
	alike := func(p, q *logic.Func) bool {
		return slices.EqualFunc(p.Params(), q.Params(), func(x, y *logic.Sort) bool { return n.importer.Sort(x) == y })
	}
	for _, matches := range []func(p, q *logic.Func) bool{same, like, alike} {
		for _, p := range n.old.Preds {
			for _, q := range n.sys.Preds {
				if z[p] == nil && !taken[q] && matches(p, q) {
					z[p], taken[q] = q, true
				}
			}
		}
	}
	return z
}

// arguments returns for each argument of p the matching argument of q, or -1. Arguments match by
// their names in the clauses. If this is impossible, all of them match in order.
func (n *neighbour) arguments(p, q *logic.Func) []int {
	before, after := argumentNames(n.old, p), argumentNames(n.sys, q)
	z := make([]int, p.Arity())
	known := true
	for i := range z {
		z[i] = -1
		if before != nil && after != nil {
			if k := slices.Index(after, before[i]); k >= 0 && n.importer.Sort(p.Params()[i]) == q.Params()[k] {
				z[i] = k
			}
		}
		known = known && z[i] >= 0
	}
	if known || p.Arity() != q.Arity() {
		return z
	}
	for i := range z {
		if n.importer.Sort(p.Params()[i]) != q.Params()[i] {
			return z
		}
	}
	for i := range z {
		z[i] = i
	}
	return z
}

// argumentNames returns the names of the variables in an atom of p in a body, without the suffixes
// that make them unique. It returns nil if they do not distinguish the arguments.
func argumentNames(sys *horn.System, p *logic.Func) []string {
	for _, c := range sys.Clauses {
		for _, a := range c.Body {
			if a.Pred != p || !a.HasDistinctVars() {
				continue
			}
			var z []string
			for _, v := range a.Args {
				name, _, _ := strings.Cut(v.Name(), "@")
				if slices.Contains(z, name) {
					return nil
				}
				z = append(z, name)
			}
			return z
		}
	}
	return nil
}
