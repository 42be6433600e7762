// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"
)

// A Lead leads runs of a woven program to the waypoints that are followed.
type Lead struct {
	follow  []point // of the segments
	segment int
	threads int         // that there are
	ids     map[int]int // identities of threads by their numbers in the witness
	started map[int]int // the thread that a thread has started last
}

// Lead leads a run.
func (w *Woven) Lead() *Lead {
	z := &Lead{threads: 1, ids: map[int]int{0: 1}, started: map[int]int{}}
	for _, s := range w.witness.segments {
		z.follow = append(z.follow, s[len(s)-1])
	}
	return z
}

// due is the waypoint that is to be passed next, or nil.
func (z *Lead) due() *point {
	if z.segment < 0 || z.segment >= len(z.follow) {
		return nil
	}
	return &z.follow[z.segment]
}

// Took is called for each edge that a thread takes.
func (z *Lead) Took(thread int, e *cfg.Edge) {
	switch op := e.Op.(type) {
	case cfg.Create:
		z.threads++
		z.started[thread] = z.threads
	case cfg.Assign:
		to, ok := op.To.(cfg.VarPlace)
		value, ok2 := op.Value.(cfg.Const)
		if !ok || !ok2 || to.Var.Name != SegmentName {
			return
		}
		if p := z.due(); p != nil && p.creates > 0 {
			z.ids[p.creates] = z.started[thread]
		}
		z.segment = int(value.Value.Int64())
	}
}

// Next is the thread that the next waypoint names, by its identity, or 0.
func (z *Lead) Next() int {
	if p := z.due(); p != nil && p.Thread != nil {
		return z.ids[*p.Thread]
	}
	return 0
}

// Input is the integer that the next waypoint gives for a function's result, or nil.
func (z *Lead) Input() *big.Int {
	p := z.due()
	if p == nil || p.Type != "function_return" {
		return nil
	}
	m := chosen.FindStringSubmatch(p.Constraint.Value)
	if m == nil {
		return nil
	}
	n, ok := new(big.Int).SetString(strings.TrimRight(m[1], "uUlL"), 0)
	if !ok {
		return nil
	}
	return n
}
