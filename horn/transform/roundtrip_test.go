// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"flag"
	"testing"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
	"cornet/internal/test/passtest"
)

// pipelinePass is the whole pipeline with all passes on.
func pipelinePass(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	p, err := New(Options{On: []string{"ite"}})
	if err != nil {
		return pass.Outcome{}, err
	}
	z, err := p.Run(ctx, env, sys)
	if z.System == sys {
		z.Back = nil
	}
	return z, err
}

func allPasses() []Entry {
	return append(Table(), Entry{Name: "pipeline", Pass: pipelinePass})
}

var systems = flag.Int("systems", 4, "random systems in TestRoundTrip")

// TestRoundTrip runs the pipeline on random systems, as they are and in normal form, with and
// without a back end. Package passes has the same test of each pass.
func TestRoundTrip(t *testing.T) {
	passtest.Run(t, "pipeline", passes.Normal, pipelinePass, *systems)
}
