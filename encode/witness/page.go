// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"cornet/encode/chc"
)

// Page is an answer as a page for browsers: the source, and next to it the steps of a path, with a
// column for each thread. It is self-contained. Without scripts, links lead from steps to lines.
type Page struct {
	Verdict string // the word of the verdict
	Notes   []string
	Program Program   // its Text may be ""
	Path    *chc.Path // or nil
	Limit   int       // maximal number of steps that are shown; 0 means all
	// Invariants are shown after their lines.
	Invariants []Invariant
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// colours is the number of threads that have a colour of their own.
const colours = 6

type pageThread struct {
	Name   string
	Colour int
}

type pageLine struct {
	ID          string
	Number      int // 0 means no number
	Text, Class string
}

type pageStep struct {
	Number        int
	Where, Target string // the line, and its element; "" if the page does not have it
	Text, Class   string
	Colour        int
	Indent        int
	Before, After []struct{} // columns of other threads
	Error, Cut    bool
}

// Write writes the page.
func (p Page) Write(w io.Writer) error {
	lines := p.lines()
	threads := 1
	for _, l := range lines {
		threads = max(threads, l.Pos.Thread+1)
	}
	data := struct {
		Verdict, Name string
		Notes         []string
		Threads       []pageThread
		Columns       int
		Steps         []pageStep
		Source        []pageLine
	}{Verdict: p.Verdict, Name: p.Program.Name, Notes: p.Notes, Columns: threads + 2}
	for i := range threads {
		data.Threads = append(data.Threads, pageThread{threadName(i), i % colours})
	}
	if threads == 1 {
		data.Threads[0].Name = "what happens"
	}
	head, tail := cutAt(len(lines), p.Limit)
	for i, l := range lines {
		if i == head && head+tail < len(lines) {
			data.Steps = append(data.Steps, pageStep{Cut: true, Text: fmt.Sprintf("… %d more …", len(lines)-head-tail)})
		}
		if i < head || i >= len(lines)-tail {
			data.Steps = append(data.Steps, p.step(i+1, l, threads))
		}
	}
	if len(lines) > 0 {
		data.Steps[len(data.Steps)-1].Error = true
	}
	data.Source = p.source(lines)
	return pageTemplate.Execute(w, data)
}

// lines returns the lines of the path, including the error, or nil if there is no path.
func (p Page) lines() []Line {
	if p.Path == nil {
		return nil
	}
	f := p.Path.Failure
	return append(Lines(p.Path), Line{Pos: f.To, Text: ErrorText(f)})
}

func (p Page) step(number int, l Line, threads int) pageStep {
	z := pageStep{
		Number: number, Text: l.Text, Class: weights[l.Kind], Colour: l.Pos.Thread % colours, Indent: 1 + min(l.Depth, 20),
		Before: make([]struct{}, l.Pos.Thread), After: make([]struct{}, threads-1-l.Pos.Thread),
	}
	switch {
	case l.Pos.Line == 0:
	case l.Pos.File == p.Program.Name:
		z.Where, z.Target = fmt.Sprint(l.Pos.Line), lineID(0, l.Pos.Line)
	case p.file(l.Pos.File) > 0:
		z.Where, z.Target = where(l.Pos), lineID(p.file(l.Pos.File), l.Pos.Line)
	default:
		z.Where = where(l.Pos)
	}
	return z
}

// weights are the styles of steps by their importance.
var weights = map[chc.EventKind]string{chc.Reads: "minor", chc.Branch: "minor", chc.Acts: "major", chc.Input: "major", chc.Inexact: "major"}

// file returns the number of a file of the program, or -1.
func (p Page) file(name string) int {
	return slices.IndexFunc(p.Program.files(), func(f File) bool { return f.Name == name })
}

// lineID names a line of a file of the program.
func lineID(file, line int) string {
	if file == 0 {
		return fmt.Sprintf("L%d", line)
	}
	return fmt.Sprintf("F%dL%d", file+1, line)
}

// source returns the lines of the program. Those that are executed are marked.
func (p Page) source(lines []Line) []pageLine {
	if p.Program.Text == "" {
		return nil
	}
	class := map[string]string{}
	for i, l := range lines {
		id := lineID(p.file(l.Pos.File), l.Pos.Line)
		class[id] = "run"
		if i == len(lines)-1 {
			class[id] = "bad"
		}
	}
	var z []pageLine
	for n, f := range p.Program.files() {
		if n > 0 {
			z = append(z, pageLine{ID: fmt.Sprintf("F%d", n+1), Text: "/* " + f.Name + " */"})
		}
		for i, text := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
			id := lineID(n, i+1)
			z = append(z, pageLine{ID: id, Number: i + 1, Text: strings.TrimSuffix(text, "\r"), Class: class[id]})
			for _, inv := range p.Invariants {
				if inv.Pos.File == f.Name && inv.Pos.Line == i+1 {
					z = append(z, pageLine{ID: fmt.Sprintf("%sI%d", id, len(z)), Text: "invariant: " + cmp.Or(inv.Text, inv.Formula), Class: "inv"})
				}
			}
		}
	}
	return z
}

// threadName returns the name of a thread of a path.
func threadName(i int) string {
	if i == 0 {
		return "main"
	}
	return fmt.Sprintf("thread %d", i)
}

// cutAt returns how many of n lines are kept at the beginning and at the end. Together these are at
// most limit; 0 means all.
func cutAt(n, limit int) (head, tail int) {
	if limit <= 0 || n <= limit {
		return n, 0
	}
	return limit / 2, limit - limit/2
}
