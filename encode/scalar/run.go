// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"
	"slices"
	"sort"

	"cornet/internal/slice"
)

// Environment makes the choices that a program leaves open. The order of calls depends only on the
// program and the results of earlier calls.
type Environment struct {
	// Value chooses a value that edge e leaves open: an input, the result of a construct that is
	// not modelled (Note), or a variable that has not been assigned. The value has type t. If t is
	// an array, it has the type of an element.
	Value func(e *Edge, t Type, o Havoc) *big.Int
	// Indeterminate, if not nil, is called if an operation depends on a value that Value has chosen
	// for an unassigned variable. Copying the value does not count.
	Indeterminate func()
	// Choose picks one of n edges that can be passed.
	Choose func(n int) int
	// Visit, if not nil, is called with the state whenever control is at a node, including the
	// entry and the exit of functions.
	Visit func(s *State, n *Node)
	// Passes, if not nil, is called with the state before each edge that is passed.
	Passes func(s *State, e *Edge)
	// Assigned, if not nil, is called with the value of each scalar that an edge has assigned.
	Assigned func(e *Edge, v *Var, value *big.Int)
	// Applied, if not nil, is called with the operands and the value of each Apply. It must not
	// change them.
	Applied func(x *Expr, args []*big.Int, value *big.Int)
	// MaxSteps bounds the edges that are passed.
	MaxSteps int
}

// Outcome is the way in which a run of a program ended.
type Outcome uint8

// The outcomes.
const (
	Limit     Outcome = iota // after MaxSteps edges
	Returned                 // the main function returned
	Stopped                  // at a Stop
	Failed                   // at an Error
	Blocked                  // no edge can be passed
	Undefined                // an operation has no value
	Broken                   // an Obligation does not hold
)

var outcomeNames = [...]string{"limit", "returned", "stopped", "failed", "blocked", "undefined", "broken"}

func (o Outcome) String() string { return outcomeNames[o] }

// State is the state of a run.
type State struct {
	env     Environment
	globals map[*Var]Value
	frames  []*frame
	edge    *Edge
	unset   map[*big.Int]bool // elements of arrays that have not been assigned
	made    []made            // by address; addresses are not reused
	// undefined means that an operation without a value was evaluated.
	undefined bool
}

// made is an object that was made during the run.
type made struct {
	at   *big.Int
	site int
}

// allowed reports whether an obligation allows the dynamic object that contains its address.
func (s *State) allowed(o Obligation) bool {
	if len(o.Parts) == 0 {
		return true
	}
	x := s.number(o.Address)
	i := s.madeUpTo(x) - 1
	if i < 0 {
		return true
	}
	offset := new(big.Int).Sub(x, s.made[i].at)
	return !offset.IsInt64() || slices.ContainsFunc(o.Parts, func(p Part) bool {
		return p.Site == s.made[i].site && (offset.Int64()-p.Offset)%p.Stride == 0
	})
}

// madeUpTo returns the number of objects made at addresses up to x.
func (s *State) madeUpTo(x *big.Int) int {
	return sort.Search(len(s.made), func(i int) bool { return s.made[i].at.Cmp(x) > 0 })
}

// frame is a function under execution.
type frame struct {
	f      *Function
	at     *Node
	locals map[*Var]Value
	// values at the entry of the globals that have been read or written since
	outside map[*Var]Value
	results []*Var // results in the caller
}

// Run executes p. It ends with an outcome, and the edge at which the last step failed or blocked,
// if any.
//
// Cost: linear in the expressions of the edges that are tried.
func (p *Program) Run(env Environment) (Outcome, *Edge) {
	s := &State{env: env, globals: map[*Var]Value{}, unset: map[*big.Int]bool{}}
	s.enter(p.Main, nil, nil)
	for range env.MaxSteps {
		fr := s.top()
		if env.Visit != nil {
			env.Visit(s, fr.at)
		}
		if fr.at == fr.f.Exit {
			if len(s.frames) == 1 {
				return Returned, nil
			}
			s.leave()
			continue
		}
		e := s.next(fr.at)
		if s.undefined {
			return Undefined, s.edge
		}
		if e == nil {
			return Blocked, s.edge
		}
		if env.Passes != nil {
			env.Passes(s, e)
		}
		switch o := e.Op.(type) {
		case Error:
			return Failed, e
		case Stop:
			return Stopped, e
		case Obligation:
			if (s.number(o.Cond).Sign() == 0 || !s.allowed(o)) && !s.undefined {
				return Broken, e
			}
			fr.at = e.To
		case Make:
			at := s.number(o.Address)
			s.made = slices.Insert(s.made, s.madeUpTo(at), made{at, o.Site})
			fr.at = e.To
		case Call:
			args := slice.Map(o.Args, s.eval)
			fr.at = e.To
			s.enter(o.Callee, args, o.Results)
		default:
			s.do(e)
			fr.at = e.To
		}
		if s.undefined {
			return Undefined, e
		}
	}
	return Limit, nil
}

// next returns an edge out of n that can be passed, or nil.
func (s *State) next(n *Node) *Edge {
	var open []*Edge
	for _, e := range n.Out {
		s.edge = e
		if o, ok := e.Op.(Assume); ok && s.number(o.Cond).Sign() != 0 == o.Negate {
			continue
		}
		open = append(open, e)
	}
	switch len(open) {
	case 0:
		return nil
	case 1:
		s.edge = open[0]
	default:
		s.edge = open[s.env.Choose(len(open))]
	}
	return s.edge
}

func (s *State) do(e *Edge) {
	switch o := e.Op.(type) {
	case Assign:
		x := s.eval(o.Value)
		s.set(o.To, x)
		if s.env.Assigned != nil && x.number != nil && !s.undefined && !s.unset[x.number] {
			s.env.Assigned(e, o.To, x.number)
		}
	case Havoc:
		s.set(o.To, s.open(o.To.Type, o))
	}
}

func (s *State) top() *frame { return s.frames[len(s.frames)-1] }

func (s *State) enter(f *Function, args []Value, results []*Var) {
	fr := &frame{f: f, at: f.Entry, locals: map[*Var]Value{}, outside: map[*Var]Value{}, results: results}
	for i, v := range f.Params {
		fr.locals[v] = args[i]
		fr.outside[v] = args[i]
	}
	s.frames = append(s.frames, fr)
}

// leave returns to the caller.
func (s *State) leave() {
	fr := s.top()
	results := make([]Value, len(fr.results))
	for i := range results {
		results[i] = s.Value(fr.f.Results[i])
	}
	s.frames = s.frames[:len(s.frames)-1]
	caller := s.top()
	// the caller gets the initial values of globals that it does not have yet
	for v, x := range fr.outside {
		if _, ok := caller.outside[v]; !ok && v.Func == nil {
			caller.outside[v] = x
		}
	}
	for i, v := range fr.results {
		if v != nil {
			s.set(v, results[i])
		}
	}
}

// home returns the map that stores v.
func (s *State) home(v *Var) map[*Var]Value {
	if v.Func == nil {
		return s.globals
	}
	return s.top().locals
}

// Value returns the value of v at the current position of control. If it has no value yet, the
// environment chooses one.
func (s *State) Value(v *Var) Value {
	home := s.home(v)
	x, ok := home[v]
	if !ok {
		x = s.open(v.Type, Havoc{To: v})
		home[v] = x
	}
	return x
}

// Depth returns the number of functions that have been called and have not returned, including the
// main function.
func (s *State) Depth() int { return len(s.frames) }

// Initial returns the value that v, a parameter or a global variable, had at the entry of the
// current function.
func (s *State) Initial(v *Var) Value {
	fr := s.top()
	x, ok := fr.outside[v]
	if !ok {
		x = s.Value(v)
		fr.outside[v] = x
	}
	return x
}

func (s *State) set(v *Var, x Value) {
	if v.Func == nil && len(s.frames) > 1 {
		s.Initial(v)
	}
	s.home(v)[v] = x
}

// open returns a value of type t that the environment chooses.
func (s *State) open(t Type, o Havoc) Value {
	x := s.env.Value(s.edge, t.Elem(), o)
	if o.Input == "" && o.Note == "" {
		x = new(big.Int).Set(x)
		s.unset[x] = true
	}
	if t.Array {
		return Value{array: filled(x)}
	}
	return Value{number: x}
}

// Eval returns the value of x in the current state, or nil if an operation in x has no value. x
// must not contain an Any.
func (s *State) Eval(x *Expr) *big.Int {
	indeterminate := s.env.Indeterminate
	s.env.Indeterminate = nil
	defer func() { s.env.Indeterminate = indeterminate }()
	z := s.eval(x).number
	if s.undefined {
		s.undefined = false
		return nil
	}
	return z
}

// number returns the value of x for an operation that depends on it.
func (s *State) number(x *Expr) *big.Int {
	z := s.eval(x).number
	if s.unset[z] && s.env.Indeterminate != nil {
		s.env.Indeterminate()
	}
	return z
}

func (s *State) eval(x *Expr) Value {
	if s.undefined {
		return s.none(x.Type)
	}
	switch x.Operator {
	case Const:
		return Value{number: x.Value}
	case Read:
		return s.Value(x.Var)
	case Any:
		return s.open(x.Type, Havoc{Note: x.Note})
	case And, Or:
		if (s.number(x.Args[0]).Sign() != 0) == (x.Operator == Or) {
			return Value{number: flag(x.Operator == Or)}
		}
		return Value{number: flag(s.number(x.Args[1]).Sign() != 0)}
	case Ite:
		if s.number(x.Args[0]).Sign() != 0 {
			return s.eval(x.Args[1])
		}
		return s.eval(x.Args[2])
	case Select:
		return Value{number: s.eval(x.Args[0]).array.at(s.number(x.Args[1]))}
	case Store:
		a := s.eval(x.Args[0]).array
		return Value{array: a.with(s.number(x.Args[1]), s.eval(x.Args[2]).number)}
	case Table:
		return Value{array: x.Constants.array}
	case Fill:
		return Value{array: filled(s.eval(x.Args[0]).number)}
	}
	vs := slice.Map(x.Args, s.number)
	var z *big.Int
	if x.Operator == Apply {
		if z = x.ApplyTo(vs); z != nil && s.env.Applied != nil {
			s.env.Applied(x, vs, z)
		}
	} else {
		z = Compute(x.Operator, x.Type, vs)
	}
	if z == nil || x.Fits && x.leaves(vs) {
		s.undefined = true
		return s.none(x.Type)
	}
	return Value{number: z}
}

// leaves reports whether the result of x, an operator over vs, is outside its type. If the operator
// is fitting, no execution evaluates it then.
func (x *Expr) leaves(vs []*big.Int) bool {
	var z *big.Int
	if x.Operator == Shl {
		if vs[1].Sign() < 0 || vs[1].Cmp(big.NewInt(int64(x.Type.Width))) >= 0 {
			return true
		}
		z = new(big.Int).Lsh(vs[0], uint(vs[1].Int64()))
	} else {
		z = Compute(x.Operator, Type{Kind: Pointer}, vs) // pointer arithmetic does not wrap
	}
	return z == nil || z.Cmp(x.Type.Wrap(z)) != 0
}

// none represents a missing value.
func (s *State) none(t Type) Value {
	if t.Array {
		return Value{array: filled(new(big.Int))}
	}
	return Value{number: new(big.Int)}
}

func flag(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}
