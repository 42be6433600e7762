// SPDX-License-Identifier: Apache-2.0

// Command planted makes one defect at a time in the code between a C program and its clauses, and tells which of them are found out: by the
// validator of models, by the runs that a proof must hold of, or by nothing, when a wrong verdict is printed.
//
//	go run ./tools/planted testdata/c/features/*/*.c
//
// prints a table in Markdown. The defects are lines of defects.txt: file, what is there, and what takes its place. Programs say what is
// expected of them in a comment, "// expect: TRUE", with "// flags: …" for options. Each defect is a build of cmd/cornet of its own.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// defect is a line of defects.txt.
type defect struct{ what, file, old, new string }

// program is a C program with what is expected of it.
type program struct {
	file, expect string
	flags        []string
}

// tally counts what becomes of the programs under a defect.
type tally struct{ wrong, caught, lost, same int }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	defects, err := readDefects("tools/planted/defects.txt")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "planted-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var programs []program
	for _, file := range files {
		p, err := readProgram(file)
		if err != nil {
			return err
		}
		if p.expect == "TRUE" || p.expect == "FALSE" {
			programs = append(programs, p)
		}
	}
	fmt.Println("| defect | in | wrong verdicts | internal errors | other verdicts lost | unchanged |\n|---|---|--:|--:|--:|--:|")
	for i, d := range defects {
		binary, err := plant(dir, i, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.what, err)
		}
		var z tally
		var wrong []string
		for _, p := range programs {
			switch word, internal := verify(binary, p); {
			case internal:
				z.caught++
			case word == p.expect:
				z.same++
			case word == "TRUE" || word == "FALSE":
				z.wrong++
				wrong = append(wrong, filepath.Base(p.file))
			default:
				z.lost++
			}
		}
		fmt.Printf("| %s | `%s` | %d %s | %d | %d | %d |\n", d.what, d.file, z.wrong, strings.Join(wrong, " "), z.caught, z.lost, z.same)
		os.Remove(binary)
	}
	return nil
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

// verify is the verdict on p, and whether an internal error was reported.
func verify(binary string, p program) (word string, internal bool) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	args := append([]string{"verify", "--timeout", "5", "--no-replay", "--no-probe"}, p.flags...)
	cmd := exec.CommandContext(ctx, binary, append(args, p.file)...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, _ := cmd.Output() // the exit code says no more than the text
	word, _, _ = strings.Cut(string(out), "\n")
	return word, word != "TRUE" && word != "FALSE" && strings.Contains(errs.String(), "internal error")
}

// readDefects reads blocks of four lines: what it is, the file, what is there and what takes its place; empty lines part them.
// \n stands for the end of a line, \t for a tabulator.
func readDefects(file string) (z []defect, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		lines := strings.Split(block, "\n")
		if len(lines) != 4 {
			return nil, fmt.Errorf("%s: a block of %d lines, expected 4: %q", file, len(lines), lines[0])
		}
		z = append(z, defect{lines[0], lines[1], unescape.Replace(lines[2]), unescape.Replace(lines[3])})
	}
	return z, nil
}

// readProgram reads what the first lines of a C program say.
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
