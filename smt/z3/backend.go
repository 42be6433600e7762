// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"sync"

	"cornet/smt"
	"cornet/smtlib"
)

// Backend makes solvers and projectors that run in libz3. Those over one term
// store share one [Context], so that the second one is made in a fraction of the
// time and terms are translated once. It implements [smt.Backend] and is safe
// for concurrent use; what it makes belongs to the goroutine of its store.
type Backend struct {
	lib *Library

	mu       sync.Mutex
	contexts map[*smtlib.Store]*Context // those in use
}

// NewBackend returns a back end over lib.
func NewBackend(lib *Library) *Backend {
	return &Backend{lib: lib, contexts: map[*smtlib.Store]*Context{}}
}

// Name returns "z3".
func (b *Backend) Name() string { return "z3" }

// New returns a solver over the store. Its Close must be called: nothing else
// frees what libz3 holds for it. See [smt.Options]; Memory bounds libz3's memory
// of the whole process, and the last bound set holds for all.
func (b *Backend) New(store *smtlib.Store, o smt.Options) (smt.Solver, error) {
	c, err := b.context(store, o)
	if err != nil {
		return nil, err
	}
	defer c.Close() // the solver holds its own use
	s, err := c.NewSolver(o)
	if err != nil {
		return nil, err // not s: a nil *Solver in an interface is not nil
	}
	return s, nil
}

// Projector returns a projector over the store. It may be closed like a solver;
// one that is not is freed some time after it becomes unreachable.
func (b *Backend) Projector(store *smtlib.Store, o smt.Options) (smt.Projector, error) {
	return nil, fmt.Errorf("z3: projection: %w", errors.ErrUnsupported)
}

// Interpolator returns an error: Z3 has had no interpolation since 4.8.
func (b *Backend) Interpolator(store *smtlib.Store, o smt.Options) (smt.Interpolator, error) {
	return nil, fmt.Errorf("z3: interpolation: %w", errors.ErrUnsupported)
}

// context returns a use of the store's context, which the caller closes.
func (b *Backend) context(store *smtlib.Store, o smt.Options) (*Context, error) {
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
	b.contexts[store] = c
	return c, nil
}
