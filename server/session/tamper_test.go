// SPDX-License-Identifier: Apache-2.0

package session_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/internal/test/tamper"
	"cornet/server/session"
)

// steps is a conversation about a system that grows and shrinks. Its questions have different
// stacks, and some of them are asked again.
const steps = `(set-logic HORN)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 3)) (p (+ x 1) (+ y 2)))))
(check-sat)
(push 1)
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 3)) (q y x))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (= x 6)) false)))
(check-sat)
(check-sat)
(pop 1)
(push 1)
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 3)) (q y x))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (not (= x 6))) false)))
(check-sat)
(check-sat-assuming ((not (q 6 3))))
(check-sat-assuming ((not (q 3 6))))
(pop 1)
(assert (not (p 2 4)))
(check-sat)
(reset-assertions)
(declare-fun p (Int Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (< x y) (p x y))))
(assert (forall ((x Int) (y Int)) (=> (p x y) (q x (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (>= x y)) false)))
(check-sat)
`

// answersTo are the expected answers.
var answersTo = strings.Fields("sat unsat unsat sat unsat sat unsat sat")

// conversation returns the answers to steps.
func conversation(t *testing.T, o session.Options) []string {
	t.Helper()
	o.Engine, o.Timeout, o.Reproducers = "pdr", 5*time.Second, t.TempDir()
	var out strings.Builder
	require.NoError(t, session.Run(t.Context(), "", strings.NewReader(steps), &out, o))
	return strings.Fields(out.String())
}

// TestTampering changes the system of each question after it has been read. No answer may be wrong.
func TestTampering(t *testing.T) {
	for _, method := range []string{"auto", "solver", "proof"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			var o session.Options
			o.Solver = "native"
			if method == "auto" {
				o.Solver = "auto"
			}
			require.NoError(t, o.Check.UnmarshalText([]byte(method)))
			require.Equal(t, answersTo, conversation(t, o))
			p, err := cornet.Read("", strings.NewReader(tamper.Unsafe)) // a system with the same numbers of clauses and atoms
			require.NoError(t, err)
			lost := 0
			for _, c := range tamper.Changes(p.System) {
				asked := &tamper.Cache{Change: c}
				o.Cache = asked
				for i, answer := range conversation(t, o) {
					require.Containsf(t, []string{"unknown", answersTo[i]}, answer, "question %d, %s", i, c.Name)
					if answer == "unknown" {
						lost++
					}
				}
				require.Positive(t, asked.Asked)
			}
			require.Positive(t, lost)
		})
	}
}
