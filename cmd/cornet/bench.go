// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"fmt"
	"os"

	"cornet/bench"
	"cornet/smt"
)

type benchCmd struct {
	bench.Options
	Queries string      `placeholder:"DIR" help:"Compare the embedded solver with libz3 on the solver queries in DIR instead; see tools/collect-queries.sh."`
	Every   int         `placeholder:"N" help:"With --queries: one file in N."`
	Growth  familyNames `placeholder:"FAMILY,…" help:"Instead, measure how cost grows with size in families of inputs: all, or those named by =FAMILY,…; horn and c mean all families of Horn systems and of C programs."`
	Method  smt.Method  `default:"default" enum:"default,proofs,words,models" help:"With --queries: how the embedded solver interpolates: ${enum}."`
}

func (c *benchCmd) Run(a *app) error {
	if c.Queries != "" {
		return c.runQueries(a)
	}
	if c.Growth.on {
		return c.runGrowth(a)
	}
	c.Options.Version, c.Log, c.Progress = buildVersion(), a.log, progressFile(a)
	z, err := bench.Run(a.ctx, c.Options)
	if err != nil {
		return err
	}
	fmt.Fprint(a.stdout, z.String())
	if z.Alarm() {
		return errNegative
	}
	return nil
}

// progressFile returns standard error if it is a file. On a terminal, progress is drawn on it.
func progressFile(a *app) *os.File {
	f, _ := a.stderr.(*os.File)
	return f
}
