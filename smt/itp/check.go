// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// Condition is a condition that an interpolant must satisfy.
type Condition uint8

const (
	// Shape: there is one Boolean formula per node.
	Shape Condition = iota
	// Implication: the part of the node and the formulas of its children imply
	// the formula of the node.
	Implication
	// RootFalse: the formula of the root is false.
	RootFalse
	// Vocabulary: every symbol of the formula occurs both in the subtree of the node and outside
	// it.
	Vocabulary
)

// String returns a few words for c.
func (c Condition) String() string {
	return [...]string{"shape", "implication", "root is false", "vocabulary"}[c]
}

// BadInterpolantError states which node of a query violates which condition.
type BadInterpolantError struct {
	Node      int
	Condition Condition
	Symbol    string // the symbol that is not shared, for Vocabulary
}

func (e *BadInterpolantError) Error() string {
	switch e.Condition {
	case Vocabulary:
		return fmt.Sprintf("itp: the interpolant of node %d mentions %s, which does not occur on both sides", e.Node, e.Symbol)
	case Implication:
		return fmt.Sprintf("itp: the interpolant of node %d does not follow from its part and its children's interpolants", e.Node)
	case RootFalse:
		return fmt.Sprintf("itp: the interpolant of the root, node %d, is not the constant false", e.Node)
	}
	return fmt.Sprintf("itp: node %d has no Boolean interpolant; there must be one formula per node", e.Node)
}

// ErrUndecided is wrapped by the error of [Check] if the solver gave up: the interpolants may be
// right.
var ErrUndecided = errors.New("interpolants not decided")

// Check returns nil if formulas are interpolants of q. It returns a [*BadInterpolantError] for the
// first node that violates a condition. If solver gave up, the error wraps [ErrUndecided]. Other
// errors of solver are returned unchanged. solver must be over the terms of store and have no
// assertions. Check opens scopes and closes them.
//
// Cost: one query to solver per node.
func Check(ctx context.Context, store *logic.Store, solver smt.Solver, q *smt.Query, formulas []*logic.Term) error {
	if err := wellFormed(q); err != nil {
		return err
	}
	for i := range q.Part {
		if i >= len(formulas) || formulas[i] == nil || !formulas[i].Sort().IsBool() {
			return &BadInterpolantError{Node: i, Condition: Shape}
		}
	}
	root := len(q.Part) - 1
	if len(formulas) > len(q.Part) {
		return &BadInterpolantError{Node: root + 1, Condition: Shape}
	}
	if !formulas[root].IsFalse() {
		return &BadInterpolantError{Node: root, Condition: RootFalse}
	}
	for i, voc := range shared(q) {
		if x, found := voc.stranger(formulas[i]); found {
			return &BadInterpolantError{Node: i, Condition: Vocabulary, Symbol: x.String()}
		}
	}
	for i, kids := range children(q) {
		if err := checkNode(ctx, store, solver, q, formulas, i, kids); err != nil {
			return err
		}
	}
	return nil
}

// checkNode decides the implication of node i.
func checkNode(ctx context.Context, store *logic.Store, solver smt.Solver, q *smt.Query, formulas []*logic.Term, i int, kids []int) error {
	if formulas[i].IsTrue() {
		return nil
	}
	solver.Push()
	defer solver.Pop(1)
	if err := solver.Assert(q.Part[i]); err != nil {
		return err
	}
	for _, k := range kids {
		if err := solver.Assert(formulas[k]); err != nil {
			return err
		}
	}
	st, err := solver.Check(ctx, store.Not(formulas[i]))
	switch {
	case err != nil:
		return fmt.Errorf("itp: checking node %d: %w", i, err)
	case st == smt.Unknown:
		return fmt.Errorf("itp: checking node %d: %w: %s", i, ErrUndecided, solver.Reason())
	case st == smt.Sat:
		return &BadInterpolantError{Node: i, Condition: Implication}
	}
	return nil
}
