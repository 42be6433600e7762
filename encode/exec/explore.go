// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/big"

	"cornet/encode/cfg"
)

// ExploreOptions are the limits of an exploration. The zero value takes 0 for all inputs and has no
// limit.
type ExploreOptions struct {
	// Values are the inputs to try; nil is 0 alone.
	Values func(Request) []*big.Int
	// Assigned is called as in Options, over all executions.
	Assigned func(e *cfg.Edge, v *cfg.Var, value *big.Int)
	// MaxStates ends the exploration after that many states, or twenty times as many steps; 0 means
	// never.
	MaxStates int
}

// An Exploration is the result of exploring all executions.
type Exploration struct {
	// Outcome is Failed if some execution violates the property. Otherwise it is Invalid if some
	// execution misuses memory, Limit if there were too many states, and Returned in the remaining
	// case.
	Outcome Outcome
	Edge    *cfg.Edge // for Failed and Invalid
	// Undefined means that operations that C leaves undefined were evaluated before Edge.
	Undefined bool
	States    int
	// Blocked means that in some execution no thread can continue.
	Blocked bool
}

// Explore runs a program in all ways: every schedule, every choice between edges, and every input
// that options allow. It does not enter a state twice; nothing else is left out. If the program has
// few states, this decides the property, and is a reference for other procedures. An error means
// that ctx was cancelled.
func Explore(ctx context.Context, p *cfg.Program, o ExploreOptions) (Exploration, error) {
	x := explorer{o: o, seen: map[[2]uint64]bool{}, liveness: map[*cfg.Function]*liveness{}}
	for i := range x.seeds {
		x.seeds[i] = maphash.MakeSeed()
	}
	x.z.Outcome = Returned
	m := start(p, Options{Assigned: o.Assigned})
	m.mem.reuse = true
	x.enter(m)
	for len(x.work) > 0 && x.z.Outcome != Failed {
		if x.z.States%1024 == 0 && ctx.Err() != nil {
			return x.z, fmt.Errorf("explore: %w", context.Cause(ctx))
		}
		if x.isOver() {
			x.z.Outcome = Limit
			break
		}
		m := x.work[len(x.work)-1]
		x.work = x.work[:len(x.work)-1]
		x.expand(m)
	}
	return x.z, nil
}

type explorer struct {
	o        ExploreOptions
	seen     map[[2]uint64]bool // by two hashes of the states' keys
	seeds    [2]maphash.Seed
	liveness map[*cfg.Function]*liveness
	work     []*machine
	key      []byte
	z        Exploration
	steps    int
}

// maxStepsPerState limits the steps in proportion to the limit on states, since many steps may lead
// to one state.
const maxStepsPerState = 20

// isOver reports whether a limit is reached.
func (x *explorer) isOver() bool {
	return x.o.MaxStates > 0 && (x.z.States > x.o.MaxStates || x.steps > maxStepsPerState*x.o.MaxStates)
}

// enter examines a state that has been reached.
func (x *explorer) enter(m *machine) {
	switch m.result.Outcome {
	case Unknown:
	case Failed:
		x.z.Outcome, x.z.Edge, x.z.Undefined = Failed, m.result.Edge, !m.result.Defined()
		return
	case Invalid:
		if x.z.Outcome != Failed {
			x.z.Outcome, x.z.Edge = Invalid, m.result.Edge
		}
		return
	default:
		return
	}
	x.forgetDead(m)
	x.key = m.key(x.key[:0])
	key := [2]uint64{maphash.Bytes(x.seeds[0], x.key), maphash.Bytes(x.seeds[1], x.key)}
	if x.seen[key] {
		return
	}
	x.seen[key] = true
	x.z.States++
	x.work = append(x.work, m)
}

// expand enters the successors of a state.
func (x *explorer) expand(m *machine) {
	enabled, edges := m.movable()
	x.z.Blocked = x.z.Blocked || len(enabled) == 0
	for _, i := range enabled {
		for c := (choices{}); ; {
			n := m.clone()
			n.o.Choose = func(edges []*cfg.Edge) int { return c.choose(len(edges)) }
			n.o.Input = func(r Request) *big.Int {
				values := []*big.Int{new(big.Int)}
				if x.o.Values != nil {
					values = x.o.Values(r)
				}
				return values[c.choose(len(values))]
			}
			n.move(i, edges)
			n.o.Choose, n.o.Input = nil, nil
			x.enter(n)
			if x.steps++; !c.next() || x.isOver() {
				break
			}
		}
	}
}

// choices are the choices made during a step, with their numbers of alternatives. next selects the
// next combination.
type choices struct {
	made, of []int
	at       int
}

func (c *choices) choose(n int) int {
	if c.at == len(c.made) {
		c.made, c.of = append(c.made, 0), append(c.of, n)
	}
	c.at++
	return c.made[c.at-1]
}

func (c *choices) next() bool {
	c.at = 0
	for k := len(c.made) - 1; k >= 0; k-- {
		if c.made[k]+1 < c.of[k] {
			c.made[k]++
			c.made, c.of = c.made[:k+1], c.of[:k+1]
			return true
		}
	}
	return false
}
