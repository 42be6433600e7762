// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// A Solver decides the satisfiability of a growing and shrinking set of clauses,
// modulo an optional theory. See the package comment for the protocol.
//
// A Solver belongs to one goroutine; only the context given to Solve may be
// cancelled from another.
type Solver struct {
	limits Limits
	stats  Stats

	// The assignment. The levels are numbered from 0; levels[0] is the base
	// level, whose literals hold in all models.
	vals   []LBool   // by Lit
	info   []varInfo // by Var; the parts about the assignment hold for assigned variables only
	trail  []Lit     // the true literals in the order of assignment
	head   int       // trail[:head] has been propagated
	based  int       // trail[:based] is at level 0; its literals no longer have reasons
	levels []levelInfo

	// The clauses.
	db        arena
	watches   []watchList // by Lit
	watchRoom []watch     // unused room for new lists
	// by Var: the number of irredundant clauses with the variable, plus 1 after SetDecision
	occurs    []int32
	flags     []varFlags // by Var
	scopes    []scope
	freed     []Var       // released variables that NewVar may use again
	freedActs []Var       // activation variables of closed scopes, to be reused by Push
	dying     []Var       // released variables that clauses may still mention
	occ       occurrences // the lists of subsumption and elimination
	ext       extension   // eliminated variables
	domain    domain      // the domain of the running question

	// The search.
	queue   vmtf
	scores  evsids
	phases  phases
	sched   schedule
	stable  bool // stable search, else focused
	probing bool // vivification is running: phases are not saved
	tryLuck bool // Options.Lucky

	// The theory.
	theory   Theory
	decider  Decider
	phaser   Phaser
	watcher  RestartWatcher
	idler    Idler
	watched  int // the number of variables that the theory watches
	out      Outbox
	notified int // trail[:notified] has been passed to the theory
	// literals at level 0 that the theory began to watch after notified had passed them
	missed      []Lit
	rewind      int        // the level to go back to so that notified can catch up, or -1
	notifiedLvl int        // the number of levels that the theory has open
	late        []lateUnit // see late.go
	recheck     []cref     // see late.go

	// The query and the answer.
	inconsistent bool         // the clauses outside all scopes are unsatisfiable
	queued       []assumption // the assumptions of Assume, for the next Solve
	// the assumptions of the running Solve; activation literals of scopes first
	assumed   []assumption
	status    Status
	reason    Reason
	model     []LBool // the values of the last Sat answer, by Var
	modelDue  bool    // eliminated variables have no values in the model yet
	core      []Lit   // the core of the last Unsat answer
	refuted   Lit     // to become a unit clause, or NoLit; see keepRefuted
	refutedID ClauseID

	// The proof, nil when it is not logged.
	proof  *proofLog
	unitID []ClauseID // by Var: the unit clause of a literal at level 0
	root   ClauseID   // the empty clause, after an Unsat answer

	spend    func(ticks int64) // Options.Spend
	reported int64             // ticks reported to spend so far

	inspect func(*Solver) // for tests: called at every decision, reduction and answer; or nil

	// Scratch, named after the methods that use it.
	addLits       []Lit
	analyzeLits   []Lit
	analyzeVars   []Var // variables marked by analyze
	analyzeLevels []uint32
	analyzeKeys   []uint64
	minimizeVars  []Var  // variables marked by redundant
	chainLits     []Lit  // false literals still to be resolved away, marked
	levelStamp    uint32 // the last value of levelInfo.stamp used by countLevels
	explainLits   []Lit
	deriveLits    []Lit
	reduceRefs    []cref
	vivifyLits    []Lit
	vivifyRefs    []cref
	vivifyCounts  []uint32 // by Lit
	elimLits      []Lit
}

// varInfo is the search's data of one variable. It has 16 bytes, so that conflict analysis reads
// one cache line.
type varInfo struct {
	reason cref   // the clause that implied the variable, or a special value
	level  uint32 // the decision level of the assignment
	pos    uint32 // the index in the trail
	mark   uint32 // marks of conflict analysis; zero outside of it
}

// levelInfo is the search's data of one decision level.
type levelInfo struct {
	start int // the length of the trail when the level was opened

	// For conflict analysis.
	seen  uint32 // literals of the level seen in the current analysis
	first uint32 // the smallest trail position among them
	stamp uint32 // a stamp, for counting levels
}

type varFlags uint16

const (
	varWatched    varFlags = 1 << iota // the theory is notified of assignments
	varDecision                        // SetDecision was called for it
	varActivation                      // the activation variable of a scope
	varReleased                        // Release was called
	varEliminated                      // it is in the extension
	varTried                           // elimination has tried it, and no clause with it has been deleted since
	varKept                            // it was eliminated and restored
	varAssumed                         // an assumption of the running Solve, while elimination is running

	varKeep = varWatched | varDecision | varActivation | varReleased | varEliminated | varKept | varAssumed
)

// An assumption is a literal that holds for one call of Solve.
type assumption struct {
	lit       Lit
	partition Partition
}

// New returns a solver without variables and clauses.
func New(opts Options) *Solver {
	s := &Solver{limits: opts.Limits, spend: opts.Spend, rewind: -1}
	s.db.init(opts.Proof)
	s.scores.init()
	s.sched.init(opts.Mode, normalPace())
	s.stable = opts.Mode == Stable
	s.tryLuck = opts.Lucky
	s.phases.initial = opts.InitialPhase
	if s.phases.initial == Undef {
		s.phases.initial = False
	}
	s.levels = make([]levelInfo, 1, 64)
	s.out.solver = s
	if opts.Proof {
		s.proof = newProofLog()
	}
	s.grow(1) // index 0 belongs to NoVar
	return s
}

// NewVar returns a fresh variable. The theory may call it during the search.
//
// A variable is decided only while it occurs in an irredundant clause, or if SetDecision asks for
// it. Otherwise it may remain without a value.
func (s *Solver) NewVar() Var {
	if n := len(s.freed); n > 0 {
		v := s.freed[n-1]
		s.freed = s.freed[:n-1]
		return v
	}
	v := Var(len(s.info))
	s.grow(int(v) + 1)
	s.queue.enlist(v)
	return v
}

// grow makes room for variables below n.
func (s *Solver) grow(n int) {
	s.vals = lengthen(s.vals, 2*n)
	s.info = lengthen(s.info, n)
	s.watches = lengthen(s.watches, 2*n)
	s.occurs = lengthen(s.occurs, n)
	s.flags = lengthen(s.flags, n)
	if s.proof != nil {
		s.unitID = lengthen(s.unitID, n)
	}
	s.scores.grow(n)
	s.phases.grow(n)
}

// lengthen appends zeros to x up to n elements. If x is full, its capacity doubles; append would
// add a quarter to long slices.
func lengthen[E any](x []E, n int) []E {
	if n <= len(x) {
		return x
	}
	if n > cap(x) {
		x = slices.Grow(x, max(n, 2*cap(x))-len(x))
	}
	old := len(x)
	x = x[:n]
	clear(x[old:])
	return x
}

// NumVars returns the number of variables made so far. They are the numbers from 1 to NumVars.
func (s *Solver) NumVars() int { return len(s.info) - 1 }

// SetDecision makes the search decide v even if v occurs in no clause. It may be called at any
// time.
func (s *Solver) SetDecision(v Var) {
	if s.flags[v]&varDecision == 0 {
		s.restoreAll(v.Pos())
		s.flags[v] |= varDecision
		s.addOccurrence(v)
	}
}

// ClearDecision undoes SetDecision. It must not be called while Solve runs.
func (s *Solver) ClearDecision(v Var) {
	if s.flags[v]&varDecision != 0 {
		s.flags[v] &^= varDecision
		s.occurs[v]--
	}
}

// SetPhase sets the value that is tried first at the next decision of v, until the search finds a
// better one. Undef restores Options.InitialPhase.
func (s *Solver) SetPhase(v Var, b LBool) {
	s.phases.saved[v] = b
	s.phases.hint[v] = b
}

// SetLimits replaces the limits for later calls of Solve.
func (s *Solver) SetLimits(l Limits) { s.limits = l }

// Stats returns the counters so far.
func (s *Solver) Stats() Stats {
	st := s.stats
	if s.proof != nil {
		st.ProofClauses += int64(len(s.proof.nodes) - 1)
		st.ProofSteps += int64(len(s.proof.steps))
	}
	return st
}

// Bytes returns an estimate of the solver's memory, including the proof. It is within a few percent
// if clauses, watches and the proof dominate.
func (s *Solver) Bytes() int64 {
	const perVar = 2*1 + 16 + 2*48 + 4 + 1 + 4*1 + 8 + 4 + 4 + 12
	watches := 2 * 8 * 2 * int64(s.db.kept+s.db.redundant) // lists grow by doubling
	n := 4*int64(cap(s.db.words)) + watches + perVar*int64(cap(s.info)) + 16*int64(s.ext.lits)
	if s.proof != nil {
		n += s.proof.bytes() + 4*int64(cap(s.unitID))
	}
	return n
}

// UnknownReason returns the reason for the last Unknown answer of Solve.
func (s *Solver) UnknownReason() Reason { return s.reason }

// Value returns the value of l in the model found by the last Solve, which must have returned Sat.
// Undef means that both values give a model: the other variables satisfy the clauses. Only Solve
// changes the model.
func (s *Solver) Value(l Lit) LBool {
	v := l.Var()
	if s.status != Sat || int(v) >= len(s.model) {
		return Undef
	}
	if s.model[v] == Undef {
		s.extendModel()
	}
	if l.IsNeg() {
		return s.model[v].Not()
	}
	return s.model[v]
}

// Core returns the assumptions that the last Solve used for its answer Unsat. Together with the
// clauses they are unsatisfiable. If the clauses alone are unsatisfiable, the core is empty. The
// slice belongs to the solver and is valid until the next Solve.
func (s *Solver) Core() []Lit { return s.core }

// level returns the current decision level.
func (s *Solver) level() int { return len(s.levels) - 1 }

// addOccurrence counts one more reason to decide v.
func (s *Solver) addOccurrence(v Var) {
	s.occurs[v]++
	if s.occurs[v] == 1 {
		s.offer(v)
	}
}

// countClause adds d, which is +1 or -1, to the counts of occurrences of the variables of the
// irredundant clause c.
func (s *Solver) countClause(c cref, d int32) {
	for _, l := range s.db.lits(c) {
		if d > 0 {
			s.addOccurrence(l.Var())
		} else {
			s.occurs[l.Var()]--
			s.flags[l.Var()] &^= varTried
		}
	}
}

// deleteClause marks c as garbage. Its watches remain.
func (s *Solver) deleteClause(c cref) {
	if !s.db.is(c, flagRedundant|flagLoose) {
		s.countClause(c, -1)
	}
	s.db.markGarbage(c)
}
