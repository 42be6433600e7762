// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"fmt"
	"slices"
	"strings"

	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
)

// Entry is a line of the table of passes.
type Entry struct {
	// Name selects the pass on the command line and names its dumps.
	Name string
	// Help describes the pass in one line.
	Help string
	// Pass is the pass.
	Pass pass.Func
	// Keeps has the properties that the pass preserves.
	Keeps pass.Keeps
	// Default reports whether the pass runs by default.
	Default bool
	// Last means that the pass runs only when the other passes of its group change nothing more.
	// Afterwards the others run again.
	Last bool
	// Repeat means that the pass belongs to the group that is repeated while one of its passes
	// changes the system. The group is contiguous.
	Repeat bool
}

// Table returns the passes in the order in which they run. The caller owns the
// slice.
func Table() []Entry {
	return []Entry{
		{Name: "cone-early", Help: "cone, before the other passes, which then have less work", Pass: passes.Cone, Keeps: pass.All, Default: true},
		{Name: "normal", Help: "make body variables distinct; eliminate variables defined by equations", Pass: passes.Normal, Keeps: pass.All, Default: true},
		{Name: "free-early", Help: "free, before the analysis of bounds, which follows all arguments", Pass: passes.Free, Keeps: pass.All, Default: true},
		{Name: "constructors", Help: "drop clauses and decide testers by the constructors that arguments can have", Pass: passes.Constructors, Keeps: pass.All, Default: true},
		{Name: "simplify", Help: "simplify remainders, quotients and conditions by bounds that interval analysis finds", Pass: passes.Simplify, Keeps: pass.All, Default: true},
		{Name: "cone", Help: "drop predicates that facts do not reach or that reach no query", Pass: passes.Cone, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "constants", Help: "drop arguments that are constant or another one plus a constant, and unreachable clauses", Pass: passes.Constants, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "args", Help: "drop arguments that no constraint reads", Pass: passes.Args, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "free", Help: "drop arguments that may have any value", Pass: passes.Free, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "records", Help: "split arguments and variables that are records into their fields", Pass: passes.Records, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "merge", Help: "join parallel clauses into one with a disjunction", Pass: passes.Merge, Keeps: pass.NotEliminated | pass.NotSplit, Default: true, Repeat: true},
		{Name: "chains", Help: "contract predicates with one definition and one use", Pass: passes.Chains, Keeps: pass.NotSplit | pass.NotMerged, Default: true, Repeat: true},
		{Name: "inline", Help: "eliminate predicates where the system does not grow", Pass: passes.Inline, Keeps: pass.NotSplit | pass.NotMerged, Default: true, Repeat: true},
		{Name: "unsat", Help: "drop clauses whose constraint is unsatisfiable (solver)", Pass: passes.Unsat, Keeps: pass.All, Default: true, Repeat: true},
		{Name: "explicit", Help: "enumerate the consequences of facts; unknown values are kept as variables without constraints (solver)", Pass: passes.Explicit, Keeps: pass.NotEliminated | pass.NotMerged, Default: true, Repeat: true, Last: true},
		{Name: "unfold", Help: "execute clauses on facts whose arguments are values, until variables occur", Pass: passes.Unfold, Keeps: pass.NotEliminated | pass.NotMerged, Default: true, Repeat: true, Last: true},
		{Name: "polynomials", Help: "drop clauses that polynomial equations of arguments exclude (solver)", Pass: passes.Polynomials, Keeps: pass.All, Default: true, Repeat: true, Last: true},
		{Name: "eigenvectors", Help: "add inequalities between sums that loops multiply to the constraints (solver)", Pass: passes.Eigenvectors, Keeps: pass.All, Default: true, Repeat: true, Last: true},
		{Name: "control", Help: "a predicate per valuation of Boolean and other control arguments (solver)", Pass: passes.Control, Keeps: pass.NotEliminated | pass.NotMerged, Default: true, Repeat: true, Last: true},
		{Name: "phases", Help: "a predicate per phase of a loop, by the conditions in its steps (solver)", Pass: passes.Phases, Keeps: pass.NotEliminated | pass.NotMerged, Default: true, Repeat: true, Last: true},
		{Name: "dependent", Help: "drop arguments that are linear in others modulo a power of two, and clauses that such equations exclude", Pass: passes.Dependent, Keeps: pass.All, Default: true, Repeat: true, Last: true},
		{Name: "intervals", Help: "add bounds that interval analysis finds to the constraints, and simplify by them", Pass: passes.Intervals, Keeps: pass.All, Default: true},
		{Name: "affine", Help: "add linear equations and congruences of arguments to the constraints (solver)", Pass: passes.Affine, Keeps: pass.All, Default: true},
		{Name: "cone-late", Help: "cone, for the clauses that the passes before have dropped", Pass: passes.Cone, Keeps: pass.All, Default: true},
		{Name: "ite", Help: "name ite, div and mod terms by variables and case distinctions", Pass: passes.NameTerms, Keeps: pass.All},
	}
}

// order is the second table: pass a runs before pass b, because of why.
var order = []struct{ a, b, why string }{
	{"cone-early", "normal", "clauses that are dropped need no form"},
	{"normal", "constants", "facts about arguments flow through body variables"},
	{"normal", "free", "an argument is free only if its variable occurs nowhere else"},
	{"free", "merge", "constraints on free arguments make parallel clauses differ"},
	{"normal", "args", "an argument is dead only if its variable occurs nowhere else"},
	{"normal", "merge", "bodies are unified by renaming variables"},
	{"normal", "chains", "size and substitution see solved equations"},
	{"normal", "simplify", "bounds are about variables"},
	{"normal", "free-early", "an argument is free only if its variable occurs nowhere else"},
	{"normal", "constructors", "testers are about variables"},
	{"constructors", "simplify", "undecided testers give no bounds"},
	{"free-early", "simplify", "bounds of free arguments say nothing"},
	{"normal", "records", "variables that are gone need not be split"},
	{"args", "records", "records that nothing reads need not be split"},
	{"records", "merge", "unread fields of records make parallel clauses differ"},
	{"records", "chains", "definitions of predicates are found over fields"},
	{"records", "unfold", "fields may be values where records are not"},
	{"simplify", "cone", "clauses out of bounds leave predicates underivable"},
	{"simplify", "constants", "decided conditions make arguments constant"},
	{"cone", "constants", "less to interpret"},
	{"cone", "chains", "circles of predicates with one definition are underivable"},
	{"cone", "inline", "a predicate without definition or use is not inlined but dropped"},
	{"constants", "args", "arguments whose conditions have become constant are not read any more"},
	{"constants", "inline", "arguments that are removed need no definition in models"},
	{"args", "merge", "dead arguments make parallel clauses differ"},
	{"merge", "chains", "joined branches leave a predicate with one definition"},
	{"chains", "inline", "chains cost nothing, so they go first"},
	{"inline", "unsat", "resolution makes infeasible paths"},
	{"unsat", "cone-late", "dropped clauses leave predicates underivable"},
	{"unsat", "explicit", "dropped clauses need not be enumerated"},
	{"records", "explicit", "fields may be values where records are not"},
	{"explicit", "unfold", "where all is enumerated, nothing remains to be executed"},
	{"unsat", "unfold", "dropped clauses need not be executed"},
	{"unfold", "control", "executed predicates need no valuations"},
	{"inline", "polynomials", "fewer predicates need equations"},
	{"inline", "eigenvectors", "fewer predicates need inequalities"},
	{"eigenvectors", "phases", "a loop that is split in phases multiplies no sum any more"},
	{"polynomials", "control", "wraps of products are no conditions to split by"},
	{"inline", "control", "splitting first would multiply predicates that inlining removes"},
	{"unsat", "control", "dropped clauses have no steps"},
	{"control", "phases", "conditions are few where control is known"},
	{"control", "dependent", "equations are sharper per place"},
	{"phases", "intervals", "bounds are sharper per phase"},
	{"intervals", "cone-late", "clauses out of bounds leave predicates underivable"},
	{"inline", "intervals", "only the remaining predicates need bounds"},
	{"intervals", "affine", "bounds exclude states"},
	{"affine", "cone-late", "clauses without states leave predicates underivable"},
	{"intervals", "ite", "bounds read ite and mod as terms"},
	{"inline", "ite", "new variables hide definitions from substitution"},
}

// checkOrder returns an error when the table breaks the order, or when the two
// tables do not fit together.
func checkOrder(table []Entry) error {
	place := map[string]int{}
	for i, e := range table {
		if _, twice := place[e.Name]; twice {
			return fmt.Errorf("transform: pass %s stands twice in the table", e.Name)
		}
		place[e.Name] = i
	}
	for _, o := range order {
		i, ok := place[o.a]
		j, ok2 := place[o.b]
		switch {
		case !ok:
			return fmt.Errorf("transform: the order names a pass %s that is not in the table", o.a)
		case !ok2:
			return fmt.Errorf("transform: the order names a pass %s that is not in the table", o.b)
		case i >= j:
			return fmt.Errorf("transform: %s must run before %s: %s", o.a, o.b, o.why)
		}
	}
	for i := 2; i < len(table); i++ {
		if table[i].Repeat && !table[i-1].Repeat && slices.ContainsFunc(table[:i], func(e Entry) bool { return e.Repeat }) {
			return fmt.Errorf("transform: repeated passes do not stand together: %s", table[i].Name)
		}
	}
	return nil
}

// Usage lists the passes, a line each.
func Usage() string {
	var b strings.Builder
	for _, e := range Table() {
		on := "on "
		if !e.Default {
			on = "off"
		}
		fmt.Fprintf(&b, "  %-10s %s  %s\n", e.Name, on, e.Help)
	}
	return b.String()
}
