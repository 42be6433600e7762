// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"cmp"
	"fmt"
	"math/big"

	"cornet/encode/cfg"
)

// expand adds the steps from p, the point of site at.
func (u *unwinder) expand(at site, p *point) error {
	fr := at.frame
	defer func() {
		for _, st := range p.steps {
			st.site = fr.outside(st.pos)
		}
	}()
	if at.node == fr.fn.Exit {
		u.leave(at, p)
		return nil
	}
	for _, e := range at.node.Out {
		if err := u.edge(at, p, e); err != nil {
			return err
		}
	}
	return nil
}

// outside returns pos. For a position in the library, it returns the position of the call that
// leads there.
func (fr *frame) outside(pos cfg.Pos) cfg.Pos {
	for ; cfg.OfLibrary(pos) && fr.caller != nil; fr = fr.caller {
		pos = fr.call.Pos
	}
	return pos
}

// step adds a step.
func (u *unwinder) step(from, to *point, pos cfg.Pos, ops ...cfg.Op) *step {
	if len(ops) == 0 {
		ops = []cfg.Op{cfg.Skip{}}
	}
	st := &step{from: from, to: to, ops: ops, pos: pos}
	from.steps = append(from.steps, st)
	return st
}

// leave returns from an inlined call.
func (u *unwinder) leave(at site, p *point) {
	fr, up := at.frame, at.frame.caller
	call := fr.call.Op.(cfg.Call)
	var op cfg.Op = cfg.Skip{}
	if call.To != nil {
		to := u.rename(up, at.facts).MapPlace(call.To)
		if fr.fn.Result == nil {
			op = cfg.Havoc{To: to}
		} else {
			result := cfg.Expr(cfg.Load{From: cfg.VarPlace{Var: u.local(fr, fr.fn.Result)}})
			if c := at.facts.values[u.local(fr, fr.fn.Result)]; c != nil {
				result = cfg.Const{Value: c, Of: fr.fn.Result.Type}
			}
			op = cfg.Assign{To: to, Value: converted(result, to.Type())}
		}
	}
	known := u.afterReturn(u.afterOp(at.facts, op), fr)
	known = u.afterEdge(known, up, fr.call)
	u.step(p, u.at(site{up, fr.call.To, known, at.atomic.left(fr.fn)}), fr.call.Pos, op)
}

// converted returns x as a value of type t.
func converted(x cfg.Expr, t *cfg.Type) cfg.Expr {
	if x.Type().Same(t) || !t.IsScalar() || !x.Type().IsScalar() {
		return x
	}
	return cfg.Cast{X: x, Of: t}
}

// edge adds the steps of e from p.
func (u *unwinder) edge(at site, p *point, e *cfg.Edge) error {
	fr := at.frame
	m := u.rename(fr, at.facts)
	next := func(known facts, atomic atomicity) *point {
		return u.at(site{fr, e.To, u.afterEdge(known, fr, e), atomic})
	}
	plain := func(op cfg.Op) {
		u.step(p, next(u.afterOp(at.facts, op), at.atomic), e.Pos, op)
	}
	sync := func(to *point, op cfg.Op) *step {
		st := u.step(p, to, e.Pos)
		st.sync = op
		return st
	}
	switch op := u.plain(m.MapOp(e.Op)).(type) {
	case cfg.Assume:
		if c, ok := cfg.Fold(op.Cond, nil); ok && op.Wait == "" {
			if (c.Sign() != 0) != op.Negate {
				plain(cfg.Skip{})
			}
			return nil
		}
		plain(op)
	case cfg.Call:
		return u.call(at, p, e, op)
	case cfg.Error:
		to := u.newPoint(e.Pos, 1)
		to.failed = true
		u.step(p, to, e.Pos, op)
	case cfg.Stop:
		// Within an atomic block this is a dead end, like a false assumption: no thread continues,
		// and the path leads to no error.
		if at.atomic == 0 {
			u.step(p, u.stop(), e.Pos, cfg.Skip{})
		}
	case cfg.Create:
		return u.create(at, p, e, op, next)
	case cfg.Join:
		if u.b.opts.Bound > 0 && u.repeats(fr, e) {
			c := creation{fr.id, e}
			count := at.facts.counts[c]
			if count >= maxThreads { // a loop with an unknown number of iterations
				u.b.cut = fmt.Sprintf("%s: executions that wait for more threads here are left out", e.Pos)
				return nil
			}
			at.facts = at.facts.with(func(_ map[*cfg.Var]*big.Int, counts map[creation]int) { counts[c] = count + 1 })
		}
		sync(next(u.afterHavoc(at.facts, op.To, op.Status), at.atomic), op)
	case cfg.ExitThread:
		var set cfg.Op = cfg.Skip{}
		if op.Value != nil && u.in.result != nil {
			set = cfg.Assign{To: cfg.VarPlace{Var: u.in.result}, Value: converted(op.Value, u.in.result.Type)}
		}
		u.step(p, u.finish(), e.Pos, set)
	case cfg.Self:
		plain(cfg.Assign{To: op.To, Value: identity(u.in, op.To.Type())})
	case cfg.Lock:
		sync(next(u.afterHavoc(at.facts, op.To), at.atomic), op)
	case cfg.Unlock:
		sync(next(u.afterHavoc(at.facts, op.To), at.atomic), op)
	case cfg.InitLock:
		sync(next(at.facts, at.atomic), op)
	case cfg.Wait:
		return u.wait(at, p, e, op, next(at.facts, at.atomic))
	case cfg.Signal:
		st := u.step(p, next(at.facts, at.atomic), e.Pos)
		if u.b.opts.Deadlocks != nil {
			st.sync = op
		}
	case cfg.AtomicBegin:
		u.step(p, next(at.facts, at.atomic.begun(op)), e.Pos, cfg.Skip{})
	case cfg.AtomicEnd:
		u.step(p, next(at.facts, at.atomic.ended(op)), e.Pos, cfg.Skip{})
	default:
		plain(op)
	}
	return nil
}

// plain returns op, or nothing. It returns nothing if data races are checked and op belongs to a
// block that is atomic only in the translation: a thread that runs in between would have a race.
func (u *unwinder) plain(op cfg.Op) cfg.Op {
	begin, isBegin := op.(cfg.AtomicBegin)
	end, isEnd := op.(cfg.AtomicEnd)
	if u.b.opts.Races != nil && (isBegin && begin.Plain || isEnd && end.Plain) {
		return cfg.Skip{}
	}
	return op
}

// afterHavoc returns the facts after arbitrary values were stored in places. Nil places are
// ignored.
func (u *unwinder) afterHavoc(known facts, places ...cfg.Place) facts {
	for _, l := range places {
		if l != nil {
			known = u.afterOp(known, cfg.Havoc{To: l})
		}
	}
	return known
}

// identity returns in's identity as a value of type t.
func identity(in *instance, t *cfg.Type) cfg.Expr {
	if in.self != nil {
		return converted(load(in.self), t)
	}
	return cfg.Const{Value: big.NewInt(in.identity()), Of: t}
}

// call enters the functions that op, renamed, may call.
func (u *unwinder) call(at site, p *point, e *cfg.Edge, op cfg.Call) error {
	callees, rest := u.choices(op.Callee, op.Fun, op.Args, op.To)
	if rest != nil {
		to := u.at(site{at.frame, e.To, u.afterHavoc(at.facts, op.To), at.atomic})
		u.step(p, to, e.Pos, append(rest, op)...)
	}
	for _, g := range callees {
		gs := u.s.funcs[g]
		pre := []cfg.Op{}
		if rest != nil {
			pre = append(pre, cfg.Assume{Cond: pointsTo(op.Fun, g)})
		}
		if gs.recursive && !gs.effects {
			call := op
			call.Callee, call.Fun = g, nil
			known := at.facts
			if op.To != nil {
				known = u.afterOp(known, cfg.Havoc{To: op.To})
			}
			to := u.at(site{at.frame, e.To, u.afterEdge(known, at.frame, e), at.atomic})
			u.step(p, to, e.Pos, append(pre, call)...)
			continue
		}
		if at.frame.isExecuting(g) {
			return refuse(e.Pos, "%s is recursive and touches shared data, which is not modelled in programs with threads", g.Name)
		}
		fr := u.frame(at.frame, e, g)
		known := at.facts
		for i, param := range g.Params {
			to := cfg.VarPlace{Var: u.local(fr, param)}
			var set cfg.Op = cfg.Havoc{To: to}
			if i < len(op.Args) {
				set = cfg.Assign{To: to, Value: converted(op.Args[i], param.Type)}
			}
			known = u.afterOp(known, set)
			pre = append(pre, set)
		}
		u.step(p, u.at(site{fr, g.Entry, known, at.atomic.entered(g)}), e.Pos, pre...)
	}
	return nil
}

// choices returns the functions that a call, or a starting thread, may run. If that depends on a
// pointer, rest means that it points to another function.
func (u *unwinder) choices(callee *cfg.Function, fun cfg.Expr, args []cfg.Expr, to cfg.Place) (callees []*cfg.Function, rest []cfg.Op) {
	if callee != nil {
		return []*cfg.Function{callee}, nil
	}
	for _, g := range u.s.callees(nil, fun) {
		switch {
		case !g.Takes(args, to):
		case pointee(fun) == g:
			return []*cfg.Function{g}, nil
		default:
			callees = append(callees, g)
			rest = append(rest, cfg.Assume{Cond: pointsTo(fun, g), Negate: true})
		}
	}
	return callees, append(rest, cfg.Skip{})
}

func pointsTo(fun cfg.Expr, g *cfg.Function) cfg.Expr {
	intType := &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}
	return cfg.Binary{Operator: cfg.Eq, X: fun, Y: cfg.FuncAddr{Func: g, Name: g.Name, Of: fun.Type()}, Of: intType}
}

// create starts the threads that op, renamed, may start.
func (u *unwinder) create(at site, p *point, e *cfg.Edge, op cfg.Create, next func(facts, atomicity) *point) error {
	c := creation{at.frame.id, e}
	count := at.facts.counts[c]
	limit := cmp.Or(u.b.opts.Bound, u.b.opts.MaxThreads)
	callees, rest := u.choices(op.Callee, op.Fun, []cfg.Expr{op.Arg}, nil)
	if rest != nil { // nothing is known about the thread, as for a call of an unknown function
		ops := append(rest, cfg.Call{Fun: op.Fun, Args: []cfg.Expr{op.Arg}})
		if op.Thread != nil {
			ops = append(ops, cfg.Havoc{To: op.Thread})
		}
		u.step(p, next(u.afterHavoc(at.facts, op.Thread), at.atomic), e.Pos, ops...)
	}
	if u.b.opts.Level > 0 && u.repeats(at.frame, e) {
		return u.replicate(at, p, e, op, callees, rest != nil, next)
	}
	for _, g := range callees {
		if count >= limit || u.b.full() {
			if u.b.opts.Bound == 0 {
				return fmt.Errorf("%s: more than %d threads are created here, or a number that is not known: %w", e.Pos, u.b.opts.MaxThreads, ErrUnbounded)
			}
			u.b.cut = fmt.Sprintf("%s: executions that create more threads here are left out", e.Pos)
			continue
		}
		in := u.b.instance(u.in, c, count, g)
		var ops []cfg.Op
		if rest != nil {
			ops = append(ops, cfg.Assume{Cond: pointsTo(op.Fun, g)})
		}
		arg, err := argument(op, in)
		if err != nil {
			return err
		}
		ops = append(ops, arg...)
		known := at.facts.with(func(_ map[*cfg.Var]*big.Int, counts map[creation]int) { counts[c] = count + 1 })
		if op.Thread != nil {
			set := cfg.Assign{To: op.Thread, Value: identity(in, op.Thread.Type())}
			known = u.afterOp(known, set)
			ops = append(ops, set)
			u.b.created(op.Thread, in)
		}
		st := u.step(p, next(known, at.atomic), e.Pos, ops...)
		st.starts = in
	}
	return nil
}

// argument returns the assignment to the parameter of in, for the operation op that starts in. The
// variables of op are already renamed.
func argument(op cfg.Create, in *instance) ([]cfg.Op, error) {
	switch params := in.fn.Params; {
	case len(params) == 0:
		return nil, nil
	case len(params) > 1:
		return nil, refuse(in.fn.Pos, "%s starts as a thread and has more than one parameter", in.fn.Name)
	case op.Arg == nil:
		return []cfg.Op{cfg.Havoc{To: cfg.VarPlace{Var: in.param}}}, nil
	}
	return []cfg.Op{cfg.Assign{To: cfg.VarPlace{Var: in.param}, Value: converted(op.Arg, in.param.Type)}}, nil
}
