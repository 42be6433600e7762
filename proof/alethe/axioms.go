// SPDX-License-Identifier: Apache-2.0

package alethe

import (
	"fmt"
	"strings"
)

// Axiom is an axiom of arrays, as a rewriting rule that Carcara reads. Alethe has no rules for
// arrays, so proofs about arrays use these.
//
// Source for the syntax of the rules: A. Nötzli et al.: Reconstructing Fine-Grained Proofs of
// Rewrites Using a Domain-Specific Language (FMCAD 2022).
type Axiom struct {
	Name string
	Rule string // the declaration of the rule
}

// array declares an axiom, the equation of two terms, over arrays of any sort.
func array(name, params, equation string) Axiom {
	all := map[byte]string{'a': "(Array @I @E)", 'i': "@I", 'j': "@I", 'e': "@E", 'f': "@E"}
	var b strings.Builder
	for i := 0; i < len(params); i += 2 {
		fmt.Fprintf(&b, " (%c %s)", params[i], all[params[i]])
	}
	return declare(name, "(@I Type) (@E Type)"+b.String(), params, equation)
}

func declare(name, typed, params, equation string) Axiom {
	return Axiom{name, fmt.Sprintf("(declare-rare-rule %s (%s)\n  :args (%s)\n  :premises ()\n  :conclusion (= %s))\n", name, typed, params, equation)}
}

// The axioms of stores.
var (
	ReadOverWrite  = array("read-over-write", "a i e j", "(ite (= i j) (= (select (store a i e) j) e) (= (select (store a i e) j) (select a j))) true")
	WriteOverWrite = array("write-over-write", "a i e f", "(store (store a i e) i f) (store a i f)")
	WritesCommute  = array("writes-commute", "a i e j f", "(or (= i j) (= (store (store a i e) j f) (store (store a j f) i e))) true")
	WriteOfRead    = array("write-of-read", "a i", "(store a i (select a i)) a")
)

// ReadOfConstant returns the axiom of reads of constant arrays, for these sorts of indices and
// elements.
func ReadOfConstant(array, index, elem string) Axiom {
	name := strings.Join(strings.FieldsFunc(array, func(r rune) bool { return r == ' ' || r == '(' || r == ')' || r == '|' }), "-")
	return declare("read-of-constant-"+name, fmt.Sprintf("(e %s) (i %s)", elem, index), "e i", fmt.Sprintf("(select ((as const %s) e) i) e", array))
}
