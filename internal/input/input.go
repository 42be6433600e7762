// SPDX-License-Identifier: Apache-2.0

// Package input opens files and standard input for reading.
package input

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens file for reading; "-" means stdin. It expands files compressed by gzip, and skips a
// leading byte order mark. After ctx is cancelled, reading fails with its cause. Directories are
// refused.
func Open(ctx context.Context, file string, stdin io.Reader) (io.ReadCloser, error) {
	if file == "-" {
		return newInput("standard input", interruptible{ctx, stdin}, io.NopCloser(nil))
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
	return newInput(file, interruptible{ctx, f}, f)
}

// binary reports whether the beginning of a file has more control characters than any text.
func binary(start []byte) bool {
	const few, part = 8, 20
	control := 0
	for _, b := range start {
		if b < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1b"), rune(b)) || b == 0x7f {
			control++
		}
	}
	return control >= few && control*part >= len(start)
}

// input is the text of a file.
type input struct {
	*bufio.Reader
	io.Closer
}

// newInput returns the text in the bytes of r.
func newInput(name string, r io.Reader, closer io.Closer) (io.ReadCloser, error) {
	z := input{bufio.NewReaderSize(r, 1<<16), closer}
	if start, _ := z.Peek(2); string(start) == "\x1f\x8b" {
		expanded, err := gzip.NewReader(z.Reader)
		if err != nil {
			closer.Close()
			return nil, &fs.PathError{Op: "expand", Path: name, Err: err}
		}
		z.Reader = bufio.NewReaderSize(expanded, 1<<16)
	}
	if start, _ := z.Peek(3); string(start) == "\ufeff" {
		z.Discard(3)
	}
	if start, _ := z.Peek(min(z.Buffered(), looked)); binary(start) { // no more, as a conversation may wait for an answer
		closer.Close()
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is no text file; expected C or SMT-LIB, in UTF-8")}
	}
	return z, nil
}

// interruptible is a reader that gives up when its context is cancelled, even while a read waits
// for a terminal or a pipe.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (in interruptible) Read(p []byte) (int, error) {
	if in.ctx.Err() != nil {
		return 0, context.Cause(in.ctx)
	}
	type outcome struct {
		data []byte
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		data := make([]byte, len(p)) // of its own: an abandoned read may end at any time
		n, err := in.r.Read(data)
		done <- outcome{data[:n], err}
	}()
	select {
	case z := <-done:
		return copy(p, z.data), z.err
	case <-in.ctx.Done():
		return 0, context.Cause(in.ctx)
	}
}
