// SPDX-License-Identifier: Apache-2.0

package sat

// Stats has the counters of a solver.
type Stats struct {
	Solves       int64 // calls of Solve
	Conflicts    int64 // conflicts analysed
	Decisions    int64 // decisions, without assumptions
	Propagations int64 // literals propagated
	Ticks        int64 // estimated cache lines touched by propagation and spent by the theory

	Restarts     int64 // restarts
	ModeSwitches int64 // switches between focused and stable search
	Rephases     int64 // resets of the saved phases
	Reductions   int64 // reductions of the redundant clauses
	Simplifies   int64 // sweeps for clauses satisfied at level 0
	Collections  int64 // compactions of the clause arena

	Learnt        int64 // clauses learnt
	LearntLits    int64 // literals in learnt clauses
	MinimizedLits int64 // literals removed from learnt clauses by minimisation
	Deleted       int64 // redundant clauses deleted

	VivifyTried  int64 // clauses that vivification probed
	VivifyShrunk int64 // clauses that vivification shortened or showed implied
	VivifyTicks  int64 // ticks that vivification spent, included in Ticks

	Eliminated     int64 // variables eliminated
	Restored       int64 // eliminated variables that were restored
	Resolvents     int64 // clauses that elimination added
	Subsumed       int64 // irredundant clauses that others subsumed
	Strengthened   int64 // irredundant clauses that lost a literal by self-subsuming resolution
	EliminateTicks int64 // ticks that elimination and subsumption spent, included in Ticks

	TheoryPropagations int64 // literals assigned for the theory
	TheoryConflicts    int64 // conflict clauses given by the theory
	TheoryLemmas       int64 // lemmas given by the theory
	Explanations       int64 // explanations requested from the theory
	FinalChecks        int64 // final checks requested from the theory

	ProofClauses     int64 // clauses logged
	ProofSteps       int64 // resolutions logged
	ProofCollections int64 // compactions of the proof log
}
