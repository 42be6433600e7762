// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"

	"cornet/verify"
)

// live prints the text of an answer while the answer grows. The first line is the verdict, so
// printing starts with the first counterexample. Until then, the decisions so far are reported on
// standard error.
type live struct {
	w, stderr io.Writer
	limit     int  // the limit of the lines of a counterexample
	shows     bool // the answer is printed as text

	mu      sync.Mutex // needed because a run that was given up may continue
	ended   bool
	last    verify.Result
	printed string
	told    int // the number of lines on standard error
}

// progress shows the decisions so far.
func (l *live) progress(z verify.Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.last = z
	if !l.shows {
		return
	}
	if head := printable(z.Head(l.limit)); strings.HasPrefix(head, l.printed) {
		io.WriteString(l.w, head[len(l.printed):])
		l.printed = head
	}
	if decided := z.Decided(); l.printed == "" && z.Word() == "UNKNOWN" {
		for _, line := range decided[min(l.told, len(decided)):] {
			fmt.Fprintln(l.stderr, line)
		}
		l.told = len(decided)
	}
}

// known returns the decisions so far.
func (l *live) known() verify.Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}

// end makes the receiver ignore later progress.
func (l *live) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

// print prints the rest of the answer.
func (l *live) print(z verify.Result, print func(io.Writer) error) error {
	if l.printed == "" {
		return print(l.w)
	}
	var b bytes.Buffer
	if err := print(&b); err != nil {
		return err
	}
	_, err := io.WriteString(l.w, strings.TrimPrefix(b.String(), l.printed))
	return err
}
