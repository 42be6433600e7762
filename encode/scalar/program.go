// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"iter"

	"cornet/encode/cfg"
)

// Program is a set of functions over shared variables. Main has no parameters. Before they are
// assigned, variables have any value of their type.
type Program struct {
	Model     cfg.DataModel
	Globals   []*Var
	Functions []*Function
	Main      *Function
	Notes     []cfg.Note
}

// Var is a variable.
type Var struct {
	Name string
	Type Type
	Func *Function // nil of globals
	ID   int       // dense in the program
	// Source is the expression of C that denotes the variable in the scope of its function or file,
	// or "". Decl is the position of its declaration.
	Source string
	Decl   cfg.Pos
	// Scope is the name of the source function that the variable belongs to, or "" for static
	// storage.
	Scope string
}

func (v *Var) String() string { return v.Name }

// Function is a function: Results are assigned when control reaches Exit.
type Function struct {
	Name    string
	Params  []*Var
	Results []*Var
	Locals  []*Var
	Entry   *Node
	Exit    *Node
	Nodes   []*Node // Nodes[i].ID == i
	Pos     cfg.Pos
	// Adds means that calls add Params to a set of values. If From is not nil, Results are any
	// values that From has added in some execution. The bodies of such functions are not used.
	Adds bool
	From *Function
}

func (f *Function) String() string { return f.Name }

// NewNode adds a node.
func (f *Function) NewNode(pos cfg.Pos) *Node { return cfg.AddNode(f, &f.Nodes, pos) }

// Edges yields the edges of all functions.
func (p *Program) Edges() iter.Seq[*Edge] {
	return func(yield func(*Edge) bool) {
		for _, f := range p.Functions {
			for e := range cfg.EdgesOf(f.Nodes) {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// A Node is a location of a function. An Edge is a step.
type (
	Node = cfg.NodeOf[Function, Op]
	Edge = cfg.EdgeOf[Function, Op]
)

// Op is what an edge does.
type Op interface{ op() }

type (
	// Skip does nothing.
	Skip struct{}

	// Assume blocks unless Cond differs from 0; with Negate, unless it is 0. Division means that
	// Cond belongs to a division of integers: if it does not hold, the machine traps.
	Assume struct {
		Cond     *Expr
		Negate   bool
		Division bool
	}

	// Assign stores Value in To, of the same type.
	Assign struct {
		To    *Var
		Value *Expr
	}

	// Havoc stores any value in To. Input names the function whose result it is, or is "" for
	// indeterminate values. A Note describes the construct that was not modelled.
	Havoc struct {
		To    *Var
		Input string
		Note  string
	}

	// Call runs Callee. Args become its Params. Its Results are stored in Results, where nil drops
	// one.
	Call struct {
		Callee  *Function
		Args    []*Expr
		Results []*Var
	}

	// Error violates the property; its edge leads to a node without edges out.
	Error struct{ cfg.Error }

	// Stop ends the program; its edge leads to a node without edges out.
	Stop struct{}

	// Obligation states that Cond differs from 0 in all executions that C defines. The lowering of
	// memory assumes it, because the points-to analysis implies it. Runs test it. If Proved is set,
	// the clauses contain a check of it; see [Program.Oblige]. If Address is in an object made
	// during the run, runs also test that it is in one of Parts, unless Parts is empty.
	Obligation struct {
		Cond    *Expr
		Proved  bool
		Address *Expr
		Parts   []Part
	}

	// Make records that a new object, made at Site, begins at Address. It changes no variables.
	Make struct {
		Site    int
		Address *Expr
	}
)

func (Skip) op()   {}
func (Assume) op() {}
func (Assign) op() {}
func (Havoc) op()  {}
func (Call) op()   {}
func (Error) op()  {}
func (Stop) op()   {}

func (Obligation) op() {}
func (Make) op()       {}

// Part is a part of an object made at Site, at Offset from its beginning. If Stride is not 0, it
// also has all places at multiples of Stride after that.
type Part struct {
	Site           int
	Offset, Stride int64
}

// Operands calls visit for the expressions of op, except for obligations that a proof need not
// include.
func Operands(op Op, visit func(*Expr)) {
	switch o := op.(type) {
	case Assume:
		visit(o.Cond)
	case Assign:
		visit(o.Value)
	case Obligation:
		if o.Proved {
			visit(o.Cond)
		}
	case Call:
		for _, x := range o.Args {
			visit(x)
		}
	}
}

// Written calls visit for the variables that op assigns. For a call, these are only its results.
func Written(op Op, visit func(*Var)) {
	switch o := op.(type) {
	case Assign:
		visit(o.To)
	case Havoc:
		visit(o.To)
	case Call:
		for _, v := range o.Results {
			if v != nil {
				visit(v)
			}
		}
	}
}
