// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"cornet/bench"
)

// A benchmark of two tasks and two solvers. Here the solvers are shell scripts: the first answers
// by the name of the file, the second always answers sat.
func Example() {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			fmt.Println(err)
		}
		return path
	}
	for name, verdict := range map[string]string{"safe": "true", "unsafe": "false"} {
		write(name+".smt2", "(set-logic HORN)\n(check-sat)\n")
		write(name+".yml", "format_version: '2.0'\ninput_files: "+name+".smt2\n"+
			"properties:\n- property_file: check-sat.prp\n  expected_verdict: "+verdict+"\n")
	}
	set := write("demo.set", "# two tasks\nsafe.yml\nunsafe.yml\n")
	clever := write("clever", "#!/bin/sh\ncase $1 in */unsafe*) echo unsat;; *) echo sat;; esac\n")
	hopeful := write("hopeful", "#!/bin/sh\necho sat\n")

	summary, err := bench.Run(context.Background(), bench.Options{
		Places:  []string{set},
		Solver:  "clever=" + clever + " {} --timeout {timeout}",
		Against: []string{"hopeful=" + hopeful + " {}"},
		Timeout: 5 * time.Second,
		Out:     filepath.Join(dir, "results"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	total := summary.File.Total()
	for i, s := range summary.File.Solvers {
		y := total.Tallies[i]
		fmt.Printf("%s solved %d of %d, %d wrong\n", s.Name, y.Solved(), y.Runs, y.Wrong)
	}
	fmt.Println("contradictions:", len(summary.File.Disagreements), "alarm:", summary.Alarm())
	// Output:
	// clever solved 2 of 2, 0 wrong
	// hopeful solved 1 of 2, 1 wrong
	// contradictions: 1 alarm: false
}
