// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

const lists = "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))"

// TestGenericDatatypes reads a term after declarations of datatypes with parameters, and prints it.
func TestGenericDatatypes(t *testing.T) {
	const variables = "(declare-const x (List Int))(declare-const y (List Real))(declare-const n Int)(declare-const z (List (List Int)))"
	for _, tc := range []struct{ name, declared, term, want string }{
		{"without parameters", "(declare-datatypes ((M 0)) ((par () ((m (cur Int) (ret Int))))))(declare-const v M)", "(= v (m 1 (cur v)))", "(= v (m 1 (cur v)))"},
		{"without parameters, one", "(declare-datatype M (par () ((m (cur Int)))))", "(= (m 1) (m 2))", "false"},
		{"constructor", lists + variables, "(= x (cons n (cons 1 x)))", "(= x (cons n (cons 1 x)))"},
		{"constant", lists + variables, "(= x (as nil (List Int)))", "(= x (as nil (List Int)))"},
		{"bare", lists + variables, "(= nil x)", "(= x (as nil (List Int)))"},
		{"bare in a constructor", lists + variables, "(= x (cons n nil))", "(= x (cons n (as nil (List Int))))"},
		{"bare in one that is bare", lists + variables, "(= z (cons nil nil))", "(= z (cons (as nil (List Int)) (as nil (List (List Int)))))"},
		{"bare in branches", lists + variables, "(= (ite (= n 0) nil x) (ite (= n 1) x nil))", "(= (ite (= n 0) (as nil (List Int)) x) (ite (= n 1) x (as nil (List Int))))"},
		{"bare for a predicate", lists + variables + "(declare-fun p ((List Int) (List Real)) Bool)", "(p nil (cons 1.0 nil))", "(p (as nil (List Int)) (cons 1.0 (as nil (List Real))))"},
		{"bare under a name, at two sorts", lists + variables, "(let ((e nil)) (and (= x e) (= y e)))", "(and (= x (as nil (List Int))) (= y (as nil (List Real))))"},
		{"bare in an array", lists + "(declare-const a (Array Int (List Bool)))", "(= nil (select (store a 1 nil) 2))", "(= (select a 2) (as nil (List Bool)))"},
		{"bare in a case", lists + variables, "(= x (match x ((nil nil) ((cons h t) t))))", "(= x (ite ((_ is nil) x) (as nil (List Int)) (tail x)))"},
		{"bare as the body of a definition", lists + variables + "(define-fun e () (List Int) nil)", "(= x e)", "(= x (as nil (List Int)))"},
		{"bare sum", "(declare-datatype Either (par (A B) ((left (l A)) (right (r B)))))(declare-const e (Either Int Bool))", "(= e (right true))", "(= e ((as right (Either Int Bool)) true))"},
		{"nested", lists + variables, "(= z (cons x (as nil (List (List Int)))))", "(= z (cons x (as nil (List (List Int)))))"},
		{"qualified", lists + variables, "(= y ((as cons (List Real)) 1 y))", "(= y (cons 1.0 y))"},
		{"converted", lists + variables, "(= y (cons 1 y))", "(= y (cons 1.0 y))"},
		{"selectors", lists + variables, "(= (head x) (head (tail (head z))))", "(= (head x) (head (tail (head z))))"},
		{"tester", lists + variables, "(and ((_ is cons) x) (is-nil y))", "(and ((_ is cons) x) ((_ is nil) y))"},
		{"tester of z3", lists + variables, "((_ is (cons (Real (List Real)) (List Real))) y)", "((_ is cons) y)"},
		{"match", lists + variables, "(match x ((nil false) ((cons h t) (match t ((nil (= h 1)) (_ true))))))", "(ite ((_ is nil) x) false (ite ((_ is nil) (tail x)) (= (head x) 1) true))"},
		{"the older syntax", "(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))" + variables, "(= x (cons 1 (as nil (List Int))))", "(= x (cons 1 (as nil (List Int))))"},
		{"two parameters", "(declare-datatype Pair (par (A B) ((pair (first A) (second B)))))(declare-const p (Pair Int Bool))", "(= p (pair 1 (second p)))", "(= p (pair 1 (second p)))"},
		{"sum", "(declare-datatype Either (par (A B) ((left (l A)) (right (r B)))))(declare-const e (Either Int Bool))", "(= e ((as right (Either Int Bool)) true))", "(= e ((as right (Either Int Bool)) true))"},
		{"array fields", "(declare-datatype Vec (par (A) ((vec (data (Array Int A)) (len Int)))))(declare-const v (Vec Bool))", "(= v (vec (store (data v) 0 true) 1))", "(= v (vec (store (data v) 0 true) 1))"},
		{"mutual", "(declare-datatypes ((Tree 1) (Forest 1)) ((par (T) ((node (label T) (kids (Forest T))))) (par (U) ((none) (some (first (Tree U)) (rest (Forest U)))))))(declare-const t (Tree Int))", "(= t (node 1 (as none (Forest Int))))", "(= t (node 1 (as none (Forest Int))))"},
		{"beside one without", "(declare-datatypes ((Tree 0) (Some 1)) (((node (label Int) (kids (Some Tree)))) (par (X) ((none) (some (first X) (rest (Some X)))))))(declare-const t Tree)", "(= t (node 1 (some t (as none (Some Tree)))))", "(= t (node 1 (some t (as none (Some Tree)))))"},
		{"under a definition of a sort", lists + "(define-sort Row (X) (Array Int (List X)))(declare-const r (Row Bool))", "(= (select r 0) (cons true (select r 1)))", "(= (select r 0) (cons true (select r 1)))"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			script, err := ReadString(logic.NewStore(), "", tc.declared+"(assert "+tc.term+")")
			require.NoError(t, err)
			require.Equal(t, tc.want, script.Commands[len(script.Commands)-1].Term.String())
			requireSurvivesPrinting(t, script)
			copied := logic.NewStore().NewImporter()
			require.Equal(t, tc.want, copied.Term(script.Commands[len(script.Commands)-1].Term).String())
		})
	}
}

// TestGenericDatatypesElsewhere uses the printer's declarations of sorts in another store.
func TestGenericDatatypesElsewhere(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", lists+"(declare-datatype Box ((box (in (List Int)))))(declare-const x Box)")
	require.NoError(t, err)
	box := script.Commands[2].Func.Result()
	decl := Command{Kind: CmdDeclareDatatypes, Sorts: []*logic.Sort{box, box.Datatype().Constructors[0].Fields[0].Sort}}.String()
	again, err := ReadString(logic.NewStore(), "", decl+"(declare-const x Box)(assert (= x (box (cons 1 (in x)))))")
	require.NoError(t, err)
	require.Equal(t, "(= x (box (cons 1 (in x))))", again.Commands[2].Term.String())
	_, err = ReadString(script.Store, "", strings.Replace(lists, "head", "first", 1)+"(declare-const x (List Int))")
	require.EqualError(t, err, "1:110: datatype (List Int) is declared differently from an earlier declaration; give it another name")
}
