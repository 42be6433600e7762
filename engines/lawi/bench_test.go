// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

// The flags of BenchmarkModes. docs/log/2026-11-21-reproduction.md explains how to use them.
var (
	systems  = flag.String("systems", "", "folder of Horn systems (*.smt2) for BenchmarkModes; the papers' examples by default")
	cpuLimit = flag.Duration("limit", 2*time.Second, "CPU time for each system and mode")
	small    = flag.Int64("small", 200_000, "bytes of the largest system that counts")
	only     = flag.String("modes", "", "names of modes for BenchmarkModes, separated by commas; all by default")
	passes   = flag.Bool("passes", true, "simplify the systems first")
)

// chosenModes returns the modes that -modes names.
func chosenModes() (z []benchMode) {
	for _, m := range benchModes {
		if *only == "" || slices.Contains(strings.Split(*only, ","), m.name) {
			z = append(z, m)
		}
	}
	return z
}

type benchMode struct {
	name string
	mode Mode
}

// benchModes are the columns of the papers' tables, in their setting: predicate abstraction,
// depth-first. The last ones are the default searches of lawi.
var benchModes = []benchMode{
	{"R", Mode{Interpolants: Reachability, Regions: Cartesian, DepthFirst: true}},
	{"R+E", Mode{Interpolants: Reachability | Error, Regions: Cartesian, DepthFirst: true}},
	{"R+S", Mode{Interpolants: Reachability | Safety, Regions: Cartesian, DepthFirst: true}},
	{"R+S+E", Mode{Interpolants: Reachability | Safety | Error, Regions: Cartesian, DepthFirst: true}},
	{"R+S+W", Mode{Interpolants: Reachability | Safety, Regions: Cartesian, Weights: true, Prune: true}},
	{"R+S+E+W", Mode{Interpolants: Reachability | Safety | Error, Regions: Cartesian, Weights: true, Prune: true}},
	{"R+C", Mode{Interpolants: Reachability | Conditional, Regions: Cartesian, DepthFirst: true}},
	{"R+S+E+C", Mode{Interpolants: Reachability | Safety | Error | Conditional, Regions: Cartesian, DepthFirst: true}},
	{"R breadth", Mode{Interpolants: Reachability, Regions: Cartesian}},
	{"R labels", Mode{}},
	{"R+S+E labels", Mode{Interpolants: Reachability | Safety | Error}},
	{"R+C labels", Mode{Interpolants: Reachability | Conditional}},
}

// measured is the result of a mode on one system.
type measured struct {
	solved bool
	cpu    time.Duration
	Stats
}

// BenchmarkModes runs the modes on systems and prints a table: the systems that each mode solved,
// and averages over the systems that all modes solved.
func BenchmarkModes(b *testing.B) {
	dir := *systems
	if dir == "" {
		dir = filepath.Join("..", "..", "testdata", "papers")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.smt2"))
	if err != nil || len(files) == 0 {
		b.Skipf("no systems in %s: %v", dir, err)
	}
	modes := chosenModes()
	for range b.N {
		var rows [][]measured
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.Size() > *small {
				continue
			}
			row := make([]measured, len(modes))
			for k, m := range modes {
				if row[k], err = measureMode(b.Context(), file, m.mode); err != nil {
					break
				}
			}
			if err == nil {
				rows = append(rows, row)
				fmt.Fprintln(os.Stderr, filepath.Base(file), solvedBy(modes, row))
			}
		}
		printModes(modes, rows)
	}
}

// solvedBy names the modes that solved a system, with their states.
func solvedBy(modes []benchMode, row []measured) string {
	var z []string
	for k, m := range modes {
		if row[k].solved {
			z = append(z, fmt.Sprintf("%s %d", m.name, row[k].Explored))
		}
	}
	return strings.Join(z, ", ")
}

// measureMode runs a mode on the system of a file. It returns an error if the system is not linear.
func measureMode(ctx context.Context, file string, mode Mode) (z measured, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return z, err
	}
	script, err := smtlib.Read(logic.NewStore(), file, strings.NewReader(string(text)))
	if err != nil {
		return z, err
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		return z, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	start := cpuTime()
	go func() {
		for ctx.Err() == nil {
			if cpuTime()-start > *cpuLimit {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	if *passes {
		p, err := transform.New(transform.Options{})
		if err != nil {
			return z, err
		}
		simple, err := p.Run(ctx, &pass.Env{Backend: native.Backend{}}, sys)
		if err != nil {
			return z, err
		}
		sys = simple.System
	}
	if !sys.IsLinear() {
		return z, errors.ErrUnsupported
	}
	e := New(Options{Backend: native.Backend{}, Mode: mode, ForcedCovers: forcedIn(mode), Clock: time.Now})
	r, err := e.Solve(ctx, sys)
	z = measured{err == nil && r.Verdict != horn.Unknown, cpuTime() - start, e.stats}
	return z, nil
}

// forcedIn returns the number of forced covers of a mode; the papers' setting has none.
func forcedIn(m Mode) int {
	if m.Regions == Labels {
		return 0
	}
	return -1
}

// cpuTime is the CPU time of the process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func printModes(modes []benchMode, rows [][]measured) {
	var common [][]measured
	for _, row := range rows {
		all := true
		for _, x := range row {
			all = all && x.solved
		}
		if all {
			common = append(common, row)
		}
	}
	fmt.Printf("\n%d systems, %d solved in all modes\n\n", len(rows), len(common))
	fmt.Println("| mode | solved | CPU s, all | states | refinements | checks | itp ms | pruned by S | E | C | chain | shortened |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
	for k, m := range modes {
		solved, cpu := 0, time.Duration(0)
		for _, row := range rows {
			cpu += row[k].cpu
			if row[k].solved {
				solved++
			}
		}
		var z Stats
		for _, row := range common {
			x := row[k].Stats
			z.Explored += x.Explored
			z.Refinements += x.Refinements
			z.Checks += x.Checks
			z.ItpSeconds += x.ItpSeconds
			z.PrunedSafety += x.PrunedSafety
			z.PrunedError += x.PrunedError
			z.PrunedCond += x.PrunedCond
			z.ChainBefore += x.ChainBefore
			z.ChainAfter += x.ChainAfter
		}
		n := float64(max(1, len(common)))
		cuts := float64(max(1, z.PrunedCond))
		fmt.Printf("| %s | %d | %.1f | %.1f | %.1f | %.0f | %.1f | %d | %d | %d | %.1f | %.1f |\n", m.name, solved, cpu.Seconds(),
			float64(z.Explored)/n, float64(z.Refinements)/n, float64(z.Checks)/n, 1000*z.ItpSeconds/n,
			z.PrunedSafety, z.PrunedError, z.PrunedCond, float64(z.ChainBefore)/cuts, float64(z.ChainAfter)/cuts)
	}
}
