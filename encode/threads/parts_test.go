// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// Structs are copied member by member: another thread may see a copy that is half done. A struct
// that only one thread accesses is copied at once.
func TestStructsAreCopiedInParts(t *testing.T) {
	pair := &cfg.Type{Kind: cfg.Struct, Tag: "pair", Fields: []cfg.Field{{Name: "a", Type: small}, {Name: "b", Type: small, Offset: 4}}, Size: 8, Align: 4}
	variable := func(name string, kind cfg.VarKind) cfg.Place {
		return cfg.VarPlace{Var: &cfg.Var{Name: name, Type: pair, Kind: kind}}
	}
	global, local := variable("g", cfg.Global), variable("l", cfg.Local)
	s := &summary{shared: map[*cfg.Var]bool{cfg.Root(global): true}}
	for _, test := range []struct {
		name string
		op   cfg.Op
		want int
	}{
		{"written", cfg.Assign{To: global, Value: cfg.Load{From: local}}, 2},
		{"read", cfg.Assign{To: local, Value: cfg.Load{From: global}}, 2},
		{"own", cfg.Assign{To: local, Value: cfg.Load{From: variable("m", cfg.Local)}}, 1},
		{"zeros", cfg.Assign{To: global, Value: cfg.Aggregate{Of: pair}}, 2},
	} {
		require.Len(t, s.parts(test.op), test.want, test.name)
	}

	// Copying all bytes of a struct is an assignment of it. Copying some of them is not.
	pointer := &cfg.Type{Kind: cfg.Pointer, Elem: pair, Size: 4}
	bytes := func(n int64) cfg.Op {
		return wholeCopy(cfg.Copy{To: cfg.AddrOf{Place: global, Of: pointer}, From: cfg.AddrOf{Place: local, Of: pointer}, Bytes: number(n)})
	}
	require.IsType(t, cfg.Assign{}, bytes(8))
	require.IsType(t, cfg.Copy{}, bytes(4))
}
