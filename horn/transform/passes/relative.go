// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// Relative makes bit-vectors relative to one of them if only their differences matter, such as the
// places of points in an order:
//
//	p(x, y, z) ∧ 0 ≤ y - x - 3 → p(y, x, z)   becomes   p(y, z) ∧ 0 ≤ y - 3 → p(-y, z - y)
//
// The derived facts of such a system are closed under translations, which add the same number to
// all of these arguments: p(x, y, z) represents p(0, y - x, z - x). Unification determines the
// arguments and variables that are translated together. A set of them qualifies under these
// conditions. In each sum that is compared with something else, the coefficients of the set add up
// to 0. On the two sides of an equation, they add up to the same number. In an argument, they add
// up to 1.
//
// Differences wrap around where vectors do: as integers they need a case distinction each.
// Differences to a common origin need none.
//
// Reference: C. N. Ip, D. L. Dill, "Better Verification Through Symmetry", FMSD 9, 1996, for
// quotients by symmetries.
//
// Clauses of the result correspond to those of sys. Their bodies are not in normal form.
func Relative(sys *horn.System) pass.Outcome {
	r := &relative{sys: sys, index: sys.Index(), bad: map[place]bool{}, seen: map[place]bool{}}
	for i, c := range sys.Clauses {
		r.clause = i
		r.formula(c.Constraint)
		for k := range c.Body {
			r.atom(&c.Body[k])
		}
		if c.Head != nil {
			r.atom(c.Head)
		}
	}
	if !r.choose() {
		return pass.Unchanged(sys)
	}
	z := &horn.System{Store: sys.Store, Preds: r.preds}
	for i, c := range sys.Clauses {
		z.Clauses = append(z.Clauses, r.rewritten(i, c))
	}
	return pass.Outcome{System: z, Effect: pass.Exact, Back: r}
}

// relative is a run of the pass, and translates witnesses back.
type relative struct {
	sys    *horn.System
	index  map[*logic.Func]int
	clause int // the current clause

	// sets of places. bad has representatives of the sets that do not qualify, since one of their
	// places cannot be translated with the others.
	sets unionfind.Sets[place]
	bad  map[place]bool
	seen map[place]bool // formulas seen

	preds   []*logic.Func
	origins []map[place]int         // by predicate: the argument that the others of a set are relative to
	zero    []map[place]*logic.Term // by clause: the variable of a set that is 0
}

// place is an argument of a predicate, or a term of a clause.
type place struct {
	clause, pred, arg int
	term              *logic.Term
}

func (r *relative) of(t *logic.Term) place { return place{clause: r.clause, term: t} }

func (r *relative) unite(x, y place) {
	from, to := r.sets.Union(x, y)
	r.bad[to] = r.bad[to] || r.bad[from]
}

// fixed states that t must not change, so none of its variables is translated.
func (r *relative) fixed(t *logic.Term) {
	for _, v := range logic.FreeVars(t) {
		r.bad[r.sets.Find(r.of(v))] = true
	}
}

// sum joins the variables of sum z, which may be nil, and of c · t, so that they are translated
// together. It returns the change of both sums under a translation by 1.
func (r *relative) sum(z *place, c uint64, t *logic.Term) (first *place, weight uint64) {
	switch {
	case t.IsVar():
		x := r.of(t)
		if z != nil {
			r.unite(*z, x)
		}
		return &x, c
	case t.Op() == logic.OpBV:
		return z, 0
	case t.Op() == logic.OpBVAdd:
		for _, a := range t.Args() {
			var w uint64
			z, w = r.sum(z, c, a)
			weight += w
		}
		return z, weight
	case t.Op() == logic.OpBVNeg:
		return r.sum(z, -c, t.Arg(0))
	case t.Op() == logic.OpBVMul && len(t.Args()) == 2 && t.Arg(0).Op() == logic.OpBV && t.Arg(0).BV().IsUint64():
		return r.sum(z, c*t.Arg(0).BV().Uint64(), t.Arg(1))
	}
	r.fixed(t)
	return z, 0
}

// weighs adds an equation: under a translation by 1, the sum of parts, with alternating
// coefficients 1 and -1, must change by want.
func (r *relative) weighs(want uint64, parts ...*logic.Term) {
	var z *place
	var weight uint64
	for i, t := range parts {
		var w uint64
		z, w = r.sum(z, 1-2*uint64(i), t)
		weight += w
	}
	width := parts[0].Sort().Width()
	if z != nil && (width > 64 || (weight-want)<<(64-width) != 0) {
		r.bad[r.sets.Find(*z)] = true
	}
}

// formula visits the atoms of t.
func (r *relative) formula(t *logic.Term) {
	if x := r.of(t); r.seen[x] {
		return
	} else {
		r.seen[x] = true
	}
	switch {
	case t.Op() == logic.OpEq && t.Arg(0).Sort().IsBitVec():
		r.weighs(0, t.Args()...)
		return
	case t.Op() == logic.OpAnd, t.Op() == logic.OpOr, t.Op() == logic.OpNot, t.Op() == logic.OpEq, t.Op() == logic.OpIte,
		slices.Contains([]logic.Op{logic.OpBVUle, logic.OpBVUlt, logic.OpBVSle, logic.OpBVSlt}, t.Op()):
	default:
		r.fixed(t)
		return
	}
	for _, a := range t.Args() {
		switch {
		case a.Sort().IsBool():
			r.formula(a)
		case a.Sort().IsBitVec():
			r.weighs(0, a)
		default:
			r.fixed(a)
		}
	}
}

// atom joins the arguments of a with those of its predicate.
func (r *relative) atom(a *horn.Atom) {
	for j, t := range a.Args {
		x := place{pred: r.index[a.Pred] + 1, arg: j}
		switch {
		case t.Sort().IsBool():
			r.formula(t)
		case !t.Sort().IsBitVec():
			r.fixed(t)
		default:
			r.weighs(1, t)
			vars := logic.FreeVars(t)
			for _, v := range vars {
				r.unite(x, r.of(v))
			}
			if len(vars) == 0 {
				r.bad[r.sets.Find(x)] = true
			}
		}
	}
}

// set returns the set of argument j of predicate i, if it qualifies.
func (r *relative) set(i, j int) (z place, ok bool) {
	if !r.sys.Preds[i].Params()[j].IsBitVec() {
		return place{}, false
	}
	z = r.sets.Find(place{pred: i + 1, arg: j})
	return z, !r.bad[z]
}

// choose makes the predicates. It reports whether there are relative arguments.
func (r *relative) choose() bool {
	s := r.sys.Store
	some := false
	for i, p := range r.sys.Preds {
		origins := map[place]int{}
		var sorts []*logic.Sort
		for j, sort := range p.Params() {
			if set, ok := r.set(i, j); ok {
				if _, known := origins[set]; !known {
					origins[set] = j
					some = true
					continue
				}
			}
			sorts = append(sorts, sort)
		}
		q := p
		if len(origins) > 0 {
			q = s.FreshFunc(p.Name(), sorts, s.Bool)
		}
		r.preds = append(r.preds, q)
		r.origins = append(r.origins, origins)
	}
	return some
}

// differences returns the arguments for the replacement of predicate i.
func (r *relative) differences(i int, args []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for j, t := range args {
		set, ok := r.set(i, j)
		switch {
		case !ok:
			z = append(z, t)
		case r.origins[i][set] != j:
			z = append(z, r.sys.Store.BVSub(t, args[r.origins[i][set]]))
		}
	}
	return z
}

// rewritten returns clause i over differences. In each set, the variable that is the origin is 0.
func (r *relative) rewritten(i int, c *horn.Clause) *horn.Clause {
	s := r.sys.Store
	zero := map[place]*logic.Term{}
	var from, to []*logic.Term
	atoms := slices.Clone(c.Body)
	if c.Head != nil {
		atoms = append(atoms, *c.Head)
	}
	for _, a := range atoms {
		p := r.index[a.Pred]
		for j, t := range a.Args {
			set, ok := r.set(p, j)
			if ok && r.origins[p][set] == j && t.IsVar() && zero[set] == nil {
				zero[set] = t
				from, to = append(from, t), append(to, s.BVNum(new(big.Int), t.Sort().Width()))
			}
		}
	}
	r.zero = append(r.zero, zero)
	sub := s.NewSubstitution(from, to)
	atom := func(a horn.Atom) horn.Atom {
		p := r.index[a.Pred]
		z := horn.Atom{Pred: r.preds[p]}
		for _, t := range r.differences(p, a.Args) {
			z.Args = append(z.Args, sub.Apply(t))
		}
		return z
	}
	phi := sub.Apply(c.Constraint)
	z := c.Map(atom)
	z.Constraint = phi
	return z
}

// Model implements pass.BackTranslator.
func (r *relative) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	s := r.sys.Store
	z := horn.NewModel()
	for i, p := range r.sys.Preds {
		xs := horn.Params(s, p)
		z.Define(p, xs, m.Instance(s, r.preds[i], r.differences(i, xs)))
	}
	return z, nil
}

// instance is a translated step.
type instance struct {
	by    map[place]*big.Int // the number that is added, by set
	needs []int              // the instances of its premises
}

// Refutation implements pass.BackTranslator. From the last step back, each step is translated so
// that it derives the facts that are needed. If a step is needed at several places, there are
// several copies with different numbers.
func (r *relative) Refutation(_ context.Context, t *horn.Refutation) (*horn.Refutation, error) {
	if len(t.Loops) > 0 {
		return nil, fmt.Errorf("%w: loops over vectors that are relative to others", pass.ErrUndetermined)
	}
	wanted := make([][]instance, len(t.Steps))
	last := len(t.Steps) - 1
	wanted[last] = []instance{{by: map[place]*big.Int{}}}
	for i := last; i >= 0; i-- {
		c := r.sys.Clauses[t.Steps[i].Clause]
		for k := range wanted[i] {
			values := r.values(&t.Steps[i], wanted[i][k].by)
			for n, premise := range t.Steps[i].Premises {
				p := r.index[c.Body[n].Pred]
				plain := r.values(&t.Steps[premise], nil)
				head := r.sys.Clauses[t.Steps[premise].Clause].Head
				by := map[place]*big.Int{}
				for set, j := range r.origins[p] {
					by[set] = new(big.Int).Sub(values.Eval(c.Body[n].Args[j]).BV(), plain.Eval(head.Args[j]).BV())
				}
				at := slices.IndexFunc(wanted[premise], func(x instance) bool { return r.same(p, x.by, by) })
				if at < 0 {
					at = len(wanted[premise])
					wanted[premise] = append(wanted[premise], instance{by: by})
				}
				wanted[i][k].needs = append(wanted[i][k].needs, at)
			}
		}
	}
	z := &horn.Refutation{}
	begin := make([]int, len(t.Steps))
	for i, step := range t.Steps {
		begin[i] = len(z.Steps)
		for _, x := range wanted[i] {
			m := r.values(&step, x.by)
			y := horn.Step{Clause: step.Clause, Values: map[*logic.Term]*logic.Term{}}
			for _, v := range r.sys.Clauses[step.Clause].Vars() {
				y.Values[v] = m.Value(v)
			}
			for n, premise := range step.Premises {
				y.Premises = append(y.Premises, begin[premise]+x.needs[n])
			}
			z.Steps = append(z.Steps, y)
		}
	}
	return z, nil
}

// same reports whether two translations of a fact of predicate p agree.
func (r *relative) same(p int, x, y map[place]*big.Int) bool {
	for set, j := range r.origins[p] {
		d := new(big.Int).Sub(x[set], y[set])
		if d.Mod(d, new(big.Int).Lsh(big.NewInt(1), uint(r.sys.Preds[p].Params()[j].Width()))).Sign() != 0 {
			return false
		}
	}
	return true
}

// values returns the values of the variables of a step's clause, translated by numbers.
func (r *relative) values(step *horn.Step, by map[place]*big.Int) *logic.Model {
	s := r.sys.Store
	m := s.NewModel()
	r.clause = step.Clause
	for _, v := range r.sys.Clauses[step.Clause].Vars() {
		x := step.Values[v]
		if x == nil || r.zero[step.Clause][r.sets.Find(r.of(v))] == v {
			x = m.Value(v)
		}
		if v.Sort().IsBitVec() {
			if k := by[r.sets.Find(r.of(v))]; k != nil {
				x = s.BVNum(new(big.Int).Add(x.BV(), k), v.Sort().Width())
			}
		}
		m.Set(v, x)
	}
	return m
}
