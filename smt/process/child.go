// SPDX-License-Identifier: Apache-2.0

package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	tree "cornet/internal/child"
	"cornet/smtlib"
)

// child is a running solver. It belongs to one goroutine; only kill may be called by any.
type child struct {
	cmd     *exec.Cmd
	in      *os.File
	out     *os.File
	reader  *bufio.Reader
	stderr  *tail
	done    chan struct{} // closed when the process has been waited for
	once    sync.Once     // ensures that kill acts once
	serial  int           // the number of the last echo
	dialect *dialect
}

// diedError means that the child has ended, or has printed something that no solver prints.
type diedError struct {
	what   string
	stderr string
}

func (e *diedError) Error() string {
	if e.stderr == "" {
		return e.what
	}
	return e.what + ": " + e.stderr
}

// refusedError is an answer (error …) of a child.
type refusedError struct{ message string }

func (e *refusedError) Error() string { return "process: the solver says: " + e.message }

// Unwrap returns errors.ErrUnsupported: queries are correct SMT-LIB, so the child does not support
// a construct.
func (e *refusedError) Unwrap() error { return errors.ErrUnsupported }

// launch starts the command and finds out which solver it is.
func launch(ctx context.Context, command []string) (*child, error) {
	if len(command) == 0 {
		return nil, errors.New("process: no command; name a solver, as in process:z3")
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inRead.Close()
		inWrite.Close()
		return nil, fmt.Errorf("process: %w", err)
	}
	c := &child{in: inWrite, out: outRead, stderr: &tail{}, done: make(chan struct{})}
	c.cmd = exec.Command(command[0], command[1:]...)
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = inRead, outWrite, c.stderr
	c.cmd.WaitDelay = time.Second
	tree.Isolate(c.cmd)
	err = c.cmd.Start()
	inRead.Close()
	outWrite.Close()
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, fmt.Errorf("process: cannot start %s: %w", command[0], err)
	}
	cmd, done := c.cmd, c.done
	go func() {
		cmd.Wait()
		close(done)
	}()
	c.reader = bufio.NewReaderSize(outRead, 1<<16)
	if err := c.greet(ctx); err != nil {
		c.kill()
		return nil, err
	}
	return c, nil
}

// greet selects the dialect.
func (c *child) greet(ctx context.Context) error {
	xs, err := c.exchange(ctx, []byte("(set-option :print-success false)\n(get-info :name)\n"))
	if err != nil {
		return fmt.Errorf("process: %s does not answer as an SMT-LIB solver: %w", c.cmd.Path, err)
	}
	name := ""
	for _, x := range xs {
		if len(x.List) == 2 && x.List[0].Text == ":name" {
			name = x.List[1].Text
		}
	}
	c.dialect = dialectOf(name)
	return nil
}

// exchange sends commands and returns the child's answers. The error is a *refusedError if the
// child answers with an error, a *diedError, or the cause of ctx. The child is dead after any of
// them.
func (c *child) exchange(ctx context.Context, text []byte) ([]smtlib.Sexpr, error) {
	if err := context.Cause(ctx); err != nil {
		c.kill()
		return nil, err
	}
	stop := context.AfterFunc(ctx, c.kill)
	c.serial++
	echo := fmt.Sprintf("cornet-%d", c.serial)
	written := make(chan struct{})
	go func() { // answers are read meanwhile, so that neither side waits for the other
		defer close(written)
		if _, err := c.in.Write(text); err == nil {
			fmt.Fprintf(c.in, "(echo \"%s\")\n", echo)
		}
	}()
	xs, err := c.answers(echo)
	if err != nil {
		c.kill()
	}
	<-written
	switch inTime := stop(); {
	case !inTime: // the child is being killed, so its answer does not count
		return nil, context.Cause(ctx)
	case err == nil:
		return xs, nil
	}
	<-c.done
	var refused *refusedError
	if errors.As(err, &refused) {
		return nil, err
	}
	return nil, &diedError{err.Error(), c.stderr.String()}
}

// answers reads the answers up to the echo.
func (c *child) answers(echo string) ([]smtlib.Sexpr, error) {
	var z []smtlib.Sexpr
	var refused error
	for {
		text, err := next(c.reader)
		if err != nil {
			if refused != nil {
				return nil, refused
			}
			if errors.Is(err, io.EOF) {
				err = errors.New("the solver has ended")
			}
			return nil, err
		}
		xs, readErr := smtlib.ReadSexprs("answer of the solver", bytes.NewReader(text))
		if readErr != nil {
			return nil, readErr
		}
		for _, x := range xs {
			switch {
			case x.Kind != smtlib.SexprList && x.Text == echo:
				return z, refused
			case x.Head() == "error" && refused == nil:
				message := x.String()
				if len(x.List) == 2 {
					message = strings.TrimSpace(x.List[1].Text)
				}
				refused = &refusedError{message}
			default:
				z = append(z, x)
			}
		}
	}
}

// kill ends the child. It may be called more than once, and by any goroutine.
func (c *child) kill() {
	c.once.Do(func() {
		select {
		case <-c.done:
		default:
			tree.KillTree(c.cmd)
		}
		c.in.Close()
		c.out.Close()
	})
}

// alive reports whether the child has not been killed and has not ended.
func (c *child) alive() bool {
	select {
	case <-c.done:
		return false
	default:
		return true
	}
}

// tail keeps the end of the bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 1000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if len(t.text) > 2*tailSize {
		t.text = append([]byte(nil), t.text[len(t.text)-tailSize:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text[max(0, len(t.text)-tailSize):]))
}
