// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"cornet/smtlib"
)

// WriteUnwinding prints u as one s-expression,
//
//	(unwinding
//	  (instance 0 p (clause 0))
//	  (instance 1 q (clause 2 0) (clause 3 0))
//	  (lrat "12 3 0 4 5 0
//	"))
//
// Here (clause 2 0) is an edge: clause 2 applied at instance 0. Clauses are numbered from 0, in the
// order of the assertions that they come from.
func WriteUnwinding(w io.Writer, sys *System, u *Unwinding) error {
	b := bufio.NewWriter(w)
	b.WriteString("(unwinding\n")
	for i, x := range u.Instances {
		fmt.Fprintf(b, "  (instance %d %v", i, sys.Preds[x.Pred])
		for _, e := range x.Edges {
			if e.Source == Start {
				fmt.Fprintf(b, " (clause %d)", e.Clause)
			} else {
				fmt.Fprintf(b, " (clause %d %d)", e.Clause, e.Source)
			}
		}
		b.WriteString(")\n")
	}
	b.WriteString("  (lrat \"")
	b.Write(u.Proof) // the proof consists of numbers, spaces and the letter d
	b.WriteString("\"))\n")
	return b.Flush()
}

// readUnwinding is the inverse of [WriteUnwinding].
func readUnwinding(sys *System, items []smtlib.Sexpr) (*Unwinding, error) {
	named := map[string]int{}
	for i, p := range sys.Preds {
		named[p.Name()] = i
	}
	z := &Unwinding{}
	for k, x := range items {
		switch {
		case x.Head() == "lrat" && k == len(items)-1 && len(x.List) == 2 && x.List[1].Kind == smtlib.SexprString:
			z.Proof = []byte(x.List[1].Text)
			return z, nil
		case x.Head() != "instance" || len(x.List) < 4 || x.List[1].Text != strconv.Itoa(k):
			return nil, witnessError(x, "found %s; expected (instance %d PREDICATE (clause …) …), or (lrat \"…\") at the end", shown(x), k)
		}
		p, ok := named[x.List[2].Text]
		if x.List[2].Kind != smtlib.SexprSymbol || !ok {
			return nil, witnessError(x.List[2], "%s is not a predicate of the system", shown(x.List[2]))
		}
		i := Instance{Pred: p}
		for _, y := range x.List[3:] {
			numbers, ok := naturals(y)
			if !ok || y.Head() != "clause" || len(numbers) < 1 || len(numbers) > 2 {
				return nil, witnessError(y, "found %s; expected (clause NUMBER) or (clause NUMBER INSTANCE)", shown(y))
			}
			e := Edge{Clause: numbers[0], Source: Start}
			if len(numbers) == 2 {
				e.Source = numbers[1]
			}
			i.Edges = append(i.Edges, e)
		}
		z.Instances = append(z.Instances, i)
	}
	return nil, &Error{Code: CodeWitness, Msg: "the unwinding has no proof; expected (lrat \"…\") at its end"}
}

// naturals returns the numbers after the head of a list, and reports whether the list has nothing
// else.
func naturals(x smtlib.Sexpr) (z []int, ok bool) {
	if x.Kind != smtlib.SexprList || len(x.List) == 0 {
		return nil, false
	}
	for _, y := range x.List[1:] {
		n, err := strconv.Atoi(y.Text)
		if y.Kind != smtlib.SexprNumeral || err != nil {
			return nil, false
		}
		z = append(z, n)
	}
	return z, true
}
