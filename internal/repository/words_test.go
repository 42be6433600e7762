// SPDX-License-Identifier: Apache-2.0

package repository

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// columns is the width of comments. A tab has four columns.
const columns = 100

// avoided are words that docs/how-to/writing.md replaces, as far as a pattern can distinguish them
// from allowed uses.
var avoided = regexp.MustCompile(`(?i)\b(of (which|whom)|is (none)|so (is|are)|bad runs?|derivation trees?|some dozens|nearly always|order ways?)\b`)

// history are texts that stay as they were written, and the page that lists the words.
var history = []string{"CHANGELOG.md", "docs/log", "docs/how-to/writing.md"}

// within reports whether a file is one of some files, or in one of some folders.
func within(file string, some []string) bool {
	return slices.ContainsFunc(some, func(f string) bool { return file == f || strings.HasPrefix(file, f+"/") })
}

// TestWords checks the words of pages, comments and messages, and the width of comments.
func TestWords(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" || name == "dist" {
				return filepath.SkipDir
			}
			return nil
		}
		if within(name, history) || !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".md") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		files++
		for _, f := range faultsOf(name, text) {
			t.Error(f)
		}
		return nil
	}))
	require.Greater(t, files, 100)
}

// faultsOf returns the faults of a page, or of the comments and messages of a Go file.
func faultsOf(name string, text []byte) (faults []string) {
	add := func(line int, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s:%d: "+format+"; see docs/how-to/writing.md", append([]any{name, line}, args...)...))
	}
	if strings.HasSuffix(name, ".md") {
		for i, l := range strings.Split(string(text), "\n") {
			if w := avoided.FindString(l); w != "" {
				add(i+1, "%q", w)
			}
		}
		return faults
	}
	lines := strings.Split(string(text), "\n")
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile(name, -1, len(text))
	s.Init(file, text, nil, scanner.ScanComments)
	output := false // within the output of an example
	for {
		pos, tok, lit := s.Scan()
		line := file.Line(pos)
		switch {
		case tok == token.EOF:
			return faults
		case tok == token.COMMENT:
			output = output || strings.HasPrefix(lit, "// Output:")
			if w := avoided.FindString(lit); w != "" {
				add(line, "%q", w)
			}
			if n := width(lines[line-1]); n > columns && !output && isProse(lines[line-1]) {
				add(line, "a comment of %d columns, at most %d", n, columns)
			}
		default:
			output = false
			if w := avoided.FindString(lit); tok == token.STRING && w != "" && !strings.HasSuffix(name, "_test.go") {
				add(line, "%q", w)
			}
		}
	}
}

func width(line string) int {
	return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
}

// isProse reports whether a line of a comment can be wrapped: it is no code, table, address or
// directive.
func isProse(line string) bool {
	text, ok := strings.CutPrefix(strings.TrimSpace(line), "// ")
	return ok && strings.Contains(text, " ") && !strings.Contains(text, "://")
}

// TestFaultsOf checks which texts count as faults.
func TestFaultsOf(t *testing.T) {
	long := strings.Repeat("word ", 20)
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a.md", "Two files, one of " + "which is empty.", 1},
		{"a.md", long, 0},
		{"a.go", "package a // A bad" + " run", 1},
		{"a.go", "package a\n\n// " + long, 1},
		{"a.go", "package a\n\n//\t" + long, 0},
		{"a.go", "package a\n\n// Output:\n// " + long, 0},
		{"a.go", "package a\n\nconst x = `" + long + "`", 0},
		{"a.go", "package a\n\nconst x = `a bad " + "run`", 1},
		{"a_test.go", "package a\n\nconst x = `a bad " + "run`", 0},
	} {
		require.Len(t, faultsOf(c.name, []byte(c.text)), c.want, c.text)
	}
}
