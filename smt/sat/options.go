// SPDX-License-Identifier: Apache-2.0

package sat

// Options configure a [Solver]. The zero value is ready to use.
type Options struct {
	// Proof enables proof logging. Every clause gets an identity, and every derived clause keeps
	// its resolution chain. So Solver.Proof can return a refutation. It must be set from the start.
	// Off by default.
	Proof bool

	// Mode chooses the way of searching. Default: Alternate.
	Mode Mode

	// InitialPhase is the first value tried for a variable without SetPhase. Default (Undef):
	// False.
	InitialPhase LBool

	// Lucky has Solve try a few simple assignments first, unless there are assumptions or a theory.
	// Off by default.
	Lucky bool

	// Spend, if not nil, is called with the ticks spent since its last call. The solver calls it at
	// the end of each call of Solve and whenever the search checks its context.
	Spend func(ticks int64)

	// Limits apply to each call of Solve; see Solver.SetLimits.
	Limits Limits
}

// Mode is a way of searching.
type Mode uint8

// The modes. Focused search (many restarts, decision by a move-to-front queue) is good at
// refutations, stable search (few restarts, decision by activity, target phases) at models.
const (
	Alternate Mode = iota // switch between the two in growing intervals
	Focused               // focused search only
	Stable                // stable search only
)

// Limits bound the effort of one call of Solve. A zero field is no bound. Every bound but Bytes
// counts from the start of the call, and all are deterministic: a run that stops at a bound will
// stop at the same place the next time.
type Limits struct {
	Conflicts    int64 // conflicts
	Propagations int64 // literals propagated
	Ticks        int64 // estimated cache lines touched, including what the theory spends
	Bytes        int64 // bytes held by the solver's large structures, as Solver.Bytes counts them
}
