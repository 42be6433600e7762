// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// cells declares a heap of integers and addresses.
const cells = "(declare-heap Heap Addr Range Obj none ((Obj 0)) (((num (n Int)) (ref (to Addr)) (none))))"

// TestHeapOperations evaluates ground terms of the theory of heaps.
func TestHeapOperations(t *testing.T) {
	const one = "(allocHeap (as heap.empty Heap) (num 7))"
	for _, c := range []struct{ term, want string }{
		{"(heap.read (as heap.empty Heap) (as heap.null Addr))", "none"},
		{"(heap.read " + one + " ((as heap.addr Addr) 1))", "(num 7)"},
		{"(heap.read " + one + " ((as heap.addr Addr) 2))", "none"},
		{"(heap.read " + one + " (as heap.null Addr))", "none"},
		{"(= (allocAddr " + one + " none) ((as heap.addr Addr) 2))", "true"},
		{"(= (heap.heapAddrPair_1 (heap.alloc (as heap.empty Heap) (num 7))) " + one + ")", "true"},
		{"(= (heap.heapAddrPair_2 (heap.alloc " + one + " none)) 2)", "true"},
		{"(= (as heap.null Addr) 0)", "true"},
		{"(= ((as heap.addr Addr) (- 3)) (as heap.null Addr))", "true"},
		{"(heap.valid " + one + " 1)", "true"},
		{"(heap.valid " + one + " 0)", "false"},
		{"(heap.valid " + one + " 2)", "false"},
		{"(= (heap.write " + one + " 2 none) " + one + ")", "true"},
		{"(= (heap.write " + one + " 1 (num 8)) " + one + ")", "false"},
		{"(heap.read (heap.write " + one + " 1 (ref 1)) 1)", "(ref (Addr_ctor 1))"},
		{"(= (heap.nextAddr " + one + " 0) 2)", "true"},
		{"(= (heap.nextAddr " + one + " (- 1)) 1)", "true"},
		{"(= (heap.nextAddr " + one + " (- 5)) (as heap.null Addr))", "true"},
	} {
		t.Run(c.term, func(t *testing.T) {
			script, err := ReadString(logic.NewStore(), "", cells)
			require.NoError(t, err)
			x, err := script.Scope.ReadTerm(c.term)
			require.NoError(t, err)
			require.Equal(t, c.want, script.Store.NewModel().Eval(x).String())
		})
	}
}

// TestHeapSequences compares sequences of operations with the same on a slice.
func TestHeapSequences(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 2))
	script, err := ReadString(logic.NewStore(), "", cells)
	require.NoError(t, err)
	for range 100 {
		heap, objects := "(as heap.empty Heap)", []int{}
		for k := range 6 {
			address := random.IntN(5)
			if random.IntN(2) == 0 {
				heap = fmt.Sprintf("(heap.heapAddrPair_1 (heap.alloc %s (num %d)))", heap, k)
				objects = append(objects, k)
			} else {
				heap = fmt.Sprintf("(heap.write %s %d (num %d))", heap, address, k)
				if 0 < address && address <= len(objects) {
					objects[address-1] = k
				}
			}
		}
		for address := range 8 {
			want := "none"
			if 0 < address && address <= len(objects) {
				want = fmt.Sprintf("(num %d)", objects[address-1])
			}
			x, err := script.Scope.ReadTerm(fmt.Sprintf("(heap.read %s %d)", heap, address))
			require.NoError(t, err)
			require.Equal(t, want, script.Store.NewModel().Eval(x).String(), heap)
		}
	}
}

// TestHeapLimits has assertions about heaps with the error messages for them, and declarations that
// are refused.
func TestHeapLimits(t *testing.T) {
	const preds = cells + "(declare-fun p (Heap) Bool)(declare-fun q (Heap Heap) Bool)\n"
	for _, c := range []struct{ text, want string }{
		{preds + "(assert (forall ((h Heap) (g Heap)) (=> (and (p h) (= h g)) (q h g))))", "ok"},
		{preds + "(assert (forall ((h Heap) (g Heap)) (or (not (p h)) (not (= g (heap.write h 1 none))) (q h g))))", "ok"},
		{preds + "(assert (forall ((h Heap) (g Heap)) (=> (q h g) (= h g))))", "2:9: two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"},
		{preds + "(assert (forall ((h Heap) (g Heap)) (=> (distinct h g) (q h g))))", "2:9: two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"},
		{preds + "(assert (forall ((h Heap) (g Heap)) (=> (q h g) (p (ite (= h g) h (heap.write h 1 none))))))", "2:9: two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"},
		{preds + "(assert (forall ((h Heap) (g Heap)) (=> (q h g) (xor (= h g) (p h)))))", "2:9: two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"},
		{preds + "(rule (forall ((h Heap) (g Heap)) (=> (= h g) (q h g))))(query (exists ((h Heap) (g Heap)) (and (q h g) (= h g))))", "ok"},
		{preds + "(query (exists ((h Heap) (g Heap)) (and (q h g) (not (= h g)))))", "2:8: two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"},
		{preds + "(assert (forall ((h Heap) (m (Array Heap Int))) (=> (= (select m h) 1) (p h))))", "2:78: variable m of sort (Array Heap Int), which contains heaps; only heaps themselves are supported"},
		{preds + "(declare-var h Heap)", "2:14: sort Heap in declare-var; quantify it in the rule"},
		{preds + "(declare-const h Heap)", "2:16: sort Heap in a function whose values are heaps; quantify over the heap"},
		{preds + "(define-fun-rec f ((h Heap)) Int (f h))", "2:17: sort Heap in a recursive function; declare a predicate of the arguments and the value"},
		{preds + "(assert (p (heap.allocRange (as heap.empty Heap) none 3)))", "2:13: heap.allocRange belongs to a theory or extension that is not supported"},
		{preds + "(assert (p 0))", "2:12: argument 1 of p has sort Int; expected Heap"},
		{preds + "(assert (heap.valid (as heap.empty Heap) (- 1)))", "2:42: argument 2 of heap.valid has sort Int; expected Addr"},
		{cells + cells, "1:91: a second declare-heap; scripts with one heap are supported"},
		{"(declare-heap Heap Addr Range Obj 1 ((Obj 0)) (((num (n Int)))))", "1:31: the default object has sort Int; expected Obj"},
		{"(declare-heap Heap Addr Range Thing none ((Obj 0)) (((none))))", "1:31: Thing is not among the declared datatypes"},
		{"(declare-heap Heap Addr Heap Obj none ((Obj 0)) (((none))))", "1:15: sort Heap is declared already; choose another name"},
	} {
		t.Run(c.text, func(t *testing.T) {
			script, err := ReadString(logic.NewStore(), "", c.text)
			if c.want != "ok" {
				require.EqualError(t, err, c.want)
				return
			}
			require.NoError(t, err)
			requireSurvivesPrinting(t, script)
		})
	}
}

// TestHeapGuards quantifies over heaps with a size of at least 0.
func TestHeapGuards(t *testing.T) {
	script, err := ReadString(logic.NewStore(), "", cells+"(declare-fun p (Heap) Bool)(assert (forall ((h Heap) (i Int)) (p h)))(assert (exists ((x HeapAddrPair)) (p (heap.heapAddrPair_1 x))))")
	require.NoError(t, err)
	n := len(script.Commands)
	require.Equal(t, "(forall ((h Heap) (i Int)) (=> (>= (Heap_size h) 0) (p h)))", script.Commands[n-2].Term.String())
	require.Equal(t, "(exists ((x HeapAddrPair)) (and (>= (Heap_size (heap.heapAddrPair_1 x)) 0) (p (heap.heapAddrPair_1 x))))", script.Commands[n-1].Term.String())
}

// TestTermSize defines the functions that count constructors.
func TestTermSize(t *testing.T) {
	const trees = "(declare-datatypes ((T 0) (F 0)) (((node (n Int) (kids F))) ((none) (some (head T) (rest F)))))(declare-datatype Box ((box (in T))))"
	script, err := ReadString(logic.NewStore(), "", trees+"(assert (forall ((x T)) (> (_size x) 1)))(assert (forall ((b Box)) (= (_size b) 1)))")
	require.NoError(t, err)
	var got []string
	for _, c := range script.Commands[2:] {
		got = append(got, c.String())
	}
	require.Equal(t, []string{
		"(define-funs-rec ((T_size ((x T)) Int) (F_size ((x F)) Int)) ( (+ (F_size (kids x)) 1) (ite ((_ is some) x) (+ (T_size (head x)) (F_size (rest x)) 1) 1)))",
		"(assert (forall ((x T)) (>= (T_size x) 2)))",
		"(define-funs-rec ((Box_size ((x Box)) Int)) ( 1))",
		"(assert (forall ((b Box)) (= (Box_size b) 1)))",
	}, got)
	for text, want := range map[string]string{
		lists + "(assert (forall ((x (List Int))) (> (_size x) 0)))": "1:126: argument 1 of _size has sort (List Int); expected a datatype without parameters",
		trees + "(assert (> (_size 1) 0))":                           "1:151: argument 1 of _size has sort Int; expected a datatype without parameters",
		trees + "(assert (> (_size) 0))":                             "1:144: _size takes 1 argument, found 0",
		"(declare-fun _size (Int) Int)(assert (> (_size 1) 0))":      "",
	} {
		_, err := ReadString(logic.NewStore(), "", text)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want)
	}
}
