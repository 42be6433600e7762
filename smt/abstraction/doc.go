// SPDX-License-Identifier: Apache-2.0

// Package abstraction guides interpolation by templates: it hides from the
// interpolator everything about the shared symbols but the values of chosen
// terms, so that interpolants must be about those terms. A loop counter hidden
// behind "x - i" cannot be counted.
//
// # Method
//
// A cut is an edge of a tree query with the variables that cross it. An
// abstraction picks for every cut some of its templates, terms over those
// variables. In the abstract query the two sides of the cut have variables of
// their own, and share one fresh symbol for each picked template, equal to the
// template's value on either side. If the abstract query is still unsatisfiable
// the abstraction is feasible, and every interpolant of the abstract query, with
// the templates put in for their symbols, is one of the concrete query.
//
// Abstractions form a lattice, from all templates at the bottom to none at the
// top. [Explorer] looks for maximal feasible ones (Algorithm 1 of the slides),
// maximises each (Algorithm 2), and interpolates with all that it has found.
//
// # Terms
//
//	template   a term over the variables of a cut, with a cost
//	group      cuts that must pick the same templates, such as the visits of one loop
//	element    an element of the lattice: the picked templates
//	feasible   said of an element whose abstract query is unsatisfiable
//
// # References
//
//   - P. Rümmer, P. Subotić, "Exploring Interpolants", FMCAD 2013.
//   - J. Leroux, P. Rümmer, P. Subotić, "Guiding Craig interpolation with
//     domain-specific abstractions", Acta Informatica 53, 2016.
//   - R. Reiter, "A Theory of Diagnosis from First Principles", Artificial
//     Intelligence 32, 1987, for the enumeration of minimal elements.
//
// # Differences from the papers
//
// The papers share the original variables and relate their copies by equations
// between templates; here only the values of the templates are shared, which is
// equivalent for term abstractions and leaves the interpolator no other
// vocabulary. A maximal feasible element is a minimal unsatisfiable subset of
// the templates' equations, so one unsatisfiable core replaces many steps of
// Algorithm 2, and Algorithm 1 becomes the enumeration of those subsets.
// Predicate abstractions are term abstractions over Boolean templates: a formula
// is preserved in both directions, not only from A to B.
//
// Quantified abstractions, ∀x̄. t[s', x̄] = t[s, x̄], are templates with bound
// variables. Their relation is instantiated, on each side of a cut with the index
// terms of that side, and shares the state variables of t themselves. Instances
// weaken the relation, so the abstraction is one of the quantified abstraction,
// and stays free of quantifiers.
//
// [Interpolator] and [Backend] bring abstractions to engines without
// them. Algorithm 1 runs to its end only within Options.MaxChecks.
package abstraction
