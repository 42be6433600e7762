// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"context"
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/logic"
)

const (
	// largeProgram is the number of edges of the source from which slicing may be worthwhile.
	largeProgram = 500
	// sliceShare is the factor by which a program must be larger than its slice.
	sliceShare = 2
	// sliceDelay is the effort, about a second, that the slice has before the whole program is
	// encoded.
	sliceDelay = 1_000 * logic.TicksPerMillisecond
)

// raceSlice decides a large program. First it tries to prove the part that its errors depend on;
// only proofs of this part count. Later it decides the whole program. A proof of the part is
// compared with runs of the whole.
func (d *driver) raceSlice(ctx context.Context) (z decided) {
	if d.prog.concurrent || !d.config.Hints.IsEmpty() || !large(d.prog.cfg) {
		return d.raceSpaces(ctx, nil)
	}
	defer defect.Recover("encoding of "+d.prog.Name, &z.err)
	lowered := chc.Scalar(d.prog.cfg, d.clauses())
	whole, slice := d.prog.sliced(lowered, d.clauses())
	if slice == nil {
		return d.raceSpaces(ctx, lowered)
	}
	part := func(ctx context.Context) (z decided) {
		defer defect.Recover("encoding of a slice of "+d.prog.Name, &z.err)
		sys, err := chc.EncodeScalar(logic.NewStore(), slice.Program, d.clauses())
		if err != nil {
			return decided{err: fmt.Errorf("%s: %w", d.prog.Name, err)}
		}
		d.log.Info("a slice is tried first", "edges", slice.Kept, "of", slice.All, "clauses", len(sys.Horn.Clauses))
		z = runEngines(ctx, sys, d.config)
		z.slice, z.whole = slice, whole
		if z.z.Verdict == horn.Unsafe {
			z.z.Verdict, z.z.Reason = horn.Unknown, "an error of a slice may be none of the program"
		}
		return z
	}
	var exact decided
	all := func(ctx context.Context) decided {
		if ctx.Err() != nil {
			return decided{} // the race is over, and encoding takes time
		}
		exact = d.raceSpaces(ctx, lowered)
		return exact
	}
	z = race(ctx, [2]procedure{part, all}, sliceDelay, func(decided) bool { return true })
	if z.z.Verdict == horn.Unknown {
		return exact
	}
	return z
}

// sliced returns a slice and the scalar program that it is a part of, or nil if the slice is not
// much smaller. lowered is the scalar program of p.
//
// The slice has no obligations of accesses that it leaves out. So it is made from a program in
// which such an access may also reach the other members of its object; see [Program.mayOverrun].
func (p *Program) sliced(lowered *scalar.Program, o chc.Options) (whole *scalar.Program, slice *scalar.Slice) {
	small := func() bool { return slice != nil && slice.Kept*sliceShare <= slice.All }
	whole, slice = lowered, lowered.Slice()
	if small() && p.mayOverrun() {
		whole = chc.Scalar(overrunning(p.cfg), o)
		slice = whole.Slice()
	}
	if !small() {
		return nil, nil
	}
	return whole, slice
}

// large reports whether a program has many edges.
func large(p *cfg.Program) bool {
	n := 0
	for range p.Edges() {
		if n++; n >= largeProgram {
			return true
		}
	}
	return false
}

// leftOut names the accesses through pointers that a proof of a slice does not cover.
func (z *decided) leftOut() []cfg.Note {
	if z.slice == nil || z.slice.Dropped == nil {
		return nil
	}
	return []cfg.Note{{Pos: z.slice.Dropped.Pos, Assumed: true, What: "pointers mean no objects but those that were found by points-to analysis, in what the property does not depend on"}}
}
