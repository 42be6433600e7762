// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/internal/option"

	"modernc.org/cc/v4"
)

// MissingBody is the effect of a call of a function without body and model. It does not apply to
// functions whose names make them inputs.
type MissingBody uint8

// The effects of such calls.
const (
	PureBody  MissingBody = iota // they change nothing and return any value
	HavocBody                    // they also change global variables and the objects that their arguments point to
	ErrorBody                    // they are errors
)

var missingBodyWords = []string{"pure", "havoc", "error"}

func (m MissingBody) String() string { return missingBodyWords[m] }

// UnmarshalText reads the word for m.
func (m *MissingBody) UnmarshalText(text []byte) error {
	return option.ReadWord(m, text, missingBodyWords...)
}

// callUnknown calls a function without body and model, which returns any value. Unless its name
// makes the function an input, an assumption lists its other effects or states that there are no
// others.
func (b *builder) callUnknown(c *callSite) cfg.Expr {
	if x, ok := b.callCompiler(c); ok {
		return x
	}
	args := b.dropped(c)
	t := b.result(c)
	if strings.HasPrefix(c.name, "__CPROVER_uninterpreted_") {
		return b.imprecise(t, c.name+" yields any value at each call")
	}
	// CBMC has the same convention
	input := strings.HasPrefix(c.name, "__VERIFIER_nondet_") || strings.HasPrefix(c.name, "nondet_")
	changes := "changes nothing"
	if b.storeAny(c, args) {
		changes = "changes what it stores results in"
	}
	switch {
	case input:
	case b.o.MissingBody == ErrorBody:
		b.end(cfg.Error{Kind: cfg.ReachError, Function: c.name})
		return b.indeterminate(c)
	case b.o.MissingBody == HavocBody:
		b.changeAll(c, args)
		changes = "changes what its arguments point to and global variables, calls nothing of the program"
	}
	if f := b.funcs[c.name]; f != nil && f.noReturn {
		b.assumeOf(c, changes+" and does not return")
		b.end(cfg.Stop{})
		return b.indeterminate(c)
	}
	if t.Kind == cfg.Pointer {
		b.note(c.n, true, "unknown function %s returns any pointer", c.name)
	}
	switch {
	case input:
	case c.fun == nil && c.used:
		b.assumeOf(c, changes+" and returns an int, since it is not declared")
	case t.Kind == cfg.Void:
		b.assumeOf(c, changes)
	default:
		b.assumeOf(c, changes+" and returns any value")
	}
	if t.Kind == cfg.Void {
		return b.voidValue()
	}
	return b.input(c, t)
}

// assumeOf records what a call of a function without body is assumed to do.
func (b *builder) assumeOf(c *callSite, does string) {
	b.addNote(cfg.Note{Pos: b.pos(c.n), What: fmt.Sprintf("%s() has no body: it %s", c.name, does), Function: c.name, Assumed: true})
}

// changeAll makes a call store any values in global variables and in the objects that its arguments
// point to, except through pointers to const.
func (b *builder) changeAll(c *callSite, args []cfg.Expr) {
	if b.threads {
		b.refuse(c.n, "a function without body that changes memory, %s, in a program with threads", c.name)
	}
	what := "a change by " + c.name
	for i, x := range args {
		if b.pointsToConst(c, i) {
			continue
		}
		if x.Type().Kind == cfg.Struct && hasPointers(x.Type()) {
			b.clobberReached(cfg.VarPlace{Var: b.copyOf(x)}, what)
		}
		b.clobber(x, what)
	}
	for _, v := range b.exposed() {
		// the function may use the pointers that it gets, even if the program does not
		if !b.dry && hasPointers(v.Type) {
			b.use(v)
		}
	}
	from, to := b.cur, b.node()
	if b.cur = to; !b.dry {
		b.unknown = append(b.unknown, unknownCode{b.f, from, to, b.pos(c.n), c.name})
	}
}

// copyOf returns a variable with the value of x.
func (b *builder) copyOf(x cfg.Expr) *cfg.Var {
	v := b.temp(x.Type())
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x})
	return v
}

// clobberReached stores any values in l and in everything that can be reached from there.
func (b *builder) clobberReached(l cfg.Place, what string) {
	b.emit(cfg.Clobber{Pointer: cfg.AddrOf{Place: l, Of: b.types.pointer(l.Type())}, Input: what})
}

// clobber stores any values in the object that x points to. It does nothing if x is null or not a
// pointer to an object.
func (b *builder) clobber(x cfg.Expr, what string) {
	if t := x.Type(); t.Kind != cfg.Pointer || t.Elem.Kind == cfg.Func {
		return
	}
	if _, ok := x.(cfg.AddrOf); ok {
		b.emit(cfg.Clobber{Pointer: x, Input: what})
		return
	}
	x = b.spill(x)
	yes, after := b.node(), b.node()
	b.branch(x, yes, after)
	b.cur = yes
	b.emit(cfg.Clobber{Pointer: x, Input: what})
	b.label(after)
}

// pointsToConst reports whether an argument is a pointer to const, by the declaration or by its own
// type.
func (b *builder) pointsToConst(c *callSite, i int) bool {
	var t cc.Type
	switch {
	case c.fun != nil && i < len(c.fun.Parameters()):
		t = c.fun.Parameters()[i].Type()
	case i < len(c.args):
		t = c.args[i].Type()
	}
	p, ok := t.(*cc.PointerType)
	return ok && isConst(p.Elem())
}

// unknownCode is a place, between two nodes, where a function without body may change global
// variables.
type unknownCode struct {
	in       *cfg.Function
	from, to *cfg.Node
	at       cfg.Pos
	name     string
}

// exposed returns the global variables that functions without body may change, or that lead to such
// variables.
func (u *unit) exposed() (z []*cfg.Var) {
	for name, v := range u.objects {
		if v.Kind == cfg.Global && (!u.readOnly[v] || v.Type.Kind == cfg.Pointer || v.Type.Kind == cfg.Struct && hasPointers(v.Type)) && !strings.HasPrefix(name, "__cornet_") {
			z = append(z, v)
		}
	}
	slices.SortFunc(z, func(v, w *cfg.Var) int { return v.ID - w.ID })
	return z
}

// completeUnknown makes functions without body change the global variables that other translation
// units know, and the objects that these point to. It runs last, when all variables are known.
func (u *unit) completeUnknown() {
	vars := slices.DeleteFunc(u.exposed(), func(v *cfg.Var) bool { return !u.used[v] })
	for _, c := range u.unknown {
		b := newBuilder(u, c.in)
		b.cur, b.at = c.from, c.at
		for _, v := range vars {
			l := cfg.VarPlace{Var: v}
			what := fmt.Sprintf("a change by %s of what %s points to", c.name, v.Name)
			switch {
			case v.Type.Kind == cfg.Pointer && !u.readers[v]:
				b.clobber(cfg.Load{From: l}, what)
			case v.Type.Kind == cfg.Pointer || !hasPointers(v.Type):
			case u.readOnly[v]:
				b.clobberReached(cfg.VarPlace{Var: b.copyOf(cfg.Load{From: l})}, what)
			default:
				b.clobberReached(l, what)
			}
			if u.readOnly[v] {
				continue
			}
			b.emit(cfg.Havoc{To: l, Input: fmt.Sprintf("a change of %s by %s", v.Name, c.name)})
		}
		b.label(c.to)
	}
}
