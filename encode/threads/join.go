// SPDX-License-Identifier: Apache-2.0

package threads

import "cornet/encode/cfg"

// joins has the threads that each Join may wait for.
type joins struct {
	b     *builder
	clean map[string]bool            // see cleanHolders
	pairs map[[2]*instance]bool      // which thread may join which
	count map[*instance]map[int]bool // by thread: the instances that may wait for it
}

// findJoins collects the threads that instances may wait for.
func (b *builder) findJoins() *joins {
	j := &joins{b: b, clean: b.cleanHolders(), pairs: map[[2]*instance]bool{}, count: map[*instance]map[int]bool{}}
	for in, st := range b.steps() {
		op, ok := st.sync.(cfg.Join)
		if !ok {
			continue
		}
		targets, _ := j.targets(op)
		for _, t := range targets {
			j.pairs[[2]*instance{in, t}] = true
			if j.count[t] == nil {
				j.count[t] = map[int]bool{}
			}
			j.count[t][in.id] = true
		}
	}
	return j
}

// targets returns the threads that op may wait for. sure means that there is only one.
func (j *joins) targets(op cfg.Join) (targets []*instance, sure bool) {
	if l, ok := cfg.StripCasts(op.Thread).(cfg.Load); ok {
		if key, ok := placeKey(l.From); ok && j.clean[key] {
			targets = j.b.holders[key]
			return targets, len(targets) == 1
		}
	}
	return j.b.instances, false
}

// mayDeadlock reports whether a join may fail because the target waits for the thread.
func (j *joins) mayDeadlock(in, target *instance) bool { return j.pairs[[2]*instance{target, in}] }

// steps returns the steps of op, of in: one for each thread that it may wait for, and those that
// fail.
func (j *joins) steps(in *instance, st *step, op cfg.Join) []*step {
	targets, sure := j.targets(op)
	var steps []*step
	alternative := func(code int64, ops ...cfg.Op) *step {
		if op.Status != nil {
			ops = append(ops[:len(ops):len(ops)], cfg.Assign{To: op.Status, Value: constant(code, op.Status.Type())})
		}
		if len(ops) == 0 {
			ops = []cfg.Op{cfg.Skip{}}
		}
		alt := &step{from: st.from, to: st.to, pos: st.pos, site: st.site, ops: ops}
		steps = append(steps, alt)
		return alt
	}
	const doubt = "waiting for a thread that is detached, or that waits for this one, may fail"
	const twice = "no thread is waited for by two others"
	doubted := op.Detached
	var none []cfg.Op // states that it is not the identity of a thread
	for _, t := range targets {
		if t.counted() && t != in {
			continue
		}
		same := cfg.Binary{Operator: cfg.Eq, X: op.Thread, Y: identity(t, op.Thread.Type()), Of: ghostType}
		if t.class != nil {
			same = both(apply(cfg.Ne, load(t.self), number(0)), same).(cfg.Binary)
		}
		var pre []cfg.Op
		if !sure {
			pre = []cfg.Op{cfg.Assume{Cond: same}}
			none = append(none, cfg.Assume{Cond: same, Negate: true})
		}
		if t == in {
			alternative(cfg.EDEADLK, pre...)
			continue
		}
		doubted = doubted || j.mayDeadlock(in, t)
		if len(j.count[t]) > 1 {
			j.b.note(cfg.Note{Pos: st.pos, What: twice, Assumed: true})
		}
		if t.class == nil {
			alternative(cfg.ESRCH, pre...).precedes = t
		}
		if op.To != nil {
			var set cfg.Op = cfg.Havoc{To: op.To}
			if t.result != nil {
				set = cfg.Assign{To: op.To, Value: converted(cfg.Load{From: cfg.VarPlace{Var: t.result}}, op.To.Type())}
			}
			pre = append(pre[:len(pre):len(pre)], set)
		}
		if t.class != nil {
			again := alternative(0, append(pre[:len(pre):len(pre)], cfg.Assume{Cond: isZero(t.joined), Negate: true}, cfg.Error{})...)
			again.to, again.checks = in.invalid(st.pos), true
			pre = append(pre[:len(pre):len(pre)], cfg.Assume{Cond: isZero(t.joined)}, set(t.joined, number(1)))
		}
		alternative(0, pre...).awaits = t
	}
	if j.b.made != nil && !sure {
		z, isThread := j.b.joinCounted(op, none)
		none = append(none[:len(none):len(none)], cfg.Assume{Cond: isThread, Negate: true})
		for _, c := range j.b.classes {
			alternative(0, z...).joins = c
		}
	}
	if !sure {
		alternative(cfg.ESRCH, none...)
	}
	if doubted {
		j.b.notes = append(j.b.notes, cfg.Note{Pos: st.pos, What: doubt, Inexact: true})
		alternative(cfg.EINVAL, cfg.Assume{Cond: cfg.Any{Of: ghostType, Note: doubt}})
	}
	return steps
}

// cleanHolders returns the keys of places that hold only the identities that creations
// store in them.
func (b *builder) cleanHolders() map[string]bool {
	clean := map[string]bool{}
	if len(b.holders[""]) > 0 {
		return clean
	}
	otherwise := map[*cfg.Var]bool{} // variables that something other than a creation may set
	for _, st := range b.steps() {
		for _, op := range append(st.ops[:len(st.ops):len(st.ops)], st.sync) {
			if isDeclaration(op) {
				continue
			}
			cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
				v := cfg.Root(l)
				_, plain := placeKey(l)
				if v != nil && (kind == cfg.Pointed || kind == cfg.Write && (st.starts == nil || !plain)) {
					otherwise[v] = true
				}
			})
		}
	}
	for _, st := range b.steps() {
		j, ok := st.sync.(cfg.Join)
		if !ok {
			continue
		}
		if l, ok := cfg.StripCasts(j.Thread).(cfg.Load); ok {
			if key, ok := placeKey(l.From); ok && !otherwise[cfg.Root(l.From)] {
				clean[key] = true
			}
		}
	}
	return clean
}

// isDeclaration reports whether op is the declaration of a variable without initialiser.
func isDeclaration(op cfg.Op) bool {
	h, ok := op.(cfg.Havoc)
	if !ok || h.Input != "" {
		return false
	}
	_, whole := h.To.(cfg.VarPlace)
	return whole
}
