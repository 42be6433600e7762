// SPDX-License-Identifier: Apache-2.0

package hangup

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestContext(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what poll says of pipes differs between systems; this is tested on Linux")
	}
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	ctx, stop := Context(t.Context(), w)
	defer stop()
	require.False(t, gone(w))
	r.Close()
	<-ctx.Done()
	require.ErrorIs(t, context.Cause(ctx), ErrGone)
}

func TestContextOfOthers(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer file.Close()
	require.False(t, gone(file))
	ctx, stop := Context(t.Context(), &bytes.Buffer{})
	require.NoError(t, ctx.Err())
	stop()
	require.Error(t, ctx.Err())
}
