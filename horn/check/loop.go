// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// loop validates a loop of a refutation. The steps of its first iteration have already been
// validated, and its last step is the newest one. Afterwards that step derives the fact after all
// iterations.
//
// The second iteration is validated in the same way. The facts of the first two iterations
// determine the facts of iteration k, as terms over k. These hold by induction over k under two
// conditions. First, for k = -1 the fact of the last step is the fact before the loop. Second, for
// 0 ≤ k < Times, each step derives its fact for k from its premises for k. A solver checks the
// second condition for all k at once.
func (c *prover) loop(p *horn.Proof, l *horn.ProofLoop) error {
	s := c.sys.Store
	z := &loop{prover: c, proof: p, ProofLoop: l}
	if msg := z.malformed(); msg != "" {
		return &Invalid{Assert: -1, Step: min(max(0, l.Last), len(p.Steps)-1), Msg: "loop: " + msg}
	}
	if err := z.iterate(); err != nil {
		return err
	}
	if msg := z.begins(); msg != "" {
		return z.invalid(l.Last, msg)
	}
	for i := l.First; i <= l.Last; i++ {
		if err := z.every(i); err != nil {
			return err
		}
	}
	after, ok := z.fact(l.Last, s.Num(l.Times.Num().Sub(rational.Int(1)), s.Int))
	if !ok {
		return z.invalid(l.Last, "the fact after it has no value")
	}
	for i := l.First; i < l.Last; i++ {
		c.match.derived[i] = heads{} // each iteration has a different fact
	}
	c.match.derived[l.Last] = heads{after}
	return nil
}

// loop is the state of the validation of one loop.
type loop struct {
	*prover
	*horn.ProofLoop
	proof *horn.Proof
	// facts and values belong to the first two iterations. They are the facts that the steps
	// derive, and the values of the variables of their assertions, in the order of the text.
	facts  [2][]*logic.Term
	values [2][][]*logic.Term
}

// malformed describes what is wrong with the loop, or returns "".
func (z *loop) malformed() string {
	switch n := z.Times; {
	case z.Entry < 0 || z.Entry >= z.First || z.First > z.Last || z.Last != len(z.match.derived)-1:
		return "its steps do not come after the one that it begins from"
	case len(z.Next) != z.Last-z.First+1:
		return "not every step has values for the second iteration"
	case n == nil || n.Op() != logic.OpNum || !n.Sort().IsInt() || n.Num().Less(rational.Int(2)):
		return "it has no number of iterations, 2 at least"
	}
	return ""
}

func (z *loop) invalid(step int, msg string) error {
	a := z.asserts[z.proof.Steps[step].Assert]
	return &Invalid{Pos: a.pos, Assert: a.number, Step: step, Msg: "loop: " + msg}
}

func (z *loop) undecided(step int, msg string, err error) error {
	a := z.asserts[z.proof.Steps[step].Assert]
	return &Undecided{Pos: a.pos, Assert: a.number, Step: step, Msg: "loop: " + msg, Err: err}
}

// iterate validates the second iteration, and keeps the facts and values of both.
func (z *loop) iterate() error {
	derived := z.match.derived
	entry, first := derived[z.Entry], slices.Clone(derived[z.First:])
	defer func() {
		derived[z.Entry] = entry
		copy(derived[z.First:], first)
	}()
	derived[z.Entry] = derived[z.Last]
	for i := z.First; i <= z.Last; i++ {
		s, before := z.proof.Steps[i], derived[i]
		values := [2][]horn.Value{s.Values, z.Next[i-z.First]}
		s.Values = values[1]
		h, err := z.step(i, &s)
		if err != nil {
			return err
		}
		derived[i] = h
		for n, h := range [2]heads{before, h} {
			if len(h) != 1 || h[0] == nil {
				return z.invalid(i, "a step derives false, or several facts")
			}
			z.facts[n] = append(z.facts[n], h[0])
			x, err := z.assigned(i, values[n])
			if err != nil {
				return err
			}
			z.values[n] = append(z.values[n], x)
		}
		if before[0].Func() != h[0].Func() {
			return z.invalid(i, "a step derives facts of different predicates")
		}
	}
	return nil
}

// assigned returns the values of the variables of the assertion of step i, in the order of the
// text.
func (z *loop) assigned(i int, values []horn.Value) ([]*logic.Term, error) {
	a := z.asserts[z.proof.Steps[i].Assert]
	in, msg := z.assign(a, values)
	if msg != "" {
		return nil, z.invalid(i, msg)
	}
	x := slice.Map(a.free, func(v *logic.Term) *logic.Term { return in.image[v] })
	for _, o := range a.shape.binders {
		x = append(x, o.values...)
	}
	return x, nil
}

// begins describes why the fact before the loop differs from the last step's fact in iteration -1,
// or returns "".
func (z *loop) begins() string {
	last := z.Last - z.First
	entry := z.match.derived[z.Entry]
	if len(entry) != 1 || entry[0] == nil || entry[0].Func() != z.facts[0][last].Func() {
		return "it does not begin with a fact of the predicate that it derives"
	}
	for j, before := range entry[0].Args() {
		first, second := z.facts[0][last].Arg(j), z.facts[1][last].Arg(j)
		if x, ok := horn.Iterate(z.sys.Store, before, first, z.sys.Store.IntNum(2)); !ok || x != second {
			return fmt.Sprintf("argument %d of its fact does not change by the same number in the first two iterations", j)
		}
	}
	return ""
}

// fact returns the fact that step i of the loop derives in iteration k.
func (z *loop) fact(i int, k *logic.Term) (*logic.Term, bool) {
	i -= z.First
	return z.between(z.facts[0][i], z.facts[1][i], k)
}

// between returns the fact of iteration k, computed from those of the first two.
func (z *loop) between(first, second, k *logic.Term) (*logic.Term, bool) {
	args, ok := z.all(first.Args(), second.Args(), k)
	if !ok {
		return nil, false
	}
	return z.sys.Store.Apply(first.Func(), args...), true
}

// all returns the terms of iteration k, computed from those of the first two.
func (z *loop) all(first, second []*logic.Term, k *logic.Term) (at []*logic.Term, ok bool) {
	at = make([]*logic.Term, len(first))
	for j := range at {
		if at[j], ok = horn.Iterate(z.sys.Store, first[j], second[j], k); !ok {
			return nil, false
		}
	}
	return at, true
}

// every decides whether step i derives its fact from its premises in every iteration. It searches
// for a k for which the instance and the premises are true and the fact is false. Predicates are
// uninterpreted; atoms with equal arguments are equal.
func (z *loop) every(i int) error {
	s, a := z.sys.Store, z.asserts[z.proof.Steps[i].Assert]
	matrix, vars := a.term, slices.Clone(a.free)
	for ; matrix.Op() == logic.OpForall; matrix = matrix.Arg(0) {
		vars = append(vars, matrix.Bound()...)
	}
	distinct := map[*logic.Term]bool{}
	for _, v := range vars {
		distinct[v] = true
	}
	if matrix.HasQuantifiers() || len(distinct) < len(vars) {
		return z.undecided(i, "the quantifiers of the assertion do not all stand in front, with names of their own", nil)
	}
	k, within, ok := horn.Counter(s, z.Times, z.iteration(0), z.iteration(1))
	if !ok {
		return z.invalid(i, "it has more iterations than its vectors have values")
	}
	values, ok := z.all(z.values[0][i-z.First], z.values[1][i-z.First], k)
	if !ok {
		return z.invalid(i, "values change, but not by numbers")
	}
	derived, ok := z.fact(i, k)
	if !ok {
		return z.invalid(i, "the fact derived by a step changes, but not by numbers")
	}
	e := &atoms{store: s, preds: z.sys.Preds, names: map[*logic.Term]*logic.Term{}}
	assumed := []*logic.Term{within, e.formula(s.Substitute(matrix, vars, values))}
	for _, premise := range z.proof.Steps[i].Premises {
		facts, ok := z.premise(premise, k)
		if !ok {
			return z.invalid(i, fmt.Sprintf("premise %d has no fact in every iteration", premise))
		}
		for _, f := range facts {
			assumed = append(assumed, e.equal(f, s.True())...)
			if f.Func() == derived.Func() {
				assumed = append(assumed, s.Not(equalArguments(s, f, derived)))
			}
		}
	}
	assumed = append(assumed, e.equal(derived, s.False())...)
	switch answer, err := z.judge.valid(s.Not(s.And(assumed...))); {
	case err != nil:
		return z.undecided(i, "a solver failed", err)
	case answer == holds:
		return nil
	case answer == fails:
		return z.invalid(i, "the step is not one in every iteration")
	}
	return z.undecided(i, "no solver could decide whether the step is valid in every iteration", nil)
}

// iteration returns the values and the arguments of the facts of one of the first two iterations.
func (z *loop) iteration(n int) []*logic.Term {
	x := slices.Concat(z.values[n]...)
	for _, f := range z.facts[n] {
		x = append(x, f.Args()...)
	}
	return x
}

// premise returns the facts of a premise, an earlier step, in iteration k.
func (z *loop) premise(premise int, k *logic.Term) ([]*logic.Term, bool) {
	derived := z.match.derived[premise]
	switch last := z.facts[0][z.Last-z.First]; {
	case premise >= z.First:
		f, ok := z.fact(premise, k)
		return []*logic.Term{f}, ok
	case premise == z.Entry:
		f, ok := z.between(derived[0], last, k)
		return []*logic.Term{f}, ok
	}
	return derived, !slices.Contains(derived, nil)
}

// atoms replaces the atoms of predicates in a formula by Boolean variables.
type atoms struct {
	store *logic.Store
	preds []*logic.Func
	names map[*logic.Term]*logic.Term
	found []*logic.Term
}

func (e *atoms) formula(t *logic.Term) *logic.Term {
	return e.store.NewRewriter(func(t *logic.Term) *logic.Term {
		if t.Op() != logic.OpApp || !slices.Contains(e.preds, t.Func()) {
			return nil
		}
		if e.names[t] == nil {
			e.names[t] = e.store.Fresh("atom", e.store.Bool)
			e.found = append(e.found, t)
		}
		return e.names[t]
	}, nil).Map(t)
}

// equal returns the relation between two atoms: if their arguments are equal, their truth values
// are equal.
func (e *atoms) equal(fact, value *logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, t := range e.found {
		if t.Func() != fact.Func() {
			continue
		}
		z = append(z, e.store.Implies(equalArguments(e.store, t, fact), e.store.Eq(e.names[t], value)))
	}
	return z
}

func equalArguments(s *logic.Store, x, y *logic.Term) *logic.Term {
	same := make([]*logic.Term, len(x.Args()))
	for j := range same {
		same[j] = s.Eq(x.Arg(j), y.Arg(j))
	}
	return s.And(same...)
}
