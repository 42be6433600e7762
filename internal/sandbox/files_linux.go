// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// versions are what each version of Landlock restricts, from 1.
var versions = [...]landlock.Config{landlock.V1, landlock.V2, landlock.V3, landlock.V4, landlock.V5, landlock.V6,
	landlock.V7, landlock.V8, landlock.V9, landlock.V10, landlock.V11}

// Rights to files, and to what is in folders.
const (
	readable = ll.AccessFSReadFile | ll.AccessFSReadDir | ll.AccessFSExecute
	writable = ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSMakeReg | ll.AccessFSRemoveFile
	ofFiles  = ll.AccessFSReadFile | ll.AccessFSExecute | ll.AccessFSWriteFile | ll.AccessFSTruncate
)

// landlockVersion returns the version of the kernel's Landlock, or an error.
func landlockVersion() (int, error) {
	v, err := ll.LandlockGetABIVersion()
	return v, judged(v, err)
}

// judged returns what is wrong with the version that the kernel has answered.
func judged(version int, err error) error {
	switch {
	case errors.Is(err, unix.ENOSYS):
		return errors.New("the kernel has no Landlock")
	case errors.Is(err, unix.EOPNOTSUPP):
		return errors.New("landlock is switched off")
	case err != nil:
		return fmt.Errorf("landlock: %w", err)
	case version < 1:
		return fmt.Errorf("landlock has the version %d", version)
	}
	return nil
}

// restrictFiles restricts this thread, and what it executes, to the files of the box.
func restrictFiles(b Box) error {
	v, err := landlockVersion()
	if err != nil {
		return err
	}
	all := versions[min(v, len(versions))-1]
	attr := ll.RulesetAttr{
		HandledAccessFS:  uint64(all.HandledAccessFS),
		HandledAccessNet: uint64(all.HandledAccessNet),
		Scoped:           uint64(all.Scoped),
	}
	rules, err := ll.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return fmt.Errorf("landlock: making rules: %w", err)
	}
	defer unix.Close(rules)
	own := uint64(readable)
	if b.Role == Compiler || b.Role == Recorder {
		own |= writable
	}
	if err := allow(rules, ".", own, attr.HandledAccessFS); err != nil {
		return err
	}
	if err := allow(rules, os.DevNull, ll.AccessFSReadFile|ll.AccessFSWriteFile, attr.HandledAccessFS); err != nil {
		return err
	}
	for _, path := range append(system(b.Role), b.Read...) {
		if err := allow(rules, path, readable, attr.HandledAccessFS); err != nil {
			return err
		}
	}
	if err := ll.LandlockRestrictSelf(rules, 0); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	return nil
}

// allow adds a rule for a file or for everything below a folder. Missing files need no rule.
func allow(rules int, path string, rights, handled uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // it stays forbidden
	}
	defer unix.Close(fd)
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if s.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= ofFiles
	}
	rule := ll.PathBeneathAttr{AllowedAccess: rights & handled, ParentFd: fd}
	if err := ll.LandlockAddPathBeneathRule(rules, &rule, 0); err != nil {
		return fmt.Errorf("landlock: %s: %w", path, err)
	}
	return nil
}

// system returns the files of the system that a role needs.
func system(r Role) []string {
	libraries := []string{"lib", "lib32", "lib64", "libx32"}
	z := []string{"/etc/ld.so.cache"}
	for _, name := range libraries {
		z = append(z, "/"+name, "/usr/"+name)
	}
	if r == Compiler {
		z = append(z, "/bin", "/usr/bin", "/usr/include", "/usr/libexec", "/etc/alternatives")
		targets, _ := filepath.Glob("/usr/*-*-*") // the parts of compilers for other machines
		z = append(z, targets...)
	}
	return z
}
