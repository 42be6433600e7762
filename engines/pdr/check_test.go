// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"fmt"

	"cornet/smt"
)

// Checked returns e, set to check the invariants of all frames whenever the bound rises.
func Checked(e *Engine) *Engine {
	e.opts.inspect = func(ctx context.Context, s *search) error { return s.check(ctx) }
	return e
}

// check returns an error if an invariant of the frames is broken: a lemma that the rules and the
// frames below it do not imply, a live lemma that the views lack, or an obligation with a wrong
// index in the queue.
func (s *search) check(ctx context.Context) error {
	for i, o := range s.queue {
		if o.queued != i+1 {
			return fmt.Errorf("pdr: obligation %d stands at %d in the queue and believes %d", o.id, i+1, o.queued)
		}
	}
	for _, l := range s.locs {
		for _, x := range l.lemmas {
			if x.dead {
				return fmt.Errorf("pdr: a dead lemma of %s among the live ones: %v", name(l), x.term)
			}
			told := false
			for _, e := range l.log {
				told = told || e.lemma == x && e.level == x.level
			}
			if !told {
				return fmt.Errorf("pdr: nobody knows that a lemma of %s has level %d: %v", name(l), x.level, x.term)
			}
			if err := s.checkLemma(ctx, x); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *search) checkLemma(ctx context.Context, x *lemma) error {
	for _, r := range x.loc.rules {
		if x.level == 0 && len(r.body) > 0 {
			continue
		}
		st, err := r.solver.check(ctx, r.solver.frames(x.level-1), x.cube)
		if err != nil {
			return err
		}
		if st == smt.Sat {
			return fmt.Errorf("pdr: clause %d and the frames of level %d violate a lemma of %s of level %d: %v",
				r.clause, x.level-1, name(x.loc), x.level, x.term)
		}
	}
	return nil
}
