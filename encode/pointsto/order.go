// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"fmt"

	"cornet/encode/cfg"
)

// Unsequenced is a pair of evaluations whose order C does not specify (C11 6.5, paragraph 2).
type Unsequenced struct {
	Pos cfg.Pos
	// X and Y are the texts of the evaluations, from left to right.
	X, Y string
	// A and B are the operations of X and Y.
	A, B []cfg.Op
	// Taken describes the order in which the translation evaluates them.
	Taken string
}

// Conflicts returns an assumption for each pair of evaluations whose order may matter. Order
// matters if one evaluation, with the functions that it calls, writes what the other one reads or
// writes. The operations must be those of functions of p. If it is unknown whether there is a
// conflict, Conflicts reports one, with these exceptions:
//
//   - Inputs come from the environment in any order: two of them are the same up to their
//     names.
//   - Objects that a call allocates are visible to another evaluation only through values that the
//     call stores or returns.
//   - Two evaluations that only add constants to a variable commute.
func Conflicts(p *cfg.Program, pairs []Unsequenced) []cfg.Note {
	if len(pairs) == 0 {
		return nil
	}
	s := newModRef(p)
	s.compute(pairs)
	var z []cfg.Note
	for _, q := range pairs {
		if c := s.conflict(s.region(q.A), s.region(q.B)); c != nil {
			z = append(z, cfg.Note{Pos: q.Pos, Assumed: true, What: fmt.Sprintf(
				"the order of evaluation of %s and %s is not fixed by C, and %s depends on it: %s was taken", q.X, q.Y, describe(c), q.Taken)})
		}
	}
	return z
}

// describe returns a cell in the form for messages.
func describe(c *Cell) string {
	if c.Object.Var == nil || c.Object.Var.Kind == cfg.Temp {
		return "memory"
	}
	return c.String()
}

// access is a set of ways in which an evaluation uses a cell.
type access uint8

const (
	reads access = 1 << iota
	writes
	adds // c = c + constant
)

// clash reports whether the two accesses do not commute.
func (x access) clash(y access) bool {
	return x&writes != 0 || y&writes != 0 || x&adds != 0 && y&reads != 0 || y&adds != 0 && x&reads != 0
}

// effects are the accesses of an evaluation.
type effects struct {
	of    map[*Cell]access
	cells []*Cell // in order of first mention
}

func (fx *effects) add(c *Cell, x access) bool {
	old, known := fx.of[c]
	if !known {
		fx.cells = append(fx.cells, c)
	}
	fx.of[c] = old | x
	return fx.of[c] != old
}

// conflict returns a cell on which the two evaluations do not commute, or nil.
func (s *modRef) conflict(a, b *effects) *Cell {
	for _, c := range a.cells {
		for _, d := range b.cells {
			if c.Object == d.Object && a.of[c].clash(b.of[d]) && overlap(c, d) {
				return c
			}
		}
	}
	return nil
}

// overlap reports whether cells of one object share storage.
func overlap(c, d *Cell) bool {
	above := map[*Cell]*Cell{} // the child of each cell on the way to c
	for child, x := (*Cell)(nil), c; x != nil; child, x = x, x.Parent {
		above[x] = child
	}
	for child, x := (*Cell)(nil), d; x != nil; child, x = x, x.Parent {
		if other, common := above[x]; common {
			return child == nil || other == nil || x.Type != nil && x.Type.Kind == cfg.Union
		}
	}
	return true // they may overlap
}
