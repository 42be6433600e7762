// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"errors"

	"cornet/horn"
	"cornet/horn/check"
)

// Validate returns nil if the certificate proves its verdict. Otherwise the error is a
// *check.Invalid or a *check.Undecided, or describes how the certificate is malformed. It makes the
// conditions itself, without data from the search.
//
// Cost: as for [check.Model] of the conditions, and for [check.Proof].
func Validate(ctx context.Context, q Question, c *Certificate, o check.Options) error {
	switch c.Verdict() {
	case Terminates:
		if c.Recurrence != nil {
			return errors.New("termination: a certificate of both verdicts")
		}
		sys, err := c.Ranking.Conditions(q)
		if err != nil {
			return err
		}
		if c.Ranking.Model == nil {
			return errors.New("termination: a ranking without a model of its conditions")
		}
		return check.Model(ctx, sys, c.Ranking.Model, o)
	case Diverges:
		closure, err := c.Recurrence.Closure(q)
		if err != nil {
			return err
		}
		if err := check.Model(ctx, closure, horn.NewModel(), o); err != nil {
			return err
		}
		if c.Recurrence.Proof == nil {
			return errors.New("termination: a closed recurrent set without a derivation of one of its states")
		}
		reach, err := c.Recurrence.Reach(q)
		if err != nil {
			return err
		}
		return check.Proof(ctx, reach, c.Recurrence.Proof, o)
	}
	return errors.New("termination: an empty certificate proves nothing")
}
