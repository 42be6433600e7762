// SPDX-License-Identifier: Apache-2.0

package query

import (
	"fmt"
	"slices"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// Kind is the kind of a [Question].
type Kind uint8

// The questions.
const (
	// AskCheck: (check-sat) and (check-sat-assuming …).
	AskCheck Kind = iota
	// AskTree: (get-interpolants …), and (get-interpolant a b) with names.
	AskTree
	// AskFormula: (get-interpolant I f).
	AskFormula
	// AskGroups: MathSAT's (get-interpolant (g h)), for one formula that follows from the groups.
	AskGroups
	// AskEcho: (echo "…"), with the text in Name.
	AskEcho
	// AskOther: a command with an answer that is not about satisfiability or interpolants.
	AskOther
)

// Question is a command of a script that has an answer.
type Question struct {
	Kind    Kind
	Pos     smtlib.Pos
	Command string // the name of the command
	// Asserted are the assertions in force, and Assumed those of check-sat-assuming. Both are in
	// canonical form.
	Asserted, Assumed []*logic.Term
	// Tree is the query of AskTree, AskFormula and AskGroups. Its nodes are in the order of the
	// answer, which has no formula for the root.
	Tree *smt.Query
	// Name is the name of the interpolant, for AskFormula.
	Name string
	// Status is the status that the script declares, or Unknown.
	Status smt.Status
}

// Questions returns the questions of a script, in order. The error is nil or an *smtlib.Error.
//
// Cost: linear in the script, and in the assertions in force for each question.
func Questions(script *smtlib.Script) ([]Question, error) {
	r := &questioner{script: script, store: script.Store, frames: []frame{{}}}
	quantified := false
	for i := range script.Commands {
		t := script.Commands[i].Term
		quantified = quantified || t != nil && t.HasQuantifiers()
	}
	r.rewriter = r.store.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		if f := t.Func(); !quantified && t.Op() == logic.OpApp && f.Arity() == 0 {
			return r.store.Var(f.Name(), t.Sort())
		}
		return t
	})
	for i := range script.Commands {
		c := &script.Commands[i]
		if c.Kind == smtlib.CmdExit {
			break
		}
		if err := r.command(c); err != nil {
			return nil, err
		}
	}
	return r.list, nil
}

// frame has the assertions of a scope. names and groups run in parallel; "" represents no name or
// group.
type frame struct {
	terms  []*logic.Term
	names  []string
	groups []string
}

type questioner struct {
	script   *smtlib.Script
	store    *logic.Store
	frames   []frame
	strength smt.Strength
	status   smt.Status
	rewriter *logic.Rewriter // maps constants to variables
	list     []Question
}

func (r *questioner) command(c *smtlib.Command) error {
	switch c.Kind {
	case smtlib.CmdAssert:
		top := &r.frames[len(r.frames)-1]
		top.terms = append(top.terms, r.plain(c.Term))
		top.names = append(top.names, c.Name)
		top.groups = append(top.groups, c.Group)
	case smtlib.CmdDeclareFun, smtlib.CmdDeclareConst:
		for _, s := range append(slices.Clone(c.Func.Params()), c.Func.Result()) {
			if s.IsFloat() { // its bits would have to be canonical
				return &smtlib.Error{Pos: c.Pos, Code: smtlib.CodeUnsupported, Msg: "floating-point numbers are supported in Horn problems only"}
			}
		}
	case smtlib.CmdDefineFunsRec:
		return &smtlib.Error{Pos: c.Pos, Code: smtlib.CodeUnsupported, Msg: "recursive functions are supported in Horn problems only"}
	case smtlib.CmdPush:
		for range c.Number {
			r.frames = append(r.frames, frame{})
		}
	case smtlib.CmdPop: // the reader has seen that there are as many
		r.frames = r.frames[:len(r.frames)-c.Number]
	case smtlib.CmdReset, smtlib.CmdResetAssertions:
		r.frames = []frame{{}}
	case smtlib.CmdSetInfo:
		r.info(c)
	case smtlib.CmdCheckSat, smtlib.CmdCheckSatAssuming:
		q := r.question(AskCheck, c)
		for _, t := range c.Terms {
			q.Assumed = append(q.Assumed, r.plain(t))
		}
		r.list = append(r.list, q)
	case smtlib.CmdGetInterpolants:
		return r.interpolants(c)
	case smtlib.CmdGetModel, smtlib.CmdGetProof, smtlib.CmdGetValue:
		r.list = append(r.list, r.question(AskOther, c))
	case smtlib.CmdOther:
		kind := AskOther
		if c.Name == "echo" {
			kind = AskEcho
		}
		q := r.question(kind, c)
		if kind == AskEcho && len(c.Args) == 1 {
			q.Name = c.Args[0].Text
		}
		r.list = append(r.list, q)
	}
	return nil
}

// plain returns t in canonical form. Declared constants become variables: solvers see no
// difference, but projection needs variables. In scripts with quantifiers, which might capture the
// variables, constants remain.
func (r *questioner) plain(t *logic.Term) *logic.Term { return r.rewriter.Map(r.store.Simplify(t)) }

// question returns a question about the current assertions.
func (r *questioner) question(kind Kind, c *smtlib.Command) Question {
	q := Question{Kind: kind, Pos: c.Pos, Command: c.Name, Status: r.status}
	for _, f := range r.frames {
		q.Asserted = append(q.Asserted, f.terms...)
	}
	return q
}

// info reads what the script declares about itself.
func (r *questioner) info(c *smtlib.Command) {
	if len(c.Args) != 1 {
		return
	}
	word := c.Args[0].Text
	switch c.Name {
	case ":status":
		r.status = map[string]smt.Status{"sat": smt.Sat, "unsat": smt.Unsat}[word]
	case strengthInfo:
		_ = r.strength.UnmarshalText([]byte(word)) // other words are meant for other solvers
	}
}

// interpolants reads get-interpolants and get-interpolant.
func (r *questioner) interpolants(c *smtlib.Command) error {
	if c.Name == "get-interpolant" && len(c.Args) >= 2 && !(r.named(c.Args[0]) && r.named(c.Args[1])) {
		return r.formula(c)
	}
	if c.Name == "get-interpolant" && len(c.Args) == 1 && c.Args[0].Kind == smtlib.SexprList && c.Args[0].Head() != "and" {
		return r.groups(c)
	}
	tree, err := ReadTree(c.Pos, c.Args)
	if err != nil {
		return err
	}
	q := r.question(AskTree, c)
	q.Tree = &smt.Query{Parent: tree.Parent, Strength: r.strength}
	used := map[string]bool{}
	for _, group := range tree.Groups {
		var parts []*logic.Term
		for _, name := range group {
			t := r.assertion(name)
			switch {
			case t == nil:
				return &smtlib.Error{Pos: positionOf(c.Args, name), Code: smtlib.CodeUnknown,
					Msg: fmt.Sprintf("no assertion is called %s here; name one by (assert (! formula :named %[1]s))", logic.QuoteSymbol(name))}
			case used[name]:
				return &smtlib.Error{Pos: positionOf(c.Args, name), Code: smtlib.CodeDuplicate,
					Msg: fmt.Sprintf("%s stands in two partitions; an assertion belongs to one", logic.QuoteSymbol(name))}
			}
			used[name] = true
			parts = append(parts, t)
		}
		q.Tree.Part = append(q.Tree.Part, r.store.And(parts...))
	}
	root := len(q.Tree.Part) - 1
	rest := []*logic.Term{q.Tree.Part[root]}
	for _, f := range r.frames {
		for i, t := range f.terms {
			if !used[f.names[i]] {
				rest = append(rest, t)
			}
		}
	}
	q.Tree.Part[root] = r.store.And(rest...)
	r.list = append(r.list, q)
	return nil
}

// groups reads (get-interpolant (g h)): the assertions in the groups against the rest. The name of
// an assertion is a group of one.
func (r *questioner) groups(c *smtlib.Command) error {
	if len(c.Args[0].List) == 0 {
		return &smtlib.Error{Pos: c.Args[0].Pos, Code: smtlib.CodeSyntax, Msg: "an empty list of groups; name those of the first partition, as in (get-interpolant (g h))"}
	}
	var in, out []*logic.Term
	wanted := map[string]bool{}
	for _, x := range c.Args[0].List {
		if x.Kind != smtlib.SexprSymbol {
			return &smtlib.Error{Pos: x.Pos, Code: smtlib.CodeSyntax,
				Msg: fmt.Sprintf("found %v, expected a group; assertions get one by (assert (! formula :interpolation-group g))", x)}
		}
		if !r.isGroup(x.Text) && !r.named(x) {
			return &smtlib.Error{Pos: x.Pos, Code: smtlib.CodeUnknown,
				Msg: fmt.Sprintf("no assertion is in group %s here; put one there by (assert (! formula :interpolation-group %[1]s))", logic.QuoteSymbol(x.Text))}
		}
		wanted[x.Text] = true
	}
	for _, f := range r.frames {
		for i, t := range f.terms {
			if f.groups[i] != "" && wanted[f.groups[i]] || f.names[i] != "" && wanted[f.names[i]] {
				in = append(in, t)
			} else {
				out = append(out, t)
			}
		}
	}
	q := r.question(AskGroups, c)
	q.Tree = smt.Sequence(r.store.And(in...), r.store.And(out...))
	q.Tree.Strength = r.strength
	r.list = append(r.list, q)
	return nil
}

func (r *questioner) isGroup(name string) bool {
	return slices.ContainsFunc(r.frames, func(f frame) bool { return slices.Contains(f.groups, name) })
}

// formula reads (get-interpolant I f): the assertions imply I, and I implies f.
func (r *questioner) formula(c *smtlib.Command) error {
	name := c.Args[0]
	if name.Kind != smtlib.SexprSymbol {
		return &smtlib.Error{Pos: name.Pos, Code: smtlib.CodeSyntax,
			Msg: fmt.Sprintf("found %v, expected a name for the interpolant, as in (get-interpolant I (> x 0)), or those of two assertions", name)}
	}
	if len(c.Args) > 2 {
		return &smtlib.Error{Pos: c.Args[2].Pos, Code: smtlib.CodeUnsupported, Msg: "grammars of interpolants are not supported; leave the grammar out"}
	}
	t, err := r.script.Scope.Term(c.Args[1])
	if err != nil {
		return err
	}
	if !t.Sort().IsBool() {
		return &smtlib.Error{Pos: c.Args[1].Pos, Code: smtlib.CodeSort, Msg: fmt.Sprintf("found a term of sort %v, expected a formula", t.Sort())}
	}
	q := r.question(AskFormula, c)
	q.Name = name.Text
	q.Tree = smt.Sequence(r.store.And(q.Asserted...), r.store.Not(r.plain(t)))
	q.Tree.Strength = r.strength
	r.list = append(r.list, q)
	return nil
}

func (r *questioner) named(x smtlib.Sexpr) bool {
	return x.Kind == smtlib.SexprSymbol && r.assertion(x.Text) != nil
}

// assertion returns the assertion with the name, or nil.
func (r *questioner) assertion(name string) *logic.Term {
	for _, f := range slices.Backward(r.frames) {
		if i := slices.Index(f.names, name); i >= 0 {
			return f.terms[i]
		}
	}
	return nil
}

// positionOf returns the position of the last occurrence of the symbol in xs.
func positionOf(xs []smtlib.Sexpr, name string) smtlib.Pos {
	var z smtlib.Pos
	for _, x := range xs {
		if x.IsSymbol(name) {
			z = x.Pos
		} else if p := positionOf(x.List, name); p.IsValid() {
			z = p
		}
	}
	return z
}
