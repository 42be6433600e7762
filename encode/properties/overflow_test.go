// SPDX-License-Identifier: Apache-2.0

package properties_test

import (
	"context"
	"testing"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/exec"
	"cornet/encode/properties"

	"github.com/stretchr/testify/require"
)

// An operation that C11 leaves undefined counts as an overflow, even if the result that gcc
// computes fits its type.
func TestOverflow(t *testing.T) {
	for text, want := range map[string]exec.Outcome{
		"x + 1":                    exec.Failed,
		"x - 1":                    exec.Returned,
		"x << 1":                   exec.Failed,
		"-1 << y":                  exec.Failed,
		"y << 3":                   exec.Returned,
		"(-x - 1) % -y":            exec.Failed,
		"x % -y":                   exec.Returned,
		"(unsigned)x << 5":         exec.Returned,
		"(-1 - x) / -y":            exec.Failed,
		"(long long)(-1 - x) % -y": exec.Returned,
	} {
		p, err := cc.Load("p.c", []byte("int main(void) { int x = 2147483647, y = 1; long long z = "+text+"; return 0; }"), cc.Options{})
		require.NoError(t, err, text)
		properties.Instrument(p, properties.Set(0).With(cfg.SignedOverflow, cfg.WrongShift))
		require.NoError(t, p.Check(), text)
		z, err := exec.Run(context.Background(), p, exec.Options{})
		require.NoError(t, err, text)
		require.Equal(t, want, z.Outcome, text)
	}
}

// A floating-point number that is assigned to a bit-field has to fit its width, unless a cast cuts
// it before.
func TestFloatConversion(t *testing.T) {
	for text, want := range map[string]exec.Outcome{
		"g.s = d":                      exec.Failed,
		"g.s = (int)d":                 exec.Returned,
		"g.s = d / 2":                  exec.Returned,
		"g.u = 31.5":                   exec.Returned,
		"g.u += d - 599999":            exec.Returned,
		"g.u += d - 599968":            exec.Failed,
		"g = (struct B){ d / 2, 4.0 }": exec.Returned,
		"g = (struct B){ .u = d }":     exec.Failed,
		"i = d * 4000":                 exec.Failed,
	} {
		p, err := cc.Load("p.c", []byte("struct B { int s : 20; unsigned u : 5; } g; int main(void) { double d = 600000; int i; "+text+"; return 0; }"), cc.Options{})
		require.NoError(t, err, text)
		properties.Instrument(p, properties.Set(0).With(cfg.FloatConversion))
		require.NoError(t, p.Check(), text)
		z, err := exec.Run(context.Background(), p, exec.Options{})
		require.NoError(t, err, text)
		require.Equal(t, want, z.Outcome, text)
	}
}
