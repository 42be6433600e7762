// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/smt"
	"cornet/smtlib"
)

// walk finds the valuations of chosen arguments that can be reached when all
// other arguments may have any values, and the steps between them.
type walk struct {
	env   *pass.Env
	sys   *horn.System
	index map[*smtlib.Func]int

	args   [][]int            // the chosen arguments, by predicate
	places [][][]*smtlib.Term // valuations of them, by predicate
	preds  [][]*smtlib.Func   // a predicate for each valuation
	flows  []flow

	known   []map[string]int // numbers of the valuations, by predicate
	solvers []smt.Solver     // by clause, made on demand
	visited []int            // by clause: 1 + the valuations of its body when it was last asked about
	checks  int              // so far, over all choices
	limit   int              // of checks
	ticks   uint64           // of one check, unless limits say otherwise
}

// flow is a step: a clause with the numbers of the valuations of its body atoms
// and of its head; 0 where a predicate has none.
type flow struct {
	clause int
	places []int
}

func newWalk(env *pass.Env, sys *horn.System) *walk {
	return &walk{env: env, sys: sys, index: sys.Index(), limit: maxControlChecks, ticks: maxControlTicks}
}

// outcome is how a walk ends.
type outcome uint8

const (
	walked  outcome = iota
	tooMany         // valuations or steps
	giveUp          // the solver does not answer, or the budget is gone
)

// choose walks by the arguments in args, and as long as there are too many
// valuations by fewer: those go that most often have both values after the same
// step, which is what data does and control does not. ok is false when nothing is
// worth splitting.
func (w *walk) choose(ctx context.Context, args [][]int) (ok bool, err error) {
	for {
		w.args = args
		result, err := w.run(ctx)
		switch {
		case err != nil || result == giveUp:
			return false, err
		case result == walked:
			places := 0
			for i := range w.places {
				places += len(w.places[i])
			}
			if len(w.flows) <= maxControlDegree*max(places, 1)+len(w.sys.Clauses) {
				w.name()
				return true, nil
			}
		}
		args = w.fewer(len(w.flows) / 4)
		if !slices.ContainsFunc(args, func(js []int) bool { return len(js) > 0 }) {
			return false, nil
		}
	}
}

// name makes the predicates.
func (w *walk) name() {
	w.preds = make([][]*smtlib.Func, len(w.sys.Preds))
	for i, p := range w.sys.Preds {
		if !w.split(i) {
			continue
		}
		var sorts []*smtlib.Sort
		for j, sort := range p.Params() {
			if !slices.Contains(w.args[i], j) {
				sorts = append(sorts, sort)
			}
		}
		for range w.places[i] {
			w.preds[i] = append(w.preds[i], w.sys.Store.FreshFunc(p.Name(), sorts, w.sys.Store.Bool))
		}
	}
}

func (w *walk) close() {
	for _, s := range w.solvers {
		if s != nil {
			s.Close()
		}
	}
	w.solvers = nil
}

// run walks by w.args.
func (w *walk) run(ctx context.Context) (result outcome, err error) {
	w.close()
	w.solvers = make([]smt.Solver, len(w.sys.Clauses))
	w.visited = make([]int, len(w.sys.Clauses))
	w.flows = nil
	w.places = make([][][]*smtlib.Term, len(w.sys.Preds))
	w.known = make([]map[string]int, len(w.sys.Preds))
	for i := range w.known {
		w.known[i] = map[string]int{}
		if !w.split(i) {
			w.places[i] = [][]*smtlib.Term{nil}
		}
	}
	for {
		old := w.size()
		for i := range w.sys.Clauses {
			if result, err = w.clause(ctx, i); err != nil || result != walked {
				return result, err
			}
		}
		if w.size() == old {
			return walked, nil
		}
	}
}

// size returns the number of valuations.
func (w *walk) size() int {
	n := 0
	for _, p := range w.places {
		n += len(p)
	}
	return n
}

// clause finds all steps of clause i from the valuations so far.
func (w *walk) clause(ctx context.Context, i int) (result outcome, err error) {
	c := w.sys.Clauses[i]
	s := w.sys.Store
	now, concerned := 1, c.Head != nil && w.split(w.index[c.Head.Pred])
	for _, a := range c.Body {
		k := w.index[a.Pred]
		now += len(w.places[k])
		concerned = concerned || w.split(k)
	}
	if w.visited[i] == now {
		return walked, nil
	}
	if w.visited[i] = now; !concerned {
		w.flows = append(w.flows, flow{i, make([]int, len(c.Body)+1)})
		return walked, nil
	}
	solver := w.solvers[i]
	if solver == nil {
		if solver = w.env.NewSolver(s, cmp.Or(w.env.Limits.CheckTicks, w.ticks)); solver == nil {
			return giveUp, nil
		}
		w.solvers[i] = solver
		if err := solver.Assert(c.Constraint); err != nil {
			w.env.Logger().Debug("transform: no steps of a clause", "clause", i, "err", err)
			return giveUp, nil
		}
	}
	// The body's atoms are at valuations that are known.
	var from []*smtlib.Term
	for _, a := range c.Body {
		k := w.index[a.Pred]
		if !w.split(k) {
			continue
		}
		var any []*smtlib.Term
		for _, v := range w.places[k] {
			any = append(any, w.at(&a, k, v))
		}
		from = append(from, s.Or(any...))
	}
	for {
		if w.checks++; w.checks > w.limit {
			return giveUp, nil
		}
		st, err := solver.Check(ctx, from...)
		switch {
		case ctx.Err() != nil:
			return giveUp, context.Cause(ctx)
		case err != nil || st == smt.Unknown:
			return giveUp, nil
		case st == smt.Unsat:
			return walked, nil
		}
		m, err := solver.Model()
		if err != nil {
			return giveUp, nil
		}
		f := flow{clause: i}
		var step []*smtlib.Term
		open := false // a valuation rests on what SMT-LIB leaves open, such as (div x 0)
		visit := func(a *horn.Atom) {
			k := w.index[a.Pred]
			n := 0
			if w.split(k) {
				v := w.valuation(m, a, k)
				open = open || slices.ContainsFunc(v, func(t *smtlib.Term) bool { return !t.IsValue() })
				n = w.place(k, v)
				step = append(step, w.at(a, k, v))
			}
			f.places = append(f.places, n)
		}
		for k := range c.Body {
			visit(&c.Body[k])
		}
		if c.Head != nil {
			visit(c.Head)
		}
		if open {
			return giveUp, nil
		}
		w.flows = append(w.flows, f)
		if err := solver.Assert(s.Not(s.And(step...))); err != nil {
			return giveUp, nil
		}
		if len(w.flows) > maxControlFlows+len(w.sys.Clauses) || slices.ContainsFunc(w.places, func(vs [][]*smtlib.Term) bool { return len(vs) > maxControlPlaces }) {
			return tooMany, nil
		}
		if w.unbounded() {
			return tooMany, nil
		}
	}
}

// at returns that a, an atom of predicate k, has valuation v.
func (w *walk) at(a *horn.Atom, k int, v []*smtlib.Term) *smtlib.Term {
	var conj []*smtlib.Term
	for n, j := range w.args[k] {
		conj = append(conj, w.sys.Store.Eq(a.Args[j], v[n]))
	}
	return w.sys.Store.And(conj...)
}

// valuation returns the valuation of a under m.
func (w *walk) valuation(m *smtlib.Model, a *horn.Atom, k int) []*smtlib.Term {
	v := make([]*smtlib.Term, len(w.args[k]))
	for n, j := range w.args[k] {
		v[n] = m.Eval(a.Args[j])
	}
	return v
}

// place returns the number of valuation v of predicate k.
func (w *walk) place(k int, v []*smtlib.Term) int {
	key := termsKey(v)
	n, ok := w.known[k][key]
	if !ok {
		n = len(w.places[k])
		w.known[k][key] = n
		w.places[k] = append(w.places[k], v)
	}
	return n
}

func termsKey(ts []*smtlib.Term) string {
	var key []byte
	for _, t := range ts {
		key = binary.AppendUvarint(key, uint64(t.ID()))
	}
	return string(key)
}

// unbounded reports whether an argument that is not Boolean has too many values.
func (w *walk) unbounded() bool {
	for i := range w.args {
		for n := range w.args[i] {
			if w.values(i, n) > maxControlValues {
				return true
			}
		}
	}
	return false
}

// values returns the number of values of the n-th chosen argument of predicate i.
func (w *walk) values(i, n int) int {
	var seen []*smtlib.Term
	for _, v := range w.places[i] {
		if !slices.Contains(seen, v[n]) {
			seen = append(seen, v[n])
		}
	}
	return len(seen)
}

// fewer returns the arguments without those with too many values, and as long as
// the steps that were found are more than limit when the others are ignored,
// without the one that most pairs of steps differ in and in nothing else.
func (w *walk) fewer(limit int) [][]int {
	args := make([][]int, len(w.args))
	var columns []site // numbers of chosen arguments
	first := true      // nothing is dropped yet
	for i, js := range w.args {
		args[i] = slices.Clone(js)
		for n, j := range js {
			if w.values(i, n) > maxControlValues {
				args[i] = slices.DeleteFunc(args[i], func(k int) bool { return k == j })
				first = false
			} else {
				columns = append(columns, site{i, n})
			}
		}
	}
	dropped := map[site]bool{}
	for ; len(columns) > 0; first = false {
		steps, free := w.project(dropped, columns)
		if steps <= limit && !first {
			break
		}
		worst := 0
		for k := range columns {
			if free[k] >= free[worst] {
				worst = k
			}
		}
		x := columns[worst]
		dropped[x] = true
		columns = slices.Delete(columns, worst, worst+1)
		j := w.args[x.pred][x.arg]
		args[x.pred] = slices.DeleteFunc(args[x.pred], func(k int) bool { return k == j })
	}
	return args
}

// project returns the number of different steps when the dropped arguments are
// ignored, and for every column how many steps have a twin that differs in that
// column of the head only.
func (w *walk) project(dropped map[site]bool, columns []site) (steps int, free []int) {
	distinct := map[string]bool{}
	free = make([]int, len(columns))
	without := make([]map[string]*smtlib.Term, len(columns))
	for k := range without {
		without[k] = map[string]*smtlib.Term{}
	}
	for _, f := range w.flows {
		c := w.sys.Clauses[f.clause]
		key := []byte{byte(f.clause), byte(f.clause >> 8)}
		for k, a := range c.Body {
			key = w.appendKey(key, w.index[a.Pred], f.places[k], dropped, -1)
		}
		if c.Head == nil {
			continue
		}
		head, place := w.index[c.Head.Pred], f.places[len(c.Body)]
		whole := string(w.appendKey(slices.Clone(key), head, place, dropped, -1))
		if distinct[whole] {
			continue
		}
		distinct[whole] = true
		for k, x := range columns {
			if x.pred != head {
				continue
			}
			others := string(w.appendKey(slices.Clone(key), head, place, dropped, x.arg))
			value := w.places[head][place][x.arg]
			if old := without[k][others]; old != nil && old != value {
				free[k]++
			}
			without[k][others] = value
		}
	}
	return len(distinct), free
}

// appendKey appends valuation number place of predicate i without the dropped
// arguments and without the one at skip.
func (w *walk) appendKey(key []byte, i, place int, dropped map[site]bool, skip int) []byte {
	for n, t := range w.places[i][place] {
		if n == skip || dropped[site{i, n}] {
			continue
		}
		key = binary.AppendUvarint(key, uint64(t.ID()))
	}
	return append(key, 0xff)
}
