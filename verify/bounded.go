// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/witness"
)

// maxNamedPlaces bounds the places that the remark on a bounded answer names.
const maxNamedPlaces = 5

// bounded describes the executions that are free of errors, given that no derivation of an error
// has the height. Each step of a derivation, except the first, begins at a place with a predicate.
// So an execution that reaches such places at most height-1 times has no error.
//
// For example, with a single loop at line 4:
//
//	bounded: no error within 21 iterations of the loop at p.c:4; executions with more iterations are not covered
func bounded(sys *chc.System, height int) witness.Remarks {
	visits := height - 1
	if visits < 2 || sys == nil || len(sys.Places) == 0 {
		return nil
	}
	if len(sys.Places) == 1 {
		at := sys.Places[0].Pos
		return witness.Remarks{witness.Bounded.Say("no error within %s of the loop at %s:%d; executions with more iterations are not covered", iterations(visits-1), at.File, at.Line)}
	}
	return witness.Remarks{witness.Bounded.Say("no error in executions that come at most %d times in all to the %s; longer executions are not covered", visits, places(sys.Places))}
}

// iterations returns "1 iteration", "2 iterations", and so on.
func iterations(n int) string {
	if n == 1 {
		return "1 iteration"
	}
	return fmt.Sprintf("%d iterations", n)
}

// places names the places of predicates, as in "loop heads at p.c:4, p.c:9 and p.c:12".
func places(all []chc.Place) string {
	heads := !slices.ContainsFunc(all, func(p chc.Place) bool { return p.Kind != chc.LoopHead })
	what := map[bool]string{true: "loop heads at ", false: "loop heads, calls and joins at "}[heads]
	at := make([]cfg.Pos, 0, len(all))
	for _, p := range all {
		at = append(at, cfg.Pos{File: p.Pos.File, Line: p.Pos.Line})
	}
	slices.SortFunc(at, func(a, b cfg.Pos) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	at = slices.Compact(at)
	var names []string
	for _, p := range at[:min(len(at), maxNamedPlaces)] {
		names = append(names, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	if more := len(at) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d other lines", more))
	}
	if len(names) == 1 {
		return what + names[0]
	}
	last := len(names) - 1
	return what + strings.Join(names[:last], ", ") + " and " + names[last]
}
