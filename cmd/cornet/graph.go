// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	api "cornet"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/internal/picture"
	"cornet/smt/abstraction"
	"cornet/verify"
)

// graphCmd draws a system, its answer, or the search for it.
type graphCmd struct {
	runFlags
	readFlags
	verify.Encoding
	File    string `arg:"" help:"SMT-LIB Horn file, or a C program (.c or .i), whose clauses are drawn; - reads an SMT-LIB file from standard input."`
	System  bool   `xor:"what" help:"Draw predicates and clauses (the default)."`
	Model   bool   `xor:"what" help:"Draw predicates and clauses with an invariant at each predicate."`
	Proof   bool   `xor:"what" help:"Draw the derivation of false, with values."`
	Art     bool   `xor:"what" help:"Draw the abstract reachability tree that --engine lawi builds, after preprocessing."`
	Lattice bool   `xor:"what" help:"Draw the abstraction lattices that --engine predabs explores: feasible, infeasible and maximal elements, with the interpolants."`
	Format  string `default:"" enum:",dot,svg,html,json" placeholder:"FORM" help:"html: a page to search, fold and zoom, with all steps; svg (needs Graphviz's dot); dot, the language of Graphviz; json, what the page shows, as output in docs/answer.schema.json. The default is the extension of --output's file, or dot."`
	Step    int    `default:"-1" placeholder:"N" help:"The refinement that svg and dot show of --art or --lattice, from 0; negative numbers count from the end."`
	Output  string `short:"o" default:"-" placeholder:"FILE" help:"Where the drawing goes; - is standard output."`
}

// graphForms are the forms of drawings. They are also the extensions of files.
var graphForms = []string{"html", "svg", "dot", "json"}

// form returns the form of the drawing, or an error if the name of the file does not tell it.
func (c *graphCmd) form() (string, error) {
	form := cmp.Or(c.Format, strings.TrimPrefix(filepath.Ext(c.Output), "."), "dot")
	if form == "gv" {
		form = "dot"
	}
	if !slices.Contains(graphForms, form) {
		return "", fmt.Errorf("--output %s: a drawing is one of %s; name the file so, or add --format", c.Output, strings.Join(graphForms, ", "))
	}
	return form, nil
}

func (c *graphCmd) Run(a *app) error {
	form, err := c.form()
	if err != nil {
		return err
	}
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	sys, err := c.read(ctx, a)
	if err != nil {
		return err
	}
	p, err := c.picture(ctx, a, sys)
	if err != nil {
		return err
	}
	name := filepath.Base(c.File)
	if c.File == "-" {
		name = "standard input"
	}
	p.Title += " of " + name
	if p.Empty != "" {
		if c.isProgram() && len(sys.Clauses) == 0 {
			p.Empty = "No clauses: no path of the program leads to an error. --check chooses what counts as one."
		}
		fmt.Fprintln(a.stderr, p.Empty)
	}
	var b bytes.Buffer
	if err := c.write(ctx, &b, p, form); err != nil {
		return err
	}
	if c.Output == "-" {
		_, err = a.stdout.Write(b.Bytes())
		return err
	}
	return os.WriteFile(c.Output, b.Bytes(), 0o644)
}

func (c *graphCmd) isProgram() bool {
	return slices.Contains([]string{".c", ".i"}, filepath.Ext(c.File))
}

// read returns the system of the file, or the clauses of the program.
func (c *graphCmd) read(ctx context.Context, a *app) (*horn.System, error) {
	if !c.isProgram() {
		in, err := c.readProblem(ctx, a, c.File)
		if err != nil {
			return nil, err
		}
		return in.System, nil
	}
	sources, err := readSources(ctx, a, []string{c.File})
	if err != nil {
		return nil, err
	}
	p, err := verify.Load(ctx, sources, c.Encoding)
	if err != nil {
		return nil, err
	}
	sys, err := p.Encode()
	if err != nil {
		return nil, err
	}
	// the title of the picture has the file, and boxes are narrow
	for _, k := range sys.Horn.Clauses {
		k.Name = strings.ReplaceAll(k.Name, c.File+":", "")
	}
	for _, n := range sys.Notes {
		fmt.Fprintf(a.stderr, "%s\n", n)
	}
	return sys.Horn, nil
}

// picture decides the system if the drawing needs its answer.
func (c *graphCmd) picture(ctx context.Context, a *app, sys *horn.System) (*picture.Picture, error) {
	o := c.within(a)
	var tree film
	var lattices []*abstraction.Lattice
	switch {
	case c.Art:
		o.Engine, o.Watch = "lawi", func(x any) { tree.add(x.(lawi.Snapshot)) }
	case c.Lattice:
		o.Engine, o.Watch = "predabs", func(x any) { lattices = append(lattices, x.(*abstraction.Lattice)) }
	case !c.Model && !c.Proof:
		return horn.NewGraph(sys).Picture(), nil
	}
	z, err := api.Solve(ctx, sys, o)
	if err != nil {
		return nil, err
	}
	var p *picture.Picture
	because := z.Verdict.String()
	if z.Reason != "" {
		because += ": " + z.Reason
	}
	switch {
	case c.Art:
		p = lawi.Picture(tree.steps())
		p.Empty = "No tree: the system was decided before the search, or lawi refuses it (" + because + ")."
		if !o.SkipPasses {
			p.Empty += " --no-passes leaves preprocessing out."
		}
	case c.Lattice:
		p = abstraction.Picture(lattices)
		p.Empty = "No lattice: no refinement was guided (" + because + ")."
		if o.Abstraction == abstraction.Auto {
			p.Empty += " Add --abstraction relational."
		}
	case c.Model && z.Model != nil:
		p = horn.NewGraph(sys).ModelPicture(z.Model)
	case c.Proof && z.Proof != nil:
		r, _, err := sys.Refutation(z.Proof)
		if err != nil {
			return nil, err
		}
		p = sys.RefutationPicture(r)
	case c.Model:
		p = &picture.Picture{Title: "Model", Empty: "No model: the system is " + because + "."}
	default:
		p = &picture.Picture{Title: "Derivation of false", Empty: "No refutation: the system is " + because + "."}
	}
	p.Verdict = z.Verdict.String()
	if (c.Art || c.Lattice) && len(p.Steps) > 0 {
		p.Empty = ""
	}
	return p, nil
}

// film collects pictures of a search. To limit their total size, it keeps first each picture, then
// each second one, each fourth, and so on.
type film struct {
	kept              []lawi.Snapshot
	last              lawi.Snapshot
	seen, every, text int
}

// mostText bounds the text of a film's pictures, in bytes.
const mostText = 4 << 20

func (f *film) add(x lawi.Snapshot) {
	f.last = x
	if f.every = max(1, f.every); f.seen%f.every == 0 {
		f.kept = append(f.kept, x)
		f.text += x.Size()
	}
	f.seen++
	for f.text > mostText && len(f.kept) > 1 {
		kept := f.kept
		f.kept, f.text, f.every = nil, 0, 2*f.every
		for k := 0; k < len(kept); k += 2 {
			f.kept = append(f.kept, kept[k])
			f.text += kept[k].Size()
		}
	}
}

// steps returns the pictures, including the last one. It returns none if the search ended at its
// first step.
func (f *film) steps() []lawi.Snapshot {
	if len(f.last.Nodes) <= 1 {
		return nil
	}
	if (f.seen-1)%f.every != 0 {
		f.kept = append(f.kept, f.last)
	}
	return f.kept
}

// write writes p in a form.
func (c *graphCmd) write(ctx context.Context, w io.Writer, p *picture.Picture, form string) error {
	switch form {
	case "html":
		return p.WriteHTML(w)
	case "json":
		return p.WriteJSON(w)
	}
	k := c.Step
	if k < 0 {
		k += len(p.Steps)
	}
	if len(p.Steps) > 0 && (k < 0 || k >= len(p.Steps)) {
		return fmt.Errorf("there is no step %d: the search has steps 0 to %d", c.Step, len(p.Steps)-1)
	}
	if form == "svg" {
		return p.WriteSVG(ctx, w, max(k, 0))
	}
	return p.WriteDOT(w, max(k, 0))
}
