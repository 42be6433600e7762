// SPDX-License-Identifier: Apache-2.0

// Package dimacs reads and writes formulas in conjunctive normal form in the
// DIMACS format, the exchange format of SAT solvers:
//
//	c a comment
//	p cnf 3 2
//	1 -3 0
//	2 3 -1 0
//
// Clauses may extend over lines and share lines. The header is optional on
// reading; its numbers are lower bounds. A line that starts with % ends the
// formula, as in files of SATLIB.
package dimacs

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cornet/smt/sat"
)

// A Formula is a conjunction of clauses over the variables 1 to Vars.
type Formula struct {
	Vars    int
	Clauses [][]sat.Lit
}

// Add appends a clause of DIMACS literals. It extends Vars where necessary.
func (f *Formula) Add(lits ...int) {
	clause := make([]sat.Lit, 0, len(lits))
	for _, n := range lits {
		clause = append(clause, sat.FromDimacs(n))
		f.Vars = max(f.Vars, n, -n)
	}
	f.Clauses = append(f.Clauses, clause)
}

// AddTo makes the variables of f in s, which must have none so far, and adds
// the clauses.
func (f *Formula) AddTo(s *sat.Solver) {
	for range f.Vars {
		s.NewVar()
	}
	for _, c := range f.Clauses {
		s.AddClause(c...)
	}
}

// maxVar bounds variables: literals have 32 bits.
const maxVar = 1<<30 - 1

// Read reads a formula. An error names the line.
func Read(r io.Reader) (*Formula, error) {
	f := &Formula{}
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 1<<16), 1<<26)
	var clause []int
	line := 0
	for sc.Scan() {
		line++
		text := sc.Text()
		if text == "" || text[0] == 'c' {
			continue
		}
		if text[0] == '%' {
			break
		}
		if text[0] == 'p' {
			var clauses int
			if _, err := fmt.Sscanf(text, "p cnf %d %d", &f.Vars, &clauses); err != nil || f.Vars < 0 || f.Vars > maxVar {
				return nil, fmt.Errorf("dimacs: line %d: found %q, want \"p cnf VARIABLES CLAUSES\"", line, text)
			}
			continue
		}
		for word := range strings.FieldsSeq(text) {
			n, err := strconv.Atoi(word)
			if err != nil || n > maxVar || n < -maxVar {
				return nil, fmt.Errorf("dimacs: line %d: found %q, want a literal between %d and %d", line, word, -maxVar, maxVar)
			}
			if n != 0 {
				clause = append(clause, n)
				continue
			}
			f.Add(clause...)
			clause = clause[:0]
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("dimacs: line %d: %w", line+1, err)
	}
	if len(clause) > 0 {
		return nil, fmt.Errorf("dimacs: line %d: the last clause does not end with 0", line)
	}
	return f, nil
}

// Write writes f.
func Write(w io.Writer, f *Formula) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "p cnf %d %d\n", f.Vars, len(f.Clauses))
	for _, c := range f.Clauses {
		for _, l := range c {
			fmt.Fprintf(b, "%d ", l.Dimacs())
		}
		fmt.Fprintln(b, 0)
	}
	return b.Flush()
}
