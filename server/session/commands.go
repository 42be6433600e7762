// SPDX-License-Identifier: Apache-2.0

package session

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// handler answers a command. It reports whether it has printed an answer.
type handler func(*session, context.Context, *entry) (answered bool, err error)

// handlers has the handlers of commands that are not only put on the assertion stack.
var handlers map[smtlib.CommandKind]handler

func init() {
	handlers = map[smtlib.CommandKind]handler{
		smtlib.CmdSetLogic:         silently((*session).setLogic),
		smtlib.CmdSetInfo:          silent,
		smtlib.CmdSetOption:        silently((*session).setOption),
		smtlib.CmdExit:             silent,
		smtlib.CmdDefineFunsRec:    silently((*session).define),
		smtlib.CmdAssert:           (*session).assert,
		smtlib.CmdRule:             (*session).assert,
		smtlib.CmdPush:             silently((*session).push),
		smtlib.CmdPop:              silently((*session).pop),
		smtlib.CmdReset:            silently(func(s *session, _ *entry) error { s.reset(); return nil }),
		smtlib.CmdResetAssertions:  silently((*session).resetAssertions),
		smtlib.CmdCheckSat:         (*session).checkSat,
		smtlib.CmdCheckSatAssuming: (*session).checkSatAssuming,
		smtlib.CmdQuery:            (*session).query,
		smtlib.CmdGetModel:         answering((*session).getModel),
		smtlib.CmdGetProof:         answering((*session).getProof),
		smtlib.CmdGetValue:         answering((*session).getValue),
		smtlib.CmdGetInterpolants:  unsupported,
		smtlib.CmdOther:            (*session).other,
	}
}

func silent(*session, context.Context, *entry) (bool, error) { return false, nil }

func silently(f func(*session, *entry) error) handler {
	return func(s *session, _ context.Context, e *entry) (bool, error) { return false, f(s, e) }
}

func answering(f func(*session, *entry) error) handler {
	return func(s *session, _ context.Context, e *entry) (bool, error) { return true, f(s, e) }
}

func unsupported(s *session, _ context.Context, _ *entry) (bool, error) {
	fmt.Fprintln(s.out, "unsupported")
	return true, nil
}

// stacked puts a declaration on the assertion stack.
func stacked(s *session, _ context.Context, e *entry) (bool, error) {
	s.top(*e)
	return false, nil
}

// top puts a command on the innermost level.
func (s *session) top(e entry) {
	l := &s.levels[len(s.levels)-1]
	*l = append(*l, e)
}

// fail returns an error at the position of a command.
func fail(e *entry, format string, args ...any) error {
	return &smtlib.Error{Pos: e.text.Pos, Code: smtlib.CodeCommand, Msg: fmt.Sprintf(format, args...)}
}

// isDeclaration reports whether a command declares symbols, which :global-declarations keeps.
func (e *entry) isDeclaration() bool {
	return !slices.Contains([]smtlib.CommandKind{smtlib.CmdAssert, smtlib.CmdRule, smtlib.CmdQuery}, e.cmd.Kind)
}

// define puts definitions of recursive functions on the stack. Each one is an assertion about the
// function's graph.
func (s *session) define(e *entry) error {
	e.number = s.asserts
	s.asserts += len(e.cmd.Recs)
	s.recursive = true
	s.last = nil
	s.top(*e)
	return nil
}

// assert puts an assertion on the stack, unless it is not Horn.
func (s *session) assert(_ context.Context, e *entry) (bool, error) {
	t := e.cmd.Term
	if e.cmd.Kind == smtlib.CmdRule {
		t = s.store.Forall(logic.FreeVars(t), t)
	}
	if !s.recursive { // otherwise the question checks this, since it knows the graphs
		if _, err := horn.NewClausifier(s.store).Assertion(t); err != nil {
			err.Pos = e.text.Pos
			return false, err
		}
	}
	e.number = s.asserts
	s.asserts++
	s.last = nil
	s.top(*e)
	return false, nil
}

func (s *session) push(e *entry) error {
	for range e.cmd.Number {
		s.levels = append(s.levels, nil)
	}
	s.last = nil
	return nil
}

func (s *session) pop(e *entry) error {
	s.drop(len(s.levels) - e.cmd.Number)
	return nil
}

// drop keeps the given number of levels. Declarations in the dropped levels are kept if they are
// global.
func (s *session) drop(rest int) {
	for _, l := range s.levels[rest:] {
		for _, e := range l {
			switch {
			case !e.isDeclaration():
			case s.global():
				s.levels[rest-1] = append(s.levels[rest-1], e)
			default:
				s.stale = true
			}
		}
	}
	clear(s.levels[rest:])
	s.levels, s.last = s.levels[:rest], nil
}

// global reports whether declarations survive the level in which they are made.
func (s *session) global() bool { return s.set[globalDeclarations].IsSymbol("true") }

const globalDeclarations = ":global-declarations"

func (s *session) resetAssertions(*entry) error {
	s.levels = append([]level{nil}, s.levels...)
	s.drop(1)
	return nil
}

// options are the options that have an effect; others are only recorded.
var options = map[string]func(*session, string) error{
	":timeout": func(s *session, value string) error {
		ms, err := strconv.ParseUint(value, 10, 40)
		s.Timeout = time.Duration(ms) * time.Millisecond
		if s.given.Timeout > 0 && (s.Timeout == 0 || s.given.Timeout < s.Timeout) {
			s.Timeout = s.given.Timeout
		}
		return err
	},
	":random-seed": func(s *session, value string) error {
		seed, err := strconv.ParseUint(value, 10, 32)
		s.Seed = uint32(seed)
		return err
	},
	":print-success": func(s *session, value string) error {
		on, err := strconv.ParseBool(value)
		s.success = on
		return err
	},
}

func (s *session) setLogic(e *entry) error {
	s.preamble = append(s.preamble, e.text)
	return nil
}

func (s *session) setOption(e *entry) error {
	if len(e.cmd.Args) != 1 {
		return fail(e, "set-option wants a keyword and a value")
	}
	if f := options[e.cmd.Name]; f != nil {
		if err := f(s, e.cmd.Args[0].Text); err != nil {
			return fail(e, "%s is no value of %s", e.cmd.Args[0], e.cmd.Name)
		}
	}
	if e.cmd.Name == globalDeclarations {
		s.preamble = append(s.preamble, e.text)
	}
	s.set[e.cmd.Name] = e.cmd.Args[0]
	return nil
}

// others are the commands without effect on the problem.
var others map[string]func(*session, *entry) error

func init() {
	others = map[string]func(*session, *entry) error{
		"echo":           (*session).echo,
		"get-info":       (*session).getInfo,
		"get-option":     (*session).getOption,
		"get-assertions": (*session).getAssertions,
	}
}

func (s *session) other(ctx context.Context, e *entry) (bool, error) {
	if f := others[e.cmd.Name]; f != nil {
		return true, f(s, e)
	}
	return unsupported(s, ctx, e)
}

func (s *session) echo(e *entry) error {
	if len(e.cmd.Args) != 1 || e.cmd.Args[0].Kind != smtlib.SexprString {
		return fail(e, "echo wants a string")
	}
	if s.Style.Bare {
		fmt.Fprintln(s.out, e.cmd.Args[0].Text)
	} else {
		fmt.Fprintln(s.out, e.cmd.Args[0])
	}
	return nil
}

func (s *session) getOption(e *entry) error {
	if len(e.cmd.Args) != 1 {
		return fail(e, "get-option wants a keyword")
	}
	if value, ok := s.set[e.cmd.Args[0].Text]; ok {
		fmt.Fprintln(s.out, value)
	} else {
		fmt.Fprintln(s.out, "unsupported")
	}
	return nil
}

func (s *session) getAssertions(*entry) error {
	fmt.Fprintln(s.out, "(")
	for _, l := range s.levels {
		for _, e := range l {
			if !e.isDeclaration() {
				fmt.Fprintf(s.out, "  %v\n", e.cmd.Term)
			}
		}
	}
	fmt.Fprintln(s.out, ")")
	return nil
}
