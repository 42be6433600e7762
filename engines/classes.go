// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"fmt"
	"slices"
	"strings"

	"cornet/engines/schedule"
	"cornet/horn"
)

// class is a class of systems, with the strategies for it and their shares of effort.
type class struct {
	name   string
	fits   func(horn.Features) bool // matches a system after preprocessing
	shares []share
	// only means that no other strategy takes part.
	only bool
}

// share is a strategy with its share, as in [schedule.Share].
type share struct {
	strategy             string
	weight, early, until int
}

// classes is the table of classes. A system belongs to the first class that fits. The first
// strategy of a class begins, and runs alone for one slice. Strategies that a class does not name
// have a weight of 1 and come last. docs/log/2026-11-21-measurements.md and 2026-11-26-shares.md
// have the measurements.
var classes = []class{
	{
		// All engines would ask the same query. imc asks it without preparation.
		name: "one query with quotients of integers",
		fits: func(f horn.Features) bool {
			return f.Predicates == 0 && f.Theories&^arithmetic == 0 && f.Theories.Has(horn.IntDivision)
		},
		shares: []share{{"unwind", 1, 3, 300}, {"imc", 3, 0, 0}},
		only:   true,
	},
	{
		name:   "one query",
		fits:   func(f horn.Features) bool { return f.Predicates == 0 && f.Theories&^arithmetic == 0 },
		shares: []share{{"imc", 3, 0, 0}},
		only:   true,
	},
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
		name: "circuits", // one loop over many bit-vectors
		fits: func(f horn.Features) bool {
			return f.Linear && f.Predicates == 1 && f.Clauses <= 4 && f.MaxArity >= 8 && f.Theories.Has(horn.BitVectors) && !f.Theories.Has(horn.Datatypes)
		},
		shares: []share{
			{"ic3", 60, 30, 2000}, {"pdr", 3, 40, 1000}, {"intblast", 6, 6, 500}, {"unwind", 1, 3, 500}, {"predabs", 1, 0, 0}, {"cellmorph", 1, 0, 0},
			{"lawi", 1, 0, 0}, {"imc", 1, 0, 0}, {"bmc", 1, 0, 0},
		},
	},
	{
		name: "bit-vectors, linear",
		fits: func(f horn.Features) bool {
			return f.Linear && f.Theories.Has(horn.BitVectors) && !f.Theories.Has(horn.Datatypes)
		},
		shares: []share{
			{"unwind", 3, 12, 1500}, {"ic3", 8, 4, 1000}, {"predabs", 1, 3, 500}, {"pdr", 5, 0, 0}, {"intblast", 16, 8, 1000}, {"cellmorph", 3, 0, 0},
			{"lawi", 1, 0, 0}, {"imc", 1, 3, 400}, {"bmc", 1, 4, 1000},
		},
	},
	{
		name: "other theories, linear",
		fits: func(f horn.Features) bool { return f.Linear },
		shares: []share{
			{"unwind", 3, 12, 1500}, {"predabs", 3, 0, 0}, {"pdr", 3, 0, 0}, {"catamorphism", 4, 0, 0}, {"induction", 8, 0, 0}, {"symbolic", 3, 0, 0},
			{"regular", 3, 0, 0}, {"intblast", 12, 0, 0}, {"cellmorph", 3, 12, 1500}, {"lawi", 1, 0, 0}, {"imc", 2, 0, 0},
			{"bmc", 3, 0, 0},
		},
	},
	{
		name: "nonlinear",
		fits: func(horn.Features) bool { return true },
		shares: []share{
			{"pdr", 4, 0, 0}, {"predabs", 3, 0, 0}, {"catamorphism", 5, 0, 0}, {"induction", 6, 18, 3500}, {"symbolic", 6, 0, 0},
			{"regular", 5, 0, 0}, {"intblast", 20, 0, 0}, {"cellmorph", 3, 0, 0}, {"bmc", 1, 0, 0},
		},
	},
}

const arithmetic = horn.Ints | horn.Reals | horn.Booleans | horn.IntDivision | horn.Conversions

// portfolio has the tables that determine how systems are solved.
type portfolio struct {
	strategies []Strategy
	classes    []class
	trials     []trial
}

// everything returns the portfolio of all tables.
func everything() portfolio { return portfolio{Strategies(), classes, trials} }

// member is a strategy of a portfolio, with its share.
type member struct {
	Strategy
	share schedule.Share
}

// members returns the strategies that run side by side on sys, in the order in which they begin.
// sys is a system after preprocessing, and f are its features. If the configuration names a
// strategy, it returns only this one.
func (r *runner) members(sys *horn.System, f horn.Features) ([]member, error) {
	if r.Engine != Auto && r.Engine != "" {
		s, err := named(r.strategies, r.Engine)
		return []member{{Strategy: s, share: schedule.Share{Weight: 1}}}, err
	}
	var in class
	if i := slices.IndexFunc(r.classes, func(c class) bool { return c.fits(f) }); i >= 0 {
		in = r.classes[i]
	}
	var z []member
	for _, sh := range in.shares {
		i := slices.IndexFunc(r.strategies, func(s Strategy) bool { return s.Name == sh.strategy })
		if i >= 0 && r.takesPart(r.strategies[i], sys) {
			z = append(z, member{r.strategies[i], schedule.Share{Weight: sh.weight, Early: sh.early, Until: sh.until}})
		}
	}
	if in.only && len(z) > 0 {
		return z, nil
	}
	for _, s := range r.strategies {
		listed := slices.ContainsFunc(in.shares, func(sh share) bool { return sh.strategy == s.Name })
		if !listed && r.takesPart(s, sys) {
			z = append(z, member{s, schedule.Share{Weight: 1}})
		}
	}
	return z, nil
}

// takesPart reports whether a strategy is one of the portfolio for sys.
func (r *runner) takesPart(s Strategy, sys *horn.System) bool {
	return s.Fits != nil && (!s.Unwinds || r.Unwindings) && s.Fits(sys)
}

// Auto is the name for a portfolio: all strategies that are made for the system; they run side by
// side.
const Auto = "auto"

// Names returns the names that Config.Engine accepts.
func Names() []string {
	z := []string{Auto}
	for _, s := range Strategies() {
		z = append(z, s.Name)
	}
	return z
}

// named returns the strategy of a table with the given name.
func named(table []Strategy, name string) (Strategy, error) {
	for _, s := range table {
		if s.Name == name {
			return s, nil
		}
	}
	return Strategy{}, fmt.Errorf("no engine is called %q; there are %s", name, strings.Join(Names(), ", "))
}
