// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"
	"math/big"
	"os/exec"
	"strings"
	"testing"

	"cornet/internal/rational"
	"cornet/internal/test/need"
)

// SolveLinear decides the systems with the z3 program, all in one process, and returns "sat" or
// "unsat" for each. The sort of a variable is Int if integer says so, else Real. Without z3 the
// test is skipped.
func SolveLinear(t testing.TB, systems []*LinearSystem, integer func(s *LinearSystem, v int) bool) ([]string, error) {
	t.Helper()
	path := need.Of(t, "z3")
	var in strings.Builder
	for _, s := range systems {
		s.writeSMT(&in, integer)
	}
	cmd := exec.Command(path, "-in")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("z3: %w\n%s", err, out)
	}
	answers := strings.Fields(string(out))
	if len(answers) != len(systems) {
		return nil, fmt.Errorf("z3 gave %d answers, expected %d:\n%s", len(answers), len(systems), out)
	}
	return answers, nil
}

// writeSMT writes the system as an SMT-LIB query between push and pop.
func (s *LinearSystem) writeSMT(out *strings.Builder, integer func(s *LinearSystem, v int) bool) {
	fmt.Fprintln(out, "(push)")
	for v, name := range s.Names {
		sort := "Real"
		if integer(s, v) {
			sort = "Int"
		}
		fmt.Fprintf(out, "(declare-const %s %s)\n", name, sort)
	}
	for i := range s.Atoms {
		a := &s.Atoms[i]
		sum := "0.0"
		for _, t := range a.Sum {
			name := s.Names[t.Var]
			if integer(s, t.Var) {
				name = "(to_real " + name + ")"
			}
			sum = fmt.Sprintf("(+ %s (* %s %s))", sum, smtNumber(t.Coeff), name)
		}
		atom := fmt.Sprintf("(%s %s %s)", strings.TrimPrefix(a.Relation, "!"), sum, smtNumber(a.Right))
		if a.Relation == "!=" {
			atom = "(not " + atom + ")"
		}
		fmt.Fprintf(out, "(assert %s)\n", atom)
	}
	fmt.Fprintln(out, "(check-sat)\n(pop)")
}

// smtNumber returns x as an SMT-LIB term of sort Real.
func smtNumber(x rational.Rat) string {
	b := x.Big()
	z := fmt.Sprintf("(/ %s.0 %s.0)", new(big.Int).Abs(b.Num()), b.Denom())
	if x.Sign() < 0 {
		return "(- " + z + ")"
	}
	return z
}
