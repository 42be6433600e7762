// SPDX-License-Identifier: Apache-2.0

package passtest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/project"
	"cornet/smt/z3"
)

// libz3 is a back end over libz3 with projection and interpolation from models.
type libz3 struct{ *z3.Backend }

func (b libz3) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return project.New(store, project.Options{}), nil
}

func (b libz3) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	p, err := b.Projector(store, o)
	if err != nil {
		return nil, err
	}
	return itp.NewModelBased(store, func() (smt.Solver, error) { return b.New(store, o) }, p, itp.Options{}), nil
}

// Limited is a back end without interpolation. It has projection only if Projects is set.
type Limited struct {
	smt.Backend
	Projects bool
}

func (b Limited) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	return nil, errors.ErrUnsupported
}

func (b Limited) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	if !b.Projects {
		return nil, errors.ErrUnsupported
	}
	return b.Backend.Projector(store, o)
}

// WithZ3 returns a back end over libz3, or skips the test. Its context for the store lives as long
// as the test, since making one is slow.
func WithZ3(t testing.TB, store *logic.Store) smt.Backend {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	b := libz3{z3.NewBackend(lib)}
	keep, err := b.New(store, smt.Options{})
	require.NoError(t, err)
	t.Cleanup(keep.Close)
	return b
}
