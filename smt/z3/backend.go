// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"sync"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
)

// Backend makes solvers and projectors that run in libz3. Solvers and projectors over one term
// store share one [Context]. So terms are translated once, and further solvers are made much
// faster. Backend implements [smt.Backend] and is safe for concurrent use. Its solvers and
// projectors belong to the goroutine of their store.
type Backend struct {
	lib *Library

	mu       sync.Mutex
	contexts map[*logic.Store]*Context // the contexts in use
}

// NewBackend returns a back end over lib.
func NewBackend(lib *Library) *Backend {
	return &Backend{lib: lib, contexts: map[*logic.Store]*Context{}}
}

// Name returns "z3".
func (b *Backend) Name() string { return "z3" }

// New returns a solver over the store. Its Close must be called: nothing else frees its memory in
// libz3. See [smt.Options]. Memory bounds the memory of libz3 in the whole process; the last value
// that was set applies to all solvers.
func (b *Backend) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	c, err := b.context(store, o)
	if err != nil {
		return nil, err
	}
	defer c.Close() // the solver has its own reference
	s, err := c.NewSolver(o)
	if err != nil {
		return nil, err // not s: a nil *Solver in an interface is not nil
	}
	return s, nil
}

// Projector implements smt.Backend. Projection is done here. A variable that cannot be eliminated
// is replaced by its value in the model. libz3 has a projection too, Z3_qe_model_project, but no
// task of the quick sets needed it.
func (b *Backend) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{LastResortValues: true, Log: o.Log}), nil
}

// Interpolator returns a model-based interpolator, because Z3 has no interpolation since 4.8; see
// [itp.ModelBased].
func (b *Backend) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	p, err := b.Projector(store, o)
	if err != nil {
		return nil, err
	}
	newSolver := func() (smt.Solver, error) { return b.New(store, o) }
	return itp.NewModelBased(store, newSolver, p, itp.Options{Log: o.Log}), nil
}

// context returns a reference to the store's context, which the caller closes.
func (b *Backend) context(store *logic.Store, o smt.Options) (*Context, error) {
	b.lib.limitMemory(o.Memory)
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.contexts[store]; c != nil && c.broken == nil {
		if c.retain() != nil {
			return c, nil
		}
	}
	c, err := b.lib.NewContext(store)
	if err != nil {
		return nil, err
	}
	c.onClose = func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.contexts[store] == c {
			delete(b.contexts, store)
		}
	}
	c.renew = func() (*Context, error) { return b.context(store, o) }
	b.contexts[store] = c
	return c, nil
}
