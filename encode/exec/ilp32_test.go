// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"
	"cornet/internal/test/need"

	"github.com/stretchr/testify/require"
)

// ilp32 are constant expressions. Their values differ between the data models, or follow from rules
// that do. Declarations come first.
const ilp32Decls = `struct a { char c; long long l; };
struct b { char c; double d; short s; };
struct c { char c; long l; void *p; };
struct d { char c; long double l; };
struct e { long long b : 33; int c; };
enum e1 { A1 = 0x7ffffffe, B1 };
`

var ilp32 = []string{
	"sizeof(long)", "sizeof(void *)", "sizeof(long long)", "sizeof(long double)", "sizeof(struct a)", "sizeof(struct b)",
	"sizeof(struct c)", "sizeof(struct d)", "sizeof(struct e)", "sizeof(sizeof 1)", "_Alignof(long long)", "_Alignof(double)", "_Alignof(struct a)",
	"sizeof(2147483648)", "sizeof(0xffffffff)", "sizeof(4294967296)", "sizeof(1UL)", "sizeof(__SIZE_TYPE__)", "sizeof(__WCHAR_TYPE__)",
	"-1L < 1U", "-1LL < 1U", "-1L < 1UL", "(long)-1 > 0U", "0xffffffff > 0", "-2147483648 < 0", "2147483647L + 1L < 0",
	"(long)4294967295u < 0", "(unsigned long)-1 == 4294967295u", "(long long)(unsigned long)-1", "1L << 31 < 0", "(-1L) >> 31",
	"sizeof(1 ? 1L : 1U)", "(1 ? -1L : 1U) > 0", "sizeof(1u + 1L)", "sizeof(1u + 1LL)", "B1 > 0", "sizeof(enum e1)",
	"__builtin_offsetof(struct a, l)", "__builtin_offsetof(struct b, d)", "__builtin_offsetof(struct c, p)", "__LONG_MAX__", "__SIZE_MAX__ == 0xffffffffu",
	"'a' + 1L", "(int)3000000000u", "(short)70000L", "(char)(0x1ffL)", "(unsigned char)-1L", "-7L / 2U", "-7LL / 2U", "-7L % 3UL",
}

// TestILP32 compares constants of the 32-bit model with gcc -m32, which needs no library to check
// assertions.
func TestILP32(t *testing.T) {
	gcc := need.Of(t, "gcc -m32 -fsyntax-only")
	var c strings.Builder
	c.WriteString(ilp32Decls)
	for i, x := range ilp32 {
		// gcc asserts each value that this translation computes.
		v := constantOf(t, x)
		fmt.Fprintf(&c, "_Static_assert((long long)(%s) == %sLL, \"%d\");\n", x, v, i)
	}
	src := filepath.Join(t.TempDir(), "p.c")
	require.NoError(t, os.WriteFile(src, []byte(c.String()), 0o644))
	out, err := exec.Command(gcc, "-m32", "-std=gnu11", "-fwrapv", "-w", "-fsyntax-only", src).CombinedOutput()
	require.NoError(t, err, string(out))
}

// constantOf returns the value of an expression. It runs a program that returns the two halves of
// the value.
func constantOf(t *testing.T, x string) string {
	half := func(shift string) uint64 {
		text := ilp32Decls + "int main(void) { long long v = " + x + "; return (int)(v >> " + shift + "); }"
		p, err := cc.Load("ilp32.c", []byte(text), cc.Options{Model: cfg.ILP32})
		require.NoError(t, err, x)
		r, err := run.Run(context.Background(), p, run.Options{})
		require.NoError(t, err)
		require.Equal(t, run.Returned, r.Outcome, x)
		return uint64(uint32(r.Value.Int64()))
	}
	v := int64(half("32")<<32 | half("0"))
	if v == -1<<63 {
		return "(-9223372036854775807LL - 1)"
	}
	return fmt.Sprint(v)
}
