// SPDX-License-Identifier: Apache-2.0

// Package format prints models and refutations in the forms of other solvers of Horn clauses, for
// programs that read these forms.
//
//	Native     Cornet's own, see horn.WriteModel and horn.WriteProof
//	Golem      facts, from the first to false, with the numbers of the facts that they follow from
//	Eldarica   the same as a DAG from false on, with facts in SMT-LIB (-scex) or as they are written in Prolog (-cex)
//	Z3         a term of hyper-resolution steps
//	Alethe     a proof that other programs check, see package alethe
//
// Models have the same definitions in all forms; names of parameters and line breaks differ.
package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/proof/refutation"
	"cornet/smtlib"
)

// Form is a form of witnesses.
type Form string

// The forms.
const (
	Native         Form = "native"
	Golem          Form = "golem"
	Eldarica       Form = "eldarica"
	EldaricaProlog Form = "eldarica-prolog"
	Z3             Form = "z3"
	Alethe         Form = "alethe"
)

// Proof prints a refutation of sys.
func Proof(w io.Writer, sys *horn.System, p *horn.Proof, form Form) error {
	if form == Native || form == "" {
		return horn.WriteProof(w, p)
	}
	if len(p.Loops) > 0 {
		return fmt.Errorf("the refutation has a loop of %v iterations, which this form cannot express; --proof=native can", p.Loops[0].Times)
	}
	r, facts, err := sys.Refutation(p)
	if err != nil {
		return err
	}
	r, facts = shared(r, facts)
	b := bufio.NewWriter(w)
	switch form {
	case Golem:
		golem(b, r, facts)
	case Eldarica:
		eldarica(b, r, facts, fact)
	case EldaricaProlog:
		eldarica(b, r, facts, prolog)
	case Z3:
		z := z3{Writer: b, sys: sys, refutation: r, facts: facts}
		z.write()
	case Alethe:
		return errors.New("a proof in the Alethe format needs the text of a file, and the system was not read from one")
	default:
		return fmt.Errorf("no form of refutations is called %q", form)
	}
	return b.Flush()
}

// WriteAlethe prints a refutation of sys, which was read from the text of its Source, in the Alethe
// format.
func WriteAlethe(w io.Writer, sys *horn.System, p *horn.Proof) error {
	commands, err := smtlib.ReadSexprs(sys.Source.Name, strings.NewReader(sys.Source.Text))
	if err == nil {
		_, err = refutation.Write(w, commands, sys, p)
	}
	return err
}

// shared returns a refutation that derives every fact once, and only facts that it needs.
func shared(r *horn.Refutation, facts []*horn.Atom) (*horn.Refutation, []*horn.Atom) {
	first := make([]int, len(facts)) // step that derives the same fact
	steps := map[string]int{}
	for i, a := range facts {
		name := fact(a)
		if _, ok := steps[name]; !ok {
			steps[name] = i
		}
		first[i] = steps[name]
	}
	needed := make([]bool, len(facts))
	needed[first[len(first)-1]] = true
	for i, s := range slices.Backward(r.Steps) {
		for _, k := range s.Premises {
			needed[first[k]] = needed[first[k]] || needed[i]
		}
	}
	z, kept, place := &horn.Refutation{}, []*horn.Atom(nil), make([]int, len(facts))
	for i, s := range r.Steps {
		if !needed[i] {
			continue
		}
		place[i] = len(kept)
		s.Premises = slice.Map(s.Premises, func(k int) int { return place[first[k]] })
		z.Steps, kept = append(z.Steps, s), append(kept, facts[i])
	}
	return z, kept
}

// fact returns a fact as SMT-LIB writes it; nil is false.
func fact(a *horn.Atom) string {
	if a == nil {
		return "false"
	}
	if len(a.Args) == 0 {
		return a.Pred.String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%v", a.Pred)
	for _, t := range a.Args {
		fmt.Fprintf(&b, " %v", t)
	}
	b.WriteByte(')')
	return b.String()
}

// prolog returns a fact as Eldarica writes it without SMT-LIB.
func prolog(a *horn.Atom) string {
	if a == nil {
		return "FALSE"
	}
	if len(a.Args) == 0 {
		return a.Pred.Name()
	}
	args := make([]string, len(a.Args))
	for i, t := range a.Args {
		args[i] = t.String()
		if t.Op() == logic.OpNum {
			args[i] = t.Num().String()
		}
	}
	return a.Pred.Name() + "(" + strings.Join(args, ", ") + ")"
}

// golem prints facts in the order in which they are derived. Number 0 is true, the premise of facts
// from clauses without a body.
func golem(b *bufio.Writer, r *horn.Refutation, facts []*horn.Atom) {
	b.WriteString("0:\ttrue\n")
	for i, s := range r.Steps {
		fmt.Fprintf(b, "%d:\t%s -> ", i+1, fact(facts[i]))
		for _, k := range s.Premises {
			fmt.Fprintf(b, " %d", k+1)
		}
		if len(s.Premises) == 0 {
			b.WriteString(" 0")
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// eldarica prints facts starting with false, each before those that it follows from.
func eldarica(b *bufio.Writer, r *horn.Refutation, facts []*horn.Atom, write func(*horn.Atom) string) {
	last := len(r.Steps) - 1
	b.WriteByte('\n')
	for i := last; i >= 0; i-- {
		fmt.Fprintf(b, "%d: %s", last-i, write(facts[i]))
		for j, k := range r.Steps[i].Premises {
			b.WriteString([]string{" -> ", ", "}[min(j, 1)])
			b.WriteString(strconv.Itoa(last - k))
		}
		b.WriteByte('\n')
	}
}

// z3 prints a refutation as (get-proof) of z3 does. In queries, a predicate without arguments
// replaces false; false follows from it.
type z3 struct {
	*bufio.Writer
	sys        *horn.System
	refutation *horn.Refutation
	facts      []*horn.Atom
	uses       []int // number of uses of each step as a premise
	query      *logic.Term
}

func (z *z3) write() {
	steps := z.refutation.Steps
	z.query = z.sys.Store.Apply(z.sys.Store.FreshFunc("query", nil, z.sys.Store.Bool))
	z.uses = make([]int, len(steps))
	for _, s := range steps {
		for _, k := range s.Premises {
			z.uses[k]++
		}
	}
	fmt.Fprintf(z, "((set-logic HORN)\n(declare-fun %v () Bool)\n(proof\n", z.query)
	last, open := len(steps)-1, 0
	for i := range steps {
		if z.uses[i] > 1 {
			fmt.Fprintf(z, "(let ((@x%d ", i)
			z.step(i)
			z.WriteString("))\n")
			open++
		}
	}
	z.WriteString("(mp ")
	z.step(last)
	fmt.Fprintf(z, " (asserted (=> %v false)) false)%s))\n", z.query, strings.Repeat(")", open))
}

// step prints step i with the steps that only it uses. It is iterative: derivations are deep.
func (z *z3) step(i int) {
	type visit struct {
		step int
		next int // next premise
	}
	stack := []visit{{step: i}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		s := &z.refutation.Steps[top.step]
		if top.next == 0 {
			z.WriteString("((_ hyper-res 0 0")
			for k := range s.Premises {
				fmt.Fprintf(z, " 0 %d", k+1)
			}
			fmt.Fprintf(z, ") (asserted %v)", z.sys.Clauses[s.Clause].Implication(z.sys.Store, z.query))
		}
		if top.next == len(s.Premises) {
			head := z.query.String()
			if a := z.facts[top.step]; a != nil {
				head = fact(a)
			}
			fmt.Fprintf(z, " %s)", head)
			stack = stack[:len(stack)-1]
			continue
		}
		k := s.Premises[top.next]
		top.next++
		z.WriteByte(' ')
		if z.uses[k] > 1 {
			fmt.Fprintf(z, "@x%d", k)
		} else {
			stack = append(stack, visit{step: k})
		}
	}
}
