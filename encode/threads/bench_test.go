// SPDX-License-Identifier: Apache-2.0

package threads_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/threads"
	"cornet/engines"
	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
)

// The flags of BenchmarkInterpolants. docs/log/2026-11-21-reproduction.md explains how to use them.
var (
	programs  = flag.String("programs", "", "C programs for BenchmarkInterpolants: patterns, separated by commas; generated families by default")
	every     = flag.Int("every", 1, "one program in so many")
	cpuLimit  = flag.Duration("limit", 2*time.Second, "CPU time for each program and mode")
	reduction = flag.String("reduction", "sleep", "partial-order reduction: full, persistent, sleep")
	only      = flag.String("modes", "", "names of modes, separated by commas; all by default")
	largest   = flag.Int("threads", 4, "threads of the largest generated programs")
)

type benchMode struct {
	name  string
	block int // most steps, 0 for as many as there are
	mode  lawi.Mode
}

// benchModes are the columns of the tables in the conditional-interpolation paper, in its setting:
// predicate abstraction, depth-first, statement by statement. The last ones are the default
// searches of lawi.
func benchModes() []benchMode {
	paper := func(kinds lawi.Interpolants) lawi.Mode {
		return lawi.Mode{Interpolants: lawi.Reachability | kinds, Regions: lawi.Cartesian, DepthFirst: true, Rebuild: true}
	}
	full := paper(lawi.Conditional)
	full.FullChains = true
	inPlace := func(kinds lawi.Interpolants) lawi.Mode {
		z := paper(kinds)
		z.Rebuild = false
		return z
	}
	weighted := func(kinds lawi.Interpolants) lawi.Mode {
		z := paper(kinds)
		z.Weights = true
		return z
	}
	boolean := paper(0)
	boolean.Regions = lawi.Boolean
	return []benchMode{
		{"R", 1, paper(0)},
		{"R+S", 1, paper(lawi.Safety)},
		{"R+E", 1, paper(lawi.Error)},
		{"R+S+E", 1, paper(lawi.Safety | lawi.Error)},
		{"R+S+W", 1, weighted(lawi.Safety)},
		{"R+S+E+W", 1, weighted(lawi.Safety | lawi.Error)},
		{"R+C", 1, paper(lawi.Conditional)},
		{"R+C*", 1, full},
		{"R in place", 1, inPlace(0)},
		{"R+C in place", 1, inPlace(lawi.Conditional)},
		{"R blocks of 4", 4, paper(0)},
		{"R blocks", 0, paper(0)},
		{"R Boolean", 1, boolean},
		{"R Boolean blocks of 4", 4, boolean},
		{"R Boolean blocks", 0, boolean},
		{"R+S+E+W blocks", 0, weighted(lawi.Safety | lawi.Error)},
		{"R+C blocks", 0, paper(lawi.Conditional)},
		{"R labels", 0, lawi.Mode{}},
		{"R+C labels", 0, lawi.Mode{Interpolants: lawi.Reachability | lawi.Conditional}},
		{"R+S+E labels", 0, lawi.Mode{Interpolants: lawi.Reachability | lawi.Safety | lawi.Error}},
	}
}

// A family is a program for every number of threads.
type family struct {
	name string
	text func(n int) string
}

const prelude = "typedef unsigned long pthread_t;\nextern void reach_error(void);\nint x, y;\n"

// start returns code that creates n threads that run worker.
func start(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  pthread_t t%d; pthread_create(&t%d, 0, worker%d, 0);\n", i, i, i)
	}
	return b.String()
}

func join(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  pthread_join(t%d, 0);\n", i)
	}
	return b.String()
}

func workers(n int, body func(i int) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "void *worker%d(void *a) {\n%s  return 0;\n}\n", i, body(i))
	}
	return b.String()
}

var families = []family{
	// Figure 1 of the paper, with n copies of the first thread.
	{"paper", func(n int) string {
		return prelude + workers(n, func(int) string {
			return "  __VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end();\n  if (x < 3) { __VERIFIER_atomic_begin(); x = x + 2; __VERIFIER_atomic_end(); }\n"
		}) + "int main() {\n" + start(n) + fmt.Sprintf("  int m = x - 1; if (x > %d) reach_error();\n  return 0;\n}\n", 3*n+1)
	}},
	// Every thread waits for its turn.
	{"turns", func(n int) string {
		return prelude + workers(n, func(i int) string {
			return fmt.Sprintf("  if (x == %d) x = %d;\n  if (x > %d) y = 1;\n", i, i+1, n)
		}) + "int main() {\n" + start(n) + "  if (y != 0) reach_error();\n  return 0;\n}\n"
	}},
	// Threads count under a lock.
	{"count", func(n int) string {
		return prelude + "int lock;\n" + workers(n, func(int) string {
			return "  pthread_mutex_lock(&lock); x = x + 1; pthread_mutex_unlock(&lock);\n"
		}) + "int main() {\n" + start(n) + join(n) + fmt.Sprintf("  if (x != %d) reach_error();\n  return 0;\n}\n", n)
	}},
	// Threads count up or down, depending on the values that they read.
	{"bounce", func(n int) string {
		return prelude + workers(n, func(int) string {
			return "  __VERIFIER_atomic_begin(); if (x < 2) x = x + 1; else x = x - 1; __VERIFIER_atomic_end();\n" +
				"  if (x > 2) y = 1;\n"
		}) + "int main() {\n" + start(n) + "  if (y > 0) reach_error();\n  return 0;\n}\n"
	}},
}

// measured is the result of a mode on one program.
type measured struct {
	verdict  horn.Verdict
	cpu      time.Duration
	unwound  int // states of the product
	searched lawi.Stats
}

// BenchmarkInterpolants explores products on demand with several kinds of interpolants and prints
// tables: a line for each program, and averages over the programs that all modes solved.
func BenchmarkInterpolants(b *testing.B) {
	var modes []benchMode
	for _, m := range benchModes() {
		if *only == "" || strings.Contains(","+*only+",", ","+m.name+",") {
			modes = append(modes, m)
		}
	}
	tasks := map[string]string{}
	var names []string
	if *programs == "" {
		for _, f := range families {
			for n := 1; n <= *largest; n++ {
				name := fmt.Sprintf("%s %d", f.name, n)
				names, tasks[name] = append(names, name), f.text(n)
			}
		}
	} else {
		var files []string
		for _, pattern := range strings.Split(*programs, ",") {
			some, err := filepath.Glob(pattern)
			if err != nil || len(some) == 0 {
				b.Fatalf("no programs match %s: %v", pattern, err)
			}
			files = append(files, some...)
		}
		for i, file := range files {
			if i%*every != 0 {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			names, tasks[file] = append(names, file), string(text)
		}
	}
	for range b.N {
		var rows [][]measured
		for _, name := range names {
			row := make([]measured, len(modes))
			var line []string
			var err error
			for k, m := range modes {
				if row[k], err = measure(b.Context(), name, tasks[name], m); err != nil {
					break
				}
				z := row[k]
				line = append(line, fmt.Sprintf("%s %v %d/%d/%.2fs", m.name, z.verdict, z.searched.Explored, z.searched.Refinements, z.cpu.Seconds()))
			}
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
				continue
			}
			rows = append(rows, row)
			fmt.Fprintln(os.Stderr, name+":", strings.Join(line, ", "))
		}
		summarise(modes, rows)
	}
}

func measure(ctx context.Context, name, text string, m benchMode) (z measured, err error) {
	model := cfg.ILP32
	if definition, err := os.ReadFile(strings.TrimSuffix(name, filepath.Ext(name)) + ".yml"); err == nil && strings.Contains(string(definition), "LP64") && !strings.Contains(string(definition), "ILP32") {
		model = cfg.LP64
	}
	source, err := cc.Load(name, []byte(text), cc.Options{Model: model})
	if err != nil {
		return z, err
	}
	var r threads.Reduction
	if err := r.UnmarshalText([]byte(*reduction)); err != nil {
		return z, err
	}
	p, err := threads.New(source, threads.Options{Reduction: r})
	if err != nil {
		return z, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	begin := cpuTime()
	go func() {
		for ctx.Err() == nil {
			if cpuTime()-begin > *cpuLimit {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	u, err := chc.Unwind(logic.NewStore(), p, chc.Options{BlockSize: m.block})
	if err != nil {
		return z, err
	}
	out, err := engines.RunProgram(ctx, u, u.System().Horn, engines.Config{Backend: native.Backend{}, Engines: []any{&m.mode}})
	if err != nil {
		return z, err
	}
	z = measured{verdict: out.Verdict, cpu: cpuTime() - begin, unwound: p.States()}
	z.searched, _ = out.Stats.Search.(lawi.Stats)
	return z, nil
}

// cpuTime returns the CPU time of the process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func summarise(modes []benchMode, rows [][]measured) {
	var common [][]measured
	for _, row := range rows {
		all := true
		for _, z := range row {
			all = all && z.verdict != horn.Unknown
		}
		if all {
			common = append(common, row)
		}
	}
	fmt.Printf("\n%d programs, %d solved in all modes; averages over these\n\n", len(rows), len(common))
	fmt.Println("| mode | solved | CPU s, all | states | refinements | CPU ms | itp ms | cond. itp ms | branches cut | chain | shortened |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for k, m := range modes {
		solved, all := 0, time.Duration(0)
		for _, row := range rows {
			all += row[k].cpu
			if row[k].verdict != horn.Unknown {
				solved++
			}
		}
		var z lawi.Stats
		cpu := time.Duration(0)
		for _, row := range common {
			x := row[k].searched
			cpu += row[k].cpu
			z.Explored += x.Explored
			z.Refinements += x.Refinements
			z.ItpSeconds += x.ItpSeconds
			z.CondSeconds += x.CondSeconds
			z.PrunedCond += x.PrunedCond
			z.ChainBefore += x.ChainBefore
			z.ChainAfter += x.ChainAfter
		}
		n := float64(max(1, len(common)))
		cuts := float64(max(1, z.PrunedCond))
		fmt.Printf("| %s | %d | %.1f | %.1f | %.1f | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", m.name, solved, all.Seconds(),
			float64(z.Explored)/n, float64(z.Refinements)/n, 1000*cpu.Seconds()/n, 1000*z.ItpSeconds/n, 1000*z.CondSeconds/n,
			float64(z.PrunedCond)/n, float64(z.ChainBefore)/cuts, float64(z.ChainAfter)/cuts)
	}
}
