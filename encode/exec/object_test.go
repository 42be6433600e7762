// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
)

// TestObjects makes the same accesses to a large object and to one whose memory is allocated
// completely.
func TestObjects(t *testing.T) {
	const size = 10*pageBytes + 100
	r := rand.New(rand.NewPCG(1, 2))
	sparse, whole := object{size: size}, make([]byte, size)
	for range 3000 {
		at := r.Int64N(size)
		n := min(r.Int64N(1<<r.IntN(14)), size-at)
		require.True(t, sparse.holds(at, n))
		switch r.IntN(4) {
		case 0:
			sparse.zero(at, n)
			clear(whole[at : at+n])
		case 1:
			require.Equal(t, whole[at:at+n], sparse.part(at, n))
		case 2:
			b := sparse.part(at, n)
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			copy(whole[at:], b)
		case 3:
			z := make([]byte, n)
			for _, e := range sparse.touched(at, n) {
				copy(z[e.at:], e.bytes)
			}
			require.Equal(t, whole[at:at+n], z)
		}
		for i, e := range sparse.extents {
			require.True(t, i == 0 || sparse.extents[i-1].end() <= e.at)
		}
	}
	require.False(t, sparse.holds(size, 1))
	require.False(t, sparse.holds(1, size))
	require.False(t, sparse.holds(0, -1))
	require.Empty(t, sparse.part(size, 0))
}

// TestLargeObjects runs programs that access only a small part of each large object.
func TestLargeObjects(t *testing.T) {
	const head = "extern void reach_error(void), *malloc(unsigned long), *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);\n"
	for _, test := range []struct {
		name, text string
		model      cfg.DataModel
		want       Outcome
	}{
		{"a global", "int a[2000000000]; int main(void) { a[1999999999] = 7; if (a[1999999999] + a[5] == 7) reach_error(); return 0; }", cfg.LP64, Failed},
		{"a local", "int main(void) { int a[2000000000] = {1, 2}; a[12345678] = 7; if (a[12345678] + a[1] + a[2] == 9) reach_error(); return 0; }", cfg.LP64, Failed},
		{"a static local", "int main(void) { static char a[3000000000]; if (a[2999999999] == 0) reach_error(); return 0; }", cfg.LP64, Failed},
		{"parts of records", "struct { int n[10]; char c; } a[100000000]; int main(void) { a[5555555].n[3] = 4; a[5555556] = a[5555555]; if (a[5555556].n[3] == 4) reach_error(); return 0; }", cfg.LP64, Failed},
		{"rows", "int a[50000][50000]; int main(void) { a[49999][49999] = 3; if (a[49999][49999] == 3 && a[1][1] == 0) reach_error(); return 0; }", cfg.LP64, Failed},
		{"an array by a size", "int main(void) { long n = 500000000; int a[n]; a[n - 1] = 3; if (a[n - 1] == 3) reach_error(); return 0; }", cfg.LP64, Failed},
		{"the heap", "int main(void) { char *p = malloc(4000000000); p[3999999999] = 1; if (p[3999999999] == 1) reach_error(); return 0; }", cfg.LP64, Failed},
		{"memset", "char a[3000000000]; int main(void) { a[7] = 1; memset(a, 0, sizeof a); if (a[7] == 0) reach_error(); return 0; }", cfg.LP64, Failed},
		{"memcpy", "char a[3000000000], b[3000000000]; int main(void) { a[70000] = 1; b[70001] = 2; memcpy(b, a, sizeof a); if (b[70000] == 1 && b[70001] == 0) reach_error(); return 0; }", cfg.LP64, Failed},
		{"an assignment", "struct s { char c[3000000000]; } a, b; int main(void) { a.c[9] = 1; b = a; return 0; }", cfg.LP64, Limit},
		{"memset of something else", "char a[3000000000]; int main(void) { memset(a, 1, sizeof a); return 0; }", cfg.LP64, Limit},
		{"blocks that there are no addresses for", "int main(void) { for (int i = 0; i < 9; i++) { char *s = malloc(500000000); s[499999999] = 0; } return 0; }", cfg.ILP32, Limit},
		{"blocks that there are addresses for", "int main(void) { for (int i = 0; i < 9; i++) { char *s = malloc(50000000); s[49999999] = 0; } return 0; }", cfg.ILP32, Returned},
		{"more than there are addresses for", "int main(void) { int a[100000000]; a[5] = 1; return 0; }", cfg.ILP32, Limit},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := cc.Load("p.c", []byte(head+test.text), cc.Options{Model: test.model})
			require.NoError(t, err)
			z, err := Run(context.Background(), p, Options{MaxSteps: 10_000})
			require.NoError(t, err)
			require.Equal(t, test.want, z.Outcome, z.Reason)
		})
	}
}
