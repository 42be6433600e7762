// SPDX-License-Identifier: Apache-2.0

// Package order finds where the order of evaluation matters that C leaves open.
//
// C does not say which of two operands or arguments is evaluated first (C11 6.5, paragraph 2). A front end takes one order. That is
// all the same, unless one evaluation writes what the other reads or writes, by itself or in functions that it calls. The question
// is answered by what pointers may point to; the answer errs on the side of a conflict, save for this:
//
//   - inputs are taken from the environment in any order: two of them are the same up to their names;
//
//   - what a call allocates is not seen by another evaluation, unless by way of what is;
//
//   - two evaluations that only add constants to a variable commute.
//
//     Pair       two evaluations
//     Notes      those that conflict, as assumptions of the front end
package order

import (
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
)

// A Pair is two evaluations that C does not put in order.
type Pair struct {
	Pos cfg.Pos
	// X and Y are how the evaluations are written, from left to right.
	X, Y string
	// A and B are what they do.
	A, B []cfg.Op
	// Taken is the order that was taken, in words.
	Taken string
}

// Notes names the pairs that conflict. The operations are those of functions of p.
func Notes(p *cfg.Program, pairs []Pair) []cfg.Note {
	if len(pairs) == 0 {
		return nil
	}
	s := newSummary(p)
	s.settle(pairs)
	var z []cfg.Note
	for _, q := range pairs {
		if c := s.conflict(s.region(q.A), s.region(q.B)); c != nil {
			z = append(z, cfg.Note{Pos: q.Pos, Assumed: true, What: fmt.Sprintf(
				"the order of evaluation of %s and %s is not fixed by C, and %s depends on it: %s was taken", q.X, q.Y, named(c), q.Taken)})
		}
	}
	return z
}

// named is a cell in words.
func named(c *pointsto.Cell) string {
	if c.Object.Var == nil || c.Object.Var.Kind == cfg.Temp {
		return "memory"
	}
	return c.String()
}

// access says what an evaluation does with a cell.
type access uint8

const (
	reads access = 1 << iota
	writes
	adds // c = c + constant
)

// clash reports whether the two do not commute.
func (x access) clash(y access) bool {
	return x&writes != 0 || y&writes != 0 || x&adds != 0 && y&reads != 0 || y&adds != 0 && x&reads != 0
}

// effects is what an evaluation does.
type effects struct {
	of    map[*pointsto.Cell]access
	cells []*pointsto.Cell // in order of first mention
}

func (fx *effects) add(c *pointsto.Cell, x access) bool {
	old, known := fx.of[c]
	if !known {
		fx.cells = append(fx.cells, c)
	}
	fx.of[c] = old | x
	return fx.of[c] != old
}

// conflict is a cell of which the two evaluations do not commute, or nil.
func (s *summary) conflict(a, b *effects) *pointsto.Cell {
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
func overlap(c, d *pointsto.Cell) bool {
	above := map[*pointsto.Cell]*pointsto.Cell{} // to the child on the way to c
	for child, x := (*pointsto.Cell)(nil), c; x != nil; child, x = x, x.Parent {
		above[x] = child
	}
	for child, x := (*pointsto.Cell)(nil), d; x != nil; child, x = x, x.Parent {
		if other, common := above[x]; common {
			return child == nil || other == nil || x.Type != nil && x.Type.Kind == cfg.Union
		}
	}
	return true // as far as one can tell
}
