// SPDX-License-Identifier: Apache-2.0

package checker

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
)

// This file prints conditions for programs that search for proofs. Checking does not depend on it.

// Write prints the condition as an SMT-LIB file that asserts its formula.
func (c *Condition) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("(set-logic ALL)\n")
	for _, n := range c.nodes() {
		if n.op == "symbol" {
			fmt.Fprintf(b, "(declare-const %s Bool)\n", quoted(n.name))
		}
	}
	for _, x := range c.reader.symbols {
		fmt.Fprintf(b, "(declare-const %s %s)\n", quoted(x.name), map[bool]string{true: "Int", false: "Real"}[x.isInt])
	}
	prefix := c.reader.unused("part")
	text := func(f formula) string {
		s := ""
		switch {
		case f.op == "symbol":
			s = quoted(f.name)
		case f.op == "true":
			s = f.op
		default:
			s = fmt.Sprintf("|%s %d|", prefix, f.id)
		}
		if f.negated {
			return "(not " + s + ")"
		}
		return s
	}
	for _, n := range c.nodes() {
		if n.op == "symbol" || n.op == "true" {
			continue
		}
		fmt.Fprintf(b, "(define-fun %s () Bool (%s", text(formula{node: n}), n.op)
		for _, a := range n.args {
			b.WriteString(" " + text(a))
		}
		if n.left != nil {
			n.left.write(b)
			b.WriteString(" " + decimal(n.right, !n.left.overInts()))
		}
		b.WriteString("))\n")
	}
	fmt.Fprintf(b, "(assert %s)\n(check-sat)\n", text(c.formula))
	return b.Flush()
}

// nodes returns the nodes of the formula, each one after its arguments.
func (c *Condition) nodes() []*node {
	var z []*node
	seen := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, a := range n.args {
			visit(a.node)
		}
		z = append(z, n)
	}
	visit(c.formula.node)
	return z
}

// write writes a sum of symbols.
func (x *sum) write(b *bufio.Writer) {
	isReal := !x.overInts()
	b.WriteString(" (+")
	for _, m := range x.monomials {
		name := quoted(m.symbol.name)
		if isReal && m.symbol.isInt {
			name = "(to_real " + name + ")"
		}
		fmt.Fprintf(b, " (* %s %s)", decimal(m.factor, isReal), name)
	}
	b.WriteString(")")
}

func quoted(name string) string { return "|" + name + "|" }

// decimal returns x as a number of SMT-LIB.
func decimal(x *big.Rat, isReal bool) string {
	point := map[bool]string{true: ".0"}[isReal]
	z := new(big.Int).Abs(x.Num()).String() + point
	if !x.IsInt() {
		z = "(/ " + z + " " + x.Denom().String() + point + ")"
	}
	if x.Sign() < 0 {
		return "(- " + z + ")"
	}
	return z
}
