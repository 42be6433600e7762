// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"slices"

	"cornet/engines/exchange"
	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// preparation chooses the passes that make the system for a strategy's engine.
type preparation int

const (
	simplified preparation = iota // all passes
	singleLoop                    // for a single loop; see prepareLoop
	asWritten                     // no passes: the engine prepares the input itself
)

// prepared is a system after preprocessing, with the translation of its witnesses.
type prepared struct {
	system *horn.System
	back   pass.BackTranslator // nil for the identity
	// trail and lemmas are those of a [pass.Outcome]; nil for the identity.
	trail  [][]hints.Move
	lemmas func(context.Context, *horn.Model) (*horn.Model, error)
	// signature has its predicates on the blackboard, if there is one.
	signature *exchange.Signature
}

// preparedBy is what a pipeline has made.
func preparedBy(z pass.Outcome) prepared {
	return prepared{system: z.System, back: z.Back, trail: z.Trail, lemmas: z.Lemmas}
}

// prepareLoop makes the system for the engines that unroll it as a single loop; for bmc, this is
// done if derivations are paths.
//
// They take the same system as the others, except in one case: control arguments have become
// control flow, and bad states occur everywhere. A program counter deserves predicates of its own,
// since it determines the order of steps and the place of the error. Modes of a protocol do not:
// every clause would occur several times, and the loop would need a location variable to
// distinguish the copies. (LRA-Lin, processor time of imc with and without: fourslot more than 10 s
// and 0.9 s, tte_synchro.cm_clock_distance 5.6 and 3.0; with one bad place, bubblesort_init-2 2.8
// and more than 10, s3_srvr_7.cil 3.5 and more than 10. LIA-Lin, bmc: metros_3_e4_1251 more than 10
// s and 0.3.)
func (r *runner) prepareLoop(ctx context.Context, members []member) error {
	in, out := r.stats.Input, r.stats.Simplified
	wanted := slices.ContainsFunc(members, func(m member) bool { return m.Passes == singleLoop })
	if !wanted || r.SkipPasses || !out.Linear || out.Predicates <= in.Predicates || out.Queries <= in.Queries {
		return nil
	}
	o := r.passes()
	o.Keep |= pass.NotSplit
	return r.stats.time("preprocess for a single loop", r.sys.Store, func() error {
		// Drop the hints: r's hints are about the other system now, and this engine reads none.
		z, err := transform.Run(ctx, o, &pass.Env{Backend: r.Backend, Solver: r.SMT, Log: r.Log}, r.sys)
		if err == nil {
			p := preparedBy(z)
			r.loop = &p
		}
		return err
	})
}

// prepared returns the system that the passes have made, and the translation of its witnesses to
// the input.
func (r *runner) prepared(by preparation) prepared {
	switch {
	case by == asWritten:
		z := prepared{system: r.sys}
		if r.board != nil {
			z.signature = r.board.Input()
		}
		return z
	case by == singleLoop && r.loop != nil:
		return *r.loop
	}
	return r.small
}

// input returns the system that preprocessing begins with, strengthened by known facts about its
// predicates.
func (r *runner) input() *horn.System {
	if r.known == nil {
		return r.sys
	}
	return strengthened(r.sys, r.known)
}

// strengthened returns sys with the known facts about predicates added to the bodies of its
// clauses.
func strengthened(sys *horn.System, known *horn.Model) *horn.System {
	z := *sys
	z.Clauses = nil
	for _, c := range sys.Clauses {
		d := *c
		conj := []*logic.Term{c.Constraint}
		for _, a := range c.Body {
			conj = append(conj, known.Instance(z.Store, a.Pred, a.Args))
		}
		d.Constraint = z.Store.And(conj...)
		z.Clauses = append(z.Clauses, &d)
	}
	return &z
}
