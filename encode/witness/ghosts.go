// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"cornet/encode/cfg"
)

// Ghosts has candidates for the invariants in a correctness witness of a program with threads. They
// use ghost variables: one for each mutex, which is 1 while it is locked (m_locked), as in J.
// Erhard, M. Bentele, M. Heizmann, D. Klumpp, S. Saan, F. Schüssele, M. Schwarz, H. Seidl, S.
// Tilscher, V. Vojdani, "Correctness Witnesses for Concurrent Programs: Bridging the Semantic
// Divide with Ghosts", VMCAI 2025. The invariants are candidates until a validator has confirmed
// them, since the proof is about the product of the threads, which leaves out states between
// commuting steps. They come from
//
//	the proof              what it says of heads of loops; where a mutex is free, for when it is not locked
//	stores of constants    after the store
//	sections of a mutex    what its variables begin with, wherever it is not locked, and in the section
//	assertions             before them
//
// Differences from the paper: there invariants come from a thread-modular analysis, and hold by
// construction.
type Ghosts struct {
	meta       Meta
	variables  []ghostVariable
	updates    []ghostUpdates
	candidates []loop
}

type ghostVariable struct {
	Name    string     `yaml:"name"`
	Type    string     `yaml:"type"`
	Scope   string     `yaml:"scope"`
	Initial constraint `yaml:"initial"`
}

type ghostUpdates struct {
	Location location      `yaml:"location"`
	Updates  []ghostAssign `yaml:"updates"`
}

type ghostAssign struct {
	Variable string `yaml:"variable"`
	Value    string `yaml:"value"`
	Format   string `yaml:"format"`
}

type instrumentation struct {
	Variables []ghostVariable `yaml:"ghost_variables"`
	Updates   []ghostUpdates  `yaml:"ghost_updates"`
}

// maxCandidates limits the invariants that are tried, since each is a check of the program, and
// each that fails costs a run.
const maxCandidates = 24

// NewGhosts finds candidates for a program, as it was read. invariants, if any, were proved for the
// product.
func NewGhosts(m Meta, source *cfg.Program, invs []Invariant) *Ghosts {
	p := &proposer{Ghosts: &Ghosts{meta: m}, texts: m.Program.scanned(), source: source, locked: map[string]string{}}
	p.mutexes()
	p.proved(invs)
	for _, f := range m.Program.files() {
		p.file(f.Name)
	}
	slices.SortStableFunc(p.found, func(x, y proposal) int { return cmp.Compare(x.rank, y.rank) })
	w, seen := &instrumenter{Document: &Document{}}, map[loop]bool{}
	for _, c := range p.found {
		_, err := w.expression(1, c.value, nil)
		same := c.loop
		same.value = strings.ReplaceAll(c.value, " ", "")
		if err == nil && !seen[same] && len(p.candidates) < maxCandidates {
			seen[same] = true
			p.candidates = append(p.candidates, c.loop)
		}
	}
	return p.Ghosts
}

// A proposal is a candidate. Those of lower ranks are tried first.
type proposal struct {
	loop
	rank int
}

// The ranks of proposals.
const (
	ofProof = iota
	ofSection
	ofAssertion
	ofStore
)

type proposer struct {
	*Ghosts
	texts  map[string]tokens
	source *cfg.Program
	locked map[string]string // the ghost variable of a mutex
	begin  map[string]string // initial values of the program's integer variables
	found  []proposal
}

func (p *proposer) propose(rank int, kind string, file string, token int, f, value string) {
	t := p.texts[file][token]
	p.found = append(p.found, proposal{loop{kind, location{File: file, Line: t.line, Column: t.column, Function: f}, value}, rank})
}

// mutexes declares the ghost variables of mutexes, and finds the initial values of other variables.
func (p *proposer) mutexes() {
	p.begin = map[string]string{}
	for _, g := range p.source.Globals {
		ts := p.texts[g.Pos.File]
		i := ts.find(g.Pos)
		switch {
		case i <= 0 || ts[i].text != g.Name:
		case ts[i-1].text == "pthread_mutex_t":
			p.locked[g.Name] = g.Name + "_locked"
		case g.Type.Kind == cfg.Int && !g.Type.Volatile:
			switch {
			case ts[i+1].text != "=":
				p.begin[g.Name] = "0"
			case isNumber(ts[i+2].text) && strings.Contains(";,", ts[i+3].text):
				p.begin[g.Name] = ts[i+2].text
			}
		}
	}
	for _, g := range slices.Sorted(maps.Keys(p.locked)) {
		p.variables = append(p.variables, ghostVariable{p.locked[g], "int", "global", constraint{"0", "c_expression"}})
	}
}

// proved proposes invariants from the proof at heads of loops. Such an invariant holds in all
// states of the product with a thread there. If the mutex is free in all these states, the
// invariant is also proposed for all states in which the mutex is not locked.
func (p *proposer) proved(invs []Invariant) {
	at, order := map[cfg.Pos][]Invariant{}, []cfg.Pos{}
	for _, inv := range invs {
		pos := plain(inv.Pos)
		if at[pos] == nil {
			order = append(order, pos)
		}
		at[pos] = append(at[pos], inv)
	}
	for _, pos := range order {
		s := scopes{name: pos.File, tokens: p.texts[pos.File], source: p.source}
		i, f := s.tokens.find(pos), s.function(pos)
		if f == nil || i < 0 {
			continue
		}
		kind, i, within := s.tokens.head(i)
		if i < 0 {
			continue
		}
		for _, c := range s.visible(common(at[pos]), f, within) {
			p.propose(ofProof, kind, pos.File, i, f.Name, c.Text)
		}
		for _, inv := range at[pos] {
			for _, m := range slices.Sorted(maps.Keys(p.locked)) {
				if slices.ContainsFunc(inv.Conjuncts, func(c Conjunct) bool { return c.Text == "owner("+m+") == 0" }) {
					for _, c := range s.visible(inv.Conjuncts, f, within) {
						p.propose(ofProof, kind, pos.File, i, f.Name, p.locked[m]+" || "+c.Text)
					}
				}
			}
		}
	}
}

// file processes the statements of a file.
func (p *proposer) file(name string) {
	ts := p.texts[name]
	held := "" // the mutex that is held at this point of the text
	for i, t := range ts {
		f := p.functionAt(name, i)
		if f == nil {
			held = ""
			continue
		}
		end := ts.statementEnd(i)
		if !beginsStatement(ts, i) || controls[t.text] && t.text != "if" || end >= len(ts)-1 {
			continue
		}
		next := end + 1
		follows := beginsStatement(ts, next) && ts[next].text != "{"
		switch m := ts.mutexOf(i); {
		case t.text == "pthread_mutex_lock" && p.locked[m] != "":
			p.update(name, i, f.Name, p.locked[m], "1")
			for _, x := range p.written(ts, i, m) {
				p.propose(ofSection, "location_invariant", name, i, f.Name, p.locked[m]+" || "+x+" == "+p.begin[x])
				if follows {
					p.propose(ofSection, "location_invariant", name, next, f.Name, x+" == "+p.begin[x])
				}
			}
			if held = m; follows {
				p.propose(ofSection, "location_invariant", name, next, f.Name, p.locked[m])
			}
		case t.text == "pthread_mutex_unlock" && p.locked[m] != "":
			p.update(name, i, f.Name, p.locked[m], "0")
			held = ""
		case t.text == "assert" && ts[i+1].text == "(" && ts[i+1].match == end-1:
			p.propose(ofAssertion, "location_invariant", name, i, f.Name, p.text(name, i+2, end-2))
			if held != "" {
				p.propose(ofSection, "location_invariant", name, i, f.Name, p.locked[held])
			}
		case t.text == "if" && ts[i+1].match > 0 && ts.errs(ts[i+1].match+1):
			p.propose(ofAssertion, "location_invariant", name, i, f.Name, "!("+p.text(name, i+2, ts[i+1].match-1)+")")
		case end == i+3 && ts[i+1].text == "=" && isNumber(ts[i+2].text) && p.begin[t.text] != "" && follows:
			p.propose(ofStore, "location_invariant", name, next, f.Name, t.text+" == "+ts[i+2].text)
		}
	}
}

// functionAt returns the function whose body contains a token, or nil.
func (p *proposer) functionAt(file string, i int) *cfg.Function {
	s := scopes{source: p.source}
	t := p.texts[file][i]
	return s.function(cfg.Pos{File: file, Line: t.line, Column: t.at})
}

func (p *proposer) update(file string, token int, f, variable, value string) {
	t := p.texts[file][token]
	p.updates = append(p.updates, ghostUpdates{location{File: file, Line: t.line, Column: t.column, Function: f}, []ghostAssign{{variable, value, "c_expression"}}})
}

// text returns the text between two tokens of a file.
func (p *proposer) text(file string, from, to int) string {
	var parts []string
	ts := p.texts[file]
	for i := from; i <= to; i++ {
		if i > from && ts.at(i, i-1) == "" {
			parts = append(parts, " ")
		}
		parts = append(parts, ts[i].text)
	}
	return strings.Join(parts, "")
}

// written returns the variables that are stored to between a lock of a mutex and its next unlock in
// the text.
func (p *proposer) written(ts tokens, lock int, mutex string) (z []string) {
	for i := range ts {
		if ts[i].text != "pthread_mutex_lock" || ts.mutexOf(i) != mutex {
			continue
		}
		for k := i; k+1 < len(ts) && (ts[k].text != "pthread_mutex_unlock" || ts.mutexOf(k) != mutex); k++ {
			stores := ts[k+1].text == "=" && ts[k+2].text != "=" || slices.Contains([]string{"++", "--"}, ts[k+1].text+ts.at(k+2, k+1))
			if x := ts[k].text; stores && p.begin[x] != "" && !slices.Contains(z, x) {
				z = append(z, x)
			}
		}
	}
	return z
}

// mutexOf returns the name of the only argument &NAME of a call that is the statement at token i,
// or "".
func (ts tokens) mutexOf(i int) string {
	if i+5 < len(ts) && ts[i+1].text == "(" && ts[i+2].text == "&" && ts[i+4].text == ")" && ts[i+5].text == ";" {
		return ts[i+3].text
	}
	return ""
}

// errs reports whether the statement at token i only signals an error.
func (ts tokens) errs(i int) bool {
	for ts[i].text == "{" || ts[i].text == "ERROR" || ts[i].text == ":" {
		i++
	}
	return ts[i].text == "reach_error" || ts[i].text == "__VERIFIER_error"
}

func isNumber(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// Len returns the number of candidates.
func (g *Ghosts) Len() int { return len(g.candidates) }

// Drop leaves out a candidate.
func (g *Ghosts) Drop(i int) { g.candidates = slices.Delete(g.candidates, i, i+1) }

// Witness returns a witness with the candidates as its invariants, and the ghost variables that
// they mention. The invariants are separate, in their order, or joined for each location.
func (g *Ghosts) Witness(together bool) ([]byte, error) {
	set := g.meta.entry("invariant_set")
	var invs []content
	joined := map[location]*invariant{}
	for _, c := range g.candidates {
		if z := joined[c.location]; together && z != nil && z.Type == c.kind {
			z.Value += " && (" + c.value + ")"
			continue
		}
		value := c.value
		if shared := slices.ContainsFunc(g.candidates, func(d loop) bool { return d != c && d.location == c.location }); together && shared {
			value = "(" + value + ")"
		}
		z := &invariant{Type: c.kind, Location: c.location, Value: value, Format: "c_expression"}
		joined[c.location] = z
		invs = append(invs, content{Invariant: z})
	}
	set.Content = invs
	entries := []entry{set}
	if used := g.used(); len(used.Variables) > 0 {
		ghosts := g.meta.entry("ghost_instrumentation")
		ghosts.Content = used
		entries = []entry{ghosts, set}
		for i := range entries {
			entries[i].Metadata.Format = "2.1"
		}
	}
	return yaml.Marshal(entries)
}

// used returns the ghost variables that candidates mention, with their updates.
func (g *Ghosts) used() (z instrumentation) {
	mentioned := func(name string) bool {
		return slices.ContainsFunc(g.candidates, func(c loop) bool {
			return slices.ContainsFunc(scan(c.value), func(t token) bool { return t.text == name })
		})
	}
	for _, v := range g.variables {
		if mentioned(v.Name) {
			z.Variables = append(z.Variables, v)
		}
	}
	for _, u := range g.updates {
		if mentioned(u.Updates[0].Variable) {
			z.Updates = append(z.Updates, u)
		}
	}
	return z
}
