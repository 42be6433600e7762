// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/smt/native"
	"cornet/smtlib"
)

var measure = flag.String("measure", "", "print sizes before and after every pass for the quick sets of ../shared/bench, with the given back end: none, native or z3")

// quickSet returns the input files of a quick set, or skips the test.
func quickSet(t testing.TB, name string) []string {
	root := filepath.Join("..", "..", "..", "shared", "bench", "chc")
	text, err := os.ReadFile(filepath.Join(root, name+".quick.set"))
	if err != nil {
		t.Skipf("the benchmarks are not there: %v", err)
	}
	var z []string
	for _, line := range strings.Fields(string(text)) {
		z = append(z, filepath.Join(root, strings.TrimSuffix(line, ".yml")+".smt2"))
	}
	return z
}

// load reads a system, or returns nil when it is not supported.
func load(t testing.TB, file string) *horn.System {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	script, err := smtlib.Read(smtlib.NewStore(), file, f)
	if err != nil {
		t.Logf("%v", err)
		return nil
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		t.Logf("%v", err)
		return nil
	}
	return sys
}

// TestMeasure prints, for every set, the sizes of the systems before and after
// preprocessing and the time of the passes.
func TestMeasure(t *testing.T) {
	if *measure == "" {
		t.Skip("a measurement; run with -measure=z3")
	}
	for _, set := range []string{"LIA-Lin", "LIA", "LRA-Lin", "LIA-Lin-Arrays", "LIA-Arrays", "BV", "ADT-LIA", "ADT-LIA-Arrays"} {
		times := map[string]time.Duration{}
		var before, after Measures
		n := 0
		for _, file := range quickSet(t, set) {
			sys := load(t, file)
			if sys == nil {
				continue
			}
			n++
			env := &Env{}
			switch *measure {
			case "z3":
				env.Backend = withZ3(t, sys.Store)
			case "native":
				env.Backend = native.Backend{}
			}
			p, err := New(Options{})
			require.NoError(t, err)
			z, err := p.Run(context.Background(), env, sys)
			require.NoError(t, err, file)
			require.NoError(t, z.System.Check(), file)
			a, b := Measure(sys), Measure(z.System)
			before, after = before.plus(a), after.plus(b)
			total := time.Duration(0)
			for _, st := range z.Passes {
				times[st.Pass] += st.Time
				total += st.Time
			}
			if total > 500*time.Millisecond || testing.Verbose() {
				fmt.Printf("%8.3fs %5d runs %v -> %v  %s\n", total.Seconds(), len(z.Passes), a, b, filepath.Base(file))
			}
		}
		fmt.Printf("%s: %d files\n  before %+v\n  after  %+v\n ", set, n, before, after)
		var names []string
		for name := range times {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			fmt.Printf(" %s %.2fs", name, times[name].Seconds())
		}
		fmt.Println()
	}
}

func (m Measures) plus(n Measures) Measures {
	return Measures{m.Preds + n.Preds, m.Clauses + n.Clauses, m.Args + n.Args, m.Size + n.Size}
}
