// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
)

// branchesOfAllKinds has statements that are branches of others, after labels and from macros.
const branchesOfAllKinds = `int printf(const char *, ...); void exit(int);
#define RET h = 2;
#define IF if (n == 3)
int h;
int main(void) {
  int n = 3;
  if (n == 9) RET h = 7;
  if (n == 9) IF h = 8; else h = 9;
  printf("%d %d\n", n, h);
  switch (n) { case 3: { int q = 1; h += q; } case (int)4: h++; L: h += 3; break; case 1 ? 5 : 6: h = 0; }
  switch (n) { case 1 ? 3 : 6: h += 2; K: ; int z = 3; h += z; }
  printf("%d %d\n", n, h);
  n = 5;
  if (n == 4) switch (n) { default: h = 0; } h++;
  if (n == 4) A: B: if (h) C: h = 0; else D: h = 1;
  if (n == 4) switch (n) default: E: h = 0;
  if (n == 4) switch (n) case 4: case 5: if (h) h = 0; else h = 1;
  while (n == 4) F: h = 0;
  for (int i = 0; i < 2; i++) G: h++;
  do H: n--; while (n > 1);
  if (n == 4) return 3; else J: h++;
  if (n == 4) while (h) M: if (h) break; else N: break; else h++;
  if (n == 4)
    O: { h = 0; }
  printf("%d %d\n", n, h);
  return 0;
}
`

// TestInstrumentedProgramsAgree inserts claims that hold, and updates of ghost variables, wherever
// a program has statements. Compiled by gcc, the program must print the same.
func TestInstrumentedProgramsAgree(t *testing.T) {
	t.Parallel()
	gcc := need.Of(t, "gcc")
	file := filepath.Join(t.TempDir(), "p.c")
	run := func(text string) string {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		out, err := exec.Command(gcc, "-w", "-o", file+".run", file).CombinedOutput()
		require.NoError(t, err, "%s\n%s", out, text)
		out, err = exec.Command(file + ".run").CombinedOutput()
		require.NoError(t, err)
		return string(out)
	}
	want := run(branchesOfAllKinds)
	for _, kind := range []string{"location_invariant", "loop_invariant", "update", "update // pthread_create"} {
		all, text := &Document{Name: "w"}, branchesOfAllKinds+"// "+kind
		ts := scan(text)
		for i, tk := range ts {
			if tk.text == ";" || i+1 < len(ts) && ts[i+1].text == ":" {
				// after the condition of do or a label; the added text would hide mistakes after it
				continue
			}
			loc := location{File: "p.c", Line: tk.line, Column: tk.column}
			one := &Document{Name: "w", ghosts: []ghost{{ghostVariable: ghostVariable{"k", "int", "global", constraint{Value: "0"}}}}}
			if strings.HasPrefix(kind, "update") {
				one.updates = []ghostUpdate{{ghostUpdates: ghostUpdates{loc, []ghostAssign{{Variable: "k", Value: "k + 1"}}}}}
			} else {
				one.claims = []claim{{Type: kind, Location: loc, Value: "h >= 0"}}
			}
			if _, err := one.Instrument([]string{"p.c"}, []string{text}); err == nil {
				all.ghosts, all.claims, all.updates = one.ghosts, append(all.claims, one.claims...), append(all.updates, one.updates...)
			}
		}
		z, err := all.Instrument([]string{"p.c"}, []string{text})
		require.NoError(t, err)
		require.Greater(t, len(all.claims)+len(all.updates), 3)
		instrumented := "int __cornet_no_effects(int x) { return 0; } void __cornet_step_begin(void) {} void __cornet_step_end(void) {}\n" + z.Texts[0] + "\n"
		for _, f := range z.Errors {
			instrumented += "void " + f + "(void) { exit(9); }\n"
		}
		require.Equal(t, want, run(instrumented), kind)
	}
}
