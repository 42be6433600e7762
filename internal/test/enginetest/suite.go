// SPDX-License-Identifier: Apache-2.0

package enginetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// Engine is an engine under test.
type Engine interface {
	Solve(ctx context.Context, sys *horn.System) (horn.Result, error)
}

// Subject describes an engine to the suite.
type Subject struct {
	// New makes a fresh engine.
	New func() Engine
	// Backend makes the solvers of the validator.
	Backend smt.Backend
	// Linear means that the engine must refuse nonlinear systems.
	Linear bool
	// Answers reports whether the engine is expected to find the verdict of the system called name
	// (its file without the suffix) within the time limit. Other systems may be unknown, but never
	// wrong. Nil expects nothing.
	Answers func(name string, verdict horn.Verdict) bool
	// Limit is the time per system whose answer is expected; 0 means 10 s. Other systems get a
	// twentieth of it, which is enough for a wrong answer.
	Limit time.Duration
	// Program means that another program answers the queries, perhaps differently each time. Then
	// systems whose answer is not expected are left out, because each costs its share of Limit.
	Program bool
}

// expects reports whether the engine must answer the system called name, and
// the time it has for it.
func (s *Subject) expects(file string, verdict horn.Verdict) (bool, time.Duration) {
	if s.Answers != nil && s.Answers(strings.TrimSuffix(filepath.Base(file), ".smt2"), verdict) {
		return true, s.Limit
	}
	return false, s.Limit / 20
}

// Run runs the suite.
func Run(t *testing.T, s Subject) {
	if s.Limit == 0 {
		s.Limit = 10 * time.Second
	}
	files := Systems(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".smt2"), func(t *testing.T) { s.solve(t, file) })
	}
	t.Run("cancellation", s.cancellation)
	if !s.Program {
		t.Run("determinism", s.determinism)
	}
}

// Systems returns the paths of the small systems of the repository.
func Systems(t testing.TB) []string {
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		files, err := filepath.Glob(filepath.Join(dir, "testdata", "horn", "*.smt2"))
		require.NoError(t, err)
		if len(files) > 0 {
			return files
		}
		parent := filepath.Dir(dir)
		require.NotEqual(t, parent, dir, "testdata/horn not found")
		dir = parent
	}
}

// Read returns the system in a file and its expected verdict.
func Read(t testing.TB, file string) (*horn.System, horn.Verdict) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	sys := Parse(t, string(text))
	switch {
	case strings.Contains(string(text), "(set-info :status sat)"):
		return sys, horn.Safe
	case strings.Contains(string(text), "(set-info :status unsat)"):
		return sys, horn.Unsafe
	}
	return sys, horn.Unknown
}

// Parse returns the system that an SMT-LIB text describes.
func Parse(t testing.TB, text string) *horn.System {
	script, err := smtlib.Read(logic.NewStore(), "", strings.NewReader(text))
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// solve runs the engine on one system and validates its answer.
func (s *Subject) solve(t *testing.T, file string) {
	sys, want := Read(t, file)
	expected, limit := s.expects(file, want)
	if s.Program && !expected {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	got, err := s.New().Solve(ctx, sys)
	if s.Linear && !sys.IsLinear() {
		require.ErrorIs(t, err, errors.ErrUnsupported)
		require.Equal(t, horn.Unknown, got.Verdict)
		return
	}
	if err != nil {
		require.Equal(t, horn.Unknown, got.Verdict, "an error implies Unknown")
		require.False(t, expected, "no answer: %v", err)
		return
	}
	if expected || got.Verdict != horn.Unknown {
		require.Equal(t, want, got.Verdict, "reason: %s", got.Reason)
	}
	Validate(t, sys, got, s.Backend)
}

// Validate fails the test when the witness of a result is not valid.
func Validate(t testing.TB, sys *horn.System, r horn.Result, backend smt.Backend) {
	switch r.Verdict {
	case horn.Safe:
		require.Nil(t, r.Refutation)
		require.NoError(t, check.Model(t.Context(), sys, r.Model, solvers(sys, backend)))
	case horn.Unsafe:
		require.Nil(t, r.Model)
		require.NoError(t, check.Refutation(t.Context(), sys, r.Refutation, solvers(sys, backend)))
	default:
		require.NotEmpty(t, r.Reason, "Unknown needs a reason")
	}
}

func solvers(sys *horn.System, backend smt.Backend) check.Options {
	return check.Options{Solver: func() (smt.Solver, error) { return backend.New(sys.Store, smt.Options{}) }}
}

// diverging is a system on which no engine is expected to answer soon: the
// property needs a nonlinear invariant.
const diverging = `
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y (* 2 x) 1) (+ z (* 3 y) (* 3 x) 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 20000) (not (= z (* x x x)))) false)))
`

// cancellation checks that a cancelled engine returns soon, with the cause.
func (s *Subject) cancellation(t *testing.T) {
	sys := Parse(t, diverging)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan struct{})
	var result horn.Result
	var err error
	go func() {
		defer close(done)
		result, err = s.New().Solve(ctx, sys)
	}()
	select {
	case <-done: // it gave up by itself
	case <-time.After(300 * time.Millisecond):
		cancel(cause)
		select {
		case <-done:
			require.True(t, errors.Is(err, cause) || errors.Is(err, errors.ErrUnsupported), "%v", err) // it may have given up just then
		case <-time.After(5 * time.Second):
			t.Fatal("the engine goes on after a cancellation")
		}
	}
	cancel(nil)
	require.Equal(t, horn.Unknown, result.Verdict)
}

// determinism checks that equal runs that end without cancellation have equal statistics.
func (s *Subject) determinism(t *testing.T) {
	for _, file := range Systems(t) {
		var stats [2]any
		for i := range stats {
			sys, want := Read(t, file)
			expected, limit := s.expects(file, want)
			if !expected {
				break
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			e := s.New()
			_, err := e.Solve(ctx, sys)
			cancel()
			r, reports := e.(interface{ Stats() any })
			if err != nil || !reports {
				stats = [2]any{}
				break
			}
			stats[i] = r.Stats()
		}
		require.True(t, reflect.DeepEqual(stats[0], stats[1]), "%s: %+v and %+v", file, stats[0], stats[1])
	}
}
