// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"cornet/logic"
)

// WriteScript writes the script in SMT-LIB 2.6, one command per line except long formulas. Reading
// the output in the same store gives the same commands with the same terms, except for positions.
// :named attributes inside a formula are left out, because the terms that use the names are written
// in full.
func WriteScript(w io.Writer, s *Script) error {
	b := bufio.NewWriter(w)
	for i := range s.Commands {
		writeCommand(b, &s.Commands[i])
	}
	return b.Flush()
}

// String returns the command in SMT-LIB syntax.
func (c Command) String() string {
	var b textBuffer
	writeCommand(&b, &c)
	return string(b[:len(b)-1])
}

// textBuffer is the writer of short texts.
type textBuffer []byte

func (b *textBuffer) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

// writeCommand writes one command and a newline. Errors stay with w.
func writeCommand(w io.Writer, c *Command) {
	if write := commandWriters[c.Kind]; write != nil {
		write(w, c)
		io.WriteString(w, "\n")
	}
}

// commandWriters is indexed by kind.
var commandWriters = [numCommands]func(w io.Writer, c *Command){
	CmdSetLogic:  func(w io.Writer, c *Command) { fmt.Fprintf(w, "(set-logic %s)", logic.QuoteSymbol(c.Name)) },
	CmdSetOption: func(w io.Writer, c *Command) { writeArgs(w, "set-option "+c.Name, c.Args) },
	CmdSetInfo:   func(w io.Writer, c *Command) { writeArgs(w, "set-info "+c.Name, c.Args) },

	CmdDeclareSort:      func(w io.Writer, c *Command) { fmt.Fprintf(w, "(declare-sort %s 0)", logic.QuoteSymbol(c.Name)) },
	CmdDefineSort:       func(w io.Writer, c *Command) { writeArgs(w, "define-sort "+logic.QuoteSymbol(c.Name), c.Args) },
	CmdDeclareDatatypes: writeDatatypes,
	CmdDeclareFun:       writeDeclareFun,
	CmdDeclareConst: func(w io.Writer, c *Command) {
		fmt.Fprintf(w, "(declare-const %s %v)", c.Func, c.Func.Result())
	},
	CmdDeclareRel: func(w io.Writer, c *Command) {
		fmt.Fprintf(w, "(declare-rel %s %s)", c.Func, sortList(c.Func.Params()))
	},
	CmdDeclareVar: func(w io.Writer, c *Command) {
		fmt.Fprintf(w, "(declare-var %s %v)", logic.QuoteSymbol(c.Vars[0].Name()), c.Vars[0].Sort())
	},
	CmdDefineFun: func(w io.Writer, c *Command) {
		fmt.Fprintf(w, "(define-fun %s (%s) %v", c.Func, logic.BoundList(c.Vars), c.Func.Result())
		logic.WriteBody(w, c.Term)
		io.WriteString(w, ")")
	},
	CmdDefineFunsRec: writeRecursive,
	CmdDefineConst: func(w io.Writer, c *Command) {
		fmt.Fprintf(w, "(define-const %s %v", c.Func, c.Func.Result())
		logic.WriteBody(w, c.Term)
		io.WriteString(w, ")")
	},

	CmdAssert: writeAssert,
	CmdRule:   writeRule,
	CmdQuery:  writeQuery,

	CmdPush:             func(w io.Writer, c *Command) { fmt.Fprintf(w, "(push %d)", c.Number) },
	CmdPop:              func(w io.Writer, c *Command) { fmt.Fprintf(w, "(pop %d)", c.Number) },
	CmdReset:            fixed("(reset)"),
	CmdResetAssertions:  fixed("(reset-assertions)"),
	CmdCheckSat:         fixed("(check-sat)"),
	CmdCheckSatAssuming: func(w io.Writer, c *Command) { writeTerms(w, "check-sat-assuming", c.Terms) },
	CmdGetModel:         fixed("(get-model)"),
	CmdGetProof:         fixed("(get-proof)"),
	CmdGetValue:         func(w io.Writer, c *Command) { writeTerms(w, "get-value", c.Terms) },
	CmdGetInterpolants:  func(w io.Writer, c *Command) { writeArgs(w, c.Name, c.Args) },
	CmdOther:            func(w io.Writer, c *Command) { writeArgs(w, c.Name, c.Args) },
	CmdExit:             fixed("(exit)"),
}

func writeRecursive(w io.Writer, c *Command) {
	io.WriteString(w, "(define-funs-rec (")
	for i, f := range c.Recs {
		if i > 0 {
			io.WriteString(w, " ")
		}
		fmt.Fprintf(w, "(%s (%s) %v)", f.Func, logic.BoundList(f.Vars), f.Func.Result())
	}
	io.WriteString(w, ") (")
	for _, f := range c.Recs {
		logic.WriteBody(w, f.Body)
	}
	io.WriteString(w, "))")
}

func fixed(text string) func(io.Writer, *Command) {
	return func(w io.Writer, _ *Command) { io.WriteString(w, text) }
}

func writeArgs(w io.Writer, name string, args []Sexpr) {
	io.WriteString(w, "("+name)
	for _, x := range args {
		io.WriteString(w, " "+x.String())
	}
	io.WriteString(w, ")")
}

func writeTerms(w io.Writer, name string, ts []*logic.Term) {
	io.WriteString(w, "("+name+" (")
	for i, t := range ts {
		if i > 0 {
			io.WriteString(w, " ")
		}
		fmt.Fprint(w, t)
	}
	io.WriteString(w, "))")
}

// sortList returns (S …).
func sortList(sorts []*logic.Sort) string {
	b := []byte{'('}
	for i, s := range sorts {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, s.String()...)
	}
	return string(append(b, ')'))
}

func writeDeclareFun(w io.Writer, c *Command) {
	fmt.Fprintf(w, "(declare-fun %s %s %v)", c.Func, sortList(c.Func.Params()), c.Func.Result())
}

func writeAssert(w io.Writer, c *Command) {
	io.WriteString(w, "(assert")
	if c.Name == "" && c.Group == "" {
		logic.WriteBody(w, c.Term)
		io.WriteString(w, ")")
		return
	}
	io.WriteString(w, " (!")
	logic.WriteBody(w, c.Term)
	if c.Name != "" {
		io.WriteString(w, " :named "+logic.QuoteSymbol(c.Name))
	}
	if c.Group != "" {
		io.WriteString(w, " :interpolation-group "+logic.QuoteSymbol(c.Group))
	}
	io.WriteString(w, "))")
}

func writeRule(w io.Writer, c *Command) {
	io.WriteString(w, "(rule")
	logic.WriteBody(w, c.Term)
	if c.Name != "" {
		io.WriteString(w, " "+logic.QuoteSymbol(c.Name))
	}
	io.WriteString(w, ")")
}

func writeQuery(w io.Writer, c *Command) {
	io.WriteString(w, "(query")
	if c.Term == nil {
		io.WriteString(w, " "+c.Func.String())
	} else {
		logic.WriteBody(w, c.Term)
	}
	for _, x := range c.Args {
		io.WriteString(w, " "+x.String())
	}
	io.WriteString(w, ")")
}

// writeDatatypes writes all datatypes in one command, since they may refer to each other. For
// instances, it writes the datatype with parameters.
func writeDatatypes(w io.Writer, c *Command) {
	var heads, bodies []string
	declare := func(name string, arity int, body string) {
		heads = append(heads, fmt.Sprintf("(%s %d)", name, arity))
		bodies = append(bodies, body)
	}
	seen := map[*logic.Generic]bool{}
	generic := func(g *logic.Generic) {
		if g != nil && !seen[g] {
			seen[g] = true
			declare(logic.QuoteSymbol(g.Name), g.Arity, g.Text)
		}
	}
	for _, g := range c.Generics {
		generic(g)
	}
	for _, s := range c.Sorts {
		if generic(s.Generic()); s.Generic() == nil && !s.Builtin() {
			declare(s.String(), 0, constructorList(s.Datatype()))
		}
	}
	gap, separator := " ", " "
	if len(heads) > 1 {
		gap, separator = "\n  ", "\n   "
	}
	fmt.Fprintf(w, "(declare-datatypes (%s)%s(%s))", strings.Join(heads, " "), gap, strings.Join(bodies, separator))
}

// constructorList returns (constructor …).
func constructorList(d *logic.Datatype) string {
	var b strings.Builder
	for i, c := range d.Constructors {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("(" + logic.QuoteSymbol(c.Name))
		for _, f := range c.Fields {
			fmt.Fprintf(&b, " (%s %v)", logic.QuoteSymbol(f.Name), f.Sort)
		}
		b.WriteByte(')')
	}
	return "(" + b.String() + ")"
}
