// SPDX-License-Identifier: Apache-2.0

package alethe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// WriteCondition prints an SMT-LIB file that asserts f; it is to be unsatisfiable. The lines of comment stand in front.
func WriteCondition(w io.Writer, f *logic.Term, comment ...string) error {
	b := bufio.NewWriter(w)
	for _, line := range comment {
		fmt.Fprintf(b, "; %s\n", line)
	}
	b.WriteString("(set-logic ALL)\n")
	for _, v := range logic.FreeVars(f) {
		fmt.Fprintf(b, "(declare-const %s %v)\n", logic.QuoteSymbol(v.Name()), v.Sort())
	}
	uses := map[*logic.Term]int{}
	logic.Walk(func(t *logic.Term) bool {
		for _, a := range t.Args() {
			uses[a]++
		}
		return true
	}, f)
	if f.HasQuantifiers() { // what is in the scope of one has no name outside
		fmt.Fprintf(b, "(assert %v)\n(check-sat)\n", f)
		return b.Flush()
	}
	t := text{out: b, prefix: "shared!", named: map[*logic.Term]bool{}, names: func(t *logic.Term) bool { return uses[t] > 1 }}
	b.WriteString("(assert ")
	t.term(f)
	b.WriteString(")\n(check-sat)\n")
	return b.Flush()
}

// WriteProof refutes f with the ticks of o and prints the proof, for the file that [WriteCondition] prints of f. Its Boolean structure
// is as it is; numbers are sums of symbols: see [native.Definitional]. The status is Unsat if there is a proof. An
// error wraps errors.ErrUnsupported where Alethe or this package has no rules.
//
// Cost: that of the search, and linear in the size of the formula and of the refutation.
func WriteProof(ctx context.Context, w io.Writer, store *logic.Store, f *logic.Term, o smt.Options) (smt.Status, error) {
	var missing string
	logic.Walk(func(t *logic.Term) bool {
		switch {
		case t.Op() == logic.OpToReal: // for la_generic, (to_real x) has nothing to do with x
			missing = "no rule of Alethe for sums over Int and Real"
		case t.Op() == logic.OpEq && !t.Arg(0).Sort().IsArith() && !t.Arg(0).Sort().IsBool():
			missing = fmt.Sprintf("no proofs with equations over %v", t.Arg(0).Sort())
		}
		return missing == ""
	}, f)
	if missing != "" {
		return smt.Unknown, fmt.Errorf("%s: %w", missing, errors.ErrUnsupported)
	}
	b := bufio.NewWriter(w)
	z := &writer{store: store, text: text{out: b, prefix: "@", named: map[*logic.Term]bool{}, names: func(*logic.Term) bool { return true }}, symbols: map[*logic.Term]*logic.Term{}, formulas: map[*logic.Term]*logic.Term{}}
	z.give([]native.Literal{literal(f, false)}, func() string { return "h" })
	z.definitions(f)
	clauses := make([][]native.Literal, len(z.given))
	for i, g := range z.given {
		for _, l := range g.literals {
			clauses[i] = append(clauses[i], native.Literal{Term: z.symbol(l.Term), Negative: l.Negative})
		}
	}
	refutation, status, err := native.Refute(ctx, store, clauses, o)
	if status != smt.Unsat {
		return status, err
	}
	b.WriteString("(assume h ")
	z.term(f)
	b.WriteString(")\n")
	z.refutation(refutation)
	return status, b.Flush()
}

// refutation writes the steps of a refutation of the clauses that are given.
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
			premises := make([]string, len(c.Premises))
			for j, k := range c.Premises {
				premises[j] = names[k]
			}
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
	steps int
	given []*given
	// symbols has the Bool symbols that stand for formulas, formulas what they stand for.
	symbols, formulas map[*logic.Term]*logic.Term
}

// given is a clause that defines a subformula, or is the formula itself.
type given struct {
	literals []native.Literal
	justify  func() string // writes the steps that prove it, and returns the name of the last one
	name     string        // of that, once it is written
}

func (g *given) prove() string {
	if g.name == "" {
		g.name = g.justify()
	}
	return g.name
}

// give notes a clause and how it is proved.
func (w *writer) give(literals []native.Literal, justify func() string) {
	w.given = append(w.given, &given{literals: literals, justify: justify})
}

// giveStep notes that a clause is an instance of a rule. Where a literal is the negation of a negation, another step cuts it to what
// is below both.
func (w *writer) giveStep(rule, args string, exact ...native.Literal) {
	literals := make([]native.Literal, len(exact))
	for i, l := range exact {
		literals[i] = literal(l.Term, l.Negative)
	}
	w.give(literals, func() string {
		premises := []string{w.step(rule, args, exact)}
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

// symbol returns what stands for a formula in clauses: a bound and a symbol for themselves.
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
	if args != "" {
		rule += " :args (" + args + ")"
	}
	return w.raw(rule, func() {
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
