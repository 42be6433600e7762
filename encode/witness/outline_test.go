// SPDX-License-Identifier: Apache-2.0

package witness_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/encode/witness"
	"cornet/horn"
	"cornet/logic"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestOutline compares outlines with files in testdata. The models are given, so the outlines do
// not depend on the engines.
func TestOutline(t *testing.T) {
	for _, test := range []struct {
		name, text, model string
		threads           int
	}{
		{"loop", `extern unsigned nondet(void);
unsigned read_port(int);
int main(void) {
  unsigned n = nondet(), lo = 0, hi, *p = &hi, *q = &n;
  if (n > 1000) return 0;
  for (hi = n; lo < hi; lo++)
    if (p < &hi + 1) (*p++)--, p--;
  if (read_port(1) < 3 && lo > hi + 1) { ERROR: ; }
}
`, `(define-fun main.6 ((lo Int) (hi Int) (p Int)) Bool (and (<= lo (+ hi 1)) (<= hi 1000) (>= lo 0) (= p 72)))`, 0},
		{"threads", `#include <pthread.h>
int x, ready;
static void *run(void *a) {
  x = 7;
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  while (!ready)
    ;
  if (x != 7) { ERROR: ; }
}
`, `(define-fun main.11 ((x Int) (ready Int)) Bool (= ready 0)) (define-fun main.11.2 ((x Int) (ready Int)) Bool (and (= x 7) (= ready 1)))`, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := test.name + ".c"
			p, err := cc.Load(name, []byte(test.text), cc.Options{Model: cfg.ILP32})
			require.NoError(t, err)
			o := witness.Outline{
				Program: witness.Program{File: witness.File{Name: name, Text: test.text}, Model: cfg.ILP32}, Property: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
				Condition: func(clause int) (string, string) {
					return fmt.Sprintf("%04d", clause), map[int]string{1: "a reason"}[clause]
				},
				Axioms: test.threads, Threads: test.threads, Reduction: threads.Sleep.String(),
			}
			notes := p.Notes
			if test.threads > 0 {
				product, err := threads.New(p, threads.Options{Reduction: threads.Sleep})
				require.NoError(t, err)
				p, err = product.Program(0)
				require.NoError(t, err)
			}
			o.System, err = chc.Encode(logic.NewStore(), p, chc.Options{})
			require.NoError(t, err)
			w, err := horn.ReadWitness(o.System.Horn, "model", strings.NewReader("sat\n("+test.model+")"))
			require.NoError(t, err)
			o.Model, o.Notes = w.Model, [][]cfg.Note{notes, o.System.Notes}
			var text strings.Builder
			require.NoError(t, o.Write(&text))
			file := filepath.Join("testdata", "outline", test.name+".md")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o644))
			}
			golden, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(golden), text.String())
		})
	}
}
