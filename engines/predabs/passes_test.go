// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

var (
	passSet = flag.String("passes", "", "print what each preprocessing pass is worth on the systems of this set file")
	passCPU = flag.Duration("passes-cpu", time.Second, "CPU time per run")
)

// TestPasses prints how many systems are solved with all passes, without each of them, and with
// none.
func TestPasses(t *testing.T) {
	if *passSet == "" {
		t.Skip("a measurement; run with -passes=FILE.set")
	}
	text, err := os.ReadFile(*passSet)
	require.NoError(t, err)
	var all []string
	variants := []string{""}
	for _, e := range transform.Table() {
		all = append(all, e.Name)
		if e.Default && e.Name != "normal" && e.Name != "cone-late" {
			variants = append(variants, e.Name)
		}
	}
	variants = append(variants, strings.Join(all, ","))
	fmt.Println("| without | solved | CPU s |\n|---|--:|--:|")
	for _, off := range variants {
		solved, start := 0, cpuTime()
		var names []string
		for name := range strings.FieldsSeq(string(text)) {
			if solvedWithout(t, passFile(name), off, 0) {
				solved++
			} else {
				names = append(names, filepath.Base(name))
			}
		}
		if off == "" {
			off = "–"
		}
		fmt.Printf("| %s | %d | %.0f |\n", off, solved, (cpuTime() - start).Seconds())
		t.Logf("unsolved without %s: %v", off, names)
	}
}

// TestGuideAfter prints how many systems of -passes are solved with different
// thresholds.
func TestGuideAfter(t *testing.T) {
	if *passSet == "" {
		t.Skip("a measurement; run with -passes=FILE.set")
	}
	text, err := os.ReadFile(*passSet)
	require.NoError(t, err)
	fmt.Println("| guided after | solved | CPU s |\n|--:|--:|--:|")
	for _, after := range []int{2, 4, 8, 16} {
		solved, start := 0, cpuTime()
		for name := range strings.FieldsSeq(string(text)) {
			if solvedWithout(t, passFile(name), "", after) {
				solved++
			}
		}
		fmt.Printf("| %d | %d | %.0f |\n", after, solved, (cpuTime() - start).Seconds())
	}
}

// passFile returns the system of a line of the set.
func passFile(name string) string {
	file := strings.TrimSuffix(name, ".yml") + ".smt2"
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(*passSet), file)
	}
	return file
}

// solvedWithout reports whether the engine solves a system within the limit. If after is 0, the
// default applies.
func solvedWithout(t *testing.T, file, off string, after int) bool {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	script, err := smtlib.Read(logic.NewStore(), file, f)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	ctx, stop := cpuLimit(context.Background(), *passCPU)
	defer stop()
	var o transform.Options
	if off != "" {
		o.Off = strings.Split(off, ",")
	}
	p, err := transform.New(o)
	require.NoError(t, err)
	z, err := p.Run(ctx, &pass.Env{Backend: native.Backend{}}, sys)
	if err != nil {
		return false
	}
	r, err := New(Options{Backend: native.Backend{}, GuideAfter: after}).Solve(ctx, z.System)
	return err == nil && r.Verdict != horn.Unknown
}
