// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cornet/internal/child"
)

// Role is the kind of a command that runs in a box.
type Role uint8

// The roles.
const (
	// Program reads its folder and the libraries of the system, and starts threads. It writes
	// nothing.
	Program Role = iota
	// Compiler reads and writes its folder, reads and executes what the system has, and starts
	// processes.
	Compiler
	// Forker is a program that starts processes, too.
	Forker
	// Recorder is a program that writes to its folder, too.
	Recorder
)

// Box describes the restrictions of a command.
type Box struct {
	Role   Role
	Dir    string        // the working folder, for one command at a time: its owner may change
	Read   []string      // files and folders that may be read besides those of the role
	Time   time.Duration // for the command and all that it starts; at least a millisecond
	Memory int64         // resident bytes of all processes; 0: 1 GiB
	// Sparse allows a process any addresses, most of them unused: sanitizers keep a shadow of all
	// others.
	Sparse bool
	// Unconfined runs the command with only the limits of time, memory and tasks.
	Unconfined bool
}

// Bounds that are the same for every box.
const (
	defaultMemory = 1 << 30
	addressSpace  = 4 << 30   // for one process; most of it is never used
	fileSize      = 256 << 20 // of one file
	maxTasks      = 256       // threads and processes at once
	keptOutput    = 1 << 20
)

// Run runs a command in the box and returns when all its processes are gone. The environment is
// PATH, in which the compiler finds its parts, LC_ALL and TMPDIR. Exceeding a limit is not an
// error. It fails if the command cannot be confined or started, or with the cause of ctx if ctx
// ends first.
func (b Box) Run(ctx context.Context, args ...string) (child.Outcome, error) {
	if len(args) == 0 || b.Time < time.Millisecond {
		return child.Outcome{}, errors.New("sandbox: no command or no time")
	}
	if b.Memory <= 0 {
		b.Memory = defaultMemory
	}
	c := child.Command{Args: args, Dir: b.Dir, Env: environment(args[0])}
	if !b.Unconfined {
		if err := Available(); err != nil {
			return child.Outcome{}, err
		}
		c.Args = launcher(b, args)
	}
	out, err := child.Run(ctx, c, child.Limits{Wall: b.Time, Memory: b.Memory, Tasks: maxTasks, Grace: -1, Output: keptOutput})
	if err == nil && !b.Unconfined && out.ExitCode == launchFailed {
		if why, ok := strings.CutPrefix(out.Stderr, launchMessage); ok {
			err = errors.New("sandbox: " + strings.TrimSpace(why))
		}
	}
	return out, err
}

// environment returns all that a command sees of the caller's environment.
func environment(command string) []string {
	path := []string{"/usr/bin", "/bin"}
	if filepath.IsAbs(command) {
		path = append([]string{filepath.Dir(command)}, path...)
	}
	return []string{"PATH=" + strings.Join(path, string(os.PathListSeparator)), "LC_ALL=C", "TMPDIR=."}
}

// What the launcher prints if it does not get to the command. A command that prints the same has
// not done its work either.
const (
	launchFailed  = 125
	launchMessage = "cornet sandbox: "
)

// Parts returns the folders that a compiler needs in addition to those of the system. There are
// such folders if it is not installed as a part of the system.
func Parts(compiler string) []string {
	path, err := filepath.EvalSymlinks(compiler)
	if err != nil {
		return nil
	}
	prefix := filepath.Dir(filepath.Dir(path))
	if prefix == "/" || prefix == "/usr" {
		return nil
	}
	var z []string
	for _, name := range []string{"bin", "include", "lib", "lib32", "lib64", "libexec"} {
		z = append(z, filepath.Join(prefix, name))
	}
	targets, _ := filepath.Glob(filepath.Join(prefix, "*-*-*"))
	return append(z, targets...)
}
