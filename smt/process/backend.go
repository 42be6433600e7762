// SPDX-License-Identifier: Apache-2.0

package process

import (
	"cmp"
	"runtime"
	"time"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// Backend makes solvers that run as child processes. It implements [smt.Backend] and is safe for
// concurrent use.
type Backend struct {
	command []string
	opts    Options
	pool    *pool
}

var _ smt.Backend = (*Backend)(nil)

// Options configure a [Backend]. The zero value is the default.
type Options struct {
	// Time bounds the wall time of one question; 0 means no bound. When it has passed, the child is
	// killed and the answer is Unknown.
	Time time.Duration
	// Synthesis bounds the time for the synthesis of the interpolants of one query, after the query
	// is known to be unsatisfiable. 0 means 2 s.
	Synthesis time.Duration
}

// New returns a back end that runs the command; see [Command]. It starts nothing yet.
func New(command []string, o Options) *Backend {
	o.Synthesis = cmp.Or(o.Synthesis, 2*time.Second)
	b := &Backend{command: command, opts: o, pool: &pool{}}
	runtime.AddCleanup(b, (*pool).drain, b.pool)
	return b
}

// Name returns "process".
func (b *Backend) Name() string { return "process" }

func (b *Backend) session(o smt.Options) session {
	return session{command: b.command, pool: b.pool, opts: o, time: b.opts.Time, log: o.Logger()}
}

// New implements smt.Backend. The first Check starts the program, and fails if the program cannot
// be started.
func (b *Backend) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	s := &Solver{session: b.session(o), store: store, frames: [][]*logic.Term{nil}}
	return s, nil
}

// Projector implements smt.Backend. Projection is done here, since no program offers it.
func (b *Backend) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{Log: o.Log}), nil
}

// Interpolator implements smt.Backend. All interpolants of the program are checked. If the program
// has none, they come from models. The child becomes free some time after the interpolator becomes
// unreachable.
func (b *Backend) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	p, err := b.Projector(store, o)
	if err != nil {
		return nil, err
	}
	newSolver := func() (smt.Solver, error) { return b.New(store, o) }
	proofs := itp.NewChecked(b.interpolator(store, o), store, newSolver, 1, o.Logger())
	return itp.NewFallback(proofs, itp.NewModelBased(store, newSolver, p, itp.Options{Log: o.Log})), nil
}

// interpolator returns an interpolator whose answers are not checked.
func (b *Backend) interpolator(store *logic.Store, o smt.Options) *Interpolator {
	s := b.session(o)
	s.interpolants, s.synthesis = true, b.opts.Synthesis
	ip := &Interpolator{session: &s, store: store}
	runtime.AddCleanup(ip, (*session).release, ip.session)
	return ip
}
