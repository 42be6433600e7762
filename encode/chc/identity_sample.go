// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/rand"

	"cornet/encode/flat"
	"cornet/encode/poly"
)

// This file guesses which equations hold at loop heads: those that hold whenever the head is reached in runs on small inputs. A run need
// not be right, nor an equation, since all are checked afterwards; numbers that are not modelled are taken to be inputs.

// Limits of guessing.
const (
	sampleSteps    = 60000 // edges of all runs together
	sampleRunSteps = 400   // edges of a run
	maxSampleVars  = 10    // variables that an equation may be about
	maxSampleMonos = 130
	maxSampleValue = 1 << 40
	maxSamplePoint = 1 << 24
)

// guess fills known with equations that may hold at loop heads.
func (a *identities) guess() {
	degrees := map[*flat.Node][]poly.Mono{}
	points := map[*flat.Node][]map[int]int64{}
	for _, n := range a.order {
		if !a.heads[n] || n == a.f.Entry {
			continue
		}
		var vars []int
		for _, v := range a.live[n.ID].sorted() {
			if isNumber(v.Type) && !v.Type.Bool && v.Type.Width > 8 {
				vars = append(vars, a.number[v])
			}
		}
		if len(vars) == 0 || len(vars) > maxSampleVars {
			continue
		}
		degree := 1
		for degree < 6 && len(poly.Monos(vars, degree+1)) <= maxSampleMonos {
			degree++
		}
		degrees[n] = poly.Monos(vars, degree)
	}
	s := &sampler{a: a, rnd: rand.New(rand.NewSource(1)), consts: []int64{0, 1}}
	eachExpr(a.f, func(x *flat.Expr) {
		if x.IsConst() && x.Value.IsInt64() {
			if v := x.Value.Int64(); -1000 <= v && v <= 1000 {
				s.consts = append(s.consts, v)
			}
		}
	})
	seen := map[*flat.Node]map[string]bool{}
	for s.steps < sampleSteps && len(degrees) > 0 {
		s.steps++
		s.run(func(n *flat.Node) {
			monos := degrees[n]
			if monos == nil || len(points[n]) > 2*len(monos) {
				return
			}
			at, key := s.point(monos, n)
			if seen[n] == nil {
				seen[n] = map[string]bool{}
			}
			if at != nil && !seen[n][key] {
				seen[n][key] = true
				points[n] = append(points[n], at)
			}
		})
	}
	for _, n := range a.order {
		if len(points[n]) > 0 {
			a.known[n] = a.generators(a.ring.Relations(degrees[n], points[n]))
		}
	}
}

// generators leaves out equations that others of lower degree imply.
func (a *identities) generators(ps []poly.Poly) []poly.Poly {
	var z []poly.Poly
	for _, p := range ps {
		if c := a.newCourse(env{}, z); !c.implies(p) {
			z = append(z, p)
		}
	}
	return z
}

// sampler runs a function.
type sampler struct {
	a      *identities
	rnd    *rand.Rand
	consts []int64
	values map[*flat.Var]int64
	bound  int64 // of inputs of this run
	steps  int
	lost   bool // a number became too large
}

// run runs the function once; visit is called at each node.
func (s *sampler) run(visit func(*flat.Node)) {
	s.values, s.lost = map[*flat.Var]int64{}, false
	s.bound = []int64{3, 8, 20, 60}[s.rnd.Intn(4)]
	n := s.a.f.Entry
	for range sampleRunSteps {
		if s.steps++; s.lost {
			return
		}
		visit(n)
		var next *flat.Node
		for _, i := range s.rnd.Perm(len(n.Out)) {
			if e := n.Out[i]; !terminal(e.Op) && s.pass(e.Op) {
				next = e.To
				break
			}
		}
		if next == nil {
			return
		}
		n = next
	}
}

// pass executes op; it reports whether it goes on.
func (s *sampler) pass(op flat.Op) bool {
	switch o := op.(type) {
	case flat.Assume:
		return (s.value(o.Cond) != 0) != o.Negate
	case flat.Assign:
		s.values[o.To] = s.value(o.Value)
	default:
		flat.Written(op, func(v *flat.Var) { delete(s.values, v) })
	}
	return true
}

// of is the value of v, an input before it is assigned.
func (s *sampler) of(v *flat.Var) int64 {
	z, ok := s.values[v]
	if !ok {
		z = s.input(v.Type)
		s.values[v] = z
	}
	return z
}

func (s *sampler) input(t flat.Type) int64 {
	z := s.rnd.Int63n(s.bound + 1)
	switch s.rnd.Intn(6) {
	case 0:
		z = s.consts[s.rnd.Intn(len(s.consts))]
	case 1:
		if t.Signed {
			z = -z
		}
	}
	return s.wrap(z, t)
}

// wrap is v as a value of t. Large numbers end the run: equations would hold of them modulo powers of two only.
func (s *sampler) wrap(v int64, t flat.Type) int64 {
	switch {
	case v > maxSampleValue || v < -maxSampleValue:
		s.lost = true
	case t.Kind != flat.Int || t.Width >= 64:
	case v >= 1<<t.Width || v < -1<<(t.Width-1) || v < 0 && !t.Signed:
		s.lost = true
	case t.Signed:
		return v << (64 - t.Width) >> (64 - t.Width)
	default:
		return v & (1<<t.Width - 1)
	}
	return v
}

// value is x.
func (s *sampler) value(x *flat.Expr) int64 {
	flag := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	arg := func(i int) int64 { return s.value(x.Args[i]) }
	var z int64
	switch x.Operator {
	case flat.Const:
		if !x.Value.IsInt64() {
			s.lost = true
			return 0
		}
		return x.Value.Int64()
	case flat.Read:
		return s.of(x.Var)
	case flat.And:
		return flag(arg(0) != 0 && arg(1) != 0)
	case flat.Or:
		return flag(arg(0) != 0 || arg(1) != 0)
	case flat.Not:
		return flag(arg(0) == 0)
	case flat.Lt:
		return flag(arg(0) < arg(1))
	case flat.Le:
		return flag(arg(0) <= arg(1))
	case flat.Eq:
		return flag(arg(0) == arg(1))
	case flat.Ite:
		if arg(0) != 0 {
			return arg(1)
		}
		return arg(2)
	case flat.Neg:
		z = -arg(0)
	case flat.BitNot:
		z = ^arg(0)
	case flat.Add:
		z = arg(0) + arg(1)
	case flat.Sub:
		z = arg(0) - arg(1)
	case flat.Mul:
		u, v := arg(0), arg(1)
		if z = u * v; u != 0 && (z/u != v || z > maxSampleValue || z < -maxSampleValue) {
			s.lost = true
		}
	case flat.BitAnd:
		z = arg(0) & arg(1)
	case flat.BitOr:
		z = arg(0) | arg(1)
	case flat.BitXor:
		z = arg(0) ^ arg(1)
	case flat.Cast:
		z = arg(0)
		if x.Type.Bool {
			return flag(z != 0)
		}
	case flat.Shl, flat.Shr:
		u, k := arg(0), arg(1)
		switch {
		case k < 0 || k >= 20:
			s.lost = true
		case x.Operator == flat.Shl:
			z = u << k
		default:
			z = u >> k
		}
	case flat.Div, flat.Rem:
		u, v := arg(0), arg(1)
		switch {
		case v == 0:
			s.lost = true
		case x.Operator == flat.Div:
			z = u / v
		default:
			z = u % v
		}
	default:
		return s.input(x.Type)
	}
	return s.wrap(z, x.Type)
}

// point is the values of the variables of monos at n; large numbers without sign count as negative ones, to which
// they are equal modulo the ring's.
func (s *sampler) point(monos []poly.Mono, n *flat.Node) (at map[int]int64, key string) {
	at = map[int]int64{}
	var text []byte
	for _, v := range s.a.live[n.ID].sorted() {
		i := s.a.number[v]
		if !containsVar(monos, i) {
			continue
		}
		z := s.of(v)
		if w := v.Type.Width; !v.Type.Signed && w >= s.a.width && w < 64 && z >= 1<<(w-1) {
			z -= 1 << w
		}
		if z > maxSamplePoint || z < -maxSamplePoint {
			return nil, ""
		}
		at[i] = z
		for range 8 {
			text, z = append(text, byte(z)), z>>8
		}
	}
	return at, string(text)
}

// containsVar reports whether monos, of degree 1 and more, are about variable i.
func containsVar(monos []poly.Mono, i int) bool {
	for _, m := range monos {
		if m == poly.Var(i) {
			return true
		}
	}
	return false
}
