// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTerminal: on a terminal, the answer is the same except for colours and the source lines below
// findings.
func TestTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.c", []byte("int f(int x) {\n\treturn 10 / x;\n}\n"), 0o644))
	const answer = "FALSE\ndivision-by-zero: FALSE\na.c:2:12: division-by-zero: a number is divided by zero: 10 / x\na.c:2: x = 0\nreplay: confirmed\n"
	var b strings.Builder
	w := newTerminal(&b)
	for _, piece := range strings.SplitAfter(answer, "x") { // lines may come in pieces
		_, err := io.WriteString(w, piece)
		require.NoError(t, err)
	}
	shown := b.String()
	require.Contains(t, shown, red+"FALSE"+plain)
	without := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(shown, "")
	source := "2 | \treturn 10 / x;\n  | \t          ^\n"
	require.Contains(t, without, source)
	require.Equal(t, answer, strings.Replace(without, source, "", 1))
}

func TestExcerpt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	require.NoError(t, os.WriteFile(file, []byte("int x;\x1b[2J\n"), 0o644))
	term := newTerminal(io.Discard)
	require.Contains(t, term.excerpt(file, "1", "5"), `int x;\x1b[2J`, "no commands to the terminal")
	for _, place := range [][3]string{{file, "9", "1"}, {file, "1", "99"}, {file, "0", "0"}, {file + ".c", "1", "1"}} {
		require.Empty(t, term.excerpt(place[0], place[1], place[2]))
	}
}

func TestIsTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer f.Close()
	require.False(t, isTerminal(f))
	require.False(t, isTerminal(&strings.Builder{}))
}
