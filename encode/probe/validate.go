// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/flat"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// A Violation is a state of a run in which a model of the clauses does not hold.
type Violation struct {
	Place  chc.Place
	Values []*smtlib.Term // of the predicate's arguments
}

func (v *Violation) Error() string {
	args := ""
	for _, x := range v.Values {
		args += " " + x.String()
	}
	return fmt.Sprintf("a run of the program reaches %v, where the proof excludes it: (%s%s) does not hold", v.Place.Pos, v.Place.Pred.Name(), args)
}

// Validate runs the program of sys, before it was simplified, on inputs like those of Find, and tests that model holds wherever a run
// passes a place with a predicate. The result is a *Violation if it does not: then something between the program and its clauses is
// wrong, such as a range or a slice. Runs that reach an error count as well: no model may hold of them.
//
// What does not come to an end within the limits, or cannot be evaluated, is passed over.
func Validate(ctx context.Context, sys *chc.System, model *horn.Model, o Options) error {
	if sys.Program == nil || sys.Ints == chc.Math {
		return nil
	}
	o = o.orElse(Options{Steps: 100_000, RunSteps: 5_000, Runs: 64})
	v := &validator{sys: sys, model: model, places: map[*flat.Node][]int{}, pool: flatPool(sys.Program)}
	for i, p := range sys.Places {
		if p.Node != nil {
			v.places[p.Node] = append(v.places[p.Node], i)
		}
	}
	for seed := range o.Runs {
		if ctx.Err() != nil || o.Steps <= 0 {
			return nil
		}
		v.run(int64(seed), o)
		if v.found != nil {
			return v.found
		}
		o.Steps -= v.steps
	}
	return nil
}

// validator tests a model.
type validator struct {
	sys    *chc.System
	model  *horn.Model
	places map[*flat.Node][]int
	pool   *pool
	steps  int
	visits map[int]int // of places, in this run
	found  error
}

// maxElements is how many elements of arrays a predicate is tested with.
const maxElements = 200

// run runs the program once.
func (v *validator) run(seed int64, o Options) {
	r := rand.New(rand.NewSource(seed))
	as, always := temper(seed)%tempers, r.Int63()>>r.Intn(62)
	v.visits, v.steps = map[int]int{}, 50
	outcome, e := v.sys.Program.Run(flat.Environment{
		MaxSteps:   o.RunSteps,
		NoOverflow: v.sys.Overflow != chc.Wrap,
		Choose:     r.Intn,
		Value: func(_ *flat.Edge, t flat.Type, _ flat.Havoc) *big.Int {
			return v.pool.choose(r, as, always, cfgType(t))
		},
		Visit: func(s *flat.State, n *flat.Node) {
			v.steps++
			for _, i := range v.places[n] {
				if v.visits[i]++; v.found == nil && v.due(i) {
					v.test(s, i)
				}
			}
		},
	})
	if outcome == flat.Failed && v.found == nil {
		v.found = fmt.Errorf("a run of the program reaches the error at %v, which the proof excludes", e.Pos)
	}
}

// due reports whether a place is tested at this visit: at the first ones, and ever more rarely.
func (v *validator) due(i int) bool {
	n := v.visits[i] - v.sys.Places[i].Skipped
	return n > 0 && (n <= 16 || n&(n-1) == 0)
}

// test tests the predicate of a place.
func (v *validator) test(s *flat.State, i int) {
	p := v.sys.Places[i]
	var values []*smtlib.Term
	elements := 0
	sorts := p.Pred.Params()
	add := func(x flat.Value) {
		values = append(values, v.term(x, sorts[len(values)], &elements))
	}
	for _, y := range p.In {
		add(s.Initial(y))
	}
	for _, y := range p.Vars {
		add(s.Value(y))
	}
	if elements > maxElements {
		return
	}
	for _, m := range []*horn.Model{v.model, v.sys.Assumed} {
		if def, ok := m.Definition(p.Pred); ok && v.excludes(def, values) {
			v.found = &Violation{Place: p, Values: values}
		}
	}
}

// excludes reports whether a definition is false of values.
func (v *validator) excludes(def horn.Definition, values []*smtlib.Term) bool {
	m := v.sys.Horn.Store.NewModel()
	for i, x := range def.Params {
		m.Set(x, values[i])
	}
	return m.Eval(def.Body).IsFalse()
}

// term is x as a value of a sort.
func (v *validator) term(x flat.Value, sort *smtlib.Sort, elements *int) *smtlib.Term {
	s := v.sys.Horn.Store
	if n := x.Number(); n != nil {
		if sort.IsBitVec() {
			return s.BVNum(n, sort.Width())
		}
		return s.Num(rational.FromBigInt(n), sort)
	}
	type pair struct{ index, elem *big.Int }
	var pairs []pair
	fill := x.Elements(func(index, elem *big.Int) { pairs = append(pairs, pair{index, elem}) })
	*elements += len(pairs)
	z := s.ConstArray(sort, v.term(flat.NumberValue(fill), sort.Elem(), elements))
	if *elements > maxElements {
		return z
	}
	for _, p := range pairs {
		z = s.Store(z, v.term(flat.NumberValue(p.index), sort.Index(), elements), v.term(flat.NumberValue(p.elem), sort.Elem(), elements))
	}
	return z
}

// cfgType is scalar t as package cfg has it.
func cfgType(t flat.Type) *cfg.Type {
	switch t.Kind {
	case flat.Int:
		return &cfg.Type{Kind: cfg.Int, Width: t.Width, Signed: t.Signed, Bool: t.Bool}
	case flat.Float:
		return &cfg.Type{Kind: cfg.Float, Width: t.Width}
	}
	return &cfg.Type{Kind: cfg.Pointer, Size: int64(t.Width / 8)}
}

// flatPool collects the constants of p.
func flatPool(p *flat.Program) *pool {
	z := newCollector()
	for _, f := range p.Functions {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				flat.Operands(e.Op, func(x *flat.Expr) {
					x.Walk(func(y *flat.Expr) {
						switch {
						case !y.IsConst():
						case y.Type.Kind == flat.Int:
							z.int(y.Value)
						case y.Type.Kind == flat.Float:
							z.float(y.Type.Width, y.Value)
						}
					})
				})
			}
		}
	}
	return z.pool()
}
