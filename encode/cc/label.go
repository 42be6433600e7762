// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// The address of a label is the address of an object of one byte that represents the label. goto *p
// compares p with the addresses of the labels whose addresses the function takes. A jump to any
// other address is undefined.

// A labelAddress is a label whose address is taken.
type labelAddress struct {
	def  *cc.FunctionDefinition
	name string
}

// surveyLabel records where the address of a label is taken.
func (u *unit) surveyLabel(n *cc.UnaryExpression) {
	s := &u.found
	if n.Case != cc.UnaryExpressionLabelAddr {
		return
	}
	at := labelAddress{s.function, n.Token2.SrcStr()}
	s.addresses[n] = at
	if !slices.Contains(s.taken[at.def], at.name) {
		s.taken[at.def] = append(s.taken[at.def], at.name)
	}
}

// addressOfLabel returns the value of &&l.
func (b *builder) addressOfLabel(n *cc.UnaryExpression) cfg.Expr {
	at := b.found.addresses[n]
	v := b.labelObjects[at]
	if v == nil {
		b.fail(n, "label %s is not defined", at.name)
	}
	return b.labelValue(v)
}

func (b *builder) labelValue(v *cfg.Var) cfg.Expr {
	b.use(v)
	return b.convert(cfg.AddrOf{Place: cfg.VarPlace{Var: v}, Of: b.types.pointer(v.Type)}, b.types.pointer(b.types.void()))
}

// labelsTaken makes the objects for the labels of a body whose addresses are taken.
func (b *builder) labelsTaken(def *cc.FunctionDefinition) {
	taken := b.found.taken[def]
	if len(taken) == 0 {
		return
	}
	b.taken = map[string]*cfg.Var{}
	walk(def.CompoundStatement, func(n cc.Node) bool {
		l, ok := n.(*cc.LabeledStatement)
		if !ok || l.Case != cc.LabeledStatementLabel || !slices.Contains(taken, l.Token.SrcStr()) {
			return true
		}
		name := l.Token.SrcStr()
		v := b.newVar(b.f.Name+"."+labelName(name), b.types.char(), cfg.Global, nil, b.pos(l))
		v.Extern = true // its contents are code
		b.taken[name], b.labelObjects[labelAddress{def, name}] = v, v
		b.takenNames = append(b.takenNames, name)
		return true
	})
}

// computedGoto jumps to the label whose address is the value of an expression. If no cleanups must
// run on the way, all such jumps of the function share the choice between the labels.
func (b *builder) computedGoto(n *cc.JumpStatement) {
	x := b.convertAt(n.ExpressionList, b.value(n.ExpressionList), b.types.pointer(b.types.void()))
	if len(b.cleanups) > 0 {
		b.chooseLabel(n, b.spill(x))
		return
	}
	first := b.dispatch == nil
	if first {
		b.dispatch, b.goal = b.node(), b.temp(x.Type())
	}
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: b.goal}, Value: x})
	b.jump(b.dispatch)
	if first {
		b.cur = b.dispatch
		b.chooseLabel(n, cfg.Load{From: cfg.VarPlace{Var: b.goal}})
	}
}

// chooseLabel jumps to the label whose address is x.
func (b *builder) chooseLabel(n *cc.JumpStatement, x cfg.Expr) {
	for _, name := range b.takenNames {
		here, next := b.node(), b.node()
		b.branch(b.compare(cfg.Eq, x, b.labelValue(b.taken[name])), here, next)
		b.cur = here
		b.unwind(b.sharedDepth(n, b.atLabel[name]))
		b.jump(b.labelNode(name))
		b.cur = next
	}
	b.assume(n, "goto leads to a label of its function whose address is taken")
	char := b.types.char()
	// this access fails if the address is not that of an object, provided that accesses are checked
	b.spill(cfg.Load{From: cfg.Deref{Pointer: b.convert(x, b.types.pointer(char)), Of: char}})
	b.end(cfg.Stop{})
}
