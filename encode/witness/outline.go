// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/horn"
	"cornet/logic"
)

// Outline is the part of a certificate in terms of the program: a text in Markdown.
type Outline struct {
	Program  Program
	Property string
	System   *chc.System
	// Model is the model of a proof, and Path the execution of a counterexample.
	Model *horn.Model
	Path  *chc.Path
	// Condition returns the name of a clause's condition, and the reason why it has no proof, or
	// "".
	Condition func(clause int) (name, open string)
	// Holes are the steps of a refutation without proof.
	Holes int
	// Axioms are the rules that the proofs use although the format lacks them.
	Axioms int
	// Notes have the assumptions of the answer, and the places where the model has more behaviours
	// than the source.
	Notes [][]cfg.Note
	// Threads is the number of threads of the program. Reduction describes the interleavings that
	// the product leaves out. They are 0 and "" without threads.
	Threads   int
	Reduction string
}

//go:embed outline.md
var outlineText string

var outlineTemplate = template.Must(template.New("outline").Parse(outlineText))

// Bounds on an outline. The model has the complete definitions.
const (
	maxConjuncts = 60
	maxTrace     = 200
	maxLines     = 12 // lines of a step
)

// outlinePlace is a predicate with its definition.
type outlinePlace struct {
	Title, Threads, Source string
	// Conjuncts are the conjuncts that C can express. If there are others, Formula is the whole
	// formula.
	Conjuncts []string
	Formula   string
	Old       bool // the formula mentions values at the entry
}

// outlineStep is a clause.
type outlineStep struct{ Name, From, To, Lines, Shows, Open string }

// Write writes the outline.
func (o *Outline) Write(w io.Writer) error {
	data := struct {
		Verdict, Name, Hash, Property, Ints string
		Model                               cfg.DataModel
		Safe                                bool
		Clauses, Proofs, Missing, Holes     int
		Threads, Axioms                     int
		Places, Never                       []outlinePlace
		Steps                               []outlineStep
		Trace, Assumed, Trusted             []string
	}{
		Verdict: "TRUE", Name: o.Program.names(), Hash: fmt.Sprintf("%x", sha256.Sum256([]byte(o.Program.text(func(f File) string { return f.Text })))), Property: o.Property,
		Model: o.Program.Model, Ints: integers[o.System.Ints], Safe: o.Model != nil, Clauses: len(o.System.Horn.Clauses), Holes: o.Holes, Threads: o.Threads, Axioms: o.Axioms,
		Trusted: o.trusted(),
	}
	for _, s := range statements(func(n cfg.Note) bool { return n.Assumed }, o.Notes...) {
		data.Assumed = append(data.Assumed, s.String())
	}
	if o.Model == nil {
		data.Verdict, data.Trace = "FALSE", Describe(o.Path, maxTrace)
		return outlineTemplate.Execute(w, data)
	}
	places := map[*logic.Func]chc.Place{}
	for _, p := range o.System.Places {
		places[p.Pred] = p
		if d, ok := o.Model.Definition(p.Pred); ok && d.Body.IsFalse() {
			data.Never = append(data.Never, o.place(p))
		} else {
			data.Places = append(data.Places, o.place(p))
		}
	}
	for i := range o.System.Steps {
		s := o.step(i, places)
		if data.Steps = append(data.Steps, s); s.Open == "" {
			data.Proofs++
		} else {
			data.Missing++
		}
	}
	return outlineTemplate.Execute(w, data)
}

var integers = map[chc.Ints]string{
	chc.WrapInts: "integers; operations that may overflow are wrapped explicitly", chc.Math: "integers without bounds, which are not those of C", chc.BV: "bit-vectors",
}

// placeTitles describe the kinds of places in terms of the program.
var placeTitles = map[chc.PlaceKind]string{
	chc.LoopHead: "`%v`: loop in %s, %s", chc.Join: "`%v`: in %s, %s", chc.Entry: "`%v`: entry of %s, %s", chc.Exit: "`%v`: exit of %s, %s",
}

func (o *Outline) place(p chc.Place) outlinePlace {
	z := outlinePlace{Title: fmt.Sprintf(placeTitles[p.Kind], p.Pred, p.Func, o.line(p.Pos)), Threads: p.Threads}
	if lines := strings.Split(o.Program.Text, "\n"); p.Pos.File == o.Program.Name && 0 < p.Pos.Line && p.Pos.Line <= len(lines) {
		z.Source = strings.TrimSpace(lines[p.Pos.Line-1])
	}
	d, ok := o.Model.Definition(p.Pred)
	if !ok || d.Body.IsFalse() {
		return z
	}
	inv := invariantAt(o.System, p, d)
	for i, c := range inv.Conjuncts {
		if i == maxConjuncts {
			inv.Text = ""
			break
		}
		z.Conjuncts = append(z.Conjuncts, c.Text)
	}
	if inv.Text == "" {
		z.Formula = strings.ReplaceAll(inv.Formula, "\n", " ")
		z.Old = strings.Contains(z.Formula, "|old ")
	}
	return z
}

// line names a position by its line, and by its file if it is in another one.
func (o *Outline) line(p cfg.Pos) string {
	if p.File == o.Program.Name && p.Line > 0 {
		return fmt.Sprintf("line %d", p.Line)
	}
	return where(p)
}

// step returns the description of clause i.
func (o *Outline) step(i int, places map[*logic.Func]chc.Place) outlineStep {
	s, c := o.System.Steps[i], o.System.Horn.Clauses[i]
	name, open := o.Condition(i)
	z := outlineStep{Name: name, Lines: o.lines(s.Trail()), Open: strings.ReplaceAll(open, "|", `\|`)}
	at := func(p *logic.Func) string { return fmt.Sprintf("`%v`, %s", p, o.line(places[p].Pos)) }
	switch z.From = "the beginning"; {
	case len(c.Body) > 0:
		z.From = at(c.Body[0].Pred)
	case s.Kind == chc.Enter:
		z.From = o.line(s.From)
	}
	z.To = "an error, " + o.line(s.To)
	if c.Head != nil {
		z.To = at(c.Head.Pred)
	}
	for _, a := range c.Body {
		if d, ok := o.Model.Definition(a.Pred); ok && d.Body.IsFalse() {
			z.Shows = fmt.Sprintf("nothing: no execution reaches `%v`", a.Pred)
			return z
		}
	}
	switch {
	case c.Head == nil:
		z.Shows = "it is not so that " + ErrorText(s)
	case s.Kind == chc.Enter:
		z.Shows = fmt.Sprintf("`%v` holds of the arguments", c.Head.Pred)
	case s.Kind == chc.Return:
		z.Shows = fmt.Sprintf("`%v` holds after the call, by `%v`", c.Head.Pred, c.Body[len(c.Body)-1].Pred)
	case len(c.Body) == 0:
		z.Shows = fmt.Sprintf("`%v` holds at first", c.Head.Pred)
	case c.Body[0].Pred == c.Head.Pred:
		z.Shows = fmt.Sprintf("`%v` is kept", c.Head.Pred)
	default:
		z.Shows = fmt.Sprintf("`%v` follows", c.Head.Pred)
	}
	return z
}

// lines returns the lines that a step passes.
func (o *Outline) lines(trail []cfg.Pos) string {
	var z []string
	if len(trail) > maxLines {
		z, trail = append(z, "…"), trail[len(trail)-maxLines:]
	}
	thread := 0
	for _, p := range trail {
		text := strings.TrimPrefix(o.line(p), "line ")
		switch {
		case p.Line == 0:
			text = "…"
		case p.Thread != thread:
			thread, text = p.Thread, fmt.Sprintf("%s: %s", threadName(p.Thread), text)
		}
		z = append(z, text)
	}
	return strings.Join(z, ", ")
}

// trusted describes what no proof covers.
func (o *Outline) trusted() []string {
	z := []string{
		fmt.Sprintf("reading: the preprocessor, the parser, types and layout for %v, the order of evaluation, models of functions of the library (packages `encode/cc`, `encode/cfg`)", o.Program.Model),
		"calls: functions are copied into their callers; calls through pointers have the targets that the points-to analysis finds (`encode/lower`, `encode/pointsto`)",
		"memory: objects become variables and arrays (`encode/lower`)",
		"pointers: " + o.pointers(),
		"clauses: expressions become terms, and blocks of statements clauses (`encode/expr`, `encode/chc`); what is impossible by simplification of terms, constants above all, has no clause",
	}
	switch {
	case o.Threads <= 1:
	case o.System.Program == nil:
		z = append(z, fmt.Sprintf("threads: the product of %d threads (`encode/threads`; %s), which is unwound on demand: the clauses are those of the states that the unwinding has met. States in which no predicate holds have no further clauses; that all others have theirs is not shown", o.Threads, reductions[o.Reduction]))
	default:
		z = append(z, fmt.Sprintf("threads: the product of %d threads, made as a whole (`encode/threads`; %s). A place is a state of it", o.Threads, reductions[o.Reduction]))
	}
	for _, s := range statements(func(n cfg.Note) bool { return n.Inexact }, o.Notes...) {
		z = append(z, "more behaviours than C has, which a proof covers and a counterexample may not pass: "+s.String())
	}
	return z
}

var reductions = map[string]string{
	"full": "all interleavings", "persistent": "without interleavings that persistent sets leave out", "sleep": "without interleavings that persistent sets and sleep sets leave out",
}

// pointers describes which accesses the clauses cover.
func (o *Outline) pointers() string {
	z := "accesses through pointers mean the objects that the points-to analysis finds (`encode/pointsto`)"
	stated, left := o.System.Pointers()
	if len(stated) > 0 {
		z += "; clauses say so of those at " + list(stated)
	}
	if len(left) > 0 {
		z += "; runs alone have tested those at " + list(left)
	}
	return z
}

// list names positions, each once.
func list(ps []cfg.Pos) string {
	var z []string
	for _, p := range ps {
		if text := where(p); !slices.Contains(z, text) {
			z = append(z, text)
		}
	}
	return strings.Join(z, ", ")
}

// String returns the statement and its places.
func (s statement) String() string { return fmt.Sprintf("%s (%s)", s.what, list(s.places)) }
