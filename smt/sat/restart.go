// SPDX-License-Identifier: Apache-2.0

package sat

import "cornet/internal/luby"

// This file implements the schedule of the search: restarts, the switch between focused and stable
// search, and when to reduce, rephase and vivify. The schedule depends on the number of conflicts,
// never on a clock.
//
// Focused search restarts when the glue of recent clauses is worse than in the long run, both as
// exponential moving averages (Biere & Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015, after
// Audemard & Simon's Glucose). Stable search restarts by reluctant doubling, Knuth's form of the
// Luby sequence. The modes alternate as in CaDiCaL (Biere, "CaDiCaL at the SAT Race 2019").
//
// Differences from CaDiCaL: intervals of the modes grow linearly instead of geometrically, so that
// long runs do not spend half of their time in the wrong mode. Under a theory restarts are rare: to
// make a decision again, a theory of linear arithmetic asserts a bound and repairs its basis, which
// costs more than a new order of the decisions gains.

const (
	fastWindow    = 33.0 // conflicts in the fast moving average
	slowWindow    = 1e5  // conflicts in the slow moving average
	restartMargin = 1.10 // restart when fast is above slow times restartMargin
)

// A pace gives the intervals between scheduled tasks. All solvers use normalPace. Tests use shorter
// intervals, so that small problems reach all of the code.
type pace struct {
	restart   int64 // conflicts between restarts in focused search
	theory    int64 // the same if a theory watches variables
	luby      int64 // conflicts per unit of the Luby sequence
	mode      int64 // conflicts in the first interval of each mode
	rephase   int64 // conflicts before the first rephasing; later intervals grow linearly
	reduce    int64 // conflicts before the first reduction; later intervals grow linearly
	vivify    int64 // conflicts between vivifications
	eliminate int64 // conflicts before the first elimination; later intervals grow linearly
	collect   int   // number of wasted words below which the arena is not collected
	proof     int   // number of words below which the proof log is not compacted
}

func normalPace() pace {
	return pace{restart: 2, theory: 100, luby: 1024, mode: 1000, rephase: 1000, reduce: 150, vivify: 2000, eliminate: 2000, collect: 1 << 16, proof: 1 << 20}
}

// An ema is an exponential moving average with the bias of its start removed
// (Kingma & Ba, "Adam", ICLR 2015, §3).
type ema struct {
	value  float64
	biased float64
	alpha  float64
	rest   float64 // the remaining weight of the start value
}

func newEMA(window float64) ema { return ema{alpha: 1 / window, rest: 1} }

func (e *ema) add(x float64) {
	e.biased += e.alpha * (x - e.biased)
	e.rest *= 1 - e.alpha
	e.value = e.biased / (1 - e.rest)
}

type schedule struct {
	pace pace

	fast, slow [2]ema // glue, per mode: focused, stable
	decisions  ema    // decisions per conflict
	decided    int64  // Stats.Decisions at the last conflict
	luby       luby.Sequence
	countdown  int64 // conflicts to the next restart of stable search

	alternate bool
	switches  int64
	interval  int64 // conflicts between restarts in focused search

	// Values of Stats.Conflicts.
	nextRestart, nextMode, nextRephase, nextReduce, nextVivify, nextEliminate int64

	reductions, rephases int64

	simplifiedBase  int   // literals at level 0 at the last simplification
	simplifiedTicks int64 // Stats.Ticks at that time
	vivifiedTicks   int64 // Stats.Ticks without those of vivification at the last vivification
	eliminatedTicks int64 // Stats.Ticks without those of elimination at the last elimination
	eliminations    int64
	bound           int // for elimination: the number of resolvents that may be added
}

func (c *schedule) init(m Mode, p pace) {
	c.pace = p
	for i := range c.fast {
		c.fast[i], c.slow[i] = newEMA(fastWindow), newEMA(slowWindow)
	}
	c.decisions = newEMA(slowWindow)
	c.alternate = m == Alternate
	c.interval = p.restart
	c.luby = luby.Sequence{}
	c.countdown = c.pace.luby * c.luby.Next()
	c.nextMode = c.pace.mode
	c.nextRephase = c.pace.rephase
	c.nextReduce = c.pace.reduce
	c.nextVivify = c.pace.vivify
	c.nextEliminate = c.pace.eliminate
}

func modeIndex(stable bool) int {
	if stable {
		return 1
	}
	return 0
}

// learnt updates the averages for a learnt clause. decisions is the current Stats.Decisions.
func (c *schedule) learnt(glue int, stable bool, decisions int64) {
	c.decisions.add(float64(decisions - c.decided))
	c.decided = decisions
	i := modeIndex(stable)
	c.fast[i].add(float64(glue))
	c.slow[i].add(float64(glue))
	if stable {
		c.countdown--
	}
}

// restarting reports whether a restart is due.
func (s *Solver) restarting() bool {
	c := &s.sched
	if s.level() <= len(s.assumed) {
		return false // only assumptions would be undone
	}
	if s.stable {
		return c.countdown <= 0
	}
	return s.stats.Conflicts >= c.nextRestart && c.fast[0].value > restartMargin*c.slow[0].value
}

// restart goes back to the assumptions. It keeps decisions that would be made again at once (van
// der Tak, Ramos, Heule, "Reusing the Assignment Trail in CDCL Solvers", JSAT 2011).
func (s *Solver) restart() {
	s.stats.Restarts++
	c := &s.sched
	if s.stable {
		c.countdown = c.pace.luby * c.luby.Next()
	}
	c.nextRestart = s.stats.Conflicts + c.interval
	s.backtrack(s.reusableLevel())
	if s.watcher != nil {
		s.watcher.Restarted()
	}
}

// reusableLevel returns the highest level such that all decisions up to it come
// before the next decision variable in the decision order.
func (s *Solver) reusableLevel() int {
	level := s.baseLevel()
	next := s.nextDecisionVar()
	if next == NoVar {
		return level
	}
	for level < s.level() {
		start := s.levels[level+1].start
		if start == len(s.trail) {
			break
		}
		v := s.trail[start].Var()
		if s.stable && !s.scores.before(v, next) || !s.stable && s.queue.links[v].stamp < s.queue.links[next].stamp {
			break
		}
		level++
	}
	return level
}

// baseLevel returns the number of assumptions that are decided now.
func (s *Solver) baseLevel() int { return min(s.level(), len(s.assumed)) }

// switchingMode reports whether a switch of the mode is due.
func (s *Solver) switchingMode() bool {
	return s.sched.alternate && s.stats.Conflicts >= s.sched.nextMode
}

// switchMode changes between focused and stable search.
func (s *Solver) switchMode() {
	c := &s.sched
	c.switches++
	s.stats.ModeSwitches++
	s.stable = !s.stable
	c.nextMode = s.stats.Conflicts + c.pace.mode*(c.switches/2+1)
	if s.stable {
		c.luby = luby.Sequence{}
		c.countdown = c.pace.luby * c.luby.Next()
		s.phases.targetSize = 0
	}
	c.nextRestart = s.stats.Conflicts + c.interval
}
