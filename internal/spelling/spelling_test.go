// SPDX-License-Identifier: Apache-2.0

package spelling

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	all := []string{"solve", "check", "simplify", "verify", "bench"}
	for word, want := range map[string]string{
		"slove": "solve", "SOLVE": "solve", "verfy": "verify", "chekc": "check", "bnch": "bench", "x": "", "": "", "simply": "simplify", "prove": "", "graph": "",
	} {
		require.Equal(t, want, Nearest(word, all), word)
	}
}
