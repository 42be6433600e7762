// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/exec"
	"cornet/encode/properties"
)

// TestCause: a run that fails names the fault of the address that was checked.
func TestCause(t *testing.T) {
	const program = `
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void f(void) {}
int main(void) {
  int k = __VERIFIER_nondet_int();
  int *p = malloc(5 * sizeof *p), *q = 0;
  char *text = "abc";
  if (!p) return 0;
  %s
  return 0;
}`
	for _, c := range []struct{ statement, cause string }{
		{"return *q;", "a null pointer is dereferenced"},
		{"return q[3];", "a null pointer is dereferenced"},
		{"free(p); return *p;", "memory is used after it was freed at a.c:12"},
		{"free(p); free(p);", "memory is freed twice, before at a.c:12"},
		{"return p[5];", "4 bytes at offset 20 of an object of 20 bytes are accessed"},
		{"return p[7];", "4 bytes at offset 28 of an object of 20 bytes are accessed"},
		{"return p[-1];", ""},
		{"free(p + 1);", "a pointer is freed that points 4 bytes past the start of its object"},
		{"free(&k);", "memory is freed that was not allocated"},
		{"text[0] = 'x';", "a string literal is changed"},
		{"return *(int *)(void *)f;", "a function is accessed as an object"},
	} {
		t.Run(c.statement, func(t *testing.T) {
			p, err := cc.Load("a.c", []byte(fmt.Sprintf(program, c.statement)), cc.Options{Model: cfg.LP64, Memory: true})
			require.NoError(t, err)
			kinds, err := properties.Parse("memory")
			require.NoError(t, err)
			properties.Instrument(p, kinds)
			z, err := exec.Run(t.Context(), p, exec.Options{MaxSteps: 1000, Input: func(exec.Request) *big.Int { return big.NewInt(1) }})
			require.NoError(t, err)
			require.Equal(t, exec.Failed, z.Outcome)
			require.Equal(t, c.cause, z.Cause)
		})
	}
}
