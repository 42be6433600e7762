// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"bufio"
	"fmt"
	"io"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smtlib"
)

// Write prints sys as an SMT-LIB script in logic HORN: the declarations, an assert for each clause,
// check-sat. Reading it gives the same clauses, up to the order and form of canonical terms. It
// prints the clauses, not the assertions of the Source.
func Write(w io.Writer, sys *System) error {
	return writeScript(w, sys, sys.formulas(), func(b *bufio.Writer) error {
		for _, c := range sys.Clauses {
			if c.Name != "" {
				fmt.Fprintf(b, "; %s\n", oneLine(c.Name))
			}
			if err := writeAssert(b, c.Implication(sys.Store, sys.Store.False())); err != nil {
				return err
			}
		}
		return nil
	})
}

// WritePosed prints the origin of sys as such a script: the assertions of its Source, or its
// clauses if it has no Source.
func WritePosed(w io.Writer, sys *System) error {
	if sys.Source == nil {
		return Write(w, sys)
	}
	asserts := sys.Source.Asserts
	return writeScript(w, sys, slice.Map(asserts, func(a Assert) *logic.Term { return a.Term }), func(b *bufio.Writer) error {
		for _, a := range asserts {
			if err := writeAssert(b, a.Term); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeScript prints a script: declarations for sys and the formulas, and the assertions that a
// function prints. It ends at the first error of w.
func writeScript(w io.Writer, sys *System, formulas []*logic.Term, assertions func(*bufio.Writer) error) error {
	b := bufio.NewWriter(w)
	b.WriteString("(set-logic HORN)\n")
	if err := writeDeclarations(b, sys, formulas); err != nil {
		return err
	}
	if err := assertions(b); err != nil {
		return err
	}
	b.WriteString("(check-sat)\n")
	return b.Flush()
}

func writeAssert(b *bufio.Writer, t *logic.Term) error {
	_, err := fmt.Fprintf(b, "(assert %v)\n", t)
	return err
}

// formulas returns the formulas of the clauses.
func (sys *System) formulas() []*logic.Term {
	return slice.Map(sys.Clauses, func(c *Clause) *logic.Term { return c.Formula(sys.Store) })
}

func oneLine(s string) string {
	z := []byte(s)
	for i, c := range z {
		if c < ' ' {
			z[i] = ' '
		}
	}
	return string(z)
}

// Implication returns c as a closed implication from its body and constraint to its head. If c is a
// query, the conclusion is query. Variables with the same name are renamed.
func (c *Clause) Implication(s *logic.Store, query *logic.Term) *logic.Term {
	vars := c.Vars()
	terms := make([]*logic.Term, 0, len(c.Body)+2)
	for i := range c.Body {
		terms = append(terms, c.Body[i].Term(s))
	}
	if !c.Constraint.IsTrue() || len(terms) == 0 {
		terms = append(terms, c.Constraint)
	}
	head := query
	if c.Head != nil {
		head = c.Head.Term(s)
	}
	vars, terms, head = distinctNames(s, vars, terms, head)
	whole := s.Faithful(logic.OpImplies, terms[0], head)
	if len(terms) > 1 {
		whole = s.Faithful(logic.OpImplies, s.Faithful(logic.OpAnd, terms...), head)
	}
	if len(vars) > 0 {
		whole = s.Forall(vars, whole)
	}
	return whole
}

// distinctNames renames variables that have the name of an earlier one (of another sort).
func distinctNames(s *logic.Store, vars, terms []*logic.Term, head *logic.Term) ([]*logic.Term, []*logic.Term, *logic.Term) {
	seen := make(map[string]bool, len(vars))
	var from, to, z []*logic.Term
	for _, v := range vars {
		x := v
		for seen[x.Name()] {
			x = s.Fresh(v.Name(), v.Sort())
		}
		seen[x.Name()] = true
		z = append(z, x)
		if x != v {
			from, to = append(from, v), append(to, x)
		}
	}
	if len(from) == 0 {
		return vars, terms, head
	}
	sub := s.NewSubstitution(from, to)
	return z, sub.ApplyAll(terms), sub.Apply(head)
}

// writeDeclarations prints the predicates of sys, and the sorts and datatypes that they and the
// formulas mention.
func writeDeclarations(w io.Writer, sys *System, formulas []*logic.Term) error {
	d := sortDeclarer{seen: map[*logic.Sort]bool{}}
	for _, p := range sys.Preds {
		for _, x := range p.Params() {
			d.visit(x)
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		d.visit(t.Sort())
		for _, v := range t.Bound() {
			d.visit(v.Sort())
		}
		return true
	}, formulas...)
	for _, x := range d.plain {
		if _, err := fmt.Fprintf(w, "(declare-sort %v 0)\n", x); err != nil {
			return err
		}
	}
	if len(d.datatypes) > 0 {
		if _, err := fmt.Fprintln(w, smtlib.Command{Kind: smtlib.CmdDeclareDatatypes, Sorts: d.datatypes}); err != nil {
			return err
		}
	}
	for _, p := range sys.Preds {
		if _, err := fmt.Fprintf(w, "(declare-fun %v (%s) Bool)\n", p, logic.SortList(p.Params())); err != nil {
			return err
		}
	}
	return nil
}

// sortDeclarer collects the sorts that need a declaration.
type sortDeclarer struct {
	seen      map[*logic.Sort]bool
	plain     []*logic.Sort
	datatypes []*logic.Sort
}

// visit collects x and the sorts that it mentions.
func (d *sortDeclarer) visit(x *logic.Sort) {
	stack := []*logic.Sort{x}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if d.seen[x] {
			continue
		}
		d.seen[x] = true
		switch x.Kind() {
		case logic.KindUninterpreted:
			d.plain = append(d.plain, x)
		case logic.KindArray:
			stack = append(stack, x.Index(), x.Elem())
		case logic.KindDatatype:
			if x.Builtin() {
				continue
			}
			d.datatypes = append(d.datatypes, x)
			for _, c := range x.Datatype().Constructors {
				for _, f := range c.Fields {
					stack = append(stack, f.Sort)
				}
			}
		}
	}
}
