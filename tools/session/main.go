// SPDX-License-Identifier: Apache-2.0

// Command session draws a terminal session as an SVG document for light and for dark surroundings:
//
//	script -qec 'cornet verify a.c' /dev/null | go run ./tools/session > session.svg
//
// Standard input has the output of the commands of a session, one after the other, with colours by
// the codes of ECMA-48. A line that begins with "$ " is a command. See "make session".
package main

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Sizes in pixels.
const (
	fontSize    = 13.0
	columnWidth = fontSize * 0.602
	lineHeight  = 18.0
	margin      = 16.0
	bar         = 30.0 // of the window's title
)

// classes are the colours of codes, as classes of the style sheet.
var classes = map[string]string{"1": "bold", "2": "dim", "1;31": "red", "1;32": "green", "1;33": "yellow", "34": "blue"}

const style = `<style>
svg{--ground:#fff;--edge:#d0d7de;--ink:#1f2328;--dim:#656d76;--red:#cf222e;--green:#1a7f37;--yellow:#9a6700;--blue:#0969da}
@media (prefers-color-scheme: dark){svg{--ground:#0d1117;--edge:#30363d;--ink:#e6edf3;--dim:#8d96a0;--red:#ff7b72;--green:#3fb950;--yellow:#d29922;--blue:#58a6ff}}
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:13px;fill:var(--ink);white-space:pre}
.dim{fill:var(--dim)}.red{fill:var(--red);font-weight:700}.green{fill:var(--green);font-weight:700}.yellow{fill:var(--yellow);font-weight:700}.blue{fill:var(--blue)}.bold{font-weight:700}
</style>
`

var code = regexp.MustCompile("\x1b\\[([0-9;]*)m")

func main() {
	if err := draw(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "session:", err)
		os.Exit(1)
	}
}

// draw writes the session that it reads as SVG.
func draw(in io.Reader, out io.Writer) error {
	var lines []string
	widest := 0
	for s := bufio.NewScanner(in); ; {
		if !s.Scan() {
			if s.Err() != nil {
				return s.Err()
			}
			break
		}
		line := strings.ReplaceAll(strings.TrimRight(s.Text(), "\r"), "\t", "    ")
		lines = append(lines, line)
		widest = max(widest, utf8.RuneCountInString(code.ReplaceAllString(line, "")))
	}
	width, height := 2*margin+float64(widest)*columnWidth, bar+2*margin+float64(len(lines))*lineHeight-6
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" aria-label="A terminal session">`+"\n", width, height)
	w.WriteString(style)
	fmt.Fprintf(w, `<rect x="0.5" y="0.5" width="%.0f" height="%.0f" rx="8" style="fill:var(--ground);stroke:var(--edge)"/>`+"\n", width-1, height-1)
	for i := range 3 {
		fmt.Fprintf(w, `<circle cx="%g" cy="%g" r="5" style="fill:var(--edge)"/>`+"\n", margin+4+18*float64(i), bar/2+2)
	}
	for i, line := range lines {
		if line != "" {
			fmt.Fprintf(w, `<text x="%g" y="%g" xml:space="preserve">%s</text>`+"\n", margin, bar+margin+float64(i)*lineHeight+4, spans(line))
		}
	}
	w.WriteString("</svg>\n")
	return w.Flush()
}

// spans returns a line with a span for each piece of it that has a colour.
func spans(line string) string {
	if command, ok := strings.CutPrefix(line, "$ "); ok {
		line = "\x1b[2m$\x1b[0m \x1b[1m" + command + "\x1b[0m"
	}
	var b strings.Builder
	class := ""
	piece := func(text string) {
		switch {
		case text == "":
		case class == "":
			b.WriteString(html.EscapeString(text))
		default:
			fmt.Fprintf(&b, `<tspan class="%s">%s</tspan>`, class, html.EscapeString(text))
		}
	}
	last := 0
	for _, m := range code.FindAllStringSubmatchIndex(line, -1) {
		piece(line[last:m[0]])
		class, last = classes[line[m[2]:m[3]]], m[1]
	}
	piece(line[last:])
	return b.String()
}
