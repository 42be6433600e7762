// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ebitengine/purego"
	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
	"cornet/test/smttest"
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
		y, err := c.decode(a)
		require.NoError(t, err, text)
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

func TestRandomTermsSurviveZ3(t *testing.T) {
	lib := library(t)
	for _, theory := range smttest.Theories() {
		s := logic.NewStore()
		c, err := lib.NewContext(s)
		require.NoError(t, err)
		g := theory.New(s, 3)
		for i := range 300 {
			x := g.Formula(4)
			a, err := c.encode(x)
			require.NoError(t, err)
			y, err := c.decode(a)
			require.NoError(t, err)
			require.Same(t, x, y, "%s, term %d", theory.Name, i)
		}
		c.Close()
	}
}

// TestReadZ3 reads operators of Z3 that the store does not have: what is read is
// translated back, and Z3 must find it equal to the original.
func TestReadZ3(t *testing.T) {
	lib := library(t)
	for _, text := range []string{
		"(distinct x y z)", "(distinct p q)", "(distinct e e2)", "(= x y z)", "(>= x y)", "(> x y)", "(>= u v)",
		"(= z (- x y 3))", "(= (- x) (- y))", "(= (rem x y) 2)", "(= (rem x (- 3)) 2)", "(= (abs x) 3)", "(= (^ x 3) y)", "(is_int u)", "(=> p q)", "(iff p q)", "(xor p q r)", "(if p q r)",
		"(bvuge s t)", "(bvsge s t)", "(bvugt s t)", "(bvsgt s t)", "(= s (bvsub t s))",
		"(= s (bvnand s t))", "(= s (bvnor s t))", "(= s (bvxnor s t))", "(= #b1 (bvcomp s t))", "(= #b1 (bvredor s))",
		"(= #b1 (bvredand s))", "(= s ((_ rotate_left 3) t))", "(= s ((_ rotate_right 11) t))", "(= s (ext_rotate_left t #x0b))",
		"(= s (ext_rotate_right t #x0b))", "(= #xffff ((_ repeat 2) s))", "(= w ((_ zero_extend 72) s))",
		"((_ bit2bool 3) s)", "(= x (bv2int s))", "(= s ((_ int2bv 8) x))", "(= s (bvmul s t s))", "(= (concat s t s) #x010203)",
		"((_ is nil) l)",
		"(let ((k (+ x y))) (< (* k k) (+ k k)))", "(forall ((i Int) (k U)) (and (= k e) (< (f i) x)))",
		"(exists ((i Int)) (forall ((j Int)) (< (f i) (f (+ i j)))))",
	} {
		s := logic.NewStore()
		c, err := lib.NewContext(s)
		require.NoError(t, err)
		readTerm(t, s, "true")
		a := parseZ3(t, c, text)
		x, err := c.decode(a)
		require.NoError(t, err, text)
		b, err := c.encode(x)
		require.NoError(t, err, text)
		diff := c.call(fnMkXor, c.ref, uintptr(a), uintptr(b))
		c.hold(diff)
		z, err := c.NewSolver(smt.Options{})
		require.NoError(t, err)
		require.NoError(t, z.assert(ast(diff)))
		require.Equal(t, smt.Unsat, check(t, z), "%s was read as\n%v", text, x)
		z.Close()
		c.Close()
	}
}

// TestReadFieldUpdate is apart: libz3 4.8.12 crashes when it solves the formula.
func TestReadFieldUpdate(t *testing.T) {
	lib := library(t)
	s := logic.NewStore()
	c, err := lib.NewContext(s)
	require.NoError(t, err)
	defer c.Close()
	want := readTerm(t, s, "(= l (ite ((_ is cons) m) (cons 3 (tail m)) m))")
	x, err := c.decode(parseZ3(t, c, "(= l ((_ update-field head) m 3))"))
	require.NoError(t, err)
	require.Same(t, s.Simplify(want), x)
}

func TestWhatCannotBeRead(t *testing.T) {
	lib := library(t)
	s := logic.NewStore()
	c, err := lib.NewContext(s)
	require.NoError(t, err)
	defer c.Close()
	readTerm(t, s, "true")
	for text, word := range map[string]string{
		"(= u (sin v))":                              "sin",
		"(= (default a) 3)":                          "default",
		"(= a ((_ map (+ (Int Int) Int)) a b))":      "map",
		"(= (^ x y) 1)":                              "^",
		"(= a (lambda ((i Int)) (+ i x)))":           "lambda",
		"(str.prefixof \"a\" \"ab\")":                "String",
		"(bvumul_noovfl s t)":                        "noovfl",
		"(= (ext_rotate_left t s) t)":                "ext_rotate_left",
		"((_ at-most 1) p q r)":                      "at-most",
		"(= ((as const (Array Int Int)) unknown) a)": "unknown",
		"(fp.lt (fp #b0 #b00000000001 #x0000000000000) ((_ to_fp 11 53) RNE u))": "FloatingPoint",
	} {
		a := parseZ3(t, c, text)
		_, err := c.decode(a)
		require.ErrorIs(t, err, errors.ErrUnsupported, text)
		require.ErrorContains(t, err, word)
	}
}

// parseZ3 has Z3 parse a formula over the declarations, which must have been
// read into the context's store.
func parseZ3(t testing.TB, c *Context, text string) ast {
	t.Helper()
	handle, err := purego.Dlopen(c.lib.Path(), purego.RTLD_NOW)
	require.NoError(t, err)
	parse, err := purego.Dlsym(handle, "Z3_parse_smtlib2_string")
	require.NoError(t, err)
	// The declarations of the context make Z3's parser use its symbols.
	var sortNames, sorts, declNames, decls []uintptr
	for _, name := range []string{"U", "List"} {
		z, err := c.sort(c.store.NamedSort(name))
		require.NoError(t, err)
		sortNames, sorts = append(sortNames, c.symbolName(name)), append(sorts, uintptr(z))
	}
	for _, name := range strings.Fields("p q r x y z u v a b s t w l m e e2 (f|x)") {
		x := readName(t, c.store, name)
		a, err := c.encode(x)
		require.NoError(t, err)
		d := c.call(fnAppDecl, c.ref, uintptr(a))
		declNames, decls = append(declNames, c.call(fnDeclName, c.ref, d)), append(decls, d)
	}
	for _, sort := range []string{"List"} {
		for _, ctor := range c.store.NamedSort(sort).Datatype().Constructors {
			ds := c.ctors[ctor]
			for _, d := range append([]decl{ds.make}, ds.fields...) {
				declNames, decls = append(declNames, c.call(fnDeclName, c.ref, uintptr(d))), append(decls, uintptr(d))
			}
		}
	}
	prelude := "(declare-fun unknown () Int)"
	v, _, _ := purego.SyscallN(parse, c.ref, pinString(&c.pins, prelude+"(assert "+text+")"),
		uintptr(len(sorts)), pin(&c.pins, &sortNames[0]), pin(&c.pins, &sorts[0]),
		uintptr(len(decls)), pin(&c.pins, &declNames[0]), pin(&c.pins, &decls[0]))
	require.NoError(t, c.err(fnVectorGet), text)
	c.call(fnVectorIncRef, c.ref, v)
	require.EqualValues(t, 1, uint32(c.call(fnVectorSize, c.ref, v)))
	return ast(c.call(fnVectorGet, c.ref, v, 0))
}

// readName returns the variable or function application called name: "(f|x)" is f
// applied to x.
func readName(t testing.TB, s *logic.Store, name string) *logic.Term {
	return readTerm(t, s, strings.ReplaceAll(name, "|", " "))
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
		a, err := c.encode(term)
		require.NoError(t, err)
		back, err := c.decode(a)
		require.NoError(t, err)
		require.Same(t, term, back)
	}
	for range maxDepth {
		sum = s.Apply(f, sum)
	}
	_, err = c.encode(sum)
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

// TestNamesThatClash has symbols that Z3 would take for the same.
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
