// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/exec"
)

// A Reordering is a behaviour of some interleaving of a program's threads that the product of the
// threads does not have.
type Reordering struct {
	Pos  cfg.Pos
	What string
}

func (r *Reordering) Error() string {
	return fmt.Sprintf("an interleaving of the threads that the product leaves out stands for itself: %v: %s", r.Pos, r.What)
}

// Interleave explores p, a program with threads, up to Options.Steps states: every interleaving of
// the threads' steps, without reduction, with the inputs 0 and 1. The result is a *Reordering if an
// interleaving reaches an error. If product is not nil, it is also a *Reordering if an interleaving
// gives a variable a value at a place that no execution of the product gives it there. Reductions
// of the product leave out interleavings that differ from others only in the order of independent
// steps, so the values must be the same. As for a path of Find, an error must not pass anything
// undefined or inexact. Programs with such places are skipped.
func Interleave(ctx context.Context, p, product *cfg.Program, o Options) error {
	o = o.withDefaults(Options{Steps: 10_000})
	if len(doubtful(p)) > 0 {
		return nil
	}
	all := explore(ctx, p, o.Steps, nil)
	if all.doubt || all.Undefined {
		return nil
	}
	if all.Outcome == exec.Failed {
		return &Reordering{all.Edge.Pos, "the error, which is proved not to be reached"}
	}
	if product == nil {
		return nil
	}
	some := explore(ctx, product, o.Steps, nil)
	if some.Outcome == exec.Limit || some.Outcome == exec.Unknown || some.doubt {
		return nil
	}
	return all.within(some, func(string) bool { return true })
}

// within returns a *Reordering for a value of a compared variable that is not among the allowed
// ones.
func (z *exploration) within(some *exploration, compared func(name string) bool) error {
	for _, v := range z.order {
		k := inputKey{v.pos, v.name}
		if values := some.values[k]; compared(v.name) && len(values) > 0 && !values[v.value] {
			return &Reordering{v.pos, v.name + " is " + v.value}
		}
	}
	return nil
}

// assignment is an assignment of a value to a variable.
type assignment struct {
	pos         cfg.Pos
	name, value string
}

// exploration is the behaviour of all executions of a program.
type exploration struct {
	exec.Exploration
	doubt  bool // some construct is not modelled exactly
	order  []assignment
	values map[inputKey]map[string]bool
}

// explore explores p, up to a number of states, trying the values that havoc lists for variables.
// The outcome is Unknown if time ran out.
func explore(ctx context.Context, p *cfg.Program, states int, havoc func(*cfg.Var) []*big.Int) *exploration {
	z := &exploration{values: map[inputKey]map[string]bool{}}
	var err error
	z.Exploration, err = exec.Explore(ctx, p, exec.ExploreOptions{
		MaxStates: states,
		Values: func(q exec.Request) []*big.Int {
			z.doubt = z.doubt || q.Note != ""
			if op, ok := q.Edge.Op.(cfg.Havoc); ok && havoc != nil && q.Name == "" {
				if l, ok := op.To.(cfg.VarPlace); ok {
					return havoc(l.Var)
				}
			}
			return []*big.Int{new(big.Int), one}
		},
		Assigned: func(e *cfg.Edge, x *cfg.Var, value *big.Int) {
			if x.Type.Kind == cfg.Pointer {
				return
			}
			name := plainName(x)
			v := assignment{e.Pos, name, value.String()}
			v.pos.Thread, v.pos.Mention = 0, 0
			k := inputKey{v.pos, name}
			if z.values[k] == nil {
				z.values[k] = map[string]bool{}
			}
			if !z.values[k][v.value] {
				z.values[k][v.value] = true
				z.order = append(z.order, v)
			}
		},
	})
	if err != nil {
		z.Outcome = exec.Unknown
	}
	return z
}

// plainName returns the name of the variable that x is a copy of.
func plainName(x *cfg.Var) string {
	name, _, _ := strings.Cut(x.Name, "@")
	return name
}
