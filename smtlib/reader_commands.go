// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"strings"

	"cornet/logic"
)

// This file reads commands. Every command has a line in a table.

// commandReader reads the arguments of a command up to the closing ')', which it does not read.
type commandReader func(r *reader) Command

// commands maps names to readers: SMT-LIB 2.6, §3.9, z3's fixedpoint commands,
// and the interpolation commands of several solvers.
var commands = map[string]commandReader{
	"set-logic":  (*reader).setLogic,
	"set-option": (*reader).setOption,
	"set-info":   (*reader).setInfo,

	"declare-sort":        (*reader).declareSort,
	"define-sort":         (*reader).defineSort,
	"declare-datatype":    (*reader).declareDatatype,
	"declare-datatypes":   (*reader).declareDatatypes,
	"declare-fun":         (*reader).declareFun,
	"declare-const":       (*reader).declareConst,
	"define-fun":          (*reader).defineFun,
	"define-const":        (*reader).defineConst,
	"define-fun-rec":      (*reader).defineFunRec,
	"define-funs-rec":     (*reader).defineFunsRec,
	"declare-rel":         (*reader).declareRel,
	"declare-var":         (*reader).declareVar,
	"declare-codatatypes": unsupported("codatatypes"),
	"declare-heap":        (*reader).declareHeap,

	"assert": (*reader).assert,
	"rule":   (*reader).rule,
	"query":  (*reader).query,

	"push":                levels(CmdPush),
	"pop":                 levels(CmdPop),
	"reset":               (*reader).reset,
	"reset-assertions":    (*reader).resetAssertions,
	"check-sat":           bare(CmdCheckSat),
	"check-sat-using":     (*reader).checkSatUsing,
	"check-sat-assuming":  termList(CmdCheckSatAssuming),
	"get-model":           bare(CmdGetModel),
	"get-proof":           bare(CmdGetProof),
	"get-value":           termList(CmdGetValue),
	"get-interpolants":    kept(CmdGetInterpolants, "get-interpolants"),
	"get-interpolant":     kept(CmdGetInterpolants, "get-interpolant"),
	"compute-interpolant": kept(CmdGetInterpolants, "compute-interpolant"),
	"exit":                (*reader).exit,

	"echo":                  kept(CmdOther, "echo"),
	"get-info":              kept(CmdOther, "get-info"),
	"get-option":            kept(CmdOther, "get-option"),
	"get-assertions":        kept(CmdOther, "get-assertions"),
	"get-assignment":        kept(CmdOther, "get-assignment"),
	"get-unsat-core":        kept(CmdOther, "get-unsat-core"),
	"get-unsat-assumptions": kept(CmdOther, "get-unsat-assumptions"),
	"simplify":              kept(CmdOther, "simplify"),
	"eval":                  kept(CmdOther, "eval"),
	"format":                unsupported(terminating),
	"GOAL":                  unsupported(terminating),
	"include":               unsupported("including other files"),
	"maximize":              unsupported("optimisation"),
	"minimize":              unsupported("optimisation"),
	"assert-soft":           unsupported("optimisation"),
}

// terminating is the message for files in ARI's and KoAT's formats.
const terminating = "integer transition systems of termination provers ask whether they terminate and have no safety property; " +
	"declare a predicate for each location, assert a clause for each rule, and one with the head false for what must not be reached"

// script reads commands up to the end of the input or an exit.
func (r *reader) script() {
	r.inScript = true
	for !r.exited {
		r.lx.next()
		switch r.lx.kind {
		case tokEOF:
			return
		case tokClose:
			panic(r.errorAt(r.lx.at, CodeSyntax, "found ')' without an open parenthesis; expected a command"))
		}
		r.want(tokOpen, "'(' and a command")
		cmd := r.command() // reading may put commands in front of this one
		r.cmds = append(r.cmds, cmd)
	}
}

// command reads a command after its '('.
func (r *reader) command() Command {
	r.start = r.lx.at
	r.expect(tokSymbol, "the name of a command")
	name := r.lx.sym.name
	read := commands[name]
	if read == nil {
		panic(r.errorAt(r.lx.at, CodeCommand, "unknown command %s; see SMT-LIB 2.6, section 3.9, for the commands", name))
	}
	named := len(r.named)
	r.group = ""
	cmd := read(r)
	cmd.Pos = r.lx.position(r.start)
	if len(r.named) > named && cmd.Name == "" && r.named[len(r.named)-1].outermost {
		cmd.Name = r.named[len(r.named)-1].Name
	}
	cmd.Group = r.group
	r.expect(tokClose, "')' at the end of "+name)
	return cmd
}

func unsupported(what string) commandReader {
	return func(r *reader) Command {
		panic(r.errorAt(r.start, CodeUnsupported, "%s: not supported: %s", r.lx.sym.name, what))
	}
}

// bare reads a command without arguments.
func bare(kind CommandKind) commandReader {
	return func(*reader) Command { return Command{Kind: kind} }
}

// checkSatUsing reads z3's command to check by a tactic.
func (r *reader) checkSatUsing() Command {
	r.depart(Tactic, r.start, "check-sat-using; (check-sat) is understood, since a tactic changes no answer")
	r.rest()
	return Command{Kind: CmdCheckSat}
}

// kept reads a command whose arguments are kept as text.
func kept(kind CommandKind, name string) commandReader {
	return func(r *reader) Command {
		return Command{Kind: kind, Name: name, Args: r.rest()}
	}
}

// rest reads s-expressions up to the ')' of the command, which stays to be read again.
func (r *reader) rest() []Sexpr {
	var z []Sexpr
	for {
		r.lx.next()
		switch r.lx.kind {
		case tokClose:
			r.lx.unread()
			return z
		case tokEOF:
			panic(r.unexpected("')'"))
		}
		z = append(z, r.sexprHere())
	}
}

// levels reads push or pop.
func levels(kind CommandKind) commandReader {
	return func(r *reader) Command {
		n := 1
		r.lx.next()
		if r.lx.kind == tokClose { // SMT-LIB 1 and z3: (push)
			r.lx.unread()
		} else {
			r.want(tokNumeral, "the number of levels")
			n = r.index()
		}
		r.closing()
		r.level(kind, n)
		return Command{Kind: kind, Number: n}
	}
}

// closing requires the ')' of the command to come next, and leaves it to be read again: a refused
// command changes nothing.
func (r *reader) closing() {
	r.expect(tokClose, "')' at the end of the command")
	r.lx.unread()
}

// level opens or closes n levels of declarations.
func (r *reader) level(kind CommandKind, n int) {
	if open := len(r.syms.levels); kind == CmdPop && n > open {
		panic(r.errorAt(r.start, CodeScope, "pop of %s, but the number of levels pushed is %d", plural(n, "level"), open))
	}
	if kind == CmdPush && n > maxLevels-len(r.syms.levels) {
		panic(r.errorAt(r.start, CodeLimit, "more than %d levels", maxLevels))
	}
	for range n {
		if kind == CmdPush {
			r.syms.push()
		} else {
			r.syms.pop(r.globalDecls)
		}
	}
}

// maxLevels bounds the levels that push opens.
const maxLevels = 1_000_000

// termList reads a parenthesised list of terms.
func termList(kind CommandKind) commandReader {
	return func(r *reader) Command {
		cmd := Command{Kind: kind}
		r.expect(tokOpen, "'(' and a list of terms")
		for {
			r.lx.next()
			if r.lx.kind == tokClose {
				return cmd
			}
			cmd.Terms = append(cmd.Terms, r.termHere())
		}
	}
}

func (r *reader) setLogic() Command {
	s := r.nextSymbol("the name of a logic")
	if r.logic != "" {
		panic(r.errorAt(r.start, CodeCommand, "a second set-logic; the logic is %s already", logic.QuoteSymbol(r.logic)))
	}
	r.logic = s.name
	return Command{Kind: CmdSetLogic, Name: s.name}
}

func (r *reader) setOption() Command {
	cmd := r.attribute(CmdSetOption)
	if cmd.Name == ":global-declarations" {
		r.globalDecls = len(cmd.Args) == 1 && cmd.Args[0].IsSymbol("true")
	}
	return cmd
}

func (r *reader) setInfo() Command {
	r.lx.next()
	if r.lx.kind != tokSymbol && r.lx.kind != tokQuoted {
		r.lx.unread()
		return r.attribute(CmdSetInfo)
	}
	name := r.lx.sym.name
	r.depart(NamelessInfo, r.lx.at, "set-info of %s, which is no keyword; it has no effect", logic.QuoteSymbol(name))
	return Command{Kind: CmdSetInfo, Name: ":" + strings.Trim(name, ":"), Args: r.rest()}
}

// attribute reads a keyword and a value.
func (r *reader) attribute(kind CommandKind) Command {
	r.expect(tokKeyword, "a keyword such as :status")
	name := string(r.lx.text)
	return Command{Kind: kind, Name: name, Args: r.rest()}
}

func (r *reader) reset() Command {
	r.closing()
	r.syms.reset()
	r.logic = ""
	r.globalDecls = false
	return Command{Kind: CmdReset}
}

func (r *reader) resetAssertions() Command {
	r.closing()
	if r.globalDecls {
		r.syms.levels, r.syms.sortLvls = r.syms.levels[:0], r.syms.sortLvls[:0]
	} else {
		r.syms.reset()
	}
	return Command{Kind: CmdResetAssertions}
}

func (r *reader) exit() Command {
	r.exited = true
	return Command{Kind: CmdExit}
}

func (r *reader) assert() Command {
	return Command{Kind: CmdAssert, Term: r.formula()}
}

// formula reads a term of sort Bool.
func (r *reader) formula() *logic.Term {
	r.lx.next()
	at := r.lx.at
	t := r.termHere()
	if !t.Sort().IsBool() {
		panic(r.errorAt(at, CodeSort, "term of sort %v; expected Bool", t.Sort()))
	}
	r.differentHeaps(t, false, at)
	return t
}

// rule reads (rule formula [name] [attributes]).
func (r *reader) rule() Command {
	cmd := Command{Kind: CmdRule, Term: r.formula()}
	r.lx.next()
	if r.lx.kind == tokSymbol || r.lx.kind == tokQuoted {
		cmd.Name = r.lx.sym.name
	} else {
		r.lx.unread()
	}
	r.rest()
	return cmd
}

// query reads (query formula [options]); a bare relation asks whether it holds for any arguments.
func (r *reader) query() Command {
	cmd := Command{Kind: CmdQuery}
	r.lx.next()
	at := r.lx.at
	if k := r.lx.kind; k == tokSymbol || k == tokQuoted {
		if d := r.lx.sym.decl; d != nil && d.kind == declFunc && d.fn.Result().IsBool() {
			cmd.Func = d.fn
		} else if d != nil && d.kind == declTerm {
			cmd.Func = d.term.Func()
		}
	}
	if cmd.Func == nil || cmd.Func.Arity() == 0 {
		t := r.termHere()
		if !t.Sort().IsBool() {
			panic(r.errorAt(at, CodeSort, "query of a term of sort %v; expected Bool", t.Sort()))
		}
		r.differentHeaps(t, true, at)
		cmd.Term = t
	}
	cmd.Args = r.rest()
	return cmd
}
