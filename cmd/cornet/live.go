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

// live prints the text of an answer while it grows. The first line is the verdict, so the text
// begins with the first counterexample. Before that, standard error reports the decisions so far.
type live struct {
	w, stderr io.Writer
	limit     int  // of the lines of a counterexample
	shows     bool // the answer is printed as text

	mu      sync.Mutex // needed because a late run may continue
	ended   bool
	last    verify.Result
	printed string
	told    int // lines on standard error
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

// end makes later progress ignored.
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
