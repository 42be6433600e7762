// SPDX-License-Identifier: Apache-2.0

package task

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SetLine is one entry of a set file.
type SetLine struct {
	Line    int    // line number, from 1
	Pattern string // path or glob pattern, relative to the set file, as written
}

// ParseSet reads a set file: one path or glob pattern per line. It ignores blank lines, lines that
// begin with "#", and space around a line. It fails on bytes that no path has.
func ParseSet(text string) ([]SetLine, error) {
	var out []SetLine
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.IndexByte(line, 0) >= 0 {
			return nil, fmt.Errorf("line %d: a zero byte; is this a set file?", i+1)
		}
		out = append(out, SetLine{i + 1, line})
	}
	return out, nil
}

// expand returns the sorted files that a path or pattern denotes. Relative paths start at dir. A
// path that exists denotes itself, whatever characters it has. Otherwise it is a pattern, with the
// syntax of filepath.Match in each segment and "**" for any number of folders. The result is empty
// if nothing matches.
func expand(dir, pattern string) ([]string, error) {
	path := filepath.FromSlash(pattern)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if _, err := os.Stat(path); err == nil {
		return []string{path}, nil
	}
	if !strings.ContainsAny(pattern, `*?[`) {
		return nil, nil
	}
	base, segments := splitPattern(path)
	for _, s := range segments {
		if _, err := filepath.Match(s, ""); err != nil {
			return nil, fmt.Errorf("pattern %q: segment %q is malformed", pattern, s)
		}
	}
	var out []string
	if err := glob(base, segments, &out); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// splitPattern cuts a clean path before its first segment with a wildcard.
func splitPattern(path string) (base string, segments []string) {
	sep := string(filepath.Separator)
	all := strings.Split(path, sep)
	i := slices.IndexFunc(all, func(s string) bool { return strings.ContainsAny(s, `*?[`) })
	base = strings.Join(all[:i], sep)
	if base == "" {
		base = sep
	}
	return base, all[i:]
}

// glob appends to out the paths below dir that match the segments. Folders that cannot be read are
// an error, folders that do not exist are not.
func glob(dir string, segments []string, out *[]string) error {
	if len(segments) == 0 {
		*out = append(*out, dir)
		return nil
	}
	head, rest := segments[0], segments[1:]
	if head == "**" { // no folder, or one folder and the same again
		if err := glob(dir, rest, out); err != nil {
			return err
		}
	}
	if !strings.ContainsAny(head, `*?[`) {
		next := filepath.Join(dir, head)
		if _, err := os.Lstat(next); err != nil {
			return nil
		}
		return glob(next, rest, out)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		if info, e := os.Stat(dir); e != nil || !info.IsDir() {
			return nil
		}
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if hidden(e) && !strings.HasPrefix(head, ".") {
			continue
		}
		if head == "**" {
			if e.IsDir() {
				if err := glob(path, segments, out); err != nil {
					return err
				}
			}
			continue
		}
		if ok, _ := filepath.Match(head, e.Name()); ok {
			if err := glob(path, rest, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// hidden reports whether an entry's name begins with a dot; wildcards and searches skip those.
func hidden(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") }
