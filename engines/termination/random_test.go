// SPDX-License-Identifier: Apache-2.0

package termination_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	search "cornet/engines/termination"
	"cornet/horn/termination"
)

// randomLoop is a loop without choices over two variables that starts in a finite set of states, so
// that its executions tell whether it terminates.
type randomLoop struct {
	cases []loopCase
}

// loopCase is a branch of a loop, taken by the first guard that holds.
type loopCase struct {
	a, b, c        int // a·x + b·y > c
	dx, dy, ex, ey int // x := dx·x + ex, y := dy·y + ey, plus the other one if mixed
	mixed          bool
}

func newRandomLoop(r *rand.Rand) (z randomLoop) {
	for range 1 + r.Intn(3) {
		z.cases = append(z.cases, loopCase{r.Intn(3) - 1, r.Intn(3) - 1, r.Intn(7) - 3, 1 - 2*r.Intn(8)/7, 1, r.Intn(5) - 2, r.Intn(5) - 2, r.Intn(4) == 0})
	}
	return z
}

// rules prints the loop.
func (z randomLoop) rules() string {
	var b strings.Builder
	b.WriteString("(rule (f x y) (g x y) :guard (and (<= 0 x 4) (<= 0 y 4)))")
	before := ""
	for _, c := range z.cases {
		guard := fmt.Sprintf("(> (+ (* (- %d) x) (* (- %d) y)) (- %d))", -c.a, -c.b, -c.c)
		mix := ""
		if c.mixed {
			mix = " y"
		}
		fmt.Fprintf(&b, " (rule (g x y) (g (+ (* (- %d) x)%s (- %d)) (+ y (- %d))) :guard (and %s%s))", -c.dx, mix, -c.ex, -c.ey, guard, before)
		before += " (not " + guard + ")"
	}
	return strings.ReplaceAll(b.String(), "(- -", "(+ 0 ")
}

// run reports whether all executions are finite, and whether that is known after some steps.
func (z randomLoop) run() (finite, known bool) {
	finite = true
	for start := range 25 {
		x, y := start%5, start/5
		seen := map[[2]int]bool{}
		for steps := 0; ; steps++ {
			if seen[[2]int{x, y}] {
				return false, true
			}
			if steps > 400 {
				return false, false
			}
			seen[[2]int{x, y}] = true
			next := false
			for _, c := range z.cases {
				if c.a*x+c.b*y > c.c {
					nx := c.dx*x + c.ex
					if c.mixed {
						nx += y
					}
					x, y, next = nx, y+c.ey, true
					break
				}
			}
			if !next {
				break
			}
		}
	}
	return finite, true
}

// TestRandomLoops compares answers with executions.
func TestRandomLoops(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	decided := 0
	const loops = 60
	for range loops {
		loop := newRandomLoop(r)
		z, err := search.Decide(context.Background(), read(t, loop.rules()), options())
		require.NoError(t, err, loop.rules())
		if z.Verdict != termination.Unknown {
			decided++
		}
		if finite, known := loop.run(); known && z.Verdict != termination.Unknown {
			require.Equal(t, finite, z.Verdict == termination.Terminates, loop.rules())
		}
	}
	require.Greater(t, decided, loops*3/4)
}
