// SPDX-License-Identifier: Apache-2.0

package difftest_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/exec"
	"cornet/encode/threads"
	"cornet/internal/test/difftest"
)

// Bounds of explorations: programs with more states are not judged. The same holds for products.
const (
	maxStates    = 12_000
	maxProduct   = 3_000
	maxOfProduct = 20_000
)

// bits are the values of inputs that are tried. An input decides whether a call times out.
func bits(r exec.Request) []*big.Int { return []*big.Int{big.NewInt(0), big.NewInt(1)} }

func explore(t *testing.T, p *cfg.Program, states int) exec.Exploration {
	t.Helper()
	z, err := exec.Explore(context.Background(), p, exec.ExploreOptions{Values: bits, MaxStates: states})
	require.NoError(t, err)
	return z
}

// The product of threads behaves, with every reduction, like the threads in all interleavings.
func TestProducts(t *testing.T) {
	judged, failing, products := 0, 0, 0
	from, to, asked, err := difftest.ThreadCampaign()
	require.NoError(t, err)
	if !asked {
		to = 30
		if testing.Short() {
			to = 5
		}
	}
	for number := from; number < to; number++ {
		text := difftest.ThreadProgram(number)
		p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
		require.NoError(t, err, text)
		want := explore(t, p, maxStates)
		if number%200 == 199 {
			t.Logf("%d programs: %d judged, %d of them fail; %d products", number+1, judged, failing, products)
		}
		if want.Outcome == exec.Limit {
			continue
		}
		require.NotEqual(t, exec.Invalid, want.Outcome, "program %d: %v\n%s", number, want.Edge, text)
		judged++
		if want.Outcome == exec.Failed {
			failing++
		}
		for _, r := range []threads.Reduction{threads.Full, threads.Persistent, threads.Sleep} {
			if asked && number%3 != int64(r) {
				continue // in turn
			}
			product, err := threads.New(p, threads.Options{Reduction: r})
			require.NoError(t, err, text)
			whole, err := product.Program(maxProduct)
			if errors.Is(err, threads.ErrTooLarge) {
				continue
			}
			require.NoError(t, err, text)
			got := explore(t, whole, maxOfProduct)
			products++
			if got.Outcome != exec.Limit && got.Outcome != want.Outcome {
				t.Errorf("program %d, %v: the product %v, the threads %v\n%s", number, r, got.Outcome, want.Outcome, text)
			}
		}
	}
	t.Logf("%d programs judged, %d of them fail; %d products", judged, failing, products)
	require.Greater(t, judged, failing)
	require.Positive(t, failing)
}
