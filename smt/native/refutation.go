// SPDX-License-Identifier: Apache-2.0

package native

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// Literal is a Bool symbol, or a bound (<= sum k) or (< sum k), or its negation.
type Literal struct {
	Term     *logic.Term
	Negative bool
}

// RefutationClause is a clause of a refutation. A refutation has each clause after its premises,
// and the empty clause last.
type RefutationClause struct {
	Literals []Literal
	// Input is the number of the input clause, or -1 for derived clauses and lemmas.
	Input int
	// Premises are at least two clauses. Resolving them one after the other gives the clause.
	Premises []int
	// Weights are the weights of a Farkas combination, by literal. The weighted sum of the negated
	// literals is contradictory; bounds over Int are rounded.
	Weights []rational.Rat
}

// searches are the ways to search for a refutation. Each is tried if those before it have given up.
// (In s_split_16, the first one makes branchings on integers that do not end.)
var searches = []sat.Options{{Proof: true}, {Proof: true, InitialPhase: sat.True}, {Proof: true, InitialPhase: sat.True, Mode: sat.Stable}}

// Refute refutes clauses over Bool and linear arithmetic. It returns Sat if they are not
// contradictory. It returns Unknown if it cannot decide this within the ticks of o for each search.
// If a sum has terms that are not symbols (see [Definitional]), the error wraps
// errors.ErrUnsupported.
func Refute(ctx context.Context, store *logic.Store, clauses [][]Literal, o smt.Options) (z []RefutationClause, status smt.Status, err error) {
	for _, search := range searches {
		z, status, err = refute(ctx, store, clauses, o, search)
		if status != smt.Unknown || err != nil || ctx.Err() != nil {
			break
		}
	}
	return z, status, err
}

// refute is like Refute, with one search.
func refute(ctx context.Context, store *logic.Store, clauses [][]Literal, o smt.Options, search sat.Options) ([]RefutationClause, smt.Status, error) {
	r := &refuter{core: newCore(store, search), store: store, usage: &usage{}}
	r.arith.log = &certificates{}
	e := newEncoder(store, r.sat, r.arith, r.table)
	e.usage = r.usage
	for i, c := range clauses {
		e.partition = sat.Partition(i)
		lits := make([]sat.Lit, len(c))
		for j, x := range c {
			if err := supported(x.Term); err != nil {
				return nil, smt.Unknown, err
			}
			l, err := e.literal(x.Term, both)
			if err != nil {
				return nil, smt.Unknown, err
			}
			if lits[j] = l; x.Negative {
				lits[j] = l.Not()
			}
		}
		if len(e.aliases) > 0 {
			return nil, smt.Unknown, fmt.Errorf("native: a refutation of clauses with terms that are no sums: %w", errors.ErrUnsupported)
		}
		e.clause(lits...)
	}
	r.arith.ctx = ctx
	r.sat.SetLimits(sat.Limits{Ticks: int64(o.Ticks), Bytes: int64(o.Memory)})
	switch r.sat.Solve(ctx) {
	case sat.Sat:
		return nil, smt.Sat, nil
	case sat.Unknown:
		return nil, smt.Unknown, context.Cause(ctx)
	}
	proof := r.sat.Proof()
	w := &refutationWriter{extraction: newExtraction(r, proof), number: make([]int, proof.Len())}
	for id := range proof.Len() {
		if err := w.add(proof.Node(sat.ClauseID(id))); err != nil {
			return nil, smt.Unknown, err
		}
	}
	return w.clauses, smt.Unsat, nil
}

// refutationWriter translates the clauses of a proof.
type refutationWriter struct {
	*extraction
	number  []int // by clause of the proof: its number in the refutation
	clauses []RefutationClause
}

// add translates the next clause.
func (w *refutationWriter) add(n sat.Node) error {
	c := RefutationClause{Input: -1}
	for _, l := range n.Lits {
		x, err := w.literal(l)
		if err != nil {
			return err
		}
		c.Literals = append(c.Literals, x)
	}
	switch n.Kind {
	case sat.Input:
		c.Input = int(n.Partition)
	case sat.Derived:
		if len(n.Steps) == 0 {
			w.number[n.ID] = w.number[n.First]
			return nil
		}
		c.Premises = append(c.Premises, w.number[n.First])
		for _, s := range n.Steps {
			c.Premises = append(c.Premises, w.number[s.Ante])
		}
	case sat.Lemma:
		if n.Cert == 0 {
			return fmt.Errorf("native: a lemma without a certificate: %v", n.Lits)
		}
		x := &w.arith.log.list[n.Cert-1]
		if x.equalities != nil {
			return w.indivisible(n, c, x.equalities)
		}
		if err := w.weigh(&c, x.premises); err != nil {
			return err
		}
	}
	w.number[n.ID] = w.append(c)
	return nil
}

func (w *refutationWriter) append(c RefutationClause) int {
	w.clauses = append(w.clauses, c)
	return len(w.clauses) - 1
}

// literal returns the Literal of l.
func (w *refutationWriter) literal(l sat.Lit) (Literal, error) {
	t, err := w.term(l.Var().Pos())
	if err != nil {
		return Literal{}, err
	}
	x := asLiteral(t)
	x.Negative = x.Negative != l.IsNeg()
	return x, nil
}

// asLiteral returns t without its negation.
func asLiteral(t *logic.Term) Literal {
	if t.Op() == logic.OpNot {
		return Literal{t.Arg(0), true}
	}
	return Literal{t, false}
}

// weigh assigns the weights of the premises to the literals of c. The reason of a premise is the
// negation of a literal.
func (w *refutationWriter) weigh(c *RefutationClause, premises []lra.Premise) error {
	c.Weights = make([]rational.Rat, len(c.Literals))
	for _, p := range premises {
		x, err := w.literal(sat.Lit(p.Reason).Not())
		if err != nil {
			return err
		}
		found := false
		for i, l := range c.Literals {
			if l == x {
				c.Weights[i] = c.Weights[i].Add(p.Coeff.Mul(w.factor(p.Var, x.Term)))
				found = true
			}
		}
		if !found {
			return fmt.Errorf("native: the certificate of a lemma has the bound %v, but the lemma has no literal for it", p.Bound)
		}
	}
	return nil
}

// factor returns the factor that turns the sum in a bound on v into v, or into its negation.
func (w *refutationWriter) factor(v lra.Var, bound *logic.Term) rational.Rat {
	first := lra.Monomial{Coeff: rational.Int(1), Var: v}
	if definition, ok := w.arith.lia.Relaxation().Definition(v); ok {
		first = definition[0]
	}
	return w.ratio(first.Coeff, w.symbolOf[first.Var], bound)
}

// ratio returns x divided by the coefficient of a symbol in a bound, without the sign. Canonical
// bounds have coprime coefficients, so the sums that they bound are multiples of them.
func (w *refutationWriter) ratio(x rational.Rat, symbol, bound *logic.Term) rational.Rat {
	for _, m := range w.store.Linear(bound.Arg(0)).Monomials {
		if inside(m.Term) == symbol {
			return x.Div(m.Coeff).Abs()
		}
	}
	return rational.Int(1)
}

// indivisible adds a lemma that follows from equalities without integer solution. Their weighted
// sum is t = q for an integer t and a fraction q. The lemma follows from t ≤ ⌊q⌋ and its negation:
// each contradicts the equalities.
func (w *refutationWriter) indivisible(n sat.Node, c RefutationClause, equalities []lia.Equality) error {
	lp := w.arith.lia.Relaxation()
	coefficients := map[lra.Var]rational.Rat{}
	var vars []lra.Var
	add := func(v lra.Var, x rational.Rat) {
		if _, ok := coefficients[v]; !ok {
			vars = append(vars, v)
		}
		coefficients[v] = coefficients[v].Add(x)
	}
	var right rational.Rat
	var atLeast, atMost []lra.Premise // bounds on the sum
	for _, e := range equalities {
		right = right.AddMul(e.Coeff, e.Lower.Value)
		definition, ok := lp.Definition(e.Lower.Var)
		if !ok {
			definition = []lra.Monomial{{Coeff: rational.Int(1), Var: e.Lower.Var}}
		}
		for _, m := range definition {
			add(m.Var, m.Coeff.Mul(e.Coeff))
		}
		lower, upper := lra.Premise{Bound: e.Lower, Coeff: e.Coeff.Abs()}, lra.Premise{Bound: e.Upper, Coeff: e.Coeff.Abs()}
		if e.Coeff.Sign() < 0 {
			lower, upper = upper, lower
		}
		atLeast, atMost = append(atLeast, lower), append(atMost, upper)
	}
	s := w.store
	var sum []*logic.Term
	for _, v := range vars {
		if x := coefficients[v]; !x.IsZero() {
			sum = append(sum, s.Scale(x, w.symbolOf[v]))
		}
	}
	if len(sum) == 0 {
		// 0 is a fraction: the sum of the bounds on one side is contradictory.
		side := atMost
		if right.Sign() > 0 {
			side = atLeast
		}
		if err := w.weigh(&c, side); err != nil {
			return err
		}
		w.number[n.ID] = w.append(c)
		return nil
	}
	t := s.Add(sum...)
	bound := asLiteral(s.Le(t, s.Num(right.Floor(), s.Int)))
	first := s.Linear(t).Monomials[0]
	scale := w.ratio(first.Coeff, inside(first.Term), bound.Term)
	halves := [2]int{}
	for i, half := range [2][]lra.Premise{atMost, atLeast} {
		d := RefutationClause{Input: -1, Literals: append([]Literal{{bound.Term, bound.Negative != (i == 1)}}, c.Literals...)}
		if err := w.weigh(&d, half); err != nil {
			return err
		}
		d.Weights[0] = scale
		halves[i] = w.append(d)
	}
	c.Premises = halves[:]
	w.number[n.ID] = w.append(c)
	return nil
}

// Definitional returns a formula with the Boolean structure of f that is satisfiable if and only if
// f is. It has no conditional terms, no quotients and remainders by numerals, and no floors. New
// constants represent these, and conjuncts define the constants. For example, 0 ≤ x - k·q < |k|
// defines a quotient q of x by k. If f may require two arrays to differ, they differ at an index
// that is also a new constant. names maps the constants to the terms that they represent.
func Definitional(store *logic.Store, f *logic.Term) (z *logic.Term, names map[*logic.Term]string, err error) {
	e := newEncoder(store, nil, nil, nil)
	names = map[*logic.Term]string{}
	conjuncts := []*logic.Term{f}
	for i := 0; i < len(conjuncts); i++ {
		conjuncts[i] = store.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
			if x := inside(t); x != t && x.Op() == logic.OpIte {
				t = store.Ite(x.Arg(0), store.ToReal(x.Arg(1)), store.ToReal(x.Arg(2)))
			}
			if err != nil || !isDefined(t) {
				return t
			}
			name := e.aliases[t]
			if name == nil {
				name = store.Fresh("d", t.Sort())
				e.aliases[t], names[name] = name, t.String()
				var d *logic.Term
				if d, err = e.definition(t); err == nil {
					conjuncts = append(conjuncts, d)
				}
			}
			return name
		}).Map(conjuncts[i])
	}
	for _, x := range differing(conjuncts) {
		k := store.Fresh("d", x.Arg(0).Sort().Index())
		names[k] = fmt.Sprintf("an index at which %v and %v differ, if they do", x.Arg(0), x.Arg(1))
		conjuncts = append(conjuncts, store.Faithful(logic.OpImplies, store.Eq(store.Select(x.Arg(0), k), store.Select(x.Arg(1), k)), x))
	}
	if len(conjuncts) == 1 {
		return conjuncts[0], names, err
	}
	return store.Faithful(logic.OpAnd, conjuncts...), names, err
}

// isDefined reports whether t is a conditional term, or a number that is not linear in its parts.
func isDefined(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpIte:
		return !t.Sort().IsBool()
	case logic.OpIntDiv, logic.OpMod, logic.OpToInt:
		return true
	}
	return false
}

// differing returns the equations between arrays that one of the formulas may require to be false.
func differing(fs []*logic.Term) (z []*logic.Term) {
	seen := map[request]bool{}
	var visit func(*logic.Term, polarity)
	visit = func(t *logic.Term, p polarity) {
		if seen[request{t, p}] {
			return
		}
		seen[request{t, p}] = true
		for i, a := range t.Args() {
			switch {
			case !a.Sort().IsBool():
			case t.Op() == logic.OpAnd, t.Op() == logic.OpOr, t.Op() == logic.OpIte && i > 0, t.Op() == logic.OpImplies && i == len(t.Args())-1:
				visit(a, p)
			case t.Op() == logic.OpNot, t.Op() == logic.OpImplies:
				visit(a, p.flip())
			default:
				visit(a, both)
			}
		}
		if t.Op() == logic.OpEq && t.Arg(0).Sort().IsArray() && p&negative != 0 && !slices.Contains(z, t) {
			z = append(z, t)
		}
	}
	for _, f := range fs {
		visit(f, positive)
	}
	return z
}
