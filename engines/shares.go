// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"slices"

	"cornet/engines/schedule"
	"cornet/horn"
)

// share is a row of a schedule: an engine, and its share as [schedule.Share] has it.
type share struct {
	engine               string
	weight, early, until int
}

// schedules gives the shares of the portfolio for systems after preprocessing; the first that fits
// counts. The first engine begins first, and alone for one slice. Engines that are not listed have
// a weight of 1 and come last. docs/log/2026-11-21-measurements.md and 2026-11-26-shares.md have
// the measurements.
var schedules = []struct {
	name   string
	fits   func(horn.Features) bool
	shares []share
}{
	{
		name: "real arithmetic, linear",
		fits: func(f horn.Features) bool {
			return f.Linear && f.Theories&^arithmetic == 0 && f.Theories&horn.Reals != 0
		},
		shares: []share{{"imc", 4, 0, 0}, {"pdr", 6, 0, 0}, {"trl", 1, 7, 30}, {"bmc", 1, 0, 0}, {"predabs", 1, 0, 0}, {"lawi", 1, 0, 0}},
	},
	{
		name:   "linear arithmetic, linear",
		fits:   func(f horn.Features) bool { return f.Linear && f.Theories&^arithmetic == 0 },
		shares: []share{{"unwind", 1, 3, 300}, {"pdr", 6, 0, 0}, {"imc", 3, 0, 0}, {"trl", 1, 7, 30}, {"bmc", 1, 4, 800}, {"predabs", 1, 0, 0}, {"lawi", 1, 0, 0}},
	},
	{
		name: "bit-vectors, linear",
		fits: func(f horn.Features) bool {
			return f.Linear && f.Theories.Has(horn.BitVectors) && !f.Theories.Has(horn.Datatypes)
		},
		shares: []share{
			{"unwind", 3, 12, 1500}, {"predabs", 1, 3, 500}, {"pdr", 5, 0, 0}, {"intblast", 16, 8, 1000}, {"cellmorph", 3, 0, 0},
			{"lawi", 1, 0, 0}, {"imc", 1, 3, 400}, {"bmc", 1, 4, 1000},
		},
	},
	{
		name: "other theories, linear",
		fits: func(f horn.Features) bool { return f.Linear },
		shares: []share{
			{"unwind", 3, 12, 1500}, {"predabs", 3, 0, 0}, {"pdr", 3, 0, 0}, {"catamorphism", 4, 0, 0}, {"induction", 8, 0, 0}, {"symbolic", 3, 0, 0},
			{"sld", 1, 0, 0}, {"regular", 3, 0, 0}, {"intblast", 12, 0, 0}, {"cellmorph", 3, 0, 0}, {"lawi", 1, 0, 0}, {"imc", 2, 0, 0},
			{"bmc", 3, 0, 0},
		},
	},
	{
		name: "nonlinear",
		fits: func(horn.Features) bool { return true },
		shares: []share{
			{"pdr", 4, 0, 0}, {"predabs", 3, 0, 0}, {"catamorphism", 5, 0, 0}, {"induction", 6, 18, 3500}, {"symbolic", 6, 0, 0},
			{"sld", 2, 0, 0}, {"regular", 5, 0, 0}, {"intblast", 20, 0, 0}, {"cellmorph", 3, 0, 0}, {"bmc", 1, 0, 0},
		},
	},
}

const arithmetic = horn.Ints | horn.Reals | horn.Booleans | horn.IntDivision | horn.Conversions

// arrange puts the members of a portfolio in order, with their shares.
func arrange(entries []Entry, f horn.Features) ([]Entry, []schedule.Share) {
	var shares []share
	for _, s := range schedules {
		if s.fits(f) {
			shares = s.shares
			break
		}
	}
	place := func(e Entry) int {
		i := slices.IndexFunc(shares, func(s share) bool { return s.engine == e.Name })
		if i < 0 {
			return len(shares)
		}
		return i
	}
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int { return place(a) - place(b) })
	given := make([]schedule.Share, len(sorted))
	for i, e := range sorted {
		given[i] = schedule.Share{Weight: 1}
		if k := place(e); k < len(shares) {
			given[i] = schedule.Share{Weight: shares[k].weight, Early: shares[k].early, Until: shares[k].until}
		}
	}
	return sorted, given
}
