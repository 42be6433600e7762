// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// A loopProgram is a random program of loops over three variables, without inputs. It can be
// printed in C, and run.
type loopProgram struct {
	random *rand.Rand
	signed bool // the variables are of type int, and otherwise of type unsigned char
	init   [3]int64
	body   []loopStatement
}

// A loopStatement assigns, branches or loops.
type loopStatement struct {
	kind    string // "=", "if" or "while"
	to      int
	factors [3]int64 // of a sum of the variables
	add     int64
	inner   []loopStatement
}

func newLoopProgram(seed uint64) *loopProgram {
	p := &loopProgram{random: rand.New(rand.NewPCG(seed, 44))}
	p.signed = p.random.IntN(2) == 0
	for i := range p.init {
		p.init[i] = p.random.Int64N(20)
	}
	p.body = []loopStatement{p.loop(2)}
	return p
}

// sum is a random sum for a statement.
func (p *loopProgram) sum(kind string) loopStatement {
	s := loopStatement{kind: kind, to: p.random.IntN(3), add: p.random.Int64N(7) - 3}
	s.factors[p.random.IntN(3)] = 1
	if p.random.IntN(3) == 0 {
		s.factors[p.random.IntN(3)] = p.random.Int64N(4) - 2
	}
	return s
}

// loop is a random loop, with at most some loops in each other.
func (p *loopProgram) loop(depth int) loopStatement {
	s := p.sum("while")
	for range 1 + p.random.IntN(3) {
		switch k := p.random.IntN(6); {
		case k == 0 && depth > 0:
			s.inner = append(s.inner, p.loop(depth-1))
		case k == 1:
			branch := p.sum("if")
			branch.inner = []loopStatement{p.sum("=")}
			s.inner = append(s.inner, branch)
		default:
			s.inner = append(s.inner, p.sum("="))
		}
	}
	return s
}

// text is the program in C.
func (p *loopProgram) text() string {
	var b strings.Builder
	kind := map[bool]string{true: "int", false: "unsigned char"}[p.signed]
	fmt.Fprintf(&b, "int main(void) {\n  %s a = %d, b = %d, c = %d;\n", kind, p.init[0], p.init[1], p.init[2])
	var write func(s loopStatement, indent string)
	write = func(s loopStatement, indent string) {
		value := fmt.Sprint(s.add)
		for i, f := range s.factors {
			if f != 0 {
				value += fmt.Sprintf(" + %d * %c", f, 'a'+i)
			}
		}
		if s.kind == "=" {
			fmt.Fprintf(&b, "%s%c = %s;\n", indent, 'a'+s.to, value)
			return
		}
		fmt.Fprintf(&b, "%s%s (%s > %d) {\n", indent, s.kind, value, s.to)
		for _, inner := range s.inner {
			write(inner, indent+"  ")
		}
		fmt.Fprintf(&b, "%s}\n", indent)
	}
	for _, s := range p.body {
		write(s, "  ")
	}
	return b.String() + "}\n"
}

// What a run shows.
const (
	runEnds      = "ends"
	runRepeats   = "repeats" // a loop's head is passed twice in the same state
	runOverflows = "overflows"
	runOpen      = "open" // after many steps
)

// run runs the program. It has one execution.
func (p *loopProgram) run(steps int) string {
	v, what := p.init, runEnds
	value := func(s loopStatement) int64 {
		z := s.add
		for i, f := range s.factors {
			if z += f * v[i]; z != int64(int32(z)) || f*v[i] != int64(int32(f*v[i])) {
				what = runOverflows
			}
		}
		return z
	}
	var perform func(list []loopStatement, path string) bool
	seen := map[string]bool{}
	perform = func(list []loopStatement, path string) bool {
		for k, s := range list {
			if steps--; steps < 0 && what == runEnds {
				what = runOpen
			}
			z := value(s)
			if what != runEnds {
				return false
			}
			switch {
			case s.kind == "=" && p.signed:
				v[s.to] = z
			case s.kind == "=":
				v[s.to] = z & 255
			case s.kind == "if":
				if z > int64(s.to) && !perform(s.inner, path) {
					return false
				}
			default:
				// The position is that of the loop: the program stands at no other loop's head.
				here := fmt.Sprint(path, k)
				for ; z > int64(s.to); z = value(s) {
					at := fmt.Sprint(here, v)
					if seen[at] {
						what = runRepeats
					}
					seen[at] = true
					if what != runEnds || !perform(s.inner, here+".") {
						return false
					}
				}
			}
		}
		return what == runEnds
	}
	perform(p.body, "")
	return what
}

// TestTerminationRandom compares verdicts on random programs with runs. A program that ends must
// not be FALSE, nor one that overflows; one that repeats a state must not be TRUE.
func TestTerminationRandom(t *testing.T) {
	t.Parallel()
	count := 12
	if n, err := strconv.Atoi(os.Getenv("CORNET_RANDOM")); err == nil {
		count = n
	}
	decided, shown := 0, map[string]int{}
	for seed := range uint64(count) {
		p := newLoopProgram(seed)
		what := p.run(200_000)
		o := Options{Encoding: Encoding{Check: []string{"termination"}}, Replay: "off", rounds: 1}
		z, err := Run(t.Context(), []Source{{Name: "loops.c", Text: []byte(p.text())}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
		require.NoError(t, err, "seed %d\n%s", seed, p.text())
		shown[what+" "+z.Word()]++
		switch what {
		case runEnds, runOverflows:
			require.NotEqual(t, "FALSE", z.Word(), "seed %d %s\n%s\n%s", seed, what, p.text(), z.Text(0))
		case runRepeats:
			require.NotEqual(t, "TRUE", z.Word(), "seed %d\n%s\n%s", seed, p.text(), z.Text(0))
		}
		if z.Word() != "UNKNOWN" {
			decided++
		}
	}
	t.Log(decided, "of", count, "decided:", shown)
	require.Greater(t, decided, count/2)
}
