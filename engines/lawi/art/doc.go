// SPDX-License-Identifier: Apache-2.0

// Package art draws abstract reachability trees as a search for errors has built
// them: as a graph in the language of Graphviz, and as one HTML page that needs
// nothing else and steps through the refinements.
//
// A [Snapshot] is the tree at one moment. Nodes have a [State] and its colour,
// those of the papers' figures: green where a safety interpolant pruned, yellow
// where an error interpolant announced the error, grey for branches that a
// conditional interpolant cut off, red for the nodes on a refuted path.
//
// References: the figures 2 to 7 of C. Tian et al., "More Effective
// Interpolations in Software Model Checking", ASE 2017, and 2 and 3 of J. Su et
// al., "Conditional Interpolation", ESEC/FSE 2021.
package art
