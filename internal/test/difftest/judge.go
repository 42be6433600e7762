// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
)

// Judge compares a back end with others. It is safe for concurrent use if the back ends are.
type Judge struct {
	// Tested makes the solvers under test.
	Tested smt.Backend
	// Interpolator makes the interpolators under test; nil means those of Tested.
	Interpolator func(*logic.Store, smt.Options) (smt.Interpolator, error)
	// Oracles answer the same questions; the first one also checks interpolants and cores. A
	// disagreement between two oracles is not a failure of Tested.
	Oracles []smt.Backend
	// Options of the solvers under test, and of the oracles.
	Options, OracleOptions smt.Options
	// Defects are beginnings of reasons for Unknown that only a defect of Tested produces.
	Defects []string
}

// Tally has the counts of a campaign.
type Tally struct {
	Instances   int // instances
	Checks      int // questions of scripts
	Sat, Unsat  int // answers to them
	Unknown     int // gave up
	Trees       int // interpolation queries
	Interpolant int // answered with interpolants
	Models      int // answered with models
	GaveUp      int // gave up
	Refused     int // instances with unsupported constructs
	Undecided   int // answers that no oracle could judge
}

// Add adds the counts of x to z.
func (z *Tally) Add(x Tally) {
	z.Instances += x.Instances
	z.Checks += x.Checks
	z.Sat += x.Sat
	z.Unsat += x.Unsat
	z.Unknown += x.Unknown
	z.Trees += x.Trees
	z.Interpolant += x.Interpolant
	z.Models += x.Models
	z.GaveUp += x.GaveUp
	z.Refused += x.Refused
	z.Undecided += x.Undecided
}

// Wrong describes what is wrong with an answer.
type Wrong struct {
	Kind   string // "model", "unsat", "unknown", "core", "interpolant", "strength", "error", "panic"
	Detail string
}

func (w *Wrong) Error() string { return "wrong " + w.Kind + ": " + w.Detail }

// Judge asks x and returns what is wrong, as a *Wrong, or another error if an oracle fails. Oracles
// are asked in the court, which serves only one judge.
func (j *Judge) Judge(ctx context.Context, x *Instance, c *Session, count *Tally) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Wrong{"panic", fmt.Sprint(p)}
		}
	}()
	count.Instances++
	if err := c.open(j, x.Store); err != nil {
		return err
	}
	t := &trial{j, x.Store, c, count}
	if x.Tree != nil {
		err = t.tree(ctx, x.Tree)
	} else {
		err = t.script(ctx, x.Steps)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		count.Refused++
		return nil
	}
	return err
}

// trial is one instance before a judge.
type trial struct {
	*Judge
	store *logic.Store
	court *Session
	count *Tally
}

// script plays the steps.
func (j *trial) script(ctx context.Context, steps []Step) error {
	s, err := j.Tested.New(j.store, j.Options)
	if err != nil {
		return err
	}
	defer s.Close()
	frames := [][]*logic.Term{nil}
	for _, step := range steps {
		switch step.Kind {
		case Assert:
			if err := s.Assert(step.Terms[0]); err != nil {
				return wrongError(err)
			}
			frames[len(frames)-1] = append(frames[len(frames)-1], step.Terms[0])
		case Push:
			s.Push()
			frames = append(frames, nil)
		case Pop:
			s.Pop(1)
			frames = frames[:len(frames)-1]
		case Check:
			var asserted []*logic.Term
			for _, f := range frames {
				asserted = append(asserted, f...)
			}
			if err := j.check(ctx, s, asserted, step.Terms); err != nil {
				return err
			}
		}
	}
	return nil
}

// wrongError makes errors of the solver under test failures, except for refusals.
func wrongError(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return &Wrong{"error", err.Error()}
}

// check asks one question.
func (j *trial) check(ctx context.Context, s smt.Solver, asserted, assumptions []*logic.Term) error {
	j.count.Checks++
	st, err := s.Check(ctx, assumptions...)
	if err != nil {
		return wrongError(err)
	}
	all := append(append([]*logic.Term(nil), asserted...), assumptions...)
	switch st {
	case smt.Unknown:
		j.count.Unknown++
		return j.gaveUp(s.Reason())
	case smt.Sat:
		j.count.Sat++
		m, err := s.Model()
		if err != nil {
			return wrongError(err)
		}
		return j.model(ctx, m, all)
	}
	j.count.Unsat++
	core := s.Core()
	if !subsequence(core, assumptions) {
		return &Wrong{"core", fmt.Sprintf("%v is not part of %v", core, assumptions)}
	}
	if err := j.unsat(ctx, all, "unsat"); err != nil {
		return err
	}
	if len(core) < len(assumptions) {
		return j.unsat(ctx, append(append([]*logic.Term(nil), asserted...), core...), "core")
	}
	return nil
}

// gaveUp judges the reason for which there is no answer.
func (j *trial) gaveUp(reason string) error {
	for _, d := range j.Defects {
		if strings.HasPrefix(reason, d) {
			return &Wrong{"unknown", reason}
		}
	}
	return nil
}

// model judges a model by evaluation, and asks oracles if that leaves the value open.
func (j *trial) model(ctx context.Context, m *logic.Model, all []*logic.Term) error {
	for _, t := range all {
		if m.Holds(t) {
			continue
		}
		if m.Eval(t).IsFalse() {
			return &Wrong{"model", fmt.Sprintf("it makes %v false", t)}
		}
		all = j.court.copy(all)
		judged := false
		for _, o := range j.Oracles {
			st, _, err := j.court.decide(ctx, o, j.OracleOptions, all)
			if err != nil {
				return err
			}
			if st == smt.Unsat {
				return &Wrong{"sat", o.Name() + " says unsat"}
			}
			judged = judged || st == smt.Sat
		}
		if !judged {
			j.count.Undecided++
		}
		return nil
	}
	return nil
}

// unsat fails if an oracle has a model that evaluation confirms, or that cannot be evaluated.
func (j *trial) unsat(ctx context.Context, all []*logic.Term, kind string) error {
	judged := false
	all = j.court.copy(all)
	for _, o := range j.Oracles {
		st, m, err := j.court.decide(ctx, o, j.OracleOptions, all)
		if err != nil {
			return err
		}
		judged = judged || st != smt.Unknown
		if st != smt.Sat {
			continue
		}
		for _, t := range all {
			if m != nil && m.Eval(t).IsFalse() {
				m = nil
				break
			}
		}
		if m != nil {
			return &Wrong{kind, o.Name() + " has a model"}
		}
	}
	if !judged {
		j.count.Undecided++
	}
	return nil
}

func soft(err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// subsequence reports whether x is y with elements left out.
func subsequence(x, y []*logic.Term) bool {
	for _, t := range y {
		if len(x) > 0 && x[0] == t {
			x = x[1:]
		}
	}
	return len(x) == 0
}

// tree interpolates.
func (j *trial) tree(ctx context.Context, q *smt.Query) error {
	j.count.Trees++
	z, err := j.interpolate(ctx, q)
	if err != nil {
		return err
	}
	switch z.Status {
	case smt.Unknown:
		j.count.GaveUp++
		return j.gaveUp(z.Reason)
	case smt.Sat:
		j.count.Models++
		return j.model(ctx, z.Model, q.Part)
	}
	j.count.Interpolant++
	if err := j.interpolants(ctx, q, z.Formulas); err != nil {
		return err
	}
	if path(q) && (q.Strength == smt.Strong || q.Strength == smt.Medium) {
		return j.order(ctx, q, z.Formulas)
	}
	return nil
}

func path(q *smt.Query) bool {
	for i, p := range q.Parent[:len(q.Parent)-1] {
		if p != i+1 {
			return false
		}
	}
	return true
}

func (j *trial) interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	newInterpolator := j.Interpolator
	if newInterpolator == nil {
		newInterpolator = j.Tested.Interpolator
	}
	ip, err := newInterpolator(j.store, j.Options)
	if err != nil {
		return smt.Interpolation{}, err
	}
	z, err := ip.Interpolate(ctx, q)
	if err != nil {
		return z, wrongError(err)
	}
	return z, nil
}

// interpolants checks them with the first oracle.
func (j *trial) interpolants(ctx context.Context, q *smt.Query, formulas []*logic.Term) error {
	if len(j.Oracles) == 0 {
		return nil
	}
	s, err := j.Oracles[0].New(j.court.store, j.OracleOptions)
	if err != nil {
		return err
	}
	defer s.Close()
	copied := &smt.Query{Part: j.court.copy(q.Part), Parent: q.Parent}
	ctx, stop := context.WithTimeoutCause(ctx, oracleTimeout, errTimeout)
	defer stop()
	err = itp.Check(ctx, j.court.store, s, copied, j.court.copy(formulas))
	var bad *itp.BadInterpolantError
	switch {
	case errors.As(err, &bad):
		return &Wrong{"interpolant", fmt.Sprintf("%v: %v", err, formulas)}
	case errors.Is(err, errTimeout), errors.Is(err, itp.ErrUndecided), errors.Is(err, errors.ErrUnsupported):
		j.count.Undecided++
		return nil
	}
	return err
}

// order checks that the next weaker answer follows from formulas. Only interpolants from proofs,
// with one proof for both, promise that, so this is done for interpolators under test only.
func (j *trial) order(ctx context.Context, q *smt.Query, formulas []*logic.Term) error {
	if j.Interpolator == nil {
		return nil
	}
	weaker := *q
	weaker.Strength++
	z, err := j.interpolate(ctx, &weaker)
	if err != nil || z.Status != smt.Unsat {
		return err
	}
	for i, f := range formulas {
		if err := j.unsat(ctx, []*logic.Term{f, j.store.Not(z.Formulas[i])}, "strength"); err != nil {
			return err
		}
	}
	return nil
}
