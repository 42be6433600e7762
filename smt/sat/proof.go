// SPDX-License-Identifier: Apache-2.0

package sat

// A Proof is a refutation: a numbered list of clauses. Antecedents come before the clauses derived
// from them, and the empty clause comes last. It contains only clauses that the empty clause
// depends on. Assumptions are unit clauses in it. It does not contain activation literals of
// scopes.
//
// A Proof is a copy: it does not change with the solver, and several goroutines may read it. It
// takes as much memory as its part of the solver's log; see Options.Proof.
type Proof struct {
	nodes []logNode // as in proofLog, except that nodes[0] is used
	lits  []Lit
	steps []Step
}

// A Node is one clause of a [Proof]. Its slices belong to the proof.
type Node struct {
	ID        ClauseID  // the number of the clause, from 0
	Kind      NodeKind  // its origin
	Lits      []Lit     // its literals, each once, in no particular order
	Partition Partition // the label of an Input or Assumption
	Cert      Cert      // the evidence for a Lemma

	// For Derived clauses: start with First, then resolve with the antecedent
	// of one step after the other on its pivot. Each variable is a pivot of at
	// most one step, and no resolvent is a tautology.
	First ClauseID
	Steps []Step
}

// Proof returns the refutation found by the last Solve. It returns nil if that did not return Unsat
// or Options.Proof is off. It takes time linear in the size of the log. It may be called until the
// next Solve.
func (s *Solver) Proof() *Proof {
	if s.proof == nil || s.root == 0 || s.status != Unsat {
		return nil
	}
	t := proofTrimmer{
		log:    s.proof,
		hidden: func(l Lit) bool { return s.flags[l.Var()]&varActivation != 0 },
	}
	return t.trim(s.root)
}

// A proofTrimmer copies the part of a log that a clause depends on. It leaves out activation
// literals and the resolutions that remove them. The result is still a proof: an activation literal
// occurs only negated in clauses, and is resolved only with the assumption that it is true.
// Dropping it everywhere amounts to this assumption.
type proofTrimmer struct {
	log    *proofLog
	hidden func(Lit) bool

	number []ClauseID // by ClauseID of the log: the number in the proof
	z      *Proof
}

func (t *proofTrimmer) trim(root ClauseID) *Proof {
	needed := make([]bool, root+1)
	needed[root] = true
	for id := root; id > 0; id-- {
		if n := &t.log.nodes[id]; needed[id] && n.kind == Derived {
			needed[n.first] = true
			for _, st := range t.log.stepsOf(id) {
				if !t.hidden(st.Pivot) {
					needed[st.Ante] = true
				}
			}
		}
	}
	t.number = make([]ClauseID, root+1)
	t.z = &Proof{}
	for id := ClauseID(1); id <= root; id++ {
		if needed[id] {
			t.number[id] = t.copy(id)
		}
	}
	return t.z
}

// copy appends clause id of the log to the proof and returns its number. A chain with only hidden
// steps restates its first antecedent, so copy returns the number of that antecedent.
func (t *proofTrimmer) copy(id ClauseID) ClauseID {
	n := t.log.nodes[id]
	z := t.z
	start := len(z.steps)
	for _, st := range t.log.stepsOf(id) {
		if !t.hidden(st.Pivot) {
			z.steps = append(z.steps, Step{st.Pivot, t.number[st.Ante]})
		}
	}
	if n.kind == Derived {
		n.first = t.number[n.first]
		if len(z.steps) == start {
			return n.first
		}
	}
	n.steps, n.lits = start, len(z.lits)
	for _, l := range t.log.litsOf(id) {
		if !t.hidden(l) {
			z.lits = append(z.lits, l)
		}
	}
	z.nodes = append(z.nodes, n)
	return ClauseID(len(z.nodes) - 1)
}

// Len returns the number of clauses. The last one is the empty clause.
func (p *Proof) Len() int { return len(p.nodes) }

// Node returns clause id.
func (p *Proof) Node(id ClauseID) Node {
	n := &p.nodes[id]
	lits, steps := len(p.lits), len(p.steps)
	if int(id)+1 < len(p.nodes) {
		lits, steps = p.nodes[id+1].lits, p.nodes[id+1].steps
	}
	z := Node{
		ID:    id,
		Kind:  n.kind,
		Lits:  p.lits[n.lits:lits:lits],
		Steps: p.steps[n.steps:steps:steps],
	}
	switch n.kind {
	case Derived:
		z.First = n.first
	case Lemma:
		z.Cert = Cert(n.label)
	default:
		z.Partition = Partition(uint32(n.label))
	}
	return z
}

// Visit calls f for every clause in the order of the numbers. Antecedents come before the clauses
// derived from them, and the empty clause comes last.
func (p *Proof) Visit(f func(Node)) {
	for id := range p.nodes {
		f(p.Node(ClauseID(id)))
	}
}
