// SPDX-License-Identifier: Apache-2.0

// Package git reads files at a revision of a Git repository, through the program git.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNoRevision means that a name is not a revision of the repository.
var ErrNoRevision = errors.New("no such revision")

// A Tree has the files of a repository at a revision. Files that Git ignores, and files outside the
// repository, are those on disk. A file that Git neither tracks nor ignores is new. It is used by
// one goroutine.
type Tree struct {
	ctx       context.Context
	top, here string // the top folder of the repository, and the folder where relative paths begin
	revision  string
	then      map[string]string // the files of the revision, below top, with their kinds and hashes
	now       map[string]string // the files that are tracked or new now
	links     map[string]bool   // symbolic links and submodules that have changed
	opaque    string            // a path through one of them
	changed   bool              // a file that was read has changed
	texts     map[string][]byte // the texts that were read
}

// At returns the files at a revision of the repository that the working directory is in. No command
// of git runs longer than ctx.
func At(ctx context.Context, revision string) (*Tree, error) {
	t := &Tree{ctx: ctx, links: map[string]bool{}, texts: map[string][]byte{}}
	top, err := t.git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	t.top = filepath.FromSlash(strings.TrimRight(string(top), "\r\n"))
	if t.here, err = os.Getwd(); err == nil {
		t.here, err = filepath.EvalSymlinks(t.here)
	}
	if err != nil {
		return nil, err
	}
	commit, err := t.git("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%w: %s in the repository %s (a shallow clone has few)", ErrNoRevision, revision, t.top)
	}
	t.revision = strings.TrimSpace(string(commit))
	if t.then, err = t.files("ls-tree", "-r", "-z", "--full-tree", t.revision); err != nil {
		return nil, err
	}
	if t.now, err = t.files("-C", t.top, "ls-files", "--stage", "-z"); err != nil {
		return nil, err
	}
	if err := t.added(); err != nil {
		return nil, err
	}
	changed, err := t.git("-C", t.top, "ls-files", "--modified", "-z")
	for _, name := range strings.Split(string(changed), "\x00") {
		name = filepath.FromSlash(name)
		t.links[name] = isLink(t.now[name])
	}
	for _, files := range []map[string]string{t.then, t.now} {
		for name, what := range files {
			if isLink(what) && t.then[name] != t.now[name] {
				t.links[name] = true
			}
		}
	}
	return t, err
}

// added finds the files that are new: neither tracked nor ignored.
func (t *Tree) added() error {
	text, err := t.git("-C", t.top, "ls-files", "--others", "--exclude-standard", "-z")
	for _, name := range strings.Split(string(text), "\x00") {
		if name == "" {
			continue
		}
		path := filepath.Clean(filepath.FromSlash(name))
		t.now[path] = "untracked"
		info, err := os.Lstat(filepath.Join(t.top, path))
		if strings.HasSuffix(name, "/") || err != nil || info.Mode()&fs.ModeSymlink != 0 { // a repository of its own, or a link
			t.links[path] = true
		}
	}
	return err
}

// isLink reports whether a file is a symbolic link or a submodule.
func isLink(what string) bool {
	return strings.HasPrefix(what, "120000 ") || strings.HasPrefix(what, "160000 ")
}

// files returns the files that a command of git lists: MODE [TYPE] HASH [STAGE] TAB NAME.
func (t *Tree) files(args ...string) (map[string]string, error) {
	text, err := t.git(args...)
	z := map[string]string{}
	for _, line := range strings.Split(string(text), "\x00") {
		what, name, ok := strings.Cut(line, "\t")
		if f := strings.Fields(what); ok && len(f) == 3 {
			if len(f[1]) < 40 {
				f[1] = f[2]
			}
			z[filepath.FromSlash(name)] = f[0] + " " + f[1]
		}
	}
	return z, err
}

// git runs the program, and returns what it prints.
func (t *Tree) git(args ...string) ([]byte, error) {
	c := exec.CommandContext(t.ctx, "git", args...)
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("git is not installed, or not on PATH")
	case t.ctx.Err() != nil:
		return nil, context.Cause(t.ctx)
	case err != nil:
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(strings.TrimPrefix(said.String(), "fatal: ")))
	}
	return out, nil
}

// Opaque returns a path whose old contents are unknown, or "". Such a path was read through a
// symbolic link, or through a submodule that has changed.
func (t *Tree) Opaque() string { return t.opaque }

// Changed reports whether a file that was read, or was missing, differs from the file on disk.
func (t *Tree) Changed() bool { return t.changed }

// path returns the path of a file within the repository, or "" if the file is outside.
func (t *Tree) path(name string) string {
	full := filepath.Clean(name)
	if !filepath.IsAbs(full) {
		full = filepath.Join(t.here, full)
	}
	rel := t.within(full)
	for at := rel; at != "" && at != "."; at = filepath.Dir(at) {
		if t.links[at] {
			t.opaque = name
		}
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return t.within(real)
	}
	return rel
}

func (t *Tree) within(full string) string {
	if rel, err := filepath.Rel(t.top, full); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return ""
}

// Has reports whether a file existed. A file outside the repository is an error.
func (t *Tree) Has(name string) (bool, error) {
	path := t.path(name)
	if path == "" {
		return false, fmt.Errorf("%s is outside of the repository %s", name, t.top)
	}
	return t.then[path] != "", nil
}

// Read returns the old text of a file, or fs.ErrNotExist if it did not exist.
func (t *Tree) Read(name string) ([]byte, error) {
	then, err := t.read(name)
	if now, failed := os.ReadFile(name); (failed == nil) != (err == nil) || !bytes.Equal(now, then) {
		t.changed = true
	}
	return then, err
}

func (t *Tree) read(name string) ([]byte, error) {
	path := t.path(name)
	switch text, ok := t.texts[path]; {
	case ok:
		return text, nil
	case t.then[path] != "" && !isLink(t.then[path]):
		text, err := t.git("-C", t.top, "cat-file", "--filters", t.revision+":"+filepath.ToSlash(path))
		if err == nil {
			t.texts[path] = text
		}
		return text, err
	case t.now[path] != "":
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if s, err := os.Stat(name); err == nil && !s.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	return os.ReadFile(name)
}
