// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// isTerminal reports whether w can show colours: it is a terminal, and the user has not switched
// colours off (https://no-color.org).
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// The colours of a terminal, by the codes of ECMA-48.
const (
	plain  = "\x1b[0m"
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	green  = "\x1b[1;32m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[34m"
)

// verdictColours are the colours of verdicts.
var verdictColours = map[string]string{"TRUE": green, "FALSE": red, "UNKNOWN": yellow}

// styles are the styles of lines of an answer about a program on a terminal. The first one that
// matches is used.
var styles = []struct {
	line *regexp.Regexp
	show func(t *terminal, part []string) string
}{
	{regexp.MustCompile(`^(TRUE|FALSE|UNKNOWN)$`), func(_ *terminal, part []string) string {
		return verdictColours[part[1]] + part[1] + plain
	}},
	{regexp.MustCompile(`^([\w-]+: )(TRUE|FALSE|UNKNOWN)(| .*)$`), func(_ *terminal, part []string) string {
		return part[1] + verdictColours[part[2]] + part[2] + plain + part[3]
	}},
	{regexp.MustCompile(`^(.+):(\d+):(\d+): (.*)$`), func(t *terminal, part []string) string {
		return bold + part[1] + ":" + part[2] + ":" + part[3] + plain + ": " + red + part[4] + plain + t.excerpt(part[1], part[2], part[3])
	}},
	{regexp.MustCompile(`^(\S+:\d+(?: \([^)]*\))?: )(.*)$`), func(_ *terminal, part []string) string {
		return dim + part[1] + plain + part[2]
	}},
	{regexp.MustCompile(`^((?:replay|assuming|memory|reason|next|bounded|witness|data model)[^:]*:)(.*)$`), func(_ *terminal, part []string) string {
		return blue + part[1] + plain + part[2]
	}},
}

// terminal shows the lines of an answer about a program in colours, and the source below each
// finding.
type terminal struct {
	w       io.Writer
	partial []byte // the beginning of an incomplete line
	sources map[string][]string
}

func newTerminal(w io.Writer) *terminal { return &terminal{w: w, sources: map[string][]string{}} }

// Write implements io.Writer. It shows complete lines.
func (t *terminal) Write(p []byte) (int, error) {
	t.partial = append(t.partial, p...)
	for {
		end := bytes.IndexByte(t.partial, '\n')
		if end < 0 {
			return len(p), nil
		}
		line := string(t.partial[:end])
		t.partial = t.partial[end+1:]
		if _, err := io.WriteString(t.w, t.styled(line)+"\n"); err != nil {
			return len(p), err
		}
	}
}

func (t *terminal) styled(line string) string {
	for _, s := range styles {
		if part := s.line.FindStringSubmatch(line); part != nil {
			return s.show(t, part)
		}
	}
	return line
}

// excerpt returns the line of a file with a caret below a column; "" if there is no such line.
func (t *terminal) excerpt(file, lineText, columnText string) string {
	line, _ := strconv.Atoi(lineText)
	column, _ := strconv.Atoi(columnText)
	lines, ok := t.sources[file]
	if !ok {
		if text, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		t.sources[file] = lines
	}
	if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1])+1 {
		return ""
	}
	text := printable(strings.TrimRight(lines[line-1], "\r"))
	// The caret is placed so that it is below its column even after tabs.
	indent := strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, text[:min(column-1, len(text))])
	margin := strings.Repeat(" ", len(lineText))
	return fmt.Sprintf("\n%s%s |%s %s\n%s%s |%s %s%s^%s", blue, lineText, plain, text, blue, margin, plain, indent, red, plain)
}
