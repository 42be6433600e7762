// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/smtlib"
)

type checkCmd struct {
	File    string `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	Witness string `arg:"" default:"-" help:"What a solver printed for it; - reads standard input."`
	Timeout span   `placeholder:"TIME" help:"Give up after this time."`
	Memory  size   `placeholder:"SIZE" help:"Give up when the process uses more memory, such as 2G."`
	solverFlags
}

func (c *checkCmd) Run(a *app) error {
	if c.File == "-" && c.Witness == "-" {
		return errors.New("check: the system and the witness cannot both come from standard input; name a file for one of them")
	}
	ctx, stop := c.budget(c.Timeout, c.Memory).Context(a.ctx)
	defer stop()
	text, err := inTime(ctx, func() (string, error) { return c.check(ctx, a) }, func() string {
		return fmt.Sprintf("undecided: %v\n", context.Cause(ctx))
	})
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, text)
	if !strings.HasPrefix(text, "valid ") {
		return errNegative
	}
	return nil
}

// check returns what is to be printed on standard output.
func (c *checkCmd) check(ctx context.Context, a *app) (string, error) {
	_, sys, err := readSystem(ctx, a, c.File)
	if err != nil {
		return "", err
	}
	in, err := openInput(ctx, a, c.Witness)
	if err != nil {
		return "", err
	}
	defer in.Close()
	w, err := horn.ReadWitness(sys, c.Witness, in)
	if err != nil {
		return "", err
	}
	if w.Model == nil && w.Proof == nil {
		at := smtlib.Pos{File: c.Witness, Line: 1, Column: 1}
		return "", &horn.Error{Pos: at, Code: horn.CodeWitness, Msg: fmt.Sprintf("no witness, only the verdict %v", w.Verdict)}
	}
	solvers, err := c.backends(a)
	if err != nil {
		return "", err
	}
	options := c.options(a)
	options.Memory = c.Memory.forSolver()
	o := solvers.checkOptions(sys.Store, options)
	kind := "model"
	if w.Proof != nil {
		kind = "refutation"
		err = check.Proof(ctx, sys, w.Proof, o)
	} else {
		err = check.Model(ctx, sys, w.Model, o)
	}
	var invalid *check.Invalid
	switch {
	case err == nil:
		return fmt.Sprintf("valid %s\n", kind), nil
	case errors.As(err, &invalid):
		return fmt.Sprintf("invalid %s: %v\n", kind, err), nil
	}
	return fmt.Sprintf("undecided: %v\n", err), nil
}
