// SPDX-License-Identifier: Apache-2.0

package session

import (
	"context"
	"maps"
	"slices"
	"strings"

	"cornet"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/internal/budget"
	"cornet/logic"
)

// reuseTicks bounds the effort of checking a witness of an earlier question.
const reuseTicks = 3_000_000

// maxCandidates limits the conjuncts of a definition that are candidates, so that they do not
// accumulate: a model tends to contain all inductive candidates.
const maxCandidates = 32

// knowledge is the results of earlier questions. It consists of texts, which belong to no store.
type knowledge struct {
	proof string                // the last refutation
	defs  map[string]definition // definitions of the predicates of the last question
}

// definition is the known information about a predicate.
type definition struct {
	signature  string
	text       string // the whole definition
	candidates string // its smallest conjuncts
}

// signature returns the name and sorts of a predicate.
func signature(p *logic.Func) string {
	var b strings.Builder
	b.WriteString(p.String())
	for _, x := range p.Params() {
		b.WriteString(" " + x.String())
	}
	return b.String()
}

// learn keeps the witness or the lemmas of z, the answer to sys.
func (k *knowledge) learn(sys *cornet.System, z cornet.Result) {
	m := z.Model
	if m == nil {
		m = z.Lemmas
	}
	defs := map[string]definition{}
	for _, p := range sys.Preds {
		if d, ok := k.about(p); ok {
			defs[p.Name()] = d
		}
		if m != nil {
			if d, ok := m.Definition(p); ok {
				defs[p.Name()] = definition{signature(p), written(sys.Store, p, d), written(sys.Store, p, smallest(sys.Store, d))}
			}
		}
	}
	k.defs = defs
	if z.Proof != nil {
		var text strings.Builder
		horn.WriteProof(&text, z.Proof) // writing to a Builder does not fail
		k.proof = text.String()
	}
}

// smallest returns d with only its smallest conjuncts.
func smallest(s *logic.Store, d horn.Definition) horn.Definition {
	all := logic.AppendConjuncts(nil, d.Body)
	slices.SortStableFunc(all, func(a, b *logic.Term) int { return logic.Size(a) - logic.Size(b) })
	return horn.Definition{Params: d.Params, Body: s.And(all[:min(len(all), maxCandidates)]...)}
}

// written returns a definition as text.
func written(s *logic.Store, p *logic.Func, d horn.Definition) string {
	m := horn.NewModel()
	m.Define(p, d.Params, d.Body)
	var text strings.Builder
	// writing does not fail: the model defines p, and the text is a Builder
	horn.WriteModel(&text, &cornet.System{Store: s, Preds: []*logic.Func{p}}, m)
	return strings.TrimSuffix(strings.TrimPrefix(text.String(), "(\n"), ")\n")
}

// question is a system to be decided, with earlier knowledge. It shares no data with the
// conversation, which may continue before the question is answered.
type question struct {
	cornet.Options
	known  knowledge
	system *cornet.System
}

// question returns the question about sys.
func (s *session) question(sys *cornet.System) *question {
	q := &question{Options: s.Options.Options, known: knowledge{s.known.proof, maps.Clone(s.known.defs)}, system: sys}
	q.Budget = budget.Budget{} // the time of the budget has begun
	q.Config.Lemmas = s.counts.Questions > 1
	return q
}

// decide decides the system by an earlier witness if it is valid, or else by the engines.
func (q *question) decide(ctx context.Context) (cornet.Result, error) {
	if z, ok := q.again(ctx); ok {
		return z, nil
	}
	given, err := q.ReadHints(q.system)
	if err != nil {
		return cornet.Result{Reason: err.Error()}, err
	}
	q.Config.Hints = hints.Merge(given, q.candidates())
	return cornet.Solve(ctx, q.system, q.Options)
}

// again returns the answer of an earlier question if it also answers this one.
func (q *question) again(ctx context.Context) (z cornet.Result, ok bool) {
	config := q.Config
	config.SMT.Ticks = reuseTicks
	judge := config.NewJudge(q.system)
	z.Stats.Engine = earlier
	if w := q.witness("unsat\n" + q.known.proof); w != nil && w.Proof != nil && judge.Validate(ctx, w) == nil {
		z.Verdict, z.Proof = horn.Unsafe, w.Proof
		return z, true
	}
	if w := q.witness(q.model()); w != nil && w.Model != nil && judge.Validate(ctx, w) == nil {
		z.Verdict, z.Model = horn.Safe, w.Model
		return z, true
	}
	return z, false
}

// earlier takes the place of the engine if the answer comes from an earlier witness.
const earlier = "earlier witness"

// witness reads a witness. It returns nil if the text has no witness.
func (q *question) witness(text string) *horn.Witness {
	w, err := horn.ReadWitness(q.system, "", strings.NewReader(text))
	if err != nil {
		return nil
	}
	return w
}

// model returns definitions of all predicates, or "" if some are not known.
func (q *question) model() string {
	var b strings.Builder
	b.WriteString("sat\n(\n")
	for _, p := range q.system.Preds {
		d, ok := q.known.about(p)
		if !ok {
			return ""
		}
		b.WriteString(d.text)
	}
	b.WriteString(")\n")
	return b.String()
}

// candidates returns the known definitions of predicates, as far as hints can express them.
func (q *question) candidates() *hints.Hints {
	var all []*hints.Hints
	for _, p := range q.system.Preds {
		d, ok := q.known.about(p)
		if !ok {
			continue
		}
		if h, err := hints.Read(q.system, "", strings.NewReader(d.candidates)); err == nil {
			all = append(all, h)
		}
	}
	return hints.Merge(all...)
}

// about returns the known definition of p.
func (k *knowledge) about(p *logic.Func) (definition, bool) {
	d, ok := k.defs[p.Name()]
	return d, ok && d.signature == signature(p)
}
