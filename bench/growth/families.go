// SPDX-License-Identifier: Apache-2.0

package growth

import (
	"fmt"
	"slices"
	"strings"

	"cornet/bench/task"
)

// Family is a set of inputs of one shape, one for each size.
type Family struct {
	Name     string
	Group    string // of families that share a plot
	Language task.Language
	Grows    string // the thing whose number is the size
	Text     func(size int) string
	Expected task.Verdict // the same for all sizes
	Sizes    []int        // to measure, ascending
	// the test compares this size with four times this size; 0 if there is a reason not to
	Small int
	// Allowance is the amount by which the exponent of the effort may exceed MaxExponent, for a
	// reason.
	Allowance float64
	Reason    string
}

// MaxExponent limits the growth of a family's effort between small sizes: at most the size to this
// power.
const MaxExponent = 1.6

// upTo returns the sizes from first to last, which grow by a factor of two to two and a half.
func upTo(first, last int) (z []int) {
	for n, steps := first, []int{2, 5, 10}; ; {
		if n > last {
			return z
		}
		z = append(z, n)
		power := 1
		for power*10 <= n {
			power *= 10
		}
		for _, s := range steps {
			if s*power > n {
				n = s * power
				break
			}
		}
	}
}

// Families are all families, those of Horn systems first.
var Families = []Family{
	// Horn systems: predicates and clauses.
	{Name: "chain", Group: "control", Text: horn(chain("(not (= x %d))")), Expected: task.True, Grows: "predicates in a row", Sizes: upTo(100, 10000), Small: 200},
	{Name: "chainbug", Group: "control", Text: horn(chain("(= x %d)")), Expected: task.False, Grows: "predicates in a row, with an error at the end", Sizes: upTo(100, 10000), Small: 200},
	{Name: "loops", Group: "control", Text: horn(loops), Expected: task.True, Grows: "loops with constant bounds, one after the other", Sizes: upTo(10, 5000), Small: 40},
	{Name: "branch", Group: "control", Text: horn(branch), Expected: task.True, Grows: "clauses of one loop", Sizes: upTo(100, 10000), Small: 100},
	{Name: "tree", Group: "control", Text: horn(tree("(< x 0)")), Expected: task.True, Grows: "predicates, each used twice by the one before", Sizes: upTo(100, 10000), Small: 100},
	{Name: "treebug", Group: "control", Text: horn(tree("(> x 0)")), Expected: task.False, Grows: "the height of a binary tree that derives an error", Sizes: upTo(5, 100), Small: 10},
	{Name: "rec", Group: "control", Text: horn(recursion), Expected: task.True, Grows: "predicates that call each other", Sizes: upTo(10, 2000), Small: 20},
	{Name: "bigdist", Group: "control", Text: horn(guarded), Expected: task.True, Grows: "clauses with different guards", Sizes: upTo(1000, 20000), Small: 1000},

	// Horn systems: arguments and numbers.
	{Name: "varseq", Group: "data", Text: horn(equalCounters), Expected: task.True, Grows: "arguments that stay equal", Sizes: upTo(10, 1000), Small: 20},
	{Name: "varsnn", Group: "data", Text: horn(sums), Expected: task.True, Grows: "arguments that are added to each other", Sizes: upTo(10, 1000), Small: 20},
	{Name: "bools", Group: "data", Text: horn(bools), Expected: task.True, Grows: "bits of two counters", Sizes: upTo(5, 200), Small: 16,
		Allowance: 0.4, Reason: "bits lose their constants one after the other, and each time all of them are interpreted"},
	{Name: "ring", Group: "data", Text: horn(ring), Expected: task.True, Grows: "bits in a ring", Sizes: upTo(10, 200), Small: 20},
	{Name: "bv", Group: "data", Text: horn(words), Expected: task.True, Grows: "bits of the words of a loop", Sizes: upTo(5, 500), Small: 16},
	{Name: "bvpar", Group: "data", Text: horn(parity), Expected: task.True, Grows: "bits of a word whose parity stays", Sizes: upTo(5, 1000), Small: 16},
	{Name: "huge", Group: "data", Text: horn(hugeStep), Expected: task.True, Grows: "digits of a constant", Sizes: upTo(100, 10000), Small: 200},
	{Name: "hugeloop", Group: "data", Text: horn(hugeLoop), Expected: task.True, Grows: "digits of the bound of a loop", Sizes: upTo(10, 5000), Small: 100},

	// Horn systems: arrays and datatypes.
	{Name: "stores", Group: "theories", Text: horn(stores), Expected: task.True, Grows: "stores to an array", Sizes: upTo(50, 10000), Small: 100},
	{Name: "arrloops", Group: "theories", Text: horn(arrayLoops), Expected: task.True, Grows: "arrays, each filled by a loop", Sizes: upTo(1, 10),
		Reason: "8 arrays are not decided within seconds"},
	{Name: "adt", Group: "theories", Text: horn(datatype), Expected: task.True, Grows: "constructors of a datatype", Sizes: upTo(10, 5000), Small: 20},
	{Name: "enum", Group: "theories", Text: horn(enumeration), Expected: task.True, Grows: "values of an enumeration", Sizes: upTo(10, 5000), Small: 20},

	// Horn systems: terms and text.
	{Name: "letdeep", Group: "terms", Text: horn(aroundLoop(x, lets)), Expected: task.True, Grows: "nested let", Sizes: upTo(100, 10000), Small: 400},
	{Name: "nest", Group: "terms", Text: horn(aroundLoop(x, nested)), Expected: task.True, Grows: "nested additions", Sizes: upTo(100, 10000), Small: 400},
	{Name: "nestite", Group: "terms", Text: horn(aroundLoop("(x Int) (c Int)", nestedIte)), Expected: task.True, Grows: "nested ite", Sizes: upTo(10, 10000), Small: 40},
	{Name: "nestand", Group: "terms", Text: horn(aroundLoop(x, nestedAnd)), Expected: task.True, Grows: "and within or within and", Sizes: upTo(10, 2000), Small: 40,
		Allowance: 0.3, Reason: "and is distributed over or"},
	{Name: "letdag", Group: "terms", Text: horn(aroundLoop("(x Int) (c Int)", sharedConditions)), Expected: task.True, Grows: "conditions, each used twice by the next", Sizes: upTo(10, 2000), Small: 40},
	{Name: "big", Group: "terms", Text: horn(text), Expected: task.True, Grows: "clauses that no derivation uses", Sizes: upTo(1000, 100000), Small: 1000},

	// Programs: control.
	{Name: "seqloops", Group: "c-control", Language: task.C, Text: program(loopsInSequence), Expected: task.True, Grows: "loops with constant bounds, one after the other", Sizes: upTo(10, 5000), Small: 20},
	{Name: "seqloopsn", Group: "c-control", Language: task.C, Text: program(loopsWithoutBound), Expected: task.True, Grows: "loops with unknown bounds, one after the other", Sizes: upTo(5, 1000), Small: 10},
	{Name: "branches", Group: "c-control", Language: task.C, Text: program(branches), Expected: task.True, Grows: "branches, one after the other", Sizes: upTo(10, 1000), Small: 80},
	{Name: "branchloop", Group: "c-control", Language: task.C, Text: program(branchesInLoop), Expected: task.True, Grows: "branches in a loop", Sizes: upTo(5, 200), Small: 10},
	{Name: "switch", Group: "c-control", Language: task.C, Text: program(cases), Expected: task.True, Grows: "cases of a switch in a loop", Sizes: upTo(10, 5000), Small: 200},
	{Name: "ifdeep", Group: "c-control", Language: task.C, Text: program(deepConditions), Expected: task.True, Grows: "nested conditions", Sizes: upTo(20, 1000), Small: 40},
	{Name: "calls", Group: "c-control", Language: task.C, Text: program(calls), Expected: task.True, Grows: "functions, each called by the one before", Sizes: upTo(20, 5000), Small: 100},
	{Name: "calls2", Group: "c-control", Language: task.C, Text: program(callsTwice), Expected: task.True, Grows: "functions, each called twice by the one before", Sizes: upTo(2, 50),
		Reason: "32 functions are not decided within seconds"},

	// Programs: data.
	{Name: "array", Group: "c-data", Language: task.C, Text: program(filledArray), Expected: task.True, Grows: "elements of an array that a loop fills", Sizes: upTo(10, 10000), Small: 40},
	{Name: "globs", Group: "c-data", Language: task.C, Text: program(globals), Expected: task.True, Grows: "global variables that a loop changes", Sizes: upTo(10, 10000), Small: 80},
	{Name: "fields", Group: "c-data", Language: task.C, Text: program(fields), Expected: task.True, Grows: "members of a struct that a loop changes", Sizes: upTo(10, 5000), Small: 80},
	{Name: "strinit", Group: "c-data", Language: task.C, Text: program(constantTable), Expected: task.True, Grows: "elements of a constant table", Sizes: upTo(20, 10000), Small: 100},
	{Name: "exprdeep", Group: "c-data", Language: task.C, Text: program(deepExpression), Expected: task.True, Grows: "nested operators", Sizes: upTo(20, 5000), Small: 100},
	{Name: "deadglobs", Group: "c-data", Language: task.C, Text: program(deadCode), Expected: task.True, Grows: "functions and variables that are not used", Sizes: upTo(100, 10000), Small: 200},
	{Name: "threads", Group: "c-data", Language: task.C, Text: program(threads), Expected: task.True, Grows: "threads with a lock", Sizes: upTo(1, 10),
		Reason: "4 threads are not decided within seconds"},
}

// Select returns the families with some names, in the order of [Families]: all if there are no
// names. The names "horn" and "c" select all families of Horn systems and of programs.
func Select(names []string) ([]Family, error) {
	if len(names) == 0 {
		return Families, nil
	}
	var z []Family
	all := map[task.Language]string{task.SMTLIB: "horn", task.C: "c"}
	known := []string{"horn", "c"}
	for _, f := range Families {
		known = append(known, f.Name)
		if slices.Contains(names, f.Name) || slices.Contains(names, all[f.Language]) {
			z = append(z, f)
		}
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("there is no family %q: expected one of %s", n, strings.Join(known, ", "))
		}
	}
	return z, nil
}
