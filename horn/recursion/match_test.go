// SPDX-License-Identifier: Apache-2.0

package recursion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/recursion"
	"cornet/logic"
)

// TestNamesOfRules has a rule with the variables of the formula that it rewrites: they are
// different variables.
func TestNamesOfRules(t *testing.T) {
	l := newLists()
	s := l.store
	drop := s.Func("drop", []*logic.Sort{l.x.Sort(), l.x.Sort()}, l.x.Sort())
	cons := l.x.Sort().Datatype().Constructors[1]
	tail := func(x *logic.Term) *logic.Term { return s.Field(cons.Fields[1], x) }
	nothing := func(x *logic.Term) *logic.Term { return s.Eq(x, l.empty) }
	l.Define(&recursion.Function{Func: drop, Vars: []*logic.Term{l.x, l.y},
		Body: s.Ite(nothing(l.x), l.y, s.Ite(nothing(l.y), l.empty, s.Apply(drop, tail(l.x), tail(l.y))))})
	length := &recursion.Lemma{Vars: []*logic.Term{l.x}, Body: nothing(s.Apply(drop, l.x, l.rev(l.x)))}
	l.Assume(length)
	require.True(t, l.Reduces(s.Substitute(length.Body, []*logic.Term{l.x}, []*logic.Term{l.z})))
	require.False(t, l.Reduces(nothing(s.Apply(drop, l.z, l.rev(l.x)))))
	require.False(t, l.Holds(t.Context(), nothing(s.Apply(drop, l.z, l.rev(l.x)))))
}
