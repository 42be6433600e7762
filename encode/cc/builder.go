// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A builder translates the body of one function. It appends edges at the node cur. After a jump,
// nothing leads to cur, and simplification removes it.
type builder struct {
	*unit
	f   *cfg.Function
	cur *cfg.Node
	at  cfg.Pos // position of the edges that are emitted

	breaks, continues []target // the innermost is the last
	switches          []*switching
	labels            map[string]*cfg.Node
	// cleanups are the cleanups of the variables in scope. atLabel are the variables and compound
	// literals with cleanups that are in scope at a label.
	cleanups []cleanup
	atLabel  map[string][]cc.Node
	// literals are the compound literals of the blocks that have been entered. They are recorded
	// only if lifetimes are tracked.
	literals map[*cc.PostfixExpression]*cfg.Var
	// taken has a variable for each label whose address is taken; takenNames has the names in
	// order. goto *p stores p in goal and jumps to dispatch.
	taken      map[string]*cfg.Var
	takenNames []string
	dispatch   *cfg.Node
	goal       *cfg.Var

	exit *cfg.Node // the target of return
	vlas map[*cc.Declarator]*vla
	// of variable-length arrays: the numbers of their innermost elements
	counts map[*cc.ArrayType]cfg.Expr
	// lengths are the numbers of direct elements.
	lengths map[*cc.ArrayType]cfg.Expr
	// evaluated has the lengths of arrays in the source that have been evaluated.
	evaluated map[cc.ExpressionNode]bool
	static    bool                  // translating the initial values of globals, where references must be constant
	stated    map[cc.Node]bool      // clauses of contracts that stand where they have a meaning
	old       map[cc.Node]*cfg.Var  // values that calls of __CPROVER_old saved at the entry
	saved     map[*cfg.Var]*cfg.Var // parameters as they were at the entry
	texts     map[*cfg.Var]bool     // results of the functions in ownTexts
	log       []cfg.Op              // the operations emitted, in order
}

func newBuilder(u *unit, f *cfg.Function) *builder {
	return &builder{unit: u, f: f, cur: f.Entry, at: f.Pos, exit: f.Exit, labels: map[string]*cfg.Node{}, vlas: map[*cc.Declarator]*vla{}, literals: map[*cc.PostfixExpression]*cfg.Var{}, texts: map[*cfg.Var]bool{}, counts: map[*cc.ArrayType]cfg.Expr{}, lengths: map[*cc.ArrayType]cfg.Expr{}, evaluated: map[cc.ExpressionNode]bool{}}
}

// body translates the body of a function definition.
func (b *builder) body(def *cc.FunctionDefinition) {
	own := b.funcs[b.f.Name]
	if b.f.Result != nil && b.f == b.entered && b.f.Name == "main" {
		// C99: control that runs off the end of main returns 0.
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: b.f.Result}, Value: b.zero(b.f.Result.Type)})
	} else if b.f.Result != nil && !b.endsInReturn(def.CompoundStatement) {
		b.emit(cfg.Havoc{To: cfg.VarPlace{Var: b.f.Result}})
	}
	if b.f == b.p.Main && own != nil && own.cfg == b.f {
		b.mainArguments(own)
	}
	b.measureParams(def)
	b.exit = b.f.Exit
	c := contractOf(def.CompoundStatement)
	b.beginContract(c)
	noReturn := own != nil && own.noReturn && own.cfg == b.f
	if b.handlers && b.f == b.p.Main || len(c.ensures) > 0 || noReturn {
		b.exit = b.node()
	}
	if b.atLabel = map[string][]cc.Node{}; b.found.cleanups || b.scopes() {
		b.scopesOfLabels(def.CompoundStatement, nil)
	}
	b.labelsTaken(def)
	b.compound(def.CompoundStatement)
	b.checkLengths(def)
	b.label(b.exit)
	if noReturn && b.reached() {
		b.emit(cfg.Assume{Cond: b.spill(cfg.Any{Of: b.types.int(), Note: b.f.Name + " returns, though it is declared not to"})})
	}
	if b.exit != b.f.Exit {
		b.endContract(c)
		if b.f == b.p.Main {
			b.runHandlers()
		}
		b.jump(b.f.Exit)
	}
}

// reached reports whether a path of the automaton leads to the current node.
func (b *builder) reached() bool {
	seen := map[*cfg.Node]bool{b.f.Entry: true}
	for todo := []*cfg.Node{b.f.Entry}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if _, ends := e.Op.(cfg.Stop); !ends && !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return seen[b.cur]
}

// runHandlers calls the functions that atexit registered.
func (b *builder) runHandlers() {
	if f := b.funcs["__cornet_run_handlers"]; b.handlers && f != nil {
		b.require(f)
		b.emit(cfg.Call{Callee: f.cfg})
	}
}

// endsInReturn reports whether the last statement of a body is a return, so that the result is
// always set. The results of other bodies begin with an indeterminate value.
func (b *builder) endsInReturn(n *cc.CompoundStatement) bool {
	var last *cc.BlockItem
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		last = l.BlockItem
	}
	if last == nil || last.Case != cc.BlockItemStmt {
		return false
	}
	switch s := last.Statement; s.Case {
	case cc.StatementJump:
		return s.JumpStatement.Case == cc.JumpStatementReturn
	case cc.StatementCompound:
		return b.endsInReturn(s.CompoundStatement)
	}
	return false
}

// emit appends an edge to a new node.
func (b *builder) emit(op cfg.Op) *cfg.Edge {
	n := b.f.NewNode(b.at)
	e := b.cur.Connect(n, op, b.at)
	b.cur = n
	b.log = append(b.log, op)
	if x, ok := op.(cfg.Error); ok && slices.Contains([]cfg.ErrorKind{cfg.ReachError, cfg.AssertFailed, cfg.ErrorLabel}, x.Kind) {
		b.p.Marked = true
	}
	return e
}

// node makes a node that nothing leads to yet.
func (b *builder) node() *cfg.Node { return b.f.NewNode(b.at) }

// jump leads to n. Code after it is unreachable until some edge leads there.
func (b *builder) jump(n *cfg.Node) {
	b.cur.Connect(n, cfg.Skip{}, b.at)
	b.cur = b.node()
}

// label continues at n, where the preceding code also arrives.
func (b *builder) label(n *cfg.Node) {
	b.cur.Connect(n, cfg.Skip{}, b.at)
	b.cur = n
}

// end emits an operation that does not return.
func (b *builder) end(op cfg.Op) {
	b.emit(op)
	b.cur = b.node()
}

// branch goes to yes if x differs from 0, else to no.
func (b *builder) branch(x cfg.Expr, yes, no *cfg.Node) {
	b.log = append(b.log, cfg.Assume{Cond: x})
	b.cur.Connect(yes, cfg.Assume{Cond: x}, b.at)
	b.cur.Connect(no, cfg.Assume{Cond: x, Negate: true}, b.at)
	b.cur = b.node()
}

// temp makes a temporary.
func (b *builder) temp(t *cfg.Type) *cfg.Var {
	return b.newVar("t", unqualified(t), cfg.Temp, b.f, b.at)
}

// unqualified returns the type of the value in a place of type t.
func unqualified(t *cfg.Type) *cfg.Type {
	if !t.Atomic && !t.Volatile {
		return t
	}
	u := *t
	u.Atomic, u.Volatile = false, false
	return &u
}

// spill saves a value in a temporary.
func (b *builder) spill(x cfg.Expr) cfg.Expr {
	switch y := x.(type) {
	case cfg.Const, cfg.FloatConst, cfg.FuncAddr:
		return x
	case cfg.Load:
		if v, ok := y.From.(cfg.VarPlace); ok && v.Var.Kind == cfg.Temp {
			return x
		}
	}
	v := b.temp(x.Type())
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x})
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// keep returns x in a form that keeps its value while other code runs. The address of a place or a
// row stays an address, because a temporary would lose the array that it points to and its number
// of elements.
func (b *builder) keep(x cfg.Expr) cfg.Expr {
	if stable(x) {
		return x
	}
	switch y := x.(type) {
	case cfg.AddrOf:
		y.Place = b.spillPlace(y.Place)
		return y
	case cfg.Binary:
		if y.Bound != nil {
			return b.step(nil, b.keep(y.X), b.spill(y.Bound.Index), *y.Bound)
		}
	}
	return b.spill(x)
}

// stable reports whether x keeps its value while other code runs.
func stable(x cfg.Expr) bool {
	ok := true
	cfg.Inspect(x, func(y cfg.Expr) bool {
		switch y := y.(type) {
		case cfg.Load:
			v, isVar := y.From.(cfg.VarPlace)
			if !isVar || v.Var.Kind != cfg.Temp {
				ok = false
			}
			return false
		case cfg.Any:
			ok = false
		}
		return ok
	})
	return ok
}
