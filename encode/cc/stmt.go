// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// compound translates a block.
func (b *builder) compound(n *cc.CompoundStatement) {
	depth := len(b.cleanups)
	b.enterBlock(n)
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		b.blockItem(l.BlockItem)
	}
	b.leave(depth)
}

func (b *builder) blockItem(n *cc.BlockItem) {
	switch n.Case {
	case cc.BlockItemDecl:
		b.at = b.pos(n)
		b.declaration(n.Declaration)
	case cc.BlockItemStmt:
		b.statement(n.Statement)
	case cc.BlockItemLabel:
		b.refuse(n, "a declaration of local labels")
	case cc.BlockItemFuncDef:
		b.refuse(n, "nested function %s", n.Declarator.Name())
	}
}

// declaration translates a declaration in a block.
func (b *builder) declaration(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			b.at = b.pos(l.InitDeclarator)
			b.declarator(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
		}
	case cc.DeclarationAuto:
		b.declarator(n.Declarator, n.Initializer)
	}
}

func (b *builder) declarator(d *cc.Declarator, init *cc.Initializer) {
	switch {
	case d.IsTypename():
		if a, ok := d.Type().(*cc.ArrayType); ok && a.IsVLA() {
			b.refuse(d, "typedef of a variable-length array")
		}
	case d.Type().Kind() == cc.Function:
		b.declareFunction(d, nil)
	case d.IsExtern():
		b.declareGlobal(d, nil)
	case d.IsStatic():
		b.localAttributes(d)
		v := b.newVar(d.Name(), b.completed(d, b.declared(d), init), cfg.Global, nil, b.pos(d))
		v.Thread = d.IsThreadLocal()
		b.readOnly[v] = ofConst(d.Type())
		b.vars[d] = v
		b.addInit(initialiser{v: v, init: init, in: b.translationUnit})
	default:
		if a, ok := d.Type().(*cc.ArrayType); ok && a.IsVLA() {
			if a, ok := b.attributeOf(d, "cleanup"); ok {
				b.refuse(a.node, "attribute cleanup on a variable-length array")
			}
			b.declareVLA(d, a)
			return
		}
		if row := pointedVLA(d.Type()); row != nil {
			b.measure(d, row)
		}
		if k := d.Type().Kind(); k == cc.Void || init == nil && d.Type().IsIncomplete() {
			b.fail(d, "variable %s has an incomplete type, %v", d.Name(), d.Type())
		}
		t := b.completed(d, b.declared(d), init)
		b.localAttributes(d)
		v := b.newVar(d.Name(), t, cfg.Local, b.f, b.pos(d))
		b.vars[d] = v
		b.escapes[v] = b.escaping[d]
		if b.scopes() {
			b.emit(cfg.Scope{Var: v})
			b.cleanups = append(b.cleanups, cleanup{of: d, v: v, node: d, scope: true})
		}
		if init != nil {
			b.initialise(v, init)
		} else {
			b.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}})
		}
		if a, ok := b.attributeOf(d, "cleanup"); ok {
			b.cleanups = append(b.cleanups, b.cleanupOf(d, v, a))
		}
	}
}

func (b *builder) statement(n *cc.Statement) {
	b.at = b.pos(n)
	switch n.Case {
	case cc.StatementLabeled:
		b.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		b.compound(n.CompoundStatement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			b.effect(e)
		}
	case cc.StatementSelection:
		b.selection(n.SelectionStatement)
	case cc.StatementIteration:
		b.iteration(n.IterationStatement)
	case cc.StatementJump:
		b.jumpStatement(n.JumpStatement)
	case cc.StatementAsm:
		b.asm(n.AsmStatement)
	}
}

func (b *builder) labeled(n *cc.LabeledStatement) {
	b.labelOf(n)
	b.statement(n.Statement)
}

// labelOf translates the label of a statement.
func (b *builder) labelOf(n *cc.LabeledStatement) {
	switch n.Case {
	case cc.LabeledStatementLabel:
		name := n.Token.SrcStr()
		l := b.labelNode(name)
		l.Pos = b.pos(n)
		b.label(l)
		b.rebegin(0)
		if labelName(name) == errorLabel && !b.o.Property.OnlyFunctions {
			b.end(cfg.Error{Kind: cfg.ErrorLabel})
		}
	default:
		b.caseLabel(n)
	}
}

// labelNode returns the node of a label.
func (b *builder) labelNode(name string) *cfg.Node {
	l := b.labels[name]
	if l == nil {
		l = b.node()
		l.Label = labelName(name)
		b.labels[name] = l
	}
	return l
}

func (b *builder) selection(n *cc.SelectionStatement) {
	if n.Case == cc.SelectionStatementSwitch {
		b.switchStatement(n)
		return
	}
	yes, no, after := b.node(), b.node(), b.node()
	depth := len(b.cleanups)
	b.enterBlock(n)
	b.cond(n.ExpressionList, yes, no)
	b.cur = yes
	b.substatement(n.Statement)
	b.jump(after)
	b.cur = no
	if n.Case == cc.SelectionStatementIfElse {
		b.substatement(n.Statement2)
	}
	b.label(after)
	b.leave(depth)
}

func (b *builder) iteration(n *cc.IterationStatement) {
	pos := b.pos(n)
	head, body, next, after := b.node(), b.node(), b.node(), b.node()
	depth := len(b.cleanups)
	b.enterBlock(n)
	if n.Case == cc.IterationStatementForDecl {
		b.declaration(n.Declaration)
	}
	b.breaks = append(b.breaks, target{after, len(b.cleanups)})
	b.continues = append(b.continues, target{next, len(b.cleanups)})
	test := func(e cc.ExpressionNode) {
		if n.Statement.Case == cc.StatementCompound && n.Case != cc.IterationStatementDo {
			for _, clause := range b.state(contractOf(n.Statement.CompoundStatement).invariants) {
				b.claim(clause)
			}
		}
		if e == nil {
			b.jump(body)
			return
		}
		b.at = b.pos(e)
		b.cond(e, body, after)
	}
	switch n.Case {
	case cc.IterationStatementWhile:
		b.label(head)
		test(n.ExpressionList)
		b.cur = body
		b.substatement(n.Statement)
		b.label(next)
		b.jump(head)
	case cc.IterationStatementDo:
		b.label(body)
		b.substatement(n.Statement)
		b.label(next)
		test(n.ExpressionList)
	case cc.IterationStatementFor, cc.IterationStatementForDecl:
		step := n.ExpressionList3
		if n.Case == cc.IterationStatementForDecl {
			b.at = pos
			b.label(head)
			test(n.ExpressionList)
			step = n.ExpressionList2
		} else {
			if n.ExpressionList != nil {
				b.effect(n.ExpressionList)
			}
			b.at = pos
			b.label(head)
			test(n.ExpressionList2)
		}
		b.cur = body
		b.substatement(n.Statement)
		b.label(next)
		if step != nil {
			b.at = b.pos(step)
			b.effect(step)
		}
		b.jump(head)
	}
	b.cur = after
	b.leave(depth)
	b.breaks = b.breaks[:len(b.breaks)-1]
	b.continues = b.continues[:len(b.continues)-1]
}

func (b *builder) jumpStatement(n *cc.JumpStatement) {
	switch n.Case {
	case cc.JumpStatementGoto:
		name := n.Token2.SrcStr()
		b.unwind(b.sharedDepth(n, b.atLabel[name]))
		b.jump(b.labelNode(name))
	case cc.JumpStatementGotoExpr:
		b.computedGoto(n)
	case cc.JumpStatementContinue:
		if len(b.continues) == 0 {
			b.fail(n, "continue outside a loop")
		}
		b.jumpOut(b.continues[len(b.continues)-1])
	case cc.JumpStatementBreak:
		if len(b.breaks) == 0 {
			b.fail(n, "break outside a loop or switch")
		}
		b.jumpOut(b.breaks[len(b.breaks)-1])
	case cc.JumpStatementReturn:
		b.returnStatement(n)
	}
}

func (b *builder) returnStatement(n *cc.JumpStatement) {
	switch e := n.ExpressionList; {
	case e == nil:
	case b.f.Result == nil:
		b.effect(e)
	default:
		b.expectElem(e, b.f.Result.Type)
		x := b.convertAt(e, b.value(e), unqualified(b.f.Result.Type))
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: b.f.Result}, Value: x})
	}
	b.jumpOut(target{b.exit, 0})
}

// A switching is a switch statement during translation, with the cases so far.
type switching struct {
	value *cfg.Type
	cases []switchCase
	other *cfg.Node // default
	depth int       // cleanups in scope
}

type switchCase struct {
	lo, hi *big.Int
	node   *cfg.Node
	pos    cfg.Pos
	label  cc.Node
}

// switchStatement translates the body first, which collects the cases. Then it translates the
// choice between them: a chain of tests before the body.
func (b *builder) switchStatement(n *cc.SelectionStatement) {
	depth := len(b.cleanups)
	b.enterBlock(n)
	x := b.promote(b.value(n.ExpressionList))
	x = b.spill(x)
	start, after := b.cur, b.node()
	s := &switching{value: x.Type(), depth: len(b.cleanups)}
	b.switches = append(b.switches, s)
	b.breaks = append(b.breaks, target{after, s.depth})
	b.cur = b.node() // code before the first case is unreachable
	b.substatement(n.Statement)
	b.checkCases(s.cases)
	b.label(after)
	b.breaks = b.breaks[:len(b.breaks)-1]
	b.switches = b.switches[:len(b.switches)-1]

	b.cur, b.at = start, b.pos(n)
	for _, c := range s.cases {
		b.at = c.pos
		next := b.node()
		b.branch(b.caseTest(x, c), c.node, next)
		b.cur = next
	}
	if s.other == nil {
		s.other = after
	}
	b.jump(s.other)
	b.cur = after
	b.leave(depth)
}

func (b *builder) caseTest(x cfg.Expr, c switchCase) cfg.Expr {
	lo := cfg.Const{Value: c.lo, Of: x.Type()}
	if c.lo.Cmp(c.hi) == 0 {
		return b.compare(cfg.Eq, x, lo)
	}
	hi := cfg.Const{Value: c.hi, Of: x.Type()}
	return b.logical(cfg.LogAnd, b.compare(cfg.Le, lo, x), b.compare(cfg.Le, x, hi))
}

// caseLabel translates case and default.
func (b *builder) caseLabel(n *cc.LabeledStatement) {
	if len(b.switches) == 0 {
		b.fail(n, "case outside a switch")
	}
	s := b.switches[len(b.switches)-1]
	if slices.ContainsFunc(b.cleanups[s.depth:], func(c cleanup) bool { return c.fun != nil }) {
		b.refuse(n, "a case in the scope of a variable with attribute cleanup")
	}
	l := b.node()
	l.Pos = b.pos(n)
	b.label(l)
	b.rebegin(s.depth)
	if n.Case == cc.LabeledStatementDefault {
		s.other = l
		return
	}
	c := switchCase{lo: b.caseValue(n.ConstantExpression, s.value), node: l, pos: b.pos(n), label: n}
	c.hi = c.lo
	if n.Case == cc.LabeledStatementRange {
		c.hi = b.caseValue(n.ConstantExpression2, s.value)
	}
	s.cases = append(s.cases, c)
}

// checkCases refuses a switch in which two cases have a value in common. Cost: O(n log n).
func (b *builder) checkCases(cases []switchCase) {
	order := make([]int, len(cases)) // by lower end
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cases[i].lo.Cmp(cases[j].lo) })
	for k, i := range order[:max(len(order)-1, 0)] {
		j := order[k+1]
		if cases[j].lo.Cmp(cases[i].hi) <= 0 {
			first, second := cases[min(i, j)], cases[max(i, j)]
			b.fail(second.label, "case %v is there twice, first at %v", second.lo, first.pos)
		}
	}
}

// caseValue returns the value of a case label.
func (b *builder) caseValue(e cc.ExpressionNode, t *cfg.Type) *big.Int {
	was := b.static
	b.static = true
	c, ok := b.convert(b.value(e), t).(cfg.Const)
	b.static = was
	if !ok {
		b.fail(e, "the value of a case is not a constant")
	}
	return c.Value
}
