// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"cmp"
	"io"
	"time"

	api "cornet"
	"cornet/server/lsp"
	"cornet/verify"
)

type lspCmd struct {
	verify.Encoding
	runFlags
	AllFindings bool          `help:"Go on after the first error, and decide each check separately."`
	Replay      string        `default:"auto" enum:"auto,off,unconfined" help:"Confirm counterexamples by compiling the program with gcc, if installed, and running it: ${enum}. auto runs it in a sandbox, or not at all if there is no sandbox."`
	Delay       time.Duration `default:"150ms" placeholder:"TIME" help:"How long a document must stay unchanged before it is read."`
}

// editorTimeout is the default time limit of a run in an editor.
const editorTimeout = 30 * time.Second

func (c *lspCmd) Run(a *app) error {
	o := lsp.Options{Delay: c.Delay, Version: buildVersion()}
	o.Program.Options = api.Options(c.Options)
	o.Program.Log, o.Program.SMT.Memory = a.log, c.ForSolver()
	o.Program.Timeout = cmp.Or(o.Program.Timeout, editorTimeout)
	o.Program.Program = verify.Options{Encoding: c.Encoding, AllFindings: c.AllFindings, Replay: c.Replay, Producer: buildVersion()}
	return lsp.Serve(a.ctx, a.stdin, nopCloser{a.stdout}, o)
}

// nopCloser is an output whose Close does nothing.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
