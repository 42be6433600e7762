// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/exec"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// A Violation is a state of a run in which a model of the clauses does not hold.
type Violation struct {
	Place  chc.Place
	Values []*logic.Term // values of the predicate's arguments
}

func (v *Violation) Error() string {
	args := ""
	for _, x := range v.Values {
		args += " " + x.String()
	}
	return fmt.Sprintf("a run of the program reaches %v, where the proof excludes it: (%s%s) does not hold", v.Place.Pos, v.Place.Pred.Name(), args)
}

// A Divergence is a run of the program that differs from the run of its translation, a program
// without memory, on the same inputs.
type Divergence struct {
	Pos             cfg.Pos
	What            string // the compared value
	Program, Scalar string // its value in each program
}

func (d *Divergence) Error() string {
	return fmt.Sprintf("a run of the program and that of its translation differ: %v: %s: %s, and %s in the translation", d.Pos, d.What, d.Program, d.Scalar)
}

// Validate runs p, and the program from which the clauses of sys are made, on inputs like those of
// Find. It tests that both behave in the same way, that model holds wherever a run passes a place
// with a predicate, and that the clauses derive what a run passes. sys is an encoding of p. If
// something between the program and its clauses is wrong, such as points-to sets or a wrap, the
// result is a *Divergence, *Violation, *Mistranslation, *Mismerge or *Underived. Runs that reach an
// error count too, since no model may hold for them.
//
// Runs that do not end within the limits, or cannot be evaluated, are skipped. The comparison
// ignores values that depend on indeterminate values, on numbers that are addresses, or on inexact
// constructs.
func Validate(ctx context.Context, p *cfg.Program, sys *chc.System, model *horn.Model, o Options) error {
	if sys.Program == nil || sys.Ints == chc.Math {
		return nil
	}
	o = o.withDefaults(Options{Steps: 40_000, RunSteps: 2_000, Runs: 400})
	v := &validator{p: p, sys: sys, model: model, places: map[*scalar.Node][]int{}, rendered: map[*scalar.Edge]*rendered{}, entered: map[*scalar.Node]int{}, writes: map[*scalar.Edge]int{}, pool: newPool(p), doubtful: doubtful(p), addresses: ConvertsPointers(p)}
	for i, p := range sys.Places {
		if p.Node != nil {
			v.places[p.Node] = append(v.places[p.Node], i)
		}
	}
	for seed := range o.Runs {
		if ctx.Err() != nil || o.Steps <= 0 {
			return nil
		}
		steps, err := v.run(ctx, int64(seed), o)
		if err != nil {
			return err
		}
		if o.Steps -= steps; !v.varies {
			return nil // all runs are equal
		}
	}
	return nil
}

// validator tests a model.
type validator struct {
	p        *cfg.Program
	sys      *chc.System
	model    *horn.Model
	places   map[*scalar.Node][]int
	pool     *pool
	doubtful map[cfg.Pos]bool
	// addresses means that the program converts addresses to numbers. Its translation chooses other
	// addresses.
	addresses bool
	rendered  map[*scalar.Edge]*rendered
	entered   map[*scalar.Node]int // how often blocks have been entered
	writes    map[*scalar.Edge]int // how often edges have assigned
	blocks    []*blockRun          // of the functions that run, the main function first
	visits    map[int]int          // by place, in this run
	found     error
	beyond    bool // the encoding does not cover the rest of this run
	varies    bool // a run depends on inputs, or on chance
}

// maxElements bounds the elements of arrays that are tested in a predicate.
const maxElements = 200

// run runs the program, and then its translation on the same inputs.
func (v *validator) run(ctx context.Context, seed int64, o Options) (steps int, err error) {
	r := newRun(seed, v.pool, v.doubtful)
	source := newRecord()
	eo := r.options(o.RunSteps)
	eo.Assigned = source.assigned // the addresses differ
	ended, err := exec.Run(ctx, v.p, eo)
	if err != nil {
		return 0, nil // there is no time left
	}
	given := inputsOf(r.occurrences)
	lowered := newRecord()
	steps = ended.Steps + 50
	v.visits, v.found, v.beyond, v.blocks = map[int]int{}, nil, false, nil
	outcome, e := v.sys.Program.Run(scalar.Environment{
		MaxSteps:      o.RunSteps,
		Indeterminate: func() { lowered.open = true },
		Choose: func(n int) int {
			lowered.open = true
			return r.random.IntN(n)
		},
		Value: func(e *scalar.Edge, t scalar.Type, h scalar.Havoc) *big.Int {
			if h.Input != "" && !h.To.Type.Array {
				if x := given.next(inputKey{e.Pos, h.Input}); x != nil {
					v.recordHavoc(e, h, x)
					return x
				}
			}
			lowered.open = lowered.open || h.Input != "" || h.Note != ""
			x := r.pool.choose(r.random, r.strategy, r.constant, t.CType())
			v.recordHavoc(e, h, x)
			return x
		},
		Visit: func(s *scalar.State, n *scalar.Node) {
			steps++
			if v.beyond = v.beyond || v.sys.Leads != nil && !v.sys.Leads[n]; v.beyond {
				v.blocks = nil
				return
			}
			v.visitBlock(s, n)
			for _, i := range v.places[n] {
				if v.visits[i]++; v.found == nil && v.due(i) {
					v.test(s, i)
				}
			}
		},
		Passes: v.passes,
		Assigned: func(e *scalar.Edge, x *scalar.Var, value *big.Int) {
			lowered.assigns(e.Pos, x.Source, value)
			v.checkAssignment(e, x, value)
		},
	})
	for i := range v.blocks {
		v.endBlock(i)
	}
	v.varies = r.inputs > 0 || r.scheduled || lowered.open
	switch {
	case v.found != nil:
		return steps, v.found
	case outcome == scalar.Failed:
		return steps, &Divergence{Pos: e.Pos, What: "the error", Program: "proved not to be reached", Scalar: "reached"}
	case r.doubt || v.addresses || lowered.open || !ended.Defined():
	case outcome == scalar.Broken:
		if _, defined := outcomes[ended.Outcome]; defined {
			return steps, &Divergence{Pos: e.Pos, What: "a pointer", Program: "defined", Scalar: "not what points-to analysis allows: " + scalar.OpString(e.Op)}
		}
	default:
		return steps, compare(ended, source, outcome, lowered)
	}
	return steps, nil
}

// due reports whether a place is tested at this visit: at the first visits, and then more and more
// rarely.
func (v *validator) due(i int) bool {
	return sampled(v.visits[i], 16)
}

// test tests the predicate of a place.
func (v *validator) test(s *scalar.State, i int) {
	p := v.sys.Places[i]
	values := v.arguments(s, p)
	if slices.Contains(values, nil) {
		return
	}
	if def, ok := v.model.Definition(p.Pred); ok && v.excludes(def, values) {
		v.found = &Violation{Place: p, Values: values}
	}
}

// arguments returns the values of a place's predicate in a state. Arrays with many elements are
// nil.
func (v *validator) arguments(s *scalar.State, p chc.Place) []*logic.Term {
	var values []*logic.Term
	sorts := p.Pred.Params()
	for _, y := range p.In {
		values = append(values, v.small(s.Initial(y), sorts[len(values)]))
	}
	for _, y := range p.Vars {
		values = append(values, v.small(s.Value(y), sorts[len(values)]))
	}
	return values
}

// small is x as a value of a sort, or nil if it is an array with many elements.
func (v *validator) small(x scalar.Value, sort *logic.Sort) *logic.Term {
	elements := 0
	if z := v.term(x, sort, &elements); elements <= maxElements {
		return z
	}
	return nil
}

// excludes reports whether a definition is false for the values.
func (v *validator) excludes(def horn.Definition, values []*logic.Term) bool {
	m := v.sys.Horn.Store.NewModel()
	for i, x := range def.Params {
		m.Set(x, values[i])
	}
	return m.Eval(def.Body).IsFalse()
}

// term returns x as a value of a sort.
func (v *validator) term(x scalar.Value, sort *logic.Sort, elements *int) *logic.Term {
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
	z := s.ConstArray(sort, v.term(scalar.NumberValue(fill), sort.Elem(), elements))
	if *elements > maxElements {
		return z
	}
	for _, p := range pairs {
		z = s.Store(z, v.term(scalar.NumberValue(p.index), sort.Index(), elements), v.term(scalar.NumberValue(p.elem), sort.Elem(), elements))
	}
	return z
}
