// SPDX-License-Identifier: Apache-2.0

package lrat

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// all is the formula of all clauses over two variables.
const all = "c example\np cnf 2 4\n1 2 0 -1 2 0\n1 -2 0\n-1 -2 0\n"

// TestCheck has proofs for that formula, unless another one is given. The message is "" for valid
// proofs.
func TestCheck(t *testing.T) {
	for _, test := range []struct{ name, cnf, proof, err string }{
		{"a proof", all, "5 1 0 1 3 0\n6 0 5 2 4 0\n", ""},
		{"comments and space", all, "c by hand\n\n5 1 0  1 3 0\r\nc and then\n6 0 5 2 4 0", ""},
		{"deletion", all, "5 1 0 1 3 0\n5 d 1 3 0\n6 0 5 2 4 0\n", ""},
		{"gaps between numbers", all, "7 1 0 1 3 0\n70 0 7 2 4 0\n", ""},
		{"what comes after the end is not read", all, "5 1 0 1 3 0 6 0 5 2 4 0 7 7 7", ""},
		{"a literal twice", "p cnf 1 2\n1 1 0 -1 -1 0", "3 0 1 2 0", ""},
		{"the empty clause is given", "p cnf 0 1\n0", "2 0 1 0", ""},
		{"a weaker clause", all, "5 1 2 0 1 0 6 1 0 5 3 0 7 0 6 2 4 0", ""},

		{"nothing", all, "", "ends before the empty clause"},
		{"no empty clause", all, "5 1 0 1 3 0", "ends before the empty clause"},
		{"the end of a clause is missing", all, "5 1 0 1 3", "line 1: it ends in the middle of a clause"},
		{"no hints", all, "5 0 0", "clause 5: no clause becomes false"},
		{"a hint too few", all, "5 1 0 1 0", "no clause becomes false"},
		{"a hint of two literals", all, "5 0 1 0", "two literals that are not false: 1 and 2"},
		{"a true hint", all, "5 1 0 2 0", "hint 2 has the true literal -1"},
		{"a hint too many", all, "5 1 0 1 3 2 0", "hint 2 comes after hint 3, which is false already"},
		{"the clause itself as hint", all, "5 1 0 5 0", "hint 5 is no clause"},
		{"a deleted hint", all, "4 d 1 0\n5 1 0 1 3 0", "line 2: clause 5: hint 1 is no clause, or one that was deleted"},
		{"deleted twice", all, "4 d 1 1 0", "there is no clause 1 to delete"},
		{"another clause", all, "5 -1 0 1 3 0", "hint 1 has the true literal"},
		{"a number again", all, "4 1 0 1 3 0", "clause 4 comes after clause 4"},
		{"RAT", all, "5 1 0 -1 0", "resolution asymmetric tautology"},
		{"an unknown variable", all, "5 3 0 1 3 0", "literal 3 has a variable that the formula does not have"},
		{"a tautology", all, "5 1 -1 0 1 0", "both -1 and 1"},
		{"a word", all, "5 x 0 1 0", `found "x", expected a number`},
		{"a long word", all, strings.Repeat("5", 1000), "long word"},
		{"the smallest number", all, "5 -9223372036854775808 0 1 0", "does not have"},

		{"no header", "1 0 -1 0", "", `line 1: found "1", expected the header`},
		{"an empty formula", "", "", "expected the header"},
		{"too few clauses", "p cnf 1 2\n1 0", "", "1 clauses, but the header says 2"},
		{"too many clauses", "p cnf 1 1\n1 0 -1 0", "", "more than the 1 clauses"},
		{"a clause without end", "p cnf 1 1\n1", "", "ends in the middle"},
		{"a literal above the header", "p cnf 1 1\n2 0", "", "literal 2 is above 1"},
		{"a literal that is too large", "p cnf 999999999999 1\n999999999999 0", "", "not a literal"},
		{"satisfiable", "p cnf 2 3\n1 2 0 -1 2 0 1 -2 0", "4 2 0 1 2 0 5 0 4 3 0", "clause 5: no clause becomes false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Check(strings.NewReader(test.cnf), strings.NewReader(test.proof))
			if test.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, test.err)
			}
		})
	}
}

// TestChecker uses the in-memory form.
func TestChecker(t *testing.T) {
	k := &Checker{}
	for _, c := range [][]int{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}} {
		require.NoError(t, k.Input(c...))
	}
	require.NoError(t, k.Derive(5, []int{1}, []int{1, 3}))
	require.NoError(t, k.Delete(1, 3))
	require.Error(t, k.Input(1))
	require.False(t, k.Refuted())
	require.NoError(t, k.Derive(6, nil, []int{5, 2, 4}))
	require.True(t, k.Refuted())
}

// FuzzCheck: a formula of few variables with an accepted proof has no model. The seed makes a small
// formula with all its clauses but one, and the text is the proof.
func FuzzCheck(f *testing.F) {
	f.Add(uint64(1), "5 1 0 1 3 0\n6 0 5 2 4 0")
	f.Add(uint64(2), "10 1 2 0 1 2 0\n10 d 1 0\n11 0 10 4 0")
	f.Fuzz(func(t *testing.T, seed uint64, proof string) {
		r := rand.New(rand.NewPCG(seed, 0))
		n := 1 + r.IntN(3)
		var clauses [][]int
		for range 1 + r.IntN(12) {
			var c []int
			for range 1 + r.IntN(2) {
				c = append(c, (1+r.IntN(n))*(1-2*r.IntN(2)))
			}
			clauses = append(clauses, c)
		}
		err := Check(strings.NewReader(dimacs(n, clauses)), strings.NewReader(proof))
		if err == nil && satisfiable(n, clauses) {
			t.Fatalf("accepted for %v:\n%s", clauses, proof)
		}
	})
}

func dimacs(vars int, clauses [][]int) string {
	var z strings.Builder
	z.WriteString("p cnf " + strconv.Itoa(vars) + " " + strconv.Itoa(len(clauses)) + "\n")
	for _, c := range clauses {
		for _, l := range c {
			z.WriteString(strconv.Itoa(l) + " ")
		}
		z.WriteString("0\n")
	}
	return z.String()
}

// satisfiable tries all values of the variables.
func satisfiable(vars int, clauses [][]int) bool {
	for values := range 1 << vars {
		if !anyFalse(values, clauses) {
			return true
		}
	}
	return false
}

func anyFalse(values int, clauses [][]int) bool {
	for _, c := range clauses {
		holds := false
		for _, l := range c {
			holds = holds || (values>>(abs(l)-1)&1 == 1) == (l > 0)
		}
		if !holds {
			return true
		}
	}
	return false
}
