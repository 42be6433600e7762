// SPDX-License-Identifier: Apache-2.0

package alethe

import (
	"bufio"
	"strconv"
)

// Steps writes the steps of a proof. Their names are t1, t2 and so on.
type Steps struct {
	Out *bufio.Writer
	// Count is the number of steps written.
	Count int
}

// Step is a step of a proof. For example, {Rule: "and", Clause: "x <= 3", Premises: h, Args: 0}:
//
//	(step t1 (cl (<= x 3)) :rule and :premises (h) :args (0))
type Step struct {
	Rule string
	// Clause and Args write the literals of the clause and the arguments of the rule, with spaces
	// between them. Args is nil for a rule without arguments.
	Clause, Args func()
	Premises     []string
}

// Write writes a step and returns its name. Clause is called before Args, since a term may be named
// at its first occurrence.
func (s *Steps) Write(x Step) string {
	s.Count++
	name := "t" + strconv.Itoa(s.Count)
	s.Out.WriteString("(step " + name + " (cl")
	if x.Clause != nil {
		s.Out.WriteByte(' ')
		x.Clause()
	}
	s.Out.WriteString(") :rule " + x.Rule)
	for i, p := range x.Premises {
		s.Out.WriteString([]string{" :premises (", " "}[min(i, 1)] + p)
	}
	if len(x.Premises) > 0 {
		s.Out.WriteByte(')')
	}
	if x.Args != nil {
		s.Out.WriteString(" :args (")
		x.Args()
		s.Out.WriteByte(')')
	}
	s.Out.WriteString(")\n")
	return name
}

// Assume writes a formula as an assumption, under a name.
func (s *Steps) Assume(name string, formula func()) {
	s.Out.WriteString("(assume " + name + " ")
	formula()
	s.Out.WriteString(")\n")
}

// Words returns a function that writes the given text, or nil for "".
func (s *Steps) Words(text string) func() {
	if text == "" {
		return nil
	}
	return func() { s.Out.WriteString(text) }
}
