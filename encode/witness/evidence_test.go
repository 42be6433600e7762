// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/simulate"
	"cornet/encode/witness"
	"cornet/internal/test/need"
)

// wrongs are statements. An input k chooses the statement with number k, from 1. Statements of kind
// none are not errors that the test claims.
var wrongs = []struct {
	name, text string
	kind       cfg.ErrorKind
}{
	{"an error function", "reach_error();", cfg.ReachError},
	{"an assertion", "assert(n < 0);", cfg.AssertFailed},
	{"an assertion over lines", "assert(n <\n    0);", cfg.AssertFailed},
	{"an error function in a macro", "FAIL;", cfg.ReachError},
	{"an overflow", "i += 2147483647;", cfg.SignedOverflow},
	{"another overflow", "i = i +\n    2147483647;", cfg.SignedOverflow},
	{"a shift", "i <<= n + 64;", cfg.WrongShift},
	{"a division", "i /= n - n;", cfg.DivisionByZero},
	{"an index", "a[n + 9] = 1;", cfg.OutOfBounds},
	{"a conversion", "i = 1e30 * n;", cfg.FloatConversion},
	{"an access", "p[n] = 1;", cfg.InvalidDeref},
	{"an access by the library", "memset(p, 0, 5 + n);", cfg.InvalidDeref},
	{"an access behind a call", "free(p); *p = 1;", cfg.InvalidDeref},
	{"a free", "free(p + 1);", cfg.InvalidFree},
	{"copied on itself", "memcpy(p, p + 1, 2);", cfg.Overlap},
	{"memory is lost", "p = 0; exit(0);", cfg.LostMemory},
	{"memory is lost elsewhere", "p = 0; exit(1);", cfg.LostMemory},
	{"nothing", "free(p);", none},
	{"null", "*(volatile int *)0 = 1;", none},
	{"a status", "free(p); exit(107);", none},
	{"another status", "free(p); exit(108);", none},
	{"words of the harness", `free(p); puts("cornet: the error is reached"); fputs("cornet 0 000001\n", stderr); fflush(0); exit(107);`, none},
	{"words of a sanitizer", `free(p); fputs("program.c:13:1: runtime error: signed integer overflow\n", stderr); exit(107);`, none},
	{"words of another sanitizer", `free(p); fputs("AddressSanitizer: heap-buffer-overflow\n    #0 0x0 in main program.c:23\n\n", stderr); exit(108);`, none},
	{"an abort", "abort();", none},
}

// seenAs are kinds that the address sanitizer confuses with another one.
var seenAs = map[cfg.ErrorKind]cfg.ErrorKind{cfg.OutOfBounds: cfg.InvalidDeref, none: cfg.InvalidDeref}

// none represents the absence of an error.
const none = cfg.ErrorKind(255)

// wrongProgram returns a program with all of them, and the line of each.
func wrongProgram() (text string, lines []int) {
	text = "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n" +
		"#define FAIL reach_error()\nint main(void) {\n  int n = __VERIFIER_nondet_int(), i = n - n + 1, a[9];\n  char *p = malloc(1);\n  *p = a[0] = 0;\n  switch (n) {\n"
	for k, w := range wrongs {
		lines = append(lines, strings.Count(text, "\n")+2)
		text += fmt.Sprintf("  case %d:\n    %s break;\n", k+1, w.text)
	}
	return text + "  }\n  return i == a[0];\n}\n", lines
}

// TestEvidence claims an error, and has the program run into this or another one. Only the claimed
// error must be confirmed. Each claim is compared with itself, with those of its kind and with some
// others.
func TestEvidence(t *testing.T) {
	confined(t)
	need.Of(t, "gcc -m64 -fsanitize=address", "gcc -m64 -fsanitize=undefined")
	if testing.Short() {
		t.Skip("compiles and runs dozens of programs")
	}
	text, lines := wrongProgram()
	p, err := cc.Load("p.c", []byte(text), cc.Options{Model: cfg.LP64})
	require.NoError(t, err)
	sites, _ := simulate.Sites(p)
	require.Len(t, sites, 1)
	prog := witness.Program{File: witness.File{Name: "p.c", Text: text}, Model: cfg.LP64, Mentions: p.Mentions}
	for e := range p.Edges() {
		if op, ok := e.Op.(cfg.Error); ok {
			prog.Ends = append(prog.Ends, chc.Step{Kind: chc.Failure, To: e.Pos, Error: op.Kind, Function: op.Function})
		}
	}
	require.Len(t, prog.Ends, 4)
	for i, claim := range wrongs {
		if claim.kind == none {
			continue
		}
		for k, run := range wrongs {
			if i != k && claim.kind != run.kind && (i*7+k*5)%29 != 0 {
				continue
			}
			t.Run(claim.name+" and "+run.name, func(t *testing.T) {
				t.Parallel()
				input := sites[0]
				input.Result = big.NewInt(int64(k + 1))
				path := &chc.Path{Occurrences: []chc.Occurrence{input}, Failure: chc.Step{Kind: chc.Failure, To: cfg.Pos{File: "p.c", Line: lines[i], Column: 5}, Error: claim.kind}}
				if claim.kind != cfg.ReachError && claim.kind != cfg.AssertFailed {
					path.Failure.Site = 1
				}
				z := witness.Replay(t.Context(), prog, path, witness.Confined)
				require.Equal(t, i == k, z.Replayed == witness.Confirmed, "%v: %s", z.Replayed, z.Why)
				if z.Other != nil {
					require.Contains(t, []cfg.ErrorKind{run.kind, seenAs[run.kind]}, z.Other.Error, z.Why)
					require.InDelta(t, lines[k], z.Other.To.Line, 1, z.Why)
				}
			})
		}
	}
}
