// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// TestClash checks which pairs of accesses to one object commute.
func TestClash(t *testing.T) {
	for _, test := range []struct {
		x, y access
		want bool
	}{
		{reads, reads, false}, {adds, adds, false}, {reads, writes, true}, {writes, writes, true},
		{reads, adds, true}, {adds, writes, true}, {reads | adds, adds, true},
	} {
		require.Equal(t, test.want, test.x.clash(test.y), "%v %v", test.x, test.y)
		require.Equal(t, test.want, test.y.clash(test.x), "%v %v", test.y, test.x)
	}
}

// TestOverlap checks which parts of an object share storage.
func TestOverlap(t *testing.T) {
	whole := &Cell{Type: &cfg.Type{Kind: cfg.Struct}}
	a := &Cell{Parent: whole, Type: &cfg.Type{Kind: cfg.Union}}
	b := &Cell{Parent: whole, Field: 1, Type: &cfg.Type{Kind: cfg.Int}}
	first := &Cell{Parent: a, Type: &cfg.Type{Kind: cfg.Int}}
	second := &Cell{Parent: a, Field: 1, Type: &cfg.Type{Kind: cfg.Int}}
	for _, test := range []struct {
		c, d *Cell
		want bool
	}{
		{whole, whole, true}, {whole, a, true}, {whole, first, true}, {a, b, false}, {first, b, false}, {first, second, true}, {b, b, true},
	} {
		require.Equal(t, test.want, overlap(test.c, test.d))
		require.Equal(t, test.want, overlap(test.d, test.c))
	}
}
