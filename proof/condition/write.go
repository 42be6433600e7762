// SPDX-License-Identifier: Apache-2.0

package condition

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/proof/alethe"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/query"
)

// Condition is a formula that should be unsatisfiable.
type Condition struct {
	store   *logic.Store
	formula *logic.Term // the formula with symbols for terms of other theories
	stands  *stands
	gap     error // the reason why there is no proof
}

// New returns f as a condition: see [native.Definitional].
func New(store *logic.Store, f *logic.Term) *Condition {
	c := &Condition{store: store, stands: newStands(store)}
	if c.formula, c.gap = c.stands.purify(f); c.gap != nil {
		c.formula, c.stands = f, newStands(store)
	}
	return c
}

// Write prints an SMT-LIB file that asserts the condition. The lines of comment come first.
func (c *Condition) Write(w io.Writer, comment ...string) error {
	b := bufio.NewWriter(w)
	for _, line := range comment {
		fmt.Fprintf(b, "; %s\n", line)
	}
	b.WriteString("(set-logic ALL)\n")
	if c.gap != nil {
		return errors.Join(b.Flush(), writeAny(w, c.store, c.formula))
	}
	uses := map[*logic.Term]int{}
	c.stands.walk(c.formula, func(t *logic.Term) {
		if t.IsVar() && c.stands.of[t] == nil {
			fmt.Fprintf(b, "(declare-const %s %v)\n", logic.QuoteSymbol(t.Name()), t.Sort())
		}
		for _, a := range c.stands.args(t) {
			uses[a]++
		}
	})
	t := text{out: b, prefix: "shared!", named: map[*logic.Term]bool{}, stands: c.stands, names: func(t *logic.Term) bool { return uses[t] > 1 }}
	b.WriteString("(assert ")
	t.term(c.formula)
	b.WriteString(")\n(check-sat)\n")
	return b.Flush()
}

// writeAny asserts a formula over any theories.
func writeAny(w io.Writer, s *logic.Store, f *logic.Term) error {
	symbols := query.NewSymbolTable(s)
	var b bytes.Buffer
	symbols.Declare(&b, f)
	b.WriteString("(assert ")
	if err := logic.WriteTerm(&b, symbols.Out(f)); err != nil {
		return err
	}
	b.WriteString(")\n(check-sat)\n")
	_, err := b.WriteTo(w)
	return err
}

// Prove refutes the condition within the ticks of o and prints the proof, for the file that
// [Condition.Write] prints. It keeps the Boolean structure of the condition; numbers are sums of
// symbols. The status is Unsat if there is a proof. Alethe has no rules for the axioms of arrays; a
// file for Carcara declares them. If Alethe or this package has no rule for a term, the error wraps
// errors.ErrUnsupported.
//
// Cost: the search, plus a part that is linear in the size of the formula and of the refutation.
func (c *Condition) Prove(ctx context.Context, w io.Writer, o smt.Options) (status smt.Status, axioms []string, err error) {
	if c.gap != nil {
		return smt.Unknown, nil, c.gap
	}
	b := bufio.NewWriter(w)
	all := func(*logic.Term) bool { return true }
	z := &writer{
		store: c.store, steps: alethe.Steps{Out: b}, text: text{out: b, prefix: "@", named: map[*logic.Term]bool{}, names: all, stands: c.stands},
		symbols: map[*logic.Term]*logic.Term{}, formulas: map[*logic.Term]*logic.Term{}, defined: map[*logic.Term]direction{},
		axioms: map[string]bool{}, words: map[*logic.Term]*word{},
	}
	z.give([]native.Literal{literal(c.formula, false)}, func() string { return "h" })
	z.definitions(c.formula, isAsserted)
	if err := z.theories(); err != nil {
		return smt.Unknown, nil, err
	}
	clauses := make([][]native.Literal, len(z.given))
	for i, g := range z.given {
		for _, l := range g.literals {
			clauses[i] = append(clauses[i], native.Literal{Term: z.symbol(l.Term), Negative: l.Negative})
		}
	}
	refutation, status, err := native.Refute(ctx, c.store, clauses, o)
	if status != smt.Unsat {
		return status, nil, err
	}
	z.steps.Assume("h", func() { z.term(c.formula) })
	z.refutation(refutation)
	return status, slices.Sorted(maps.Keys(z.axioms)), b.Flush()
}

// refutation writes the steps of a refutation of the given clauses.
func (w *writer) refutation(clauses []native.RefutationClause) {
	names := make([]string, len(clauses))
	for i := range clauses {
		c := &clauses[i]
		literals := make([]native.Literal, len(c.Literals))
		for j, l := range c.Literals {
			literals[j] = l
			if f := w.formulas[l.Term]; f != nil {
				literals[j].Term = f
			}
		}
		switch {
		case c.Input >= 0:
			names[i] = w.given[c.Input].prove()
		case c.Premises != nil:
			premises := slice.Map(c.Premises, func(k int) string { return names[k] })
			names[i] = w.step("resolution", "", literals, premises...)
		default:
			weights := make([]string, len(c.Weights))
			for j, x := range c.Weights {
				weights[j] = number(x.Big(), true)
			}
			names[i] = w.step("la_generic", strings.Join(weights, " "), literals)
		}
	}
}

// writer writes the steps of a proof.
type writer struct {
	text
	store *logic.Store
	steps alethe.Steps
	given []*given
	// symbols has the Bool symbols that represent formulas. formulas is its inverse.
	symbols, formulas map[*logic.Term]*logic.Term
	defined           map[*logic.Term]direction // formulas that are defined by their parts
	only              direction                 // the directions that the current definition needs; 0 for all
	axioms            map[string]bool           // the axioms that the proof depends on
	words             map[*logic.Term]*word
}

// given is a clause that defines a subformula, or is the formula itself.
type given struct {
	literals []native.Literal
	// writes the steps that prove the clause, and returns the name of the last one
	justify func() string
	name    string // the name of the last step, once it is written
}

func (g *given) prove() string {
	if g.name == "" {
		g.name = g.justify()
	}
	return g.name
}

// give records a clause and its proof.
func (w *writer) give(literals []native.Literal, justify func() string) {
	if needed := map[bool]direction{true: isAsserted, false: isNegated}[literals[0].Negative]; w.only != 0 && w.only&needed == 0 {
		return
	}
	w.given = append(w.given, &given{literals: literals, justify: justify})
}

// giveStep records that a clause is an instance of a rule.
func (w *writer) giveStep(rule, args string, exact ...native.Literal) {
	w.giveExact(exact, func() string { return w.step(rule, args, exact) })
}

// giveStepOf records that a clause follows by a rule from the step that premise writes.
func (w *writer) giveStepOf(rule string, premise func() string, exact ...native.Literal) {
	w.giveExact(exact, func() string { return w.step(rule, "", exact, premise()) })
}

// giveExact records a clause and its proof. If a literal is a double negation, another step removes
// both negations.
func (w *writer) giveExact(exact []native.Literal, justify func() string) {
	literals := slice.Map(exact, func(l native.Literal) native.Literal { return literal(l.Term, l.Negative) })
	w.give(literals, func() string {
		premises := []string{justify()}
		for _, l := range exact {
			if l.Negative && l.Term.Op() == logic.OpNot {
				premises = append(premises, w.raw("not_not", func() {
					w.out.WriteString("(not ")
					w.literal(l)
					w.out.WriteString(") ")
					w.term(l.Term.Arg(0))
				}))
			}
		}
		if len(premises) == 1 {
			return premises[0]
		}
		return w.step("resolution", "", literals, premises...)
	})
}

// symbol returns the symbol that represents a formula in clauses. Bounds and symbols represent
// themselves.
func (w *writer) symbol(t *logic.Term) *logic.Term {
	switch t.Op() {
	case logic.OpLe, logic.OpLt, logic.OpVar:
		return t
	}
	z := w.symbols[t]
	if z == nil {
		z = w.store.Fresh("f", w.store.Bool)
		w.symbols[t], w.formulas[z] = z, t
	}
	return z
}

// step writes a step and returns its name.
func (w *writer) step(rule, args string, literals []native.Literal, premises ...string) string {
	return w.rawOf(rule, args, func() {
		for i, l := range literals {
			if i > 0 {
				w.out.WriteByte(' ')
			}
			w.literal(l)
		}
	}, premises...)
}

// literal returns t or its negation.
func literal(t *logic.Term, negative bool) native.Literal {
	for t.Op() == logic.OpNot {
		t, negative = t.Arg(0), !negative
	}
	return native.Literal{Term: t, Negative: negative}
}
