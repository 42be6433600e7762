// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// Bounds on the invariant of a loop in a witness.
const (
	maxConjunct  = 300 // in characters
	maxInvariant = 1500
)

// A loop is a loop of the source with its invariant in a witness: a loop invariant or a location
// invariant.
type loop struct {
	kind     string
	location location
	value    string
}

// loopsOf returns the loops that have invariants. An invariant belongs to a place in the encoded
// program, into which functions are copied. The loop's invariant is what holds at such a place in
// every copy of its function, if every copy has one.
func loopsOf(m Meta, invs []Invariant) []loop {
	if m.Source == nil {
		return nil
	}
	var order []cfg.Pos
	at := map[cfg.Pos][]Invariant{}
	for _, inv := range invs {
		p := plain(inv.Pos)
		if len(at[p]) == 0 {
			order = append(order, p)
		}
		at[p] = append(at[p], inv)
	}
	texts, copies := m.Program.scanned(), countCopies(m.Source)
	var z []loop
	for _, p := range order {
		s := scopes{name: p.File, tokens: texts[p.File], source: m.Source, copies: copies}
		i := s.tokens.find(p)
		f := s.function(p)
		if f == nil || i < 0 || s.copies[f] != 1 && s.copies[f] != len(at[p]) {
			continue
		}
		kind, i, within := s.tokens.head(i)
		if i < 0 {
			continue
		}
		if value := bounded(s.visible(common(at[p]), f, within)); value != "" {
			z = append(z, loop{kind, location{File: p.File, Line: s.tokens[i].line, Column: s.tokens[i].column, Function: f.Name}, value})
		}
	}
	return z
}

// head returns the position of the invariant of a loop with head token i, or -1, and a token in
// whose scope the variables are. A loop that begins with while or for has a loop invariant, which
// holds before the condition is evaluated. For a loop that begins with do, the invariant belongs to
// the first statement of the body. If the head is a label, it belongs to the statement after the
// label.
func (ts tokens) head(i int) (kind string, at, within int) {
	k := i + 2
	switch s := ts[i].text; {
	case s == "while":
		return "loop_invariant", i, i
	case s == "for":
		for k < len(ts) && ts[k].text != ";" {
			k = max(k, ts[k].match) + 1
		}
		return "loop_invariant", i, k
	case s == "do" && k < len(ts) && ts[i+1].text != "{":
		k--
	case s == "do", isName(s) && k < len(ts) && ts[i+1].text == ":":
	default:
		return "", -1, -1
	}
	if labelled := k+1 < len(ts) && isName(ts[k].text) && ts[k+1].text == ":"; labelled || !beginsStatement(ts, k) {
		return "", -1, -1
	}
	return "location_invariant", k, k
}

// common returns the conjuncts that occur in all invariants.
func common(invs []Invariant) []Conjunct {
	z := invs[0].Conjuncts
	for _, inv := range invs[1:] {
		z = slices.DeleteFunc(slices.Clone(z), func(c Conjunct) bool {
			return !slices.ContainsFunc(inv.Conjuncts, func(d Conjunct) bool { return d.Text == c.Text })
		})
	}
	return z
}

// bounded joins conjuncts in their order. If there are too many, it prefers short ones.
func bounded(cs []Conjunct) string {
	short := slices.Clone(cs)
	slices.SortStableFunc(short, func(x, y Conjunct) int { return len(x.Text) - len(y.Text) })
	kept, size := map[string]bool{}, 0
	for _, c := range short {
		if size += len(c.Text) + 4; len(c.Text) > maxConjunct || size > maxInvariant {
			break
		}
		kept[c.Text] = true
	}
	var parts []string
	for _, c := range cs {
		if kept[c.Text] {
			kept[c.Text] = false // keep each conjunct only once
			parts = append(parts, c.Text)
		}
	}
	return strings.Join(parts, " && ")
}

// scopes resolves names at places of a program.
type scopes struct {
	name   string
	tokens tokens
	source *cfg.Program
	copies map[*cfg.Function]int
}

// function returns the function whose body contains a position, or nil.
func (s *scopes) function(p cfg.Pos) *cfg.Function {
	before := func(x, y cfg.Pos) bool { return x.Line < y.Line || x.Line == y.Line && x.Column <= y.Column }
	for _, f := range s.source.Functions {
		if f.Entry.Pos.File == p.File && before(f.Entry.Pos, p) && before(p, f.Exit.Pos) {
			return f
		}
	}
	return nil
}

// visible returns the conjuncts over variables that are in scope at token i of f, under their
// names.
func (s *scopes) visible(cs []Conjunct, f *cfg.Function, i int) []Conjunct {
	return slices.DeleteFunc(slices.Clone(cs), func(c Conjunct) bool {
		return slices.ContainsFunc(c.Vars, func(v *scalar.Var) bool { return !s.resolves(v, f, i) })
	})
}

// resolves reports whether the name of the variable refers to it at token i of f. The name must
// belong to only one variable, of f or static.
func (s *scopes) resolves(v *scalar.Var, f *cfg.Function, i int) bool {
	name := v.Source[:len(v.Source)-len(strings.TrimLeftFunc(v.Source, func(r rune) bool { return r < 128 && isWordByte(byte(r)) }))]
	var bearer *cfg.Var
	for _, w := range slices.Concat(s.source.Globals, f.Params, f.Locals) {
		if w.Kind == cfg.Temp || w.Name != name {
			continue
		}
		if bearer != nil {
			return false
		}
		bearer = w
	}
	if bearer == nil || plain(v.Decl) != bearer.Pos || bearer.Pos.File != s.name {
		return false
	}
	return bearer.Kind == cfg.Param || s.tokens.inScope(s.tokens.find(bearer.Pos), i)
}

// manyCopies represents a larger number, or an unknown one.
const manyCopies = 1000

// countCopies counts how often functions are copied into their callers. The count is unknown for
// recursive functions and those that are called through pointers or run by threads.
func countCopies(p *cfg.Program) map[*cfg.Function]int {
	callers := map[*cfg.Function][]*cfg.Function{}
	many := map[*cfg.Function]bool{}
	pointer := func(x cfg.Expr) bool {
		if a, ok := x.(cfg.FuncAddr); ok && a.Func != nil {
			many[a.Func] = true
		}
		return true
	}
	for _, f := range append([]*cfg.Function{p.Init}, p.Functions...) {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				switch op := e.Op.(type) {
				case cfg.Call:
					callers[op.Callee] = append(callers[op.Callee], f)
				case cfg.Create:
					many[op.Callee] = true
				}
				for _, part := range cfg.Parts(e.Op) {
					cfg.Inspect(part.Expr, pointer)
					cfg.InspectPlace(part.To, pointer)
				}
			}
		}
	}
	z := map[*cfg.Function]int{}
	active := map[*cfg.Function]bool{}
	var count func(f *cfg.Function) int
	count = func(f *cfg.Function) int {
		if n, ok := z[f]; ok {
			return n
		}
		if active[f] || many[f] {
			return manyCopies
		}
		active[f] = true
		n := 0
		if f == p.Main || f == p.Init {
			n = 1
		}
		for _, g := range callers[f] {
			n = min(n+count(g), manyCopies)
		}
		active[f] = false
		z[f] = n
		return n
	}
	for _, f := range p.Functions {
		count(f)
	}
	return z
}
