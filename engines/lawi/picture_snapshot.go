// SPDX-License-Identifier: Apache-2.0

package lawi

// Nodes have the colours of the papers' figures: green where a safety interpolant pruned, yellow where an error
// interpolant announced the error, grey for branches that a conditional interpolant cut off, red for the nodes on
// a refuted path. References: figures 2 to 7 of C. Tian et al., ASE 2017, and 2 and 3 of J. Su et al., ESEC/FSE 2021.

// NodeState is what has become of a node.
type NodeState uint8

// The states, in the order of the legend.
const (
	stateOpen NodeState = iota
	stateExplored
	stateCovered
	stateBelow // an ancestor is covered, pruned or unreachable
	stateUnreachable
	stateSafe        // pruned by a safety interpolant
	stateErroneous   // an error interpolant announced the error that follows
	stateConditional // a branch cut off by a conditional interpolant
	stateInfeasible  // a branch that the region excludes
)

// look is how a state is drawn.
type look struct{ name, meaning, fill, border string }

// looks are indexed by state.
var looks = [...]look{
	stateOpen:        {"open", "open", "#ffffff", "#777777"},
	stateExplored:    {"explored", "explored", "#dce9f7", "#33588a"},
	stateCovered:     {"covered", "covered by an earlier node", "#e8dcf5", "#6b3fa0"},
	stateBelow:       {"below", "below a closed node", "#f5f5f5", "#bbbbbb"},
	stateUnreachable: {"unreachable", "unreachable", "#f9d5d5", "#b03030"},
	stateSafe:        {"safe", "pruned by a safety interpolant", "#bfe8bf", "#2f7d32"},
	stateErroneous:   {"error", "announced by an error interpolant", "#ffec99", "#b08900"},
	stateConditional: {"conditional", "cut off by a conditional interpolant", "#cfcfcf", "#555555"},
	stateInfeasible:  {"infeasible", "branch that the region excludes", "#ffffff", "#cccccc"},
}

// String returns the word for x.
func (x NodeState) String() string { return looks[x].name }

// Snapshot is a tree at one moment.
type Snapshot struct {
	// Title says what has just happened.
	Title string
	// Nodes of the tree; a parent comes before its children.
	Nodes []SnapshotNode
}

// SnapshotNode is a node of the tree, or a branch that got none.
type SnapshotNode struct {
	// ID is the node's number, not negative and the same in all snapshots.
	ID int
	// Parent is the ID of the parent, -1 for the root.
	Parent int
	// Location and Clause name the predicate and the clause that led to it.
	Location, Clause string
	// Label is the reachable region.
	Label string
	State NodeState
	// CoveredBy is the ID of the covering node for covered nodes, else -1.
	CoveredBy int
	// Spurious tells that the node lies on a path that has been refuted, OnPath
	// that it lies on the path of the title.
	Spurious, OnPath bool
}
