// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"context"
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/sat"
)

// Limits of an evaluation.
const (
	maxNumber = 1 << 30 // numerals of a clause
	maxBits   = 48      // bits of an integer
	maxNested = 400     // nesting of determinate calls
	// ticks of the evaluation of a call; the solver's effort is counted separately
	callTicks = 3_000
)

// machine evaluates calls.
type machine struct {
	cells
	ctx         context.Context
	program     *program
	store       *logic.Store
	memo        map[string]*call
	sums        map[string]*cell
	differences map[[2]int]sat.Lit
	delayed     []delayed
	nested      int
	// the assumption that parameters that count down to a number do not go below it
	natural sat.Lit
	depth   int // current depth of inputs
	stats   *Stats
	effort  *effort
}

// delayed is work that is done when a literal matters. Until then the literal is assumed false.
type delayed struct {
	on    sat.Lit
	level int
	do    func()
}

func (m *machine) delay(on sat.Lit, level int, do func()) {
	m.delayed = append(m.delayed, delayed{on, level, do})
}

// call is an atom that may be derived. If on holds, it is derived by one of its cases.
type call struct {
	pred    *predicate
	inputs  []*cell // nil at the position of the output
	out     *cell   // nil if there is no output, or if it is not known yet
	on      sat.Lit
	level   int
	cases   []*instance
	failed  bool // the call has no derivation
	certain bool // the call has a derivation
	ground  bool // the inputs are values
}

// call returns the call of p with the inputs. If the evaluation involves no choice, it happens at
// once. Otherwise it happens when it matters. A recursive call is not evaluated while it is
// uncertain whether the call is made.
func (m *machine) call(p *predicate, inputs []*cell, level int, sure bool) *call {
	key := keyOf(uint64(p.index), nil)
	ground := true
	for _, a := range inputs {
		if a != nil {
			key = append(key, keyOf(uint64(deref(a).id), nil)...)
			ground = ground && deref(a).ground
		}
	}
	c := m.memo[string(key)]
	if c != nil {
		if c.out == nil && p.output >= 0 && !c.failed {
			c.out = m.unknown(m.program.sys.Preds[p.index].Params()[p.output])
		}
		return c
	}
	c = &call{pred: p, inputs: inputs, on: m.fresh(), level: level, ground: ground}
	m.memo[string(key)] = c
	if m.nested < maxNested && (!p.calls || sure && (ground || m.fitting(c) <= 1)) {
		m.evaluate(c)
	} else {
		if p.output >= 0 {
			c.out = m.unknown(m.program.sys.Preds[p.index].Params()[p.output])
		}
		m.delay(c.on, level, func() { m.evaluate(c) })
	}
	return c
}

// fitting returns the number of clauses whose patterns fit the inputs of c.
func (m *machine) fitting(c *call) int {
	n := 0
	for _, r := range c.pred.rules {
		if m.fits(r, c) {
			n++
		}
	}
	return n
}

func (m *machine) fits(r *rule, c *call) bool {
	for i, a := range c.inputs {
		if a != nil && !m.fitsPattern(r.head[i], a) {
			return false
		}
	}
	return true
}

func (m *machine) fitsPattern(t *logic.Term, c *cell) bool {
	c = deref(c)
	switch t.Op() {
	case logic.OpTrue, logic.OpFalse:
		return c.word[0] != m.constant(t.IsFalse())
	case logic.OpNum:
		n, ok := t.Num().Int64()
		if !ok {
			return false
		}
		w := m.number(n)
		for i := range max(len(w), len(c.word)) {
			if w.bit(i) == c.word.bit(i).Not() {
				return false
			}
		}
	case logic.OpConstruct:
		k := t.Constructor().Index
		if c.tests[k] == m.no() {
			return false
		}
		if c.fields != nil {
			for i, p := range m.layout(c.sort).place[k] {
				if c.fields[p] != nil && !m.fitsPattern(t.Arg(i), c.fields[p]) {
					return false
				}
			}
		}
	}
	return true
}

// evaluate finds the clauses by which c may hold.
func (m *machine) evaluate(c *call) {
	m.stats.Calls++
	m.effort.spend(callTicks)
	m.nested++
	defer func() { m.nested-- }()
	var live []*instance
	for _, r := range c.pred.rules {
		if m.fits(r, c) {
			live = append(live, &instance{rule: r, level: c.level, env: map[*logic.Term]*cell{}, calls: make([]*call, len(r.body))})
		}
	}
	for _, x := range live {
		x.lit = c.on
		if len(live) > 1 {
			x.lit = m.fresh()
		}
		for _, t := range x.rule.constraints {
			x.waiting = append(x.waiting, equality{formula: t})
		}
		for i, a := range c.inputs {
			if a != nil {
				m.match(x, x.rule.head[i], a)
			}
		}
		m.advance(x, false)
	}
	live = m.possible(live)
	for _, x := range live {
		m.others(c, x)
	}
	live = m.possible(live)
	if c.ground && (c.pred.output < 0 || c.pred.exact) {
		if i := slices.IndexFunc(live, (*instance).complete); i >= 0 {
			live = live[i : i+1]
		}
	}
	for len(live) > 0 && slices.ContainsFunc(live, (*instance).unfinished) && turn.Yield(m.ctx) == nil {
		m.recursive(c, live)
		for _, x := range live {
			m.others(c, x)
		}
		live = m.possible(live)
	}
	m.finish(c, live)
}

// possible drops the cases that cannot hold.
func (m *machine) possible(cases []*instance) []*instance {
	var z []*instance
	for _, x := range cases {
		if x.failed {
			m.clause(x.lit.Not())
		} else {
			z = append(z, x)
		}
	}
	return z
}

// complete reports whether x holds without further conditions.
func (x *instance) complete() bool {
	if len(x.waiting) > 0 {
		return false
	}
	for _, k := range x.calls {
		if k == nil || !k.certain {
			return false
		}
	}
	for _, c := range x.env {
		if !deref(c).ground {
			return false
		}
	}
	return true
}

func (x *instance) unfinished() bool { return !x.failed && slices.Contains(x.calls, nil) }

// ready reports whether the inputs of the i-th atom have values.
func (x *instance) ready(i int) bool {
	a := x.rule.body[i]
	for j, t := range a.args {
		if j != a.pred.output && len(x.free(t)) > 0 {
			return false
		}
	}
	return true
}

// others calls the predicates that do not call c's predicate again, as long as their inputs have
// values. Predicates without output come first.
func (m *machine) others(c *call, x *instance) {
	for !x.failed && turn.Yield(m.ctx) == nil {
		best := -1
		for i, a := range x.rule.body {
			if x.calls[i] == nil && a.pred.group != c.pred.group && x.ready(i) && (best < 0 || a.pred.output < 0 && x.rule.body[best].pred.output >= 0) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		if inputs := m.inputs(x, best); !x.failed {
			m.join(x, best, m.call(x.rule.body[best].pred, inputs, x.level+1, true))
		}
	}
}

// inputs returns the values of the inputs of the i-th atom.
func (m *machine) inputs(x *instance, i int) []*cell {
	a := x.rule.body[i]
	z := make([]*cell, len(a.args))
	for j, t := range a.args {
		if j != a.pred.output {
			z[j] = m.eval(x, t)
			if n, ok := a.pred.floor[j]; ok {
				m.require(x, m.disjunction([]sat.Lit{m.less(z[j].word, m.number(n)).Not(), m.natural.Not()}))
			}
		}
	}
	return z
}

// join makes k the derivation of the i-th atom.
func (m *machine) join(x *instance, i int, k *call) {
	x.calls[i] = k
	if k.failed {
		x.failed = true
		return
	}
	m.clause(x.lit.Not(), k.on)
	if a := x.rule.body[i]; a.pred.output >= 0 && !x.failed {
		m.match(x, a.args[a.pred.output], k.out)
	}
	m.advance(x, false)
}

// recursive makes the calls of the remaining body atoms. Calls of the same predicate in several
// cases become one, by merging their inputs.
func (m *machine) recursive(c *call, live []*instance) {
	var wanted []*wish
	for _, x := range live {
		if x.failed {
			continue
		}
		any := false
		for i := range x.calls {
			if x.calls[i] == nil && x.ready(i) {
				wanted = append(wanted, &wish{x: x, place: i, inputs: m.inputs(x, i)})
				any = true
			}
		}
		if i := slices.Index(x.calls, nil); !any && i >= 0 { // the inputs have no known value
			wanted = append(wanted, &wish{x: x, place: i, inputs: m.inputs(x, i)})
			m.advance(x, false)
		}
	}
	wanted = slices.DeleteFunc(wanted, func(w *wish) bool { return w.x.failed })
	for len(wanted) > 0 && turn.Yield(m.ctx) == nil {
		var group, rest []*wish
		for _, w := range wanted {
			if w.atom().pred == wanted[0].atom().pred {
				group = append(group, w)
			} else {
				rest = append(rest, w)
			}
		}
		for _, slot := range slots(group) {
			m.grant(slot, c.level+1, len(live) == 1)
		}
		wanted = rest
	}
}

// wish is a call that a case requires.
type wish struct {
	x      *instance
	place  int
	inputs []*cell
}

func (w *wish) atom() *atom { return &w.x.rule.body[w.place] }

func (w *wish) like(v *wish) bool {
	for i := range w.inputs {
		if w.inputs[i] != nil && deref(w.inputs[i]) != deref(v.inputs[i]) {
			return false
		}
	}
	return true
}

// slots divides the wanted calls of a predicate into as few calls as possible. Calls with the same
// inputs become one call. Two other calls of one case stay separate.
func slots(group []*wish) [][]*wish {
	var z [][]*wish
	for _, w := range group {
		i := slices.IndexFunc(z, func(slot []*wish) bool { return slot[0].like(w) })
		if i < 0 {
			z = append(z, []*wish{w})
		} else {
			z[i] = append(z[i], w)
		}
	}
	slices.SortStableFunc(z, func(a, b []*wish) int { return len(b) - len(a) })
	var merged [][]*wish
	for _, same := range z {
		i := slices.IndexFunc(merged, func(slot []*wish) bool {
			return !slices.ContainsFunc(slot, func(w *wish) bool { return slices.ContainsFunc(same, func(v *wish) bool { return v.x == w.x }) })
		})
		if i < 0 {
			merged = append(merged, slices.Clone(same))
		} else {
			merged[i] = append(merged[i], same...)
		}
	}
	return merged
}

// grant makes one call for several wishes.
func (m *machine) grant(slot []*wish, level int, sure bool) {
	inputs := slices.Clone(slot[0].inputs)
	for j := range inputs {
		if inputs[j] == nil {
			continue
		}
		var values []choice
		for _, w := range slot {
			values = append(values, choice{w.x.lit, w.inputs[j]})
		}
		inputs[j] = m.merge(values)
	}
	k := m.call(slot[0].atom().pred, inputs, level, sure)
	for _, w := range slot {
		if !w.x.failed {
			m.join(w.x, w.place, k)
		}
	}
}

// finish gives c its result.
func (m *machine) finish(c *call, live []*instance) {
	for _, x := range live {
		m.advance(x, true)
	}
	live = m.possible(live)
	var results []choice
	if c.pred.output >= 0 {
		for _, x := range live {
			results = append(results, choice{x.lit, m.eval(x, x.rule.head[c.pred.output])})
		}
		live = m.possible(live)
		results = slices.DeleteFunc(results, func(r choice) bool {
			return !slices.ContainsFunc(live, func(x *instance) bool { return x.lit == r.guard })
		})
	}
	c.cases = live
	some := []sat.Lit{c.on.Not()}
	for _, x := range live {
		for _, v := range x.rule.vars {
			if !slices.Contains(x.rule.replaced, v) {
				m.eval(x, v)
			}
		}
		if x.lit != c.on {
			some = append(some, x.lit)
		}
	}
	if len(live) != 1 || live[0].lit != c.on {
		m.clause(some...)
	}
	if len(live) == 0 {
		c.failed = true
		return
	}
	c.certain = c.ground && len(live) == 1 && live[0].complete()
	if c.certain {
		m.clause(c.on)
	}
	switch {
	case c.pred.output < 0:
	case c.out == nil:
		c.out = m.merge(results)
	default:
		m.supply(c.out, results)
		for _, r := range results {
			m.equate(r.guard, r.value, c.out, forward)
		}
		if r := deref(results[0].value); len(results) == 1 && !m.within(c.out, r) {
			c.out.ref = r
		}
	}
}

// maxWithin bounds the search for a cell inside another one.
const maxWithin = 200

// within reports whether x may be a part of y.
func (m *machine) within(x, y *cell) bool {
	seen := []*cell{y}
	for i := 0; i < len(seen); i++ {
		if seen[i] == x || len(seen) > maxWithin {
			return true
		}
		for _, f := range seen[i].fields {
			if f != nil && !f.ground && !slices.Contains(seen, f) {
				seen = append(seen, f)
			}
		}
		if r := seen[i].ref; r != nil && !slices.Contains(seen, r) {
			seen = append(seen, r)
		}
	}
	return false
}
