// SPDX-License-Identifier: Apache-2.0

package luby_test

import (
	"testing"

	"cornet/internal/luby"
)

func TestSequence(t *testing.T) {
	var s luby.Sequence
	for i, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1} {
		if got := s.Next(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}
