// SPDX-License-Identifier: Apache-2.0

package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/logic"
	"cornet/smtlib"
)

// answer is the answer to the last question.
type answer struct {
	cornet.Result
	system *cornet.System
}

// checkSat asks a question about the stack.
func (s *session) checkSat(ctx context.Context, e *entry) (bool, error) {
	return true, s.ask(ctx, e)
}

// checkSatAssuming asks a question about the stack and some literals.
func (s *session) checkSatAssuming(ctx context.Context, e *entry) (bool, error) {
	return true, s.within(func() error {
		for _, t := range e.cmd.Terms {
			text := smtlib.CommandText{Text: fmt.Sprintf("(assert %v)", t), Pos: e.text.Pos}
			if _, err := s.assert(ctx, &entry{text: text, cmd: smtlib.Command{Kind: smtlib.CmdAssert, Term: t}}); err != nil {
				return err
			}
		}
		return s.ask(ctx, e)
	})
}

// query asks whether a query can be derived from the rules on the stack.
func (s *session) query(ctx context.Context, e *entry) (bool, error) {
	return true, s.within(func() error {
		e.number = s.asserts
		s.asserts++
		s.top(*e)
		return s.ask(ctx, e)
	})
}

// within calls f with one more level, of assertions only, on the stack.
func (s *session) within(f func() error) error {
	s.levels = append(s.levels, nil)
	err := f()
	s.levels[len(s.levels)-1] = nil
	s.levels = s.levels[:len(s.levels)-1]
	if err == nil && !s.stale {
		_, _, err = s.scope.ReadCommand(smtlib.CommandText{Text: "(pop 1)"})
	}
	s.stale = s.stale || err != nil
	return err
}

// ask decides the system on the stack and prints the verdict.
func (s *session) ask(ctx context.Context, e *entry) error {
	s.counts.Questions++
	s.reason = ""
	if err := s.renew(); err != nil {
		return err
	}
	sys, err := s.system()
	if err != nil {
		return err
	}
	ctx, stop := s.Budget.Context(ctx)
	defer stop()
	abandoned, q := false, s.question(sys)
	z, err := budget.Within(ctx, func() (cornet.Result, error) { return q.decide(ctx) }, func() cornet.Result {
		abandoned = true
		return cornet.Result{Reason: budget.Why(ctx)}
	})
	if abandoned { // a computation that was given up may still use the store
		s.empty()
		s.stale = true
	}
	var defect *defect.Error
	switch {
	case errors.As(err, &defect) && z.Verdict == horn.Unknown:
		z.Reason = err.Error()
	case err != nil && !errors.As(err, &defect):
		return err
	}
	s.answered(e, sys, z)
	if s.stale {
		s.last = nil
	}
	return nil
}

// system returns the system on the stack.
func (s *session) system() (*cornet.System, error) {
	script := &smtlib.Script{Store: s.store, Name: s.name, Scope: s.scope}
	var numbers []int
	var text strings.Builder // the text of the stack
	for _, t := range s.preamble {
		text.WriteString(t.Text + "\n")
	}
	for _, l := range s.levels {
		for _, e := range l {
			cmd := e.cmd
			cmd.Pos = e.text.Pos
			text.WriteString(e.text.Text + "\n")
			script.Commands = append(script.Commands, cmd)
			if !e.isDeclaration() {
				numbers = append(numbers, e.number)
			}
			for i := range cmd.Recs {
				numbers = append(numbers, e.number+i)
			}
		}
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		return nil, err
	}
	sys.Source.Text = text.String()
	for i := range sys.Source.Asserts {
		sys.Source.Asserts[i].Number = numbers[i]
	}
	return sys, nil
}

// answered prints the answer to a question and keeps the parts that later commands may request.
func (s *session) answered(e *entry, sys *cornet.System, z cornet.Result) {
	s.last, s.reason = &answer{z, sys}, z.Reason
	s.counts.add(z)
	s.known.learn(sys, z)
	word := z.Verdict
	if e.cmd.Kind == smtlib.CmdQuery && s.Style.Reachability {
		word = map[horn.Verdict]horn.Verdict{horn.Safe: horn.Unsafe, horn.Unsafe: horn.Safe}[word]
	}
	fmt.Fprintln(s.out, word)
	var err error
	switch {
	case z.Verdict == horn.Unknown && s.Unknown != nil:
		s.Unknown(z.Reason)
	case z.Verdict == horn.Safe && s.Style.Models:
		err = s.getModel(e)
	case z.Verdict == horn.Unsafe && s.Style.Proofs:
		err = s.getProof(e)
	}
	if err != nil {
		s.refuse(err)
	}
}

// answer returns the last answer if it has the given verdict.
func (s *session) answer(e *entry, what string, verdict horn.Verdict) (*answer, error) {
	switch {
	case s.last == nil:
		return nil, fail(e, "%s is not available: there is no answer to check-sat about the current assertions", what)
	case s.last.Verdict != verdict:
		return nil, fail(e, "%s is not available: the last answer was %v", what, s.last.Verdict)
	}
	return s.last, nil
}

func (s *session) getModel(e *entry) error {
	a, err := s.answer(e, "model", horn.Safe)
	if err != nil {
		return err
	}
	if a.Model == nil {
		return fail(e, "the last answer rests on an unwinding, which is no model: use another engine than unwind")
	}
	write := s.Style.Model
	if write == nil {
		write = horn.WriteModel
	}
	return s.print(func(out *strings.Builder) error { return write(out, a.system, a.Model) })
}

func (s *session) getProof(e *entry) error {
	a, err := s.answer(e, "proof", horn.Unsafe)
	if err != nil {
		return err
	}
	return s.print(func(out *strings.Builder) error {
		if s.Style.Proof == nil {
			return horn.WriteProof(out, a.Proof)
		}
		return s.Style.Proof(out, a.system, a.Proof)
	})
}

// print prints the text that f writes, or nothing if f fails.
func (s *session) print(f func(*strings.Builder) error) error {
	var text strings.Builder
	if err := f(&text); err != nil {
		return err
	}
	s.out.WriteString(text.String())
	return nil
}

// getValue prints the values of terms under the last model.
func (s *session) getValue(e *entry) error {
	a, err := s.answer(e, "value", horn.Safe)
	if err != nil {
		return err
	}
	if a.Model == nil {
		return fail(e, "the last answer rests on an unwinding, which is no model: use another engine than unwind")
	}
	rw := s.store.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		if t.Op() != logic.OpApp {
			return t
		}
		if d := a.Model.Instance(s.store, t.Func(), t.Args()); d != nil {
			return d
		}
		return t
	})
	written, err := smtlib.ReadSexprs("", strings.NewReader(e.text.Text))
	if err != nil {
		return err
	}
	model := s.store.NewModel()
	var values []string
	for i, t := range e.cmd.Terms {
		v, as := model.Eval(rw.Map(t)), written[0].List[1].List[i]
		if !v.IsValue() {
			return fail(e, "the model gives %v no value", as)
		}
		values = append(values, fmt.Sprintf("(%v %v)", as, v))
	}
	fmt.Fprintf(s.out, "(%s)\n", strings.Join(values, "\n "))
	return nil
}
