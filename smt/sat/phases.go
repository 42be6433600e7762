// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the choice of values for decisions: phase saving
// (Pipatsrisawat & Darwiche, SAT 2007), target phases in stable search, and
// rephasing (Biere & Fleury, "Chasing Target Phases", POS 2020).
//
// The saved phase of a variable is its last value. The target phases are the values on the longest
// trail without a conflict since the last rephasing. The best phases are the same, but since the
// last rephasing that used best phases.

type phases struct {
	initial    LBool
	hint       []LBool // by Var: from SetPhase, or Undef
	saved      []LBool // by Var
	target     []LBool // by Var, or Undef
	best       []LBool // by Var, or Undef
	targetSize int     // length of the trail that target comes from
	bestSize   int     // length of the trail that best comes from
}

// grow makes room for variables below n, without values.
func (p *phases) grow(n int) {
	p.hint = lengthen(p.hint, n)
	p.saved = lengthen(p.saved, n)
	p.target = lengthen(p.target, n)
	p.best = lengthen(p.best, n)
}

// reset removes all data about v.
func (p *phases) reset(v Var) {
	p.hint[v], p.saved[v], p.target[v], p.best[v] = Undef, Undef, Undef, Undef
}

// decide returns the literal of v to decide.
func (p *phases) decide(v Var, stable bool) Lit {
	b := Undef
	if stable {
		b = p.target[v]
	}
	if b == Undef {
		b = p.saved[v]
	}
	if b == Undef {
		b = p.initial
	}
	if b == True {
		return v.Pos()
	}
	return v.Neg()
}

// record keeps the given trail, which was extended without conflict, if it is
// longer than those seen before.
func (p *phases) record(trail []Lit) {
	if len(trail) > p.targetSize {
		p.targetSize = len(trail)
		store(p.target, trail)
	}
	if len(trail) > p.bestSize {
		p.bestSize = len(trail)
		store(p.best, trail)
	}
}

func store(phase []LBool, trail []Lit) {
	for _, l := range trail {
		if l.IsNeg() {
			phase[l.Var()] = False
		} else {
			phase[l.Var()] = True
		}
	}
}

// rephasing reports whether it is time to reset the saved phases.
func (s *Solver) rephasing() bool {
	return s.stats.Conflicts >= s.sched.nextRephase
}

// rephase resets the saved phases, to the original, the inverted and the best ones in turn.
// Variables with a hint from the caller keep it when others are inverted.
func (s *Solver) rephase() {
	s.backtrack(s.baseLevel())
	p := &s.phases
	turn := s.sched.rephases
	switch {
	case turn == 0 || turn%4 == 3:
		p.resetTo(p.initial)
	case turn == 1 || turn%4 == 1:
		p.resetTo(p.initial.Not())
	default:
		for v, b := range p.best {
			if b != Undef {
				p.saved[v] = b
			}
		}
		p.bestSize = 0
	}
	p.targetSize = 0
	clear(p.target)
	s.sched.rephases++
	s.stats.Rephases++
	s.sched.nextRephase = s.stats.Conflicts + s.sched.pace.rephase*(s.sched.rephases+1)
}

func (p *phases) resetTo(b LBool) {
	for v, h := range p.hint {
		p.saved[v] = b
		if h != Undef {
			p.saved[v] = h
		}
	}
}
