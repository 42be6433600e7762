// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"slices"

	"cornet/encode/cfg"
)

// pools are the values that functions with a Pool have added, by the value of their Key. The bodies
// of these functions store and load the Pool itself, a variable with the value that was added last.
type pools struct {
	values map[poolKey][]byte
	added  func() // records the value that only its Pool has so far; nil if there is no such value
}

type poolKey struct {
	pool *cfg.Var
	key  int64
}

// take prepares a call of f, which yields a value: it stores the value for the Key in the Pool. It
// returns false if the Key has no value.
func (z *pools) take(m *machine, fr *frame, f *cfg.Function) bool {
	z.note()
	k := poolKey{f.Pool, m.read(fr, cfg.VarPlace{Var: f.Key}).address()}
	pool := m.mem.bytes(m.variable(fr, f.Pool), f.Pool.Type.Size)
	if f.Result == nil {
		z.added = func() {
			if z.values == nil {
				z.values = map[poolKey][]byte{}
			}
			z.values[k] = slices.Clone(pool)
		}
		return true
	}
	value, ok := z.values[k]
	copy(pool, value)
	return ok
}

// note stores the values that have been added.
func (z *pools) note() {
	if z.added != nil {
		z.added()
		z.added = nil
	}
}
