// SPDX-License-Identifier: Apache-2.0

package scalar

import "slices"

// Equal reports whether x and y are the same expression: the same operators, types, variables and
// constants. An unknown value equals only itself.
//
// Cost: linear in the smaller expression as a tree; shared parts are compared once if they are the
// same nodes.
func (x *Expr) Equal(y *Expr) bool {
	switch {
	case x == y:
		return true
	case x == nil || y == nil || x.Operator == Any || x.Operator != y.Operator:
		return false
	case x.Type != y.Type || x.Var != y.Var || x.Fn != y.Fn || x.Fits != y.Fits || x.Constants != y.Constants:
		return false
	case (x.Value == nil) != (y.Value == nil) || x.Value != nil && x.Value.Cmp(y.Value) != 0:
		return false
	}
	return slices.EqualFunc(x.Args, y.Args, (*Expr).Equal)
}

// Equal reports whether o and p state the same about the same access.
func (o Obligation) Equal(p Obligation) bool {
	return o.Proved == p.Proved && o.Cond.Equal(p.Cond) && o.Address.Equal(p.Address) && slices.Equal(o.Parts, p.Parts)
}
