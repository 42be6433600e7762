// SPDX-License-Identifier: Apache-2.0

package queries

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/query"
	"cornet/smtlib"
)

// Options configure a measurement.
type Options struct {
	// Dir holds the corpus: files whose names end in .smt2. In each file, only the last question is
	// used.
	Dir string
	// Match, if not "", must be part of the name.
	Match string
	// Every takes every n-th file; 0 and 1 mean all.
	Every int
	// Method is the interpolation method of First.
	Method smt.Method
	// First and Second are the solvers compared.
	First, Second smt.Backend
	// Limit is the processor time of one query; 0 means 2 s.
	Limit time.Duration
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

// Result is the result of one solver on one query.
type Result struct {
	Status  string  `json:"status"`
	Seconds float64 `json:"seconds"` // of processor time
	Reason  string  `json:"reason,omitempty"`
}

// Query is one query with its results.
type Query struct {
	File          string `json:"file"`
	Interpolation bool   `json:"interpolation"`
	Nodes         int    `json:"nodes,omitempty"`  // of the tree
	Weight        int    `json:"weight,omitempty"` // subterms of the interpolants of the first solver
	First, Second Result
	// Validity of the first solver's answer, by the second: "", "valid", "wrong: …" or "undecided".
	Validity string `json:"validity,omitempty"`
}

// Run measures the corpus. It returns an error if a file cannot be read, or a solver cannot be
// made. When ctx is cancelled, the report covers the measurements so far.
func Run(ctx context.Context, o Options) (*Report, error) {
	o.Limit = cmp.Or(o.Limit, 2*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	files, err := filepath.Glob(filepath.Join(o.Dir, "*.smt2"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	z := &Report{First: o.First.Name(), Second: o.Second.Name(), Limit: o.Limit.Seconds()}
	number := 0
	for _, file := range files {
		if !strings.Contains(filepath.Base(file), o.Match) {
			continue
		}
		if number++; o.Every > 1 && number%o.Every != 0 {
			continue
		}
		q, err := o.one(ctx, file)
		if ctx.Err() != nil {
			o.Log.Warn("interrupted", "measured", len(z.Queries), "cause", context.Cause(ctx))
			break
		}
		if err != nil {
			return z, fmt.Errorf("%s: %w", file, err)
		}
		o.Log.Debug("query", "file", q.File, "first", q.First.Status, "seconds", q.First.Seconds,
			"second", q.Second.Status, "seconds", q.Second.Seconds, "validity", q.Validity)
		z.Queries = append(z.Queries, q)
	}
	if len(z.Queries) == 0 {
		return nil, fmt.Errorf("no queries in %s; tools/collect-queries.sh makes a corpus", o.Dir)
	}
	return z, nil
}

// one measures one file.
func (o *Options) one(ctx context.Context, file string) (Query, error) {
	z := Query{File: filepath.Base(file)}
	second, err := load(file)
	if err != nil {
		return z, err
	}
	first, err := load(file)
	if err != nil {
		return z, err
	}
	if second.q.Tree != nil {
		first.q.Tree.Method = o.Method
		z.Interpolation, z.Nodes = true, len(second.q.Tree.Part)
	}
	var answer answer
	if z.Second, _, err = o.ask(ctx, o.Second, second); err != nil {
		return z, err
	}
	if z.First, answer, err = o.ask(ctx, o.First, first); err != nil {
		return z, err
	}
	z.Weight = logic.Size(answer.formulas...)
	z.Validity, err = o.validate(ctx, first, answer)
	return z, err
}

// loaded is a question in a store of its own.
type loaded struct {
	store *logic.Store
	q     query.Question
}

func load(file string) (*loaded, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	store := logic.NewStore()
	script, err := smtlib.Read(store, file, bufio.NewReaderSize(in, 1<<16))
	if err != nil {
		return nil, err
	}
	list, err := query.Questions(script)
	if err != nil {
		return nil, err
	}
	for _, q := range slices.Backward(list) {
		if q.Kind == query.AskCheck || q.Kind == query.AskTree {
			return &loaded{store, q}, nil
		}
	}
	return nil, errors.New("no (check-sat) and no (get-interpolants …)")
}

// answer is the result of a solver.
type answer struct {
	status   smt.Status
	formulas []*logic.Term
	model    *logic.Model
}

// ask measures one answer.
func (o *Options) ask(ctx context.Context, b smt.Backend, x *loaded) (Result, answer, error) {
	runtime.GC() // free the garbage of earlier queries
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start := processorTime()
	done := make(chan struct{})
	go watch(done, func() bool {
		if processorTime()-start < o.Limit {
			return false
		}
		stop(errLimit)
		return true
	})
	z, reason, err := respond(ctx, b, x)
	seconds := (processorTime() - start).Seconds()
	close(done)
	switch {
	case err != nil && errors.Is(context.Cause(ctx), errLimit):
		z, reason, err = answer{}, errLimit.Error(), nil
	case errors.Is(err, errors.ErrUnsupported):
		z, reason, err = answer{}, err.Error(), nil
	}
	return Result{Status: z.status.String(), Seconds: seconds, Reason: reason}, z, err
}

var errLimit = errors.New("time limit")

// watch calls over every few milliseconds until it returns true or done is closed.
func watch(done <-chan struct{}, over func() bool) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			if over() {
				return
			}
		}
	}
}

// respond makes b answer x.
func respond(ctx context.Context, b smt.Backend, x *loaded) (answer, string, error) {
	if x.q.Tree != nil {
		ip, err := b.Interpolator(x.store, smt.Options{})
		if err != nil {
			return answer{}, "", err
		}
		z, err := ip.Interpolate(ctx, x.q.Tree)
		return answer{z.Status, z.Formulas, z.Model}, z.Reason, err
	}
	s, err := b.New(x.store, smt.Options{})
	if err != nil {
		return answer{}, "", err
	}
	defer s.Close()
	for _, t := range x.q.Asserted {
		if err := s.Assert(t); err != nil {
			return answer{}, "", err
		}
	}
	st, err := s.Check(ctx, x.q.Assumed...)
	z := answer{status: st}
	if err == nil && st == smt.Sat {
		z.model, err = s.Model()
	}
	reason := ""
	if err == nil && st == smt.Unknown {
		reason = s.Reason()
	}
	return z, reason, err
}

// checkFactor limits the check of an answer: it may take this many times the limit of a query.
const checkFactor = 10

// validate checks an answer of the first solver.
func (o *Options) validate(ctx context.Context, x *loaded, z answer) (string, error) {
	parts := x.q.Asserted
	if x.q.Tree != nil {
		parts = x.q.Tree.Part
	}
	switch {
	case z.status == smt.Sat:
		for i, t := range append(slices.Clone(parts), x.q.Assumed...) {
			if z.model == nil || z.model.Eval(t).IsFalse() {
				return fmt.Sprintf("wrong: the model falsifies formula %d", i), nil
			}
		}
		return "valid", nil
	case z.status == smt.Unknown || x.q.Tree == nil:
		return "", nil
	}
	s, err := o.Second.New(x.store, smt.Options{})
	if err != nil {
		return "", err
	}
	defer s.Close()
	ctx, stop := context.WithTimeoutCause(ctx, checkFactor*o.Limit, errLimit)
	defer stop()
	err = itp.Check(ctx, x.store, s, x.q.Tree, z.formulas)
	var bad *itp.BadInterpolantError
	switch {
	case err == nil:
		return "valid", nil
	case errors.As(err, &bad):
		return "wrong: " + err.Error(), nil
	case errors.Is(err, itp.ErrUndecided), errors.Is(err, errors.ErrUnsupported), errors.Is(err, errLimit):
		return "undecided", nil
	}
	return "", err
}
