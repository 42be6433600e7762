// SPDX-License-Identifier: Apache-2.0

// Package projecttest checks implementations of smt.Projector.
package projecttest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smtlib"
)

// Pipe is a z3 process behind the interface of a solver, good enough for tests.
type Pipe struct {
	store    *smtlib.Store
	in       io.WriteCloser
	out      *bufio.Reader
	cmd      *exec.Cmd
	declared map[string]bool
	frames   [][]*smtlib.Term
	names    []string
	assumed  []*smtlib.Term
	open     bool
	core     []*smtlib.Term
	last     []*smtlib.Term
	n        int
}

// NewPipe starts z3, or reports an error.
func NewPipe(store *smtlib.Store) (*Pipe, error) {
	cmd := exec.Command("z3", "-in", "-smt2")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Pipe{store: store, in: in, out: bufio.NewReader(out), cmd: cmd, declared: map[string]bool{}, frames: [][]*smtlib.Term{nil}}
	p.send("(set-option :global-declarations true)")
	p.send("(set-option :produce-unsat-cores true)")
	p.send("(set-option :smt.core.minimize true)")
	p.send("(set-option :timeout 1000)")
	return p, nil
}

func (p *Pipe) send(f string, args ...any) { fmt.Fprintf(p.in, f+"\n", args...) }

func (p *Pipe) settle() {
	if p.open {
		p.send("(pop 1)")
		p.open = false
	}
}

func (p *Pipe) Push() {
	p.settle()
	p.send("(push 1)")
	p.frames = append(p.frames, nil)
}

func (p *Pipe) Pop(n int) {
	p.settle()
	p.send("(pop %d)", n)
	p.frames = p.frames[:len(p.frames)-n]
}

func (p *Pipe) declare(t *smtlib.Term) {
	for _, v := range smtlib.FreeVars(t) {
		key := fmt.Sprint(v.ID())
		if !p.declared[key] {
			p.declared[key] = true
			p.send("(declare-const |%s| %v)", v.Name(), v.Sort())
		}
	}
	for _, f := range smtlib.Funcs(t) {
		key := "f" + fmt.Sprint(f.ID())
		if !p.declared[key] {
			p.declared[key] = true
			var ps []string
			for _, s := range f.Params() {
				ps = append(ps, s.String())
			}
			p.send("(declare-fun %v (%s) %v)", f, strings.Join(ps, " "), f.Result())
		}
	}
}

func (p *Pipe) Assert(t *smtlib.Term) error {
	p.settle()
	p.declare(t)
	p.send("(assert %s)", Text(t))
	p.frames[len(p.frames)-1] = append(p.frames[len(p.frames)-1], t)
	return nil
}

func (p *Pipe) Check(ctx context.Context, as ...*smtlib.Term) (smt.Status, error) {
	if ctx.Err() != nil {
		return smt.Unknown, context.Cause(ctx)
	}
	p.settle()
	p.send("(push 1)")
	p.open = true
	p.names, p.assumed = nil, as
	for _, a := range as {
		p.declare(a)
		name := fmt.Sprintf("a!%d", p.n)
		p.n++
		p.send("(declare-const %s Bool)(assert (=> %s %s))", name, name, Text(a))
		p.names = append(p.names, name)
	}
	p.last = append([]*smtlib.Term(nil), as...)
	for _, f := range p.frames {
		p.last = append(p.last, f...)
	}
	p.send("(check-sat-assuming (%s))", strings.Join(p.names, " "))
	answer := p.read()
	switch answer.atom {
	case "sat":
		return smt.Sat, nil
	case "unsat":
		p.send("(get-unsat-core)")
		s := p.read()
		in := map[string]bool{}
		for _, x := range s.list {
			in[x.atom] = true
		}
		p.core = nil
		for i, n := range p.names {
			if in[n] {
				p.core = append(p.core, as[i])
			}
		}
		return smt.Unsat, nil
	case "unknown":
		return smt.Unknown, nil
	}
	return smt.Unknown, fmt.Errorf("z3: %v", answer)
}

func (p *Pipe) Reason() string       { return "z3 gave up" }
func (p *Pipe) Core() []*smtlib.Term { return p.core }

func (p *Pipe) Model() (*smtlib.Model, error) {
	m := p.store.NewModel()
	for _, v := range smtlib.FreeVars(p.last...) {
		p.send("(get-value (|%s|))", v.Name())
		s := p.read()
		if len(s.list) != 1 || len(s.list[0].list) != 2 {
			return nil, fmt.Errorf("z3: %v", s)
		}
		m.Set(v, p.value(s.list[0].list[1], v.Sort()))
	}
	return m, nil
}

func (p *Pipe) Close() {
	p.in.Close()
	p.cmd.Wait()
}

func (p *Pipe) value(s sexpr, sort *smtlib.Sort) *smtlib.Term {
	if sort.IsArray() {
		if s.list[0].atom == "store" {
			return p.store.Store(p.value(s.list[1], sort), p.value(s.list[2], sort.Index()), p.value(s.list[3], sort.Elem()))
		}
		return p.store.ConstArray(sort, p.value(s.list[1], sort.Elem()))
	}
	if sort.IsBool() {
		return p.store.BoolValue(s.atom == "true")
	}
	return p.store.Num(number(s), sort)
}

func number(s sexpr) rational.Rat {
	if s.list == nil {
		x, ok := rational.Parse(s.atom)
		if !ok {
			panic("number " + s.atom)
		}
		return x
	}
	if s.list[0].atom == "-" {
		return number(s.list[1]).Neg()
	}
	return number(s.list[1]).Div(number(s.list[2]))
}

type sexpr struct {
	atom string
	list []sexpr
}

func (p *Pipe) read() sexpr {
	c := p.next()
	if c != '(' {
		var b strings.Builder
		for {
			b.WriteByte(c)
			n, err := p.out.Peek(1)
			if err != nil || strings.IndexByte(" \n()\t", n[0]) >= 0 {
				return sexpr{atom: b.String()}
			}
			c, _ = p.out.ReadByte()
		}
	}
	z := sexpr{list: []sexpr{}}
	for {
		if c := p.next(); c == ')' {
			return z
		}
		p.out.UnreadByte()
		z.list = append(z.list, p.read())
	}
}

func (p *Pipe) next() byte {
	for {
		c, err := p.out.ReadByte()
		if err != nil {
			panic(err)
		}
		if c > ' ' {
			return c
		}
	}
}

// Text returns t in SMT-LIB syntax, as a tree.
func Text(t *smtlib.Term) string {
	switch t.Op() {
	case smtlib.OpVar:
		return "|" + t.Name() + "|"
	case smtlib.OpNum:
		n := t.Num()
		dot := ""
		if t.Sort().IsReal() {
			dot = ".0"
		}
		s := n.Abs().Num().String() + dot
		if !n.Den().IsOne() {
			s = "(/ " + s + " " + n.Den().String() + dot + ")"
		}
		if n.Sign() < 0 {
			s = "(- " + s + ")"
		}
		return s
	case smtlib.OpTrue, smtlib.OpFalse:
		return t.Op().String()
	}
	var b strings.Builder
	b.WriteByte('(')
	switch t.Op() {
	case smtlib.OpConstArray:
		fmt.Fprintf(&b, "(as const %v)", t.Sort())
	case smtlib.OpApp:
		b.WriteString(t.Func().String())
	default:
		b.WriteString(t.Op().String())
	}
	if t.Bound() != nil {
		b.WriteString(" (")
		for _, v := range t.Bound() {
			fmt.Fprintf(&b, "(|%s| %v)", v.Name(), v.Sort())
		}
		b.WriteByte(')')
	}
	for _, a := range t.Args() {
		b.WriteByte(' ')
		b.WriteString(Text(a))
	}
	b.WriteByte(')')
	return b.String()
}
