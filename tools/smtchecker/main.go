// SPDX-License-Identifier: Apache-2.0

// Command smtchecker runs the tests that the Solidity compiler has for its model checker with a
// Horn solver, and compares each verdict with the one that the test expects, and with those of an
// earlier run.
//
//	go run ./tools/smtchecker -o cornet.tsv solidity/test/libsolidity/smtCheckerTests -- cornet solve --timeout 10 -
//	go run ./tools/smtchecker -o z3.tsv -against cornet.tsv solidity/test/libsolidity/smtCheckerTests -- z3 -in -smt2 -T:10
//
// The solver reads a query from its standard input. Only verdicts by Horn clauses are compared:
// tests of the other engine, and those that the installed compiler refuses, are left out. A line of
// the output has the test, the place of a target, the target, the expected verdict and the one that
// was reached.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"cornet/internal/test/solctest"
)

func main() {
	log.SetFlags(0)
	var c campaign
	every := flag.Int("every", 1, "take every n-th test")
	output := flag.String("o", "", "file for the verdicts; default is standard output")
	against := flag.String("against", "", "verdicts of an earlier run to compare with")
	flag.Parse()
	if flag.NArg() < 3 || flag.Arg(1) != "--" {
		log.Fatal("usage: smtchecker [flags] FOLDER -- SOLVER FLAGS…")
	}
	c.folder, c.command = flag.Arg(0), flag.Args()[2:]
	if err := c.run(*every, *output, *against); err != nil {
		log.Fatal(err)
	}
}

// campaign is a run over tests.
type campaign struct {
	folder  string
	command []string
	verdict map[place]judgement
	queries int
	skipped map[string]int // the number of tests for each reason
}

// place is the place of a target in a test.
type place struct {
	test, target string
	at           string // source and offset
}

// judgement has the expected and the actual verdict.
type judgement struct{ expected, found solctest.Verdict }

func (c *campaign) run(every int, output, against string) error {
	compiler, err := solctest.Find()
	if err != nil {
		return err
	}
	tests, err := c.tests(every)
	if err != nil {
		return err
	}
	c.verdict = map[place]judgement{}
	var jobs []solctest.Job
	for _, t := range tests {
		jobs = append(jobs, t.job(c.command))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err = compiler.Run(ctx, jobs, nil, func(i int, r solctest.Report) error {
		c.queries += len(r.Queries)
		c.judge(tests[i], r)
		if i%20 == 19 {
			log.Printf("%d of %d tests, %d queries", i+1, len(jobs), c.queries)
		}
		return nil
	})
	if err != nil && ctx.Err() == nil { // after an interrupt, the results so far are used
		return err
	}
	if err := c.write(output); err != nil {
		return err
	}
	earlier := map[place]solctest.Verdict{}
	if against != "" {
		if earlier, err = readVerdicts(against); err != nil {
			return err
		}
	}
	c.summarise(os.Stderr, earlier)
	return nil
}

// tests reads every n-th test of the folder that is about Horn clauses.
func (c *campaign) tests(every int) ([]*test, error) {
	var files []string
	err := filepath.WalkDir(c.folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".sol") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.skipped = map[string]int{}
	var tests []*test
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		name, err := filepath.Rel(c.folder, file)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		switch t, reason := parse(name, string(text)); reason {
		case "":
			tests = append(tests, t)
		default:
			c.skipped[reason]++
		}
	}
	return tests, nil
}

// judge compares a report with the expectations of t.
func (c *campaign) judge(t *test, r solctest.Report) {
	for _, m := range r.Messages {
		if m.Severity == "error" {
			c.skipped["refused by this compiler"]++
			return
		}
	}
	worst := map[place]solctest.Verdict{}
	for _, f := range solctest.Findings(r.Messages, t.sources) {
		p := place{t.name, f.Target, fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)}
		if rank[f.Verdict] > rank[worst[p]] {
			worst[p] = f.Verdict
		}
	}
	for p, v := range worst {
		expected, ok := t.expected[p]
		if !ok {
			expected = solctest.Safe
		}
		c.verdict[p] = judgement{expected, v}
	}
	for p, v := range t.expected {
		if _, ok := worst[p]; !ok {
			c.verdict[p] = judgement{v, ""}
		}
	}
}

// rank orders verdicts: if one target in two contracts has two verdicts, the worse one counts.
var rank = map[solctest.Verdict]int{solctest.Safe: 1, solctest.Might: 2, solctest.Happens: 3}

func (c *campaign) places() []place {
	var z []place
	for p := range c.verdict {
		z = append(z, p)
	}
	slices.SortFunc(z, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.test, b.test), cmp.Compare(a.at, b.at), cmp.Compare(a.target, b.target))
	})
	return z
}

func (c *campaign) write(output string) error {
	w := io.Writer(os.Stdout)
	if output != "" {
		file, err := os.Create(output)
		if err != nil {
			return err
		}
		defer file.Close()
		w = file
	}
	for _, p := range c.places() {
		v := c.verdict[p]
		if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", p.test, p.at, p.target, v.expected, v.found); err != nil {
			return err
		}
	}
	return nil
}

func readVerdicts(file string) (map[place]solctest.Verdict, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z := map[place]solctest.Verdict{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 {
			return nil, errors.New(file + ": a line has no five columns")
		}
		z[place{fields[0], fields[2], fields[1]}] = solctest.Verdict(fields[4])
	}
	return z, lines.Err()
}

// summarise prints counts and contradictions.
func (c *campaign) summarise(w io.Writer, earlier map[place]solctest.Verdict) {
	table := map[judgement]int{}
	pairs := map[judgement]int{}
	for _, p := range c.places() {
		v := c.verdict[p]
		table[v]++
		if contradict(v.expected, v.found) {
			fmt.Fprintf(w, "contradiction: %s %s %s: %s is expected, found %s\n", p.test, p.at, p.target, v.expected, v.found)
		}
		if e, ok := earlier[p]; ok {
			pairs[judgement{e, v.found}]++
			if contradict(e, v.found) {
				fmt.Fprintf(w, "contradiction: %s %s %s: earlier %s, now %s\n", p.test, p.at, p.target, e, v.found)
			}
		}
	}
	fmt.Fprintf(w, "%d targets, %d queries\n", len(c.verdict), c.queries)
	report(w, "expected", table)
	report(w, "earlier", pairs)
	for reason, n := range c.skipped {
		fmt.Fprintf(w, "%d tests left out: %s\n", n, reason)
	}
}

func contradict(a, b solctest.Verdict) bool {
	return a == solctest.Safe && b == solctest.Happens || a == solctest.Happens && b == solctest.Safe
}

func report(w io.Writer, what string, table map[judgement]int) {
	for _, e := range []solctest.Verdict{solctest.Safe, solctest.Happens, solctest.Might, ""} {
		for _, f := range []solctest.Verdict{solctest.Safe, solctest.Happens, solctest.Might, ""} {
			if n := table[judgement{e, f}]; n > 0 {
				fmt.Fprintf(w, "%s %-12s found %-12s %d\n", what, cmp.Or(e, "none"), cmp.Or(f, "none"), n)
			}
		}
	}
}
