// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// NewSolver makes a solver without assertions over the store of the checked system. The validator
// makes one solver for each question and closes it.
type NewSolver func() (smt.Solver, error)

// Options configure a validation. The zero value suffices for refutations without quantifiers
// inside constraints.
type Options struct {
	// Solver decides queries that evaluation does not settle. Models need it.
	Solver NewSolver
	// Second, if not nil, is asked when Solver answers unknown.
	Second NewSolver
	// Opinion, if not nil, gives a second answer about every assertion of a model that Solver has
	// decided. The two answers must not contradict each other; Opinion may give up. For assertions
	// that multiply variables or divide by large powers of two, Opinion is asked first, and Solver
	// only if it gives up.
	Opinion NewSolver
	// Reals, if not nil, is asked first about queries with many reals: about the whole query, and
	// if it gives up, part by part.
	Reals NewSolver
	// Objection, if not nil, is asked for a counterexample, with little effort. This happens if
	// Opinion or Reals was asked first and answers that an assertion holds, but only the first few
	// times.
	Objection NewSolver
	// Log receives debug records; nil discards them.
	Log *slog.Logger
}

// judgeTicks bounds the effort of the first of two solvers: about 0.5 s of libz3. After that the
// second one decides alone, with a verified proof.
//
// opinionTicks bounds the effort of the second one: about 0.3 s of the embedded solver. It applies
// if the second one is asked first, or if the first has decided.
//
// realsTicks, about a second, bounds a question about many reals, and then each of its parts. Most
// questions take longer part by part, so parts are asked only if the whole is too hard.
//
// objectionTicks bounds the search for a counterexample to the answer of the solver that was asked
// first. It does not count the work of libz3 before its search, up to 0.5 s. So at most
// maxObjections questions are asked for a model, and only about formulas of size maxObjected or
// less.
const (
	judgeTicks     = 3_000_000
	opinionTicks   = 10_000_000
	realsTicks     = 20_000_000
	objectionTicks = 100_000
	maxObjections  = 4
	maxObjected    = 10_000 // size of a question: bits, or terms of other sorts
)

// Judges returns options that validate witnesses for a system over the store. The back end first
// decides queries, and second, if not nil, is the second one.
func Judges(store *logic.Store, first, second smt.Backend, o smt.Options) Options {
	limited, opinion, reals, objection := o, o, o, o
	if second != nil && o.Ticks == 0 {
		limited.Ticks, opinion.Ticks, reals.Ticks, objection.Ticks = judgeTicks, opinionTicks, realsTicks, objectionTicks
	}
	z := Options{Log: o.Log, Solver: func() (smt.Solver, error) { return first.New(store, limited) }}
	if second != nil {
		z.Second = func() (smt.Solver, error) { return second.New(store, o) }
		z.Opinion = func() (smt.Solver, error) { return second.New(store, opinion) }
		z.Reals = func() (smt.Solver, error) { return second.New(store, reals) }
		z.Objection = func() (smt.Solver, error) { return first.New(store, objection) }
	}
	return z
}

func (o *Options) logger() *slog.Logger {
	return cmp.Or(o.Log, slog.New(slog.DiscardHandler))
}

// target is one formula that a model must make valid.
type target struct {
	term   *logic.Term
	pos    smtlib.Pos
	number int
}

// targets returns the assertions of sys, or the formulas of its clauses.
func targets(sys *horn.System) []target {
	var z []target
	if sys.Source == nil {
		for i, c := range sys.Clauses {
			z = append(z, target{term: written(sys.Store, c), number: i})
		}
		return z
	}
	for _, a := range sys.Source.Asserts {
		z = append(z, target{a.Term, a.Pos, a.Number})
	}
	return z
}

// written returns c as a disjunction in the order of the body, which the premises of a refutation
// follow. Canonical terms would sort it.
func written(s *logic.Store, c *horn.Clause) *logic.Term {
	var z []*logic.Term
	for i := range c.Body {
		z = append(z, s.Not(c.Body[i].Term(s)))
	}
	z = append(z, s.Not(c.Constraint))
	if c.Head != nil {
		z = append(z, c.Head.Term(s))
	}
	return s.Faithful(logic.OpOr, z...)
}

// Condition must be valid if a model satisfies an assertion.
type Condition struct {
	Pos smtlib.Pos
	// Number is the number of the assertion.
	Number int
	// Formula has free variables instead of variables of universal force, and definitions instead
	// of predicates. It has the Boolean structure of the assertion and of the definitions.
	Formula *logic.Term
}

// Conditions returns the conditions under which m is a model of sys, one for each assertion. The
// error is an [*Invalid] if m does not define all predicates. Terms are made in the store of sys.
func Conditions(sys *horn.System, m *horn.Model) ([]Condition, error) {
	if err := checkDefinitions(sys, m); err != nil {
		return nil, err
	}
	inst := newInstantiation(sys.Store, m)
	inst.faithful = true
	var z []Condition
	for _, t := range targets(sys) {
		goal, err := inst.instantiate(t.term)
		if err != nil {
			err.Pos, err.Assert = t.pos, t.number
			return nil, err
		}
		z = append(z, Condition{t.pos, t.number, goal})
	}
	return z, nil
}

// Model returns nil if m is a model of sys: it defines every predicate, and every assertion is
// valid under the definitions. Otherwise the error is an [*Invalid] or an [*Undecided]. Terms are
// made in the store of sys.
//
// Cost: one query for each assertion that simplification does not settle.
func Model(ctx context.Context, sys *horn.System, m *horn.Model, o Options) error {
	return satisfies(ctx, sys, targets(sys), m, o)
}

// Inductive is like Model, but checks only the assertions that derive atoms. It leaves out queries,
// which derive only false.
func Inductive(ctx context.Context, sys *horn.System, m *horn.Model, o Options) error {
	return satisfies(ctx, sys, slice.Filter(targets(sys), func(t target) bool { return derives(t.term) }), m, o)
}

// satisfies returns nil if m defines every predicate of sys and all targets are valid under the
// definitions.
func satisfies(ctx context.Context, sys *horn.System, all []target, m *horn.Model, o Options) error {
	if m == nil {
		return &Invalid{Assert: -1, Step: -1, Msg: "there is no model"}
	}
	if err := checkDefinitions(sys, m); err != nil {
		return err
	}
	if o.Solver == nil {
		return &Undecided{Assert: -1, Step: -1, Msg: "no solver to check models with"}
	}
	j := newJudge(ctx, sys.Store, o)
	defer j.close()
	inst := newInstantiation(sys.Store, m)
	if err := j.total(sys.Source); err != nil {
		return err
	}
	var open *Undecided // the first one; a later assertion may still be invalid
	for _, t := range all {
		goal, err := inst.instantiate(t.term)
		if err != nil {
			err.Pos, err.Assert = t.pos, t.number
			return err
		}
		st, err2 := j.valid(goal)
		switch st {
		case holds:
			continue
		case fails:
			return &Invalid{
				Pos: t.pos, Assert: t.number, Step: -1, Msg: "does not hold under the model",
				Vars: logic.FreeVars(goal), Countermodel: j.counter,
			}
		}
		if open == nil {
			open = &Undecided{Pos: t.pos, Assert: t.number, Step: -1, Msg: j.reason, Err: err2}
		}
		if turn.Yield(ctx) != nil {
			break
		}
	}
	if open != nil {
		return open
	}
	return nil
}

// checkDefinitions returns an error if the form of a definition is wrong.
func checkDefinitions(sys *horn.System, m *horn.Model) error {
	for _, p := range sys.Preds {
		d, ok := m.Definition(p)
		if !ok {
			return &Invalid{Assert: -1, Step: -1, Msg: fmt.Sprintf("predicate %v has no definition", p)}
		}
		if err := checkDefinition(p, d); err != "" {
			return &Invalid{Assert: -1, Step: -1, Msg: fmt.Sprintf("the definition of predicate %v %s", p, err)}
		}
	}
	return nil
}

func checkDefinition(p *logic.Func, d horn.Definition) string {
	if len(d.Params) != p.Arity() {
		return fmt.Sprintf("has %d parameters instead of %d", len(d.Params), p.Arity())
	}
	isParam := map[*logic.Term]bool{}
	for i, v := range d.Params {
		switch {
		case v == nil || !v.IsVar():
			return fmt.Sprintf("has a parameter %d that is no variable", i+1)
		case v.Sort() != p.Params()[i]:
			return fmt.Sprintf("has a parameter %d of sort %v instead of %v", i+1, v.Sort(), p.Params()[i])
		case isParam[v]:
			return fmt.Sprintf("has parameter %s twice", v.Name())
		}
		isParam[v] = true
	}
	switch {
	case d.Body == nil:
		return "has no body"
	case !d.Body.Sort().IsBool():
		return fmt.Sprintf("has a body of sort %v instead of Bool", d.Body.Sort())
	case d.Body.HasApps():
		return fmt.Sprintf("mentions the symbol %v", logic.Funcs(d.Body)[0])
	}
	for _, v := range logic.FreeVars(d.Body) {
		if !isParam[v] {
			return fmt.Sprintf("mentions %s, which is not a parameter", logic.QuoteSymbol(v.Name()))
		}
	}
	return ""
}

// answer is a judge's answer about a formula.
type answer uint8

const (
	unknown answer = iota
	holds
	fails
)

// judge decides validity with the solvers of the options. Each question has a new solver, so that
// no answer depends on the state after earlier questions.
type judge struct {
	ctx        context.Context
	store      *logic.Store
	o          Options
	folds      *folds
	theory     *recursion.Theory // theory of recursive functions; nil until the first one
	known      map[string]*recursion.Reading
	counter    *logic.Model  // a counterexample, if the check fails
	reason     string        // if the answer is unknown
	last       [2]smt.Solver // the last solvers made from Solver and Second; nil at first: see ask
	refused    bool          // a recursive definition was refused since this was reset
	objections int           // how often Objection has been asked
	settled    *logic.Term   // the last result of settle
}

// close frees the resources of the judge.
func (j *judge) close() {
	for _, s := range j.last {
		if s != nil {
			s.Close()
		}
	}
}

func newJudge(ctx context.Context, s *logic.Store, o Options) *judge {
	j := &judge{ctx: ctx, store: s, o: o}
	j.folds = &folds{store: s, prove: j.proves, byKey: map[string]*fold{}}
	return j
}

// valid decides whether t holds for all values of its free variables. The error is the cause of
// unknown and may be nil.
func (j *judge) valid(t *logic.Term) (answer, error) {
	j.counter, j.reason = nil, ""
	if err := context.Cause(j.ctx); err != nil {
		j.reason = "the check was stopped"
		return unknown, err
	}
	neg, counter := points(j.store, j.store.Simplify(j.store.Not(t)))
	if counter != nil {
		j.counter = counter
		return fails, nil
	}
	if neg = j.settle(neg); neg.IsFalse() {
		return holds, nil
	}
	j.refused = false
	if weak, ok := j.recursive(neg); ok {
		if j.theory.Holds(j.ctx, j.store.Not(weak)) {
			return holds, nil
		}
		j.reason = "the facts tried about recursive functions do not suffice"
		return unknown, nil
	}
	if z, err, ok := j.folded(neg); ok {
		return z, err
	}
	if j.refused {
		j.reason = "the recursive functions of the model were not shown to exist, or its lemmas to hold"
		return unknown, nil
	}
	return j.decide(neg)
}

// settle simplifies the conjunction neg by methods that need no solver. It does so only once.
func (j *judge) settle(neg *logic.Term) *logic.Term {
	if neg != j.settled {
		j.settled = bounded(j.store, neg)
	}
	return j.settled
}

// folded decides neg by folds, if it has any. It begins with few instances of their equations. It
// reports whether there are folds.
func (j *judge) folded(neg *logic.Term) (z answer, err error, ok bool) {
	var last *logic.Term
	for depth := range foldDepth + 1 {
		weak, ok := j.folds.expand(neg, depth)
		if !ok {
			return unknown, nil, false
		}
		if weak == last {
			continue
		}
		last = weak
		if z, err = j.decide(weak); z == holds || j.ctx.Err() != nil {
			return z, err, true
		}
	}
	if z == fails {
		z, j.counter, j.reason = unknown, nil, "the facts tried about folds over datatypes do not suffice"
	}
	return z, err, true
}

// decide asks whether neg is unsatisfiable; then the negated formula is valid. If a variable has
// one of a few values, each value is a separate question.
func (j *judge) decide(neg *logic.Term) (answer, error) {
	x, values := cases(j.store, neg)
	for i, v := range values {
		z, err := j.decideCase(j.store.Substitute(neg, []*logic.Term{x}, []*logic.Term{v}))
		switch {
		case z == fails:
			j.counter.Set(x, v)
			return z, err
		case z == unknown:
			return j.decideCase(neg)
		case i == len(values)-1:
			return holds, nil
		}
	}
	return j.decideCase(neg)
}

// decideCase asks whether neg is unsatisfiable, as one question.
func (j *judge) decideCase(neg *logic.Term) (answer, error) {
	rest, defs := solveEquations(j.store, neg)
	if rest = j.settle(rest); rest.IsFalse() {
		return holds, nil
	}
	if rest.HasQuantifiers() {
		if z, err := j.ground(rest); z == holds || j.ctx.Err() != nil {
			return z, err
		}
	}
	z, err := j.consult(rest)
	if z == fails && (!complete(j.counter, defs) || j.counter.Eval(neg).IsFalse()) {
		return j.consult(neg)
	}
	return z, err
}

// consult asks the judges whether neg is unsatisfiable.
func (j *judge) consult(neg *logic.Term) (answer, error) {
	if j.o.Second != nil && smt.IsCircuit(neg) {
		z, err := j.ask(1, j.o.Second, neg, asOne)
		if z != unknown || j.ctx.Err() != nil {
			return z, err
		}
	}
	other := j.o.Opinion
	hard, reals := isHard(neg)
	early, how := other, asOne
	if reals && j.o.Reals != nil {
		early, how = j.o.Reals, thenByParts
	}
	if early != nil && (hard || reals) {
		if z, err := j.ask(1, early, neg, how); z != unknown {
			return j.withoutObjection(neg, z, err)
		}
		other = nil
	}
	first, err := j.ask(0, j.o.Solver, neg, asOne)
	if first == unknown {
		other = j.o.Second
	}
	if other == nil || j.ctx.Err() != nil {
		return first, err
	}
	counter, reason := j.counter, j.reason
	if how = asOne; reals {
		how = byParts
	}
	second, err2 := j.ask(1, other, neg, how)
	switch {
	case second == unknown:
		j.counter, j.reason = counter, reason
		return first, err
	case first == unknown || first == second:
		return second, nil
	}
	return j.contradiction(neg, errors.Join(err, err2))
}

// withoutObjection returns z, one judge's answer about neg. If the answer is unsatisfiable but the
// other judge has a counterexample, it returns the contradiction.
func (j *judge) withoutObjection(neg *logic.Term, z answer, err error) (answer, error) {
	if z != holds || j.o.Objection == nil || j.objections == maxObjections || weight(neg) > maxObjected {
		return z, err
	}
	j.objections++
	if other, err2 := j.ask(0, j.o.Objection, neg, asOne); other == fails {
		return j.contradiction(neg, errors.Join(err, err2))
	}
	j.counter, j.reason = nil, ""
	return z, err
}

// weight returns the size of t for a solver that handles vectors bit by bit.
func weight(t *logic.Term) (z int) {
	logic.Walk(func(t *logic.Term) bool {
		z++
		if t.Sort().IsBitVec() {
			z += t.Sort().Width()
		}
		return z <= maxObjected
	}, t)
	return z
}

// contradiction returns the answer to neg if two judges disagree.
func (j *judge) contradiction(neg *logic.Term, err error) (answer, error) {
	j.o.logger().Warn("check: solvers disagree", "formula", neg.ID())
	j.counter, j.reason = nil, "the two solvers contradict each other"
	return unknown, err
}

// isHard reports whether t multiplies variables, or divides by large powers of two, as machine
// integers do. It also reports true for sums of sign-extended vectors that represent integers. The
// second result reports whether t has many real variables. For such questions the embedded solver
// usually takes less than a tenth of libz3's time.
func isHard(t *logic.Term) (hard, reals bool) {
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpMul:
			hard = hard || t.Arg(0).Op() != logic.OpNum
		case logic.OpMod:
			k, ok := numeral(t.Arg(1))
			hard = hard || ok && k.BitLen() > 16 && int(k.TrailingZeroBits()) == k.BitLen()-1
		case logic.OpBVAdd:
			hard = hard || slices.ContainsFunc(t.Args(), func(x *logic.Term) bool { return x.Op() == logic.OpSignExtend })
		}
		return !hard
	}, t)
	return hard, !hard && smt.HasManyReals(t)
}

// numeral returns the value of t if t is an integer.
func numeral(t *logic.Term) (*big.Int, bool) {
	if t.Op() != logic.OpNum {
		return nil, false
	}
	return t.Num().BigInt()
}

// ask decides neg with a new solver. Unsatisfiable means that the formula negated in neg holds.
//
// A solver stays open until the next one is open. Solvers of one back end may share data, such as
// the translated terms of libz3; the next one then need not make them again.
func (j *judge) ask(which int, start NewSolver, neg *logic.Term, how manner) (answer, error) {
	if start == nil {
		j.reason = "no solver to ask"
		return unknown, nil
	}
	s, err := start()
	if err != nil {
		j.reason = "the solver does not start"
		return unknown, err
	}
	if j.last[which] != nil {
		j.last[which].Close()
	}
	j.last[which] = s
	st, err := j.check(s, neg, how)
	switch {
	case err != nil:
		return unknown, err
	case st == smt.Unsat:
		return holds, nil
	case st == smt.Unknown:
		j.reason = "the solver cannot tell: " + s.Reason()
		return unknown, nil
	}
	m, err := s.Model()
	if err != nil {
		j.reason = "the solver finds a counterexample without values"
		return unknown, err
	}
	// A quantified formula, or one with unspecified values, need not evaluate to a value. But
	// evaluation must not refute a counterexample.
	if m.Eval(neg).IsFalse() {
		j.reason = "the solver's counterexample is wrong"
		return unknown, nil
	}
	j.counter = m
	return fails, nil
}
