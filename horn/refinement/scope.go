// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"fmt"
	"strings"

	"cornet/smtlib"
)

// This file determines the variables that a predicate may depend on. If all occurrences of $k are
// below a binder of x, there may be a different predicate for each x, as in "Local Refinement
// Typing". So the variables of the binders above all occurrences become further arguments of $k.

// variable is a bound variable: its sort, and its name in SMT-LIB. The name differs from that in
// the input if an outer binder has the same, so that both can be arguments.
type variable struct {
	sort, as smtlib.Sexpr
}

// scopes records for each predicate the binders above all its occurrences in x. above are those
// above x, outermost first, as (x Sort) in the input.
func (t *translator) scopes(x smtlib.Sexpr, above []smtlib.Sexpr) {
	switch head := x.Head(); {
	case strings.HasPrefix(head, "$"):
		common, seen := t.scope[head]
		if !seen {
			common = above
		}
		n := 0
		for n < len(common) && n < len(above) && common[n].Pos == above[n].Pos {
			n++
		}
		t.scope[head] = above[:n:n]
	case head == "forall" && len(x.List) == 3 && len(x.List[1].List) == 2:
		b := x.List[1].List
		t.scopes(b[1], above)
		t.scopes(x.List[2], append(above[:len(above):len(above)], b[0]))
	default:
		for _, y := range x.List {
			t.scopes(y, above)
		}
	}
}

// bind gives a variable a sort. It returns the variable's name, and a function that undoes the
// binding.
func (t *translator) bind(v, sort smtlib.Sexpr) (as smtlib.Sexpr, restore func()) {
	as = symbol(v)
	old, had := t.variables[v.Text]
	if had {
		t.renamed++
		as.Text = fmt.Sprintf("%s'%d", v.Text, t.renamed)
	}
	t.variables[v.Text] = variable{sort, as}
	return as, func() {
		if delete(t.variables, v.Text); had {
			t.variables[v.Text] = old
		}
	}
}

// further returns the arguments that a predicate has in addition to those of the input.
func (t *translator) further(predicate string) (z []variable) {
	return append(append(z, t.path[:len(t.scope[predicate])]...), t.bound...)
}
