// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// Options configure a pipeline. The zero value is the default pipeline.
type Options struct {
	// On and Off name passes to run in addition to the default ones, and default passes to leave
	// out. A pass in both is off.
	On, Off []string
	// Keep has the properties that all passes must preserve. Passes that do not preserve them are
	// left out.
	Keep pass.Keeps
	// DumpDir is a directory into which the system is written after every pass
	// that changes it, as <seq>_<pass>.smt2, and before the first one as
	// 000_input.smt2; "" writes nothing. The directory must exist.
	DumpDir string
	// Early, if set, is called with the system before the passes that run last in their group,
	// which are the most expensive. An error ends the run.
	Early func(ctx context.Context, z pass.Outcome) error
	// CheckModel and CheckRefutation, if set, are called for every witness as it is translated
	// back, with the system that it belongs to, the input of pass. An error ends the translation
	// and names the pass.
	CheckModel      func(ctx context.Context, sys *horn.System, m *horn.Model) error
	CheckRefutation func(ctx context.Context, sys *horn.System, r *horn.Refutation) error
}

// Pipeline runs passes in the order of the table. It has no state, so it may be used for several
// systems at once.
type Pipeline struct {
	passes  []Entry
	options Options
}

// Run applies the passes that the options describe to sys; see [Pipeline.Run].
func Run(ctx context.Context, o Options, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	p, err := New(o)
	if err != nil {
		return pass.Outcome{}, err
	}
	return p.Run(ctx, env, sys)
}

// New returns the pipeline that the options describe.
func New(o Options) (*Pipeline, error) {
	table := Table()
	if err := checkOrder(table); err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(o.On, o.Off) {
		if !slices.ContainsFunc(table, func(e Entry) bool { return e.Name == name }) {
			return nil, fmt.Errorf("there is no preprocessing pass %q; there are\n%s", name, Usage())
		}
	}
	p := &Pipeline{options: o}
	for _, e := range table {
		if (e.Default || slices.Contains(o.On, e.Name)) && !slices.Contains(o.Off, e.Name) && e.Keeps.Has(o.Keep) {
			p.passes = append(p.passes, e)
		}
	}
	return p, nil
}

// Run applies the passes to sys, which does not change. In the outcome, Back is not nil, and Passes
// describes the passes that ran.
func (p *Pipeline) Run(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	r := &run{Pipeline: p, env: *env, shared: pass.Run{Satisfiable: map[*logic.Term]bool{}}, z: pass.Outcome{System: sys, Effect: pass.Exact}}
	r.env.Run = &r.shared
	r.grow()
	if err := r.dump("input"); err != nil {
		return pass.Outcome{}, err
	}
	for i := 0; i < len(p.passes); {
		if !p.passes[i].Repeat {
			if _, err := r.pass(ctx, p.passes[i]); err != nil {
				return pass.Outcome{}, err
			}
			i++
			continue
		}
		end := i
		for end < len(p.passes) && p.passes[end].Repeat {
			end++
		}
		if err := r.repeat(ctx, p.passes[i:end]); err != nil {
			return pass.Outcome{}, err
		}
		i = end
	}
	return r.outcome(), nil
}

// outcome returns the result so far.
func (r *run) outcome() pass.Outcome {
	z := r.z
	z.Back, z.Hints, z.Lemmas = r.back, r.env.Hints, r.lemmas
	return z
}

// lemmas is Outcome.Lemmas.
func (r *run) lemmas(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	r.shared.Open = true
	defer func() { r.shared.Open = false }()
	return r.back.Model(ctx, m)
}

// run is the state of one run.
type run struct {
	*Pipeline
	env    pass.Env
	shared pass.Run
	z      pass.Outcome
	back   pass.Sequence
	seq    int
}

// repeat runs the passes of a group until a whole round changes nothing. Then it runs the passes
// that run last. Whenever one of them changes something, it runs the others again.
func (r *run) repeat(ctx context.Context, group []Entry) error {
	var passes, last []Entry
	for _, e := range group {
		if e.Last {
			last = append(last, e)
		} else {
			passes = append(passes, e)
		}
	}
	if err := r.saturate(ctx, passes); err != nil {
		return err
	}
	if r.options.Early != nil {
		if err := r.options.Early(ctx, r.outcome()); err != nil {
			return err
		}
	}
	for _, e := range last {
		changed, err := r.pass(ctx, e)
		if err != nil {
			return err
		}
		if changed {
			r.grow()
			if err := r.saturate(ctx, passes); err != nil {
				return err
			}
		}
	}
	return nil
}

// grow sets the bound of inlining according to the current size, if that gives a larger bound.
func (r *run) grow() {
	r.shared.MaxSize = max(r.shared.MaxSize, int(cmp.Or(r.env.Limits.Growth, 2)*float64(r.z.System.Size()))+1000)
}

// saturate runs the passes until a whole round changes nothing.
func (r *run) saturate(ctx context.Context, passes []Entry) error {
	idle := 0 // passes since the last change
	for range cmp.Or(r.env.Limits.Rounds, 24) {
		for _, e := range passes {
			changed, err := r.pass(ctx, e)
			if err != nil {
				return err
			}
			if changed {
				idle = 0
			} else if idle++; idle == len(passes) {
				return nil
			}
		}
	}
	return nil
}

// pass runs one pass and reports whether it changed the system.
func (r *run) pass(ctx context.Context, e Entry) (bool, error) {
	if turn.Yield(ctx) != nil {
		return false, context.Cause(ctx)
	}
	start := time.Now()
	in := r.z.System
	z, err := e.Pass(ctx, &r.env, in)
	if err != nil {
		return false, fmt.Errorf("preprocessing pass %s: %w", e.Name, err)
	}
	st := pass.Stats{Pass: e.Name, Time: time.Since(start), Changed: z.System != in}
	defer func() { r.z.Passes = append(r.z.Passes, st) }()
	if !st.Changed {
		r.env.Logger().Debug("transform finds nothing", "pass", e.Name, "time", st.Time)
		return false, nil
	}
	r.z.System = z.System
	if len(z.Moves) > 0 {
		r.z.Trail = append(r.z.Trail, z.Moves)
	}
	if len(z.Moves) > 0 && !r.env.Hints.IsEmpty() {
		r.env.Hints = r.env.Hints.Carry(z.Moves)
	}
	r.z.Effect = r.z.Effect.Then(z.Effect)
	if z.Back != nil {
		r.back = append(r.back, &checked{BackTranslator: z.Back, pass: e.Name, sys: in, env: &r.env, options: &r.options})
	}
	st.After = pass.Measure(z.System)
	r.env.Logger().Debug("transform", "pass", e.Name, "preds", st.After.Preds, "clauses", st.After.Clauses,
		"args", st.After.Args, "size", st.After.Size, "time", st.Time)
	return true, r.dump(e.Name)
}

// dump writes the current system if the options ask for it.
func (r *run) dump(name string) error {
	if r.options.DumpDir == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(r.options.DumpDir, fmt.Sprintf("%03d_%s.smt2", r.seq, name)))
	if err != nil {
		return fmt.Errorf("dump of the system after %s: %w", name, err)
	}
	r.seq++
	err = horn.Write(f, r.z.System)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err != nil {
		return fmt.Errorf("dump of the system after %s: %w", name, err)
	}
	return nil
}

// checked is a translator whose results are checked if the options ask for it.
type checked struct {
	pass.BackTranslator
	pass    string
	sys     *horn.System
	env     *pass.Env
	options *Options
}

func (c *checked) Model(ctx context.Context, m *horn.Model) (*horn.Model, error) {
	z, err := c.BackTranslator.Model(ctx, m)
	if err == nil && c.options.CheckModel != nil && !c.env.Run.Open {
		err = c.options.CheckModel(ctx, c.sys, z)
	}
	if err != nil {
		return nil, fmt.Errorf("model back through %s: %w", c.pass, err)
	}
	return z, nil
}

func (c *checked) Refutation(ctx context.Context, x *horn.Refutation) (*horn.Refutation, error) {
	z, err := c.BackTranslator.Refutation(ctx, x)
	if err == nil && c.options.CheckRefutation != nil {
		err = c.options.CheckRefutation(ctx, c.sys, z)
	}
	if err != nil {
		return nil, fmt.Errorf("refutation back through %s: %w", c.pass, err)
	}
	return z, nil
}
