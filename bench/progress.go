// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress shows the progress of a benchmark on a terminal:
//
//	[=========                   ] 12/36  10 solved  1m20s, about 2m40s left
//
// The nil progress shows nothing. It belongs to one goroutine at a time.
type progress struct {
	out           io.Writer
	begun, drawn  time.Time
	total, done   int
	solved, wrong int
	now           func() time.Time
}

const (
	progressWidth = 28
	// redrawn is the least time between two drawings.
	redrawn = 100 * time.Millisecond
	// clearLine moves to the start of the line and clears it.
	clearLine = "\r\x1b[K"
)

// newProgress returns nil unless the file is a terminal.
func newProgress(f *os.File, total int) *progress {
	if f == nil || total == 0 || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return startProgress(f, total, time.Now)
}

func startProgress(w io.Writer, total int, now func() time.Time) *progress {
	p := &progress{out: w, total: total, begun: now(), now: now}
	p.draw()
	return p
}

// step counts one finished run. The last one clears the line.
func (p *progress) step(solved, wrong bool) {
	if p == nil {
		return
	}
	p.done++
	if solved {
		p.solved++
	}
	if wrong {
		p.wrong++
	}
	switch {
	case p.done == p.total:
		p.hide()
	case p.now().Sub(p.drawn) >= redrawn:
		p.draw()
	}
}

func (p *progress) draw() {
	p.drawn = p.now()
	spent := p.drawn.Sub(p.begun)
	full := progressWidth * p.done / p.total
	z := fmt.Sprintf("[%s%s] %d/%d  %d solved", strings.Repeat("=", full), strings.Repeat(" ", progressWidth-full), p.done, p.total, p.solved)
	if p.wrong > 0 {
		z += fmt.Sprintf(", %d WRONG", p.wrong)
	}
	z += "  " + spent.Round(time.Second).String()
	if p.done > 0 {
		left := spent * time.Duration(p.total-p.done) / time.Duration(p.done)
		z += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	fmt.Fprint(p.out, clearLine+z)
}

// hide clears the line, so that something else can be written. The next step draws it again.
func (p *progress) hide() {
	if p != nil {
		fmt.Fprint(p.out, clearLine)
		p.drawn = time.Time{}
	}
}
