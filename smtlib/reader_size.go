// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"cornet/logic"
)

// This file reads (_size x), with which Princess and Eldarica count the constructors of a value. As
// in these tools, only constructors of datatypes that are declared by the same command count. The
// reader defines a recursive function for each of these datatypes, before the command that asks for
// one of them.

// sizeSymbol is the name of the function.
const sizeSymbol = "_size"

// termSize returns the number of constructors in the value of the only argument.
func (r *reader) termSize(at place, args []*logic.Term, argPos []place) *logic.Term {
	if len(args) != 1 {
		panic(r.errorAt(at, CodeArity, "%s takes 1 argument, found %d", sizeSymbol, len(args)))
	}
	r.refuseOpen(args...)
	sort := args[0].Sort()
	group := r.syms.together[sort]
	if group == nil {
		panic(r.badArgument(sizeSymbol, 0, "a datatype without parameters", args, argPos))
	}
	r.depart(TermSize, at, "%s is not of SMT-LIB; the number of constructors in the value is understood", sizeSymbol)
	name := func(x *logic.Sort) *symbol { return r.syms.intern([]byte(x.Name() + sizeSymbol)) }
	function := func(x *logic.Sort) *logic.Func { return r.store.Func(name(x).name, []*logic.Sort{x}, r.store.Int) }
	if d := name(sort).decl; d == nil || d.kind != declFunc || d.fn != function(sort) {
		if !r.inScript {
			panic(r.errorAt(at, CodeUnsupported, "%s in a conversation; define the function by define-fun-rec", sizeSymbol))
		}
		cmd := Command{Kind: CmdDefineFunsRec, Pos: r.lx.position(r.start)}
		for _, x := range group {
			r.undeclaredAt(name(x), at)
			f := r.declareSymbol(CmdDeclareFun, name(x), at, []*logic.Sort{x}, r.store.Int).Func
			cmd.Recs = append(cmd.Recs, Recursive{Func: f, Vars: []*logic.Term{r.store.Var("x", x)}})
		}
		for i, d := range cmd.Recs {
			cmd.Recs[i].Body = r.sizeByConstructor(d.Vars[0], group, function)
		}
		r.cmds = append(r.cmds, cmd)
	}
	return r.store.Apply(function(sort), args[0])
}

// sizeByConstructor returns the size of x: 1 plus the sizes of those fields whose sorts are in the
// group.
func (r *reader) sizeByConstructor(x *logic.Term, group []*logic.Sort, function func(*logic.Sort) *logic.Func) (z *logic.Term) {
	for _, c := range x.Sort().Datatype().Constructors {
		sum := []*logic.Term{r.store.IntNum(1)}
		for _, f := range c.Fields {
			for _, part := range group {
				if f.Sort == part {
					sum = append(sum, r.store.Apply(function(part), r.store.Field(f, x)))
				}
			}
		}
		if value := r.store.Add(sum...); z == nil {
			z = value
		} else {
			z = r.store.Ite(r.store.Is(c, x), value, z)
		}
	}
	return z
}
