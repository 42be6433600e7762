// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// declarations are the symbols of the terms below.
const declarations = `
(declare-sort U 0)
(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
(declare-datatypes ((Tree 0) (Forest 0)) (((node (label Int) (children Forest))) ((none) (some (first Tree) (others Forest)))))
(declare-datatypes ((Pair 0)) (((pair (left Int) (right (Array Int List))))))
(declare-fun p () Bool) (declare-fun q () Bool) (declare-fun r () Bool)
(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int)
(declare-fun u () Real) (declare-fun v () Real)
(declare-fun a () (Array Int Int)) (declare-fun b () (Array Int Int))
(declare-fun aa () (Array Int (Array Int Real))) (declare-fun ab () (Array (_ BitVec 8) Bool))
(declare-fun s () (_ BitVec 8)) (declare-fun t () (_ BitVec 8)) (declare-fun w () (_ BitVec 80))
(declare-fun l () List) (declare-fun m () List) (declare-fun tr () Tree) (declare-fun fo () Forest) (declare-fun pr () Pair)
(declare-fun e () U) (declare-fun e2 () U)
(declare-fun f (Int) Int) (declare-fun g (U Bool) U) (declare-fun h (Int (Array Int Int)) Bool)
`

// readTerm reads text, which must be a term over the declarations.
func readTerm(t testing.TB, s *logic.Store, text string) *logic.Term {
	t.Helper()
	sc := smtlib.NewScope(s)
	_, err := sc.Read("declarations", strings.NewReader(declarations))
	require.NoError(t, err)
	x, err := sc.ReadTerm(text)
	require.NoError(t, err)
	return x
}

// terms has at least one term for every operator of the store.
var terms = []string{
	"true", "(not p)", "(and p q (not r))", "(or p q)", "(=> p q r)", "(xor p q r)", "(= p q)", "(ite p q r)",
	"(= x y)", "(ite p x 3)", "(+ x (* 2 y) (* (- 3) z) 7)", "(* x y)", "(* x x y)", "(<= (+ x y) 4)", "(< x y)",
	"(div x 3)", "(div x y)", "(mod x 7)", "(mod x y)", "(div x 0)", "(mod x 0)", "(abs x)",
	"123456789012345678901234567890", "(- 9223372036854775808)", "(- 9223372036854775807)",
	"(* (/ 1 3) u)", "(/ u v)", "(/ u 0)", "(< u v)", "(<= (+ u (* (/ 2 7) v)) (/ 1 123456789012345678901234567890))",
	"(to_real x)", "(to_int u)", "(is_int u)", "(< (to_real (to_int u)) u)",
	"(select a x)", "(store a x y)", "(= a b)", "((as const (Array Int Int)) x)",
	"(store ((as const (Array Int Int)) 0) 1 2)", "(select (select aa x) y)", "(store aa x (store (select aa 1) 0 u))",
	"(select ab s)", "(store ab #x01 p)",
	"nil", "(cons x l)", "(head l)", "(tail (cons x l))", "((_ is cons) l)", "((_ is nil) m)", "(= l m)",
	"(node x (some tr fo))", "((_ is none) (children tr))", "(label (first fo))", "(pair x (right pr))",
	"(select (right pr) 0)",
	"#x0f", "#b1", "(bvnot s)", "(bvneg s)", "(bvand s t)", "(bvor s t)", "(bvxor s t)", "(bvadd s t)", "(bvsub s t)",
	"(bvmul s t)", "(bvudiv s t)", "(bvurem s t)", "(bvsdiv s t)", "(bvsrem s t)", "(bvsmod s t)",
	"(bvshl s t)", "(bvlshr s t)", "(bvashr s t)", "(bvule s t)", "(bvult s t)", "(bvsle s t)", "(bvslt s t)",
	"(bvuge s t)", "(bvugt s t)", "(bvsge s t)", "(bvsgt s t)", "(bvnand s t)", "(bvnor s t)", "(bvxnor s t)", "(bvcomp s t)",
	"(concat s t)", "((_ extract 6 2) s)", "((_ sign_extend 3) s)", "((_ zero_extend 3) s)", "((_ repeat 3) s)",
	"((_ rotate_left 3) s)", "((_ rotate_right 3) s)", "(bv2nat s)", "((_ int2bv 8) x)",
	"(bvadd w #xffffffffffffffffffff)", "(bv2nat w)",
	"(f x)", "(f (f (+ x 1)))", "(g e p)", "(= e (g e2 (= e e2)))", "(h x a)",
	"(forall ((i Int)) (<= (f i) x))", "(exists ((i Int) (j Int)) (= (f i) (f j)))",
	"(forall ((x Int)) (exists ((y Int)) (and (< x y) (forall ((x Int)) (h x a)))))",
	"(exists ((i Int) (e U)) (and (= i x) (= e (g e2 p))))",
	"(exists ((k List) (c (_ BitVec 8))) (and (= k (cons x l)) (bvult c s)))",
}

// TestTermsSurviveZ3 reads terms that Z3 printed.
func TestTermsSurviveZ3(t *testing.T) {
	lib := library(t)
	s := logic.NewStore()
	c, err := lib.NewContext(s)
	require.NoError(t, err)
	defer c.Close()
	for _, text := range terms {
		x := readTerm(t, s, text)
		a, err := c.encode(x)
		require.NoError(t, err, text)
		y := s.Simplify(readTerm(t, s, cString(c.call(fnASTToString, c.ref, uintptr(a)))))
		if x.HasQuantifiers() { // bound variables get new names
			require.True(t, equivalent(t, c, x, y), "%s\ncame back as\n%v", text, y)
			continue
		}
		require.Same(t, s.Simplify(x), y, "%s\ncame back as\n%v", text, y)
	}
}

// equivalent decides whether x and y are equal in all models.
func equivalent(t testing.TB, c *Context, x, y *logic.Term) bool {
	z, err := c.NewSolver(smt.Options{})
	require.NoError(t, err)
	defer z.Close()
	for _, side := range [][2]*logic.Term{{x, y}, {y, x}} {
		z.Push()
		require.NoError(t, z.Assert(side[0]))
		require.NoError(t, z.Assert(c.store.Not(side[1])))
		if check(t, z) != smt.Unsat {
			return false
		}
		z.Pop(1)
	}
	return true
}

func TestDeepTerms(t *testing.T) {
	lib := library(t)
	s := logic.NewStore()
	c, err := lib.NewContext(s)
	require.NoError(t, err)
	defer c.Close()
	const depth = maxDepth/2 - 1
	p, x := s.Var("p", s.Bool), s.Var("x", s.Int)
	f := s.Func("f", []*logic.Sort{s.Int}, s.Int)
	chain, sum := p, x
	for i := range depth {
		chain = s.Ite(s.Var(fmt.Sprint("c", i%7), s.Bool), s.Not(chain), s.Var(fmt.Sprint("d", i%5), s.Bool))
		sum = s.Apply(f, sum)
	}
	for _, term := range []*logic.Term{chain, s.Eq(sum, x)} {
		_, err := c.encode(term)
		require.NoError(t, err)
	}
	for range maxDepth {
		sum = s.Apply(f, sum)
	}
	_, err = c.encode(sum)
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestNamesThatClash has different symbols that Z3 would identify.
func TestNamesThatClash(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	x := s.Var("k", s.Int)
	fn := s.Apply(s.Func("k", nil, s.Int))
	un := s.Apply(s.Func("k", []*logic.Sort{s.Int}, s.Int), x)
	and := s.Var("and", s.Bool)
	require.NoError(t, z.Assert(s.And(s.Lt(x, fn), s.Lt(fn, un), and, s.Not(s.Var("true", s.Bool)))))
	require.Equal(t, smt.Sat, check(t, z))
	m := needModel(t, z)
	require.True(t, m.Holds(s.And(s.Lt(x, fn), s.Lt(fn, un), and)))

	d := smttest.Declare(s) // with constructors of the same name
	list, forest := d.List, d.Forest
	require.NoError(t, z.Assert(s.Not(s.Is(list.Datatype().Constructors[0], s.Var("l", list)))))
	require.NoError(t, z.Assert(s.Is(forest.Datatype().Constructors[0], s.Var("l", forest))))
	require.Equal(t, smt.Sat, check(t, z))
	needModel(t, z)
}

func TestDatatypeWithinItsArrays(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	d := s.NewDatatype("D")
	s.AddConstructor(d, "leaf", nil, nil)
	s.AddConstructor(d, "inner", []string{"sons"}, []*logic.Sort{s.Array(s.Int, d)})
	err := z.Assert(s.Is(d.Datatype().Constructors[0], s.Var("x", d)))
	require.ErrorIs(t, err, errors.ErrUnsupported)
	require.ErrorContains(t, err, "sons")
	require.Equal(t, smt.Sat, check(t, z)) // the solver is as before
}
