// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"
)

// A Lead leads runs of an instrumented program to the waypoints that must be followed.
type Lead struct {
	follow  []point // waypoints of the segments to follow
	segment int
	threads int         // there are threads
	ids     map[int]int // identities of threads by their numbers in the witness
	started map[int]int // by thread: the last thread that it has started
}

// Lead leads a run.
func (w *Instrumented) Lead() *Lead {
	z := &Lead{threads: 1, ids: map[int]int{0: 1}, started: map[int]int{}}
	for _, s := range w.witness.segments {
		z.follow = append(z.follow, s[len(s)-1])
	}
	return z
}

// due returns the next waypoint to pass, or nil.
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

// Next returns the identity of the thread that the next waypoint names, or 0.
func (z *Lead) Next() int {
	if p := z.due(); p != nil && p.Thread != nil {
		return z.ids[*p.Thread]
	}
	return 0
}

// Input returns the integer that the next waypoint gives for a function's result, or nil.
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
