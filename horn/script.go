// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"

	"cornet/logic"
	"cornet/smtlib"
)

// Read returns the system that a text poses, in a store of its own. name is the name of the text in
// messages.
func Read(name, text string) (*System, error) {
	script, err := smtlib.ReadString(logic.NewStore(), name, text)
	if err != nil {
		return nil, err
	}
	return FromScript(script)
}

// FromScript returns the Horn system that a script poses. The predicates are the declared functions
// with result Bool, including those without parameters.
//
// The system consists of the assertions and predicates in force at the script's check-sat. Those in
// scopes that are popped before it do not count, and commands after it do not count either. A
// script without check-sat is read as if it ended with one. A script with two checks, or with
// check-sat-assuming, is for a conversation ([CodeChecks]).
//
// The dialect of fixedpoint engines is read, too. The variables of declare-var are universally
// quantified in each rule, and (query q) states that q must not be derivable, for any arguments.
// Several queries are one problem: none may be derivable. The verdict is about the Horn system:
// Unsafe ("unsat") if a query is derivable. Engines for that dialect print "sat" instead, because
// there it means that the relation can be reached. A script uses either rules and queries, or
// assertions.
//
// A script with the annotations of VMT-LIB poses a transition system.
//
// An assertion is accepted if it is equivalent to Horn clauses by distribution over the structure
// above its atoms; predicate-free subformulas may be anything. Otherwise the error is an *[Error]
// with the position of the command.
//
// Cost: see [Clausifier.Assertion].
func FromScript(script *smtlib.Script) (*System, error) {
	if len(script.Annotations) > 0 {
		return fromTransitionSystem(script)
	}
	preds, source, err := Posed(script)
	if err != nil {
		return nil, err
	}
	return FromSource(script.Store, preds, source)
}

// Posed returns the predicates and assertions in force at the script's check-sat, which need not be
// Horn; see [FromScript].
func Posed(script *smtlib.Script) ([]*logic.Func, *Source, error) {
	r := scriptReader{script: script, levels: []level{{}}, functions: newFunctions(script.Store)}
	for i := range script.Commands {
		c := &script.Commands[i]
		if c.Kind == smtlib.CmdExit {
			break
		}
		if err := r.command(c); err != nil {
			err.Pos = c.Pos
			return nil, nil, err
		}
	}
	if r.posed == nil {
		r.pose()
	}
	return r.posed.preds, &Source{Name: script.Name, Asserts: r.posed.asserts, Functions: r.posed.functions, Scope: script.Scope}, nil
}

// scriptReader follows the assertion stack of a script.
type scriptReader struct {
	script  *smtlib.Script
	levels  []level
	asserts int // number of assert, rule and query commands so far
	rules   *smtlib.Command
	plain   *smtlib.Command // the first assert command
	queries bool
	global  bool   // declarations remain when the level is popped in which they were made
	posed   *level // the problem at the check, with all levels joined
	vars    []*logic.Term

	functions *functions
	// definitions has the recursive functions that remain when their level is popped
	definitions level
}

const secondCheck = "second check of the script; a Horn problem has one: split the script"

// level is the contents of one scope of the assertion stack.
type level struct {
	preds     []*logic.Func
	asserts   []Assert
	functions []*Function
}

// add adds the contents of another level.
func (l *level) add(other level) {
	l.preds = append(l.preds, other.preds...)
	l.asserts = append(l.asserts, other.asserts...)
	l.functions = append(l.functions, other.functions...)
}

func (r *scriptReader) top() *level { return &r.levels[len(r.levels)-1] }

func (r *scriptReader) command(c *smtlib.Command) *Error {
	switch c.Kind {
	case smtlib.CmdDeclareFun, smtlib.CmdDeclareConst, smtlib.CmdDeclareRel:
		if f := r.functions.graph[c.Func]; f != nil {
			return refuse(CodeCommand, "%v stands for the graph of the recursive function %v; choose another name", c.Func, f.Func)
		}
		delete(r.functions.known, c.Func) // functions of a scope that is popped
		if c.Func.Result().IsBool() {
			r.top().preds = append(r.top().preds, c.Func)
		}
	case smtlib.CmdDeclareVar:
		r.vars = append(r.vars, c.Vars...)
	case smtlib.CmdDefineFunsRec:
		return r.define(c)
	case smtlib.CmdPush:
		for range c.Number {
			r.levels = append(r.levels, level{})
		}
	case smtlib.CmdPop:
		if c.Number >= len(r.levels) {
			return refuse(CodeCommand, "pop of %d levels where %d are open", c.Number, len(r.levels)-1)
		}
		rest := len(r.levels) - c.Number
		if r.global {
			for _, l := range r.levels[rest:] {
				r.levels[rest-1].preds = append(r.levels[rest-1].preds, l.preds...)
			}
		}
		r.levels = r.levels[:rest]
	case smtlib.CmdSetOption:
		if c.Name == ":global-declarations" {
			r.global = len(c.Args) == 1 && c.Args[0].IsSymbol("true")
		}
	case smtlib.CmdReset, smtlib.CmdResetAssertions:
		r.reset(c)
	case smtlib.CmdAssert:
		r.plain = c
		return r.assert(c, c.Term)
	case smtlib.CmdRule:
		return r.rule(c)
	case smtlib.CmdQuery:
		return r.query(c)
	case smtlib.CmdCheckSat:
		return r.check()
	case smtlib.CmdCheckSatAssuming:
		return refuse(CodeChecks, "check-sat-assuming is not supported: assert the assumptions and use check-sat")
	}
	return nil
}

func (r *scriptReader) assert(c *smtlib.Command, t *logic.Term) *Error {
	if r.rules != nil && r.plain != nil {
		return refuse(CodeCommand, "the script mixes assert with rule or query; use one of the two styles")
	}
	t, err := r.functions.formula(t)
	if err != nil {
		return err
	}
	l := r.top()
	l.asserts = append(l.asserts, Assert{Term: t, Pos: c.Pos, Number: r.asserts, Name: c.Name})
	r.asserts++
	return nil
}

// define asserts the definitions of the graphs of recursive functions.
func (r *scriptReader) define(c *smtlib.Command) *Error {
	fs, terms, err := r.functions.define(c)
	if err != nil {
		return err
	}
	l := r.top()
	if r.global {
		l = &r.definitions
	}
	l.functions = append(l.functions, fs...)
	for i, f := range fs {
		l.preds = append(l.preds, f.Graph)
		l.asserts = append(l.asserts, Assert{Term: terms[i], Pos: c.Pos, Number: r.asserts})
		r.asserts++
	}
	return nil
}

// rule closes the rule over the variables of declare-var.
func (r *scriptReader) rule(c *smtlib.Command) *Error {
	if r.queries {
		return refuse(CodeCommand, "rule after a query: the query was asked without it; move the query to the end")
	}
	r.rules = c
	return r.assert(c, r.script.Store.Forall(r.freeVars(c.Term), c.Term))
}

// query asserts that the query has no instance.
func (r *scriptReader) query(c *smtlib.Command) *Error {
	s := r.script.Store
	if r.posed != nil {
		return refuse(CodeCommand, secondCheck)
	}
	r.rules, r.queries = c, true
	t := c.Term
	var vars []*logic.Term
	if t == nil {
		for _, sort := range c.Func.Params() {
			vars = append(vars, s.Fresh("x", sort))
		}
		t = s.Apply(c.Func, vars...)
	} else {
		vars = r.freeVars(t)
	}
	return r.assert(c, s.Faithful(logic.OpNot, s.Exists(vars, t)))
}

// freeVars returns the free variables of t in the order of their declaration.
func (r *scriptReader) freeVars(t *logic.Term) []*logic.Term {
	free := logic.FreeVars(t)
	slices.SortStableFunc(free, func(x, y *logic.Term) int {
		return slices.Index(r.vars, x) - slices.Index(r.vars, y)
	})
	return free
}

// reset removes the assertions and their levels; declarations stay if they are global and the
// options are kept.
func (r *scriptReader) reset(c *smtlib.Command) {
	var kept level
	if c.Kind == smtlib.CmdReset {
		r.global = false
	} else if r.global {
		for _, l := range r.levels {
			kept.preds = append(kept.preds, l.preds...)
		}
	}
	if !r.global {
		r.vars, r.definitions = nil, level{}
	}
	r.levels = []level{kept}
}

func (r *scriptReader) check() *Error {
	if r.queries {
		return refuse(CodeCommand, secondCheck)
	}
	if r.posed != nil {
		return refuse(CodeChecks, secondCheck)
	}
	r.pose()
	return nil
}

// pose records the current assertions as the problem.
func (r *scriptReader) pose() {
	r.posed = &level{}
	r.posed.add(r.definitions)
	for _, l := range r.levels {
		r.posed.add(l)
	}
}

// FromSource returns the Horn system of the assertions of source over preds, which become a part of
// it. Errors are of type *[Error] and carry the position of the assertion.
func FromSource(s *logic.Store, preds []*logic.Func, source *Source) (*System, error) {
	sys := &System{Store: s, Preds: preds, Source: source}
	z := NewClausifier(s)
	for i := range source.Asserts {
		a := &source.Asserts[i]
		clauses, err := z.Assertion(a.Term)
		if err != nil {
			err.Pos = a.Pos
			return nil, err
		}
		for _, c := range clauses {
			c.Assert, c.Name = i, a.Name
		}
		sys.Clauses = append(sys.Clauses, clauses...)
	}
	return sys, nil
}
