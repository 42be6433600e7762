// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cornet/logic"
	"cornet/smt"
)

// symbol is a variable or an uninterpreted function: exactly one field is set.
type symbol struct {
	v *logic.Term
	f *logic.Func
}

func (x symbol) String() string {
	if x.v != nil {
		return logic.QuoteSymbol(x.v.Name())
	}
	return x.f.String()
}

// vocabulary is a set of symbols.
type vocabulary map[symbol]bool

// symbolsOf lists the symbols of ts: variables, then functions, each by ID.
func symbolsOf(ts ...*logic.Term) []symbol {
	var z []symbol
	for _, v := range logic.FreeVars(ts...) {
		z = append(z, symbol{v: v})
	}
	for _, f := range logic.Funcs(ts...) {
		z = append(z, symbol{f: f})
	}
	return z
}

func vocabularyOf(ts ...*logic.Term) vocabulary {
	z := vocabulary{}
	for _, x := range symbolsOf(ts...) {
		z[x] = true
	}
	return z
}

// stranger returns a symbol of t that v lacks, and whether there is one.
func (v vocabulary) stranger(t *logic.Term) (symbol, bool) {
	for _, x := range symbolsOf(t) {
		if !v[x] {
			return x, true
		}
	}
	return symbol{}, false
}

// local returns the variables and functions that occur in xs but not in v.
func (v vocabulary) local(xs []*logic.Term) (vars []*logic.Term, funcs []*logic.Func) {
	for _, x := range symbolsOf(xs...) {
		switch {
		case v[x]:
		case x.v != nil:
			vars = append(vars, x.v)
		default:
			funcs = append(funcs, x.f)
		}
	}
	return vars, funcs
}

// shared returns the vocabulary of each node's interpolant.
func shared(q *smt.Query) []vocabulary {
	total := map[symbol]int{} // the number of parts in which a symbol occurs
	parts := make([][]symbol, len(q.Part))
	for i, t := range q.Part {
		parts[i] = symbolsOf(t)
		for _, x := range parts[i] {
			total[x]++
		}
	}
	// live has, for each node and each symbol that also occurs outside the subtree, the number of
	// parts of the subtree with this symbol.
	live := make([]map[symbol]int, len(q.Part))
	out := make([]vocabulary, len(q.Part))
	for i, own := range parts {
		if live[i] == nil {
			live[i] = map[symbol]int{}
		}
		for _, x := range own {
			live[i][x]++
		}
		out[i] = vocabulary{}
		for x, n := range live[i] {
			if n < total[x] {
				out[i][x] = true
			}
		}
		p := q.Parent[i]
		if p < 0 {
			continue
		}
		if live[p] == nil {
			live[p] = map[symbol]int{}
		}
		for x := range out[i] {
			live[p][x] += live[i][x]
		}
		live[i] = nil
	}
	return out
}
