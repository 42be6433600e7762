// SPDX-License-Identifier: Apache-2.0

// Command planted makes one defect at a time in the code between a C program and its answer, and
// reports what finds it: the validator of models, the runs that a proof is compared with, or
// nothing, if a wrong verdict is printed.
//
//	go run ./tools/planted [TEXT]
//
// prints docs/defects.md; with a text, only the defects whose description or file contains it. The
// defects are blocks of defects.txt: a description, the file, the old text, the new text, and
// folders, of testdata/c/features or others, whose programs may show it in addition to those of
// tools/planted/programs. Programs state their expected verdict in a comment, "// expect: FALSE",
// with "// flags: …" for options, in which FOLDER means an empty folder; others are left out. Each
// defect is a separate build of cmd/cornet. The command fails if one gives a wrong TRUE.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Folders of programs: all defects are tried on those of own, whose errors need an input that no
// run has by chance.
const (
	own      = "tools/planted/programs"
	features = "testdata/c/features"
)

//go:embed head.md
var head string

// defect is a block of defects.txt.
type defect struct{ what, file, old, new, folders string }

// program is a C program with its expected verdict.
type program struct {
	file, expect string
	flags        []string
}

// checks are the checks that find defects, identified by their messages on standard error; the last
// one matches any message.
var checks = []struct{ name, says string }{
	{"pointers", "points-to analysis allows"},
	{"pointers", "the points-to analysis"},
	{"runs", "a run of the program reaches the error"},
	{"interleavings", "an interleaving of the threads"},
	{"terms", "the translation differs from a run"},
	{"states", "where the proof excludes it"},
	{"steps", "and no clause does so"},
	{"translation", "that of its translation differ"},
	{"validator", ""},
}

// tally counts the outcomes of the programs with a defect.
type tally struct {
	programs, lost int
	wrong          []string
	found          map[string]int
}

func main() {
	pattern := ""
	if len(os.Args) > 1 {
		pattern = os.Args[1]
	}
	if err := run(pattern); err != nil {
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(1)
	}
}

func run(pattern string) error {
	defects, err := readDefects("tools/planted/defects.txt")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "planted-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var missed error
	fmt.Print(head)
	for i, d := range defects {
		if !strings.Contains(d.what+" "+d.file, pattern) {
			continue
		}
		binary, err := plant(dir, i, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.what, err)
		}
		z, err := try(binary, d)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | `%s` | %d | %s | %s | %d |\n", d.what, d.file, z.programs, files(z.wrong), z.foundBy(), z.lost)
		if len(z.wrong) > 0 {
			missed = errors.Join(missed, fmt.Errorf("%s: wrong TRUE of %s", d.what, files(z.wrong)))
		}
		os.Remove(binary)
	}
	return missed
}

func files(names []string) string {
	if len(names) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(names), strings.Join(names, " "))
}

// foundBy returns which checks have found a defect, and in how many programs.
func (z *tally) foundBy() string {
	var s []string
	for _, name := range slices.Sorted(maps.Keys(z.found)) {
		s = append(s, fmt.Sprintf("%s %d", name, z.found[name]))
	}
	return strings.Join(s, ", ")
}

// try verifies the programs that may show a defect.
func try(binary string, d defect) (*tally, error) {
	z := &tally{found: map[string]int{}}
	folders := []string{own}
	for _, folder := range strings.Fields(d.folders) {
		if !strings.Contains(folder, "/") {
			folder = filepath.Join(features, folder)
		}
		folders = append(folders, folder)
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.c"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("%s: no programs in %s (%v)", d.what, folder, err)
		}
		for _, file := range files {
			p, err := readProgram(file)
			if err != nil {
				return nil, err
			}
			if p.expect == "FALSE" {
				z.add(binary, p)
			}
		}
	}
	return z, nil
}

func (z *tally) add(binary string, p program) {
	z.programs++
	word, check := verify(binary, p)
	if check != "" { // with another engine's verdict, perhaps
		z.found[check]++
	}
	switch {
	case word == "TRUE":
		z.wrong = append(z.wrong, filepath.Base(p.file))
	case word != p.expect && check == "":
		z.lost++
	}
}

// plant builds the program with a defect, whose text must be there exactly once.
func plant(dir string, i int, d defect) (string, error) {
	text, err := os.ReadFile(d.file)
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), d.old); n != 1 {
		return "", fmt.Errorf("%q is %d times in %s: write the line of defects.txt anew", d.old, n, d.file)
	}
	changed := filepath.Join(dir, fmt.Sprintf("%d.go", i))
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), d.old, d.new, 1)), 0o600); err != nil {
		return "", err
	}
	original, err := filepath.Abs(d.file)
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return "", err
	}
	binary := filepath.Join(dir, fmt.Sprintf("cornet-%d", i))
	if out, err := exec.Command("go", "build", "-overlay", list, "-o", binary, "./cmd/cornet").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return binary, nil
}

// verify returns the verdict on p, and the check that has found an internal error, if any.
func verify(binary string, p program) (word, check string) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	folder, err := os.MkdirTemp("", "planted-way-")
	if err != nil {
		return err.Error(), ""
	}
	defer os.RemoveAll(folder)
	args := []string{"verify", "--timeout", "5", "--no-replay", "--no-simulate"}
	for _, f := range p.flags {
		args = append(args, strings.ReplaceAll(f, "FOLDER", folder))
	}
	cmd := exec.CommandContext(ctx, binary, append(args, p.file)...)
	cmd.Dir, _ = os.Getwd()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, _ := cmd.Output() // the exit code gives no further information
	word, _, _ = strings.Cut(string(out), "\n")
	if strings.Contains(errs.String(), "internal error") {
		i := slices.IndexFunc(checks, func(c struct{ name, says string }) bool { return strings.Contains(string(out)+errs.String(), c.says) })
		check = checks[i].name
	}
	return word, check
}

// readDefects reads blocks of five lines, separated by empty ones. \n means the end of a line, \t a
// tab.
func readDefects(file string) (z []defect, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		lines := strings.Split(block, "\n")
		if len(lines) != 5 {
			return nil, fmt.Errorf("%s: a block of %d lines, expected 5: %q", file, len(lines), lines[0])
		}
		z = append(z, defect{lines[0], lines[1], unescape.Replace(lines[2]), unescape.Replace(lines[3]), lines[4]})
	}
	return z, nil
}

// readProgram reads the comments in the first lines of a C program.
func readProgram(file string) (program, error) {
	text, err := os.ReadFile(file)
	p := program{file: file}
	for _, line := range strings.Split(string(text), "\n") {
		if v, ok := strings.CutPrefix(line, "// expect: "); ok {
			p.expect = strings.TrimSpace(v)
		}
		if v, ok := strings.CutPrefix(line, "// flags: "); ok {
			p.flags = strings.Fields(v)
		}
	}
	return p, err
}
