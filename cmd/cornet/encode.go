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
	Files  []string `arg:"" optional:"" name:"file" help:"Files of a C program, which are linked; - reads standard input."`
	Scalar bool     `help:"Instead, print the program that the clauses are made from, in which memory has become variables and arrays."`
	verify.Encoding
}

func (c *encodeCmd) Run(a *app) error {
	sources, err := readSources(a.ctx, a, c.Files)
	if err != nil {
		return err
	}
	p, err := verify.Load(a.ctx, sources, c.Encoding)
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

// readSources returns the texts of files of a program.
func readSources(ctx context.Context, a *app, files []string) (sources []verify.Source, err error) {
	for _, file := range files {
		text, err := readAll(ctx, a, file)
		if err != nil {
			return nil, err
		}
		sources = append(sources, verify.Source{Name: file, Text: text})
	}
	return sources, nil
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
