// SPDX-License-Identifier: Apache-2.0

package project

import "cornet/smtlib"

// Implicant returns literals that m satisfies and whose conjunction implies f; see
// extractor.
func Implicant(store *smtlib.Store, m *smtlib.Model, f *smtlib.Term, avoid []*smtlib.Term) ([]*smtlib.Term, error) {
	x := newExtractor(&valuation{store: store, m: m}, avoid)
	err := x.add(f)
	return x.lits, err
}
