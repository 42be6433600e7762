// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"errors"
	"fmt"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// EndlessName is the function that a watched program calls when it has passed a place often enough.
const EndlessName = "__witness_endless"

// Watched is a program that counts how often it passes a place in states of some set.
type Watched struct {
	Texts []string // of the files, in their order
	file  string
	added []inserted
}

// Watch inserts the count into a program of files with these names and texts: at the head of a loop
// before the condition is evaluated, at a label, or at the beginning of a function. After some
// passes, the program calls EndlessName.
func Watch(m Meta, names, texts []string, s States, passes int) (*Watched, error) {
	w := &instrumenter{Document: &Document{Name: "replay"}, names: names, texts: texts, edits: make([][]insertion, len(texts)), steps: map[spot]*steps{}}
	for _, text := range texts {
		w.tokens, w.lines = append(w.tokens, scan(text)), append(w.lines, lineStarts(text))
	}
	f := slices.Index(names, s.Pos.File)
	if f < 0 {
		return nil, errors.New("the loop is not in the text of the program")
	}
	ts := w.tokens[f]
	i := ts.find(plain(s.Pos))
	if i < 0 {
		return nil, errors.New("the loop does not begin in the text of the program")
	}
	kind, at, within := ts.head(i)
	if s.Kind == chc.Entry {
		kind, at, within = "", ts.bodyAfter(i), ts.bodyAfter(i)+1
	}
	if at < 0 {
		return nil, errors.New("the place is no loop in the text of the program")
	}
	condition := "1"
	z := scopes{name: s.Pos.File, tokens: ts, source: m.Source, copies: map[*cfg.Function]int{}}
	if fn := z.function(plain(s.Pos)); fn != nil {
		if value := bounded(z.visible(s.conjuncts, fn, within)); value != "" {
			condition = value
		}
	}
	count := fmt.Sprintf("extern void %[1]s(void); static unsigned long %[1]s_passes; if ((%[2]s) && ++%[1]s_passes > %[3]d) %[1]s();", EndlessName, condition, passes)
	var err error
	switch kind {
	case "loop_invariant":
		err = w.condition(f, at, 0, "({ "+count+" (", "); })")
	case "":
		w.around(f, at, at, rankStatement, 0, "", " ({ "+count+" });")
	default:
		err = w.before(f, at, 0, "({ "+count+" });")
	}
	if err != nil {
		return nil, err
	}
	y := &Watched{file: names[f]}
	for k := range texts {
		text, placed := w.apply(k)
		y.Texts = append(y.Texts, text)
		if k == f {
			y.added = placed
		}
	}
	return y, nil
}

// bodyAfter returns the brace that begins the body of a function whose head has token i, or -1.
func (ts tokens) bodyAfter(i int) int {
	for ; i < len(ts) && ts[i].text != ";"; i++ {
		if ts[i].text == "{" && ts[i].match > 0 {
			return i
		}
	}
	return -1
}

// Shift changes the positions of a path in the program to those in the watched one.
func (z *Watched) Shift(p *chc.Path) {
	shift := func(at *cfg.Pos) {
		by := 0
		for _, e := range z.added {
			if at.File == z.file && e.line == at.Line && e.column <= at.Column {
				by += e.length
			}
		}
		at.Column += by
	}
	for i := range p.Occurrences {
		shift(&p.Occurrences[i].Pos)
	}
	shift(&p.Failure.To)
	shift(&p.Failure.From)
}
