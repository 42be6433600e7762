// SPDX-License-Identifier: Apache-2.0

// Package abstraction guides interpolation by templates. It hides everything about the shared
// symbols from the interpolator, except the values of chosen terms. So interpolants must be about
// those terms. For example, an interpolant over "x - i" cannot count a loop.
//
// # Method
//
// A cut is an edge of a tree query, with the variables that cross it. An abstraction chooses some
// templates for every cut; a template is a term over the variables of the cut. In the abstract
// query, each side of the cut has its own copies of the variables. The sides share one fresh symbol
// for each chosen template, which equals the template's value on either side.
//
// The abstraction is feasible if the abstract query is still unsatisfiable. Then every interpolant
// of the abstract query becomes an interpolant of the concrete one: the templates replace their
// symbols.
//
// Abstractions form a lattice, from all templates at the bottom to none at the top. [Explorer]
// searches for maximal feasible ones (Algorithm 1 of the slides), maximises each (Algorithm 2), and
// interpolates with all that it has found.
//
// # Terms
//
//	template   a term over the variables of a cut, with a cost
//	group      cuts that must pick the same templates, such as the visits of one loop
//	element    an element of the lattice: the picked templates
//	feasible   an element is feasible if its abstract query is unsatisfiable
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
// The papers share the original variables, and relate their copies by equations between templates.
// Here the sides share only the values of the templates. For term abstractions this is equivalent,
// and interpolants cannot mention anything else. A maximal feasible element is a minimal
// unsatisfiable subset of the templates' equations. So one unsatisfiable core replaces many steps
// of Algorithm 2, and Algorithm 1 becomes the enumeration of those subsets. Predicate abstractions
// are term abstractions over Boolean templates: a formula is preserved in both directions, not only
// from A to B.
//
// Quantified abstractions, ∀x̄. t[s', x̄] = t[s, x̄], are templates with bound variables. Each side
// of a cut instantiates their relation with its own index terms. The relation shares the state
// variables of t themselves. Instances weaken the relation, so the result is an abstraction of the
// quantified abstraction. It has no quantifiers.
//
// [Interpolator] and [Backend] add abstractions to engines that have none. Algorithm 1 may be cut
// short by Options.MaxChecks.
package abstraction
