// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"strconv"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// minimisationTicks bounds the effort of a check that determines which lemmas a model needs. If it
// fails, the model contains all of them.
const minimisationTicks = 1_000_000

// model returns a model. Its definitions consist of lemmas above a level, which are inductive
// together. It leaves out lemmas that are not needed. It starts at the lemmas that exclude the
// queries. For each needed lemma, an unsatisfiable core has the lemmas of the body that a rule
// needs to imply it. If a check is undecided, model takes all lemmas of the bodies.
func (s *search) model(ctx context.Context, level int) (*horn.Model, error) {
	needed := map[*lemma]bool{}
	var work []*lemma
	need := func(x *lemma) {
		if !needed[x] {
			needed[x] = true
			work = append(work, x)
		}
	}
	for _, x := range s.goal.lemmas {
		need(x)
	}
	provers := map[*rule]*prover{}
	defer func() {
		for _, p := range provers {
			p.solver.Close()
		}
	}()
	all := len(s.goal.lemmas)
	for _, l := range s.locs {
		for _, x := range l.lemmas {
			if l != s.goal && x.level > level {
				all++
			}
		}
	}
	for len(work) > 0 && len(needed) < all {
		x := work[0]
		work = work[1:]
		for _, r := range x.loc.rules {
			p := provers[r]
			if p == nil {
				var err error
				if p, err = s.newProver(r, level); err != nil {
					return nil, err
				}
				provers[r] = p
			}
			s.stats.Checks++
			st, err := p.solver.Check(ctx, append(p.guards, x.cube...)...)
			if err != nil {
				return nil, err
			}
			if st != smt.Unsat {
				for _, g := range p.guards {
					need(p.lemmas[g])
				}
				continue
			}
			for _, t := range p.solver.Core() {
				if y := p.lemmas[t]; y != nil {
					need(y)
				}
			}
		}
	}
	m := horn.NewModel()
	for _, l := range s.locs {
		if l.pred == nil {
			continue
		}
		var terms []*logic.Term
		for _, x := range l.lemmas {
			if needed[x] {
				terms = append(terms, x.term)
			}
		}
		m.Define(l.pred, l.formals, s.store.And(terms...))
	}
	return m, nil
}

// prover is the solver of a rule in which a literal guards each lemma of the body.
type prover struct {
	solver smt.Solver
	guards []*logic.Term
	lemmas map[*logic.Term]*lemma // the lemmas by guard
}

func (s *search) newProver(r *rule, level int) (*prover, error) {
	solver, err := s.opts.Backend.New(s.store, s.opts.Solver.Within(minimisationTicks))
	if err != nil {
		return nil, err
	}
	p := &prover{solver: solver, lemmas: map[*logic.Term]*lemma{}}
	err = solver.Assert(r.whole)
	for _, v := range r.body {
		for i, x := range v.loc.lemmas {
			if x.level <= level || err != nil {
				continue
			}
			g := s.store.Var("\\use@"+v.name+"."+strconv.Itoa(i), s.store.Bool)
			p.guards = append(p.guards, g)
			p.lemmas[g] = x
			err = solver.Assert(s.store.Implies(g, v.sub.Apply(x.term)))
		}
	}
	if err != nil {
		solver.Close()
		return nil, err
	}
	return p, nil
}
