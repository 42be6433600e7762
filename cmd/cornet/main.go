// SPDX-License-Identifier: Apache-2.0

// Command cornet decides systems of constrained Horn clauses.
//
//	cornet FILE.smt2            decide a Horn file; "-" reads standard input
//	cornet -in                  hold a conversation on standard input
//	cornet check FILE WITNESS   validate a printed model or refutation
//	cornet simplify FILE        print the preprocessed system
//	cornet graph FILE           draw a system or a search
//	cornet termination FILE     decide whether a transition system terminates
//	cornet interpolate FILE     answer a script with get-interpolants
//	cornet verify FILE.c        decide a C program
//	cornet encode FILE.c        print the Horn system of a C program
//	cornet lsp                  serve an editor
//	cornet bench TASKS…         measure solvers on task sets
//	cornet version
//
// The file docs/command-line.md describes the options, output and exit codes.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/server/personality"
)

func main() { os.Exit(process()) }

// process executes the command line of the process and returns the exit code.
func process() int {
	tuneCollector()
	ctx, stop := untilSignal(context.Background())
	defer stop()
	args := os.Args[1:]
	if name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"); personality.Find(name) != nil {
		args = append([]string{"--as", name}, args...)
	}
	return run(ctx, args, os.Stdin, os.Stdout, os.Stderr)
}

// untilSignal returns a context that is cancelled by the first signal that ends the process. A
// second such signal ends it at once.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	signals, end := signal.NotifyContext(parent, os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithCancelCause(parent)
	context.AfterFunc(signals, func() {
		end()
		cancel(budget.ErrInterrupted)
	})
	return ctx, end
}

// shortHelp is printed if there are no arguments.
const shortHelp = `Cornet decides systems of constrained Horn clauses, and C programs by way of them.

  cornet FILE.smt2                    decide a Horn file; - reads standard input
  cornet verify FILE.c                can the program reach an error, or an assertion fail?
  cornet verify --check all FILE.c    is there undefined behaviour?
  cornet verify --help                options of a command
  cornet --help                       all commands
`

// commands is the command line.
type commands struct {
	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
	solving
	Check       checkCmd       `cmd:"" help:"Validate a printed model or refutation of a Horn file."`
	Termination terminationCmd `cmd:"" help:"Decide whether a transition system, a Horn system or a C program has an infinite execution."`
	Simplify    simplifyCmd    `cmd:"" help:"Print the preprocessed system as SMT-LIB."`
	Graph       graphCmd       `cmd:"" help:"Draw a system, or the search of lazy abstraction."`
	Interpolate interpolateCmd `cmd:"" help:"Answer an SMT-LIB script with get-interpolants commands."`
	Verify      verifyCmd      `cmd:"" help:"Decide whether a C program can reach an error."`
	Encode      encodeCmd      `cmd:"" help:"Print the Horn system of a C program as SMT-LIB."`
	hostCommands
	Version versionCmd `cmd:"" help:"Print the version."`
}

// solving is the part of the command line for deciding a Horn file. Its parser is made in a quarter
// of the time of the parser for all commands.
type solving struct {
	Verbose int      `short:"v" type:"counter" help:"Log progress to standard error; twice for details."`
	As      string   `placeholder:"SOLVER" help:"Must come first: take the flags of ${solvers}, and print answers as that solver does."`
	Solve   solveCmd `cmd:"" default:"withargs" help:"Decide a Horn file (the default command)."`
}

// parseSolving reads a command line that decides a Horn file, if it names no other command and asks
// for no help; otherwise it returns nil.
func parseSolving(args []string, c *solving) *kong.Context {
	var try solving
	if len(args) > 0 && args[0] == "solve" {
		args = args[1:]
	}
	names := commandNames()
	if slices.ContainsFunc(args, func(a string) bool { return slices.Contains(names, a) }) {
		return nil
	}
	parser, err := newParser(&try, []*runFlags{&try.Solve.runFlags}, false, kong.NoDefaultHelp())
	if err != nil {
		panic(err) // the grammar is wrong
	}
	line, err := parser.Parse(args)
	if err != nil {
		return nil
	}
	*c = try
	return line
}

// commandNames returns the names of all commands.
func commandNames() (z []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[commands]()) {
		if _, ok := f.Tag.Lookup("cmd"); ok {
			z = append(z, strings.ToLower(f.Name))
		}
	}
	return z
}

// app has the data that all commands use.
type app struct {
	ctx    context.Context
	stdin  io.Reader
	stdout *output
	stderr io.Writer
	log    *slog.Logger
	report *reporter // nil unless --format=json is set
}

// execute runs the chosen command.
func execute(line *kong.Context, a *app) (err error) {
	defer defect.Recover("cornet", &err)
	return line.Run(a)
}

// run executes the command line args and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if name, rest, ok := calledAs(args); ok {
		return impersonate(ctx, name, rest, stdin, stdout, stderr)
	}
	if len(args) == 0 {
		fmt.Fprint(stderr, shortHelp)
		return exitUsage
	}
	var c commands
	args, all := normalise(args)
	line := parseSolving(args, &c.solving)
	if line == nil {
		exited := -1
		parser, err := newFullParser(&c, all, kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }))
		if err != nil {
			panic(err) // the grammar above is wrong
		}
		line, err = parser.Parse(args)
		switch {
		case exited >= 0: // --help or --version has been printed
			return exited
		case err != nil:
			hint, problem := advice(args)
			fmt.Fprintf(stderr, "cornet: %s\n", cmp.Or(problem, err.Error()))
			if hint != "" || problem == "" {
				fmt.Fprintln(stderr, cmp.Or(hint, "Try 'cornet --help'."))
			}
			return exitUsage
		}
	}
	if c.As != "" {
		fmt.Fprintln(stderr, "cornet: --as comes before all other arguments")
		return exitUsage
	}
	level := []slog.Level{slog.LevelWarn, slog.LevelInfo, slog.LevelDebug}[min(c.Verbose, 2)]
	out := &output{w: stdout}
	r := newReporter(line)
	if r != nil {
		out.w = &r.text
	}
	a := &app{
		ctx: ctx, stdin: stdin, stdout: out, stderr: stderr,
		log: slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level})), report: r,
	}
	err := execute(line, a)
	if r != nil {
		out.w = stdout
		if failed := r.write(out, err); err == nil {
			err = failed
		}
	}
	if out.err != nil && exitCode(err) < exitUsage {
		err = out.err // an answer that could not be printed does not count
	}
	if told := new(toldError); err != nil && !errors.Is(err, errNegative) && !errors.As(err, told) {
		fmt.Fprintf(stderr, "cornet: %s\n", printable(err.Error()))
		if hint, _ := advice(args); hint != "" && errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintln(stderr, hint)
		}
	}
	return exitCode(err)
}

// calledAs returns the solver that a command line in a compatibility mode names, and the arguments
// for it.
func calledAs(args []string) (name string, rest []string, ok bool) {
	if len(args) == 0 {
		return "", nil, false
	}
	if name, ok = strings.CutPrefix(args[0], "--as="); ok {
		return name, args[1:], true
	}
	if args[0] == "--as" && len(args) > 1 {
		return args[1], args[2:], true
	}
	return "", nil, false
}

// impersonate executes the command line of another solver and returns the exit code.
func impersonate(ctx context.Context, name string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := personality.Find(name)
	if s == nil {
		fmt.Fprintf(stderr, "cornet: --as %s: expected %s\n", name, personality.Names())
		return exitUsage
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return s.Run(ctx, args, personality.Process{Stdin: stdin, Stdout: stdout, Stderr: stderr, Version: buildVersion(), Log: log})
}
