// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// latency bounds the time that an interrupted Check may still take.
const latency = time.Second

var errEnough = errors.New("enough")

func TestCancelEndsCheck(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	hole := pigeonHole(s, 12)
	for range 3 {
		z.Push()
		require.NoError(t, z.Assert(hole))
		ctx, cancel := context.WithCancelCause(context.Background())
		var cancelled time.Time
		time.AfterFunc(50*time.Millisecond, func() {
			cancelled = time.Now()
			cancel(errEnough)
		})
		st, err := z.Check(ctx)
		require.Less(t, time.Since(cancelled), latency)
		require.ErrorIs(t, err, errEnough)
		require.Equal(t, smt.Unknown, st)
		z.Pop(1)
		require.Equal(t, smt.Sat, check(t, z)) // as good as new
	}
}

func TestCancelledBefore(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errEnough)
	st, err := z.Check(ctx)
	require.Equal(t, smt.Unknown, st)
	require.ErrorIs(t, err, errEnough)
}

// TestInterruptsDoNotGoAstray cancels checks that take microseconds at random moments. Interrupts
// arrive before, within and after the checks. Whatever happens to a check, the next ones must work.
func TestInterruptsDoNotGoAstray(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	require.NoError(t, z.Assert(s.Lt(x, y)))
	r := rand.New(rand.NewPCG(1, 2))
	answered := 0
	for i := range 300 {
		ctx, cancel := context.WithCancel(context.Background())
		go func(d time.Duration) {
			for start := time.Now(); time.Since(start) < d; { // shorter than a sleep can be
				runtime.Gosched()
			}
			cancel()
		}(time.Duration(r.IntN(60)) * time.Microsecond)
		bound := s.Le(y, s.IntNum(int64(i)))
		st, err := z.Check(ctx, bound)
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
		} else {
			require.Equal(t, smt.Sat, st)
			answered++
		}
		cancel()
		st, err = z.Check(context.Background(), bound)
		require.NoError(t, err)
		require.Equal(t, smt.Sat, st, z.Reason())
		needModel(t, z, bound, s.Lt(x, y))
	}
	t.Logf("%d of 300 answered", answered)
}

// TestAbandonedCall calls a function that no interrupt ends instead of a function of libz3. The
// function waits for a semaphore. A signal of the runtime ends sleeping, but not waiting.
func TestAbandonedCall(t *testing.T) {
	lib := library(t) // a Library of its own
	libc, err := purego.Dlopen("libc.so.6", purego.RTLD_NOW)
	if err != nil {
		t.Skipf("needs semaphores of the C library: %v", err)
	}
	lib.addr[fnASTToString], err = purego.Dlsym(libc, "sem_wait")
	require.NoError(t, err)
	var (
		initialize func(sem unsafe.Pointer, shared int32, value uint32) int32
		post       func(sem unsafe.Pointer) int32
	)
	purego.RegisterLibFunc(&initialize, libc, "sem_init")
	purego.RegisterLibFunc(&post, libc, "sem_post")
	semaphore := unsafe.Pointer(new([8]uint64)) // at least a sem_t
	require.Zero(t, initialize(semaphore, 0, 0))
	s := logic.NewStore()
	b := NewBackend(lib)
	z0, err := b.New(s, smt.Options{})
	require.NoError(t, err)
	z := z0.(*Solver)
	defer z.Close()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	require.NoError(t, z.Assert(s.Gt(x, s.IntNum(6))))
	z.Push()
	require.NoError(t, z.Assert(s.Eq(s.Mul(x, y), s.IntNum(77))))
	require.True(t, z.c.nonlinear)

	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	old, start := z.c, time.Now()
	_, err = z.c.interruptible(ctx, fnASTToString, uintptr(semaphore))
	require.Less(t, time.Since(start), 50*time.Millisecond+latency)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Equal(t, errAbandoned, old.broken)

	z.Push() // while the context is broken
	require.NoError(t, z.Assert(s.Lt(x, s.IntNum(9))))
	require.NotSame(t, old, z.c)
	require.Equal(t, smt.Sat, check(t, z))
	needModel(t, z, s.Eq(x, s.IntNum(7)), s.Eq(y, s.IntNum(11)))
	z.Pop(2)
	require.Equal(t, smt.Sat, check(t, z, s.Eq(x, s.IntNum(100))))
	require.Equal(t, smt.Unsat, check(t, z, s.Eq(x, s.IntNum(6))))
	require.Zero(t, post(semaphore))
	require.Eventually(t, func() bool { // the call has come back and its context is gone
		old.mu.Lock()
		defer old.mu.Unlock()
		return old.users == 0
	}, 5*time.Second, 10*time.Millisecond)
}

// huge asks for three integers in the range of the first assertion.
const huge = `
(declare-const v1_0 Int)
(declare-const v1_1 Int)
(declare-const v1_2 Int)
(assert (and (or (>= (+ v1_0 (ite (<= (mod v1_1 4) (- 7)) v1_1 (- 4))) (+ v1_1 v1_2 1)) (<= (+ v1_0 v1_1 1) (* v1_1 v1_2)) (<= v1_2 (- 1))) (or (and (>= (+ v1_0 v1_1 2) (ite (= (+ (* 4 v1_1) (* 4 v1_2) (* 3 (* v1_0 v1_1))) 0) (- 1) 0)) (>= (+ v1_0 (* 4 v1_1)) (+ (* 2 v1_2) 5))) (= (* 3 v1_0) (div (ite (<= (+ v1_0 (* 2 v1_2)) 2) (- 6) v1_0) 2)) (= (+ v1_0 (* 2 v1_1)) (+ v1_2 12)))))
(assert (<= v1_0 (* (- v1_0 5) (ite (<= (+ v1_0 (div (+ v1_1 1) 2)) 3) v1_0 v1_2))))
(assert (or (>= v1_0 (+ (ite (<= (* v1_0 (+ v1_1 v1_2)) (- 1)) (* (- 3) v1_1) (ite (<= v1_0 (+ (* 5 v1_2) 8)) v1_1 (- 6))) 34)) (>= (+ v1_2 6) (* v1_1 v1_2))))
(assert (<= (* v1_1 (+ v1_0 v1_1)) (- 3)))
(assert (<= (+ v1_0 1) v1_2))
(assert (>= (+ v1_0 v1_1 (div v1_2 2)) 0))
`

// TestHugeNumbers has a query in which libz3 4.8.12 sometimes multiplies huge numbers for seconds
// without looking at its interrupt flag.
func TestHugeNumbers(t *testing.T) {
	s := logic.NewStore()
	z := newSolver(t, s)
	script, err := smtlib.Read(s, "huge", strings.NewReader(huge))
	require.NoError(t, err)
	var formulas []*logic.Term
	for _, c := range script.Commands {
		if c.Kind == smtlib.CmdAssert {
			formulas = append(formulas, s.Simplify(c.Term))
		}
	}
	z.Push()
	require.NoError(t, z.Assert(formulas[0]))
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	z.Check(ctx, formulas[1:]...)
	require.Less(t, time.Since(start), 200*time.Millisecond+latency)
	z.Pop(1)
	require.Equal(t, smt.Sat, check(t, z))
}
