// SPDX-License-Identifier: Apache-2.0

package btor2

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// The numbers of assertions.
const (
	initial = iota
	step
	firstBad
)

// WriteWitness writes the run of a refutation as a BTOR2 witness: the bad property, the states that
// the design does not determine, and the inputs of each step. It returns an error if the refutation
// is not a run, for example because it repeats steps many times without listing them.
func (d *Design) WriteWitness(w io.Writer, p *horn.Proof) error {
	if p == nil || len(p.Steps) == 0 || len(p.Loops) > 0 {
		return errNoRun
	}
	var run []*horn.ProofStep // from the last to the first
	for k := len(p.Steps) - 1; ; {
		s := &p.Steps[k]
		run = append(run, s)
		if len(s.Premises) == 0 {
			break
		}
		k = s.Premises[0]
	}
	if run[0].Assert < firstBad || run[len(run)-1].Assert != initial {
		return errNoRun
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "sat\nb%d\n", d.kept[run[0].Assert-firstBad])
	for t := 0; t < len(run)-1; t++ {
		s := run[len(run)-2-t] // the step that leaves the state at time t
		values := map[string]*logic.Term{}
		for _, v := range s.Values {
			values[v.Name] = v.Term
		}
		d.states(b, t, values)
		fmt.Fprintf(b, "@%d\n", t)
		for i := range d.Inputs {
			d.assignment(b, i, &d.Inputs[i], values, fmt.Sprintf("@%d", t))
		}
	}
	fmt.Fprintln(b, ".")
	return b.Flush()
}

// states writes the states at a time that the design does not determine.
func (d *Design) states(b *bufio.Writer, t int, values map[string]*logic.Term) {
	begun := false
	for i := range d.States {
		s := &d.States[i]
		if t == 0 && s.init != nil || t > 0 && s.step != nil {
			continue
		}
		if !begun {
			fmt.Fprintf(b, "#%d\n", t)
			begun = true
		}
		d.assignment(b, i, s, values, fmt.Sprintf("#%d", t))
	}
}

// assignment writes the value of an input or state. i is its number among the inputs, or among the
// states.
func (d *Design) assignment(b *bufio.Writer, i int, s *Symbol, values map[string]*logic.Term, suffix string) {
	label := s.Label
	if label == "" {
		label = s.Name
	}
	v := values[s.Name]
	if v == nil {
		v = d.System.Store.DefaultValue(s.term.Sort())
	}
	if !v.Sort().IsArray() {
		fmt.Fprintf(b, "%d %s %s%s\n", i, binaryOf(v), label, suffix)
		return
	}
	written := map[*logic.Term]bool{}
	var cells [][2]*logic.Term
	for v.Op() == logic.OpStore {
		if !written[v.Arg(1)] {
			written[v.Arg(1)] = true
			cells = append(cells, [2]*logic.Term{v.Arg(1), v.Arg(2)})
		}
		v = v.Arg(0)
	}
	if v.Op() == logic.OpConstArray {
		fmt.Fprintf(b, "%d %s %s%s\n", i, binaryOf(v.Arg(0)), label, suffix)
	}
	for _, c := range cells {
		fmt.Fprintf(b, "%d [%s] %s %s%s\n", i, binaryOf(c[0]), binaryOf(c[1]), label, suffix)
	}
}

// binaryOf returns the digits of a bit-vector.
func binaryOf(t *logic.Term) string {
	z := new(big.Int)
	if t.Op() == logic.OpBV {
		z = t.BV()
	}
	digits := z.Text(2)
	return strings.Repeat("0", t.Sort().Width()-len(digits)) + digits
}
