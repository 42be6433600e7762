// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Formula makes the clauses of an unwinding, instance by instance. The clauses depend only on the
// system and the instances. A Formula belongs to one goroutine.
type Formula struct {
	sys     *horn.System
	sink    bits.Sink
	circuit *bits.Circuit
	clauses []prepared
	out     [][]int // clauses by the predicate of their body; the last entry has the facts
	number  map[*logic.Func]int
	effort  int64
	values  int64       // arguments of instances
	stop    func() bool // see StopWhen

	instances []instance
	leaving   map[horn.Edge]*edge
	locals    map[int]map[local]value // by instance
	exits     []approach              // by clause
	// applications has the latest applications of each operation. comparisons has results by the
	// names of both words.
	applications map[logic.Op][]application
	comparisons  map[string]sat.Lit
}

// instance has the states to which its edges lead.
type instance struct {
	pred  int
	guard sat.Lit
	facts *facts
	args  []value
	edges []horn.Edge
	taken []sat.Lit // literals of the edges
}

// edge is a clause at an instance.
type edge struct {
	lit   sat.Lit // the literal that the source is reached and the constraint holds
	facts *facts
	at    *scope
	used  bool
}

// Leaving is an edge that leaves an instance. Its literal states that the edge is taken. Head is
// the number of the predicate that it leads to, or -1 for a query.
type Leaving struct {
	horn.Edge
	Lit  sat.Lit
	Head int
	// Always states that every derivation of the instance's state can continue along the edge.
	// Certain states that some derivation can.
	Always, Certain bool
}

const (
	// termTicks is the effort of evaluating a term, in addition to its bits.
	termTicks = 10
	// valueTicks and valueBytes are the effort and memory of an argument of an instance, even if
	// the argument is a constant.
	valueTicks = 5
	valueBytes = 96
)

// New returns the formula of sys without instances. Its variables and clauses go to sink. The error
// is an errors.ErrUnsupported for systems that are not linear. The same holds for values other than
// Booleans, bit-vectors, integers and arrays of these.
//
// Cost: O(size of the system).
func New(sys *horn.System, sink bits.Sink) (z *Formula, err error) {
	defer recovered(&err)
	f := &Formula{
		sys: sys, sink: sink, circuit: bits.New(sink), number: sys.Index(),
		out: make([][]int, len(sys.Preds)+1), leaving: map[horn.Edge]*edge{}, locals: map[int]map[local]value{},
		applications: map[logic.Op][]application{}, comparisons: map[string]sat.Lit{},
	}
	for k, c := range sys.Clauses {
		f.clauses = append(f.clauses, f.prepare(c, f.number))
		from := f.clauses[k].body
		if from == horn.Start {
			from = len(sys.Preds)
		}
		f.out[from] = append(f.out[from], k)
	}
	f.exits = make([]approach, len(f.clauses))
	return f, nil
}

// StopWhen makes the formula call stop for every term that is evaluated. If stop returns true, the
// evaluation ends, and the error wraps errors.ErrUnsupported. Without this, a single clause may
// take very long.
func (f *Formula) StopWhen(stop func() bool) { f.stop = stop }

// Effort returns the counted work, in ticks. It does not include the work of the sink.
func (f *Formula) Effort() int64 { return f.effort }

// Bytes estimates the memory of the arguments of all instances.
func (f *Formula) Bytes() int64 { return f.values * valueBytes }

// Leave returns the edges that leave an instance, in the order of the clauses. For [horn.Start] it
// returns the facts. It omits edges that constants rule out. It must be called exactly once for
// each instance.
func (f *Formula) Leave(source int) (z []Leaving, err error) {
	defer recovered(&err)
	from := len(f.sys.Preds)
	guard, locals, known := f.circuit.Bool(true), map[local]value{}, (*facts)(nil)
	if source != horn.Start {
		x := &f.instances[source]
		from, guard, known = x.pred, x.guard, x.facts
	}
	f.locals[source] = locals
	for _, k := range f.out[from] {
		e := &edge{at: f.enter(&f.clauses[k], source, locals)}
		e.lit, e.facts = e.at.fires(guard, known)
		if v, ok := f.circuit.Const(e.lit); ok && !v {
			if f.clauses[k].head != f.clauses[k].body {
				f.exits[k].move(e.at.gap, len(f.instances))
			}
			continue
		}
		f.exits[k] = approach{}
		if f.clauses[k].head < 0 {
			e.at = nil // nothing else is evaluated for this edge
		}
		key := horn.Edge{Clause: k, Source: source}
		f.leaving[key] = e
		_, certain := f.circuit.Const(e.lit) // true, since the edge is not ruled out
		z = append(z, Leaving{key, e.lit, f.clauses[k].head, e.lit == guard, certain})
	}
	return z, nil
}

// enter returns the scope of a clause at an instance.
//
// Cost: O(arguments of the body that are not variables), since the others are read when a term
// contains them.
func (f *Formula) enter(c *prepared, source int, locals map[local]value) *scope {
	e := &scope{f: f, c: c, locals: locals, known: map[*logic.Term]value{}, whole: map[*logic.Term]value{}, residues: map[residue]bits.Word{}}
	if source == horn.Start {
		return e
	}
	e.args = f.instances[source].args
	for _, i := range c.matched {
		e.match(c.Body[0].Args[i], e.args[i])
	}
	return e
}

// match handles an argument of the body that is not a variable, or a variable that occurred before.
func (e *scope) match(t *logic.Term, v value) {
	if v.array != nil || v.wild != sat.NoLit {
		refuse("predicates on terms in the body of a clause")
	}
	e.matched = append(e.matched, e.f.same(e.word(t), v.word))
	if e.wild != sat.NoLit {
		refuse("predicates on terms in the body of a clause")
	}
}

// fires returns a literal for the guard and the conditions of the clause together, and the facts
// that then hold.
func (e *scope) fires(guard sat.Lit, known *facts) (sat.Lit, *facts) {
	var lits []sat.Lit
	for _, t := range e.c.conditions {
		l := e.condition(t)
		if v, ok := e.f.circuit.Const(l); !ok {
			lits = append(lits, l)
		} else if !v {
			e.gap = e.distance(t.term)
			return l, nil
		}
	}
	lits = append(lits, e.matched...)
	return e.f.all(append([]sat.Lit{guard}, lits...)), known.and(lits)
}

// Add adds an instance of the predicate with number pred. The edges lead to it from earlier
// instances. There must be at least one edge. Each must lead to pred, occur once, and not be ruled
// out.
//
// At most one of the edges is taken, even if several could be: see choices. Every
// derivation has values under which all guards on its way hold, and the arguments are those of the
// derivation.
func (f *Formula) Add(pred int, edges []horn.Edge) (z int, err error) {
	defer recovered(&err)
	taken := make([]*edge, len(edges))
	for i, key := range edges {
		e := f.leaving[key]
		if e == nil || e.used || f.clauses[key.Clause].head != pred {
			return 0, invalid("instance %d: clause %d of instance %d does not lead there", len(f.instances), key.Clause, key.Source)
		}
		e.used = true
		taken[i] = e
	}
	if len(taken) == 0 {
		return 0, invalid("instance %d has no edge", len(f.instances))
	}
	known := make([]*facts, len(taken))
	for i, e := range taken {
		known[i] = e.facts
	}
	x := instance{pred: pred, facts: common(known), edges: edges}
	x.taken = f.choices(taken, exclusive(known))
	x.guard = f.any(x.taken)
	x.args = make([]value, f.sys.Preds[pred].Arity())
	f.effort += valueTicks * int64(len(x.args)*len(taken))
	f.values += int64(len(x.args))
	options := make([]option[value], len(taken))
	for i := range options {
		options[i].when = &disjunction{lit: x.taken[i]}
	}
	for k := range x.args {
		for i, e := range taken {
			options[i].what = e.at.eval(e.at.c.Head.Args[k])
		}
		x.args[k] = f.merge(options)
	}
	for _, e := range taken {
		e.at = nil
	}
	f.instances = append(f.instances, x)
	return len(f.instances) - 1, nil
}

// choices returns literals for edges to an instance. At most one of them holds. If edges do not
// exclude each other, a new variable for each says which one is taken, and the last one wins.
func (f *Formula) choices(edges []*edge, exclude bool) []sat.Lit {
	z, later := make([]sat.Lit, len(edges)), f.circuit.Bool(false)
	for i, e := range slices.Backward(edges) {
		z[i] = e.lit
		if !exclude {
			z[i] = f.all([]sat.Lit{e.lit, f.sink.NewVar().Pos(), later.Not()})
			later = f.circuit.Or(later, z[i])
		}
	}
	return z
}
