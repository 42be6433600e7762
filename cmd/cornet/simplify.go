// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/proof/judge"
)

type simplifyCmd struct {
	answerFormat
	readFlags
	File string   `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	On   []string `placeholder:"PASS" help:"Run these passes, too."`
	Off  []string `placeholder:"PASS" help:"Leave these passes out."`
	solverFlags
}

// Help lists the passes.
func (simplifyCmd) Help() string { return "The passes, in order:\n\n" + transform.Usage() }

func (c *simplifyCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	in, err := c.readProblem(ctx, a, c.File)
	if err != nil {
		return err
	}
	config, err := c.open(a, judge.Auto)
	if err != nil {
		return err
	}
	z, err := transform.Run(ctx, transform.Options{On: c.On, Off: c.Off}, &pass.Env{Backend: config.Backend, Solver: config.SMT, Log: a.log}, in.System)
	if err != nil {
		return err
	}
	return horn.Write(a.stdout, z.System)
}
