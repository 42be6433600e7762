// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"math/bits"
	"math/rand/v2"

	"cornet/engines/ic3/netlist"
	"cornet/internal/luby"
	"cornet/smt/sat"
)

// simulation looks for runs to bad states by random inputs: many walks at once, one in each lane.
// It finds errors that take many steps but no rare value, such as the overflow of a queue. Bounded
// model checking seldom gets that far, since it must prove for each length that there is no error.
//
// In each lane and phase, an input is mostly true, mostly false, or evenly distributed. So a lane
// may fill a queue in one phase, and drain it in another. A lane whose inputs violate the
// constraint tries others. If these fail too, it stays in its state. The lengths of the walks
// follow Luby's sequence: most walks are short, and long ones occur now and then.
//
// The idea of weighted random inputs comes from the testing of circuits (H. Schnurmann, E.
// Lindbloom, R. Carpenter, "The Weighted Random Test-Pattern Generator", IEEE Transactions on
// Computers, 1975).
type simulation struct {
	m      *machine
	source *rand.PCG
	spend  func(int64)

	nodes  []sat.Var // nodes that a step depends on, in order
	inputs []input
	states []*latch
	values []netlist.Lanes // values by node
	next   []netlist.Lanes // next values by latch

	lengths luby.Sequence
	first   rand.PCG // the random source when the walk began
	left    int      // steps left in the walk
	taken   int      // steps taken in the walk
	spent   int64
}

// input is a node whose values are chosen. The masks select the lanes where it is true with
// probability 1/8 or 1/64, and those where it is false with that probability. In other lanes both
// values are equally likely.
type input struct {
	v                    sat.Var
	seldom, rarely, flip netlist.Lanes
}

const (
	walkUnit  = 64 // steps of the shortest walk
	phase     = 32 // steps after which some weights change
	maxTries  = 3  // choices of inputs that satisfy the constraint
	nodeTicks = 3  // nodes evaluated per tick
)

func newSimulation(m *machine, spend func(int64)) *simulation {
	s := &simulation{m: m, source: rand.NewPCG(1, 2), spend: spend, values: make([]netlist.Lanes, len(m.graph.Nodes)), states: m.state()}
	roots := []sat.Lit{m.bad, m.constraint}
	computed := map[sat.Var]bool{m.graph.True.Var(): true}
	for _, l := range s.states {
		computed[l.v] = true
		roots = append(roots, l.next)
	}
	s.nodes = append(s.nodes, m.graph.Walker().Cone(roots...)...)
	for _, v := range s.nodes {
		if m.graph.Nodes[v].IsInput() && !computed[v] {
			s.inputs = append(s.inputs, input{v: v})
		}
	}
	s.next = make([]netlist.Lanes, len(s.states))
	return s
}

// run continues the walk, with about ticks of effort. It returns a trace if it finds one.
func (s *simulation) run(ticks int64) *trace {
	for limit := s.spent + ticks; s.spent < limit; {
		if s.left == 0 {
			s.left = walkUnit * int(s.lengths.Next())
			s.first = *s.source
			s.begin()
		}
		if lane, ok := s.step(nil); ok {
			return s.trace(lane)
		}
		s.left--
	}
	return nil
}

// begin begins a walk. Each lane gets an initial state and weights of the inputs.
func (s *simulation) begin() {
	s.taken = 0
	for _, l := range s.states {
		for k := range s.values[l.v] {
			s.values[l.v][k] = map[sat.LBool]uint64{sat.True: ^uint64(0), sat.Undef: s.source.Uint64()}[l.init]
		}
	}
	s.weigh(func() uint64 { return ^uint64(0) })
}

// weigh chooses new weights for each input in random lanes.
func (s *simulation) weigh(some func() uint64) {
	for i := range s.inputs {
		in := &s.inputs[i]
		for k := range in.flip {
			lanes, x, y := some(), s.source.Uint64(), s.source.Uint64()
			in.seldom[k] = in.seldom[k]&^lanes | x&y&lanes
			in.rarely[k] = in.rarely[k]&^lanes | x&^y&lanes
			in.flip[k] = in.flip[k]&^lanes | s.source.Uint64()&x&lanes
		}
	}
}

// eighth returns a word in which each bit has the probability 1/8.
func (s *simulation) eighth() uint64 {
	x, y, z := s.source.Uint64(), s.source.Uint64(), s.source.Uint64()
	return x & y & z
}

// step takes a step in each lane. It returns a lane in a bad state, if there is one. It calls took,
// if not nil, with the lanes that take the step.
func (s *simulation) step(took func(netlist.Lanes)) (lane int, bad bool) {
	if s.taken++; s.taken%phase == 0 {
		s.weigh(s.eighth)
	}
	var open netlist.Lanes // lanes that have no inputs yet that satisfy the constraint
	for k := range open {
		open[k] = ^uint64(0)
	}
	for try := 0; try < maxTries && open != (netlist.Lanes{}); try++ {
		s.choose(open)
		s.m.graph.EvaluateLanes(s.nodes, s.values)
		cost := int64(len(s.nodes)/nodeTicks + 1)
		s.spent += cost
		s.spend(cost)
		for k, x := range netlist.Of(s.m.bad, s.values) {
			if x != 0 {
				return k*64 + bits.TrailingZeros64(x), true
			}
		}
		open = netlist.Of(s.m.constraint.Not(), s.values)
	}
	if took != nil {
		took(open)
	}
	for i, l := range s.states {
		to := netlist.Of(l.next, s.values)
		for k, from := range s.values[l.v] {
			s.next[i][k] = to[k]&^open[k] | from&open[k]
		}
	}
	for i, l := range s.states {
		s.values[l.v] = s.next[i]
	}
	return 0, false
}

// choose chooses the inputs in some lanes.
func (s *simulation) choose(lanes netlist.Lanes) {
	// all inputs use the same rare words, since random words cost more than gates
	var rare [16]uint64
	for i := range rare {
		rare[i] = s.eighth()
	}
	for i := range s.inputs {
		in := &s.inputs[i]
		value := &s.values[in.v]
		for k := range value {
			even := s.source.Uint64()
			seldom := even & s.source.Uint64() & rare[(i+5*k+1)%len(rare)]
			rarely := seldom & rare[(i+k)%len(rare)]
			x := even&^(in.seldom[k]|in.rarely[k]) | seldom&in.seldom[k] | rarely&in.rarely[k]
			value[k] = value[k]&^lanes[k] | (x^in.flip[k])&lanes[k]
		}
	}
}

// trace repeats the walk, and returns the run of a lane in which it ends in a bad state.
func (s *simulation) trace(lane int) *trace {
	in := func(x netlist.Lanes) bool { return x[lane/64]>>(lane%64)&1 == 1 }
	*s.source = s.first
	s.begin()
	z := &trace{}
	var begin []sat.Lit
	for _, l := range s.states {
		if in(s.values[l.v]) {
			begin = append(begin, l.v.Pos())
		}
	}
	add := func() {
		step := begin
		begin = nil
		for i := range s.inputs {
			if v := s.inputs[i].v; in(s.values[v]) {
				step = append(step, v.Pos())
			}
		}
		z.inputs = append(z.inputs, step)
	}
	for {
		if _, bad := s.step(func(open netlist.Lanes) {
			if !in(open) {
				add()
			}
		}); bad {
			add()
			return z
		}
	}
}
