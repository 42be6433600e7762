// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"testing"

	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
	"cornet/internal/test/passtest"
)

// TestRandom runs each pass on random systems. The decider of package passtest says that input and
// output have the same verdict; witnesses of the output come back and are validated on the input.
func TestRandom(t *testing.T) {
	tests := []struct {
		name string
		run  pass.Func
	}{
		{"cone", passes.Cone},
		{"normal", passes.Normal},
		{"constructors", passes.Constructors},
		{"simplify", passes.Simplify},
		{"constants", passes.Constants},
		{"args", passes.Args},
		{"free", passes.Free},
		{"records", passes.Records},
		{"merge", passes.Merge},
		{"chains", passes.Chains},
		{"inline", passes.Inline},
		{"unsat", passes.Unsat},
		{"explicit", passes.Explicit},
		{"unfold", passes.Unfold},
		{"polynomials", passes.Polynomials},
		{"eigenvectors", passes.Eigenvectors},
		{"control", passes.Control},
		{"phases", passes.Phases},
		{"dependent", passes.Dependent},
		{"intervals", passes.Intervals},
		{"affine", passes.Affine},
		{"ite", passes.NameTerms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			passtest.Run(t, tt.name, passes.Normal, tt.run, 4)
		})
	}
}
