// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the decision order of stable search: EVSIDS, a binary
// max-heap of variables by activity. The variables of each conflict gain inc,
// and inc grows by a constant factor per conflict, which is the same as
// decaying all activities (Eén & Sörensson, SAT 2003; Biere & Fröhlich, SAT
// 2015). Equal activities are ordered by variable, smaller first, so that the
// order never depends on the history of the heap.

const (
	activityGrowth = 1 / 0.95
	activityLimit  = 1e150 // above it all activities are scaled down
)

type evsids struct {
	score []float64 // by Var
	heap  []Var
	pos   []int32 // by Var: index in heap, or -1
	inc   float64
}

func (h *evsids) init() { h.inc = 1 }

// grow makes room for variables below n.
func (h *evsids) grow(n int) {
	old := len(h.pos)
	h.score, h.pos = lengthen(h.score, n), lengthen(h.pos, n)
	for v := old; v < n; v++ {
		h.pos[v] = -1
	}
}

// before reports whether u is decided before v.
func (h *evsids) before(u, v Var) bool {
	x, y := h.score[u], h.score[v]
	return x > y || x == y && u < v
}

func (h *evsids) empty() bool { return len(h.heap) == 0 }

func (h *evsids) contains(v Var) bool { return h.pos[v] >= 0 }

func (h *evsids) top() Var { return h.heap[0] }

// clear removes all variables. O(n).
func (h *evsids) clear() {
	for _, v := range h.heap {
		h.pos[v] = -1
	}
	h.heap = h.heap[:0]
}

// append adds v unless it is there; order must be called before anything else. O(1).
func (h *evsids) append(v Var) {
	if h.pos[v] < 0 {
		h.pos[v] = int32(len(h.heap))
		h.heap = append(h.heap, v)
	}
}

// order makes a heap of variables in any order. O(n).
func (h *evsids) order() {
	for i := len(h.heap)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

// insert adds v, which must not be in the heap. O(log n).
func (h *evsids) insert(v Var) {
	h.pos[v] = int32(len(h.heap))
	h.heap = append(h.heap, v)
	h.up(len(h.heap) - 1)
}

// pop removes the top. O(log n).
func (h *evsids) pop() Var {
	v := h.heap[0]
	last := len(h.heap) - 1
	u := h.heap[last]
	h.heap = h.heap[:last]
	h.pos[v] = -1
	if u != v {
		h.heap[0] = u
		h.pos[u] = 0
		h.down(0)
	}
	return v
}

// bump adds inc to the activity of v. O(log n).
func (h *evsids) bump(v Var) {
	h.score[v] += h.inc
	if h.score[v] > activityLimit {
		h.rescale()
	}
	if i := h.pos[v]; i >= 0 {
		h.up(int(i))
	}
}

// decay gives later bumps more weight.
func (h *evsids) decay() { h.inc *= activityGrowth }

// rescale divides all activities by the limit. This keeps their order, except that small activities
// may become equal at zero. These may be out of order afterwards, so the heap is rebuilt.
func (h *evsids) rescale() {
	for i := range h.score {
		h.score[i] /= activityLimit
	}
	h.inc /= activityLimit
	h.order()
}

// forget sets the activity of v to zero. O(log n).
func (h *evsids) forget(v Var) {
	h.score[v] = 0
	if i := h.pos[v]; i >= 0 {
		h.down(int(i))
	}
}

func (h *evsids) up(i int) {
	v := h.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		u := h.heap[p]
		if !h.before(v, u) {
			break
		}
		h.heap[i] = u
		h.pos[u] = int32(i)
		i = p
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

func (h *evsids) down(i int) {
	v := h.heap[i]
	for {
		c := 2*i + 1
		if c >= len(h.heap) {
			break
		}
		if r := c + 1; r < len(h.heap) && h.before(h.heap[r], h.heap[c]) {
			c = r
		}
		u := h.heap[c]
		if !h.before(u, v) {
			break
		}
		h.heap[i] = u
		h.pos[u] = int32(i)
		i = c
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}
