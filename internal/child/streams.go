// SPDX-License-Identifier: Apache-2.0

package child

import (
	"io"
	"os"
	"sync"
	"time"
)

// streams carries a child's standard streams over pipes of our own. exec.Cmd would copy through
// pipes too, but its Wait does not return while a descendant that escaped holds one open.
type streams struct {
	childIn, childOut, childErr *os.File // the child's ends
	in, out, err                *os.File // our ends; in is nil when there is no input
	copying                     sync.WaitGroup
	stdout                      head
	stderr                      ends
}

// openStreams makes the pipes. Either all are open or none.
func openStreams(stdin []byte, keep int64) (*streams, error) {
	s := &streams{stdout: head{limit: keep}}
	var err error
	if len(stdin) > 0 {
		s.childIn, s.in, err = os.Pipe()
	} else {
		s.childIn, err = os.Open(os.DevNull)
	}
	if err == nil {
		s.out, s.childOut, err = os.Pipe()
	}
	if err == nil {
		s.err, s.childErr, err = os.Pipe()
	}
	if err != nil {
		s.abandon()
		return nil, err
	}
	return s, nil
}

// abandon closes everything that is open.
func (s *streams) abandon() {
	for _, f := range []*os.File{s.childIn, s.childOut, s.childErr, s.in, s.out, s.err} {
		if f != nil {
			f.Close()
		}
	}
}

// begin starts copying, once the child has its ends.
func (s *streams) begin(stdin []byte) {
	s.childIn.Close()
	s.childOut.Close()
	s.childErr.Close()
	if s.in != nil {
		s.copying.Go(func() {
			s.in.Write(stdin) // a child that does not read its input is not an error
			s.in.Close()
		})
	}
	s.copying.Go(func() { io.Copy(&s.stdout, s.out) })
	s.copying.Go(func() { io.Copy(&s.stderr, s.err) })
}

// finish waits for the rest of the output, for a bounded time, and hands over what was kept.
func (s *streams) finish(o *Outcome) {
	done := make(chan struct{})
	go func() {
		s.copying.Wait()
		close(done)
	}()
	t := time.NewTimer(drainTime)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	}
	for _, f := range []*os.File{s.in, s.out, s.err} {
		if f != nil {
			f.Close()
		}
	}
	<-done
	o.Stdout, o.Truncated = s.stdout.data, s.stdout.dropped
	o.Stderr = s.stderr.text()
}

// head keeps the first limit bytes that are written to it and drops the rest.
type head struct {
	limit   int64
	data    []byte
	dropped bool
}

func (h *head) Write(p []byte) (int, error) {
	room := h.limit - int64(len(h.data))
	if int64(len(p)) > room {
		h.dropped = true
		h.data = append(h.data, p[:room]...)
	} else {
		h.data = append(h.data, p...)
	}
	return len(p), nil
}

// ends keeps the first and the last keepEnds bytes that are written to it: crash reports begin with
// the cause, warnings end with it.
type ends struct {
	first, last []byte
	dropped     bool
}

const keepEnds = 4 << 10

func (e *ends) Write(p []byte) (int, error) {
	n := len(p)
	if room := keepEnds - len(e.first); room > 0 {
		k := min(room, len(p))
		e.first = append(e.first, p[:k]...)
		p = p[k:]
	}
	e.last = append(e.last, p...)
	if over := len(e.last) - keepEnds; over > 0 {
		e.last = append(e.last[:0], e.last[over:]...)
		e.dropped = true
	}
	return n, nil
}

// text returns what was kept, with a line that marks what was dropped.
func (e *ends) text() string {
	if e.dropped {
		return string(e.first) + "\n[...]\n" + string(e.last)
	}
	return string(e.first) + string(e.last)
}
