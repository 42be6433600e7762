// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"
	"strings"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Contracts are CBMC's clauses after the head of a function or a loop. The parser does not support
// them. So they become calls at the beginning of the body, where their names are in scope. They are
// translated at the entry and the exit of a function, and at the head of a loop.

const (
	contractPrefix = "__CPROVER_"
	markPrefix     = "__cornet_contract_"
	resultName     = "__CPROVER_return_value"
	oldName        = "__CPROVER_old"
)

// Clauses that map to true are translated. The others are ignored, and answers name them.
var clauses = map[string]bool{"requires": true, "ensures": true, "loop_invariant": true, "assigns": false, "frees": false, "decreases": false}

// unknownTerms cannot be translated.
var unknownTerms = map[string]bool{
	"__CPROVER_loop_entry": true, "__CPROVER_pointer_in_range_dfcc": true,
	"__CPROVER_obeys_contract": true, "__CPROVER_is_freeable": true, "__CPROVER_was_freed": true, "__CPROVER_is_fresh": true,
}

// clauseName returns the kind of clause that a token begins, or "".
func clauseName(t cpp.Token) string {
	name, ok := strings.CutPrefix(t.Spelling(), contractPrefix)
	if _, known := clauses[name]; ok && known {
		return name
	}
	return ""
}

// contracts moves clauses into the bodies after them.
func (p *translationUnit) contracts(tokens []cpp.Token) (z []cpp.Token, err error) {
	start, depth := 0, 0 // start of the current declaration at file scope, in z
	word := func(text string, at cfg.Pos) { z = append(z, cpp.Token{Kind: cpp.Identifier, Text: text, Pos: at}) }
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if clauseName(t) == "" {
			z = append(z, t)
			switch t.Spelling() {
			case "{":
				depth++
			case "}":
				depth--
			}
			if s := t.Spelling(); depth == 0 && (s == "}" || s == ";") {
				start = len(z)
			}
			continue
		}
		var marks []cpp.Token
		result := false
		for ; i < len(tokens) && clauseName(tokens[i]) != ""; i++ {
			name, from := clauseName(tokens[i]), i
			end := closing(tokens, i+1)
			if end < 0 {
				return nil, unsupported(tokens[i].Pos, "a clause "+tokens[i].Spelling()+" of this form")
			}
			for _, u := range tokens[i:end] {
				if unknownTerms[u.Spelling()] && clauses[name] {
					return nil, unsupported(u.Pos, u.Spelling()+" in a contract")
				}
				result = result || clauses[name] && u.Spelling() == resultName
			}
			if i = end; !clauses[name] {
				p.pragmas = append(p.pragmas, cfg.Note{Pos: tokens[from].Pos, What: "clauses " + tokens[from].Spelling() + " are not checked", Assumed: true})
				continue
			}
			marks = append(marks, cpp.Token{Kind: cpp.Identifier, Text: markPrefix + name, Pos: tokens[from].Pos})
			marks = append(marks, tokens[from+1:end+1]...)
			marks = append(marks, cpp.Token{Kind: cpp.Punctuator, Text: ";", Pos: tokens[end].Pos})
		}
		if i >= len(tokens) || tokens[i].Spelling() != "{" {
			if len(marks) == 0 {
				i--
				continue
			}
			return nil, unsupported(marks[0].Pos, "a contract that no body in braces follows")
		}
		var head []cpp.Token
		if depth == 0 {
			head = resultTokens(z[start:])
		}
		z = append(z, tokens[i])
		depth++
		if result {
			if head == nil {
				return nil, unsupported(tokens[i].Pos, resultName+" of a function that is declared in this form")
			}
			z = append(z, head...)
			word(resultName, tokens[i].Pos)
			z = append(z, cpp.Token{Kind: cpp.Punctuator, Text: ";", Pos: tokens[i].Pos})
		}
		z = append(z, marks...)
	}
	return z, nil
}

// closing returns the index of the parenthesis that closes the one at token i, or -1.
func closing(tokens []cpp.Token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		switch tokens[i].Spelling() {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
		if depth == 0 {
			return -1
		}
	}
	return -1
}

// resultTokens returns the tokens of a function's result type, from its declaration. It returns nil
// for declarations of another form.
func resultTokens(declaration []cpp.Token) (z []cpp.Token) {
	for i, t := range declaration {
		switch s := t.Spelling(); {
		case s == "static" || s == "inline" || s == "__inline" || s == "__inline__" || s == "extern" || s == "_Noreturn":
		case s == "(" || s == "__attribute__" || s == "=":
			return nil
		case i+1 < len(declaration) && declaration[i+1].Spelling() == "(":
			return z
		default:
			z = append(z, t)
		}
	}
	return nil
}

// A contract has the clauses of a body.
type contract struct{ requires, ensures, invariants []*cc.PostfixExpression }

// contractOf returns the clauses at the beginning of a body.
func contractOf(n *cc.CompoundStatement) (z contract) {
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		s := l.BlockItem.Statement
		// Skip the declaration of the result, and declarations that the parser adds.
		if l.BlockItem.Case == cc.BlockItemDecl {
			continue
		}
		if s == nil || s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
			return z
		}
		call, ok := inner(s.ExpressionStatement.ExpressionList).(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			return z
		}
		switch calleeName(call) {
		case markPrefix + "requires":
			z.requires = append(z.requires, call)
		case markPrefix + "ensures":
			z.ensures = append(z.ensures, call)
		case markPrefix + "loop_invariant":
			z.invariants = append(z.invariants, call)
		default:
			return z
		}
	}
	return z
}

// state records that clauses are at places where they are allowed.
func (b *builder) state(clauses []*cc.PostfixExpression) []*cc.PostfixExpression {
	if b.stated == nil {
		b.stated = map[cc.Node]bool{}
	}
	for _, clause := range clauses {
		b.stated[clause] = true
	}
	return clauses
}

// claim fails unless a clause holds.
func (b *builder) claim(clause *cc.PostfixExpression) {
	was := b.at
	b.at = b.pos(clause)
	b.at.Mention = 0
	if !b.dry {
		if b.p.Contracts == nil {
			b.p.Contracts = map[cfg.Pos]bool{}
		}
		b.p.Contracts[b.at] = true
	}
	at := b.at
	ok, failed := b.node(), b.node()
	b.cond(b.condition(clause), ok, failed)
	b.cur, b.at = failed, at
	b.end(cfg.Error{Kind: cfg.AssertFailed})
	b.cur, b.at = ok, was
}

// condition returns the condition of a clause.
func (b *builder) condition(clause *cc.PostfixExpression) cc.ExpressionNode {
	l := clause.ArgumentExpressionList
	if l == nil || l.ArgumentExpressionList != nil {
		b.refuse(clause, "a clause of a contract that is not one condition")
	}
	return l.AssignmentExpression
}

// beginContract translates the clauses at the entry of a function. Those of the function that the
// program starts with are assumed. It also saves the values that clauses about the exit use.
func (b *builder) beginContract(c contract) {
	entry := b.isEntered(b.f)
	for _, clause := range b.state(c.requires) {
		if entry && slices.ContainsFunc(b.constructors, func(f *function) bool { return f.cfg == b.f }) {
			b.refuse(clause, "a contract that requires something of %s, the entry function, which is a constructor, too", b.f.Name)
		}
		if !entry {
			b.claim(clause)
			continue
		}
		b.assume(clause, "the precondition of %s holds if the program starts with it", b.f.Name)
		b.at = b.pos(clause)
		b.emit(cfg.Assume{Cond: b.truth(b.value(b.condition(clause)))})
	}
	for _, clause := range b.state(c.ensures) {
		walk(clause, func(n cc.Node) bool {
			call, ok := n.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				return true
			}
			switch name := calleeName(call); {
			case name == oldName:
				b.saveOld(call)
				return false
			case name == "__cornet_forall" || name == "__cornet_exists":
				b.refuseOld(call)
			}
			return true
		})
	}
	if len(c.ensures) == 0 {
		return
	}
	b.saved = map[*cfg.Var]*cfg.Var{}
	for _, p := range b.f.Params {
		v := b.newVar(p.Name, p.Type, cfg.Local, b.f, b.f.Pos)
		b.saved[p] = v
		b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: cfg.Load{From: cfg.VarPlace{Var: p}}})
	}
}

// isEntered reports whether f is the function that the program starts with. The generated function
// that makes its arguments does not count. This translation unit must define f.
func (b *builder) isEntered(f *cfg.Function) bool {
	name, _, _ := strings.Cut(f.Name, sameNameMark)
	return name == b.o.ContractEntry && f == b.entered
}

// refuseEntered refuses code that calls, or may call, the entry function of the program. The
// requirements of that function are not checked at such calls.
func (b *builder) refuseEntered(n cc.Node, what string, f *function) {
	if f.cfg == nil || f.def == nil {
		return
	}
	defer b.within(f.in)()
	if b.isEntered(f.cfg) && len(contractOf(f.def.CompoundStatement).requires) > 0 {
		b.refuse(n, "%s of %s, the entry function, whose contract requires something", what, f.name)
	}
}

// refuseOld refuses __CPROVER_old in a quantifier: the quantified variable has no value at the
// entry.
func (b *builder) refuseOld(quantifier cc.Node) {
	walk(quantifier, func(n cc.Node) bool {
		if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall && calleeName(call) == oldName {
			b.refuse(call, "%s in a quantifier", oldName)
		}
		return true
	})
}

// saveOld saves the operand of __CPROVER_old.
func (b *builder) saveOld(call *cc.PostfixExpression) {
	l := call.ArgumentExpressionList
	if l == nil || l.ArgumentExpressionList != nil {
		b.refuse(call, "%s of something other than one value", oldName)
	}
	x := b.value(l.AssignmentExpression)
	v := b.temp(x.Type())
	b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x})
	if b.old == nil {
		b.old = map[cc.Node]*cfg.Var{}
	}
	b.old[call] = v
}

// endContract checks what a function ensures. In these clauses, parameters have the values that
// they had at the entry.
func (b *builder) endContract(c contract) {
	if len(c.ensures) == 0 {
		return
	}
	params := map[*cc.Declarator]*cfg.Var{}
	for d, v := range b.vars {
		if w := b.saved[v]; w != nil {
			params[d], b.vars[d] = v, w
		}
		if d.Name() == resultName && v.Func == b.f {
			b.emit(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: cfg.Load{From: cfg.VarPlace{Var: b.f.Result}}})
		}
	}
	for _, clause := range c.ensures {
		b.claim(clause)
	}
	for d, v := range params {
		b.vars[d] = v
	}
}

func contractModels() map[string]model {
	m := map[string]model{oldName: func(b *builder, c *callSite) cfg.Expr {
		v := b.old[c.n]
		if v == nil {
			b.refuse(c.n, "%s outside of a postcondition", oldName)
		}
		return cfg.Load{From: cfg.VarPlace{Var: v}}
	}}
	for name := range clauses {
		m[markPrefix+name] = func(b *builder, c *callSite) cfg.Expr {
			if !b.stated[c.n] {
				b.refuse(c.n, "a clause %s%s that does not follow the head of a function, of a for loop or of a while loop", contractPrefix, name)
			}
			return b.voidValue()
		}
	}
	return m
}
