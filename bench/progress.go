// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows on a terminal how far a benchmark is. The nil progress shows nothing. It belongs to one
// goroutine at a time.
type progress struct {
	bar           *progressbar.ProgressBar
	solved, wrong int
}

// newProgress returns nil unless the file is a terminal.
func newProgress(f *os.File, total int) *progress {
	if f == nil || total == 0 || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return &progress{bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(f),
		progressbar.OptionSetWidth(28),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionSetRenderBlankState(true),
	)}
}

// step counts one finished run.
func (p *progress) step(solved, wrong bool) {
	if p == nil {
		return
	}
	if solved {
		p.solved++
	}
	if wrong {
		p.wrong++
	}
	text := fmt.Sprintf("%d solved", p.solved)
	if p.wrong > 0 {
		text += fmt.Sprintf(", %d WRONG", p.wrong)
	}
	p.bar.Add(1) // before Describe, which draws at once
	p.bar.Describe(text)
}

// hide clears the bar's line, so that something else can be written; the next step draws it again.
func (p *progress) hide() {
	if p != nil {
		p.bar.Clear()
	}
}
