// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cornet/horn"
	"cornet/horn/transform"
)

type simplifyCmd struct {
	File    string   `arg:"" help:"SMT-LIB Horn file; - reads standard input."`
	Timeout span     `placeholder:"TIME" help:"Give up after this time."`
	On      []string `placeholder:"PASS" help:"Run these passes, too."`
	Off     []string `placeholder:"PASS" help:"Leave these passes out."`
	solverFlags
}

// Help lists the passes.
func (simplifyCmd) Help() string { return "The passes, in order:\n\n" + transform.Usage() }

func (c *simplifyCmd) Run(a *app) error {
	ctx, stop := c.budget(c.Timeout, 0).Context(a.ctx)
	defer stop()
	_, sys, err := readSystem(ctx, a, c.File)
	if err != nil {
		return err
	}
	solvers, err := c.backends(a)
	if err != nil {
		return err
	}
	p, err := transform.New(transform.Options{On: c.On, Off: c.Off})
	if err != nil {
		return err
	}
	z, err := p.Run(ctx, &transform.Env{Backend: solvers.work, Solver: c.options(a), Log: a.log}, sys)
	if err != nil {
		return err
	}
	return horn.Write(a.stdout, z.System)
}
