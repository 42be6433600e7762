// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	api "cornet"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/smt/abstraction"
)

// graphCmd draws a system, or what the search of lazy abstraction makes of it.
type graphCmd struct {
	runFlags
	File    string `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	System  bool   `xor:"what" help:"Draw predicates and clauses (the default)."`
	Art     bool   `xor:"what" help:"Draw the abstract reachability tree that --engine lawi builds, after preprocessing."`
	Lattice bool   `xor:"what" help:"Draw the abstraction lattices that --engine predabs explores: feasible, infeasible and maximal elements, with the interpolants."`
	Format  string `default:"dot" enum:"dot,svg,html,json" help:"${enum}: the language of Graphviz, a picture (needs Graphviz's dot), for --art and --lattice one page with all refinements, or the first as a part of docs/answer.schema.json."`
	Step    int    `default:"-1" placeholder:"N" help:"The refinement that --art or --lattice shows, from 0; negative numbers count from the end."`
	Output  string `short:"o" default:"-" placeholder:"FILE" help:"Where the drawing goes; - is standard output."`
}

func (c *graphCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	in, err := readProblem(ctx, a, c.File, io.Discard)
	if err != nil {
		return err
	}
	sys := in.System
	var b bytes.Buffer
	switch {
	case c.Art:
		err = c.drawTree(ctx, a, sys, &b)
	case c.Lattice:
		err = c.drawLattice(ctx, a, sys, &b)
	default:
		err = c.drawSystem(ctx, sys, &b)
	}
	if err != nil {
		return err
	}
	if c.Output == "-" {
		_, err = a.stdout.Write(b.Bytes())
		return err
	}
	return os.WriteFile(c.Output, b.Bytes(), 0o644)
}

func (c *graphCmd) drawSystem(ctx context.Context, sys *horn.System, w io.Writer) error {
	if c.Format == "html" {
		return errors.New("--format html draws searches: add --art, or take dot or svg")
	}
	return c.graphviz(ctx, w, horn.NewGraph(sys).WriteDOT)
}

// drawTree runs lazy abstraction, to its end or the limits, and draws what it has
// built.
func (c *graphCmd) drawTree(ctx context.Context, a *app, sys *horn.System, w io.Writer) error {
	o := c.within(a)
	var steps []lawi.Snapshot
	o.Engine = "lawi"
	o.Watch = func(x any) { steps = append(steps, x.(lawi.Snapshot)) }
	z, err := api.Solve(ctx, sys, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "%v, %d pictures\n", z.Verdict, len(steps))
	if c.Format == "html" {
		return lawi.WriteHTML(w, c.File, steps)
	}
	k, err := c.step(len(steps), z.Reason)
	if err != nil {
		return err
	}
	return c.graphviz(ctx, w, func(w io.Writer) error { return lawi.WriteDOT(w, steps[k]) })
}

// drawLattice runs predicate abstraction, to its end or the limits, and draws the
// lattices that it has explored.
func (c *graphCmd) drawLattice(ctx context.Context, a *app, sys *horn.System, w io.Writer) error {
	o := c.within(a)
	var steps []*abstraction.Lattice
	o.Engine = "predabs"
	o.Watch = func(x any) { steps = append(steps, x.(*abstraction.Lattice)) }
	z, err := api.Solve(ctx, sys, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "%v, %d lattices\n", z.Verdict, len(steps))
	if c.Format == "html" {
		return abstraction.WriteHTML(w, c.File, steps)
	}
	k, err := c.step(len(steps), "no refinement was guided; add --abstraction relational")
	if err != nil {
		return err
	}
	if c.Format == "svg" {
		return abstraction.WriteSVG(w, steps[k])
	}
	return abstraction.WriteDOT(w, steps[k])
}

// step returns the number of the step to show, of n; why explains that there are
// none.
func (c *graphCmd) step(n int, why string) (int, error) {
	k := c.Step
	if k < 0 {
		k += n
	}
	switch {
	case k >= 0 && k < n:
		return k, nil
	case n == 0:
		return 0, fmt.Errorf("nothing was explored: %s", why)
	}
	return 0, fmt.Errorf("there is no step %d: the search has steps 0 to %d", c.Step, n-1)
}

// graphviz writes what write draws, through Graphviz for pictures.
func (c *graphCmd) graphviz(ctx context.Context, w io.Writer, write func(io.Writer) error) error {
	if c.Format == "dot" {
		return write(w)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	dot := exec.CommandContext(ctx, "dot", "-Tsvg")
	var complaint bytes.Buffer
	dot.Stdin, dot.Stdout, dot.Stderr = &b, w, &complaint
	if err := dot.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New("no Graphviz: install it (Debian: graphviz) for --format svg, or take --format dot or html")
		}
		return fmt.Errorf("dot -Tsvg: %w\n%s", err, complaint.Bytes())
	}
	return nil
}
