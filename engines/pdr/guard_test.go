// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/slice"
	"cornet/internal/test/smttest"
	"cornet/logic"
)

// TestGuarded: a cube shrinks to a core. It keeps the core, and the testers of the constructors
// whose fields the core mentions.
func TestGuarded(t *testing.T) {
	const cube = "((_ is cons) l) & ((_ is cons) (tail l)) & ((_ is cons) m) & (>= (head l) x) & (>= (head (tail l)) y) & (>= x 3)"
	for _, tt := range []struct{ core, want string }{
		{"(>= x 3)", "(>= x 3)"},
		{"(>= (head l) x)", "((_ is cons) l) & (>= (head l) x)"},
		{"(>= (head (tail l)) y)", "((_ is cons) l) & ((_ is cons) (tail l)) & (>= (head (tail l)) y)"},
		{"((_ is cons) (tail l)) & (>= x 3)", "((_ is cons) l) & ((_ is cons) (tail l)) & (>= x 3)"},
	} {
		store := logic.NewStore()
		r := smttest.NewReader(store, "x y : Int")
		r.Script("(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))")
		r.Declare("l m : List")
		read := func(text string) []*logic.Term { return slice.Map(strings.Split(text, " & "), r.Term) }
		s := &search{store: store, guardsOf: map[*logic.Term][]*logic.Term{}}
		require.Equal(t, read(tt.want), s.guarded(read(cube), read(tt.core)), tt.core)
	}
}
