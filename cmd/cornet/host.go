// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

// hostCommands are the commands that need a whole machine. They cannot run in a browser or in
// Node's WebAssembly. Without them, the program is smaller by a fifth.
type hostCommands struct {
	LSP        lspCmd        `cmd:"" name:"lsp" help:"Serve an editor, by the Language Server Protocol on standard input and output."`
	Bench      benchCmd      `cmd:"" help:"Measure solvers on sets of tasks."`
	Completion completionCmd `cmd:"" help:"Print a script that completes command lines in a shell."`
	Manual     manualCmd     `cmd:"" help:"Print the manual page, for man."`
}

func (c *hostCommands) runFlags() []*runFlags { return []*runFlags{&c.LSP.runFlags} }
