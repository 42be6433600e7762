// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	api "cornet"
	"cornet/encode/cc"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/verify"
)

type verifyCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Files of a C program, which are linked; - reads standard input."`
	verify.Options
	runFlags
	Trace  int      `default:"60" placeholder:"N" help:"Print at most N lines of a counterexample; 0 means all."`
	FailOn string   `enum:",false,unknown" default:"" help:"Exit with code 1 if the verdict is FALSE (false), or if it is FALSE or UNKNOWN (unknown). Default: the exit code does not depend on the verdict."`
	Report []string `sep:"none" placeholder:"FORMAT=FILE" help:"Also write the answer to a file, in any format of --format except json. Repeatable."`
	Format string   `default:"text" enum:"text,html,json,sarif,junit,github,markdown" help:"What to print: ${enum}. docs/answer.schema.json describes json; html is a page with the source beside the counterexample; sarif is SARIF 2.1.0, junit is JUnit's XML, github is annotations for GitHub Actions, markdown is a table."`
}

func (c *verifyCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	l := &live{w: a.stdout, stderr: a.stderr, limit: c.Trace, shows: c.Format == "text"}
	if l.shows && isTerminal(a.stdout.w) {
		l.w = newTerminal(a.stdout)
	}
	c.Progress = l.progress
	z, err := budget.Within(ctx, func() (verify.Result, error) { return c.verify(ctx, a) }, func() verify.Result {
		return l.known().Interrupted(budget.Why(ctx))
	})
	l.end()
	for _, run := range z.Runs {
		if c.Stats != "" {
			writeStats(a.stderr, c.Stats, run)
		}
	}
	if z.Defect != nil {
		reportDefect(a.stderr, z.Defect)
	}
	if z.Verdict == horn.Unknown && err != nil && !aboutProgram(err) {
		return err
	}
	if c.Format == "text" || c.Format == "json" {
		a.report.answer(ofProgram(z, c.Trace))
	}
	failed := l.print(z, func(w io.Writer) error { return c.print(w, c.Format, z) })
	for _, r := range c.Report {
		failed = errors.Join(failed, c.write(r, z))
	}
	if failed != nil {
		return failed
	}
	if z.Word() == "UNKNOWN" && z.Coverage == nil {
		switch {
		case err == nil && c.Format != "text": // reported in the same way as by 'cornet solve'
			fmt.Fprintf(a.stderr, "unknown: %s\n", printable(z.Reason))
		case err != nil && c.Format == "text" && exitCode(err) == exitInput:
			return toldError{err}
		}
	}
	if err == nil && (c.FailOn != "" && z.Word() == "FALSE" || c.FailOn == "unknown" && z.Word() == "UNKNOWN") {
		return errNegative
	}
	return err
}

// print prints an answer.
func (c *verifyCmd) print(w io.Writer, format string, z verify.Result) error {
	switch format {
	case "html":
		return z.Page(c.Trace).Write(w)
	case "sarif":
		return writeSARIF(w, z)
	case "junit":
		return writeJUnit(w, z, c.Trace)
	case "github":
		return writeAnnotations(w, z, c.Trace)
	case "markdown":
		return writeMarkdown(w, z, c.Trace)
	}
	_, err := io.WriteString(w, printable(z.Text(c.Trace)+c.next(z)))
	return err
}

// next returns a line about what to try next if the time was too short, or "".
func (c *verifyCmd) next(z verify.Result) string {
	if z.Word() != "UNKNOWN" || !strings.HasPrefix(z.Reason, budget.OutOfTime) || z.Coverage != nil {
		return ""
	}
	ways := []string{fmt.Sprintf("more time (--timeout %.0fs)", math.Ceil(10*c.Budget.Timeout.Seconds()))}
	if !c.Options.Invariants {
		ways = append(ways, "print what is proved so far (--invariants)")
	}
	if c.Options.Unwind == 0 {
		ways = append(ways, "look for errors in short executions (--unwind 10)")
	}
	return "next: " + strings.Join(ways, ", or ") + "\n"
}

// write writes an answer to a file, as the option FORMAT=FILE demands.
func (c *verifyCmd) write(report string, z verify.Result) error {
	format, name, _ := strings.Cut(report, "=")
	var b bytes.Buffer
	if err := c.print(&b, format, z); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// Validate returns an error if the options are wrong, before anything runs.
func (c *verifyCmd) Validate() error {
	for _, r := range c.Report {
		format, name, _ := strings.Cut(r, "=")
		if !slices.Contains([]string{"text", "html", "sarif", "junit", "github", "markdown"}, format) || name == "" {
			return fmt.Errorf("--report %s: FORMAT=FILE is expected, of text, html, sarif, junit, github, markdown", r)
		}
	}
	return nil
}

func (c *verifyCmd) verify(ctx context.Context, a *app) (verify.Result, error) {
	sources, err := readSources(ctx, a, c.Files)
	switch {
	case err != nil && ctx.Err() != nil:
		return verify.Unknown("%s", budget.Why(ctx)), nil
	case err != nil:
		return verify.Result{}, err
	}
	o := api.ProgramOptions{Options: c.within(a), Program: c.Options}
	o.Program.Producer = buildVersion()
	return api.VerifySources(ctx, sources, o)
}

// aboutProgram reports whether an error is about the program, or is a defect of Cornet. In these
// cases the answer is UNKNOWN. If options are wrong or a file cannot be read, there is no answer.
func aboutProgram(err error) bool {
	var program *cc.Error
	var internal *defect.Error
	return errors.As(err, &program) || errors.As(err, &internal) || errors.Is(err, errors.ErrUnsupported)
}
