// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// CommandText is the text of one command of a conversation, from its open parenthesis to the
// closing one.
type CommandText struct {
	Text string
	Pos  Pos // of the open parenthesis
}

// CommandStream splits an input into commands without reading beyond the end of a command, so that
// each can be answered before the next is written. It belongs to one goroutine.
type CommandStream struct {
	r    *bufio.Reader
	next Pos // place of the next byte
	text []byte
}

// NewCommandStream returns a stream of the commands in r. name is the name of the input in
// messages.
func NewCommandStream(name string, r io.Reader) *CommandStream {
	return &CommandStream{r: bufio.NewReader(r), next: Pos{File: name, Line: 1, Column: 1}}
}

// Next returns the next command, or [io.EOF] at the end of the input. After an [*Error] with a code
// other than [CodeRead], the stream continues after the text that is not a command.
//
// Cost: linear in the text of the command.
func (c *CommandStream) Next() (CommandText, error) {
	c.text = c.text[:0]
	for {
		at := c.next
		b, err := c.read()
		switch {
		case err != nil:
			return CommandText{}, c.ended(err)
		case b == ' ', b == '\t', b == '\r', b == '\n':
		case b == ';':
			err = c.until('\n')
		case b == '(':
			err = c.command(at)
			return CommandText{string(c.text), at}, err
		case b == ')':
			return CommandText{}, &Error{Pos: at, Code: CodeSyntax, Msg: "found ')' without an open parenthesis; expected a command"}
		default:
			c.text = append(c.text[:0], b)
			if err := c.word(); err != nil {
				return CommandText{}, err
			}
			return CommandText{}, &Error{Pos: at, Code: CodeSyntax, Msg: "found " + shownText(c.text) + "; expected '(' and a command"}
		}
		if err != nil {
			return CommandText{}, c.ended(err)
		}
		c.text = c.text[:0]
	}
}

// shownText returns the beginning of a text for a message.
func shownText(text []byte) string {
	const most = 40
	if len(text) > most {
		return strings.ToValidUTF8(string(text[:most]), "") + "…"
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}

// ended returns the result of Next when reading outside of a command fails.
func (c *CommandStream) ended(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	return &Error{Pos: c.next, Code: CodeRead, Msg: err.Error(), Err: err}
}

// read reads a byte.
func (c *CommandStream) read() (byte, error) {
	b, err := c.r.ReadByte()
	if err != nil {
		return 0, err
	}
	c.next.Offset++
	c.next.Column++
	if b == '\n' {
		c.next.Line, c.next.Column = c.next.Line+1, 1
	}
	return b, nil
}

// word reads up to the next space, or up to but without the next parenthesis.
func (c *CommandStream) word() error {
	for {
		b, err := c.r.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return c.ended(err)
		}
		c.r.UnreadByte()
		if b <= ' ' || b == '(' || b == ')' || b == ';' {
			return nil
		}
		c.read()
		c.text = append(c.text, b)
	}
}

// until reads up to and with the byte end.
func (c *CommandStream) until(end byte) error {
	for {
		b, err := c.read()
		if err != nil {
			return err
		}
		c.text = append(c.text, b)
		if b == end {
			return nil
		}
	}
}

// command reads the rest of a command after its open parenthesis at the given place.
func (c *CommandStream) command(at Pos) error {
	c.text = append(c.text, '(')
	for open := 1; open > 0; {
		b, err := c.read()
		if err == nil {
			c.text = append(c.text, b)
			switch b {
			case '(':
				open++
			case ')':
				open--
			case '"', '|':
				err = c.until(b)
			case ';':
				err = c.until('\n')
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return &Error{Pos: at, Code: CodeUnclosed, Msg: "the input ends inside this command"}
		case err != nil:
			return c.ended(err)
		}
	}
	return nil
}

// ReadCommand reads a command into the scope, as if it followed the earlier ones. A command refused
// by an [*Error] changes nothing.
func (sc *Scope) ReadCommand(t CommandText) (Command, []Warning, error) {
	r := sc.reader(t.Pos.File, strings.NewReader(t.Text))
	r.logic, r.globalDecls = sc.logic, sc.globalDecls
	r.lx.base, r.lx.line = t.Pos.Offset, t.Pos.Line
	r.lx.lineStart = t.Pos.Offset - int64(t.Pos.Column-1)
	syms := sc.syms
	decls, sorts, levels := len(syms.declared), len(syms.sortLog), len(syms.levels)
	var cmd Command
	err := r.do(func() {
		r.expect(tokOpen, "'(' and a command")
		cmd = r.command()
	})
	if err != nil {
		syms.levels, syms.sortLvls = syms.levels[:levels], syms.sortLvls[:levels]
		syms.forget(decls, sorts)
		return Command{}, nil, err
	}
	sc.logic, sc.globalDecls = r.logic, r.globalDecls
	return cmd, r.warnings, nil
}
