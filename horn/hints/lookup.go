// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/internal/spelling"
	"cornet/logic"
	"cornet/smtlib"
)

// This file finds predicates by name, and suggests similar names if it finds none.

// index finds the predicates of a system by name.
type index struct {
	preds  []*logic.Func
	byName map[string][]*logic.Func
}

func newIndex(sys *horn.System) index {
	z := index{sys.Preds, make(map[string][]*logic.Func, len(sys.Preds))}
	for _, p := range sys.Preds {
		z.byName[p.Name()] = append(z.byName[p.Name()], p)
	}
	return z
}

// lookup returns the predicate called name over the given sorts.
func (x index) lookup(pos smtlib.Pos, name string, sorts []*logic.Sort) *logic.Func {
	all := x.byName[name]
	for _, p := range all {
		if slices.Equal(p.Params(), sorts) {
			return p
		}
	}
	if len(all) == 0 {
		panic(x.unknown(pos, name))
	}
	p := all[0]
	if p.Arity() != len(sorts) {
		panic(fail(pos, smtlib.CodeArity, "%v has arguments (%s); found (%s)", p, logic.SortList(p.Params()), logic.SortList(sorts)))
	}
	k := 0
	for p.Params()[k] == sorts[k] {
		k++
	}
	panic(fail(pos, smtlib.CodeSort, "argument %d of %v has sort %v; found %v", k+1, p, p.Params()[k], sorts[k]))
}

// maxNear bounds the names that a message suggests.
const maxNear = 3

// unknown returns the error for a predicate that the system does not have.
func (x index) unknown(pos smtlib.Pos, name string) error {
	type near struct {
		p        *logic.Func
		distance int
	}
	var found []near
	limit := max(2, len(name)/3)
	for _, p := range x.preds {
		if d := spelling.Distance(name, p.Name(), limit); d <= limit && d < max(len(name), len(p.Name())) {
			found = append(found, near{p, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	hint := "the system has no predicates"
	switch {
	case len(found) > 0:
		var words []string
		for _, f := range found[:min(len(found), maxNear)] {
			words = append(words, f.p.String())
		}
		hint = "did you mean " + strings.Join(words, " or ") + "?"
	case len(x.preds) > 0:
		var words []string
		for _, p := range x.preds[:min(len(x.preds), maxNear)] {
			words = append(words, p.String())
		}
		if len(x.preds) > maxNear {
			words = append(words, "…")
		}
		hint = "expected one of " + strings.Join(words, ", ")
	}
	return fail(pos, smtlib.CodeUnknown, "the system has no predicate %s; %s", shown(logic.QuoteSymbol(name)), hint)
}

func fail(pos smtlib.Pos, code smtlib.Code, format string, args ...any) error {
	return &smtlib.Error{Pos: pos, Code: code, Msg: fmt.Sprintf(format, args...)}
}

// shown cuts a text for a message.
func shown(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}
