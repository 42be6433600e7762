// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

// A text writes functions one statement after the other.
type text struct {
	f    *cfg.Function
	at   *cfg.Node
	next *int // numbers of variables
}

func unsigned(width int) *cfg.Type {
	return &cfg.Type{Kind: cfg.Int, Width: width, Size: 4, Align: 4}
}

var small = unsigned(2)

func (w *text) do(op cfg.Op) {
	to := w.f.NewNode(cfg.Pos{})
	w.at.Connect(to, op, cfg.Pos{})
	w.at = to
}

func (w *text) local(t *cfg.Type) *cfg.Var {
	v := &cfg.Var{Name: fmt.Sprintf("l%d", *w.next), Type: t, Kind: cfg.Local, Func: w.f, ID: *w.next}
	*w.next++
	w.f.Locals = append(w.f.Locals, v)
	return v
}

// check appends assert(cond).
func (w *text) check(cond cfg.Expr) {
	bad, good, end := w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{})
	w.at.Connect(good, cfg.Assume{Cond: cond}, cfg.Pos{})
	w.at.Connect(bad, cfg.Assume{Cond: cond, Negate: true}, cfg.Pos{})
	bad.Connect(end, cfg.Error{}, cfg.Pos{})
	w.at = good
}

// either appends if (cond) then() else els().
func (w *text) either(cond cfg.Expr, then, els func()) {
	a, b, join := w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{})
	w.at.Connect(a, cfg.Assume{Cond: cond}, cfg.Pos{})
	w.at.Connect(b, cfg.Assume{Cond: cond, Negate: true}, cfg.Pos{})
	w.at = a
	then()
	w.at.Connect(join, cfg.Skip{}, cfg.Pos{})
	w.at = b
	els()
	w.at.Connect(join, cfg.Skip{}, cfg.Pos{})
	w.at = join
}

// while appends while (cond) body().
func (w *text) while(cond cfg.Expr, body func()) {
	head, in, out := w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{}), w.f.NewNode(cfg.Pos{})
	w.at.Connect(head, cfg.Skip{}, cfg.Pos{})
	head.Connect(in, cfg.Assume{Cond: cond}, cfg.Pos{})
	head.Connect(out, cfg.Assume{Cond: cond, Negate: true}, cfg.Pos{})
	w.at = in
	body()
	w.at.Connect(head, cfg.Skip{}, cfg.Pos{})
	w.at = out
}

func function(name string, next *int) *text {
	f := &cfg.Function{Name: name}
	f.Entry = f.NewNode(cfg.Pos{})
	return &text{f: f, at: f.Entry, next: next}
}

func (w *text) end() *cfg.Function {
	w.f.Exit = w.f.NewNode(cfg.Pos{})
	w.at.Connect(w.f.Exit, cfg.Skip{}, cfg.Pos{})
	return w.f
}

// A world is a program under construction.
type world struct {
	p    *cfg.Program
	next int
	init *text
}

func newWorld() *world {
	w := &world{p: &cfg.Program{}}
	w.init = function("init", &w.next)
	return w
}

func (w *world) global(name string, t *cfg.Type) *cfg.Var {
	v := &cfg.Var{Name: name, Type: t, ID: w.next}
	w.next++
	w.p.Globals = append(w.p.Globals, v)
	w.init.do(cfg.Assign{To: cfg.VarPlace{Var: v}, Value: constant(0, t)})
	return v
}

func (w *world) function(name string, body func(*text)) *cfg.Function {
	t := function(name, &w.next)
	body(t)
	f := t.end()
	w.p.Functions = append(w.p.Functions, f)
	return f
}

func (w *world) program(main *cfg.Function) *cfg.Program {
	w.init.f.Exit = w.init.at
	w.p.Init, w.p.Main = w.init.f, main
	return w.p
}

func fails(t *testing.T, p *cfg.Program, r Reduction) (bool, *Product) {
	t.Helper()
	product, err := New(p, Options{Reduction: r})
	require.NoError(t, err)
	whole, err := product.Program(100_000)
	require.NoError(t, err)
	found, err := explore(whole, 200_000)
	if errors.Is(err, errTooMany) {
		t.Skip(err)
	}
	require.NoError(t, err)
	return found, product
}

// errTooMany says that a program has more configurations than explore may visit.
var errTooMany = errors.New("too many configurations")

// explore runs a sequential program in all ways, over the values of its variables, and reports
// whether it can fail.
func explore(p *cfg.Program, limit int) (bool, error) {
	vars := append(append([]*cfg.Var(nil), p.Globals...), p.Main.Locals...)
	index := map[*cfg.Var]int{}
	for i, v := range vars {
		index[v] = i
	}
	type config struct {
		node *cfg.Node
		env  string
	}
	get := func(env string) func(*cfg.Var) *big.Int {
		return func(v *cfg.Var) *big.Int { return big.NewInt(int64(env[index[v]])) }
	}
	apply := func(env string, op cfg.Op) (string, bool, error) {
		switch o := op.(type) {
		case cfg.Skip, cfg.Error:
			return env, true, nil
		case cfg.Assume:
			c, ok := cfg.Fold(o.Cond, get(env))
			if !ok {
				return "", false, fmt.Errorf("cannot evaluate %#v", o.Cond)
			}
			return env, (c.Sign() != 0) != o.Negate, nil
		case cfg.Assign:
			c, ok := cfg.Fold(o.Value, get(env))
			l, plain := o.To.(cfg.VarPlace)
			if !ok || !plain {
				return "", false, fmt.Errorf("cannot assign %#v", o)
			}
			next := []byte(env)
			next[index[l.Var]] = byte(c.Int64())
			return string(next), true, nil
		}
		return "", false, fmt.Errorf("cannot execute %T", op)
	}
	env := string(make([]byte, len(vars)))
	for n := p.Init.Entry; len(n.Out) > 0; n = n.Out[0].To {
		var err error
		if env, _, err = apply(env, n.Out[0].Op); err != nil {
			return false, err
		}
	}
	seen := map[config]bool{}
	for work := []config{{p.Main.Entry, env}}; len(work) > 0; {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		if len(seen) > limit {
			return false, fmt.Errorf("%w: more than %d", errTooMany, limit)
		}
		for _, e := range c.node.Out {
			env, ok, err := apply(c.env, e.Op)
			if err != nil {
				return false, err
			}
			if !ok {
				continue
			}
			if _, bad := e.Op.(cfg.Error); bad {
				return true, nil
			}
			work = append(work, config{e.To, env})
		}
	}
	return false, nil
}

func val(v *cfg.Var) cfg.Expr { return load(v) }

func assign(v *cfg.Var, x cfg.Expr) cfg.Op { return cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x} }

func incremented(v *cfg.Var) cfg.Expr {
	return cfg.Binary{Operator: cfg.Add, X: load(v), Y: constant(1, v.Type), Of: v.Type}
}

func is(v *cfg.Var, n int64) cfg.Expr { return equal(load(v), constant(n, v.Type)) }

var identityType = unsigned(8)

// Two threads add 1 to x, without and with a mutex. main joins them and expects 2.
func TestLostUpdate(t *testing.T) {
	for _, c := range []struct {
		name   string
		guard  func(w *text, m cfg.Expr)
		done   func(w *text, m cfg.Expr)
		atomic bool
		fails  bool
	}{
		{name: "plain", fails: true},
		{
			name:  "mutex",
			guard: func(w *text, m cfg.Expr) { w.do(cfg.Lock{Mutex: m}) },
			done:  func(w *text, m cfg.Expr) { w.do(cfg.Unlock{Mutex: m}) },
		},
		{
			name: "recursive mutex",
			guard: func(w *text, m cfg.Expr) {
				w.do(cfg.Lock{Mutex: m, Kind: cfg.Recursive})
				w.do(cfg.Lock{Mutex: m, Kind: cfg.Recursive})
				w.do(cfg.Unlock{Mutex: m, Kind: cfg.Recursive})
			},
			done: func(w *text, m cfg.Expr) { w.do(cfg.Unlock{Mutex: m, Kind: cfg.Recursive}) },
		},
		{
			name:  "write lock",
			guard: func(w *text, m cfg.Expr) { w.do(cfg.Lock{Mutex: m, Kind: cfg.WriteLock}) },
			done:  func(w *text, m cfg.Expr) { w.do(cfg.Unlock{Mutex: m, Kind: cfg.WriteLock}) },
		},
		{
			name:  "read lock",
			guard: func(w *text, m cfg.Expr) { w.do(cfg.Lock{Mutex: m, Kind: cfg.ReadLock}) },
			done:  func(w *text, m cfg.Expr) { w.do(cfg.Unlock{Mutex: m, Kind: cfg.ReadLock}) },
			fails: true,
		},
		{
			name:  "atomic block",
			guard: func(w *text, _ cfg.Expr) { w.do(cfg.AtomicBegin{}) },
			done:  func(w *text, _ cfg.Expr) { w.do(cfg.AtomicEnd{}) },
		},
	} {
		for r := range Reduction(len(reductionWords)) {
			t.Run(c.name+"/"+r.String(), func(t *testing.T) {
				w := newWorld()
				x, lock := w.global("x", small), w.global("m", small)
				m := cfg.AddrOf{Place: cfg.VarPlace{Var: lock}, Of: &cfg.Type{Kind: cfg.Pointer, Elem: small, Size: 4}}
				worker := w.function("worker", func(w *text) {
					if c.guard != nil {
						c.guard(w, m)
					}
					w.do(assign(x, incremented(x)))
					if c.done != nil {
						c.done(w, m)
					}
				})
				p := w.program(w.function("main", func(w *text) {
					a, b := w.local(identityType), w.local(identityType)
					w.do(cfg.Create{Thread: cfg.VarPlace{Var: a}, Callee: worker})
					w.do(cfg.Create{Thread: cfg.VarPlace{Var: b}, Callee: worker})
					w.do(cfg.Join{Thread: val(a)})
					w.do(cfg.Join{Thread: val(b)})
					w.check(is(x, 2))
				}))
				got, product := fails(t, p, r)
				require.Equal(t, c.fails, got)
				require.Equal(t, 3, product.Threads())
				require.Empty(t, product.Cut())
			})
		}
	}
}

// A loop whose bound is a constant creates that many threads; one with an unknown bound is
// refused, or cut off.
func TestCreationInLoops(t *testing.T) {
	build := func(bound func(w *text) cfg.Expr) *cfg.Program {
		w := newWorld()
		x := w.global("x", small)
		worker := w.function("worker", func(w *text) {
			w.do(cfg.AtomicBegin{})
			w.do(assign(x, incremented(x)))
			w.do(cfg.AtomicEnd{})
		})
		return w.program(w.function("main", func(w *text) {
			byteType := unsigned(8)
			i, id := w.local(byteType), w.local(identityType)
			n := bound(w)
			w.do(assign(i, constant(0, byteType)))
			w.while(apply(cfg.Lt, load(i), n), func() {
				w.do(cfg.Create{Thread: cfg.VarPlace{Var: id}, Callee: worker})
				w.do(assign(i, incremented(i)))
			})
			w.check(apply(cfg.Ne, load(x), constant(3, small)))
		}))
	}
	three := build(func(*text) cfg.Expr { return constant(3, unsigned(8)) })
	for r := range Reduction(len(reductionWords)) {
		got, product := fails(t, three, r)
		require.True(t, got)
		require.Equal(t, 4, product.Threads())
	}
	unknown := build(func(w *text) cfg.Expr {
		v := w.local(unsigned(8))
		w.do(cfg.Havoc{To: cfg.VarPlace{Var: v}})
		return load(v)
	})
	_, err := New(unknown, Options{})
	require.ErrorContains(t, err, "number that is not known")
	product, err := New(unknown, Options{Bound: 2})
	require.NoError(t, err)
	require.NotEmpty(t, product.Cut())
	require.Equal(t, 3, product.Threads())
}

// After main has returned, threads go on; after an exit within an atomic block they
// do not.
func TestEndOfMain(t *testing.T) {
	build := func(stop bool) *cfg.Program {
		w := newWorld()
		x := w.global("x", small)
		worker := w.function("worker", func(w *text) { w.check(is(x, 0)) })
		return w.program(w.function("main", func(w *text) {
			w.do(cfg.Create{Callee: worker})
			if stop {
				w.do(cfg.AtomicBegin{})
				w.do(assign(x, constant(1, small)))
				w.do(cfg.Stop{})
				w.do(cfg.AtomicEnd{})
			} else {
				w.do(assign(x, constant(1, small)))
			}
		}))
	}
	for r := range Reduction(len(reductionWords)) {
		got, _ := fails(t, build(false), r)
		require.True(t, got, r)
		got, _ = fails(t, build(true), r)
		require.False(t, got, r)
	}
}

// A thread that is blocked or loops for ever does not hide the others.
func TestNobodyIsIgnored(t *testing.T) {
	for name, idle := range map[string]func(w *text){
		"blocked": func(w *text) { w.do(cfg.Assume{Cond: constant(0, small)}) },
		"blocked by data": func(w *text) {
			v := w.local(small)
			w.do(assign(v, constant(0, small)))
			w.do(cfg.Assume{Cond: load(v)})
		},
		"looping": func(w *text) {
			v := w.local(small)
			w.while(constant(1, small), func() { w.do(assign(v, incremented(v))) })
		},
	} {
		for r := range Reduction(len(reductionWords)) {
			t.Run(name+"/"+r.String(), func(t *testing.T) {
				w := newWorld()
				x := w.global("x", small)
				worker := w.function("worker", idle)
				other := w.function("other", func(w *text) { w.do(assign(x, constant(1, small))); w.check(is(x, 0)) })
				p := w.program(w.function("main", func(w *text) {
					w.do(cfg.Create{Callee: worker})
					w.do(cfg.Create{Callee: other})
				}))
				got, _ := fails(t, p, r)
				require.True(t, got)
			})
		}
	}
}

// A random program fails with a reduction exactly if it fails without.
func TestReductionsAgree(t *testing.T) {
	count := 600
	if testing.Short() {
		count = 100
	}
	var failing, full, reduced [3]int
	for seed := range uint64(count) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 1)))
		want, whole := fails(t, p, Full)
		for _, r := range []Reduction{Persistent, Sleep} {
			got, product := fails(t, p, r)
			require.Equal(t, want, got, "seed %d, %v", seed, r)
			reduced[r] += product.States()
		}
		full[0] += whole.States()
		if want {
			failing[0]++
		}
	}
	t.Logf("%d of %d fail; states: %d without, %d with persistent sets, %d with sleep sets too",
		failing[0], count, full[0], reduced[Persistent], reduced[Sleep])
	require.Greater(t, failing[0], count/10)
	require.Less(t, failing[0], 9*count/10)
}

func FuzzReductions(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		p := randomProgram(rand.New(rand.NewPCG(a, b)))
		want, _ := fails(t, p, Full)
		for _, r := range []Reduction{Persistent, Sleep} {
			got, _ := fails(t, p, r)
			require.Equal(t, want, got, r)
		}
	})
}

// randomProgram has two or three small threads over three shared variables and two
// mutexes.
func randomProgram(r *rand.Rand) *cfg.Program {
	w := newWorld()
	var shared, locks []*cfg.Var
	for i := range 3 {
		shared = append(shared, w.global(fmt.Sprintf("x%d", i), small))
	}
	for i := range 2 {
		locks = append(locks, w.global(fmt.Sprintf("m%d", i), small))
	}
	var workers []*cfg.Function
	for i := range 1 + r.IntN(2) {
		workers = append(workers, w.function(fmt.Sprintf("worker%d", i), func(w *text) {
			g := &gen{r: r, w: w, shared: shared, locks: locks, locals: []*cfg.Var{w.local(small)}}
			g.w.do(assign(g.locals[0], constant(0, small)))
			g.statements(2+r.IntN(4), 2)
		}))
	}
	return w.program(w.function("main", func(w *text) {
		g := &gen{r: r, w: w, shared: shared, locks: locks, locals: []*cfg.Var{w.local(small)}}
		w.do(assign(g.locals[0], constant(0, small)))
		g.statements(r.IntN(2), 1)
		var ids []*cfg.Var
		for _, f := range workers {
			id := w.local(identityType)
			ids = append(ids, id)
			w.do(cfg.Create{Thread: cfg.VarPlace{Var: id}, Callee: f})
			g.statements(r.IntN(2), 1)
		}
		for _, id := range ids {
			if r.IntN(2) == 0 {
				w.do(cfg.Join{Thread: val(id)})
			}
			g.statements(r.IntN(2), 1)
		}
		w.check(apply(cfg.Ne, load(shared[r.IntN(3)]), constant(int64(1+r.IntN(3)), small)))
	}))
}

type gen struct {
	r              *rand.Rand
	w              *text
	shared, locals []*cfg.Var
	locks          []*cfg.Var
	atomic         bool
}

func (g *gen) variable() *cfg.Var {
	if g.r.IntN(3) == 0 {
		return g.locals[0]
	}
	return g.shared[g.r.IntN(len(g.shared))]
}

func (g *gen) condition() cfg.Expr {
	ops := []cfg.BinaryOp{cfg.Eq, cfg.Ne, cfg.Lt, cfg.Ge}
	var y cfg.Expr = constant(int64(g.r.IntN(4)), small)
	if g.r.IntN(4) == 0 {
		y = load(g.variable())
	}
	return apply(ops[g.r.IntN(len(ops))], load(g.variable()), y)
}

func (g *gen) statements(n, depth int) {
	for range n {
		g.statement(depth)
	}
}

func (g *gen) statement(depth int) {
	switch k := g.r.IntN(14); {
	case k < 4:
		g.w.do(assign(g.variable(), constant(int64(g.r.IntN(4)), small)))
	case k < 7:
		v, u := g.variable(), g.variable()
		g.w.do(assign(v, cfg.Binary{Operator: cfg.Add, X: load(u), Y: constant(int64(g.r.IntN(3)), small), Of: small}))
	case k < 9 && depth > 0:
		g.w.either(g.condition(), func() { g.statements(1+g.r.IntN(2), depth-1) }, func() { g.statements(g.r.IntN(2), depth-1) })
	case k == 9 && depth > 0:
		g.w.while(g.condition(), func() { g.statements(1, depth-1) })
	case k == 10:
		g.w.do(cfg.Assume{Cond: g.condition()})
	case k == 11 && depth > 0 && !g.atomic:
		g.atomic = true
		g.w.do(cfg.AtomicBegin{})
		g.statements(1+g.r.IntN(3), depth-1)
		g.w.do(cfg.AtomicEnd{})
		g.atomic = false
	case k == 12 && depth > 0:
		m := cfg.AddrOf{Place: cfg.VarPlace{Var: g.locks[g.r.IntN(2)]}, Of: &cfg.Type{Kind: cfg.Pointer, Elem: small, Size: 4}}
		g.w.do(cfg.Lock{Mutex: m})
		g.statements(1+g.r.IntN(2), depth-1)
		g.w.do(cfg.Unlock{Mutex: m})
	case k == 13 && g.r.IntN(4) == 0:
		g.w.either(g.condition(), func() { g.w.do(cfg.Stop{}) }, func() {})
	default:
		g.w.check(g.condition())
	}
}

// A thread receives a mutex by its argument, and keeps it in a local pointer to a struct. It is the
// same mutex that other threads name.
func TestMutexBehindArgument(t *testing.T) {
	pair := &cfg.Type{Kind: cfg.Struct, Tag: "pair", Fields: []cfg.Field{{Name: "x", Type: small}, {Name: "m", Type: small, Offset: 4}}, Size: 8, Align: 4}
	toPair := &cfg.Type{Kind: cfg.Pointer, Elem: pair, Size: 4}
	toSmall := &cfg.Type{Kind: cfg.Pointer, Elem: small, Size: 4}
	toVoid := &cfg.Type{Kind: cfg.Pointer, Elem: &cfg.Type{Kind: cfg.Void}, Size: 4}
	for _, r := range []Reduction{Full, Persistent, Sleep} {
		w := newWorld()
		x := w.global("x", small)
		s := &cfg.Var{Name: "s", Type: pair, ID: w.next}
		w.next++
		w.p.Globals = append(w.p.Globals, s)
		worker := w.function("worker", func(w *text) {
			arg := &cfg.Var{Name: "arg", Type: toVoid, Kind: cfg.Param, Func: w.f, ID: *w.next}
			*w.next++
			w.f.Params = []*cfg.Var{arg}
			p := w.local(toPair)
			w.do(assign(p, cfg.Cast{X: load(arg), Of: toPair}))
			m := cfg.AddrOf{Place: cfg.FieldPlace{In: cfg.Deref{Pointer: load(p), Of: pair}, Index: 1}, Of: toSmall}
			w.do(cfg.Lock{Mutex: m})
			w.do(assign(x, incremented(x)))
			w.do(cfg.Unlock{Mutex: m})
		})
		p := w.program(w.function("main", func(w *text) {
			address := cfg.Cast{X: cfg.AddrOf{Place: cfg.VarPlace{Var: s}, Of: toPair}, Of: toVoid}
			m := cfg.AddrOf{Place: cfg.FieldPlace{In: cfg.VarPlace{Var: s}, Index: 1}, Of: toSmall}
			id := w.local(identityType)
			w.do(cfg.Create{Thread: cfg.VarPlace{Var: id}, Callee: worker, Arg: address})
			w.do(cfg.Lock{Mutex: m})
			w.do(assign(x, incremented(x)))
			w.do(cfg.Unlock{Mutex: m})
			w.do(cfg.Join{Thread: val(id)})
			w.check(is(x, 2))
		}))
		product, err := New(p, Options{Reduction: r})
		require.NoError(t, err)
		require.Empty(t, product.b.notes)
		require.Len(t, product.b.locks, 1)
	}
}
