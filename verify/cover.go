// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/horn"
	"cornet/internal/defect"
)

// Coverage is the part of a program that tests cover, according to gcov.
type Coverage struct {
	Covered, All int // lines, or branches
	Tests        int
	// Unreachable are lines that no execution passes, according to a proof. Missed are the other
	// lines that no test covers.
	Unreachable, Missed []cfg.Pos
}

// The limits of a query about uncovered lines: for all together, and for one.
const (
	coverAll = 10 * time.Second
	coverOne = 2 * time.Second
)

// A coverer looks for tests.
type coverer struct {
	*driver
	suite       *witness.Suite
	unreachable map[cfg.Pos]bool
	assumptions witness.Remarks
}

// cover makes a test suite.
func (d *driver) cover(ctx context.Context) (z Result, err error) {
	if err := d.coverable(); err != nil {
		return Result{Reason: err.Error()}, err
	}
	target, inputs := d.target()
	target.Suite = true
	c := &coverer{driver: d, unreachable: map[cfg.Pos]bool{}}
	if c.suite, err = witness.NewSuite(ctx, d.prog.Program, target, d.confinement()); err != nil {
		return Unknown("%v", err), err
	}
	defer c.suite.Close()
	candidates := []*chc.Path{{}}
	if inputs {
		_, found, err := witness.Fuzz(ctx, d.prog.Program, target, d.confinement())
		if err != nil {
			return Unknown("%v", err), err
		}
		candidates = append(candidates, found...)
	}
	for _, path := range candidates {
		if ctx.Err() == nil {
			if _, err := c.suite.Try(ctx, path); err != nil && ctx.Err() == nil {
				return Unknown("%v", err), err
			}
		}
	}
	if err := c.decideLines(ctx); err != nil {
		return Unknown("%v", err), err
	}
	for i, lines := range c.suite.Lines {
		for _, l := range lines {
			if pos := c.at(i, l); l.Count > 0 && c.unreachable[pos] {
				err := fmt.Errorf("a test passes %s:%d, which is proved not to be reached", pos.File, pos.Line)
				return Unknown("internal error: a proof contradicts a run"), &defect.Error{Engine: "encoding of " + d.prog.Name, Err: err}
			}
		}
	}
	if err := c.write(); err != nil {
		return Unknown("%v", err), err
	}
	return c.result(), nil
}

// coverable returns an error for programs and options for which runs and proofs differ.
func (d *driver) coverable() error {
	p := d.prog
	ends := p.unsupported()
	switch {
	case ends != nil:
		return fmt.Errorf("--cover: %v: %s: %w", ends.Pos, ends.Op.(cfg.Error).What, errors.ErrUnsupported)
	case d.Suite == "":
		return errors.New("--cover needs --suite DIR, where tests are written")
	case d.Witness != "" || d.Harness != "" || d.Certificate != "" || d.AllFindings || len(p.sites) > 0 || p.kinds != properties.Reachability:
		return errors.New("--cover goes with no other property and with no --witness, --harness or --certificate")
	case d.Replay == "off":
		return errors.New("--cover runs the program, which --replay=off forbids")
	case p.concurrent || p.unbounded || p.unwinds:
		return fmt.Errorf("--cover: %w: a program with threads", errors.ErrUnsupported)
	case len(p.source.Contracts) > 0 || d.MissingBody == cc.ErrorBody || d.Ints == chc.Math || d.SignedOverflow != "wrap":
		return fmt.Errorf("--cover: %w: contracts, --missing-body, --ints=math and --signed-overflow, which compiled programs know nothing of", errors.ErrUnsupported)
	}
	return nil
}

// A goal is a line to be reached.
type goal struct {
	file int // of the program
	line witness.CodeLine
	pos  cfg.Pos
}

// open returns the lines that are neither covered nor known to be unreachable, except lines with
// code of several functions.
func (c *coverer) open() (z []goal) {
	for i, lines := range c.suite.Lines {
		entries := map[int]int{}
		for _, l := range lines {
			entries[l.Number]++
		}
		for _, l := range lines {
			if pos := c.at(i, l); l.Count == 0 && entries[l.Number] == 1 && !c.unreachable[pos] {
				z = append(z, goal{i, l, pos})
			}
		}
	}
	return z
}

func (c *coverer) at(file int, l witness.CodeLine) cfg.Pos {
	name := c.prog.Name
	if file > 0 {
		name = c.prog.Others[file-1].Name
	}
	return cfg.Pos{File: name, Line: l.Number}
}

// decideLines decides whether lines can be reached. As long as this finds tests, it decides all
// lines together; then it decides each alone.
func (c *coverer) decideLines(ctx context.Context) error {
	for ctx.Err() == nil {
		goals := c.open()
		progress, err := c.decide(ctx, goals, coverAll)
		if err != nil {
			return err
		}
		if !progress {
			break
		}
	}
	for _, g := range c.open() {
		if ctx.Err() != nil {
			break
		}
		if slices.ContainsFunc(c.open(), func(h goal) bool { return h.pos == g.pos }) {
			if _, err := c.decide(ctx, []goal{g}, coverOne); err != nil {
				return err
			}
		}
	}
	return nil
}

// decide asks whether one of some lines can be reached. After a proof, the lines are unreachable; a
// path to one of them may be a test.
func (c *coverer) decide(ctx context.Context, goals []goal, budget time.Duration) (progress bool, err error) {
	within, stop := context.WithTimeout(ctx, budget)
	defer stop()
	p := c.prog.fork()
	p.read = p.read.Clone(nil)
	entered := enteredFunctions(p.read)
	cuts := map[*cfg.Node]bool{}
	goals = slices.DeleteFunc(goals, func(g goal) bool {
		nodes := c.nodesOf(p.read, g)
		if len(nodes) == 0 || !entered[nodes[0].Func] {
			return true
		}
		for _, n := range nodes {
			cuts[n] = true
		}
		return false
	})
	if len(goals) == 0 {
		return false, nil
	}
	mark(p.read, cuts)
	if err := p.reset(); err != nil {
		return false, unlessDone(within, err)
	}
	o := c.Options
	o.Replay, o.Invariants = "off", false
	z, err := (&driver{Options: o, config: c.config, log: c.log, prog: p}).run(within)
	var internal *defect.Error
	switch {
	case errors.As(err, &internal):
		return false, err
	case err != nil:
		return false, nil // not decided
	case z.Verdict == horn.Safe:
		for _, g := range goals {
			c.unreachable[g.pos] = true
		}
		for _, r := range z.Remarks {
			if r.Kind == witness.Assuming && !slices.Contains(c.assumptions, r) {
				c.assumptions = append(c.assumptions, r)
			}
		}
		return true, nil
	case z.Path == nil:
		return false, nil
	}
	before := len(c.open())
	if _, err := c.suite.Try(ctx, z.Path); err != nil {
		return false, unlessDone(ctx, err)
	}
	return len(c.open()) < before, nil
}

// unlessDone returns the error, unless the reason is that time is up.
func unlessDone(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// enteredFunctions returns the functions that the automata call by name, and main. Automata that
// represent calls of others do not count.
func enteredFunctions(p *cfg.Program) map[*cfg.Function]bool {
	z := map[*cfg.Function]bool{p.Main: true}
	for e := range p.Edges() {
		if call, ok := e.Op.(cfg.Call); ok && call.Callee != nil {
			z[call.Callee] = true
		}
	}
	return z
}

// nodesOf returns places of p such that each execution of a line passes one of them. These are
// before the edges of the statements with code there, at the entry of a function for its first
// line, and before its end for its last line. It returns nothing if the places are unclear.
func (c *coverer) nodesOf(p *cfg.Program, g goal) (nodes []*cfg.Node) {
	var f *cfg.Function
	for _, h := range p.Functions {
		if h.Name == g.line.Function && h.Pos.File == g.pos.File {
			if f != nil {
				return nil
			}
			f = h
		}
	}
	if f == nil {
		return nil
	}
	if g.line.Number <= g.line.Extent[0] { // the whole line comes after the entry
		return []*cfg.Node{f.Entry}
	}
	if g.line.Number == g.line.Extent[1] {
		for _, e := range f.Exit.In {
			nodes = append(nodes, e.From)
		}
		if len(nodes) == 0 {
			return nil
		}
	}
	file := c.prog.File
	if g.file > 0 {
		file = c.prog.Others[g.file-1]
	}
	extents, known := file.Extents(g.line.Number)
	if !known || len(extents) == 0 && len(nodes) == 0 {
		return nil
	}
	for _, x := range extents {
		n := len(nodes)
		for e := range f.Edges() {
			if e.Pos.File == g.pos.File && x.Has(e.Pos) {
				nodes = append(nodes, e.From)
			}
		}
		if len(nodes) == n {
			return nil
		}
	}
	return nodes
}

// mark turns some nodes of p into errors. An execution ends at the program's own errors.
func mark(p *cfg.Program, nodes map[*cfg.Node]bool) {
	for e := range p.Edges() {
		if _, ok := e.Op.(cfg.Error); ok {
			e.Op = cfg.Stop{}
		}
	}
	for _, f := range p.Functions {
		for _, n := range slices.Clone(f.Nodes) {
			if !nodes[n] {
				continue
			}
			pos := n.Pos
			for _, e := range slices.Clone(n.Out) {
				pos = e.Pos
				e.Disconnect()
			}
			n.Connect(f.NewNode(pos), cfg.Error{Kind: cfg.ReachError}, pos)
		}
	}
}

// result describes the coverage.
func (c *coverer) result() Result {
	z := &Coverage{Tests: len(c.suite.Tests)}
	branches := strings.HasPrefix(c.Cover, "branch")
	lines := witness.Remarks{{}} // the first one sums up the others
	for i, code := range c.suite.Lines {
		hit, order := map[int]int{}, []witness.CodeLine{}
		for _, l := range code { // a line in several functions counts once
			if n, ok := hit[l.Number]; !ok || branches {
				order = append(order, l)
				hit[l.Number] = n
			}
			if l.Count > 0 {
				hit[l.Number] = 1
			}
		}
		for _, l := range order {
			all, covered := 1, hit[l.Number]
			if branches {
				all, covered = len(l.Branches), l.Covered()
			}
			z.All += all
			z.Covered += covered
			pos := c.at(i, l)
			of := ""
			if branches {
				of = fmt.Sprintf("%d of %d branches ", all-covered, all)
			}
			switch {
			case covered == all:
			case c.unreachable[pos]:
				z.Unreachable = append(z.Unreachable, pos)
				lines = append(lines, witness.Plain.At(pos, of+"unreachable, as a proof shows"))
			default:
				z.Missed = append(z.Missed, pos)
				lines = append(lines, witness.Plain.At(pos, of+"not covered"))
			}
		}
	}
	what := "lines"
	if branches {
		what = "branches"
	}
	lines[0] = witness.Plain.Say("%s: %d of %d covered by %d tests", what, z.Covered, z.All, z.Tests)
	return Result{Reason: "--cover asks for no verdict", Coverage: z, Remarks: append(lines, c.assumptions...)}
}

// write writes the suite.
func (c *coverer) write() error {
	dir := filepath.Join(c.Suite, "tests")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	files := map[string]string{"Makefile": makefile(c.suite.Flags())}
	for name, text := range c.suite.Files {
		files[name] = text
	}
	for i, text := range c.suite.Tests {
		files[fmt.Sprintf("tests/%03d.txt", i+1)] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(c.Suite, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// makefile returns a makefile that compiles and runs a suite, and makes gcov count.
func makefile(flags string) string {
	return fmt.Sprintf(`# "make" runs the tests, and then gcov. The status of a test is %s.
CC = gcc
CFLAGS = %s
PROGRAM = $(patsubst %%.c,%%.o,$(wildcard program*.c))

coverage: suite
	rm -f *.gcda
	for t in tests/*.txt; do CORNET_INPUTS=$$t timeout 10 ./suite > /dev/null < /dev/null; echo "$$t: status $$?"; done
	gcov --branch-probabilities $(PROGRAM:.o=.gcda)

suite: $(PROGRAM) harness.c inputs.c
	$(CC) $(CFLAGS) -w -Wl,-z,muldefs -o $@ harness.c $(PROGRAM) inputs.c -lgcov -lm -lpthread

%%.o: %%.c
	$(CC) $(CFLAGS) -O0 -w -fwrapv -fcommon --coverage -c -o $@ $<

clean:
	rm -f suite *.o *.gcno *.gcda *.gcov

.PHONY: coverage clean
`, "107 at an error, 109 where an assumption fails, 108 where inputs are missing, and else the program's", flags)
}
