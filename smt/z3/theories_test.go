// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"slices"

	"cornet/smt/smttest"
)

// theories are the mixtures that random tests of answers run over: all that terms are made of, but for two.
// Of arrays from numbers to truth values, libz3 writes models with lambda, which is not read. Of constant arrays over
// few indices, libz3 4.8.12 has wrong models: (store a i x) = const(x) where a holds something else.
func theories() []smttest.Theory {
	return slices.DeleteFunc(smttest.Theories(), func(t smttest.Theory) bool {
		return t.Name == "arrays of truth values" || t.Name == "arrays of bit-vectors"
	})
}
