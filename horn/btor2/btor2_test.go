// SPDX-License-Identifier: Apache-2.0

package btor2_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/btor2"
	"cornet/smtlib"
)

const counter = `; a counter of three bits
1 sort bitvec 3
2 zero 1
3 state 1 n
4 init 1 3 2
5 one 1
6 add 1 3 5
7 next 1 3 6
8 ones 1
9 sort bitvec 1
10 eq 9 3 8
11 bad 10 ; at 7
`

func TestRead(t *testing.T) {
	require.True(t, btor2.Is(counter))
	require.False(t, btor2.Is("; (sort)\n(set-logic HORN)"))
	d, err := btor2.Read("counter.btor2", counter)
	require.NoError(t, err)
	var text strings.Builder
	for _, c := range d.System.Clauses {
		fmt.Fprintln(&text, c.Formula(d.System.Store))
	}
	require.Len(t, d.System.Clauses, 3)
	require.Contains(t, text.String(), "(bvadd #b001 n)")
	require.Equal(t, 12, d.System.Source.Asserts[2].Pos.Line)
}

// TestOperators evaluates each operation on constants of four bits. The query of a design whose bad
// state is impossible vanishes.
func TestOperators(t *testing.T) {
	for _, test := range []struct {
		op, x, y, want string // want has one bit for predicates
	}{
		{"and", "1100", "1010", "1000"}, {"or", "1100", "1010", "1110"}, {"xor", "1100", "1010", "0110"},
		{"nand", "1100", "1010", "0111"}, {"nor", "1100", "1010", "0001"}, {"xnor", "1100", "1010", "1001"},
		{"add", "1100", "1010", "0110"}, {"sub", "0001", "0010", "1111"}, {"mul", "0101", "0111", "0011"},
		{"udiv", "1101", "0011", "0100"}, {"urem", "1101", "0011", "0001"}, {"udiv", "1101", "0000", "1111"}, {"urem", "1101", "0000", "1101"},
		{"sdiv", "1001", "0010", "1101"}, {"srem", "1001", "0010", "1111"}, {"smod", "1001", "0010", "0001"},
		{"sll", "0011", "0010", "1100"}, {"srl", "1010", "0001", "0101"}, {"sra", "1010", "0001", "1101"}, {"sll", "0011", "1000", "0000"},
		{"rol", "1001", "0001", "0011"}, {"ror", "1001", "0001", "1100"}, {"rol", "1001", "0101", "0011"}, {"ror", "1001", "0000", "1001"},
		{"eq", "1001", "1001", "1"}, {"neq", "1001", "1001", "0"},
		{"ult", "0111", "1000", "1"}, {"slt", "0111", "1000", "0"}, {"ulte", "1000", "1000", "1"}, {"slte", "0111", "1000", "0"},
		{"ugt", "0111", "1000", "0"}, {"sgt", "0111", "1000", "1"}, {"ugte", "1000", "1000", "1"}, {"sgte", "1000", "0111", "0"},
		{"uaddo", "1000", "1000", "1"}, {"uaddo", "0111", "1000", "0"}, {"saddo", "0111", "0001", "1"}, {"saddo", "1111", "0001", "0"},
		{"usubo", "0001", "0010", "1"}, {"usubo", "0010", "0010", "0"}, {"ssubo", "1000", "0001", "1"}, {"ssubo", "0001", "0010", "0"},
		{"umulo", "0100", "0100", "1"}, {"umulo", "0011", "0101", "0"}, {"smulo", "0011", "0011", "1"}, {"smulo", "1111", "0111", "0"},
		{"sdivo", "1000", "1111", "1"}, {"sdivo", "1000", "0001", "0"},
		{"not", "1001", "", "0110"}, {"neg", "0001", "", "1111"}, {"inc", "1111", "", "0000"}, {"dec", "0000", "", "1111"},
		{"redand", "1111", "", "1"}, {"redand", "1011", "", "0"}, {"redor", "0000", "", "0"}, {"redxor", "0111", "", "1"}, {"redxor", "0110", "", "0"},
		{"iff", "1", "0", "0"}, {"implies", "1", "0", "0"}, {"implies", "0", "0", "1"},
		{"concat", "1", "001", "1001"}, {"slice 2 1", "0100", "", "10"}, {"uext 2", "11", "", "0011"}, {"sext 2", "10", "", "1110"},
	} {
		t.Run(test.op+" "+test.x+" "+test.y, func(t *testing.T) {
			var text strings.Builder
			fmt.Fprintf(&text, "1 sort bitvec 1\n2 sort bitvec %d\n3 sort bitvec %d\n4 const 2 %s\n", len(test.x), len(test.want), test.x)
			key, rest, _ := strings.Cut(test.op, " ")
			operands := "4 "
			if test.y != "" {
				fmt.Fprintf(&text, "5 sort bitvec %d\n6 const 5 %s\n", len(test.y), test.y)
				operands = "4 6"
			}
			fmt.Fprintf(&text, "7 %s 3 %s %s\n8 const 3 %s\n9 neq 1 7 8\n10 bad 9\n11 bad -9\n", key, operands, rest, test.want)
			d, err := btor2.Read("op.btor2", text.String())
			require.NoError(t, err, text.String())
			var queries []int
			for _, c := range d.System.Clauses {
				if c.IsQuery() {
					queries = append(queries, c.Assert)
				}
			}
			require.Equal(t, []int{3}, queries, "the value differs: %v", d.System.Clauses[0].Constraint)
		})
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1 sort bitvec 0\n", "f:1:15: a bit-vector of no bits"},
		{"1 sort bitvec 99999999999\n", "f:1:15: found \"99999999999\"; expected a number up to"},
		{"1 sort list 2\n", "f:1:8: found \"list\"; expected bitvec or array"},
		{"1 sort bitvec 1\n1 zero 1\n", "f:2:1: line number 1 after 1; expected a larger one"},
		{"1 sort bitvec 1\n2 zero 3\n", "f:2:8: 3 is no sort"},
		{"1 sort bitvec 1\n2 frob 1 1\n", "f:2:3: \"frob\" is no keyword of BTOR2"},
		{"1 sort bitvec 1\n2 not 1 7\n", "f:2:9: 7 is no value"},
		{"1 sort bitvec 1\n2 zero 1\n3 and 1 2\n", "f:3:9: the line ends; expected an operand"},
		{"1 sort bitvec 2\n2 zero 1\n3 sort bitvec 1\n4 eq 1 2 2\n", "f:4:10: eq has a result of sort (_ BitVec 1) here; expected (_ BitVec 2)"},
		{"1 sort bitvec 2\n2 zero 1\n3 sort bitvec 1\n4 zero 3\n5 add 1 2 4\n", "f:5:11: add has an operand of sort (_ BitVec 1); expected bit-vectors of one width"},
		{"1 sort bitvec 2\n2 zero 1\n3 slice 1 2 2 0\n", "slice of the bits 2 to 0 of a word of 2"},
		{"1 sort bitvec 2\n2 const 1 012\n", "f:2:11: found \"012\"; expected a number of base 2"},
		{"1 sort bitvec 2\n2 constd 1 4\n", "f:2:12: 4 does not fit into 2 bits"},
		{"1 sort bitvec 2\n2 zero 1\n3 bad 2\n", "f:3:7: a value of sort (_ BitVec 2); expected one bit"},
		{"1 sort bitvec 1\n2 input 1\n3 state 1\n4 init 1 3 2\n", "the initial value of a state depends on an input"},
		{"1 sort bitvec 1\n2 state 1\n3 init 1 2 -2\n", "or a later state"},
		{"1 sort bitvec 1\n2 state 1\n3 justice 1 2\n", "f:3:3: justice: liveness is not supported"},
		{"1 sort bitvec 1\n2 state 1\n3 next 1 2 2\n4 next 1 2 2\n", "state 2 has two values here"},
		{"1 sort bitvec 1\n2 state 1\n3 state 1 a b\n", "f:3:13: found \"b\"; expected the end of the line"},
		{"1 sort bitvec 1\n2 state 1\n", "the file has no bad property"},
	} {
		_, err := btor2.Read("f", test.text)
		require.ErrorContains(t, err, test.want, test.text)
		var one *smtlib.Error
		var other *horn.Error
		require.True(t, errors.As(err, &one) || errors.As(err, &other))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(counter)
	f.Add("1 sort bitvec 2\n2 sort array 1 1\n3 state 2 m\n4 zero 1\n5 init 2 3 4\n6 read 1 3 4\n7 write 2 3 6 -6\n8 next 2 3 7\n9 sort bitvec 1\n10 redor 9 6\n11 constraint -10\n12 bad 10\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		d, err := btor2.Read("f", text)
		if err == nil {
			require.NoError(t, d.System.Check())
		}
	})
}

// TestCircuit writes models of the counter that stops at 6 as witness circuits.
func TestCircuit(t *testing.T) {
	text := strings.Replace(counter, "6 add 1 3 5\n", "", 1)
	text = strings.Replace(text, "7 next 1 3 6\n", "7 next 1 3 3\n", 1)
	text = strings.Replace(text, "state 1 n", "state 1 =n", 1)
	d, err := btor2.Read("counter.btor2", text)
	require.NoError(t, err)
	for _, test := range []struct {
		body, want string // the last lines
	}{
		{"(bvule x0 #b110)", "12 sort bitvec 3\n13 const 12 110\n14 sort bitvec 1\n15 ulte 14 3 13\n16 not 14 15\n17 or 14 16 10\n18 bad 17\n"},
		{"(= ((_ extract 1 0) x0) #b00)", "slice 12 3 1 0\n14 const 12 00\n15 sort bitvec 1\n16 eq 15 14 13\n17 not 15 16\n"},
		{"(and (or (= x0 #b000) (bvslt x0 #b000)) (not (= x0 #b111)))", "eq "},
		{"(= (concat #b1 x0 #b0) ((_ sign_extend 2) (bvshl x0 #b001)))", "concat "},
		{"(forall ((y (_ BitVec 3))) (= x0 y))", ""},
	} {
		w, err := horn.ReadWitness(d.System, "model", strings.NewReader("sat\n((define-fun inv ((x0 (_ BitVec 3))) Bool "+test.body+"))\n"))
		require.NoError(t, err)
		var out strings.Builder
		if err := d.WriteCircuit(&out, w.Model); test.want == "" {
			require.ErrorIs(t, err, errors.ErrUnsupported)
			continue
		} else {
			require.NoError(t, err)
		}
		require.Contains(t, out.String(), test.want)
		require.NotContains(t, out.String(), "=n", "a symbol that names a line of another circuit")
		_, err = btor2.Read("circuit.btor2", out.String())
		require.NoError(t, err, out.String())
	}
}

func TestOnly(t *testing.T) {
	d, err := btor2.Read("counter.btor2", counter+"12 bad -10 other\n")
	require.NoError(t, err)
	one, err := d.Only(1)
	require.NoError(t, err)
	require.Len(t, d.System.Source.Asserts, 4)
	require.Len(t, one.System.Source.Asserts, 3)
	require.Equal(t, "other", one.System.Source.Asserts[2].Name)
	for _, k := range []int{-1, 2} {
		_, err = d.Only(k)
		require.ErrorContains(t, err, "the design has 2, numbered from 0")
	}
}
