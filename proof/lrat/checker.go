// SPDX-License-Identifier: Apache-2.0

package lrat

import (
	"errors"
	"fmt"
)

// MaxVar is the largest variable that a formula may have.
const MaxVar = 1 << 28

// A Checker has the clauses of a formula and the clauses derived from it. Literals are as in
// DIMACS: v for a variable from 1, -v for its negation. The zero value is the empty formula. It
// belongs to one goroutine.
type Checker struct {
	clauses map[int][]int32 // the clauses, by number
	last    int             // the largest number of a clause so far
	derived bool            // Derive has been called
	refuted bool

	values []int8  // by variable: 1 for true, -1 for false, 0 for unassigned
	trail  []int32 // variables that have a value
}

// Input adds the next clause of the formula, with the next number, from 1. It must not be called
// after Derive. A clause may repeat literals.
func (k *Checker) Input(lits ...int) error {
	if k.derived {
		return errors.New("a clause of the formula comes after derived clauses")
	}
	for _, l := range lits {
		v := abs(l)
		if v <= 0 || v > MaxVar {
			return fmt.Errorf("%d is not a literal: variables are 1 to %d", l, MaxVar)
		}
		if more := v + 1 - len(k.values); more > 0 {
			k.values = append(k.values, make([]int8, more)...)
		}
	}
	k.add(k.last+1, lits)
	return nil
}

// Derive adds the clause lits if it follows by unit propagation of the hints. Its number must be
// larger than all numbers so far. It takes time linear in the literals of the clause and of the
// hints.
func (k *Checker) Derive(number int, lits, hints []int) error {
	k.derived = true
	if number <= k.last {
		return fmt.Errorf("clause %d comes after clause %d: numbers must grow", number, k.last)
	}
	err := k.propagate(lits, hints)
	for _, v := range k.trail {
		k.values[v] = 0
	}
	k.trail = k.trail[:0]
	if err != nil {
		return fmt.Errorf("clause %d: %w", number, err)
	}
	k.add(number, lits)
	k.refuted = k.refuted || len(lits) == 0
	return nil
}

// Delete removes clauses. They can no longer be hints.
func (k *Checker) Delete(numbers ...int) error {
	for _, n := range numbers {
		if _, ok := k.clauses[n]; !ok {
			return fmt.Errorf("there is no clause %d to delete", n)
		}
		delete(k.clauses, n)
	}
	return nil
}

// Refuted reports whether the empty clause has been derived. If so, the formula is unsatisfiable.
func (k *Checker) Refuted() bool { return k.refuted }

func (k *Checker) add(number int, lits []int) {
	if k.clauses == nil {
		k.clauses = make(map[int][]int32)
	}
	c := make([]int32, len(lits))
	for i, l := range lits {
		c[i] = int32(l)
	}
	k.clauses[number] = c
	k.last = number
}

// propagate assumes lits false and follows the hints to a clause that is false.
func (k *Checker) propagate(lits, hints []int) error {
	for _, l := range lits {
		if v := abs(l); v <= 0 || v >= len(k.values) {
			return fmt.Errorf("literal %d has a variable that the formula does not have", l)
		}
		switch k.value(int32(l)) {
		case 0:
			k.assign(int32(-l))
		case 1:
			return fmt.Errorf("it has both %d and %d", l, -l)
		}
	}
	for i, h := range hints {
		unit, err := k.unit(h)
		switch {
		case err != nil:
			return err
		case unit != 0:
			k.assign(unit)
		case i != len(hints)-1:
			return fmt.Errorf("hint %d comes after hint %d, which is false already", hints[i+1], h)
		default:
			return nil
		}
	}
	return errors.New("no clause becomes false by the hints")
}

// unit returns the only literal of clause h that is not false, or 0 if all literals are false. It
// is an error if there are two such literals, or if one is true.
func (k *Checker) unit(h int) (int32, error) {
	if h < 0 {
		return 0, fmt.Errorf("hint %d is that of a resolution asymmetric tautology, which this checker does not accept", h)
	}
	c, ok := k.clauses[h]
	if !ok {
		return 0, fmt.Errorf("hint %d is no clause, or one that was deleted", h)
	}
	unit := int32(0)
	for _, l := range c {
		switch k.value(l) {
		case 1:
			return 0, fmt.Errorf("hint %d has the true literal %d", h, l)
		case 0:
			if unit != 0 && unit != l {
				return 0, fmt.Errorf("hint %d has two literals that are not false: %d and %d", h, unit, l)
			}
			unit = l
		}
	}
	return unit, nil
}

func (k *Checker) value(l int32) int8 {
	if l < 0 {
		return -k.values[-l]
	}
	return k.values[l]
}

// assign makes l true.
func (k *Checker) assign(l int32) {
	v, b := l, int8(1)
	if l < 0 {
		v, b = -l, -1
	}
	k.values[v] = b
	k.trail = append(k.trail, v)
}

// abs returns the absolute value of n, or a negative number for the number that has no opposite.
func abs(n int) int { return max(n, -n) }
