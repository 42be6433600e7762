// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestScopeModel reads a model in the scope of its script.
func TestScopeModel(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "in.smt2", "(declare-datatype L ((nil) (cons (head Int) (tail L))))\n(declare-fun |p q| (Int L) Bool)")
	require.NoError(t, err)
	model, err := ReadSexprs("model", strings.NewReader("sat\n(\n  (define-fun |p q| ((x Int) (l L)) Bool\n    (or (= l nil) (<= 0 x)))\n)"))
	require.NoError(t, err)
	require.True(t, model[0].IsSymbol("sat"))
	cmd, err := script.Scope.Command(model[1].List[0])
	require.NoError(t, err)
	require.Equal(t, CmdDefineFun, cmd.Kind)
	require.Same(t, script.Commands[1].Func, cmd.Func)
	require.Equal(t, "model:3:3", cmd.Pos.String())
	require.Equal(t, "(define-fun |p q| ((x Int) (l L)) Bool (or (= l nil) (>= x 0)))", cmd.String())
	// From now on the symbol is defined.
	z, err := script.Scope.ReadTerm("(|p q| 1 nil)")
	require.NoError(t, err)
	require.Equal(t, "(or true true)", z.String())
}

// TestScopeErrors checks that the scope is usable after errors inside of binders.
func TestScopeErrors(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", "(declare-datatype Nat ((zero) (succ (pred Nat)))) (declare-const e Nat) (declare-const p Bool) (declare-const x Int) (declare-const y Int)")
	require.NoError(t, err)
	sc := script.Scope
	read := func(text string) *logic.Term {
		z, err := sc.ReadTerm(text)
		require.NoError(t, err, text)
		return z
	}
	for text, want := range map[string]string{
		"(let ((x true)) (and x (forall ((y Bool)) (exists ((y Bool)) (or x y undefined)))))": "1:70: unknown symbol undefined; declare it before it is used",
		"(match e ((zero 1) ((succ x) undefined)))":                                           "1:30: unknown symbol undefined; declare it before it is used",
		"(and p":                                 "1:1: the input ends inside this command; expected a term",
		"":                                       "1:1: the input ends inside this command; expected a term",
		"p q":                                    "1:3: found q; expected the end of the text after the term",
		"(and p))":                               "1:8: found ')'; expected the end of the text after the term",
		"(define-fun h ((x Bool)) Bool (and x y": "1:2: unknown function |define-fun|; declare it before it is used",
	} {
		_, err := sc.ReadTerm(text)
		require.EqualError(t, err, want, text)
		require.Equal(t, "(exists ((y Int)) (<= x y))", read("(exists ((y Int)) (<= x y))").String())
		require.Equal(t, sc.Store().Int, read("x").Sort())
	}
	xs, err := ReadSexprs("f", strings.NewReader("\n (define-fun h ((x Bool)) Bool (and x y))"))
	require.NoError(t, err)
	_, err = sc.Command(xs[0])
	require.EqualError(t, err, "f:2:39: argument 2 of and has sort Int; expected Bool")
	require.Equal(t, sc.Store().Int, read("x").Sort())
	_, err = sc.Term(xs[0].List[4].List[2])
	require.NoError(t, err)
	_, err = sc.Sort(xs[0].List[1])
	require.EqualError(t, err, "f:2:14: unknown sort h; declare it before it is used")
}

// TestScopeRead reads a script in pieces.
func TestScopeRead(t *testing.T) {
	sc := NewScope(logic.NewStore())
	_, err := sc.Read("one", strings.NewReader("(declare-const x Int)"))
	require.NoError(t, err)
	script, err := sc.Read("two", strings.NewReader("(assert (> x 0))\n(declare-const x Bool)\n(assert x)"))
	require.NoError(t, err)
	require.Len(t, script.Commands, 3)
	_, err = sc.Read("three", strings.NewReader("(assert y)"))
	require.EqualError(t, err, "three:1:9: unknown symbol y; declare it before it is used")
}

// TestPushPop removes declarations with their level.
func TestPushPop(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", `
(push) (declare-const x Int) (declare-sort S 0) (push 2) (declare-fun x2 () S) (pop 3)
(declare-const x Bool) (declare-sort S 0) (assert x)
(set-option :global-declarations true)
(push 1) (declare-const y Bool) (pop 1) (assert y)`)
	require.NoError(t, err)
	require.Equal(t, script.Store.Bool, script.Commands[6].Func.Result())
}

// TestDatatypesOfAStore checks that scripts share a sort only if they agree on it.
func TestDatatypesOfAStore(t *testing.T) {
	store := logic.NewStore()
	const decl = "(declare-datatypes ((A 0) (B 0)) (((a0) (a1 (ab B))) ((b0) (b1 (ba A)))))"
	one, err := ReadString(store, "", decl)
	require.NoError(t, err)
	two, err := ReadString(store, "", decl)
	require.NoError(t, err)
	require.Same(t, one.Commands[0].Sorts[0], two.Commands[0].Sorts[0])
	_, err = ReadString(store, "", "(declare-datatype A ((a0) (a1 (ab Int))))")
	require.EqualError(t, err, "1:19: datatype A is declared differently from an earlier declaration; give it another name")
	require.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = ReadString(store, "", "(declare-sort A 0)")
	require.EqualError(t, err, "1:15: sort A was a datatype before; choose another name")
}

// TestOverloading lets a declaration hide operators of other sorts.
func TestOverloading(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", `
(declare-datatype L ((nil) (cons (head Int) (tail L))))
(declare-fun concat (L L L) Bool)
(declare-fun select (L Int) Int)
(declare-const m (Array Int Int))
(declare-const v (_ BitVec 4))
(assert (concat nil nil nil))
(assert (= (concat v v) #x00))
(assert (= (select nil 1) (select m 1)))
(assert (forall ((concat L)) (concat concat concat concat)))
(assert (let ((is-nil false)) (and is-nil (is-nil nil))))`)
	require.NoError(t, err)
	requireSurvivesPrinting(t, script)
	require.Equal(t, "(assert (= (select nil 1) (select m 1)))", script.Commands[7].String())
}

func TestNamed(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", `
(declare-fun p (Int) Bool)
(assert (! (and (! (p 1) :named one) (forall ((x Int)) (! (p x) :pattern ((p x)) :named open))) :named all :weight 3))
(assert (=> one all))
(rule (p 2) two)`)
	require.NoError(t, err)
	require.Equal(t, "all", script.Commands[1].Name)
	require.Equal(t, "(=> (p 1) (and (p 1) (forall ((x Int)) (p x))))", script.Commands[2].Term.String())
	require.Equal(t, "", script.Commands[2].Name)
	require.Equal(t, "two", script.Commands[3].Name)
	var names []string
	for _, n := range script.Named {
		names = append(names, n.Name+" = "+n.Term.String())
	}
	require.Equal(t, []string{"one = (p 1)", "open = (p x)", "all = (and (p 1) (forall ((x Int)) (p x)))"}, names)
	_, err = ReadString(logic.NewStore(), "", "(assert (forall ((x Bool)) (! x :named n)))(assert n)")
	require.EqualError(t, err, "1:52: unknown symbol n; declare it before it is used")
}

func TestSexprs(t *testing.T) {
	const text = "(a |b c| |let| :k \"s \"\"q\"\"\" 12 1.5 #xAf #b01 () ((x)))\n; comment\natom |x y| |_| _"
	xs, err := ReadSexprs("f", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, xs, 5)
	require.Equal(t, "(a |b c| |let| :k \"s \"\"q\"\"\" 12 1.5 #xAf #b01 () ((x)))", xs[0].String())
	require.Equal(t, "a", xs[0].Head())
	require.Equal(t, `s "q"`, xs[0].List[4].Text)
	require.Equal(t, "f:1:10", xs[0].List[2].Pos.String())
	require.Equal(t, "f:3:1", xs[1].Pos.String())
	require.Equal(t, "|x y|", xs[2].String())
	require.Equal(t, "|_|", xs[3].String())
	require.Equal(t, "_", xs[4].String())
	for text, want := range map[string]string{
		"(a":  "f:1:1: the input ends inside the list that starts here",
		"a )": "f:1:3: found ')'; expected an s-expression",
		"\"a": "f:1:1: the input ends inside the string that starts here",
	} {
		_, err := ReadSexprs("f", strings.NewReader(text))
		require.EqualError(t, err, want)
	}
}
