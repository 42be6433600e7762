// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// This file writes proofs in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, CADE 2017),
// which small checkers read, such as ours in proof/lrat. It writes formulas in DIMACS.
//
// The hints of a clause are the antecedents of its chain in reverse order. Let R be a clause of the
// chain, and p the pivot of its last resolution, with antecedent A. If all literals of R are false,
// then all literals of A except ¬p are false. So p is false, and all literals of the previous
// clause of the chain are false too. This continues to the front of the chain, where the first
// antecedent is false.

// A Numbering gives the clauses of a formula for the leaves of a proof, which are its inputs,
// assumptions and lemmas. With the zero value, the leaves are the formula, numbered from 1 in their
// order in the proof, as WriteDIMACS writes them.
type Numbering struct {
	// Clauses is the number of clauses of the formula. Derived clauses get the numbers above it.
	Clauses int

	// Of returns the number of a leaf, from 1. The clause of that number must equal the leaf, up to
	// the order and repetition of literals. The number may be the Partition that the caller gave to
	// AddClauseIn.
	Of func(Node) int
}

// WriteLRAT writes p in LRAT, for a formula that has p's leaves as clauses. Derived clauses are
// deleted after their last use, but not after the empty clause. It takes time linear in the size of
// the proof.
func (p *Proof) WriteLRAT(w io.Writer, numbering Numbering) error {
	z := lratWriter{w: bufio.NewWriter(w), number: make([]int, p.Len())}
	z.assignNumbers(p, numbering)
	dying := p.lastUses()
	p.Visit(func(n Node) {
		if n.Kind != Derived {
			return
		}
		z.derive(n)
		if int(n.ID) < p.Len()-1 {
			z.delete(z.number[n.ID], dying[n.ID])
		}
	})
	if last := p.Node(ClauseID(p.Len() - 1)); last.Kind != Derived {
		z.derive(Node{ID: last.ID, First: last.ID}) // the empty clause is a clause of the formula
	}
	return z.w.Flush()
}

// lastUses returns, for each clause, the derived clauses that it uses last.
func (p *Proof) lastUses() [][]ClauseID {
	used := make([]bool, p.Len())
	dying := make([][]ClauseID, p.Len())
	for id := ClauseID(p.Len() - 1); id < ClauseID(p.Len()); id-- {
		n := p.Node(id)
		if n.Kind != Derived {
			continue
		}
		note := func(ante ClauseID) {
			if !used[ante] && p.nodes[ante].kind == Derived {
				used[ante] = true
				dying[id] = append(dying[id], ante)
			}
		}
		note(n.First)
		for _, st := range n.Steps {
			note(st.Ante)
		}
	}
	return dying
}

// WriteDIMACS writes the formula that p refutes: its leaves, in their order.
func (p *Proof) WriteDIMACS(w io.Writer) error {
	vars, clauses := Var(0), 0
	p.Visit(func(n Node) {
		if n.Kind != Derived {
			clauses++
			for _, l := range n.Lits {
				vars = max(vars, l.Var())
			}
		}
	})
	z := lratWriter{w: bufio.NewWriter(w)}
	fmt.Fprintf(z.w, "p cnf %d %d\n", vars, clauses)
	p.Visit(func(n Node) {
		if n.Kind != Derived {
			z.lits(n.Lits)
			z.w.WriteByte('\n')
		}
	})
	return z.w.Flush()
}

// An lratWriter writes lines. Errors stay in w.
type lratWriter struct {
	w      *bufio.Writer
	number []int // by ClauseID
	buf    []byte
	next   int // the number of the next derived clause
}

// assignNumbers gives numbers to the leaves, and then to the derived clauses.
func (z *lratWriter) assignNumbers(p *Proof, numbering Numbering) {
	leaves := 0
	p.Visit(func(n Node) {
		if n.Kind != Derived {
			leaves++
			z.number[n.ID] = leaves
			if numbering.Of != nil {
				z.number[n.ID] = numbering.Of(n)
			}
		}
	})
	z.next = leaves + 1
	if numbering.Of != nil {
		z.next = numbering.Clauses + 1
	}
}

// derive writes the line of a derived clause and gives it its number.
func (z *lratWriter) derive(n Node) {
	z.int(z.next)
	z.w.WriteByte(' ')
	z.lits(n.Lits)
	for i := range n.Steps {
		z.w.WriteByte(' ')
		z.int(z.number[n.Steps[len(n.Steps)-1-i].Ante])
	}
	z.w.WriteByte(' ')
	z.int(z.number[n.First])
	z.w.WriteString(" 0\n")
	z.number[n.ID] = z.next
	z.next++
}

// delete writes the line that deletes clauses, after the clause with the given number.
func (z *lratWriter) delete(after int, ids []ClauseID) {
	if len(ids) == 0 {
		return
	}
	z.int(after)
	z.w.WriteString(" d")
	for _, id := range ids {
		z.w.WriteByte(' ')
		z.int(z.number[id])
	}
	z.w.WriteString(" 0\n")
}

// lits writes literals and a final 0.
func (z *lratWriter) lits(lits []Lit) {
	for _, l := range lits {
		z.int(l.Dimacs())
		z.w.WriteByte(' ')
	}
	z.w.WriteByte('0')
}

func (z *lratWriter) int(n int) {
	z.buf = strconv.AppendInt(z.buf[:0], int64(n), 10)
	z.w.Write(z.buf)
}
