// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cornet/encode/cfg"

	"github.com/stretchr/testify/require"
)

// FuzzLoad checks that no input makes Load panic, that refusals say so, and that the programs that
// Load returns are well formed. Run it with -fuzzminimizetime 1x; otherwise minimising takes most
// of the time.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"../../testdata/papers/*.c", "../../testdata/csem/m*-true.c", "../../testdata/csem/[bi]*-true.c"} {
		files, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(f, err)
			f.Add(text, false)
		}
	}
	f.Add([]byte("int main() { int a[2][b]; goto *x; }"), true)
	f.Add([]byte("#include <pthread.h>\nvoid *f(void *x) { return x; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); }"), true)
	f.Fuzz(func(t *testing.T, text []byte, wide bool) {
		o := Options{Model: cfg.ILP32}
		if wide {
			o.Model = cfg.LP64
		}
		p, err := Load("fuzz.c", text, o)
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e), "%T %v", err, err)
			require.Nil(t, p)
			return
		}
		require.NoError(t, p.Check())
	})
}
