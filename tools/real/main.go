// SPDX-License-Identifier: Apache-2.0

// Command real verifies public C modules with harnesses, once unchanged and once with a planted
// bug, and prints docs/c-real.md.
//
//	go run ./tools/real [-fetch] [-timeout TIME] [-cornet BINARY] FOLDER [NAME…]
//
// reads the sources of module NAME from FOLDER/NAME; with -fetch, git first copies them there from
// their public repositories. The modules are blocks of modules.txt: the name, which is that of the
// harness in the folder harness; the repository, a commit, and the folders that are needed; the
// files of the program except the harness; options, in which HARNESS is that folder; a description
// of the planted bug, its file and line, the old text and the new text. The sources are otherwise
// unchanged. The command fails if an answer is wrong.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tool is the folder of this command.
const tool = "tools/real"

//go:embed head.md
var head string

// module is a block of modules.txt.
type module struct {
	name, repository, commit string
	folders, files, flags    []string
	bug, file, old, new      string
	line                     int // of the file, from 1
}

// outcome is cornet's answer about a program.
type outcome struct {
	verdict, reason string
	confirmed       bool
	seconds         float64
}

// runner verifies modules.
type runner struct {
	root, binary, harness string
	timeout               time.Duration
}

func main() {
	fetch := flag.Bool("fetch", false, "fetch the sources first")
	binary := flag.String("cornet", "", "the cornet to use; default: one that is built")
	timeout := flag.Duration("timeout", time.Minute, "processor time for each program")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/real [-fetch] [-timeout TIME] [-cornet BINARY] FOLDER [NAME…]")
		os.Exit(2)
	}
	r := runner{root: flag.Arg(0), binary: *binary, timeout: *timeout}
	if err := r.run(*fetch, flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		os.Exit(1)
	}
}

func (r *runner) run(fetch bool, names []string) error {
	modules, err := readModules(filepath.Join(tool, "modules.txt"))
	if err != nil {
		return err
	}
	if r.harness, err = filepath.Abs(filepath.Join(tool, "harness")); err != nil {
		return err
	}
	if r.root, err = filepath.Abs(r.root); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "real-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if r.binary == "" {
		r.binary = filepath.Join(scratch, "cornet")
		if out, err := exec.Command("go", "build", "-o", r.binary, "./cmd/cornet").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	fmt.Print(strings.ReplaceAll(head, "LIMIT", strconv.Itoa(int(r.timeout.Seconds()))))
	var wrong error
	var proved, found, n int
	for _, m := range modules {
		if len(names) > 0 && !slices.Contains(names, m.name) {
			continue
		}
		dir := filepath.Join(r.root, m.name)
		if fetch {
			if err := m.fetch(dir); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
		}
		planted := filepath.Join(scratch, m.name)
		if err := m.plant(dir, planted); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		good, bad := r.verify(m, dir), r.verify(m, planted)
		n++
		if good.verdict == "TRUE" {
			proved++
		}
		if bad.confirmed {
			found++
		}
		if good.verdict == "FALSE" || bad.verdict == "TRUE" {
			wrong = errors.Join(wrong, fmt.Errorf("%s: a wrong answer", m.name))
		}
		fmt.Printf("| [%s](%s) `%.8s` | %d | %s | %s | %s |\n", m.name, m.repository, m.commit, m.lines(dir), good, m.bug, bad)
	}
	fmt.Printf("\nOf %d modules, %d are proved, and of %d planted bugs the compiled program confirms %d.\n", n, proved, n, found)
	return wrong
}

// readModules reads the blocks of a file, which are separated by empty lines; a line "-" means an
// empty one.
func readModules(name string) ([]module, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []module
	for _, block := range strings.Split(strings.TrimRight(string(text), "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		if len(lines) != 8 {
			return nil, fmt.Errorf("%s: %d lines of %q, not 8", name, len(lines), lines[0])
		}
		for i, l := range lines {
			if l == "-" {
				lines[i] = ""
			}
		}
		source := strings.Fields(lines[1])
		if len(source) < 3 {
			return nil, fmt.Errorf("%s: %s: a repository, a commit and folders are missing", name, lines[0])
		}
		file, line, _ := strings.Cut(lines[5], ":")
		number, err := strconv.Atoi(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", lines[0], err)
		}
		all = append(all, module{
			name: lines[0], repository: source[0], commit: source[1], folders: source[2:],
			files: strings.Fields(lines[2]), flags: strings.Fields(lines[3]),
			bug: lines[4], file: file, line: number, old: lines[6], new: lines[7],
		})
	}
	return all, nil
}

// fetch copies the folders of the commit into dir. Existing files are kept.
func (m module) fetch(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	for _, args := range [][]string{
		{"init", "-q", dir},
		{"-C", dir, "fetch", "-q", "--depth", "1", "--filter=blob:none", m.repository, m.commit},
		slices.Concat([]string{"-C", dir, "checkout", "-q", "FETCH_HEAD", "--"}, m.folders),
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return errors.Join(fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, out), os.RemoveAll(dir))
		}
	}
	return nil
}

// plant copies the folders of dir, with the bug in its file.
func (m module) plant(dir, to string) error {
	for _, folder := range m.folders {
		if err := os.CopyFS(filepath.Join(to, folder), os.DirFS(filepath.Join(dir, folder))); err != nil {
			return err
		}
	}
	file := filepath.Join(to, m.file)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	all := strings.SplitAfter(string(text), "\n")
	if m.line < 1 || m.line > len(all) || strings.Count(all[m.line-1], m.old) != 1 {
		return fmt.Errorf("%s:%d: %q is not there once", m.file, m.line, m.old)
	}
	all[m.line-1] = strings.Replace(all[m.line-1], m.old, m.new, 1)
	return os.WriteFile(file, []byte(strings.Join(all, "")), 0o644)
}

// lines counts those of the module's files.
func (m module) lines(dir string) int {
	n := 0
	files := m.files
	if !slices.Contains(files, m.file) {
		files = append(slices.Clone(files), m.file)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f))
		if err == nil {
			n += strings.Count(string(text), "\n")
		}
	}
	return n
}

// verify asks cornet about the module in dir.
func (r *runner) verify(m module, dir string) outcome {
	limit := int(r.timeout.Seconds())
	args := []string{"-c", `ulimit -t "$1" && shift && exec "$@"`, "sh", strconv.Itoa(limit), r.binary,
		"verify", "--data-model", "LP64", "--timeout", (20 * r.timeout).String(), "-I", r.harness, filepath.Join(r.harness, m.name+".c")}
	args = append(args, m.files...)
	for _, f := range m.flags {
		args = append(args, strings.ReplaceAll(f, "HARNESS", r.harness))
	}
	c := exec.Command("sh", args...)
	c.Dir = dir
	out, _ := c.Output() // the exit code gives no further information
	z := outcome{verdict: "UNKNOWN", reason: "the time is over"}
	if c.ProcessState != nil {
		z.seconds = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	}
	for i, line := range strings.Split(string(out), "\n") {
		if i == 0 && line != "" {
			z.verdict = line
		}
		if reason, ok := strings.CutPrefix(line, "reason: "); ok {
			z.reason = strings.ReplaceAll(strings.ReplaceAll(reason, r.harness+"/", ""), dir+"/", "")
		}
		z.confirmed = z.confirmed || line == "replay: confirmed by running the program"
	}
	z.confirmed = z.confirmed && z.verdict == "FALSE"
	return z
}

func (z outcome) String() string {
	s := fmt.Sprintf("%s, %.1f s", z.verdict, z.seconds)
	switch {
	case z.verdict == "UNKNOWN":
		return s + ": " + strings.ReplaceAll(z.reason, "|", `\|`)
	case z.verdict == "FALSE" && !z.confirmed:
		return s + ", not confirmed"
	}
	return s
}
