// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// If a program contains checks of the validity of accesses (cfg.Valid), objects have lifetimes. An
// object with a single instance has a variable that tells whether it is live, and one for its size,
// unless that is constant. Objects that are made many times have arrays, indexed by address. The
// value at the address of an object is its size plus 1 during its lifetime, and 0 afterwards. There
// is one array for objects of Alloc, and another for those that belong to calls.
//
// An access is valid if it stays within one of the objects in the points-to set of its pointer.
// Since the points-to analysis assumes valid pointers, an access to any other object counts as
// invalid.

const (
	// gap is the number of units between objects whose lifetimes are checked. A pointer that leaves
	// its object by fewer units does not point to another object.
	gap = 1 << 12
	// maxSpots limits the places in an object that a pointer is compared with.
	maxSpots = 16
)

// lives has the variables for the lifetimes of objects.
type lives struct {
	checked bool // the program contains checks of lifetimes
	scoped  map[*cfg.Var]bool
	single  map[*pointsto.Object]*life
	arrays  [2]*scalar.Var // sizes of objects of Alloc, and of those that belong to calls
	live    *scalar.Var    // number of live objects of Alloc
	static  map[*pointsto.Object]bool
}

// A life is the lifetime of an object with one instance.
type life struct {
	alive *scalar.Var // nil if it is always live
	base  *scalar.Expr
	size  *scalar.Expr // in bytes; nil if it is not known
	// for an object whose address, or size, is known only when it is made
	baseVar, sizeVar *scalar.Var
}

func (l *lowerer) truth(b bool) *scalar.Expr {
	if b {
		return scalar.NewInt(1, l.int())
	}
	return scalar.NewInt(0, l.int())
}

func (l *lowerer) or(x, y *scalar.Expr) *scalar.Expr  { return scalar.New(scalar.Or, l.int(), x, y) }
func (l *lowerer) and(x, y *scalar.Expr) *scalar.Expr { return scalar.New(scalar.And, l.int(), x, y) }
func (l *lowerer) le(x, y *scalar.Expr) *scalar.Expr  { return scalar.New(scalar.Le, l.int(), x, y) }

// surveyLives determines whether the program contains checks of lifetimes.
func (l *lowerer) surveyLives(op cfg.Op) {
	if s, ok := op.(cfg.Scope); ok {
		l.lives.scoped[s.Var] = true
	}
}

// isSingle reports whether an object has one instance.
func (l *lowerer) isSingle(o *pointsto.Object) bool {
	if o.Site != nil && l.stores[o].class == nil {
		return l.once(o.Site)
	}
	return !l.stores[o].dynamic
}

// lifeOf returns the life of an object with one instance.
func (l *lowerer) lifeOf(o *pointsto.Object) *life {
	if z := l.lives.single[o]; z != nil {
		return z
	}
	z := &life{base: l.stores[o].base}
	l.lives.single[o] = z
	boolean := scalar.Type{Kind: scalar.Int, Width: 8, Bool: true}
	if o.Site != nil || l.lives.scoped[o.Var] {
		z.alive = l.newVar(o.Name+".alive", boolean, nil)
	}
	if o.Site == nil {
		if o.Var.Type.Size >= 0 {
			z.size = l.address(o.Var.Type.Size)
		}
		return z
	}
	if n, ok := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil); ok {
		z.size = scalar.NewConst(n, l.ptr)
	} else {
		z.sizeVar = l.newVar(o.Name+".size", l.ptr, nil)
		z.size = scalar.NewRead(z.sizeVar)
	}
	if z.base == nil {
		z.baseVar = l.newVar(o.Name+".base", l.ptr, nil)
		z.base = scalar.NewRead(z.baseVar)
	}
	return z
}

// sizes returns the array of the sizes of objects like o, which is made many times.
func (l *lowerer) sizes(o *pointsto.Object) *scalar.Var {
	if c := l.stores[o].class; c != nil {
		if c.sizes == nil {
			c.sizes = l.newVar(c.tag+".size", scalar.ArrayOf(l.ptr), nil)
		}
		return c.sizes
	}
	k, name := 0, "heap.size"
	if !allocated(o) {
		k, name = 1, "stack.size"
	}
	if l.lives.arrays[k] == nil {
		l.lives.arrays[k] = l.newVar(name, scalar.ArrayOf(l.ptr), nil)
	}
	return l.lives.arrays[k]
}

// liveCount returns the number of live objects of those Allocs that run many times.
func (l *lowerer) liveCount() *scalar.Var {
	if l.lives.live == nil {
		l.lives.live = l.newVar("heap.live", l.ptr, nil)
	}
	return l.lives.live
}

// allocated reports whether an Alloc that is not Auto has made o.
func allocated(o *pointsto.Object) bool { return o.Site != nil && !o.Site.Op.(cfg.Alloc).Auto }

func (l *lowerer) sizeAt(o *pointsto.Object, address *scalar.Expr) *scalar.Expr {
	return &scalar.Expr{Operator: scalar.Select, Type: l.ptr, Args: []*scalar.Expr{scalar.NewRead(l.sizes(o)), address}}
}

// isBegin returns the condition that a live object like o, which is made many times, begins at p.
func (l *lowerer) isBegin(o *pointsto.Object, p *scalar.Expr) *scalar.Expr {
	z := scalar.New(scalar.Lt, l.int(), l.address(0), l.sizeAt(o, p))
	if c := l.stores[o].class; c != nil {
		z = l.and(l.isRanked(c, p), z)
	}
	return z
}

func (l *lowerer) setSizeAt(o *pointsto.Object, address, size *scalar.Expr) {
	v := l.sizes(o)
	l.emit(scalar.Assign{To: v, Value: &scalar.Expr{Operator: scalar.Store, Type: v.Type, Args: []*scalar.Expr{scalar.NewRead(v), address, size}}})
}

// begin begins the lifetime of an object at an address.
func (l *lowerer) begin(o *pointsto.Object, at, bytes *scalar.Expr) {
	if !l.lives.checked {
		return
	}
	bytes = scalar.New(scalar.Cast, l.ptr, bytes)
	if !l.isSingle(o) {
		l.setSizeAt(o, at, scalar.New(scalar.Add, l.ptr, bytes, l.address(1)))
		if allocated(o) {
			l.addLive(l.address(1))
		}
		return
	}
	z := l.lifeOf(o)
	if z.alive != nil {
		l.emit(scalar.Assign{To: z.alive, Value: scalar.NewInt(1, z.alive.Type)})
	}
	if z.baseVar != nil {
		l.emit(scalar.Assign{To: z.baseVar, Value: at})
	}
	if z.sizeVar != nil {
		l.emit(scalar.Assign{To: z.sizeVar, Value: bytes})
	}
}

func (l *lowerer) addLive(n *scalar.Expr) {
	v := l.liveCount()
	l.emit(scalar.Assign{To: v, Value: scalar.New(scalar.Add, l.ptr, scalar.NewRead(v), n)})
}

// scope begins or ends the lifetime of a variable.
func (l *lowerer) scope(s cfg.Scope) {
	o := l.a.OfVar(s.Var)
	st := l.store(s.Var)
	switch {
	case !l.lives.checked || st.base == nil && !st.dynamic:
	case !s.End:
		l.begin(o, st.base, l.address(max(s.Var.Type.Size, 0)))
	case st.dynamic:
		l.setSizeAt(o, st.base, l.address(0))
	default:
		if v := l.lifeOf(o).alive; v != nil {
			l.emit(scalar.Assign{To: v, Value: scalar.NewInt(0, v.Type)})
		}
	}
}

// free ends the lifetime of the object that a pointer points to.
func (l *lowerer) free(f cfg.Free) {
	if !l.lives.checked {
		return
	}
	p := l.expr(f.Pointer)
	if p.Operator != scalar.Read {
		t := l.temp("freed", l.ptr)
		l.emit(scalar.Assign{To: t, Value: p})
		p = scalar.NewRead(t)
	}
	seen, freed := map[*pointsto.Object]bool{}, map[*scalar.Var]bool{}
	for _, c := range l.a.Values(f.Pointer) {
		o := c.Object
		if o.Site == nil || seen[o] || allocated(o) == f.Auto {
			continue
		}
		seen[o] = true
		if !l.isSingle(o) {
			if v := l.sizes(o); !freed[v] {
				freed[v] = true
				if allocated(o) {
					l.addLive(scalar.New(scalar.Ite, l.ptr, l.isBegin(o, p), l.address(-1), l.address(0)))
				}
				l.setSizeAt(o, p, l.address(0))
			}
			continue
		}
		z := l.lifeOf(o)
		is := scalar.New(scalar.Eq, l.ptr, p, z.base)
		l.emit(scalar.Assign{To: z.alive, Value: scalar.New(scalar.Ite, z.alive.Type, is, scalar.NewInt(0, z.alive.Type), scalar.NewRead(z.alive))})
	}
}

// valid returns the condition that an access, or a Free, is valid.
func (l *lowerer) valid(x cfg.Valid) *scalar.Expr {
	switch {
	case x.Code:
		return l.isCode(x.Pointer)
	case x.In != nil:
		return l.oneObject(x)
	case x.Align > 0:
		return l.aligned(x)
	}
	p := l.expr(x.Pointer)
	var n *scalar.Expr
	if x.Bytes != nil {
		n = scalar.New(scalar.Cast, l.ptr, l.expr(x.Bytes))
	}
	z := l.truth(false)
	seen := map[*pointsto.Object]bool{}
	for _, c := range l.a.Values(x.Pointer) {
		o := c.Object
		switch {
		case o.Func != nil, x.Write && o.Var != nil && o.Var.Literal:
		case o == l.a.Outside || l.stores[o] == nil:
			z = l.or(z, scalar.NewAny(l.int(), l.note("validity of a pointer from an unknown function"), l.pos))
		case x.Bytes == nil && !allocated(o):
		case !l.isSingle(o):
			z = l.or(z, l.validIn(x, o, c, p, n))
		case !seen[o]:
			seen[o] = true
			z = l.or(z, l.validAt(l.lifeOf(o), p, n))
		}
	}
	return z
}

// isCode returns the condition that a pointer points to a function.
func (l *lowerer) isCode(pointer cfg.Expr) *scalar.Expr {
	p, z := l.expr(pointer), l.truth(false)
	for _, c := range l.a.Values(pointer) {
		switch o := c.Object; {
		case o.Func != nil:
			z = l.or(z, scalar.New(scalar.Eq, l.int(), p, l.base(o)))
		case o == l.a.Outside:
			any := scalar.NewAny(l.int(), l.note("validity of a pointer from an unknown function"), l.pos)
			z = l.or(z, l.and(scalar.New(scalar.Not, l.int(), scalar.New(scalar.Eq, l.int(), p, l.address(0))), any))
		}
	}
	return z
}

// aligned returns the condition that the pointer of x points to a multiple of the required
// alignment, if it points to an object.
func (l *lowerer) aligned(x cfg.Valid) *scalar.Expr {
	p, z := l.expr(x.Pointer), l.truth(true)
	for _, c := range l.a.Values(x.Pointer) {
		o := c.Object
		if o.Func != nil || o == l.a.Outside || l.stores[o] == nil {
			z = l.and(z, scalar.NewAny(l.int(), l.note("alignment of a pointer from an unknown function"), l.pos))
			continue
		}
		align := int64(cfg.AllocAlign)
		if o.Var != nil {
			align = o.Var.Type.Align
		}
		first, stride := l.steps(o, c)
		if align >= x.Align && first%x.Align == 0 && stride%x.Align == 0 {
			continue
		}
		if !l.isSingle(o) || l.lifeOf(o).size == nil || align < x.Align {
			z = l.and(z, scalar.NewAny(l.int(), l.note(cfg.OpenAlignment), l.pos))
			continue
		}
		life := l.lifeOf(o)
		d := l.distance(life.base, p)
		fine := scalar.New(scalar.Eq, l.int(), scalar.New(scalar.Rem, l.ptr, d, l.address(x.Align)), l.address(0))
		elsewhere := l.or(scalar.New(scalar.Lt, l.int(), p, life.base), l.le(life.size, d))
		z = l.and(z, l.or(elsewhere, fine))
	}
	return z
}

// oneObject returns the condition that two pointers point into the same object, or to its end.
func (l *lowerer) oneObject(x cfg.Valid) *scalar.Expr {
	p, q := l.expr(x.Pointer), l.expr(x.In)
	z, none := l.truth(false), l.address(0)
	also, seen := map[*pointsto.Object]bool{}, map[*pointsto.Object]bool{}
	for _, c := range l.a.Values(x.Pointer) {
		also[c.Object] = true
	}
	for _, c := range l.a.Values(x.In) {
		switch o := c.Object; {
		case !also[o] || o.Func != nil:
		case o == l.a.Outside || l.stores[o] == nil:
			z = l.or(z, scalar.NewAny(l.int(), l.note("validity of a pointer from an unknown function"), l.pos))
		case !l.isSingle(o):
			z = l.or(z, l.oneInstance(o, c, p, q))
		case !seen[o]:
			seen[o] = true
			z = l.or(z, l.and(l.validAt(l.lifeOf(o), p, none), l.validAt(l.lifeOf(o), q, none)))
		}
	}
	return z
}

// oneInstance returns the condition that p and q point into, or to the end of, the same instance of
// o. q points to cell c.
func (l *lowerer) oneInstance(o *pointsto.Object, c *pointsto.Cell, p, q *scalar.Expr) *scalar.Expr {
	if l.stores[o].class != nil {
		return l.and(scalar.New(scalar.Eq, l.ptr, p, q), l.isBegin(o, p))
	}
	room := func(base *scalar.Expr) *scalar.Expr { // sizes has the size of a live object, plus 1
		return l.and(l.le(base, p), scalar.New(scalar.Lt, l.int(), l.distance(base, p), l.sizeAt(o, base)))
	}
	if spots := l.spots(o, c); spots != nil && o.Site != nil {
		z := l.truth(false)
		if size, ok := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil); ok && !slices.Contains(spots, size.Int64()) {
			spots = append(spots, size.Int64())
		}
		for _, k := range spots {
			base := scalar.New(scalar.Sub, l.ptr, q, l.address(k/l.unit))
			z = l.or(z, l.and(scalar.New(scalar.Lt, l.int(), l.address(k), l.sizeAt(o, base)), room(base)))
		}
		return z
	}
	begins := scalar.New(scalar.Lt, l.int(), l.address(0), l.sizeAt(o, q))
	any := scalar.NewAny(l.int(), l.note("whether a pointer stays in one of several objects of unknown size"), l.pos)
	return scalar.New(scalar.Ite, l.int(), begins, room(q), any)
}

// validAt returns the condition that n bytes at p belong to an object with one instance. Without n,
// it is the condition that p is its beginning.
func (l *lowerer) validAt(o *life, p, n *scalar.Expr) *scalar.Expr {
	alive := l.truth(true)
	if o.alive != nil {
		alive = scalar.NewRead(o.alive)
	}
	switch {
	case n == nil:
		return l.and(alive, scalar.New(scalar.Eq, l.ptr, p, o.base))
	case o.size == nil:
		return scalar.NewAny(l.int(), l.note("access to an object of unknown size"), l.pos)
	}
	within := l.le(o.base, p)
	if n.IsConst() && o.size.IsConst() {
		room := new(big.Int).Sub(o.size.Value, n.Value)
		if room.Sign() < 0 {
			return l.truth(false)
		}
		room.Div(room, big.NewInt(l.unit))
		return l.and(alive, l.and(within, l.le(p, scalar.New(scalar.Add, l.ptr, o.base, scalar.NewConst(room, l.ptr)))))
	}
	return l.and(alive, l.and(within, l.le(scalar.New(scalar.Add, l.ptr, l.distance(o.base, p), n), o.size)))
}

// distance returns the number of bytes between two addresses.
func (l *lowerer) distance(from, to *scalar.Expr) *scalar.Expr {
	d := scalar.New(scalar.Sub, l.ptr, to, from)
	if l.unit > 1 {
		d = scalar.New(scalar.Mul, l.ptr, d, l.address(l.unit))
	}
	return d
}

// validIn returns the condition that n bytes at p belong to an instance of o. p points to cell c.
func (l *lowerer) validIn(x cfg.Valid, o *pointsto.Object, c *pointsto.Cell, p, n *scalar.Expr) *scalar.Expr {
	if n == nil {
		return l.isBegin(o, p)
	}
	room := func(base, behind *scalar.Expr) *scalar.Expr {
		z := scalar.New(scalar.Lt, l.int(), scalar.New(scalar.Add, l.ptr, behind, n), l.sizeAt(o, base))
		if c := l.stores[o].class; c != nil {
			z = l.and(l.isRanked(c, base), z)
		}
		return z
	}
	if spots := l.spots(o, c); spots != nil {
		z := l.truth(false)
		for _, k := range spots {
			z = l.or(z, room(scalar.New(scalar.Sub, l.ptr, p, l.address(k/l.unit)), l.address(k)))
		}
		return z
	}
	any := scalar.NewAny(l.int(), l.note("whether a pointer stays in one of several objects of unknown size"), l.pos)
	origin := base(x.Pointer)
	for {
		y, ok := origin.(cfg.AddrOf)
		if !ok {
			break
		}
		d, ok := cfg.Outermost(y.Place).(cfg.Deref)
		if !ok {
			break
		}
		origin = base(d.Pointer)
	}
	q := l.expr(origin)
	begins := scalar.New(scalar.Lt, l.int(), l.address(0), l.sizeAt(o, q))
	return scalar.New(scalar.Ite, l.int(), begins, l.and(l.le(q, p), room(q, l.distance(q, p))), any)
}

// steps returns the first offset in bytes at which o has cell c, and the distance between such
// offsets, or 0 if there is only one.
func (l *lowerer) steps(o *pointsto.Object, c *pointsto.Cell) (first, stride int64) {
	switch {
	case c.IsFlat():
		return c.Offset, c.Stride
	case o.Opaque || c.Type == nil:
		return 0, l.unit
	case c.Parent == nil: // only the object itself; its parts have other cells
		return 0, 0
	case inArray(c):
		return offsetOf(c), strideOf(c)
	}
	return offsetOf(c), 0
}

// spots returns the offsets in bytes at which an object that is made many times has cell c. It
// returns nil if they are unknown or too many.
func (l *lowerer) spots(o *pointsto.Object, c *pointsto.Cell) []int64 {
	size := int64(-1)
	if o.Site != nil {
		if n, ok := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil); ok && n.IsInt64() {
			size = n.Int64()
		}
	} else {
		size = o.Var.Type.Size
	}
	first, stride := l.steps(o, c)
	if stride == 0 {
		return []int64{first}
	}
	if size < 0 || size/stride > maxSpots {
		return nil
	}
	var z []int64
	for k := first % stride; k < size; k += stride {
		z = append(z, k)
	}
	if len(z) == 0 {
		z = []int64{first}
	}
	return z
}

// inArray reports whether c is in an array.
func inArray(c *pointsto.Cell) bool {
	for ; c.Parent != nil; c = c.Parent {
		if c.Parent.Type.Kind == cfg.Array {
			return true
		}
	}
	return false
}

// initialLives sets the lifetimes at the start of the program.
func (l *lowerer) initialLives(add func(scalar.Op)) {
	if !l.lives.checked {
		return
	}
	for _, o := range l.a.Objects {
		z := l.lives.single[o]
		if z == nil {
			continue
		}
		for _, v := range []*scalar.Var{z.alive, z.baseVar, z.sizeVar} {
			if v != nil {
				add(scalar.Assign{To: v, Value: scalar.NewInt(0, v.Type)})
			}
		}
	}
	arrays := l.lives.arrays[:]
	for _, c := range l.classes {
		arrays = append(arrays, c.sizes)
	}
	for _, v := range arrays {
		if v != nil {
			add(scalar.Assign{To: v, Value: &scalar.Expr{Operator: scalar.Fill, Type: v.Type, Args: []*scalar.Expr{l.address(0)}}})
		}
	}
	if v := l.lives.live; v != nil {
		add(scalar.Assign{To: v, Value: l.address(0)})
	}
}
