// SPDX-License-Identifier: Apache-2.0

package session

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"cornet"
	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Options control a conversation.
type Options struct {
	cornet.Options
	// Strict refuses commands that depart from SMT-LIB.
	Strict bool
	// Version is the answer to (get-info :version).
	Version string
	// Style controls the form of answers. The zero value is the form of SMT-LIB.
	Style Style
	// Warn receives warnings about commands; nil ignores them.
	Warn func(smtlib.Warning)
	// Unknown receives the reason of an answer unknown; nil ignores it.
	Unknown func(reason string)
}

// Style is the form of answers that other solvers print in their own ways.
type Style struct {
	// Model and Proof print witnesses. If they are nil, witnesses are printed in Cornet's own
	// forms.
	Model func(io.Writer, *cornet.System, *cornet.Model) error
	Proof func(io.Writer, *cornet.System, *cornet.Proof) error
	// Models and Proofs print a witness with every answer, without a request.
	Models, Proofs bool
	// Bare omits the quotation marks around the text of echo.
	Bare bool
	// Reachability answers a query in the sense of fixedpoint engines: sat if the relation can be
	// derived.
	Reachability bool
}

// RefusedError has the number of refused commands of a conversation.
type RefusedError struct{ Count int }

func (e *RefusedError) Error() string {
	if e.Count == 1 {
		return "1 command was refused"
	}
	return fmt.Sprintf("%d commands were refused", e.Count)
}

// session is the state of a conversation.
type session struct {
	Options
	given cornet.Options // the options before the conversation has set any
	name  string
	out   *bufio.Writer
	// preamble are the commands that affect how later ones are read.
	preamble []smtlib.CommandText
	levels   []level // the assertion stack; the first level is never closed
	scope    *smtlib.Scope
	store    *logic.Store
	// stale means that the store contains declarations that are no longer on the stack and must not
	// be repeated.
	stale     bool
	success   bool                    // :print-success
	recursive bool                    // recursive functions have been defined
	set       map[string]smtlib.Sexpr // options by keyword
	asserts   int                     // the number of assertions so far
	last      *answer                 // nil if the stack has changed since the last question
	reason    string                  // the reason for the last answer unknown
	known     knowledge
	counts    counts
}

// level is a level of the assertion stack.
type level []entry

// entry is a command of the assertion stack.
type entry struct {
	text smtlib.CommandText
	cmd  smtlib.Command // the command over the terms of the current store
	// number is the number of the assertion in the conversation, counting removed ones.
	number int
}

// Run reads commands from in and answers them on out, until the input ends, (exit), the end of ctx,
// or an error in reading or writing. name is the name of the input in messages. A conversation that
// ends normally may return a [*RefusedError].
func Run(ctx context.Context, name string, in io.Reader, out io.Writer, o Options) error {
	config, err := o.Configure()
	if err != nil {
		return err
	}
	o.Config = config
	s := &session{Options: o, given: o.Options, name: name, out: bufio.NewWriter(out)}
	s.reset()
	stream := smtlib.NewCommandStream(name, in)
	for ctx.Err() == nil {
		text, err := stream.Next()
		var bad *smtlib.Error
		switch {
		case errors.Is(err, io.EOF):
			return s.ended()
		case errors.As(err, &bad) && bad.Code == smtlib.CodeRead:
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return err
		case err != nil:
			s.refuse(err)
		default:
			if exit := s.command(ctx, text); exit {
				return s.ended()
			}
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// ended returns the error at the end of a conversation.
func (s *session) ended() error {
	if err := s.out.Flush(); err != nil {
		return err
	}
	if s.counts.Errors > 0 {
		return &RefusedError{s.counts.Errors}
	}
	return nil
}

// refuse prints an error.
func (s *session) refuse(err error) {
	s.counts.Errors++
	var syntax *smtlib.Error
	var clause *horn.Error
	at, msg := smtlib.Pos{}, err.Error()
	switch {
	case errors.As(err, &syntax):
		at, msg = syntax.Pos, syntax.Msg
	case errors.As(err, &clause):
		at, msg = clause.Pos, clause.Msg
	}
	if at.IsValid() {
		msg = fmt.Sprintf("line %d column %d: %s", at.Line, at.Column, msg)
	}
	fmt.Fprintf(s.out, "(error %s)\n", quoted(msg))
}

// quoted returns a text as a string literal.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// reset restores the initial state of the conversation.
func (s *session) reset() {
	s.Options.Options = s.given
	s.preamble, s.levels, s.set, s.success, s.asserts = nil, []level{nil}, map[string]smtlib.Sexpr{}, false, 0
	s.last, s.reason, s.recursive, s.known = nil, "", false, knowledge{defs: map[string]definition{}}
	s.counts.Resets++
	s.empty()
}

// empty makes a store without terms.
func (s *session) empty() {
	s.store = logic.NewStore()
	s.scope = smtlib.NewScope(s.store)
	if s.Strict {
		s.scope.RefuseDepartures()
	}
	s.stale = false
}

// renew reads the stack into a new store. The commands have been read before, so they have no
// errors.
func (s *session) renew() error {
	s.empty()
	s.last = nil
	for _, text := range s.preamble {
		if _, _, err := s.scope.ReadCommand(text); err != nil {
			return err
		}
	}
	for i, l := range s.levels {
		if i > 0 {
			if _, _, err := s.scope.ReadCommand(smtlib.CommandText{Text: "(push 1)"}); err != nil {
				return err
			}
		}
		for k := range l {
			cmd, _, err := s.scope.ReadCommand(l[k].text)
			if err != nil {
				return fmt.Errorf("a command cannot be read again: %w", err)
			}
			l[k].cmd = cmd
		}
	}
	return nil
}

// command answers a command and reports whether it was the last one.
func (s *session) command(ctx context.Context, text smtlib.CommandText) (exit bool) {
	s.counts.Commands++
	if s.stale {
		if err := s.renew(); err != nil {
			s.refuse(err)
			return false
		}
	}
	cmd, warnings, err := s.scope.ReadCommand(text)
	if err != nil {
		s.refuse(err)
		return false
	}
	for _, w := range warnings {
		if s.Warn != nil {
			s.Warn(w)
		}
	}
	h := handlers[cmd.Kind]
	if h == nil {
		h = stacked
	}
	answered, err := h(s, ctx, &entry{text: text, cmd: cmd})
	switch {
	case err != nil:
		s.refuse(err)
	case !answered && s.success:
		fmt.Fprintln(s.out, "success")
	}
	return cmd.Kind == smtlib.CmdExit
}
