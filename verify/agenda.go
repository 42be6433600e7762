// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
)

// decideAll decides the requested properties.
func (d *driver) decideAll(ctx context.Context) (Result, error) {
	if d.prog.kinds.Has(cfg.Endless) {
		return d.decideTermination(ctx)
	}
	return d.decideChecks(ctx)
}

// decideChecks decides the properties that have checks.
func (d *driver) decideChecks(ctx context.Context) (Result, error) {
	d.instrumentAll()
	if len(d.prog.sites) == 0 {
		z, err := d.run(ctx)
		if d.prog.asked {
			for _, name := range d.prog.kinds.Names() {
				z.Properties = append(z.Properties, Decision{Property: name, Verdict: z.Verdict, Reason: z.Reason})
			}
		}
		return z, err
	}
	a := &agenda{
		first: d, second: d.fork(), verdicts: map[int]horn.Verdict{}, reasons: map[int]string{},
		hopeless: map[string]bool{}, raced: map[cfg.Pos]map[string]bool{},
	}
	if e := d.prog.unsupported(); e != nil {
		a.ends = fmt.Sprintf("an execution may reach an unsupported construct: %v: %s", e.Pos, e.Op.(cfg.Error).What)
	}
	for _, s := range d.prog.sites {
		if d.only != nil && !slices.Contains(d.only, s) {
			a.verdicts[s.Number] = left
		}
	}
	err := a.run(ctx)
	z := a.result()
	if ctx.Err() != nil {
		z = z.Interrupted(budget.Why(ctx))
	}
	return z, err
}

// instrumentAll turns the program's own errors into checks, if each check is to be decided
// separately.
func (d *driver) instrumentAll() {
	if d.AllFindings && len(d.prog.sites) == 0 {
		d.prog.sites = properties.Instrument(d.prog.read, d.prog.kinds)
	}
}

// An agenda has the undecided checks. A check that fails is switched off, and the remaining checks
// are decided again. With it, the rest of its property is switched off, unless each check is
// decided separately.
//
// Two workers take turns by counted effort, each with questions of its own about the program. The
// first decides all open checks together. The second starts after some effort. It decides each
// property, or each check, alone, in rounds of equal shares. The share doubles from round to round.
// So no check waits for a hard one, and the order of decisions depends only on the program.
type agenda struct {
	first, second *driver // of the workers

	mu       sync.Mutex           // needed because cancelled workers may still run
	verdicts map[int]horn.Verdict // by the numbers of checks
	reasons  map[int]string       // reasons for checks that a worker has given up
	hopeless map[string]bool      // questions that a worker has given up
	raced    map[cfg.Pos]map[string]bool
	ends     string       // describes the unsupported construct where executions end, or is ""
	asked    [2]*question // the current questions of the workers
	decided  []event
	remarks  witness.Remarks // remarks on proofs
	refuted  *Result         // the first answer FALSE
	last     Result
	runs     [2][]engines.Outcome
}

// An event is the verdict about a property, or a check that fails.
type event struct {
	Decision
	finding *Finding
}

// left marks checks that remain undecided because another check of their property fails.
const left horn.Verdict = 100

// A question is whether some checks hold, with all others switched off.
type question struct {
	open   []int
	cancel context.CancelCauseFunc
}

func (q *question) key() string { return fmt.Sprint(q.open) }

// The causes for which a question ends without an answer: its share is used up, or the other worker
// has decided one of its checks.
var (
	errShare = errors.New("its share is used up")
	errStale = errors.New("one of its checks has been decided")
)

// aloneDelay is the effort after which checks are also decided alone. If a step takes longer than
// stepTime, the worker does not wait for it: both continue in parallel. In the first round, such a
// question has used up its share.
const (
	aloneDelay = 1_000 * logic.TicksPerMillisecond
	stepTime   = 5 * time.Second
)

// firstShare is the effort spent on each question of the first round.
const firstShare = 500 * logic.TicksPerMillisecond

// run decides the open checks.
func (a *agenda) run(ctx context.Context) error {
	part := func(k int, work func(*worker, context.Context) error) func(context.Context) error {
		return func(ctx context.Context) (err error) {
			defer defect.Recover("cornet", &err)
			return work(&worker{agenda: a, number: k, driver: a.first}, ctx)
		}
	}
	for _, err := range sideBySide(ctx, [2]func(context.Context) error{part(0, (*worker).together), part(1, (*worker).alone)}, aloneDelay) {
		if err != nil {
			return err
		}
	}
	return nil
}

// A worker decides one question after the other.
type worker struct {
	*agenda
	number int
	driver *driver
}

// together decides all open checks. It begins with the checks of single threads, since data races
// need additional interleavings.
func (w *worker) together(ctx context.Context) error {
	for _, ofThreads := range []bool{false, true} {
		for ctx.Err() == nil {
			q := &question{open: w.undecided(func(s *properties.Site) bool { return s.Kind.OfThreads() == ofThreads })}
			if len(q.open) == 0 || !w.wants(q) {
				break
			}
			if err := w.ask(ctx, q, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// alone decides each group of open checks by itself, in rounds.
func (w *worker) alone(ctx context.Context) error {
	if ctx.Err() != nil || len(w.groups()) == 0 {
		return nil
	}
	w.driver = w.second
	w.driver.config, w.driver.prepared = w.first.config, w.first.prepared
	for share := int64(firstShare); ctx.Err() == nil; share *= 2 {
		round := w.groups()
		if len(round) == 0 {
			return nil
		}
		for _, g := range round {
			q := &question{open: w.undecided(func(s *properties.Site) bool { return slices.Contains(g.open, s.Number) })}
			if len(q.open) == 0 || !w.wants(q) || ctx.Err() != nil {
				continue
			}
			if err := w.ask(ctx, q, share); err != nil {
				return err
			}
		}
		w.driver.ran = true // runs would be those of the first round
	}
	return nil
}

// groups returns the questions that decide open checks alone: about one property, or about one
// check. Questions that wants rejects are left out.
func (w *worker) groups() (z []*question) {
	at := map[string]*question{}
	for _, n := range w.undecided(func(*properties.Site) bool { return true }) {
		name := nameOf(w.first.prog.sites[n-1])
		if w.first.AllFindings {
			name = fmt.Sprint(n)
		}
		if at[name] == nil {
			at[name] = &question{}
			z = append(z, at[name])
		}
		at[name].open = append(at[name].open, n)
	}
	return slices.DeleteFunc(z, func(q *question) bool { return !w.wants(q) })
}

// wants reports whether a question is open: the worker has not given it up, and the other worker is
// not deciding it.
func (w *worker) wants(q *question) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	other := w.asked[1-w.number]
	return !w.hopeless[q.key()] && (other == nil || other.key() != q.key())
}

func (a *agenda) undecided(of func(*properties.Site) bool) (z []int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.first.prog.sites {
		if a.verdicts[s.Number] == horn.Unknown && of(s) {
			z = append(z, s.Number)
		}
	}
	return z
}

// ask decides a question. If share is not 0 and other questions wait, it spends about share of
// effort.
func (w *worker) ask(ctx context.Context, q *question, share int64) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q.cancel = cancel
	d := w.driver
	w.begin(q)
	d.prog.checks = q.open
	if err := d.prog.reset(); err != nil {
		return err
	}
	limited := func(effort int64) {
		if share > 0 && effort > share && len(w.groups()) > 1 {
			cancel(errShare)
		}
	}
	patience := stepTime * time.Duration(max(share/firstShare, 1))
	guard := time.AfterFunc(patience, func() { limited(share + 1) })
	defer guard.Stop()
	inner = turn.Around(turn.Watch(inner, limited), func(wait func()) {
		guard.Stop()
		wait()
		guard.Reset(patience)
	})
	z, err := d.run(inner)
	_ = turn.Yield(ctx)
	w.answered(q, z, context.Cause(inner))
	return err
}

// begin records the question that a worker decides now.
func (w *worker) begin(q *question) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[w.number] = q
	w.driver.prog.raced = map[cfg.Pos]map[string]bool{} // a copy, as the other worker may add to it
	for at, what := range w.raced {
		w.driver.prog.raced[at] = maps.Clone(what)
	}
	if w.refuted != nil { // only the files of the first counterexample are written
		w.driver.out = files{}
	}
}

// answered records the answer to a question and reports the answer so far. cause, if not nil, tells
// why the question was ended.
func (w *worker) answered(q *question, z Result, cause error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[w.number] = nil
	if z.Verdict == horn.Unknown && (errors.Is(cause, errShare) || errors.Is(cause, errStale)) {
		return
	}
	w.runs[w.number] = append(w.runs[w.number], z.Runs...)
	if w.number == 0 || cause == nil {
		w.last = z
	}
	switch {
	case z.Verdict == horn.Unsafe && slices.Contains(q.open, z.Path.Failure.Site):
		if w.verdicts[z.Path.Failure.Site] == horn.Unknown {
			w.fails(z)
		}
	case z.Verdict == horn.Safe:
		w.holds(q, z)
		w.first.proven = w.driver.proven
	case cause == nil:
		w.hopeless[q.key()] = true
		for _, n := range q.open {
			w.reasons[n] = cmp.Or(z.Reason, "another error is found")
		}
	}
	w.settle()
	if other := w.asked[1-w.number]; other != nil && w.stale(other, z) {
		other.cancel(errStale)
	}
}

// stale reports whether an answer made a question obsolete. That is the case if none of its checks
// is open, or if one is known to fail: then the others are asked about without it.
func (a *agenda) stale(q *question, z Result) bool {
	fails := func(n int) bool { return a.verdicts[n] != horn.Unknown && a.verdicts[n] != horn.Safe }
	open := func(n int) bool { return a.verdicts[n] == horn.Unknown }
	return slices.ContainsFunc(q.open, fails) || !slices.ContainsFunc(q.open, open) ||
		z.Verdict == horn.Unsafe && slices.Contains(q.open, z.Path.Failure.Site)
}

// holds records that checks hold.
func (a *agenda) holds(q *question, z Result) {
	for _, n := range q.open {
		s := a.first.prog.sites[n-1]
		if a.verdicts[n] != horn.Unknown {
			continue
		}
		a.verdicts[n] = horn.Safe
		if s.Kind.OfThreads() && slices.ContainsFunc(a.decided, func(d event) bool { return d.finding != nil && d.finding.Kind == s.Kind }) {
			a.verdicts[n] = horn.Unsafe // the same check may fail at other places
		}
	}
	for _, r := range z.Remarks {
		if !slices.Contains(a.remarks, r) {
			a.remarks = append(a.remarks, r)
		}
	}
}

// fails records that a check fails.
func (a *agenda) fails(z Result) {
	if a.refuted == nil {
		a.refuted = &z
	}
	end := z.Path.Failure
	s := *a.first.prog.sites[end.Site-1]
	switch {
	case s.Kind.OfThreads():
		if !a.races(end) {
			return
		}
		s.Pos, s.What = end.To, end.What
		if !a.first.AllFindings {
			a.verdicts[s.Number] = horn.Unsafe
		}
	// in a model of the library: the call is the position
	case cfg.OfLibrary(s.Pos) && !cfg.OfLibrary(end.To):
		a.verdicts[s.Number] = horn.Unsafe
		s.Pos, s.Pos.Thread, s.Pos.Mention = end.To, 0, 0
	default:
		a.verdicts[s.Number] = horn.Unsafe
	}
	for _, t := range a.first.prog.sites {
		if !a.first.AllFindings && t.Number != s.Number && nameOf(t) == nameOf(&s) && a.verdicts[t.Number] == horn.Unknown {
			a.verdicts[t.Number] = left
		}
	}
	a.decide(Decision{Property: nameOf(&s), Verdict: horn.Unsafe})
	a.decided = append(a.decided, event{finding: &Finding{&s, z.Path, z.Remarks}})
}

// races records a data race or a deadlock, so that further searches look for others. It reports
// whether it is new.
func (a *agenda) races(end chc.Step) bool {
	at := end.To
	at.Thread, at.Mention = 0, 0
	if a.raced[at] == nil {
		a.raced[at] = map[string]bool{}
	}
	known := a.raced[at][end.What]
	a.raced[at][end.What] = true
	return !known
}

// settle records the properties that are decided now, and reports the answer so far.
func (a *agenda) settle() {
	for _, name := range a.first.prog.kinds.Names() {
		if d := a.verdict(name); d.Verdict != horn.Unknown {
			a.decide(d)
		}
	}
	if report := a.first.Progress; report != nil && a.first.shows() {
		report(a.answer())
	}
}

// shows reports whether the answer lists properties and findings.
func (d *driver) shows() bool { return d.prog.asked || d.AllFindings }

// decide records the verdict about a property, once.
func (a *agenda) decide(d Decision) {
	if !slices.ContainsFunc(a.decided, func(e event) bool { return e.Property == d.Property }) {
		a.decided = append(a.decided, event{Decision: d})
	}
}

// verdict returns the verdict about a property, given its checks.
func (a *agenda) verdict(name string) Decision {
	d := Decision{Property: name, Verdict: horn.Safe}
	// the property has checks, and some check of any property is proved
	checked, proved := false, false
	for _, s := range a.first.prog.sites {
		proved = proved || a.verdicts[s.Number] == horn.Safe
		if nameOf(s) != name {
			continue
		}
		checked = true
		switch v := a.verdicts[s.Number]; {
		case v == horn.Unsafe:
			return Decision{Property: name, Verdict: horn.Unsafe}
		case v == horn.Unknown:
			d.Verdict, d.Reason = horn.Unknown, cmp.Or(d.Reason, a.reasons[s.Number])
		}
	}
	// checks may come after the unsupported construct, and no proof shows that it is unreachable
	if !checked && !proved && a.ends != "" {
		d.Verdict, d.Reason = horn.Unknown, a.ends
	}
	return d
}

// result returns the answer about all checks.
func (a *agenda) result() Result {
	a.mu.Lock()
	defer a.mu.Unlock()
	z := a.answer()
	if z.Verdict == horn.Unknown && z.Reason == "" {
		z.Reason = a.last.Reason // last has, for example, the reason of an error
	}
	if !a.first.shows() {
		z.Properties, z.Findings, z.decided = nil, nil, nil
	}
	return z
}

// answer returns the answer so far.
func (a *agenda) answer() Result {
	z := a.last
	if a.refuted != nil {
		z = *a.refuted
	}
	z.Runs = slices.Concat(a.runs[:]...)
	z.decided = slices.Clone(a.decided)
	z.Reason = ""
	some := map[horn.Verdict]bool{}
	for _, e := range a.decided {
		if e.finding != nil {
			z.Findings = append(z.Findings, *e.finding)
		} else {
			z.Properties = append(z.Properties, e.Decision)
			some[e.Verdict] = true
		}
	}
	for _, name := range a.first.prog.kinds.Names() { // the open properties
		if !slices.ContainsFunc(z.Properties, func(d Decision) bool { return d.Property == name }) {
			d := a.verdict(name)
			z.Properties = append(z.Properties, d)
			some[d.Verdict] = true
		}
	}
	if a.first.AllFindings {
		for _, s := range a.first.prog.sites {
			z.Checks = append(z.Checks, Decision{Property: nameOf(s), Site: s, Verdict: a.verdicts[s.Number], Reason: a.reasons[s.Number]})
		}
	}
	if a.refuted != nil && a.first.shows() {
		z.Remarks = nil // the findings contain the remarks
	}
	switch {
	case some[horn.Unsafe]:
		z.Verdict = horn.Unsafe
		if some[horn.Safe] {
			z.remark(witness.Assuming, "undefined behaviour ends an execution, so a property that is TRUE holds up to the first violation of another one")
		}
	case some[horn.Unknown]:
		z.Verdict, z.Reason = horn.Unknown, reasonOf(z.Properties)
	default:
		z.Verdict, z.Remarks = horn.Safe, a.remarks
	}
	return z
}

// reasonOf returns the reasons why some properties are undecided, without repetitions.
func reasonOf(properties []Decision) string {
	var reasons, named []string
	for _, d := range properties {
		if d.Verdict == horn.Unknown && d.Reason != "" {
			reasons, named = append(reasons, d.Reason), append(named, d.Property+": "+d.Reason)
		}
	}
	if slices.Sort(reasons); len(slices.Compact(reasons)) == 1 {
		return reasons[0]
	}
	return strings.Join(named, "; ")
}
