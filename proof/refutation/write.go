// SPDX-License-Identifier: Apache-2.0

package refutation

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"cornet/horn"
	"cornet/logic"
	"cornet/proof/alethe"
	"cornet/smtlib"
)

// Stats has the size of a proof.
type Stats struct {
	// Steps is the number of steps. Holes is the number of steps that state the value of a term
	// without a proof.
	Steps, Holes int
	// Axioms are the axioms that the proof uses, as declared in a file for Carcara. If it is nil,
	// there are holes instead.
	Axioms map[string]bool
}

// Write prints p, a valid refutation of the file with these commands, as an Alethe proof. sys is
// the system read from it.
func Write(w io.Writer, commands []smtlib.Sexpr, sys *horn.System, p *horn.Proof) (Stats, error) {
	return write(w, commands, sys, p, Stats{})
}

// WriteWithAxioms is [Write] with axioms of arrays, for which Alethe has no rules. Carcara needs a
// file that declares them.
func WriteWithAxioms(w io.Writer, commands []smtlib.Sexpr, sys *horn.System, p *horn.Proof) (Stats, error) {
	return write(w, commands, sys, p, Stats{Axioms: map[string]bool{}})
}

// write is like Write, with counters.
//
// It returns an error if the file has other commands than assert commands, if p does not belong to
// it, or if a step depends on the truth of a quantified formula without values.
//
// Cost: linear in the size of the instances.
func write(w io.Writer, commands []smtlib.Sexpr, sys *horn.System, p *horn.Proof, stats Stats) (Stats, error) {
	if len(p.Loops) > 0 {
		return Stats{}, fmt.Errorf("refutation: the refutation has a loop of %v iterations, for which the format has no rule", p.Loops[0].Times)
	}
	f, err := newFile(commands)
	if err != nil {
		return Stats{}, err
	}
	out := bufio.NewWriter(w)
	b := &builder{
		file: f, stats: stats, store: sys.Store, scope: sys.Source.Scope, steps: alethe.Steps{Out: out},
		nodes: nodes{table: map[string]*node{}, texts: map[string]*node{}},
		terms: map[*node]*logic.Term{}, values: map[*node]computed{}, evaluable: map[*node]bool{},
		assumed: map[int]string{}, ground: map[literal]*clause{}, constants: map[bool]*clause{},
	}
	// Carcara requires assumptions to come first.
	for _, s := range p.Steps {
		if err := b.assume(s.Assert); err != nil {
			return b.stats, err
		}
	}
	for i := range p.Steps {
		heads, err := b.derive(p, i)
		if err != nil {
			return b.stats, err
		}
		b.heads = append(b.heads, heads)
	}
	b.stats.Steps = b.steps.Count
	return b.stats, out.Flush()
}

// builder writes a proof.
type builder struct {
	nodes
	file      *file
	store     *logic.Store
	scope     *smtlib.Scope
	steps     alethe.Steps
	stats     Stats
	terms     map[*node]*logic.Term
	values    map[*node]computed
	evaluable map[*node]bool
	ground    map[literal]*clause // clauses of formulas without predicates
	constants map[bool]*clause    // (cl true) and (cl (not false))
	assumed   map[int]string      // the assume step of an assertion, by its number
	heads     [][]derived         // by step of the refutation

	// For the current step of the refutation:

	known map[*node]string    // premises, atoms with values for arguments, and the steps that derive them
	head  *node               // the atom that is assumed to be false; nil for none
	truth map[*node]tristate  // the truth values found so far
	lemma map[literal]*clause // the clauses proved so far
}

// derived is an atom that a step of the refutation derives, and the proof step that proves it. The
// atom is nil for false.
type derived struct {
	atom *node
	step string
}

// step writes a step and returns its name.
func (b *builder) step(rule, args string, literals []literal, premises ...string) string {
	return b.stepOf(rule, args, nil, literals, premises...)
}

// stepOf writes a step with terms as further arguments.
func (b *builder) stepOf(rule, args string, terms []*node, literals []literal, premises ...string) string {
	x := alethe.Step{Rule: rule, Premises: premises}
	if len(literals) > 0 {
		x.Clause = func() {
			for i, l := range literals {
				if i > 0 {
					b.steps.Out.WriteByte(' ')
				}
				l.write(b.steps.Out)
			}
		}
	}
	if args != "" {
		x.Args = func() {
			b.steps.Out.WriteString(args)
			for _, n := range terms {
				b.steps.Out.WriteByte(' ')
				n.write(b.steps.Out)
			}
		}
	}
	return b.steps.Write(x)
}

// derive writes the proof of the i-th step of p and returns what it derives.
func (b *builder) derive(p *horn.Proof, i int) ([]derived, error) {
	s := &p.Steps[i]
	r := &reader{builder: b}
	for _, v := range s.Values {
		r.values = append(r.values, b.node(v.Term))
	}
	root := r.read(b.file.asserts[s.Assert], environment{}, 1)
	if r.err != nil {
		return nil, r.err
	}
	b.known = map[*node]string{}
	for _, k := range s.Premises {
		for _, d := range b.heads[k] {
			b.known[d.atom] = d.step
		}
	}
	candidates, err := b.candidates(root)
	if err != nil {
		return nil, err
	}
	var z []derived
	for _, h := range append([]*node{nil}, candidates...) {
		b.head, b.truth, b.lemma = h, map[*node]tristate{}, map[literal]*clause{}
		t, err := b.evaluate(root)
		if err != nil {
			return nil, err
		}
		if t != isFalse {
			continue
		}
		c, err := b.prove(root, false)
		if err != nil {
			return nil, err
		}
		var conclusion []literal
		if h != nil {
			conclusion = []literal{{node: h}}
		}
		step := b.assumed[s.Assert] // if the assertion is the head itself
		if c.step != "" {
			step = b.step("resolution", "", conclusion, step, c.step)
		}
		z = append(z, derived{h, step})
		if h == nil {
			break
		}
	}
	if len(z) == 0 || i == len(p.Steps)-1 && z[0].atom != nil {
		return nil, fmt.Errorf("refutation: step %d: the instance of assertion %d derives nothing unless quantified formulas in constraints are decided", i, s.Assert)
	}
	return z, nil
}

// assume writes the assume step of the assertion with the given number.
func (b *builder) assume(number int) error {
	if number < 0 || number >= len(b.file.asserts) {
		return fmt.Errorf("refutation: there is no assertion %d", number)
	}
	if b.assumed[number] == "" {
		b.assumed[number] = "h" + strconv.Itoa(number)
		b.steps.Assume(b.assumed[number], b.steps.Words(b.file.asserts[number].String()))
	}
	return nil
}
