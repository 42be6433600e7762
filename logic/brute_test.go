// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"cornet/smtlib"
)

// This file has an evaluator of SMT-LIB text that shares no code with the package. Random terms are
// generated as trees of text, and evaluated by the definitions of SMT-LIB on math/big numbers.

// node is a term as text: a leaf or an application.
type node struct {
	head string // symbol, or indexed head such as (_ extract 3 0)
	args []*node
	sort string
}

func (n *node) String() string {
	if len(n.args) == 0 {
		return n.head
	}
	var b strings.Builder
	b.WriteString("(" + n.head)
	for _, a := range n.args {
		b.WriteString(" " + a.String())
	}
	b.WriteString(")")
	return b.String()
}

// value is a bool, a *big.Rat, a bitstring or an array.
type value any

type bitstring struct {
	width int
	v     *big.Int
}

type array struct {
	def  value
	elem map[string]value // by the text of the index
	keys map[string]value
}

// source yields choices from fuzz data, and zeros after the data is used up.
type source struct {
	data []byte
}

func (s *source) pick(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b) % n
}

func (s *source) done() bool { return len(s.data) == 0 }

const (
	boolSort  = "Bool"
	intSort   = "Int"
	realSort  = "Real"
	bvSort    = "(_ BitVec 4)"
	wideSort  = "(_ BitVec 8)"
	arraySort = "(Array Int Int)"
	maskSort  = "(Array (_ BitVec 4) Bool)"
)

var bruteSorts = []string{boolSort, intSort, realSort, bvSort, wideSort, arraySort, maskSort}

// bruteVars are the constants of random terms.
var bruteVars = map[string][]string{
	boolSort: {"p", "q", "r"}, intSort: {"x", "y", "z"}, realSort: {"a", "b", "c"},
	bvSort: {"u", "v"}, wideSort: {"w"}, arraySort: {"m", "n"}, maskSort: {"k"},
}

// brutePrelude declares them.
var brutePrelude = func() string {
	var b strings.Builder
	for _, sort := range bruteSorts {
		for _, v := range bruteVars[sort] {
			fmt.Fprintf(&b, "(declare-const %s %s)\n", v, sort)
		}
	}
	return b.String()
}()

// production is a way to make a term of a sort: a head and the sorts of the arguments. meaning
// evaluates it; it returns nil for an unspecified value.
type production struct {
	head    string
	args    []string
	meaning func(args []value) value
}

func args(sorts ...string) []string { return sorts }

func rat(v value) *big.Rat { return v.(*big.Rat) }

func arith2(f func(z, x, y *big.Rat) *big.Rat) func([]value) value {
	return func(a []value) value { return f(new(big.Rat), rat(a[0]), rat(a[1])) }
}

func compare(ok func(int) bool) func([]value) value {
	return func(a []value) value { return ok(rat(a[0]).Cmp(rat(a[1]))) }
}

func euclid(a []value) (q, m *big.Int) {
	x, y := rat(a[0]).Num(), rat(a[1]).Num()
	if y.Sign() == 0 {
		return nil, nil
	}
	return new(big.Int).DivMod(x, y, new(big.Int))
}

func integer(x *big.Int) value { return new(big.Rat).SetInt(x) }

func floorOf(x *big.Rat) *big.Int { return new(big.Int).Div(x.Num(), x.Denom()) }

func vector(width int, v *big.Int) value {
	return bitstring{width, new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))}
}

func toSigned(b bitstring) *big.Int {
	if b.v.Bit(b.width-1) == 1 {
		return new(big.Int).Sub(b.v, new(big.Int).Lsh(big.NewInt(1), uint(b.width)))
	}
	return b.v
}

func bv2(f func(z, x, y *big.Int) *big.Int) func([]value) value {
	return func(a []value) value {
		x, y := a[0].(bitstring), a[1].(bitstring)
		return vector(x.width, f(new(big.Int), x.v, y.v))
	}
}

func bvCompare(signed bool, ok func(int) bool) func([]value) value {
	return func(a []value) value {
		x, y := a[0].(bitstring), a[1].(bitstring)
		if signed {
			return ok(toSigned(x).Cmp(toSigned(y)))
		}
		return ok(x.v.Cmp(y.v))
	}
}

// bvDivide follows the definitions of SMT-LIB's FixedSizeBitVectors and QF_BV,
// which reduce signed division to unsigned.
func bvDivide(op string) func([]value) value {
	udiv := func(w int, x, y *big.Int) *big.Int {
		if y.Sign() == 0 {
			return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
		}
		return new(big.Int).Div(x, y)
	}
	urem := func(x, y *big.Int) *big.Int {
		if y.Sign() == 0 {
			return x
		}
		return new(big.Int).Mod(x, y)
	}
	return func(a []value) value {
		x, y := a[0].(bitstring), a[1].(bitstring)
		w := x.width
		sx, sy := toSigned(x), toSigned(y)
		ax, ay := new(big.Int).Abs(sx), new(big.Int).Abs(sy)
		negative := func(z *big.Int, when bool) value {
			if when {
				z = new(big.Int).Neg(z)
			}
			return vector(w, z)
		}
		switch op {
		case "bvudiv":
			return vector(w, udiv(w, x.v, y.v))
		case "bvurem":
			return vector(w, urem(x.v, y.v))
		case "bvsdiv":
			return negative(udiv(w, ax, ay), (sx.Sign() < 0) != (sy.Sign() < 0))
		case "bvsrem":
			return negative(urem(ax, ay), sx.Sign() < 0)
		}
		u := urem(ax, ay) // bvsmod
		switch {
		case u.Sign() == 0 || sx.Sign() >= 0 && sy.Sign() >= 0:
			return vector(w, u)
		case sx.Sign() < 0 && sy.Sign() >= 0:
			return vector(w, new(big.Int).Sub(sy, u))
		case sx.Sign() >= 0:
			return vector(w, new(big.Int).Add(u, sy))
		}
		return vector(w, new(big.Int).Neg(u))
	}
}

func shift(op string) func([]value) value {
	return func(a []value) value {
		x, y := a[0].(bitstring), a[1].(bitstring)
		n := uint(x.width)
		if y.v.IsInt64() && y.v.Int64() < int64(x.width) {
			n = uint(y.v.Int64())
		}
		switch op {
		case "bvshl":
			return vector(x.width, new(big.Int).Lsh(x.v, n))
		case "bvlshr":
			return vector(x.width, new(big.Int).Rsh(x.v, n))
		}
		return vector(x.width, new(big.Int).Rsh(toSigned(x), n))
	}
}

func rotate(n int) func([]value) value { // to the left
	return func(a []value) value {
		x := a[0].(bitstring)
		k := ((n % x.width) + x.width) % x.width
		z := new(big.Int).Lsh(x.v, uint(k))
		return vector(x.width, z.Or(z, new(big.Int).Rsh(x.v, uint(x.width-k))))
	}
}

func (m array) get(i value) value {
	if e, ok := m.elem[show(i)]; ok {
		return e
	}
	return m.def
}

func storeAt(a []value) value {
	m := a[0].(array)
	z := array{m.def, maps.Clone(m.elem), maps.Clone(m.keys)}
	if z.elem == nil {
		z.elem, z.keys = map[string]value{}, map[string]value{}
	}
	z.elem[show(a[1])], z.keys[show(a[1])] = a[2], a[1]
	return z
}

// equal compares values; index is the number of elements of the index sort of
// arrays, 0 for infinitely many.
func equal(x, y value) bool {
	m, ok := x.(array)
	if !ok {
		return show(x) == show(y)
	}
	n := y.(array)
	both := map[string]value{}
	maps.Copy(both, m.keys)
	maps.Copy(both, n.keys)
	for _, i := range both {
		if !equal(m.get(i), n.get(i)) {
			return false
		}
	}
	_, finite := m.def.(bool)
	return finite && len(both) == 16 || equal(m.def, n.def)
}

// show returns a value as SMT-LIB text; arrays are stores in some fixed order.
func show(v value) string {
	switch v := v.(type) {
	case bool:
		return fmt.Sprint(v)
	case *big.Rat:
		if v.Sign() < 0 {
			return "(- " + show(new(big.Rat).Neg(v)) + ")"
		}
		if v.IsInt() {
			return v.Num().String()
		}
		return "(/ " + v.Num().String() + " " + v.Denom().String() + ")"
	case bitstring:
		return fmt.Sprintf("(_ bv%v %d)", v.v, v.width)
	}
	m := v.(array)
	sort, def := arraySort, show(m.def)
	if _, ok := m.def.(bool); ok {
		sort = maskSort
	}
	text := "((as const " + sort + ") " + def + ")"
	for _, k := range slices.Sorted(maps.Keys(m.elem)) {
		text = "(store " + text + " " + show(m.keys[k]) + " " + show(m.elem[k]) + ")"
	}
	return text
}

func ite(a []value) value {
	if a[0].(bool) {
		return a[1]
	}
	return a[2]
}

// grammar returns the productions of each sort.
var grammar = func() map[string][]production {
	g := map[string][]production{}
	add := func(sort, head string, args []string, meaning func([]value) value) {
		g[sort] = append(g[sort], production{head, args, meaning})
	}
	fold := func(f func(x, y bool) bool) func([]value) value {
		return func(a []value) value {
			z := a[0].(bool)
			for _, x := range a[1:] {
				z = f(z, x.(bool))
			}
			return z
		}
	}
	add(boolSort, "not", args(boolSort), func(a []value) value { return !a[0].(bool) })
	for _, n := range []int{1, 2, 3} {
		bs := args(boolSort, boolSort, boolSort)[:n]
		add(boolSort, "and", bs, fold(func(x, y bool) bool { return x && y }))
		add(boolSort, "or", bs, fold(func(x, y bool) bool { return x || y }))
	}
	add(boolSort, "xor", args(boolSort, boolSort), fold(func(x, y bool) bool { return x != y }))
	add(boolSort, "xor", args(boolSort, boolSort, boolSort), fold(func(x, y bool) bool { return x != y }))
	add(boolSort, "=>", args(boolSort, boolSort), fold(func(x, y bool) bool { return !x || y }))
	add(boolSort, "=>", args(boolSort, boolSort, boolSort), func(a []value) value { return !a[0].(bool) || !a[1].(bool) || a[2].(bool) })
	for _, s := range bruteSorts {
		add(boolSort, "=", args(s, s), func(a []value) value { return equal(a[0], a[1]) })
		add(boolSort, "=", args(s, s, s), func(a []value) value { return equal(a[0], a[1]) && equal(a[1], a[2]) })
		add(boolSort, "distinct", args(s, s), func(a []value) value { return !equal(a[0], a[1]) })
		add(boolSort, "distinct", args(s, s, s), func(a []value) value {
			return !equal(a[0], a[1]) && !equal(a[1], a[2]) && !equal(a[0], a[2])
		})
		add(s, "ite", args(boolSort, s, s), ite)
	}
	for _, s := range []string{intSort, realSort} {
		for range 2 { // often
			add(boolSort, "<=", args(s, s), compare(func(c int) bool { return c <= 0 }))
			add(boolSort, "<", args(s, s), compare(func(c int) bool { return c < 0 }))
			add(boolSort, ">=", args(s, s), compare(func(c int) bool { return c >= 0 }))
			add(boolSort, ">", args(s, s), compare(func(c int) bool { return c > 0 }))
			add(s, "+", args(s, s), arith2((*big.Rat).Add))
			add(s, "-", args(s, s), arith2((*big.Rat).Sub))
		}
		add(boolSort, "<", args(s, s, s), func(a []value) value {
			return rat(a[0]).Cmp(rat(a[1])) < 0 && rat(a[1]).Cmp(rat(a[2])) < 0
		})
		add(s, "+", args(s, s, s), func(a []value) value {
			z := new(big.Rat).Add(rat(a[0]), rat(a[1]))
			return z.Add(z, rat(a[2]))
		})
		add(s, "-", args(s, s, s), func(a []value) value {
			z := new(big.Rat).Sub(rat(a[0]), rat(a[1]))
			return z.Sub(z, rat(a[2]))
		})
		add(s, "*", args(s, s), arith2((*big.Rat).Mul))
		add(s, "-", args(s), func(a []value) value { return new(big.Rat).Neg(rat(a[0])) })
		add(s, "abs", args(s), func(a []value) value { return new(big.Rat).Abs(rat(a[0])) })
	}
	add(intSort, "div", args(intSort, intSort), func(a []value) value {
		if q, _ := euclid(a); q != nil {
			return integer(q)
		}
		return nil
	})
	add(intSort, "mod", args(intSort, intSort), func(a []value) value {
		if _, m := euclid(a); m != nil {
			return integer(m)
		}
		return nil
	})
	add(realSort, "/", args(realSort, realSort), func(a []value) value {
		if rat(a[1]).Sign() == 0 {
			return nil
		}
		return new(big.Rat).Quo(rat(a[0]), rat(a[1]))
	})
	add(realSort, "to_real", args(intSort), func(a []value) value { return a[0] })
	add(intSort, "to_int", args(realSort), func(a []value) value { return integer(floorOf(rat(a[0]))) })
	add(boolSort, "is_int", args(realSort), func(a []value) value { return rat(a[0]).IsInt() })
	add(boolSort, "(_ divisible 3)", args(intSort), func(a []value) value {
		return new(big.Int).Mod(rat(a[0]).Num(), big.NewInt(3)).Sign() == 0
	})

	add(intSort, "select", args(arraySort, intSort), func(a []value) value { return a[0].(array).get(a[1]) })
	add(boolSort, "select", args(maskSort, bvSort), func(a []value) value { return a[0].(array).get(a[1]) })
	add(arraySort, "store", args(arraySort, intSort, intSort), storeAt)
	add(maskSort, "store", args(maskSort, bvSort, boolSort), storeAt)
	add(arraySort, "(as const (Array Int Int))", args(intSort), func(a []value) value { return array{def: a[0]} })
	add(maskSort, "(as const (Array (_ BitVec 4) Bool))", args(boolSort), func(a []value) value { return array{def: a[0]} })

	for _, s := range []string{bvSort, wideSort} {
		for name, f := range map[string]func(z, x, y *big.Int) *big.Int{
			"bvand": (*big.Int).And, "bvor": (*big.Int).Or, "bvxor": (*big.Int).Xor,
			"bvadd": (*big.Int).Add, "bvsub": (*big.Int).Sub, "bvmul": (*big.Int).Mul,
			"bvnand": func(z, x, y *big.Int) *big.Int { return z.Not(z.And(x, y)) },
			"bvnor":  func(z, x, y *big.Int) *big.Int { return z.Not(z.Or(x, y)) },
			"bvxnor": func(z, x, y *big.Int) *big.Int { return z.Not(z.Xor(x, y)) },
		} {
			add(s, name, args(s, s), bv2(f))
		}
		for _, op := range []string{"bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"} {
			add(s, op, args(s, s), bvDivide(op))
		}
		for _, op := range []string{"bvshl", "bvlshr", "bvashr"} {
			add(s, op, args(s, s), shift(op))
		}
		add(s, "bvnot", args(s), func(a []value) value { return vector(a[0].(bitstring).width, new(big.Int).Not(a[0].(bitstring).v)) })
		add(s, "bvneg", args(s), func(a []value) value { return vector(a[0].(bitstring).width, new(big.Int).Neg(a[0].(bitstring).v)) })
		add(s, "(_ rotate_left 3)", args(s), rotate(3))
		add(s, "(_ rotate_right 9)", args(s), rotate(-9))
		for name, ok := range map[string]func(int) bool{
			"le": func(c int) bool { return c <= 0 }, "lt": func(c int) bool { return c < 0 },
			"ge": func(c int) bool { return c >= 0 }, "gt": func(c int) bool { return c > 0 },
		} {
			add(boolSort, "bvu"+name, args(s, s), bvCompare(false, ok))
			add(boolSort, "bvs"+name, args(s, s), bvCompare(true, ok))
		}
		add(intSort, "bv2nat", args(s), func(a []value) value { return integer(a[0].(bitstring).v) })
		add(intSort, "sbv_to_int", args(s), func(a []value) value { return integer(toSigned(a[0].(bitstring))) })
	}
	add(bvSort, "(_ int2bv 4)", args(intSort), func(a []value) value { return vector(4, rat(a[0]).Num()) })
	add(wideSort, "(_ int2bv 8)", args(intSort), func(a []value) value { return vector(8, rat(a[0]).Num()) })
	add(wideSort, "concat", args(bvSort, bvSort), func(a []value) value {
		return vector(8, new(big.Int).Or(new(big.Int).Lsh(a[0].(bitstring).v, 4), a[1].(bitstring).v))
	})
	add(wideSort, "(_ repeat 2)", args(bvSort), func(a []value) value {
		x := a[0].(bitstring).v
		return vector(8, new(big.Int).Or(new(big.Int).Lsh(x, 4), x))
	})
	add(wideSort, "(_ zero_extend 4)", args(bvSort), func(a []value) value { return vector(8, a[0].(bitstring).v) })
	add(wideSort, "(_ sign_extend 4)", args(bvSort), func(a []value) value { return vector(8, toSigned(a[0].(bitstring))) })
	for low := 0; low <= 4; low++ {
		add(bvSort, fmt.Sprintf("(_ extract %d %d)", low+3, low), args(wideSort), func(a []value) value {
			return vector(4, new(big.Int).Rsh(a[0].(bitstring).v, uint(low)))
		})
	}
	for _, ps := range g { // maps above have no order
		slices.SortStableFunc(ps, func(x, y production) int { return strings.Compare(x.head, y.head) })
	}
	return g
}()

// leaf returns a random constant or numeral.
func (s *source) leaf(sort string) *node {
	if vars := bruteVars[sort]; s.pick(3) > 0 {
		return &node{head: vars[s.pick(len(vars))], sort: sort}
	}
	return &node{head: show(s.value(sort)), sort: sort}
}

// value returns a random value.
func (s *source) value(sort string) value {
	switch sort {
	case boolSort:
		return s.pick(2) == 1
	case intSort:
		return new(big.Rat).SetInt64(int64(s.pick(13) - 6))
	case realSort:
		return big.NewRat(int64(s.pick(13)-6), int64(s.pick(3)+1))
	case bvSort:
		return vector(4, big.NewInt(int64(s.pick(16))))
	case wideSort:
		return vector(8, big.NewInt(int64(s.pick(256))))
	}
	index, elem := intSort, intSort
	if sort == maskSort {
		index, elem = bvSort, boolSort
	}
	var z value = array{def: s.value(elem)}
	for range s.pick(3) {
		z = storeAt([]value{z, s.value(index), s.value(elem)})
	}
	return z
}

// term returns a random term of at most the given depth; some subterms occur
// several times.
func (s *source) term(sort string, depth int) *node {
	return (&generator{source: s, old: map[string][]*node{}}).term(sort, depth)
}

type generator struct {
	*source
	old map[string][]*node
}

func (g *generator) term(sort string, depth int) *node {
	if depth == 0 || g.done() || g.pick(8) == 0 {
		return g.leaf(sort)
	}
	if old := g.old[sort]; len(old) > 0 && g.pick(8) == 0 {
		return old[g.pick(len(old))]
	}
	ps := grammar[sort]
	p := ps[g.pick(len(ps))]
	n := &node{head: p.head, sort: sort}
	for _, a := range p.args {
		n.args = append(n.args, g.term(a, depth-1))
	}
	g.old[sort] = append(g.old[sort], n)
	return n
}

// evalNode evaluates n by SMT-LIB's definitions. It returns nil if SMT-LIB leaves the value open.
func evalNode(n *node, env map[string]value) value {
	if len(n.args) == 0 {
		if v, ok := env[n.head]; ok {
			return v
		}
		return parseLeaf(n)
	}
	vals := make([]value, len(n.args))
	var sorts []string
	for i, a := range n.args {
		if vals[i] = evalNode(a, env); vals[i] == nil {
			return nil
		}
		sorts = append(sorts, a.sort)
	}
	for _, p := range grammar[n.sort] {
		if p.head == n.head && slices.Equal(p.args, sorts) {
			return p.meaning(vals)
		}
	}
	panic("no production for " + n.String())
}

// leafValues caches the values of the texts of leaves.
func parseLeaf(n *node) value {
	xs, err := smtlib.ReadSexprs("", strings.NewReader(n.head))
	if err != nil {
		panic(err)
	}
	return valueOf(xs[0], n.sort)
}

func valueOf(x smtlib.Sexpr, sort string) value {
	index, elem := intSort, intSort
	if sort == maskSort {
		index, elem = bvSort, boolSort
	}
	switch {
	case sort == boolSort:
		return x.Text == "true"
	case x.Kind == smtlib.SexprNumeral:
		r, _ := new(big.Rat).SetString(x.Text)
		return r
	case x.Head() == "-":
		return new(big.Rat).Neg(rat(valueOf(x.List[1], sort)))
	case x.Head() == "/":
		return new(big.Rat).Quo(rat(valueOf(x.List[1], sort)), rat(valueOf(x.List[2], sort)))
	case x.Head() == "_":
		v, _ := new(big.Int).SetString(x.List[1].Text[2:], 10)
		return vector(int(parseInt(x.List[2].Text)), v)
	case x.Head() == "store":
		return storeAt([]value{valueOf(x.List[0+1], sort), valueOf(x.List[2], index), valueOf(x.List[3], elem)})
	}
	return array{def: valueOf(x.List[1], elem)}
}

func parseInt(s string) int64 {
	n, _ := new(big.Int).SetString(s, 10)
	return n.Int64()
}
