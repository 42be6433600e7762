// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"errors"
	"time"

	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/internal/turn"
	"cornet/logic"
)

// Limits of the search for invariants of a program with threads: runs of the validator, the effort
// of the engines in each, and the states of the product. A limit on the time of all runs covers
// work that is not counted.
const (
	ghostRounds = 30
	ghostTicks  = 1_000 * logic.TicksPerMillisecond
	ghostStates = 3_000
	ghostTime   = 10 * time.Second
)

var errGhostTicks = errors.New("too much effort for candidates")

// addGhosts adds invariants with ghost variables to the witness of a program with threads. All
// candidates are validated together. Those that fail are dropped until the rest is confirmed. The
// written witness has been confirmed exactly as it is. If no candidate is confirmed, the witness
// does not change.
func (d *driver) addGhosts(ctx context.Context, sources []Source, config engines.Config) error {
	g := witness.NewGhosts(d.meta(), d.prog.source, d.proven)
	ctx, stop := context.WithTimeout(ctx, ghostTime)
	defer stop()
	for range ghostRounds {
		if g.Len() == 0 {
			return nil
		}
		_, failing, err := d.confirm(ctx, sources, config, g, false)
		switch {
		case err != nil || failing == isOpen:
			return err
		case failing >= 0:
			g.Drop(failing)
			continue
		}
		text, failing, err := d.confirm(ctx, sources, config, g, true)
		if err != nil || failing != holds {
			return err
		}
		return d.writeWitness(text, nil)
	}
	return nil
}

// The outcomes for candidates, apart from the failure of a candidate.
const (
	holds  = -1
	isOpen = -2
)

// confirm validates the witness made from candidates, each by itself, or joined for each place. It
// returns the witness, and the candidate that fails.
func (d *driver) confirm(ctx context.Context, sources []Source, config engines.Config, g *witness.Ghosts, together bool) ([]byte, int, error) {
	text, err := g.Witness(together)
	if err != nil {
		return nil, isOpen, err
	}
	o := d.Options
	if o.document, err = witness.Read(d.out.witness, text); err != nil {
		return nil, isOpen, err
	}
	o.Witness, o.Certificate, o.Harness, o.Invariants, o.AllFindings, o.Replay = "", "", "", false, false, "off"
	o.MaxProduct = min(o.MaxProduct, ghostStates)
	ctx, stop := turn.Limit(ctx, ghostTicks, errGhostTicks)
	defer stop()
	z, err := Run(ctx, sources, o, config)
	var internal *defect.Error
	switch {
	case errors.As(err, &internal):
		return nil, isOpen, err
	case err != nil:
		return nil, isOpen, nil // for example, an expression that has no meaning there
	case z.Verdict == horn.Safe:
		return text, holds, nil
	case z.Verdict == horn.Unsafe && z.failing >= 0:
		return text, z.failing, nil
	}
	return nil, isOpen, nil
}
