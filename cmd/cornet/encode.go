// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"

	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/input"
	"cornet/smtlib"
	"cornet/verify"
)

type encodeCmd struct {
	answerFormat
	File   string `arg:"" help:"C program; - reads standard input."`
	Scalar bool   `aliases:"flat" help:"Print the program without memory that the clauses are made from, instead."`
	verify.Encoding
}

func (c *encodeCmd) Run(a *app) error {
	text, err := readAll(a.ctx, a, c.File)
	if err != nil {
		return err
	}
	p, err := verify.Load(a.ctx, c.File, text, c.Encoding)
	if err != nil {
		return err
	}
	if c.Scalar {
		program, err := p.Scalar()
		if err != nil {
			return err
		}
		return scalar.Write(a.stdout, program)
	}
	sys, err := p.Encode()
	if err != nil {
		return err
	}
	for _, n := range append(sys.Notes, sys.DividesByZero(func(*horn.System) bool { return false })...) {
		fmt.Fprintf(a.stdout, "; %s\n", n)
	}
	return horn.Write(a.stdout, sys.Horn)
}

// readAll returns the text of a file.
func readAll(ctx context.Context, a *app, file string) ([]byte, error) {
	in, err := input.Open(ctx, file, a.stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if input.Guess(in) == input.SMTLIB {
		return nil, &smtlib.Error{Pos: smtlib.Pos{File: file, Line: 1, Column: 1}, Code: smtlib.CodeSyntax, Msg: "this looks like SMT-LIB, which 'cornet solve' reads; expected C"}
	}
	return io.ReadAll(in)
}
