// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgress(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(0, 0)
	p := startProgress(&b, 4, func() time.Time { return clock })
	step := func(after time.Duration, solved, wrong bool) string {
		b.Reset()
		clock = clock.Add(after)
		p.step(solved, wrong)
		return b.String()
	}
	require.Equal(t, clearLine+"["+strings.Repeat(" ", 28)+"] 0/4  0 solved  0s", b.String())
	require.Equal(t, clearLine+"["+strings.Repeat("=", 7)+strings.Repeat(" ", 21)+"] 1/4  1 solved  20s, about 1m0s left", step(20*time.Second, true, false))
	require.Empty(t, step(time.Millisecond, true, false), "too soon")
	require.Contains(t, step(20*time.Second, true, true), "3/4  3 solved, 1 WRONG  40s, about 13s left")
	require.Equal(t, clearLine, step(time.Second, false, false), "the end")

	require.Nil(t, newProgress(nil, 3))
	file, err := os.Create(t.TempDir() + "/file")
	require.NoError(t, err)
	require.Nil(t, newProgress(file, 3), "no terminal")
	require.NoError(t, file.Close())
	var none *progress
	none.step(true, true)
	none.hide()
}
