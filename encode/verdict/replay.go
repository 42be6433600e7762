// SPDX-License-Identifier: Apache-2.0

package verdict

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// Replayed is the outcome of running a program on the inputs of a path.
type Replayed uint8

// The outcomes.
const (
	NotReplayed  Replayed = iota // there is no compiler, or it refused, or the run went astray
	Confirmed                    // the error was reached
	Contradicted                 // the run ended without an error, on the very inputs of the path
)

func (r Replayed) String() string {
	return [...]string{"not replayed", "confirmed", "contradicted"}[r]
}

// Program is what a replay needs to know of the program.
type Program struct {
	Name  string // of the file
	Text  string
	Model cfg.DataModel
}

// replayTime bounds one run.
const replayTime = 5 * time.Second

// Replay compiles the program with a harness for the path and runs it. The reason explains
// NotReplayed and Contradicted.
func Replay(ctx context.Context, prog Program, p *chc.Path) (Replayed, string) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return NotReplayed, "there is no gcc"
	}
	dir, err := os.MkdirTemp("", "cornet-replay-")
	if err != nil {
		return NotReplayed, err.Error()
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"program.c": instrumented(prog.Text, p),
		"harness.c": Harness(prog.Text, p),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return NotReplayed, err.Error()
		}
	}
	err = compile(ctx, dir, gcc, prog.Model)
	if missing := undefined(err); len(missing) > 0 {
		// Functions without body whose results do not matter.
		text := Harness(prog.Text, p)
		for _, name := range missing {
			text += "long " + name + "() { return 0; }\n"
		}
		if err = os.WriteFile(filepath.Join(dir, "harness.c"), []byte(text), 0o600); err == nil {
			err = compile(ctx, dir, gcc, prog.Model)
		}
	}
	if err != nil {
		return NotReplayed, "the program does not compile: " + err.Error()
	}
	err = run(ctx, dir, replayTime, "./replay")
	var exit *exec.ExitError
	switch {
	case err == nil:
		return Contradicted, "the run ended without an error"
	case errors.As(err, &exit):
		switch exit.ExitCode() {
		case statusError:
			return Confirmed, ""
		case statusAssume:
			return NotReplayed, "the run failed an assumption"
		case -1:
			return NotReplayed, "the run was stopped: " + exit.String()
		}
		return Contradicted, "the run ended without an error"
	}
	return NotReplayed, err.Error()
}

// compile makes the program "replay" in dir.
func compile(ctx context.Context, dir, gcc string, m cfg.DataModel) (err error) {
	for _, flags := range widths(m) {
		args := append([]string{"-w", "-O0", "-std=gnu11", "-fwrapv", "-fcommon", "-finstrument-functions", "-o", "replay"}, flags...)
		args = append(args, "program.c", "harness.c", "-lm", "-lpthread")
		if err = run(ctx, dir, 30*time.Second, gcc, args...); err == nil {
			return nil
		}
	}
	return err
}

var undefinedPattern = regexp.MustCompile("undefined reference to `(\\w+)'")

// undefined are the functions that the linker missed.
func undefined(err error) []string {
	if err == nil {
		return nil
	}
	var z []string
	for _, m := range undefinedPattern.FindAllStringSubmatch(err.Error(), -1) {
		if !slices.Contains(z, m[1]) {
			z = append(z, m[1])
		}
	}
	return z
}

// widths are the compiler flags for a data model, the best first. Without libraries for 32 bits,
// programs are run with 64, where most of them behave the same.
func widths(m cfg.DataModel) [][]string {
	if m == cfg.ILP32 {
		return [][]string{{"-m32"}, {}}
	}
	return [][]string{{}}
}

// run runs a program in dir. The error has the first line that it prints on standard error.
func run(ctx context.Context, dir string, limit time.Duration, name string, args ...string) error {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TMPDIR=" + dir}
	cmd.WaitDelay = time.Second
	var errs strings.Builder
	cmd.Stderr = &limited{b: &errs}
	err := cmd.Run()
	if ctx.Err() != nil {
		return errors.New("it took too long")
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	if text := strings.TrimSpace(errs.String()); err != nil && strings.Contains(text, "error") && strings.HasSuffix(name, "gcc") {
		var lines []string
		for _, line := range strings.Split(text, "\n") {
			if (strings.Contains(line, "error:") || strings.Contains(line, "undefined")) && len(lines) < 20 {
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 {
			return errors.New(strings.Join(lines, "; "))
		}
	}
	return err
}

// limited keeps the first part of what is written to it.
type limited struct{ b *strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	if room := 1<<16 - l.b.Len(); room > 0 {
		l.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
