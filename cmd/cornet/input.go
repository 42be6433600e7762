// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// openInput opens file for reading, "-" for standard input. Reading fails with
// the cause of ctx once it is cancelled. Directories are refused.
func openInput(ctx context.Context, a *app, file string) (io.ReadCloser, error) {
	if file == "-" {
		return input{ctx, a.stdin, nil}, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "read", Path: file, Err: fmt.Errorf("is a directory; name a file, or use 'cornet bench' for a folder of tasks")}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return input{ctx, f, f}, nil
}

// input is a reader that gives up when its context is cancelled.
type input struct {
	ctx    context.Context
	reader io.Reader
	closer io.Closer // nil for standard input
}

func (in input) Read(p []byte) (int, error) {
	if in.ctx.Err() != nil {
		return 0, context.Cause(in.ctx)
	}
	return in.reader.Read(p)
}

func (in input) Close() error {
	if in.closer == nil {
		return nil
	}
	return in.closer.Close()
}
