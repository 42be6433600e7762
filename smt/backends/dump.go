// SPDX-License-Identifier: Apache-2.0

package backends

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
)

// DumpOptions configure a [DumpFolder].
type DumpOptions struct {
	// Limit bounds the number of files; 0 means no bound. Later queries are not written.
	Limit int64
	// Log receives a warning for each file that cannot be written; nil discards it.
	Log *slog.Logger
}

// DumpFolder is a folder for the queries of any number of back ends. It is safe for concurrent use.
type DumpFolder struct {
	dir  string
	opts DumpOptions
	next atomic.Int64
}

// NewDumpFolder returns the folder dir. It makes the folder if it does not exist.
func NewDumpFolder(dir string, o DumpOptions) (*DumpFolder, error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	return &DumpFolder{dir: dir, opts: o}, nil
}

// Dumped passes all queries on to another back end and writes them to files. It implements
// smt.Backend, and is as safe for concurrent use as the inner back end.
type Dumped struct {
	inner  smt.Backend
	folder *DumpFolder
	source string
}

var _ smt.Backend = (*Dumped)(nil)

// Dumped returns a back end that passes queries on to inner and writes them. Source is one line
// that each file gets as its origin; it may be empty.
func (f *DumpFolder) Dumped(inner smt.Backend, source string) *Dumped {
	return &Dumped{inner: inner, folder: f, source: source}
}

// Name returns the name of the inner back end.
func (b *Dumped) Name() string { return b.inner.Name() }

// New implements smt.Backend.
func (b *Dumped) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	s, err := b.inner.New(store, o)
	if err != nil {
		return nil, err
	}
	return &dumpedSolver{Solver: s, dump: b, store: store}, nil
}

// Projector implements smt.Backend. Projections are not written.
func (b *Dumped) Projector(store *logic.Store, o smt.Options) (smt.Projector, error) {
	return b.inner.Projector(store, o)
}

// Interpolator implements smt.Backend.
func (b *Dumped) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	ip, err := b.inner.Interpolator(store, o)
	if err != nil {
		return nil, err
	}
	return &dumpedInterpolator{inner: ip, dump: b, store: store}, nil
}

// write makes the next file.
func (f *DumpFolder) write(kind string, script func(*bytes.Buffer) error) {
	n := f.next.Add(1)
	if f.opts.Limit > 0 && n > f.opts.Limit {
		return
	}
	var text bytes.Buffer
	err := script(&text)
	if err == nil {
		err = os.WriteFile(filepath.Join(f.dir, fmt.Sprintf("%06d-%s.smt2", n, kind)), text.Bytes(), 0o666)
	}
	if err != nil {
		f.opts.Log.Warn("query not written", "number", n, "error", err)
	}
}

// info describes an answer.
func (b *Dumped) info(st smt.Status) query.Info { return query.Info{Status: st, Source: b.source} }

// dumpedSolver is a solver that writes its checks.
type dumpedSolver struct {
	smt.Solver
	dump     *Dumped
	store    *logic.Store
	asserted []*logic.Term
	scopes   []int // lengths of asserted
}

func (s *dumpedSolver) Push() {
	s.Solver.Push()
	s.scopes = append(s.scopes, len(s.asserted))
}

func (s *dumpedSolver) Pop(n int) {
	s.Solver.Pop(n)
	if n > 0 {
		s.asserted = s.asserted[:s.scopes[len(s.scopes)-n]]
		s.scopes = s.scopes[:len(s.scopes)-n]
	}
}

func (s *dumpedSolver) Assert(t *logic.Term) error {
	if err := s.Solver.Assert(t); err != nil {
		return err
	}
	s.asserted = append(s.asserted, t)
	return nil
}

func (s *dumpedSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	st, err := s.Solver.Check(ctx, assumptions...)
	if ctx.Err() == nil {
		s.dump.folder.write("check", func(b *bytes.Buffer) error {
			return query.WriteCheck(b, s.store, s.asserted, assumptions, s.dump.info(st))
		})
	}
	return st, err
}

// dumpedInterpolator is an interpolator that writes its queries.
type dumpedInterpolator struct {
	inner smt.Interpolator
	dump  *Dumped
	store *logic.Store
}

func (ip *dumpedInterpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	asked := &smt.Query{Part: slices.Clone(q.Part), Parent: slices.Clone(q.Parent), Strength: q.Strength}
	z, err := ip.inner.Interpolate(ctx, q)
	if ctx.Err() == nil {
		ip.dump.folder.write("interpolate", func(b *bytes.Buffer) error {
			return query.WriteTree(b, ip.store, asked, ip.dump.info(z.Status))
		})
	}
	return z, err
}
