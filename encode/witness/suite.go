// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cornet/encode/chc"
	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/internal/child"
	"cornet/internal/machine"
	"cornet/internal/sandbox"
)

//go:embed harness/inputs.c
var testInputs string

const testTime = 2 * time.Second // for a run of a test

// A Suite is a program compiled for gcov, with tests that have been run.
type Suite struct {
	// Files are the texts of the program's files, the harness and the reader of inputs. Tests are
	// inputs.
	Files map[string]string
	Tests []string
	// Lines are gcov's reports about all tests together, by files of the program.
	Lines [][]CodeLine

	r    *replay
	gcov string
}

// CodeLine is gcov's report about a line of a program that has code.
type CodeLine struct {
	Number   int      `json:"line_number"`
	Function string   `json:"function_name"`
	Count    int64    `json:"count"`
	Branches []branch `json:"branches"`
	// Extent has the first and the last line of the function.
	Extent [2]int `json:"-"`
}

type branch struct {
	Count int64 `json:"count"`
}

// Covered returns the number of branches of the line that were taken.
func (l CodeLine) Covered() (n int) {
	for _, b := range l.Branches {
		if b.Count > 0 {
			n++
		}
	}
	return n
}

// NewSuite compiles a program for gcov, with a harness that reads inputs.
func NewSuite(ctx context.Context, prog Program, t Target, c Confinement) (*Suite, error) {
	r, err := newReplay(prog, &chc.Path{Occurrences: t.Sites, Failure: t.Failure}, c)
	if err != nil {
		return nil, err
	}
	s := &Suite{r: r}
	if s.gcov, err = exec.LookPath("gcov"); err != nil {
		s.Close()
		return nil, errors.New("there is no gcov: " + machine.Install("gcov"))
	}
	r.as = build{
		flags:    []string{"-O0", "-w", "-fwrapv", "--coverage"},
		link:     []string{"-lgcov"},
		head:     "unsigned long long cornet_next(const char *);\ndouble cornet_next_real(const char *);\nvoid cornet_end(int);\n#define _exit cornet_end\n",
		driver:   testInputs,
		function: reading,
	}
	if err = r.build(ctx); err == nil {
		err = s.texts()
	}
	if err == nil {
		err = s.count(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Flags returns the flags that choose the data model and the standard of C.
func (s *Suite) Flags() string {
	return strings.Join(append(slices.Clone(s.r.width), s.r.prog.standard()), " ")
}

// Close removes everything that is not in Files.
func (s *Suite) Close() { os.RemoveAll(s.r.dir) }

// texts reads the compiled files. Their lines are those of the program's files.
func (s *Suite) texts() error {
	s.Files = map[string]string{"inputs.c": testInputs}
	for i, f := range s.r.prog.files() {
		text, err := s.r.read(fmt.Sprintf("replay%d.i", i))
		if err != nil {
			return err
		}
		s.Files[ProgramFile(i)] = strings.ReplaceAll(text, " "+strconv.Quote(ProgramFile(i)), " "+strconv.Quote(f.Name))
	}
	text, err := s.r.read("harness.c")
	s.Files["harness.c"] = text
	return err
}

// ProgramFile returns the name of a program's i-th file in the folder of the harness.
func ProgramFile(i int) string {
	if i == 0 {
		return "program.c"
	}
	return fmt.Sprintf("program-%d.c", i+1)
}

// reading writes a function that returns the results of a test. Pointers are null.
func reading(_ *inputs, f inputFunction, b *strings.Builder) {
	typ := f.typeOf()
	body := fmt.Sprintf("cornet_next(%q)", f.name)
	switch {
	case strings.HasSuffix(typ, "*"):
		body = "0"
	case typ == "float" || typ == "double" || typ == "long double":
		body = fmt.Sprintf("cornet_next_real(%q)", f.name)
	}
	fmt.Fprintf(b, "%s %s() { return (%s)%s; }\n", typ, f.name, strings.TrimPrefix(typ, "const "), body)
}

// test returns the file of inputs for a path.
func (s *Suite) test(p *chc.Path) string {
	var b strings.Builder
	for _, h := range p.Occurrences {
		if h.Kind != chc.Input || h.Result == nil || h.Type.Kind == scalar.Pointer {
			continue
		}
		name := "cornet_input_" + h.Name + "_" + strconv.Itoa(h.Pos.Mention)
		if _, ok := s.r.inputs.index[name]; !ok {
			name = h.Name
		}
		if h.Type.Kind == scalar.Float {
			fmt.Fprintf(&b, "%s %d %s = %s\n", name, doubleBits(h.Result, h.Type.Format()), h.Name, h.Type.Format().String(h.Result))
		} else {
			fmt.Fprintf(&b, "%s %d %s at %v\n", name, h.Result, h.Name, h.Pos)
		}
	}
	return b.String()
}

// doubleBits returns the bits of the double that is nearest to a number.
func doubleBits(x *big.Int, f ieee.Format) *big.Int {
	double, _ := ieee.Of(64)
	switch {
	case f.IsNaN(x):
		return double.Bits(double.NaN())
	case f.IsInf(x) && x.Sign() < 0:
		return double.Bits(ieee.Neg(double.Inf()))
	case f.IsInf(x):
		return double.Bits(double.Inf())
	}
	return double.Bits(double.Round(f.Rat(x), x.Sign() < 0))
}

// Try runs the program on the inputs of a path, and makes them a test if they pass lines or
// branches that no other test passes.
func (s *Suite) Try(ctx context.Context, p *chc.Path) (useful bool, err error) {
	before, text := s.passed(), s.test(p)
	if err := s.r.replace("inputs", text); err != nil {
		return false, err
	}
	for i := range s.r.prog.files() { // another run may have another user
		if err := os.RemoveAll(filepath.Join(s.r.dir, fmt.Sprintf("replay%d.gcda", i))); err != nil {
			return false, err
		}
	}
	box := sandbox.Box{Role: sandbox.Recorder, Dir: s.r.dir, Time: testTime, Unconfined: s.r.free}
	out, err := box.Run(ctx, "./replay")
	if err != nil || out.End != child.Exited && out.End != child.Signalled && out.End != child.OverWall {
		return false, err
	}
	if err := s.count(ctx); err != nil || s.passed() == before {
		return false, err
	}
	s.Tests = append(s.Tests, text)
	return true, nil
}

// replace writes a file in a folder where the program may have written something else.
func (r *replay) replace(name, text string) error {
	path := filepath.Join(r.dir, name)
	if err := os.RemoveAll(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// passed counts the lines and branches that tests pass.
func (s *Suite) passed() (n int) {
	for _, lines := range s.Lines {
		for _, l := range lines {
			n += l.Covered()
			if l.Count > 0 {
				n++
			}
		}
	}
	return n
}

// count adds gcov's report about the last run.
func (s *Suite) count(ctx context.Context) error {
	for i := range s.r.prog.files() {
		object := fmt.Sprintf("replay%d", i)
		report := object + ".gcov.json.gz"
		if err := os.RemoveAll(filepath.Join(s.r.dir, report)); err != nil {
			return err
		}
		box := sandbox.Box{Role: sandbox.Compiler, Dir: s.r.dir, Time: compileTime, Read: sandbox.Parts(s.gcov), Unconfined: s.r.free}
		if out, err := box.Run(ctx, s.gcov, "--branch-probabilities", "--json-format", object+".gcda"); err != nil {
			return err
		} else if out.End != child.Exited || out.ExitCode != 0 {
			return fmt.Errorf("gcov fails: %s", out.Stderr)
		}
		packed, err := s.r.read(report)
		if err != nil {
			return err
		}
		lines, err := linesOf(packed, ProgramFile(i))
		if err != nil {
			return fmt.Errorf("gcov's report: %w", err)
		}
		if i == len(s.Lines) {
			s.Lines = append(s.Lines, lines)
			continue
		}
		if len(lines) != len(s.Lines[i]) {
			return errors.New("gcov's reports differ in their lines")
		}
		for k, l := range lines {
			sum := &s.Lines[i][k]
			sum.Count += l.Count
			for b := range min(len(sum.Branches), len(l.Branches)) {
				sum.Branches[b].Count += l.Branches[b].Count
			}
		}
	}
	return nil
}

// linesOf reads a report of gcov: the lines of the preprocessed file, without those of headers.
func linesOf(packed, name string) ([]CodeLine, error) {
	in, err := gzip.NewReader(bytes.NewReader([]byte(packed)))
	if err != nil {
		return nil, err
	}
	var report struct {
		Files []struct {
			File      string     `json:"file"`
			Lines     []CodeLine `json:"lines"`
			Functions []struct {
				Name  string `json:"name"`
				First int    `json:"start_line"`
				Last  int    `json:"end_line"`
			} `json:"functions"`
		} `json:"files"`
	}
	if err := json.NewDecoder(io.LimitReader(in, maxText)).Decode(&report); err != nil {
		return nil, err
	}
	for _, f := range report.Files {
		if f.File != name {
			continue
		}
		extents := map[string][2]int{}
		for _, g := range f.Functions {
			extents[g.Name] = [2]int{g.First, g.Last}
		}
		for i, l := range f.Lines {
			f.Lines[i].Extent = extents[l.Function]
		}
		return f.Lines, nil
	}
	return nil, nil
}
