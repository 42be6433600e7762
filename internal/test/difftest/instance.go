// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"bytes"
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
)

// StepKind is the kind of a [Step].
type StepKind uint8

// The steps of a script.
const (
	Assert StepKind = iota // of Terms[0]
	Push
	Pop
	Check // under the assumptions Terms
)

// Step is a call to an incremental solver.
type Step struct {
	Kind  StepKind
	Terms []*logic.Term
}

// Instance is a question: a tree of partitions if Tree is set, else a script.
type Instance struct {
	Store *logic.Store
	Steps []Step
	Tree  *smt.Query
}

// terms returns all formulas of x.
func (x *Instance) terms() []*logic.Term {
	if x.Tree != nil {
		return x.Tree.Part
	}
	var z []*logic.Term
	for _, s := range x.Steps {
		z = append(z, s.Terms...)
	}
	return z
}

// size measures x for shrinking: steps, subterms, and digits of numerals.
func (x *Instance) size() int {
	z := 10 * len(x.Steps)
	if x.Tree != nil {
		z += 10 * len(x.Tree.Part)
	}
	logic.Walk(func(t *logic.Term) bool {
		z += 2
		if t.Op() == logic.OpNum {
			z += len(t.Num().String()) - 1
		}
		return true
	}, x.terms()...)
	return z
}

// String returns x as an SMT-LIB script.
func (x *Instance) String() string {
	var b bytes.Buffer
	if x.Tree != nil {
		query.WriteTree(&b, x.Store, x.Tree, query.Info{})
		return b.String()
	}
	v := query.NewSymbolTable(x.Store)
	v.Declare(&b, x.terms()...)
	for _, s := range x.Steps {
		var text []string
		for _, t := range s.Terms {
			text = append(text, v.Out(t).String())
		}
		switch s.Kind {
		case Assert:
			fmt.Fprintf(&b, "(assert %s)\n", text[0])
		case Push:
			b.WriteString("(push 1)\n")
		case Pop:
			b.WriteString("(pop 1)\n")
		case Check:
			if len(text) == 0 {
				b.WriteString("(check-sat)\n")
			} else {
				fmt.Fprintf(&b, "(check-sat-assuming (%s))\n", strings.Join(text, " "))
			}
		}
	}
	return b.String()
}
