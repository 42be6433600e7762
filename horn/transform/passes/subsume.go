// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Subsume removes clauses that another one implies, by syntax: their bodies have
// the same predicates, and with the variables of the bodies and then of the
// heads renamed alike, the heads are equal and the constraint of the one has
// all conjuncts of the other. A fact that holds for all arguments removes every
// other clause with its head. Models and refutations stay as they are.
//
// Cost: near-linear in the size of the system; clauses are compared with those
// that share their rarest conjunct, at most maxCompare of them.
func Subsume(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	s := &subsumer{
		sys: sys, names: map[nameKey]*logic.Term{}, count: map[conjKey]int{},
		byRare: map[conjKey][]int{}, always: map[*logic.Func]int{},
	}
	s.canon = make([]canonical, len(sys.Clauses))
	for i, c := range sys.Clauses {
		if i%256 == 0 && ctx.Err() != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		s.canon[i] = s.canonical(c)
		for _, t := range s.canon[i].conj {
			s.count[conjKey{s.canon[i].key, t}]++
		}
		if c.IsFact() && c.Head != nil && c.Constraint.IsTrue() && c.Head.HasDistinctVars() {
			if _, ok := s.always[c.Head.Pred]; !ok {
				s.always[c.Head.Pred] = i
			}
		}
	}
	gone := s.subsumed()
	if !slices.Contains(gone, true) {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for i := range sys.Clauses {
		if !gone[i] {
			b.Keep(i)
		}
	}
	return b.Outcome(sys.Preds, nil), nil
}

// maxCompare bounds the clauses that one clause is compared with.
const maxCompare = 32

// canonical is a clause with canonical variable names.
type canonical struct {
	key  string        // predicates and head
	conj []*logic.Term // ordered by ID
}

type nameKey struct {
	sort *logic.Sort
	i    int
}

// conjKey is a conjunct in clauses with the same key; without a conjunct it
// stands for all of them.
type conjKey struct {
	key string
	t   *logic.Term
}

// subsumer compares the clauses of one system.
type subsumer struct {
	sys    *horn.System
	names  map[nameKey]*logic.Term // canonical variables
	canon  []canonical
	count  map[conjKey]int
	byRare map[conjKey][]int   // subsuming clauses by their rarest conjunct
	always map[*logic.Func]int // facts for all arguments
}

// canonical returns c with its variables named by the order in which they occur
// in body and head; the others follow, ordered by ID.
func (s *subsumer) canonical(c *horn.Clause) canonical {
	var from, to []*logic.Term
	seen := map[*logic.Term]bool{}
	name := func(ts []*logic.Term) {
		for _, t := range ts {
			for _, v := range logic.FreeVars(t) {
				if seen[v] {
					continue
				}
				seen[v] = true
				k := nameKey{v.Sort(), len(from)}
				w := s.names[k]
				if w == nil {
					// A bar cannot occur in a name that is read, nor in a fresh one. The
					// names are the same in every run, so that unchanged clauses take no
					// memory twice.
					w = s.sys.Store.Var("c|"+strconv.Itoa(len(from)), v.Sort())
					s.names[k] = w
				}
				from, to = append(from, v), append(to, w)
			}
		}
	}
	order := byPred(c.Body)
	for _, i := range order {
		name(c.Body[i].Args)
	}
	if c.Head != nil {
		name(c.Head.Args)
	}
	name([]*logic.Term{c.Constraint})
	sub := s.sys.Store.NewSubstitution(from, to)
	var key []byte
	atom := func(a *horn.Atom) {
		key = strconv.AppendUint(key, uint64(a.Pred.ID()), 36)
		for _, t := range a.Args {
			key = append(key, ',')
			key = strconv.AppendUint(key, uint64(sub.Apply(t).ID()), 36)
		}
		key = append(key, ' ')
	}
	for _, i := range order {
		atom(&c.Body[i])
	}
	if c.Head != nil {
		key = append(key, '>')
		atom(c.Head)
	}
	phi := sub.Apply(c.Constraint)
	z := canonical{key: string(key), conj: []*logic.Term{phi}}
	switch phi.Op() {
	case logic.OpTrue:
		z.conj = nil
	case logic.OpAnd:
		z.conj = slices.Clone(phi.Args())
		slices.SortFunc(z.conj, byID)
	}
	return z
}

func byID(a, b *logic.Term) int { return cmp.Compare(a.ID(), b.ID()) }

// subsumed returns which clauses others imply. Of equal clauses the first stays.
func (s *subsumer) subsumed() []bool {
	order := make([]int, len(s.canon)) // few conjuncts first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(s.canon[i].conj) - len(s.canon[j].conj) })
	gone := make([]bool, len(s.canon))
	for _, i := range order {
		c := s.sys.Clauses[i]
		if c.Head != nil {
			if k, ok := s.always[c.Head.Pred]; ok && k != i {
				gone[i] = true
				continue
			}
		}
		if gone[i] = s.implied(&s.canon[i]); gone[i] {
			continue
		}
		rare := conjKey{key: s.canon[i].key}
		for _, t := range s.canon[i].conj {
			k := conjKey{s.canon[i].key, t}
			if rare.t == nil || s.count[k] < s.count[rare] {
				rare = k
			}
		}
		s.byRare[rare] = append(s.byRare[rare], i)
	}
	return gone
}

// implied reports whether a clause that stays has a part of c's conjuncts.
func (s *subsumer) implied(c *canonical) bool {
	if len(s.byRare[conjKey{key: c.key}]) > 0 { // one without conjuncts
		return true
	}
	compared := 0
	for _, t := range c.conj {
		for _, i := range s.byRare[conjKey{c.key, t}] {
			if compared++; compared > maxCompare {
				return false
			}
			if isSubset(s.canon[i].conj, c.conj) {
				return true
			}
		}
	}
	return false
}

// isSubset reports whether a is a subset of b; both are ordered by ID.
func isSubset(a, b []*logic.Term) bool {
	j := 0
	for _, t := range a {
		for j < len(b) && b[j].ID() < t.ID() {
			j++
		}
		if j == len(b) || b[j] != t {
			return false
		}
	}
	return true
}
