// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"slices"

	"cornet/horn"
)

// share is the part of the time that an engine has in a portfolio, relative to
// the others.
type share struct {
	engine string
	weight int
}

// schedules say for systems after preprocessing how the time of the portfolio is
// divided; the first that fits counts. Who stands first begins first, and alone
// as long as a slice lasts. Engines that are not listed have a weight of 1 and
// come last. docs/log/2026-11-21-measurements.md has the measurements behind the figures.
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
		shares: []share{{"imc", 6}, {"pdr", 4}, {"bmc", 1}, {"predabs", 1}, {"lawi", 1}},
	},
	{
		name:   "linear arithmetic, linear",
		fits:   func(f horn.Features) bool { return f.Linear && f.Theories&^arithmetic == 0 },
		shares: []share{{"pdr", 6}, {"imc", 3}, {"bmc", 1}, {"predabs", 1}, {"lawi", 1}},
	},
	{
		name:   "other theories, linear",
		fits:   func(f horn.Features) bool { return f.Linear },
		shares: []share{{"predabs", 3}, {"pdr", 3}, {"catamorphism", 3}, {"induction", 8}, {"sld", 3}, {"regular", 3}, {"intblast", 5}, {"cellmorph", 3}, {"lawi", 1}, {"imc", 1}, {"bmc", 1}},
	},
	{
		name:   "nonlinear",
		fits:   func(horn.Features) bool { return true },
		shares: []share{{"pdr", 4}, {"predabs", 3}, {"catamorphism", 4}, {"induction", 10}, {"sld", 6}, {"regular", 5}, {"intblast", 6}, {"cellmorph", 3}, {"bmc", 1}},
	},
}

const arithmetic = horn.Ints | horn.Reals | horn.Booleans | horn.IntDivision | horn.Conversions

// arrange puts the members of a portfolio in order, with their weights.
func arrange(entries []Entry, f horn.Features) ([]Entry, []int) {
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
	weights := make([]int, len(sorted))
	for i, e := range sorted {
		weights[i] = 1
		if k := place(e); k < len(shares) {
			weights[i] = shares[k].weight
		}
	}
	return sorted, weights
}
