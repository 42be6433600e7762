// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"fmt"
	"io"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// Write prints a certificate as one s-expression, which [Read] reads. A ranking has the form
//
//	(ranking
//	  (tuple loop ((x Int)) x)
//	  (
//	    (define-fun loop ((x Int)) Bool true)
//	  )
//	)
//
// with a tuple for each cut point, and then the model of the conditions. A recurrence has the form
//
//	(recurrence
//	  (set loop ((x Int)) (>= x 0))
//	  (move (clause 1) (atom 0) ((x Int)) (values (x x)))
//	  (refutation …)
//	)
//
// with the number of a clause of the system, a body atom of it, names for the arguments of this
// atom, and the values of the clause's variables.
func Write(w io.Writer, q Question, c *Certificate) error {
	p := &printer{q: q, s: q.System.Store, names: horn.ArgumentNames(q.System.Clauses)}
	var err error
	switch c.Verdict() {
	case Terminates:
		err = p.ranking(c.Ranking)
	case Diverges:
		err = p.recurrence(c.Recurrence)
	default:
		return fmt.Errorf("termination: there is no certificate to print")
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.text.String())
	return err
}

// WriteBounds prints bounds as comments, such as
//
//	; after loop(x): at most (ite (>= x (- 1)) (+ x 1) 0) visits
func WriteBounds(w io.Writer, q Question, bs []Bound) error {
	p := &printer{q: q, s: q.System.Store, names: horn.ArgumentNames(q.System.Clauses)}
	for _, b := range bs {
		fmt.Fprintf(&p.text, "; after %v(", b.Pred)
		for i, v := range p.vars(b.Pred) {
			if i > 0 {
				p.text.WriteString(", ")
			}
			p.text.WriteString(logic.QuoteSymbol(v.Name()))
		}
		p.text.WriteString("): at most")
		var term strings.Builder
		if err := logic.WriteTerm(&term, p.s.Substitute(b.Visits, horn.Params(p.s, b.Pred), p.vars(b.Pred))); err != nil {
			return err
		}
		fmt.Fprintf(&p.text, " %s visits\n", strings.Join(strings.Fields(term.String()), " "))
	}
	_, err := io.WriteString(w, p.text.String())
	return err
}

type printer struct {
	q     Question
	s     *logic.Store
	names map[*logic.Func][]string
	text  strings.Builder
}

func (p *printer) ranking(r *Ranking) error {
	p.text.WriteString("(ranking\n")
	for i, tuple := range r.Tuples {
		if tuple == nil {
			continue
		}
		f := p.q.System.Preds[i]
		fmt.Fprintf(&p.text, "  (tuple %v %s", f, p.params(f))
		for _, t := range tuple {
			if err := p.term(f, t); err != nil {
				return err
			}
		}
		p.text.WriteString(")\n")
	}
	sys, err := r.Conditions(p.q)
	if err != nil {
		return err
	}
	if err := horn.WriteModel(&p.text, sys, r.Model); err != nil {
		return err
	}
	p.text.WriteString(")\n")
	return nil
}

func (p *printer) recurrence(r *Recurrence) error {
	p.text.WriteString("(recurrence\n")
	for i, set := range r.Sets {
		if set == nil {
			continue
		}
		f := p.q.System.Preds[i]
		fmt.Fprintf(&p.text, "  (set %v %s", f, p.params(f))
		if err := p.term(f, set); err != nil {
			return err
		}
		p.text.WriteString(")\n")
	}
	for _, m := range r.Moves {
		c := p.q.System.Clauses[m.Clause]
		f := c.Body[m.Atom].Pred
		fmt.Fprintf(&p.text, "  (move (clause %d) (atom %d) %s (values", m.Clause, m.Atom, p.params(f))
		for i, v := range c.Vars() {
			fmt.Fprintf(&p.text, " (%s", logic.QuoteSymbol(v.Name()))
			if err := p.term(f, m.Values[i]); err != nil {
				return err
			}
			p.text.WriteString(")")
		}
		p.text.WriteString("))\n")
	}
	if err := horn.WriteProof(&p.text, r.Proof); err != nil {
		return err
	}
	p.text.WriteString(")\n")
	return nil
}

// vars returns printable variables for the arguments of a predicate. Names that occur twice are not
// used.
func (p *printer) vars(f *logic.Func) []*logic.Term {
	z := horn.Params(p.s, f)
	names := p.names[f]
	if len(names) != len(z) {
		return z
	}
	taken := map[string]bool{}
	vars := make([]*logic.Term, len(z))
	for i, name := range names {
		if taken[name] || logic.IsReserved(name) {
			return z
		}
		taken[name] = true
		vars[i] = p.s.Var(name, z[i].Sort())
	}
	return vars
}

// params prints the list of parameters of a predicate.
func (p *printer) params(f *logic.Func) string {
	var b strings.Builder
	for i, v := range p.vars(f) {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(%s %v)", logic.QuoteSymbol(v.Name()), v.Sort())
	}
	return "(" + b.String() + ")"
}

// term prints a term over the parameters of a predicate, with a space before it.
func (p *printer) term(f *logic.Func, t *logic.Term) error {
	p.text.WriteByte(' ')
	return logic.WriteTerm(&p.text, p.s.Substitute(t, horn.Params(p.s, f), p.vars(f)))
}
