// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// EnvLibrary is the environment variable with the path of libz3.
const EnvLibrary = "CORNET_LIBZ3"

// MinVersion is the oldest libz3 that works.
var MinVersion = Version{4, 8, 12, 0}

// ErrNotFound is wrapped by the error of [Load] if there is no libz3.
var ErrNotFound = errors.New("libz3 was not found")

// ErrTooOld is wrapped by the error of [Load] for a libz3 older than [MinVersion].
var ErrTooOld = errors.New("libz3 is too old")

// Version is the version of a libz3: major, minor, build, revision.
type Version [4]uint32

// String returns the first three numbers of v, as Z3 prints them.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

// Less reports whether v is older than w.
func (v Version) Less(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// Library is a loaded libz3. It is safe for concurrent use. It stays loaded until the process ends,
// since libz3 cannot be unloaded.
type Library struct {
	path    string
	version Version
	addr    [numFns]uintptr
	global  global // the settings of the whole process
}

// Path returns the name under which the library was found.
func (l *Library) Path() string { return l.path }

// Version returns the library's version.
func (l *Library) Version() Version { return l.version }

// Load loads libz3 from path. If path is empty, it uses $CORNET_LIBZ3, or else the usual names by
// the dynamic linker's rules. The error wraps [ErrNotFound] or [ErrTooOld] and tells the user what
// to do. Loading the same path again is cheap, because the dynamic linker keeps one copy.
func Load(path string) (*Library, error) {
	switch {
	case path != "":
		return open(path)
	case os.Getenv(EnvLibrary) != "":
		path = os.Getenv(EnvLibrary)
		l, err := open(path)
		if err != nil {
			return nil, fmt.Errorf("%w (the path comes from $%s)", err, EnvLibrary)
		}
		return l, nil
	}
	var firstErr error
	for name := range usualNames {
		l, err := open(name)
		if err == nil {
			return l, nil
		}
		// An error about an old library is more helpful than one about a missing library.
		if firstErr == nil || !errors.Is(firstErr, ErrTooOld) && errors.Is(err, ErrTooOld) {
			firstErr = err
		}
	}
	return nil, firstErr
}

// Installed reports whether libz3 is in one of the system folders where [Load] finds it, and
// $CORNET_LIBZ3 names no other library. It loads nothing.
func Installed() bool {
	if !loads || runtime.GOOS != "linux" || os.Getenv(EnvLibrary) != "" {
		return false
	}
	machine := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	for _, dir := range []string{"/usr/lib/" + machine + "-linux-gnu", "/usr/lib64"} {
		if _, err := os.Stat(filepath.Join(dir, "libz3.so.4")); err == nil {
			return true
		}
	}
	return false
}

func open(path string) (*Library, error) {
	handle, err := loadLibrary(path)
	if err != nil {
		return nil, fmt.Errorf("z3: %w: %v; install libz3 %v or newer (Debian, Ubuntu: apt install libz3-4; "+
			"Fedora: z3-libs; macOS: brew install z3), or give its path with --z3 PATH or $%s",
			ErrNotFound, err, MinVersion, EnvLibrary)
	}
	l := &Library{path: path}
	if err := l.bind(handle); err != nil {
		return nil, err
	}
	h, v := &l.global.pins, &l.version
	l.call(fnVersion, pin(h, &v[0]), pin(h, &v[1]), pin(h, &v[2]), pin(h, &v[3]))
	if l.version.Less(MinVersion) {
		return nil, fmt.Errorf("z3: %w: %s is version %v, need %v or newer; give another one with --z3 PATH or $%s",
			ErrTooOld, path, l.version, MinVersion, EnvLibrary)
	}
	// Otherwise warnings would be printed to stderr, and the caller could not prevent it.
	l.call(fnToggleWarnings, 0)
	return l, nil
}

// usualNames yields the names to try, in order. Bare names leave the search to the dynamic linker.
// Patterns find libraries with a longer version suffix and those outside the linker's path.
func usualNames(yield func(string) bool) {
	names := []string{"libz3.so.4", "libz3.so", "/usr/lib/libz3.so*", "/usr/lib64/libz3.so*", "/usr/lib/*-linux-gnu/libz3.so*", "/usr/local/lib/libz3.so*", "/usr/local/lib64/libz3.so*"}
	if runtime.GOOS == "darwin" {
		names = []string{"libz3.dylib", "/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib"}
	}
	for _, name := range names {
		found := []string{name}
		if strings.Contains(name, "*") {
			found, _ = filepath.Glob(name) // the pattern is well-formed
		}
		for _, f := range found {
			if !strings.HasSuffix(f, ".py") && !yield(f) { // not the pretty-printer for debuggers
				return
			}
		}
	}
}
