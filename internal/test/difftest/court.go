// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"context"
	"errors"
	"time"

	"cornet/logic"
	"cornet/smt"
)

// Session has the store in which oracles work. Questions are copied to it, so that the solver under
// test cannot disturb it. Data of an oracle for the store, such as a context of libz3, is used for
// many instances. The zero value is ready to use. A session belongs to one goroutine.
type Session struct {
	store   *logic.Store
	holders []smt.Solver // one per oracle; keep contexts alive
	copies  *logic.Importer
	source  *logic.Store
	served  int
}

// term is that of a court's store, in instances.
const term = 200

// open prepares for questions from a store.
func (c *Session) open(j *Judge, from *logic.Store) error {
	if c.source == from {
		return nil
	}
	if c.served++; c.store == nil || c.served > term {
		c.Close()
		c.store, c.served = logic.NewStore(), 0
		for _, o := range j.Oracles {
			s, err := o.New(c.store, j.OracleOptions)
			if err != nil {
				return err
			}
			c.holders = append(c.holders, s)
		}
	}
	c.source, c.copies = from, c.store.NewImporter()
	return nil
}

// Close frees the oracles; the court can be used again.
func (c *Session) Close() {
	for _, s := range c.holders {
		s.Close()
	}
	*c = Session{}
}

// copy returns copies of ts.
func (c *Session) copy(ts []*logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(ts))
	for i, t := range ts {
		z[i] = c.copies.Term(t)
	}
	return z
}

// oracleTimeout is the time limit of an oracle, because libz3 takes minutes over some questions
// with huge numerals, whatever its resource limit. Such questions stay undecided.
const oracleTimeout = 10 * time.Second

var errTimeout = errors.New("the oracle takes too long")

// decide asks an oracle about terms of the court. The model is nil if it is not
// available. Questions that an oracle does not support are unknown to it.
func (c *Session) decide(ctx context.Context, o smt.Backend, opts smt.Options, all []*logic.Term) (smt.Status, *logic.Model, error) {
	s, err := o.New(c.store, opts)
	if err != nil {
		return smt.Unknown, nil, err
	}
	defer s.Close()
	for _, t := range all {
		if err := s.Assert(t); err != nil {
			return smt.Unknown, nil, soft(err)
		}
	}
	ctx, stop := context.WithTimeoutCause(ctx, oracleTimeout, errTimeout)
	defer stop()
	st, err := s.Check(ctx)
	if errors.Is(err, errTimeout) {
		return smt.Unknown, nil, nil
	}
	if err != nil || st != smt.Sat {
		return st, nil, soft(err)
	}
	m, err := s.Model()
	if err != nil {
		return smt.Unknown, nil, nil
	}
	return st, m, nil
}
