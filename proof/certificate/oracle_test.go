// SPDX-License-Identifier: Apache-2.0

package certificate_test

import (
	"cmp"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"cornet/internal/test/need"
	"cornet/smtlib"
)

// This file translates witnesses into questions for z3. All answers must be unsat.

// z3 returns what z3 prints for the questions of a text.
func z3(t *testing.T, text string) []string {
	c := exec.Command(need.Of(t, "z3"), "-in", "-T:60", "-t:4000")
	c.Stdin = strings.NewReader(text)
	out, _ := c.Output() // z3 fails after errors in the text, and prints them
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// replaced returns text with the word from replaced by to.
func replaced(text, from, to string) string {
	list, _ := smtlib.ReadSexprs("", strings.NewReader(text))
	top := smtlib.Sexpr{List: list}
	for _, x := range nodes(&top) {
		if x.Kind != smtlib.SexprList && x.Text == from {
			x.Text = to
		}
	}
	var b strings.Builder
	for _, x := range list {
		b.WriteString(x.String() + "\n")
	}
	return b.String()
}

// modelQuestions asks whether the negation of each assertion, or of one, is unsatisfiable under a
// model.
func modelQuestions(system, witness string, only ...int) string {
	list, _ := smtlib.ReadSexprs("", strings.NewReader(witness))
	if len(list) > 0 && list[0].IsSymbol("sat") {
		list = list[1:]
	}
	if len(list) == 1 && list[0].Head() != "define-fun" {
		list = list[0].List
	}
	definitions, number := map[string]string{}, -1
	for _, d := range list {
		if d.Head() == "define-fun" && len(d.List) == 5 {
			definitions[d.List[1].String()] = d.String() + "\n"
		}
	}
	return questions(system, func(c smtlib.Sexpr) string {
		switch c.Head() {
		case "declare-fun":
			return definitions[c.List[1].String()]
		case "assert":
			if number++; len(only) > 0 && number != only[0] {
				return ""
			}
			return "(push)(assert (not " + c.List[1].String() + "))(check-sat)(pop)\n"
		}
		return c.String() + "\n"
	})
}

// questions translates the commands of a system that have meaning.
func questions(system string, command func(smtlib.Sexpr) string) string {
	commands, _ := smtlib.ReadSexprs("", strings.NewReader(system))
	b := "(set-logic ALL)\n"
	for _, c := range commands {
		if c.Head() == "check-sat" || c.Head() == "exit" {
			break // the rest is not asked about
		}
		if slices.Contains([]string{"declare-fun", "define-fun", "assert"}, c.Head()) {
			b += command(c)
		}
	}
	return b
}

// refutationQuestion asks whether the instances of a refutation are unsatisfiable together.
func refutationQuestion(system, witness string) string {
	var assertions []smtlib.Sexpr
	b := questions(system, func(c smtlib.Sexpr) string {
		if c.Head() == "assert" {
			assertions = append(assertions, c.List[1])
			return ""
		}
		return c.String() + "\n"
	})
	list, _ := smtlib.ReadSexprs("", strings.NewReader(witness))
	for _, s := range list[len(list)-1].List[1:] {
		var k int
		fmt.Sscan(s.List[2].List[1].Text, &k)
		b += "(assert " + instance(assertions[k], &s.List[3].List) + ")\n"
	}
	return b + "(check-sat)\n"
}

// instance binds the outermost quantified variables to values.
func instance(f smtlib.Sexpr, values *[]smtlib.Sexpr) string {
	switch f.Head() {
	case "forall":
		b := "(let ("
		for _, v := range f.List[1].List {
			i := slices.IndexFunc(*values, func(x smtlib.Sexpr) bool { return len(x.List) == 2 && x.List[0].IsSymbol(v.List[0].Text) })
			if i < 0 {
				return "true" // no value: the step claims nothing
			}
			value := (*values)[i].List[1].String()
			*values = slices.Delete(slices.Clone(*values), i, i+1)
			if v.List[1].IsSymbol("Real") {
				value = "(+ 0.0 " + value + ")"
			}
			b += "(" + v.List[0].String() + " " + value + ")"
		}
		return b + ") " + instance(f.List[2], values) + ")"
	case "let":
		return "(let " + f.List[1].String() + " " + instance(f.List[2], values) + ")"
	}
	return f.String()
}

// proofQuestions asks about the changes in a proof: whether its assumptions follow from the
// assertions of a file, and each clause from its premises. It returns "" if nothing has changed.
func proofQuestions(file, proof, original string) string {
	q := proofReader{sorts: map[string]string{}, clauses: map[string]string{}}
	list, _ := smtlib.ReadSexprs("", strings.NewReader(file))
	for _, c := range list {
		switch {
		case c.Head() == "assert" && len(c.List) == 2:
			q.asserted += c.String()
		case slices.Contains([]string{"declare-const", "declare-fun", "define-fun"}, c.Head()):
			q.text += c.String() + "\n"
			q.sorts[c.List[1].Text] = c.List[min(len(c.List)-1, 3)].String()
		}
	}
	known := map[string]bool{}
	for line := range strings.Lines(original) {
		known[strings.TrimSpace(line)] = true
	}
	list, _ = smtlib.ReadSexprs("", strings.NewReader(proof))
	for _, c := range list {
		q.command(c, !known[c.String()])
	}
	if !strings.Contains(q.text, "(check-sat)") {
		return ""
	}
	return "(set-logic ALL)\n" + q.text
}

// proofReader translates a proof.
type proofReader struct {
	text, asserted string
	sorts          map[string]string
	clauses        map[string]string // by the name of the step
}

func (q *proofReader) command(c smtlib.Sexpr, ask bool) {
	known, claim := q.asserted, ""
	if c.Head() == "assume" {
		claim = q.term(c.List[2])
	} else {
		claim, known = "(or false", ""
		for _, l := range c.List[2].List[1:] {
			claim += " " + q.term(l)
		}
		claim += ")"
		for i, x := range c.List {
			if x.Text != ":premises" {
				continue
			}
			for _, p := range c.List[i+1].List {
				known += "(assert " + q.clauses[p.Text] + ")"
			}
		}
	}
	q.clauses[c.List[1].Text] = claim
	if ask {
		q.text += "(push)" + known + "(assert (not " + claim + "))(check-sat)(pop)\n"
	}
}

// term returns x with names of terms replaced by definitions.
func (q *proofReader) term(x smtlib.Sexpr) string {
	switch {
	case x.Head() == "!" && len(x.List) == 4:
		inner := q.term(x.List[1])
		name := x.List[3].Text
		q.sorts[name] = q.sort(x.List[1])
		q.text += fmt.Sprintf("(define-fun %v () %s %s)\n", x.List[3], q.sorts[name], inner)
		return x.List[3].String()
	case x.Kind == smtlib.SexprSymbol && len(x.Text) > 1 && x.Text[0] == '-':
		return "(- " + x.Text[1:] + ")" // a literal of Alethe
	case x.Kind != smtlib.SexprList:
		return x.String()
	}
	var parts []string
	for _, y := range x.List {
		parts = append(parts, q.term(y))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// sort returns the sort of a term, or Bool if nothing else is known.
func (q *proofReader) sort(x smtlib.Sexpr) string {
	switch {
	case x.Kind == smtlib.SexprNumeral, x.Kind == smtlib.SexprSymbol && len(x.Text) > 1 && x.Text[0] == '-':
		return "Int"
	case x.Kind == smtlib.SexprDecimal, x.Head() == "/":
		return "Real"
	case x.Kind == smtlib.SexprSymbol:
		return cmp.Or(q.sorts[x.Text], "Bool")
	case slices.Contains([]string{"+", "-", "*", "div", "mod", "abs", "ite", "!"}, x.Head()) && len(x.List) > 1:
		z := q.sort(x.List[len(x.List)-1])
		if x.Head() == "!" {
			return q.sort(x.List[1])
		}
		return z
	}
	return "Bool"
}
