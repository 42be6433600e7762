// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/scalar"
	"cornet/internal/child"
	"cornet/internal/machine"
	"cornet/internal/sandbox"
)

// Replayed is the outcome of running a program on the inputs of a path.
type Replayed uint8

// The outcomes.
const (
	NotReplayed  Replayed = iota // nothing was compiled or run
	Unconfirmed                  // the program does not compile, or its run proves nothing about the path
	Confirmed                    // the error was reached
	Contradicted                 // the run ended without an error, on exactly the inputs of the path
)

func (r Replayed) String() string {
	return [...]string{"not replayed", "not confirmed", "confirmed", "contradicted"}[r]
}

// An Outcome is the result of a replay, with an explanation.
type Outcome struct {
	Replayed
	// Why explains it. For Confirmed, it is the report of a sanitizer, or "".
	Why string
	// Other is an error of the run that differs from the path's: its kind and its place. The run
	// neither confirms nor contradicts it.
	Other *chc.Step
}

func unconfirmed(why string) Outcome { return Outcome{Replayed: Unconfirmed, Why: why} }

// A File is a text of a program.
type File struct {
	Name, Text string
	// After is text that follows it, as in a file of another name.
	After string
	// Flags are those for gcc's preprocessor. Standard is the value of -std=, gnu17 by default.
	Flags    []string
	Standard string
}

// Program is the input of a replay: the first file of the program, and the other files that are
// linked with it.
type Program struct {
	File
	Others []File
	Model  cfg.DataModel
	// the function that it starts with, or "" for main
	Entry   string
	Headers []string // headers that were read, except embedded ones
	// Ends are the program's own errors, with their places.
	Ends []chc.Step
	// Mentions is as in cfg.Program.
	Mentions map[string]int
}

// files returns all files of the program.
func (p *Program) files() []File { return append([]File{p.File}, p.Others...) }

// has reports whether a file of that name belongs to the program, and not to a model.
func (p *Program) has(file string) bool {
	return slices.ContainsFunc(p.files(), func(f File) bool { return f.Name == file })
}

// names returns the names of all files.
func (p *Program) names() string {
	var names []string
	for _, f := range p.files() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// text returns the text of all files, with marks between them.
func (p *Program) text(of func(File) string) string {
	var texts []string
	for _, f := range p.files() {
		texts = append(texts, of(f))
	}
	return strings.Join(texts, fileMark)
}

// fileMark separates the texts of files.
const fileMark = "\n#pragma cornet next file\n"

// Confinement is the confinement of a replayed program.
type Confinement uint8

// The confinements.
const (
	Confined   Confinement = iota // in a sandbox, or unconfined if there is no sandbox
	Unconfined                    // without a sandbox, with the permissions of the user
)

// Bounds of a replay.
const (
	compileTime = 30 * time.Second
	replayTime  = 5 * time.Second
	loopTime    = time.Minute // for a path with loops
	maxText     = 64 << 20    // bytes of the preprocessed program
)

// Replay compiles the program with a harness for the path and runs it. It confirms only the error
// of the path: its kind at its place.
//
// Results that depend on the layout of memory are not evidence, so a program for another data model
// is not run.
func Replay(ctx context.Context, prog Program, p *chc.Path, c Confinement) Outcome {
	r, err := newReplay(prog, p, c)
	if err != nil {
		return Outcome{Why: err.Error()}
	}
	defer r.remove()
	if err := r.build(ctx); err != nil {
		return unconfirmed(err.Error())
	}
	box := sandbox.Box{Role: sandbox.Program, Dir: r.dir, Time: replayTime, Unconfined: r.free}
	if len(p.Loops) > 0 {
		box.Time = loopTime
	}
	if properties.Of(p.Failure.Error).Sanitizer == "address" {
		box.Sparse, box.Read = true, memoryFiles
	}
	out, err := box.Run(ctx, "./replay")
	if err != nil {
		return unconfirmed(err.Error())
	}
	return r.evaluate(out)
}

// memoryFiles are the files that a sanitizer reads to find the stack, and the lines of the program.
var memoryFiles = []string{"/proc/self/maps", "/proc/self/exe"}

// Defined returns the program's own error that it reaches on the inputs of a path without undefined
// behaviour that gcc's sanitizers find. It returns nil if there is no such error, or if this is
// unknown.
func Defined(ctx context.Context, prog Program, p *chc.Path, c Confinement) *chc.Step {
	r, err := newReplay(prog, p, c)
	if err != nil {
		return nil
	}
	defer r.remove()
	r.as = trapBuild
	if err := r.build(ctx); err != nil {
		return nil
	}
	box := sandbox.Box{Role: sandbox.Program, Dir: r.dir, Time: replayTime, Sparse: true, Read: memoryFiles, Unconfined: r.free}
	out, err := box.Run(ctx, "./replay")
	if err != nil || out.End != child.Exited || out.ExitCode != statusError {
		return nil
	}
	n, ok := r.reached(out.Stderr)
	switch {
	case !ok:
		return nil
	case n > 0:
		return &prog.Ends[n-1]
	}
	return &p.Failure
}

// Harness returns texts: the program's files with calls of functions that the last text, the
// harness, defines. Compiled together, they reach the error of the path. Only a compiler can
// determine some properties of the program's text. It runs in the same confinement as in Replay. If
// that is impossible, headers and macros are not expanded.
func Harness(ctx context.Context, prog Program, p *chc.Path, c Confinement) (program []string, harness string) {
	own := spans(prog.text(func(f File) string { return f.Text }))
	if r, err := newReplay(prog, p, c); err == nil {
		defer r.remove()
		if texts, harness, err := r.prepare(ctx); err == nil {
			return texts, harness + own.watches(p)
		}
	}
	s := spans(prog.text(func(f File) string { return f.complete(withUnset(f, p)) }))
	head := s.markErrors(prog, p, &marks{})
	s.enter(prog.Entry)
	calls, in := s.placeInputs(prog, p)
	return s.edited(head + calls + "#line 1\n"), s.harness(p, in, plainBuild) + mainOf(prog.Entry) + s.watches(p)
}

// replay is one replay.
type replay struct {
	prog   Program
	path   *chc.Path
	gcc    string
	width  []string // flags that choose the data model
	dir    string
	free   bool // run without confinement
	as     build
	inputs *inputs // set by prepare
	marks  *marks  // set by prepare
	word   string  // the status word with which the harness ends a run; programs do not know it
	folded bool    // the compiler has folded an overflow, so no run reports it
}

func (r *replay) remove() { _ = os.RemoveAll(r.dir) }

// evaluate returns the outcome of a run.
func (r *replay) evaluate(out child.Outcome) Outcome {
	why := "the run ended without an error"
	switch {
	case out.End == child.OverWall:
		return unconfirmed("the run took too long")
	case out.End != child.Exited && out.End != child.Signalled:
		return unconfirmed("the run was stopped: " + out.End.String())
	case out.Signal != "":
		why = "the run was stopped by " + out.Signal + " without an error"
		if !slices.Contains(crashes, out.Signal) || takesPointers(r.path) {
			return unconfirmed(why)
		}
	case out.ExitCode == statusAddress || out.ExitCode == statusError:
		z := r.compare(out)
		if z.Other == nil {
			return z
		}
		why = z.Why
		if !r.inputs.complete || !r.inputs.ordered {
			return z
		}
		return Outcome{Contradicted, why, z.Other}
	case out.ExitCode == statusAssume:
		why = "the run failed an assumption"
		if !r.inputs.ordered {
			return unconfirmed(why)
		}
	}
	if r.folded {
		return unconfirmed(why + ", but gcc has found an overflow when it compiled")
	}
	if !r.inputs.complete {
		return unconfirmed(why + ", and some of its inputs could not be given to it")
	}
	return Outcome{Replayed: Contradicted, Why: why}
}

// crashes are signals that the actions of a program itself cause.
var crashes = []string{"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGTRAP"}

// takesPointers reports whether an input of the path is an address, which means nothing in another
// memory.
func takesPointers(p *chc.Path) bool {
	return slices.ContainsFunc(p.Occurrences, func(h chc.Occurrence) bool {
		return h.Kind == chc.Input && h.Type.Kind == scalar.Pointer
	})
}

// newReplay begins a replay in a new folder.
func newReplay(prog Program, p *chc.Path, c Confinement) (*replay, error) {
	if err := sandbox.Available(); err != nil && c == Confined {
		return nil, fmt.Errorf("%w; --replay=unconfined runs the program nevertheless", err)
	}
	kind := properties.Of(p.Failure.Error)
	if isCheck(p.Failure) && kind.Sanitizer == "" {
		return nil, fmt.Errorf("gcc has no sanitizer for %s", kind.Error)
	}
	gcc, err := exec.LookPath("gcc")
	if err == nil {
		gcc, err = filepath.Abs(gcc)
	}
	if err != nil {
		return nil, errors.New("there is no gcc: " + machine.Install("gcc"))
	}
	dir, err := os.MkdirTemp("", "cornet-replay-")
	if err != nil {
		return nil, err
	}
	as := plainBuild
	switch {
	case properties.Of(p.Failure.Error).Sanitizer == "address":
		as = memoryBuild(p.Failure.Error)
	case isCheck(p.Failure):
		as = checkBuild(kind)
	}
	return &replay{prog: prog, path: p, gcc: gcc, width: widthFlags(prog.Model), dir: dir, free: c == Unconfined, as: as}, nil
}

// prepare returns the texts of the program's files with calls of the harness, and the harness.
func (r *replay) prepare(ctx context.Context) (texts []string, harness string, err error) {
	var preprocessed []string
	for i, f := range r.prog.files() {
		name := ProgramFile(i)
		if err := r.write(name, f.complete(withUnset(f, r.path))); err != nil {
			return nil, "", err
		}
		// The preprocessed text contains all calls, including those in headers and macros. Inline
		// definitions become ordinary ones, because gcc without optimisation would call definitions
		// in other files. If there are several, the linker takes one.
		args := append([]string{"-E", "-w", f.standard(), "-Dinline=", "-D__CPROVER_requires(...)=", "-D__CPROVER_ensures(...)=",
			"-D__CPROVER_assigns(...)=", "-D__CPROVER_frees(...)=", "-D__CPROVER_loop_invariant(...)=", "-D__CPROVER_decreases(...)=", "-D__inline=", "-D__inline__=", "-o", "text.i"}, f.Flags...)
		if dir, err := filepath.Abs(filepath.Dir(f.Name)); err == nil && len(r.prog.Headers) > 0 {
			args = append(args, "-iquote", dir)
		}
		if err := r.compile(ctx, append(args, name)...); err != nil {
			return nil, "", err
		}
		text, err := r.read("text.i")
		if err != nil {
			return nil, "", err
		}
		preprocessed = append(preprocessed, text)
	}
	s := spans(strings.Join(preprocessed, fileMark))
	head := fmt.Sprintf("extern char cornet_model[sizeof(long) == %[1]d && sizeof(void *) == %[1]d ? 1 : -1];\n", r.prog.Model.PointerBytes())
	marked, m := s.mark(r.prog, r.path)
	head += marked + s.markErrors(r.prog, r.path, m)
	r.marks = m
	own := ""
	if r.as.threads {
		blocks, text, err := s.block(r.path)
		if err != nil {
			return nil, "", err
		}
		head, own = head+blocks, text
	}
	s.enter(r.prog.Entry)
	calls, in := s.placeInputs(r.prog, r.path)
	r.inputs = in
	return s.edited(head + calls), s.harness(r.path, in, r.as) + mainOf(r.prog.Entry) + own, nil
}

// complete returns a text of the file with the text after it.
func (f *File) complete(text string) string {
	if f.After == "" {
		return text
	}
	return strings.TrimSuffix(text, "\n") + "\n#line 1 \"arguments\"\n" + f.After
}

func (f *File) standard() string { return "-std=" + cmp.Or(f.Standard, "gnu17") }

// build makes the program "replay".
func (r *replay) build(ctx context.Context) error {
	err := r.assemble(ctx)
	if _, refused := errors.AsType[*compileError](err); !refused {
		return err
	}
	// gcc may lack the libraries for the data model, or for the sanitizer.
	need := append([]string{"gcc"}, r.width...)
	for _, flag := range r.as.link {
		if strings.HasPrefix(flag, "-fsanitize=") {
			need = append(need, flag)
		}
	}
	if lacks := machine.Lacks(strings.Join(need, " ")); lacks != "" {
		return errors.New(lacks)
	}
	return err
}

func (r *replay) assemble(ctx context.Context) error {
	texts, harness, err := r.prepare(ctx)
	if err != nil {
		return err
	}
	r.word = fmt.Sprintf("cornet %x", sha256.Sum256([]byte(harness+strings.Join(texts, fileMark))))
	var objects []string
	for i, f := range r.prog.files() {
		name := fmt.Sprintf("replay%d", i)
		if err := r.write(name+".i", texts[i]); err != nil {
			return err
		}
		args := append([]string{"-c", f.standard(), "-fcommon"}, r.as.flags...)
		if err := r.compile(ctx, append(args, name+".i")...); err != nil {
			return err
		}
		objects = append(objects, name+".o")
	}
	if err := r.link(ctx, harness, objects); err != nil {
		return err
	}
	// a confined linker cannot change file modes
	return os.Chmod(filepath.Join(r.dir, "replay"), 0o755)
}

// link makes the program from its object files and the harness. Functions without body whose
// results do not matter return 0.
func (r *replay) link(ctx context.Context, harness string, objects []string) error {
	var wraps []string
	switch fails := r.inputs.fails; {
	case r.as.heap || fails != "" && r.as.driver == "":
		r.as.driver = heapDriver(r.path.Failure.Error, fails)
		wraps = []string{"-Wl,--wrap=" + strings.Join(allocators, ",--wrap=")}
	case fails != "":
		r.inputs.complete = false
	}
	try := func(text string) error {
		if err := r.write("harness.c", text); err != nil {
			return err
		}
		args := append([]string{"-w", "-std=gnu11", "-DCORNET_WORD=\"" + r.word + "\"", "-Wl,-z,muldefs", "-o", "replay", "harness.c"}, objects...)
		if r.as.driver != "" {
			if err := r.write("driver.c", r.as.driver); err != nil {
				return err
			}
			args = append(args, "driver.c")
		}
		return r.compile(ctx, append(append(append(args, r.as.link...), wraps...), "-lm", "-lpthread")...)
	}
	err := try(harness)
	if reports := properties.Of(r.path.Failure.Error).Reports; len(reports) > 0 && withoutLibrary(err) {
		r.as.link = nil
		harness += withoutRuntime(reports)
		err = try(harness)
	}
	if missing := undefined(err); len(missing) > 0 {
		if i := slices.IndexFunc(missing, ofVerifiers); i >= 0 {
			return fmt.Errorf("%s() has no meaning outside of verifiers", missing[i])
		}
		for _, name := range missing {
			harness += "long " + name + "() { return 0; }\n"
		}
		err = try(harness)
	}
	return err
}

// ofVerifiers reports whether a function belongs to CBMC or KLEE and has effects other than a
// result that does not matter.
func ofVerifiers(name string) bool {
	return strings.HasPrefix(name, "__CPROVER_") && name != "__CPROVER_cover" || name == "klee_make_symbolic" || name == "klee_is_symbolic"
}

// readable returns the files and folders that the compiler may read.
func (r *replay) readable() (z []string) {
	add := func(dir string) {
		if full, err := filepath.Abs(dir); err == nil && !slices.Contains(z, full) {
			if _, err := os.Stat(full); err == nil {
				z = append(z, full)
			}
		}
	}
	for _, h := range r.prog.Headers {
		add(filepath.Dir(h))
	}
	for _, f := range r.prog.files() {
		if len(r.prog.Headers) > 0 { // gcc looks next to the file before it looks elsewhere
			add(filepath.Dir(f.Name))
		}
		for i, flag := range f.Flags {
			if flag == "-I" || flag == "-isystem" || flag == "-iquote" || flag == "-idirafter" {
				add(f.Flags[i+1])
			}
		}
	}
	return z
}

func (r *replay) write(name, text string) error {
	return os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600)
}

func (r *replay) read(name string) (string, error) {
	path := filepath.Join(r.dir, name)
	s, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !s.Mode().IsRegular() || s.Size() > maxText {
		return "", errors.New("the preprocessed program is too large")
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// compile runs gcc for the data model.
func (r *replay) compile(ctx context.Context, args ...string) error {
	box := sandbox.Box{Role: sandbox.Compiler, Dir: r.dir, Time: compileTime, Unconfined: r.free}
	box.Read = append(sandbox.Parts(r.gcc), r.readable()...)
	out, err := box.Run(ctx, append(append([]string{r.gcc}, r.width...), args...)...)
	switch {
	case err != nil:
		return err
	case out.End != child.Exited:
		return errors.New("the compiler was stopped: " + out.End.String())
	case out.ExitCode == 0:
		r.folded = r.folded || strings.Contains(out.Stderr, "[-Woverflow]")
		return nil
	}
	return &compileError{out.Stderr}
}

// compileError is the error of a compiler for a program that it rejects.
type compileError struct{ stderr string }

func (e *compileError) Error() string {
	var lines []string
	for line := range strings.SplitSeq(e.stderr, "\n") {
		if (strings.Contains(line, "error") || strings.Contains(line, "undefined")) && len(lines) < 3 {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return "the program does not compile: " + strings.Join(lines, "; ")
}

// withoutLibrary reports whether the sanitizer's library is missing.
func withoutLibrary(err error) bool {
	var refused *compileError
	return errors.As(err, &refused) && strings.Contains(refused.stderr, "ubsan")
}

var undefinedPattern = regexp.MustCompile("undefined reference to `(\\w+)'")

// undefined returns the functions that the linker did not find.
func undefined(err error) []string {
	var refused *compileError
	if !errors.As(err, &refused) {
		return nil
	}
	var z []string
	for _, m := range undefinedPattern.FindAllStringSubmatch(refused.stderr, -1) {
		if !slices.Contains(z, m[1]) {
			z = append(z, m[1])
		}
	}
	return z
}

// widthFlags returns the compiler's flags for a data model, if the processor has several.
func widthFlags(m cfg.DataModel) []string {
	switch {
	case runtime.GOARCH != "amd64" && runtime.GOARCH != "386":
		return nil // the harness refuses to compile for another model
	case m.Resolve() == cfg.ILP32:
		return []string{"-m32"}
	}
	return []string{"-m64"}
}
