// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/sat"
)

// reading interprets cells and calls in a model of the SAT problem.
type reading struct {
	*machine
	values map[*cell]*logic.Term
	path   []*cell   // cells whose values are being read
	reason []sat.Lit // literals on the path that make a value a part of itself
}

func (r *reading) true(l sat.Lit) bool { return r.sat.Value(l) == sat.True }

// repair looks for fields that some linked cells have and others lack. It reports whether there are
// any. While there are any, the model may give one cell two values.
func (m *machine) repair() bool {
	r := &reading{machine: m}
	seen := map[*cell]bool{}
	var look []*cell
	for _, c := range m.all {
		if c.fields != nil || len(c.links) == 0 || seen[c] || !r.deep(c) {
			continue
		}
		seen[c] = true
		class := []*cell{c}
		ends := map[*cell]bool{}
		for i := 0; i < len(class); i++ {
			for _, l := range class[i].links {
				switch {
				case !r.true(l.guard):
				case l.other.fields != nil:
					ends[l.other] = true
				case !seen[l.other]:
					seen[l.other] = true
					class = append(class, l.other)
				}
			}
		}
		if len(ends) > 1 {
			look = append(look, c)
		}
	}
	for _, c := range look {
		m.inspect(c)
	}
	return len(look) > 0
}

// deep reports whether the constructor of c has fields.
func (r *reading) deep(c *cell) bool {
	for k, l := range c.tests {
		if r.true(l) {
			return len(c.sort.Datatype().Constructors[k].Fields) > 0
		}
	}
	return false
}

// value returns the value of c, or nil if it is a part of itself.
func (r *reading) value(c *cell) *logic.Term {
	c = deref(c)
	if v, ok := r.values[c]; ok {
		return v
	}
	if slices.Contains(r.path, c) {
		return nil
	}
	if c.word != nil {
		return r.remember(c, r.number(c))
	}
	k := c.fixed
	for i, l := range c.tests {
		if k == nil && r.true(l) {
			k = c.sort.Datatype().Constructors[i]
		}
	}
	if k == nil {
		return r.remember(c, r.store.DefaultValue(c.sort))
	}
	r.path = append(r.path, c)
	depth, n := len(r.path), len(r.reason)
	if c.fixed == nil {
		r.reason = append(r.reason, c.tests[k.Index])
	}
	from := c
	if len(k.Fields) > 0 {
		from = r.source(c)
	}
	args := make([]*logic.Term, len(k.Fields))
	for i, p := range r.layout(c.sort).place[k.Index] {
		if from == nil {
			args[i] = r.store.DefaultValue(r.layout(c.sort).sorts[p])
		} else if args[i] = r.value(from.fields[p]); args[i] == nil {
			return nil
		}
	}
	r.path, r.reason = r.path[:depth-1], r.reason[:n]
	return r.remember(c, r.store.Construct(k, args...))
}

func (r *reading) remember(c *cell, v *logic.Term) *logic.Term {
	r.values[c] = v
	return v
}

// source returns a cell with fields that is equal to c, or nil.
func (r *reading) source(c *cell) *cell {
	type step struct {
		c     *cell
		guard []sat.Lit
	}
	seen := []step{{c: c}}
	for i := 0; i < len(seen); i++ {
		if seen[i].c.fields != nil {
			r.reason = append(r.reason, seen[i].guard...)
			return seen[i].c
		}
		for _, l := range seen[i].c.links {
			if r.true(l.guard) && !slices.ContainsFunc(seen, func(s step) bool { return s.c == l.other }) {
				seen = append(seen, step{l.other, append(slices.Clone(seen[i].guard), l.guard)})
			}
		}
	}
	return nil
}

func (r *reading) number(c *cell) *logic.Term {
	if c.sort.IsBool() {
		return r.store.BoolValue(r.true(c.word[0]))
	}
	n := int64(0)
	for i := range 62 {
		if r.true(c.word.bit(i)) {
			n |= 1 << i
		}
	}
	if r.true(c.word.bit(62)) {
		n |= -1 << 62
	}
	return r.store.IntNum(n)
}

// outcome is the result of reading a model.
type outcome uint8

const (
	refuted   outcome = iota // there is a refutation
	circular                 // a value or a derivation is a part of itself; this model is excluded
	different                // a step is not an instance of its clause
)

// refutation reads the derivation of root in the model.
func (m *machine) refutation(root *call) (*horn.Refutation, outcome) {
	d := &derivation{reading: reading{machine: m, values: map[*cell]*logic.Term{}}, steps: map[*call]int{}, heads: map[int][]*logic.Term{}}
	if d.derive(root) < 0 {
		return nil, d.outcome
	}
	return &d.refutation, refuted
}

type derivation struct {
	reading
	refutation horn.Refutation
	steps      map[*call]int
	heads      map[int][]*logic.Term // arguments of the facts that steps derive
	above      []*call
	lits       []sat.Lit // literals of the enclosing cases
	outcome    outcome
}

// derive adds the derivation of c. It returns its last step, or a negative number.
func (d *derivation) derive(c *call) int {
	if k, ok := d.steps[c]; ok {
		return k
	}
	if i := slices.Index(d.above, c); i >= 0 {
		d.exclude(d.lits[i:])
		return -1
	}
	i := slices.IndexFunc(c.cases, func(x *instance) bool { return d.true(x.lit) })
	if i < 0 {
		d.outcome = different
		return -1
	}
	x := c.cases[i]
	d.above, d.lits = append(d.above, c), append(d.lits, x.lit)
	step := horn.Step{Clause: x.rule.clause, Values: map[*logic.Term]*logic.Term{}}
	var vars, values []*logic.Term
	for _, v := range x.rule.vars {
		if cell := x.env[v]; cell != nil {
			value := d.value(cell)
			if value == nil {
				d.exclude(append(d.reason, x.lit))
				return -1
			}
			vars, values = append(vars, v), append(values, value)
		}
	}
	for j, v := range x.rule.replaced {
		vars, values = append(vars, v), append(values, d.store.Substitute(x.rule.by[j], vars, values))
	}
	for j, v := range vars {
		step.Values[v] = values[j]
	}
	clause := d.program.sys.Clauses[x.rule.clause]
	sub := d.store.NewSubstitution(vars, values)
	if !sub.Apply(clause.Constraint).IsTrue() {
		d.outcome = different
		return -1
	}
	for j, k := range x.calls {
		p := d.derive(k)
		if p < 0 {
			return -1
		}
		for n, t := range clause.Body[j].Args {
			if sub.Apply(t) != d.heads[p][n] {
				d.outcome = different
				return -1
			}
		}
		step.Premises = append(step.Premises, p)
	}
	n := len(d.refutation.Steps)
	d.refutation.Steps = append(d.refutation.Steps, step)
	if clause.Head != nil {
		d.heads[n] = sub.ApplyAll(clause.Head.Args)
	}
	d.above, d.lits = d.above[:len(d.above)-1], d.lits[:len(d.lits)-1]
	d.steps[c] = n
	return n
}

// exclude asserts that lits do not hold together.
func (d *derivation) exclude(lits []sat.Lit) {
	d.outcome = circular
	var z []sat.Lit
	for _, l := range lits {
		z = append(z, l.Not())
	}
	d.clause(z...)
}
