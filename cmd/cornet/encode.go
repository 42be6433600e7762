// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"cornet/encode/chc"
	"cornet/encode/flat"
	"cornet/horn"
)

type encodeCmd struct {
	File string `arg:"" help:"C program; - reads standard input."`
	Flat bool   `help:"Print the program without memory that the clauses are made from, instead."`
	programFlags
}

func (c *encodeCmd) Run(a *app) error {
	p, err := c.load(a.ctx, a, c.File)
	if err != nil {
		return err
	}
	if c.Flat {
		return flat.Write(a.stdout, chc.Flat(p.cfg, chc.Options{Overflow: overflowOf[c.SignedOverflow]}))
	}
	sys, err := c.encode(p)
	if err != nil {
		return err
	}
	for _, n := range append(sys.Notes, sys.DividesByZero(func(*horn.System) bool { return false })...) {
		fmt.Fprintf(a.stdout, "; %s\n", n)
	}
	return horn.Write(a.stdout, sys.Horn)
}
