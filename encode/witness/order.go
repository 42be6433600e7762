// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"slices"

	"cornet/encode/chc"
)

// maxOrdered bounds the waypoints that only order the threads.
const maxOrdered = 200

// An order follows the threads along a path, to produce waypoints that distinguish and order them.
// When another thread takes over, a waypoint marks the statement that the previous thread would
// begin next, or the one that it began last. Another waypoint marks the first statement that the
// new thread begins. In the witness, the main thread is 0. Thread k is the one that starts at the
// k-th waypoint for the entry of a function that starts threads. The methods of a nil order do
// nothing.
type order struct {
	path  []chc.Occurrence
	texts map[string]tokens
	ids   map[int]int // maps threads of the path to their numbers in the witness
	// begun has the statements that occurrences begin. next has the next occurrence of the same
	// thread, or 0. in has the occurrence that began the current statement.
	begun    []*location
	next, in []int
	said     map[int]bool // the occurrence's statement has become a waypoint
	// run is the thread that moves, and now its last occurrence. fresh means that it has passed no
	// waypoint since it took over. last is the occurrence that began its last statement, or 0 if
	// that is a waypoint already.
	run, now, last int
	fresh          bool
}

// newOrder returns nil if the path does not record the steps that start threads.
func newOrder(texts map[string]tokens, p *chc.Path) *order {
	if !slices.ContainsFunc(p.Occurrences, func(h chc.Occurrence) bool { return h.Started > 0 }) {
		return nil
	}
	n := len(p.Occurrences)
	o := &order{path: p.Occurrences, texts: texts, ids: map[int]int{0: 0}, begun: make([]*location, n), next: make([]int, n), in: make([]int, n), said: map[int]bool{}}
	last, at := map[int]int{}, map[int][]beginning{}
	for i, h := range p.Occurrences {
		t := h.Pos.Thread
		if k, ok := last[t]; ok {
			o.next[k] = i
		}
		last[t] = i
		at[t] = o.begin(i, at[t])
	}
	return o
}

// A beginning identifies the statement that a thread is in: the token of a file that it begins
// with, and the occurrence that has begun it.
type beginning struct {
	file     string
	token, i int
}

// begin records the statement that occurrence i is in, and whether it begins it. outer has the
// statements that the thread was in, by the depth of calls. The result has those that it is in now.
// Heads of loops are passed several times, but begin once.
func (o *order) begin(i int, outer []beginning) []beginning {
	h := o.path[i]
	ts := o.texts[h.Pos.File]
	token := ts.find(h.Pos)
	if o.in[i] = -1; token < 0 {
		return outer
	}
	token = ts.statement(token)
	for len(outer) <= h.Depth {
		outer = append(outer, beginning{token: -1})
	}
	outer = outer[:h.Depth+1] // the other calls have returned
	here := &outer[h.Depth]
	if here.file != h.Pos.File || here.token != token {
		*here = beginning{h.Pos.File, token, i}
		if t := ts[token]; beginsStatement(ts, token) && !beginsLoop(ts, token) && t.text != "{" && ts.inBody(token) {
			o.begun[i] = &location{File: h.Pos.File, Line: t.line, Column: t.column}
		}
	}
	o.in[i] = here.i
	return outer
}

// id returns the number in the witness of a thread of the path, or nil.
func (o *order) id(thread int) *int {
	if o == nil {
		return nil
	}
	if k, ok := o.ids[thread]; ok {
		return &k
	}
	return nil
}

// passed records that the moving thread has passed a waypoint.
func (o *order) passed() {
	if o != nil {
		o.fresh, o.last = false, 0
	}
}

// isPassed reports whether the statement of occurrence i has been passed as a waypoint.
func (o *order) isPassed(i int) bool { return o != nil && o.said[o.in[i]] }

// moves returns the waypoints that place occurrence i after the earlier ones.
func (o *order) moves(i int) (z []waypoint) {
	if o == nil || o.texts[o.path[i].Pos.File] == nil {
		return nil
	}
	add := func(i int) bool {
		id := o.id(o.path[i].Pos.Thread)
		if i == 0 || o.begun[i] == nil || id == nil || o.said[i] || len(o.said) >= maxOrdered {
			return false
		}
		o.said[i] = true
		z = append(z, waypoint{
			Type: "assumption", Action: "follow", Thread: id, Location: *o.begun[i], Constraint: &constraint{Value: "1", Format: "c_expression"},
		})
		return true
	}
	if thread := o.path[i].Pos.Thread; thread != o.run {
		if !add(o.next[o.now]) {
			add(o.last)
		}
		o.run, o.fresh, o.last = thread, true, 0
	}
	if o.now = i; o.begun[i] != nil {
		if !o.fresh {
			o.last = i
		} else if add(i) {
			o.fresh = false
		}
	}
	return z
}

// starts returns the waypoint of the call with which h starts a thread, or nil.
func (o *order) starts(h chc.Occurrence) *waypoint {
	if o == nil || h.Started == 0 || o.id(h.Pos.Thread) == nil {
		return nil
	}
	ts := o.texts[h.Pos.File]
	i := ts.find(h.Pos)
	if i < 0 {
		return nil
	}
	if i = ts.closing(i, ts[i].text); i < 0 || !ts.creates(i) {
		return nil
	}
	o.ids[h.Started] = len(o.ids)
	return &waypoint{
		Type: "function_enter", Action: "follow", Thread: o.id(h.Pos.Thread), Location: location{File: h.Pos.File, Line: ts[i].line, Column: ts[i].column},
	}
}
