// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// launcherName is the first argument of a process that confines itself and becomes another.
const launcherName = "cornet-sandbox-launcher"

// launcher returns the command line that runs args in the box.
func launcher(b Box, args []string) []string {
	self := "/proc/self/exe"
	if _, err := os.Stat(self); err != nil {
		self, _ = os.Executable()
	}
	box, err := json.Marshal(b)
	if err != nil {
		panic(err) // marshalling cannot fail, since a box is plain data
	}
	return append([]string{self, launcherName, string(box)}, args...)
}

// init makes the process a launcher if it was started as one.
func init() {
	if len(os.Args) < 4 || os.Args[1] != launcherName {
		return
	}
	runtime.LockOSThread() // the restrictions apply to this thread, which becomes the command
	fmt.Fprintf(os.Stderr, "%s%v\n", launchMessage, launch(os.Args[2], os.Args[3:]))
	os.Exit(launchFailed)
}

// launch replaces the process by the command. It returns only if that fails.
func launch(box string, args []string) error {
	var b Box
	if err := json.Unmarshal([]byte(box), &b); err != nil {
		return err
	}
	command := args[0]
	if filepath.Base(command) == command {
		return fmt.Errorf("%s: %w", command, exec.ErrNotFound)
	}
	if err := closeFiles(); err != nil {
		return err
	}
	parent := os.Getppid()
	if err := leaveRoot(b.Role); err != nil {
		return err
	}
	// After a change of the user, the death of the parent would no longer be signalled.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("asking to die with the parent: %w", err)
	}
	if os.Getppid() != parent {
		return errors.New("the parent has gone")
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("renouncing privileges: %w", err)
	}
	if err := restrictFiles(b); err != nil {
		return err
	}
	if err := limit(b); err != nil {
		return err
	}
	if err := restrictCalls(b.Role); err != nil {
		return err
	}
	return syscall.Exec(command, args, os.Environ())
}

// closeFiles closes all files for the command except the standard streams.
func closeFiles() error {
	err := unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return nil
	}
	open, err := os.ReadDir("/proc/self/fd") // before Linux 5.11
	for _, f := range open {
		if fd, err := strconv.Atoi(f.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return err
}

// limit sets the limits of the process and its descendants.
func limit(b Box) error {
	seconds := uint64(b.Time/time.Second) + 1
	addresses := uint64(addressSpace)
	if b.Sparse {
		addresses = math.MaxUint64
	}
	for _, l := range []struct {
		what  string
		which int
		most  uint64
	}{
		{"address space", unix.RLIMIT_AS, addresses},
		{"file size", unix.RLIMIT_FSIZE, fileSize},
		{"CPU time", unix.RLIMIT_CPU, seconds},
		{"files", unix.RLIMIT_NOFILE, 256},
		{"processes", unix.RLIMIT_NPROC, maxTasks + uint64(others())},
		// too small for a dump; 0 would still send it to a program that collects dumps
		{"core dumps", unix.RLIMIT_CORE, 1},
	} {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.which, &now); err != nil {
			return fmt.Errorf("limit of %s: %w", l.what, err)
		}
		most := min(l.most, now.Max)
		// By the call itself: the Go runtime would put the limit of files back before it execs.
		if err := unix.Prlimit(0, l.which, &unix.Rlimit{Cur: most, Max: most}, nil); err != nil {
			return fmt.Errorf("limit of %s: %w", l.what, err)
		}
	}
	return nil
}

// others is how many tasks of this user there are.
func others() (n int) {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range processes {
		if s, err := os.Stat(p); err == nil && s.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid()) {
			if tasks, err := os.ReadDir(p + "/task"); err == nil {
				n += len(tasks)
			}
		}
	}
	return n
}

// leaveRoot changes root to a user that owns only the working folder. In a user namespace without
// other users, root remains, without capabilities. A compiler keeps the right to read, for the
// folders that the caller names.
func leaveRoot(r Role) error {
	if os.Geteuid() != 0 {
		return nil
	}
	// This range is reserved for temporary users.
	const first, last = 61184, 65519
	user := first + os.Getpid()%(last-first+1)
	if err := give(".", user); err == nil {
		if err = become(user); err != nil {
			give(".", 0)
		}
	}
	var keep uint32
	if r == Compiler {
		keep = 1 << unix.CAP_DAC_READ_SEARCH
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none, some [2]unix.CapUserData
	some[0] = unix.CapUserData{Effective: keep, Permitted: keep, Inheritable: keep}
	if unix.Capset(&header, &some[0]) == nil {
		if keep != 0 {
			unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_RAISE, unix.CAP_DAC_READ_SEARCH, 0, 0)
		}
		return nil
	}
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("giving up capabilities: %w", err)
	}
	return nil
}

// give makes the user own a folder.
func give(dir string, user int) error {
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, user, user)
	})
}

// become changes the user and group of this thread by direct system calls, since the runtime's
// functions change those of all threads. Capabilities stay, to be reduced later.
func become(user int) error {
	if err := unix.Prctl(unix.PR_SET_KEEPCAPS, 1, 0, 0, 0); err != nil {
		return err
	}
	id := uintptr(user)
	for _, call := range [][4]uintptr{
		{unix.SYS_SETGROUPS, 0, 0, 0},
		{unix.SYS_SETRESGID, id, id, id},
		{unix.SYS_SETRESUID, id, id, id},
	} {
		if _, _, errno := syscall.RawSyscall(call[0], call[1], call[2], call[3]); errno != 0 {
			return errno
		}
	}
	return nil
}
