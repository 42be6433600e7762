// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"cornet/engines/exchange"
	"cornet/engines/kernel"
	"cornet/engines/reproducer"
	"cornet/engines/schedule"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/proof/judge"
	"cornet/smt"
	"cornet/smt/itp"
)

// Outcome is the answer to a system and what it took to find it.
type Outcome struct {
	Verdict horn.Verdict
	Model   *horn.Model // for Safe
	// Unwinding replaces the model if the configuration allows unwindings.
	Unwinding *horn.Unwinding
	Proof     *horn.Proof // for Unsafe
	// Reason says why the verdict is Unknown.
	Reason string
	// Lemmas is set for Unknown, if anything is known. It is a definition of all predicates under
	// which all assertions except queries hold. The judge has confirmed this.
	Lemmas *horn.Model
	// Height is a height up to which a linear system has no refutation; 0 if none is known.
	Height int
	Stats  Stats
}

// Stats describes a run.
type Stats struct {
	Engine string `json:"engine"`
	// options without their default values, as name=value
	Options    []string      `json:"options,omitempty"`
	Input      horn.Features `json:"input"`
	Simplified horn.Features `json:"simplified"`
	Search     any           `json:"search,omitempty"` // counters of the engine
	Phases     []Phase       `json:"phases"`
	// Effort is counted work in ticks, see [logic.Store.Effort]: for making and simplifying
	// clauses, for the search that answered, and for validation. It does not depend on the clock.
	// It leaves out the losing members of a portfolio.
	Effort int64 `json:"effort"`
}

// Phase is one phase of a run: its wall-clock time, and its effort in ticks. A phase may contain
// others.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Ticks   int64   `json:"ticks"`
}

// time runs a phase on the terms of store and records what it took.
func (s *Stats) time(name string, store *logic.Store, phase func() error) error {
	start, before := time.Now(), store.Effort()
	defer func() { s.Phases = append(s.Phases, Phase{name, time.Since(start).Seconds(), store.Effort() - before}) }()
	return phase()
}

// Run decides sys: preprocessing, the engine, back-translation of the witness, and validation. Safe
// and Unsafe come with a witness that horn/check has accepted (unless c.Trust). A run that is
// cancelled or out of budget, or whose engines refuse the system, is Unknown with a reason and no
// error. An error means a wrong configuration, or is a [*defect.Error].
//
// If an engine has a defect, the others decide. If there is no verdict then, or a witness could not
// be translated back or validated, Run tries once more without preprocessing, which may have caused
// this.
func Run(ctx context.Context, sys *horn.System, c Config) (Outcome, error) {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	err := c.check()
	if err != nil {
		return Outcome{Reason: err.Error()}, err
	}
	r := newRunner(sys, c)
	if c.Assertions {
		if z, ok := r.asserted(ctx); ok {
			return z, nil
		}
	}
	if c.Cache == nil || c.Trust {
		return r.outcome(ctx)
	}
	if z, ok := r.recall(ctx); ok {
		return z, nil
	}
	z, err := r.outcome(ctx)
	r.remember(z)
	return z, err
}

func newRunner(sys *horn.System, c Config) *runner {
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	every := itp.SamplePeriod
	if c.Debug.ItpCheck > 0 {
		every = c.Debug.ItpCheck
	}
	c.Backend = itp.Sampled{Backend: c.Backend, Every: every, Log: c.Log}
	return &runner{Config: c, given: c, sys: sys, judge: c.NewJudge(sys), portfolio: everything(), told: sys.Store.Effort()}
}

// lemmaShare: one part in lemmaShare of the time is kept for lemmas.
const lemmaShare = 10

// outcome runs the portfolio and turns errors into the outcomes that Run promises.
func (r *runner) outcome(ctx context.Context) (z Outcome, err error) {
	whole := ctx
	if r.Lemmas {
		if deadline, ok := ctx.Deadline(); ok {
			left := time.Until(deadline)
			var stop func()
			ctx, stop = budget.Budget{Timeout: max((left - left/lemmaShare).Round(10*time.Millisecond), time.Millisecond)}.Context(ctx)
			defer stop()
		}
		defer func() {
			if err != nil || z.Verdict != horn.Unknown || whole.Err() != nil {
				return
			}
			if broken := defect.Guard(func() error { z.Lemmas = r.lemmas(whole); return nil }); broken != nil {
				err = r.saved(&defect.Error{Engine: r.stats.Engine, Err: broken})
			}
		}()
	}
	err = defect.Guard(func() (err error) { z, err = r.run(ctx); return err })
	switch {
	case err == nil:
	case ctx.Err() != nil:
		z = Outcome{Reason: budget.Why(ctx)}
	case isLimit(err):
		z = Outcome{Reason: err.Error()}
	default:
		z = Outcome{Reason: err.Error()}
		r.broken(r.stats.Engine, err)
	}
	r.stats.Effort = r.sys.Store.Effort() + r.searched
	z.Stats, z.Height = r.stats, int(r.height.Load())
	var broken error
	if r.defect != nil {
		broken = r.saved(r.defect)
	}
	if z.Verdict == horn.Unknown && (r.lost || r.defect != nil) && !r.SkipPasses && ctx.Err() == nil {
		if r.defect != nil {
			r.Log.Warn("a defect", "err", r.defect.Err)
		}
		r.Log.Info("the system is tried as it was written")
		plain := &runner{Config: r.given, given: r.given, sys: r.sys, judge: r.judge, portfolio: r.portfolio, told: r.told}
		plain.SkipPasses, plain.Lemmas = true, false
		if again, _ := plain.outcome(ctx); again.Verdict != horn.Unknown {
			z = again
		}
	}
	return z, broken
}

type runner struct {
	Config
	given Config // the configuration before hints went through the passes
	sys   *horn.System
	// judge validates all witnesses of sys.
	judge *judge.Judge
	// known is an inductive model of the clauses with heads, or nil. The engines get it as
	// constraints.
	known *horn.Model
	portfolio
	stats Stats
	small prepared             // for most engines
	loop  *prepared            // for engines that make a single loop; nil if they take small
	board *exchange.Blackboard // nil when nothing is exchanged
	early Outcome              // the answer of a trial, if there is one
	// defect is the first defect that occurred.
	defect *defect.Error
	// told is the effort of the store that has been reported to [turn.Spend].
	told int64
	// searched is the effort of searches in stores of their own, in ticks.
	searched int64
	// lost reports whether a verdict was lost because its witness could not be translated back or
	// validated.
	lost bool
	// tried reports whether the trials have been made.
	tried bool
	// promised are the strategies that had one step left when their trial ended.
	promised []string
	// height is a height up to which no refutation exists.
	height atomic.Int64
}

// isLimit reports whether an error is due to unsupported input or to a limit of memory, rather than
// to a defect.
func isLimit(err error) bool {
	return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, smt.ErrMemory)
}

// broken records a defect of an engine.
func (r *runner) broken(engine string, err error) {
	if r.defect == nil {
		r.defect = &defect.Error{Engine: engine, Err: err}
	}
}

func (r *runner) run(ctx context.Context) (Outcome, error) {
	r.stats.Input, r.stats.Options = horn.Describe(r.sys), r.changed()
	small, err := r.preprocess(ctx)
	if errors.Is(err, errTried) {
		return r.early, nil
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("preprocessing: %w", err)
	}
	r.small = small
	r.stats.Simplified = horn.Describe(small.system)
	members, err := r.members(small.system, r.stats.Simplified)
	if err != nil {
		return Outcome{}, err
	}
	if err := r.prepareLoop(ctx, members); err != nil {
		return Outcome{}, fmt.Errorf("preprocessing: %w", err)
	}
	r.openExchange(members)
	r.Log.Info("solve", "engines", slice.Map(members, func(m member) string { return m.Name }), "preds", len(small.system.Preds), "clauses", len(small.system.Clauses))
	if len(members) == 1 {
		only := members[0]
		r.stats.Engine = only.Name
		var z answer
		taken := r.prepared(only.Passes)
		t := task{strategy: only.Strategy, sys: taken.system, solver: r.SMT}
		if r.board != nil {
			t.port = r.board.Port(taken.signature, taken.system)
		}
		_ = r.stats.time("solve", taken.system.Store, func() error {
			z = r.solve(r.inRounds(ctx, taken.system.Store), t)
			return nil
		})
		r.stats.Search = z.search
		if z.err != nil {
			return Outcome{}, z.err
		}
		return r.certify(ctx, only.Name, z.result, taken.back)
	}
	return r.compete(ctx, members)
}

// inRounds returns a context in which an engine that runs alone yields after each round.
func (r *runner) inRounds(ctx context.Context, store *logic.Store) context.Context {
	s := schedule.New[answer](1, r.Race)
	before := store.Effort()
	s.Between(func(_ bool, effort int64) { r.spend(ctx, before+effort) })
	m := s.Join(schedule.Share{Weight: 1}, store)
	s.Start()
	if m.Wait(ctx) != nil {
		return ctx
	}
	return turn.With(ctx, m)
}

// spend reports what the run has spent so far to the computation that this run is a part of, and
// waits for its turn.
func (r *runner) spend(ctx context.Context, effort int64) {
	turn.Spend(ctx, effort-r.told)
	r.told = effort
	_ = turn.Yield(ctx) // if ctx is done, the engines notice it
}

// compete lets engines race for the first answer whose witness is valid.
func (r *runner) compete(ctx context.Context, members []member) (z Outcome, _ error) {
	var why reasons
	r.race(ctx, members, func(a answer) bool {
		switch {
		case isLimit(a.err):
			why.add(a.strategy, a.err.Error())
		case a.err != nil && ctx.Err() == nil:
			r.broken(a.strategy, a.err)
		case a.result.Verdict == horn.Unknown:
			why.add(a.strategy, a.result.Reason)
		case a.outcome.Verdict == horn.Unknown:
			why.add(a.strategy, a.outcome.Reason)
		default:
			r.stats.Engine, r.stats.Search = a.strategy, a.search
			r.searched += a.searched
			z = a.outcome
		}
		return z.Verdict != horn.Unknown
	})
	switch {
	case z.Verdict != horn.Unknown:
		return z, nil
	case ctx.Err() != nil:
		return Outcome{}, context.Cause(ctx)
	}
	return Outcome{Reason: why.String()}, nil
}

// preprocess returns the simplified system. Hints go through the passes with it.
func (r *runner) preprocess(ctx context.Context) (prepared, error) {
	if r.SkipPasses {
		z := prepared{system: r.input()}
		return z, r.try(ctx, pass.Unchanged(z.system))
	}
	o := r.passes()
	o.Early = r.try
	var z pass.Outcome
	err := r.stats.time("preprocess", r.sys.Store, func() (err error) {
		z, err = transform.Run(ctx, o, &pass.Env{Backend: r.Backend, Solver: r.SMT, Limits: pass.Limits{Facts: r.Facts}, Hints: r.Hints, Log: r.Log}, r.input())
		return err
	})
	if err == nil {
		r.Hints = z.Hints
	}
	return preparedBy(z), err
}

// passes returns the options of the pipeline, with the debug switches applied.
func (r *runner) passes() transform.Options {
	o := r.Passes
	if r.Debug.TransformDump > 0 {
		o.DumpDir = r.Reproducers
	}
	if r.Debug.TransformCheck > 0 {
		o.CheckModel = func(ctx context.Context, sys *horn.System, m *horn.Model) error {
			return check.Model(ctx, sys, m, r.checkOptions())
		}
		o.CheckRefutation = func(ctx context.Context, sys *horn.System, x *horn.Refutation) error {
			return check.Refutation(ctx, sys, x, r.checkOptions())
		}
	}
	return o
}

// certify translates the witness of an engine's result to the input and validates it there.
func (r *runner) certify(ctx context.Context, engine string, result horn.Result, back pass.BackTranslator) (Outcome, error) {
	z := Outcome{Verdict: result.Verdict, Reason: result.Reason}
	var err error
	switch result.Verdict {
	case horn.Safe:
		if result.Unwinding != nil {
			z.Unwinding = result.Unwinding // an unwinding of the input
			break
		}
		z.Model = result.Model
		if back != nil {
			err = r.stats.time("translate back", r.sys.Store, func() error {
				z.Model, err = back.Model(ctx, result.Model)
				return err
			})
		}
		if err == nil && r.known != nil {
			z.Model = kernel.Conjunction(r.sys, z.Model, r.known)
		}
	case horn.Unsafe:
		err = r.stats.time("translate back", r.sys.Store, func() error {
			refutation := result.Refutation
			if back != nil {
				if refutation, err = back.Refutation(ctx, refutation); err != nil {
					return err
				}
			}
			z.Proof, err = r.sys.Proof(refutation)
			return err
		})
	}
	r.lost = r.lost || err != nil
	if errors.Is(err, pass.ErrUndetermined) {
		return Outcome{Reason: fmt.Sprintf("%s found the system %v, but its witness could not be translated back: %v",
			engine, result.Verdict, err)}, nil
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("translating the witness back: %w", err)
	}
	if r.Trust || z.Verdict == horn.Unknown {
		return z, nil
	}
	err = r.stats.time("check", r.sys.Store, func() error { return r.check(ctx, z) })
	// the check makes the clauses anew, with other variables; then the proof may not fit, and is
	// searched for again
	if err != nil && z.Unwinding != nil {
		err = r.stats.time("prove", r.sys.Store, func() (err error) {
			z.Unwinding, err = r.judge.Prove(ctx, z.Unwinding, proofTicks)
			return err
		})
		if err != nil {
			r.lost = true
			return Outcome{Reason: fmt.Sprintf("%s found an unwinding of the system, but it could not be proved: %v", engine, err)}, nil
		}
		err = r.check(ctx, z)
	}
	if err == nil {
		return z, nil
	}
	var undecided *check.Undecided
	var invalid *check.Invalid
	if errors.As(err, &undecided) || errors.As(err, &invalid) && invalid.Open {
		r.lost = true
		return Outcome{Reason: fmt.Sprintf("%s found the system %v, but its witness could not be validated: %v",
			engine, z.Verdict, err)}, nil
	}
	return Outcome{}, err
}

// proofTicks bound a second search for the proof of an unwinding.
const proofTicks = 10_000 * logic.TicksPerMillisecond

func (r *runner) check(ctx context.Context, z Outcome) error {
	return r.judge.Validate(ctx, &horn.Witness{Verdict: z.Verdict, Model: z.Model, Unwinding: z.Unwinding, Proof: z.Proof})
}

func (r *runner) checkOptions() check.Options {
	o := r.Judges(r.sys.Store, r.SMT)
	o.Log = r.Log
	return o
}

// saved returns the defect, with the input saved for those who mend it.
func (r *runner) saved(d *defect.Error) *defect.Error {
	file, err := reproducer.Save(r.Reproducers, r.sys, d.Err)
	if err != nil {
		r.Log.Warn("the reproducer could not be saved", "err", err)
	}
	d.Reproducer = file
	return d
}
