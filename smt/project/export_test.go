// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cornet/logic"
)

// Implicant returns literals that m satisfies and whose conjunction implies f; see extractor.
func Implicant(store *logic.Store, m *logic.Model, f *logic.Term, avoid []*logic.Term) ([]*logic.Term, error) {
	x := newExtractor(&valuation{store: store, m: m}, avoid)
	err := x.add(f)
	return x.lits, err
}
