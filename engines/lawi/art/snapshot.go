// SPDX-License-Identifier: Apache-2.0

package art

// State is what has become of a node.
type State uint8

// The states, in the order of the legend.
const (
	Open State = iota
	Explored
	Covered
	Below // an ancestor is covered, pruned or unreachable
	Unreachable
	Safe        // pruned by a safety interpolant
	Erroneous   // an error interpolant announced the error that follows
	Conditional // a branch cut off by a conditional interpolant
	Infeasible  // a branch that the region excludes
)

// look is how a state is drawn.
type look struct{ name, meaning, fill, border string }

// looks are indexed by state.
var looks = [...]look{
	Open:        {"open", "open", "#ffffff", "#777777"},
	Explored:    {"explored", "explored", "#dce9f7", "#33588a"},
	Covered:     {"covered", "covered by an earlier node", "#e8dcf5", "#6b3fa0"},
	Below:       {"below", "below a closed node", "#f5f5f5", "#bbbbbb"},
	Unreachable: {"unreachable", "unreachable", "#f9d5d5", "#b03030"},
	Safe:        {"safe", "pruned by a safety interpolant", "#bfe8bf", "#2f7d32"},
	Erroneous:   {"error", "announced by an error interpolant", "#ffec99", "#b08900"},
	Conditional: {"conditional", "cut off by a conditional interpolant", "#cfcfcf", "#555555"},
	Infeasible:  {"infeasible", "branch that the region excludes", "#ffffff", "#cccccc"},
}

// String returns the word for x.
func (x State) String() string { return looks[x].name }

// Snapshot is a tree at one moment.
type Snapshot struct {
	// Title says what has just happened.
	Title string
	// Nodes of the tree; a parent comes before its children.
	Nodes []Node
}

// Node is a node of the tree, or a branch that got none.
type Node struct {
	// ID is the node's number, not negative and the same in all snapshots.
	ID int
	// Parent is the ID of the parent, -1 for the root.
	Parent int
	// Location and Clause name the predicate and the clause that led to it.
	Location, Clause string
	// Label is the reachable region.
	Label string
	State State
	// CoveredBy is the ID of the covering node for Covered nodes, else -1.
	CoveredBy int
	// Spurious tells that the node lies on a path that has been refuted, OnPath
	// that it lies on the path that the title speaks of.
	Spurious, OnPath bool
}
