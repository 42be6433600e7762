// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A difference is a toy theory for the tests: atoms x - y <= c and x - y = c over a few integers.
// Its proofs are simple and slow. Its conversation with the solver is as devious as the contract
// allows, by the throw of dice. Conflicts come late, early, as lemmas or as false implications.
// Implied literals are withheld, lemmas with new atoms come at any time, and atoms are registered
// late. The theory checks that the solver observes its side of the contract.
type difference struct {
	s     *Solver
	r     *rand.Rand
	n     int // the number of integers
	atoms []diffAtom
	index map[Var]int // indices of atoms

	stack   []Lit       // the reported literals
	levels  []int       // length of stack when each level was opened
	pending bool        // Assign returned false
	premise map[Lit]int // length of stack when a literal was implied
	certs   [][]Lit     // every clause ever reported
	model   []int
	broken  error // the first breach of contract by the solver
	gaveUp  bool
	quiet   bool // no dice: eager and complete
}

type diffAtom struct {
	x, y, c int
	eq      bool // x - y = c rather than x - y <= c
}

func (a diffAtom) eval(m []int) bool {
	d := m[a.x] - m[a.y]
	return d == a.c || !a.eq && d < a.c
}

func newDifference(s *Solver, n int, r *rand.Rand) *difference {
	d := &difference{s: s, r: r, n: n, index: map[Var]int{}, premise: map[Lit]int{}}
	s.SetTheory(d)
	return d
}

// atom returns the variable of an atom. A new atom gets a new variable.
func (d *difference) atom(a diffAtom) Var {
	for v, i := range d.index {
		if d.atoms[i] == a {
			return v
		}
	}
	v := d.s.NewVar()
	d.index[v] = len(d.atoms)
	d.atoms = append(d.atoms, a)
	return v
}

func (d *difference) breach(format string, args ...any) {
	if d.broken == nil {
		d.broken = fmt.Errorf("contract: "+format, args...)
	}
}

func (d *difference) dice(sides int) bool { return !d.quiet && d.r.IntN(sides) == 0 }

func (d *difference) NewLevel() { d.levels = append(d.levels, len(d.stack)) }

func (d *difference) Backtrack(level int) {
	if level >= len(d.levels) {
		d.breach("Backtrack(%d) at level %d", level, len(d.levels))
		return
	}
	d.stack = d.stack[:d.levels[level]]
	d.levels = d.levels[:level]
	d.pending = false
}

func (d *difference) Assign(l Lit) bool {
	if _, ok := d.index[l.Var()]; !ok {
		d.breach("Assign(%v), which is no atom", l)
		return true
	}
	if slices.Contains(d.stack, l) || slices.Contains(d.stack, l.Not()) {
		d.breach("Assign(%v) with %v on the stack", l, d.stack)
	}
	if len(d.levels) != d.s.level() || d.s.vals[l] != True {
		d.breach("Assign(%v) at level %d of %d", l, len(d.levels), d.s.level())
	}
	if d.pending {
		d.breach("Assign(%v) with a conflict pending", l)
	}
	d.stack = append(d.stack, l)
	if !d.dice(2) && d.inconsistent(d.stack) {
		d.pending = true
	}
	return !d.pending
}

func (d *difference) Propagate(out *Outbox) {
	if d.pending || !d.dice(3) && d.inconsistent(d.stack) {
		d.reportConflict(out)
		if !d.dice(2) {
			return
		}
	}
	for v := Var(1); int(v) <= d.s.NumVars(); v++ {
		if _, ok := d.index[v]; !ok || d.s.flags[v]&varWatched == 0 || d.dice(2) {
			continue
		}
		for _, l := range []Lit{v.Pos(), v.Neg()} {
			if out.Value(l) != True && d.entails(d.stack, l) {
				d.premise[l] = len(d.stack)
				out.Imply(l)
				break
			}
		}
	}
	if d.dice(6) {
		d.reportTransitivity(out)
	}
	if d.dice(8) {
		d.watchLate()
	}
	out.Spend(1)
}

// reportConflict reports that the stack is inconsistent. The caller knows that it is.
func (d *difference) reportConflict(out *Outbox) {
	lits := slices.Clone(d.stack)
	if !d.dice(4) {
		lits = d.minimal(lits, d.inconsistent)
	}
	clause := negate(lits)
	cert := d.certify(clause)
	switch {
	case d.pending || !d.dice(3):
		out.Conflict(cert, clause...)
	case d.dice(2):
		out.Lemma(Permanent, cert, clause...)
	default:
		out.Lemma(Deletable, cert, clause...)
	}
	d.pending = false
}

// reportTransitivity reports a few instances of x-y<=c ∧ y-z<=e ⇒ x-z<=c+e.
func (d *difference) reportTransitivity(out *Outbox) {
	for range 1 + d.r.IntN(3) {
		i, j := d.r.IntN(len(d.atoms)), d.r.IntN(len(d.atoms))
		a, b := d.atoms[i], d.atoms[j]
		if a.eq || b.eq || a.y != b.x || len(d.atoms) > 14 {
			continue
		}
		clause := []Lit{
			d.atom(a).Neg(), d.atom(b).Neg(),
			d.atom(diffAtom{x: a.x, y: b.y, c: a.c + b.c}).Pos(),
		}
		d.s.WatchTheory(clause[2].Var())
		out.Lemma(LemmaKind(d.r.IntN(2)), d.certify(clause), clause...)
	}
}

// watchLate registers atoms that were not registered.
func (d *difference) watchLate() {
	for v := Var(1); int(v) <= d.s.NumVars(); v++ {
		if _, ok := d.index[v]; ok {
			d.s.WatchTheory(v)
		}
	}
}

func (d *difference) Explain(l Lit, buf []Lit) ([]Lit, Cert) {
	k, ok := d.premise[l]
	if !ok || k > len(d.stack) {
		d.breach("Explain(%v), which was implied by %d of %d literals", l, k, len(d.stack))
		return append(buf, l), 0
	}
	premises := slices.Clone(d.stack[:k])
	if i := slices.Index(premises, l); i >= 0 {
		premises = premises[:i]
	}
	clause := append(buf, l)
	for _, p := range d.minimal(premises, func(lits []Lit) bool { return d.entails(lits, l) }) {
		clause = append(clause, p.Not())
	}
	return clause, d.certify(clause)
}

func (d *difference) FinalCheck(out *Outbox) FinalVerdict {
	d.watchLate()
	if d.inconsistent(d.stack) {
		d.reportConflict(out)
		return Consistent // the result must not matter
	}
	for _, l := range d.stack {
		if d.s.vals[l] != True {
			d.breach("FinalCheck with %v on the stack, which is %v", l, d.s.vals[l])
		}
	}
	if d.gaveUp && d.dice(3) {
		return GaveUp
	}
	d.model = d.potentials(d.stack)
	consistent := true
	for _, l := range d.stack {
		a := d.atoms[d.index[l.Var()]]
		if a.eq && l.IsNeg() && a.eval(d.model) {
			lt := d.atom(diffAtom{x: a.x, y: a.y, c: a.c - 1})
			gt := d.atom(diffAtom{x: a.y, y: a.x, c: -a.c - 1})
			d.s.WatchTheory(lt)
			d.s.WatchTheory(gt)
			clause := []Lit{l.Not(), lt.Pos(), gt.Pos()}
			out.Lemma(Permanent, d.certify(clause), clause...)
			consistent = false
			if d.dice(2) {
				break
			}
		}
	}
	if consistent {
		return Consistent
	}
	return GaveUp // the result must not matter
}

func (d *difference) certify(clause []Lit) Cert {
	d.certs = append(d.certs, slices.Clone(clause))
	return Cert(len(d.certs) - 1)
}

// Decide suggests an atom now and then.
func (d *difference) Decide() Lit {
	if !d.dice(5) {
		return NoLit
	}
	v := Var(1 + d.r.IntN(d.s.NumVars()))
	if _, ok := d.index[v]; !ok {
		return NoLit
	}
	return v.Neg()
}

// distances returns the tightest bounds on x - y that the literals imply. It also returns whether
// the literals without disequalities have a solution.
func (d *difference) distances(lits []Lit) (dist [][]int, ok bool) {
	const far = 1 << 20
	dist = make([][]int, d.n)
	for x := range dist {
		dist[x] = slices.Repeat([]int{far}, d.n)
		dist[x][x] = 0
	}
	edge := func(x, y, c int) { dist[x][y] = min(dist[x][y], c) }
	for _, l := range lits {
		switch a := d.atoms[d.index[l.Var()]]; {
		case !l.IsNeg():
			edge(a.x, a.y, a.c)
			if a.eq {
				edge(a.y, a.x, -a.c)
			}
		case !a.eq:
			edge(a.y, a.x, -a.c-1)
		}
	}
	for z := range d.n {
		for x := range d.n {
			for y := range d.n {
				dist[x][y] = min(dist[x][y], dist[x][z]+dist[z][y])
			}
		}
	}
	for x := range d.n {
		if dist[x][x] < 0 {
			return dist, false
		}
	}
	return dist, true
}

// inconsistent reports whether the literals contradict each other. It does not
// find contradictions that need a split on a disequality.
func (d *difference) inconsistent(lits []Lit) bool {
	dist, ok := d.distances(lits)
	if !ok {
		return true
	}
	return slices.ContainsFunc(lits, func(l Lit) bool {
		a := d.atoms[d.index[l.Var()]]
		return a.eq && l.IsNeg() && dist[a.x][a.y] <= a.c && dist[a.y][a.x] <= -a.c
	})
}

// entails reports whether l follows from the literals.
func (d *difference) entails(lits []Lit, l Lit) bool {
	a := d.atoms[d.index[l.Var()]]
	dist, ok := d.distances(lits)
	switch {
	case !ok:
		return true
	case a.eq && !l.IsNeg():
		return dist[a.x][a.y] <= a.c && dist[a.y][a.x] <= -a.c
	case a.eq:
		return dist[a.x][a.y] < a.c || dist[a.y][a.x] < -a.c
	case l.IsNeg():
		return dist[a.y][a.x] <= -a.c-1
	}
	return dist[a.x][a.y] <= a.c
}

// potentials returns a solution of the literals without disequalities.
func (d *difference) potentials(lits []Lit) []int {
	dist, _ := d.distances(lits)
	m := make([]int, d.n)
	for x := range m {
		m[x] = slices.Min(dist[x]) // with a source at distance 0 from all nodes
		m[x] = min(m[x], 0)
	}
	return m
}

// minimal drops literals as long as the rest still has the property.
func (d *difference) minimal(lits []Lit, property func([]Lit) bool) []Lit {
	for i := 0; i < len(lits); {
		if z := slices.Delete(slices.Clone(lits), i, i+1); property(z) {
			lits = z
		} else {
			i++
		}
	}
	return lits
}

func negate(lits []Lit) []Lit {
	z := make([]Lit, len(lits))
	for i, l := range lits {
		z[i] = l.Not()
	}
	return z
}
