// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the proof log: a growing table of clauses, each with its literals and its
// origin. Derived clauses keep the exact sequence of resolutions that derived them, as needed for
// interpolation:
//
//	R0 = first;  Ri = resolvent of Ri-1 and the antecedent of step i on its pivot
//
// The pivot literal is in Ri-1 and its negation in the antecedent, and the last R is the clause
// itself. A chain resolves in the reverse order of the trail (see analyze.go), so no variable is a
// pivot twice in one chain and no resolvent is a tautology.
//
// Antecedents are logged before the clauses that use them, so identities are a topological order
// and no traversal needs a stack.
//
// Memory: a clause costs 32 bytes, 4 bytes a literal and 8 bytes a resolution. Clauses stay in the
// log after the solver has deleted them, for as long as a live clause depends on them; see compact.

// ClauseID names a clause of a proof. The zero value names no clause.
type ClauseID uint32

// Partition is the caller's label of an input clause or an assumption, for interpolation. The
// solver only passes it on.
type Partition int32

// Cert is the theory's name of the evidence for a lemma. The solver only passes it on.
type Cert uint64

// Step is one resolution of a chain. Pivot is in the clause so far, and its negation is in the
// antecedent.
type Step struct {
	Pivot Lit
	Ante  ClauseID
}

// NodeKind is the origin of a clause of a proof.
type NodeKind uint8

// The kinds.
const (
	Derived    NodeKind = iota // by resolution; see First and Steps
	Input                      // given by AddClause; see Partition
	Assumption                 // a unit, given to Assume or Solve; see Partition
	Lemma                      // given by the theory; see Cert
)

// String returns the kind in lower case.
func (k NodeKind) String() string {
	return [...]string{"derived", "input", "assumption", "lemma"}[k]
}

type proofLog struct {
	nodes []logNode // by ClauseID; nodes[0] is unused
	lits  []Lit
	steps []Step   // the chains, and from open on the chain under construction
	open  int      // where the chain under construction starts
	first ClauseID // the first antecedent of the chain under construction
	floor int      // the size in words after the last compaction
}

// A logNode has the start of its literals and steps; they end where those of the next node start.
type logNode struct {
	lits, steps int
	label       uint64 // the Partition of an input or assumption, or the Cert of a lemma
	first       ClauseID
	kind        NodeKind
}

func newProofLog() *proofLog {
	return &proofLog{nodes: make([]logNode, 1, 64)}
}

// leaf logs a clause that is not derived.
func (p *proofLog) leaf(kind NodeKind, label uint64, lits []Lit) ClauseID {
	return p.push(logNode{label: label, kind: kind}, lits)
}

// begin starts a chain with antecedent id.
func (p *proofLog) begin(id ClauseID) { p.first = id }

// resolve appends to the chain the resolution on pivot with antecedent id.
func (p *proofLog) resolve(pivot Lit, id ClauseID) {
	p.steps = append(p.steps, Step{pivot, id})
}

// derive ends the chain: lits is the clause that it derives. A chain without
// steps only restates its first antecedent, whose identity is then returned.
func (p *proofLog) derive(lits []Lit) ClauseID {
	if len(p.steps) == p.open {
		return p.first
	}
	id := p.push(logNode{first: p.first, kind: Derived}, lits)
	p.open = len(p.steps)
	return id
}

// drop discards the chain under construction.
func (p *proofLog) drop() { p.steps = p.steps[:p.open] }

// push appends a node. Leaves may be pushed while a chain is under
// construction: the theory explains while the solver resolves.
func (p *proofLog) push(n logNode, lits []Lit) ClauseID {
	n.lits, n.steps = len(p.lits), p.open
	id := ClauseID(len(p.nodes))
	p.nodes = append(p.nodes, n)
	p.lits = append(p.lits, lits...)
	return id
}

// litsOf returns the literals of a clause.
func (p *proofLog) litsOf(id ClauseID) []Lit {
	if int(id)+1 < len(p.nodes) {
		return p.lits[p.nodes[id].lits:p.nodes[id+1].lits]
	}
	return p.lits[p.nodes[id].lits:]
}

// stepsOf returns the resolutions of a clause.
func (p *proofLog) stepsOf(id ClauseID) []Step {
	if int(id)+1 < len(p.nodes) {
		return p.steps[p.nodes[id].steps:p.nodes[id+1].steps]
	}
	return p.steps[p.nodes[id].steps:p.open]
}

// words returns the size of the log in 32-bit words.
func (p *proofLog) words() int { return 8*len(p.nodes) + len(p.lits) + 2*len(p.steps) }

// bytes returns the memory held by the log.
func (p *proofLog) bytes() int64 {
	return 32*int64(cap(p.nodes)) + 4*int64(cap(p.lits)) + 8*int64(cap(p.steps))
}

// swollen reports whether the log has grown so much since the last compaction that another one is
// worthwhile.
func (p *proofLog) swollen(margin int) bool { return p.words() > 2*p.floor+margin }

// reach extends needed, indexed by ClauseID, to all antecedents of needed clauses.
func (p *proofLog) reach(needed []bool) {
	for id := len(p.nodes) - 1; id > 0; id-- {
		if n := &p.nodes[id]; needed[id] && n.kind == Derived {
			needed[n.first] = true
			for _, st := range p.stepsOf(ClauseID(id)) {
				needed[st.Ante] = true
			}
		}
	}
}

// compact drops the clauses that are not needed, and renumbers the others in place without changing
// their order. needed must be closed under antecedents. It returns a map from old to new
// identities, as a slice. There must be no chain under construction.
func (p *proofLog) compact(needed []bool) []ClauseID {
	renamed := make([]ClauseID, len(p.nodes))
	next, nlits, nsteps := 1, 0, 0
	for i := 1; i < len(p.nodes); i++ {
		if !needed[i] {
			continue
		}
		id := ClauseID(i)
		renamed[i] = ClauseID(next)
		lits, steps := p.litsOf(id), p.stepsOf(id)
		n := p.nodes[i]
		n.lits, n.steps, n.first = nlits, nsteps, renamed[n.first]
		nlits += copy(p.lits[nlits:], lits)
		for _, st := range steps {
			p.steps[nsteps] = Step{st.Pivot, renamed[st.Ante]}
			nsteps++
		}
		// Node i+1 is read only through its own start offsets, and next <= i, so nothing still to
		// be read is overwritten.
		p.nodes[next] = n
		next++
	}
	p.nodes = p.nodes[:next]
	p.lits = p.lits[:nlits]
	p.steps = p.steps[:nsteps]
	p.open = nsteps
	p.floor = p.words()
	return renamed
}
