// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// A Ranking shows that a loop, or a recursive function, comes to an end.
type Ranking struct {
	Pos  cfg.Pos
	Func string
	// Kind states what ends: a loop, or a function that calls itself.
	Kind chc.PlaceKind
	// Measures are expressions over the variables there, without constants. Whenever an execution
	// comes back, they are smaller in lexicographic order. The first one that differs was not
	// negative before.
	Measures []string
	// sums are the measures in the form that C can evaluate; nil if C cannot evaluate one of them.
	sums []bareSum
	vars []*scalar.Var
	// times is the last measure plus 1, or "" if it is not an integer.
	times string
}

// A bareSum is a sum of variables that C can evaluate.
type bareSum struct {
	parts    []summand
	constant int64
}

// text writes the sum. change returns the values of variables by name.
func (z bareSum) text(change func(name string) string) (string, bool) {
	parts := slices.Clone(z.parts)
	for i := range parts {
		parts[i].text = change(parts[i].text)
	}
	return formatWide(parts, z.constant)
}

// transition returns the ranking as a transition invariant: a relation between a state and any
// earlier one. It is "" if C cannot evaluate it.
func (r Ranking) transition() string {
	var cases []string
	equal := ""
	for _, m := range r.sums {
		now, ok := m.text(func(name string) string { return name })
		before, _ := m.text(func(name string) string { return "\\at(" + name + ", AnyPrev)" })
		if !ok {
			return ""
		}
		cases = append(cases, fmt.Sprintf("%s%s > %s && %[2]s >= 0", equal, before, now))
		equal += fmt.Sprintf("%s == %s && ", before, now)
	}
	if len(cases) < 2 {
		return strings.Join(cases, "")
	}
	return "(" + strings.Join(cases, ") || (") + ")"
}

// String returns the ranking in one line.
func (r Ranking) String() string {
	what := "ranking function "
	if r.Kind == chc.Entry {
		what = "ranking function of " + r.Func + "() "
	}
	text := strings.Join(r.Measures, ", ")
	if len(r.Measures) != 1 {
		text = "(" + text + ")"
	}
	return fmt.Sprintf("%s: %s%s", where(r.Pos), what, text)
}

// Bound returns a bound on the iterations of a loop, or on the depth of recursion, in one line. It
// is "" if no bound is known.
//
// From one visit to the next, the last measure decreases by at least 1 if the others stay the same,
// and it was not negative before. So if it is f now, there are at most f + 1 further visits. The
// visits of a loop are those in one call of its function.
func (r Ranking) Bound() string {
	if r.times == "" {
		return ""
	}
	text := "max(0, " + r.times + ") iterations come back to the loop's head"
	if r.Kind == chc.Entry {
		text = "max(0, " + r.times + ") calls of " + r.Func + "() are nested in a call"
	}
	if n := len(r.Measures) - 1; n > 0 {
		text += " while " + strings.Join(r.Measures[:n], ", ") + map[bool]string{true: " stays", false: " stay"}[n == 1] + " the same"
	}
	return fmt.Sprintf("%s: at most %s", where(r.Pos), text)
}

// RankingAt returns the ranking of a place, from terms over the parameters of its predicate.
func RankingAt(sys *chc.System, p chc.Place, measures []*logic.Term) Ranking {
	z := Ranking{Pos: p.Pos, Func: p.Func, Kind: p.Kind}
	s, names, params := sys.Horn.Store, notation{}, horn.Params(sys.Horn.Store, p.Pred)
	w := writer{names: map[*logic.Term]*scalar.Var{}, budget: 4000}
	complete := true
	for _, m := range measures {
		if m.IsValue() {
			continue // it identifies this place, and is the same whenever an execution is here
		}
		named, _ := names.at(s, p, params, m)
		z.Measures = append(z.Measures, names.measure(named))
		if z.times = ""; m.Sort().IsInt() {
			z.times = names.measure(s.Add(named, s.IntNum(1)))
		}
		var x bareSum
		complete = complete && w.sum(w.instance(s, p, horn.Definition{Params: params, Body: m}), 1, &x.parts, &x.constant)
		z.sums = append(z.sums, x)
	}
	if z.vars = w.vars; !complete {
		z.sums = nil
	}
	return z
}

// States is a set of states at a place. An execution that does not end returns to it again and
// again.
type States struct {
	Pos  cfg.Pos
	Func string
	Kind chc.PlaceKind // a loop's head, or the entry of a function
	// Text describes them, over the names of variables.
	Text string
	// conjuncts are parts of the description that C can evaluate.
	conjuncts []Conjunct
}

// StatesAt returns the states that a formula over the parameters of a place's predicate describes.
func StatesAt(sys *chc.System, p chc.Place, set *logic.Term) States {
	names, params := notation{}, horn.Params(sys.Horn.Store, p.Pred)
	named, vars := names.at(sys.Horn.Store, p, params, set)
	z := States{Pos: p.Pos, Func: p.Func, Kind: p.Kind, Text: names.states(named, vars)}
	z.conjuncts = invariantAt(sys, p, horn.Definition{Params: params, Body: set}).Conjuncts
	return z
}
