// SPDX-License-Identifier: Apache-2.0

package btor2

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// WriteCircuit writes a model as a witness circuit in BTOR2: the design, with one bad property that
// also holds outside of the invariant. A checker such as Cerbotor compares the two circuits, and
// shows that the property of the second is inductive. All bad properties of the system are covered.
//
// It returns an error wrapping [errors.ErrUnsupported] if BTOR2 cannot express the model, for
// example if it has quantifiers.
//
// Cost: linear in the design and in the shared form of the model.
//
// Source: E. Yu, N. Froleyks, A. Biere, K. Heljanko, "Towards Compositional Hardware Model Checking
// Certification", FMCAD 2023. The states and inputs are those of the design, in its order, so no
// table says which ones belong together.
func (d *Design) WriteCircuit(w io.Writer, m *horn.Model) error {
	var states []*logic.Term
	for i := range d.States {
		states = append(states, d.States[i].term)
	}
	body := m.Instance(d.System.Store, d.inv, states)
	if body == nil {
		return errors.New("btor2: the model has no invariant")
	}
	z := &circuit{out: bufio.NewWriter(w), last: d.last, words: map[int]int64{}, arrays: map[*logic.Sort]int64{}, lines: map[*logic.Term]int64{}, some: map[*logic.Sort]int64{}}
	for _, line := range strings.Split(strings.TrimSuffix(d.text, "\n"), "\n") {
		if words := split(line); len(words) < 2 || words[1].text != "bad" {
			fmt.Fprintln(z.out, unmapped(line, words))
		}
	}
	for i := range d.States {
		t := d.States[i].term
		z.lines[t], z.some[t.Sort()] = d.States[i].ID, d.States[i].ID
	}
	good, err := z.term(body)
	if err != nil {
		return err
	}
	bit := z.width(1)
	bad := z.line("not %d %d", bit, good)
	for _, k := range d.kept {
		bad = z.line("or %d %d %d", bit, bad, d.bad[k].operand)
	}
	z.line("bad %d", bad)
	return z.out.Flush()
}

// unmapped returns a line of the design without a symbol that would say which state of another
// circuit it stands for.
func unmapped(line string, words []word) string {
	if n := len(words); n > 3 && (words[1].text == "input" || words[1].text == "state") && strings.HasPrefix(words[n-1].text, "=") {
		return line[:words[n-1].at]
	}
	return line
}

// circuit writes terms as lines of BTOR2. Formulas are words of one bit.
type circuit struct {
	out    *bufio.Writer
	last   int64
	words  map[int]int64 // sorts by width
	arrays map[*logic.Sort]int64
	lines  map[*logic.Term]int64
	some   map[*logic.Sort]int64 // a state of each sort
}

func (c *circuit) line(format string, args ...any) int64 {
	c.last++
	fmt.Fprintf(c.out, "%d "+format+"\n", append([]any{c.last}, args...)...)
	return c.last
}

// sort returns the line of a sort.
func (c *circuit) sort(s *logic.Sort) int64 {
	if !s.IsArray() {
		return c.width(max(s.Width(), 1))
	}
	z, ok := c.arrays[s]
	if !ok {
		z = c.line("sort array %d %d", c.sort(s.Index()), c.sort(s.Elem()))
		c.arrays[s] = z
	}
	return z
}

// width returns the line of the sort of words of a width.
func (c *circuit) width(n int) int64 {
	z, ok := c.words[n]
	if !ok {
		z = c.line("sort bitvec %d", n)
		c.words[n] = z
	}
	return z
}

// term returns the line of a term. It writes arguments first.
func (c *circuit) term(root *logic.Term) (int64, error) {
	stack := []*logic.Term{root}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if c.lines[t] != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range t.Args() {
			if c.lines[a] == 0 {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		z, err := c.operation(t)
		if err != nil {
			return 0, err
		}
		c.lines[t] = z
		stack = stack[:len(stack)-1]
	}
	return c.lines[root], nil
}

// chains are operations whose result has the sort of their operands, applied from left to right.
var chains = map[logic.Op]string{
	logic.OpNot: "not", logic.OpAnd: "and", logic.OpOr: "or", logic.OpXor: "xor",
	logic.OpBVNot: "not", logic.OpBVNeg: "neg", logic.OpBVAnd: "and", logic.OpBVOr: "or", logic.OpBVXor: "xor",
	logic.OpBVAdd: "add", logic.OpBVMul: "mul", logic.OpBVUDiv: "udiv", logic.OpBVURem: "urem", logic.OpBVSDiv: "sdiv",
	logic.OpBVSRem: "srem", logic.OpBVSMod: "smod", logic.OpBVShl: "sll", logic.OpBVLshr: "srl", logic.OpBVAshr: "sra",
}

// mixed are operations whose result has another sort than their operands.
var mixed = map[logic.Op]string{
	logic.OpEq: "eq", logic.OpBVUle: "ulte", logic.OpBVUlt: "ult", logic.OpBVSle: "slte", logic.OpBVSlt: "slt",
	logic.OpIte: "ite", logic.OpSelect: "read", logic.OpStore: "write",
}

// operation writes the line of a term whose arguments have lines.
func (c *circuit) operation(t *logic.Term) (int64, error) {
	x := make([]any, len(t.Args()))
	for i, a := range t.Args() {
		x[i] = c.lines[a]
	}
	if s := t.Sort(); !s.IsBool() && !s.IsBitVec() && !s.IsArray() {
		return 0, c.refuse(t)
	}
	sort := c.sort(t.Sort())
	if name, ok := chains[t.Op()]; ok {
		if len(x) == 1 {
			return c.line("%s %d %d", name, sort, x[0]), nil
		}
		z := x[0].(int64)
		for _, y := range x[1:] {
			z = c.line("%s %d %d %d", name, sort, z, y)
		}
		return z, nil
	}
	if name, ok := mixed[t.Op()]; ok {
		return c.line(name+" %d"+strings.Repeat(" %d", len(x)), append([]any{sort}, x...)...), nil
	}
	switch t.Op() {
	case logic.OpTrue:
		return c.line("one %d", sort), nil
	case logic.OpFalse:
		return c.line("zero %d", sort), nil
	case logic.OpBV:
		return c.line("const %d %s", sort, binaryOf(t)), nil
	case logic.OpImplies:
		z := x[len(x)-1].(int64)
		for i := len(x) - 2; i >= 0; i-- {
			z = c.line("implies %d %d %d", sort, x[i], z)
		}
		return z, nil
	case logic.OpConstArray:
		return c.constant(t)
	case logic.OpExtract:
		high, low := t.Indices()
		return c.line("slice %d %d %d %d", sort, x[0], high, low), nil
	case logic.OpSignExtend:
		n, _ := t.Indices()
		return c.line("sext %d %d %d", sort, x[0], n), nil
	case logic.OpConcat:
		z, width := x[0].(int64), t.Arg(0).Sort().Width()
		for i, y := range x[1:] {
			width += t.Arg(i + 1).Sort().Width()
			z = c.line("concat %d %d %d", c.width(width), z, y)
		}
		return z, nil
	}
	return 0, c.refuse(t)
}

// maxCells bounds the cells of constant arrays.
const maxCells = 1024

// constant writes a constant array, which BTOR2 has only as an initial value: all cells of some
// array get the value.
func (c *circuit) constant(t *logic.Term) (int64, error) {
	index := t.Sort().Index().Width()
	z := c.some[t.Sort()]
	if z == 0 || 1<<min(index, 20) > maxCells {
		return 0, c.refuse(t)
	}
	value := c.lines[t.Arg(0)]
	for k := range 1 << index {
		at := c.line("constd %d %d", c.width(index), k)
		z = c.line("write %d %d %d %d", c.sort(t.Sort()), z, at, value)
	}
	return z, nil
}

func (c *circuit) refuse(t *logic.Term) error {
	return fmt.Errorf("btor2: the invariant contains %v, which BTOR2 cannot express: %w", t, errors.ErrUnsupported)
}
