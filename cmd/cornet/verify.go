// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	api "cornet"
	"cornet/encode/cc"
	"cornet/engines"
	"cornet/horn"
	"cornet/verify"
)

type verifyCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Files of a C program, which are linked; - reads standard input."`
	verify.Options
	runFlags
	Trace  int    `default:"60" placeholder:"N" help:"Most lines of a counterexample to print; 0 means all."`
	FailOn string `enum:",false,unknown" default:"" help:"Exit with code 1 if the verdict is FALSE (false), or that or UNKNOWN (unknown). Default: verdicts do not count."`
	Format string `default:"text" enum:"text,html,json,sarif,junit" help:"What to print: ${enum}. json is what docs/answer.schema.json describes, html a page with the source beside the counterexample, sarif and junit are SARIF 2.1.0 and JUnit's XML."`
}

func (c *verifyCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	z, err := engines.Within(ctx, func() (verify.Result, error) { return c.verify(ctx, a) }, func() verify.Result {
		return verify.Unknown("%v", context.Cause(ctx))
	})
	for _, run := range z.Runs {
		if c.Stats != "" {
			writeStats(a.stderr, c.Stats, run)
		}
	}
	if z.Defect != nil {
		reportDefect(a.stderr, z.Defect)
	}
	switch {
	case z.Verdict == horn.Unknown && err != nil && !aboutProgram(err):
		return err
	case c.Format == "html":
		if err := z.Page(c.Trace).Write(a.stdout); err != nil {
			return err
		}
	case c.Format == "sarif":
		if err := writeSARIF(a.stdout, z); err != nil {
			return err
		}
	case c.Format == "junit":
		if err := writeJUnit(a.stdout, z, c.Trace); err != nil {
			return err
		}
	default:
		a.report.answer(ofProgram(z, c.Trace))
		fmt.Fprint(a.stdout, z.Text(c.Trace))
	}
	if z.Word() == "UNKNOWN" && err == nil && z.Coverage == nil { // as 'cornet solve' does
		fmt.Fprintf(a.stderr, "unknown: %s\n", z.Reason)
	}
	if err == nil && (c.FailOn != "" && z.Word() == "FALSE" || c.FailOn == "unknown" && z.Word() == "UNKNOWN") {
		return errNegative
	}
	return err
}

func (c *verifyCmd) verify(ctx context.Context, a *app) (verify.Result, error) {
	sources, err := readSources(ctx, a, c.Files)
	switch {
	case err != nil && ctx.Err() != nil:
		return verify.Unknown("%v", context.Cause(ctx)), nil
	case err != nil:
		return verify.Result{}, err
	}
	o := api.ProgramOptions{Options: c.within(a), Program: c.Options}
	o.Program.Producer = buildVersion()
	return api.VerifySources(ctx, sources, o)
}

// aboutProgram reports whether an error is one about the program, or a defect: the answer is UNKNOWN then. There is no answer where
// options are wrong or a file cannot be read.
func aboutProgram(err error) bool {
	var program *cc.Error
	var internal *engines.InternalError
	return errors.As(err, &program) || errors.As(err, &internal) || errors.Is(err, errors.ErrUnsupported)
}
