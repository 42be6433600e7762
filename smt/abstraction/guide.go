// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cornet/internal/option"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// GuideOptions configure [Interpolator] and [Backend]. The zero value is the
// default.
type GuideOptions struct {
	// Terms restricts templates to single variables. Otherwise they include differences and sums of
	// two variables.
	Terms bool
	// GuideAfter is the number of queries about a cut point that are answered without guidance; 0
	// means 8, and a negative number means none. After that, every second query is guided. So
	// guidance costs an engine little if it does not diverge.
	GuideAfter int
	// Explore bounds the search; its Observe is called.
	Explore Options
}

// Guidance chooses which templates guide the interpolants of an engine, and when.
type Guidance uint8

// The choices.
const (
	Auto       Guidance = iota // Relational, once refinement seems to diverge
	Off                        // the back end chooses interpolants
	Terms                      // templates are the arguments
	Relational                 // templates are arguments, and differences and sums of two
)

var guidanceWords = []string{"auto", "off", "term", "relational"}

// String returns the word for g.
func (g Guidance) String() string { return guidanceWords[g] }

// UnmarshalText reads the word for g.
func (g *Guidance) UnmarshalText(text []byte) error {
	return option.ReadWord(g, text, guidanceWords...)
}

// Interpolator guides an interpolator. After many queries about a cut point, it answers further
// ones under an abstraction, if one is feasible. It handles trees of partitions in which each
// symbol belongs to one partition or to two adjacent ones, and passes other queries on unchanged. A
// cut point is the set of symbols of a cut, without the step that engines put into names. The step
// reaches from an @ to the next point or to the end: x@3 and x@4 are one symbol of one cut point.
//
// It implements smt.Interpolator; one goroutine.
type Interpolator struct {
	store    *logic.Store
	inner    smt.Interpolator
	explorer *Explorer
	opts     GuideOptions

	cutPoints map[string]*cutPoint
}

// cutPoint is a cut point with its number of queries.
type cutPoint struct {
	number  int
	queries int
}

// NewInterpolator returns a guided interpolator around inner. The solver decides feasibility. It
// must have no assertions, and belongs to the interpolator.
func NewInterpolator(store *logic.Store, solver smt.Solver, inner smt.Interpolator, o GuideOptions) *Interpolator {
	o.GuideAfter = cmp.Or(o.GuideAfter, 8)
	return &Interpolator{
		store: store, inner: inner, opts: o,
		explorer: New(store, solver, inner, o.Explore), cutPoints: map[string]*cutPoint{},
	}
}

// Interpolate implements smt.Interpolator.
func (x *Interpolator) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	cuts, guided := x.cuts(q)
	if !guided {
		return x.inner.Interpolate(ctx, q)
	}
	all, err := x.explorer.Interpolate(ctx, q, cuts)
	switch {
	case ctx.Err() != nil:
		return smt.Interpolation{}, context.Cause(ctx)
	case err != nil || len(all) == 0: // the solver may lack a theory that inner has
		return x.inner.Interpolate(ctx, q)
	}
	return smt.Interpolation{Status: smt.Unsat, Formulas: all[0].Formulas}, nil
}

// cuts returns the cuts of q, and whether the query should be guided.
func (x *Interpolator) cuts(q *smt.Query) (cuts []Cut, guided bool) {
	states, ok := crossing(q)
	if !ok {
		return nil, false
	}
	cuts = make([]Cut, len(q.Part))
	seen := map[*cutPoint]bool{}
	for i, state := range states {
		if q.Parent[i] < 0 {
			continue
		}
		names := slice.Map(state, func(v *logic.Term) string { return withoutStep(v.Name()) })
		key := strings.Join(names, "\x00")
		p := x.cutPoints[key]
		if p == nil {
			p = &cutPoint{number: len(x.cutPoints)}
			x.cutPoints[key] = p
		}
		if !seen[p] {
			seen[p] = true
			p.queries++
			past := p.queries - max(x.opts.GuideAfter, 0)
			guided = guided || past > 0 && (past%2 == 1 || x.opts.GuideAfter < 0)
		}
		cuts[i] = Cut{State: state, Group: p.number}
	}
	if !guided {
		return nil, false
	}
	for i, c := range cuts {
		unknown := []Round{make(Round, len(c.State))} // anything may change
		cuts[i].Templates = OfArguments(x.store, c.State, unknown, !x.opts.Terms)
	}
	return cuts, true
}

// crossing returns, for every node, the symbols that it shares with its parent, ordered by name
// without the step. ok is false if a symbol occurs in more than two partitions or in two that are
// not adjacent.
func crossing(q *smt.Query) (states [][]*logic.Term, ok bool) {
	states = make([][]*logic.Term, len(q.Part))
	first := map[*logic.Term]int{}
	done := map[*logic.Term]bool{}
	for i, t := range q.Part {
		if t.HasApps() {
			return nil, false // functions cross cuts, too
		}
		for _, v := range logic.FreeVars(t) {
			k, twice := first[v]
			switch {
			case !twice:
				first[v] = i
			case done[v] || q.Parent[k] != i:
				return nil, false
			default:
				done[v] = true
				states[k] = append(states[k], v)
			}
		}
	}
	for _, s := range states {
		slices.SortFunc(s, func(a, b *logic.Term) int {
			if c := strings.Compare(withoutStep(a.Name()), withoutStep(b.Name())); c != 0 {
				return c
			}
			return strings.Compare(a.Name(), b.Name())
		})
	}
	return states, true
}

// withoutStep returns a name without the text between @ and the next point.
func withoutStep(name string) string {
	head, tail, found := strings.Cut(name, "@")
	if !found {
		return name
	}
	if _, rest, point := strings.Cut(tail, "."); point {
		return head + "@" + rest
	}
	return head
}

// Backend is a back end whose interpolators are guided.
type Backend struct {
	smt.Backend
	Options GuideOptions
}

// Interpolator implements smt.Backend. The feasibility solver lives as long as
// the interpolator.
func (b Backend) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	inner, err := b.Backend.Interpolator(store, o)
	if err != nil {
		return nil, err
	}
	o.Ticks = feasibilityTicks
	solver, err := b.Backend.New(store, o)
	if err != nil {
		return nil, err
	}
	return NewInterpolator(store, solver, inner, b.Options), nil
}

// feasibilityTicks bounds one feasibility check.
const feasibilityTicks = 2_000_000
