// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"math/big"
	"math/rand/v2"
	"sort"

	"cornet/encode/cfg"
)

// inputStrategy is how a run chooses its inputs.
type inputStrategy int

// The strategies, in the order in which runs use them.
const (
	zeros     inputStrategy = iota
	ones                    // the number one
	mixed                   // each input by another of the strategies below
	constants               // constants of the program and their neighbours
	small                   // small numbers
	extremes                // the ends of the type
	repeated                // a random number, the same for all inputs
	arbitrary               // random bits
	inputStrategies
)

// pool has the constants of a program.
type pool struct {
	ints   []*big.Int
	floats map[int][]*big.Int // ordinals, by width
}

var one = big.NewInt(1)

// newPool collects the constants of p.
func newPool(p *cfg.Program) *pool {
	ints, floats := map[string]*big.Int{}, map[int]map[string]*big.Int{}
	visit := func(x cfg.Expr) bool {
		switch y := x.(type) {
		case cfg.Const:
			if y.Of.Kind == cfg.Int {
				ints[y.Value.String()] = y.Value
			}
		case cfg.FloatConst:
			if floats[y.Of.Width] == nil {
				floats[y.Of.Width] = map[string]*big.Int{}
			}
			floats[y.Of.Width][y.Value.String()] = y.Value
		}
		return true
	}
	inspect(p, visit)
	z := &pool{ints: sorted(ints), floats: map[int][]*big.Int{}}
	for w, m := range floats {
		z.floats[w] = sorted(m)
	}
	return z
}

// inspect calls visit for the expressions of p.
func inspect(p *cfg.Program, visit func(cfg.Expr) bool) {
	for _, f := range append([]*cfg.Function{p.Init}, p.Functions...) {
		if f == nil {
			continue
		}
		for e := range f.Edges() {
			for _, part := range cfg.Parts(e.Op) {
				cfg.Inspect(part.Expr, visit)
				cfg.InspectPlace(part.To, visit)
			}
		}
	}
}

// ConvertsPointers reports whether p makes numbers from pointers, or pointers from numbers that are
// not constant. A run of p may then depend on the values of addresses, which differ from run to
// run.
func ConvertsPointers(p *cfg.Program) bool {
	found := false
	inspect(p, func(x cfg.Expr) bool {
		c, ok := x.(cfg.Cast)
		if !ok {
			return true
		}
		switch from := c.X.Type(); {
		case c.Of.Kind == cfg.Int && from.Kind == cfg.Pointer:
			found = found || !c.Of.Bool
		case c.Of.Kind == cfg.Pointer && from.Kind == cfg.Int:
			_, constant := cfg.Fold(c.X, nil)
			found = found || !constant
		}
		return true
	})
	return found
}

func sorted(m map[string]*big.Int) []*big.Int {
	z := make([]*big.Int, 0, len(m))
	for _, v := range m {
		z = append(z, v)
	}
	sort.Slice(z, func(i, j int) bool { return z[i].Cmp(z[j]) < 0 })
	return z
}

// choose returns an input of a run, a value of type t. always is the number for the strategy
// repeated.
func (p *pool) choose(r *rand.Rand, as inputStrategy, always int64, t *cfg.Type) *big.Int {
	if t.Kind == cfg.Pointer {
		return new(big.Int)
	}
	if as == mixed {
		as = constants + inputStrategy(r.IntN(int(inputStrategies-constants)))
	}
	if t.Kind == cfg.Float {
		return p.float(r, as, t)
	}
	lo, hi := t.Range()
	switch as {
	case zeros:
		return new(big.Int)
	case ones:
		return one
	case small:
		return t.Wrap(big.NewInt(int64(r.IntN(12) - 2)))
	case extremes:
		return near(r, pick(r, []*big.Int{lo, hi, new(big.Int)}), lo, hi)
	case constants:
		if len(p.ints) > 0 {
			return t.Wrap(near(r, pick(r, p.ints), nil, nil))
		}
	case repeated:
		return t.Wrap(big.NewInt(always))
	}
	z := below(r, new(big.Int).Add(new(big.Int).Sub(hi, lo), one))
	return z.Add(z, lo)
}

// float returns a floating-point number, as its ordinal.
func (p *pool) float(r *rand.Rand, as inputStrategy, t *cfg.Type) *big.Int {
	f := t.Format()
	lo, hi := f.Range()
	number := func(num, denom int64) *big.Int { return f.Round(big.NewRat(num, denom), false) }
	switch as {
	case zeros:
		return new(big.Int)
	case ones:
		return number(1, 1)
	case small:
		return number(int64(r.IntN(12)-2), 1)
	case extremes:
		return pick(r, []*big.Int{lo, hi, f.Inf(), new(big.Int), big.NewInt(-1), one, new(big.Int).Sub(f.Inf(), one)})
	case constants:
		if vs := p.floats[t.Width]; len(vs) > 0 {
			return near(r, pick(r, vs), lo, hi)
		}
	case repeated: // between -1 and 1
		return number(int64(r.IntN(2001)-1000), 1000)
	}
	if r.IntN(2) == 0 {
		return number(int64(r.IntN(200001)-100000), 1+int64(r.IntN(1000)))
	}
	z := below(r, new(big.Int).Sub(hi, lo))
	return z.Add(z, lo)
}

// below returns a natural number less than n. Its bias is below 2^-64.
func below(r *rand.Rand, n *big.Int) *big.Int {
	z := new(big.Int)
	for range n.BitLen()/64 + 2 {
		z.Add(z.Lsh(z, 64), new(big.Int).SetUint64(r.Uint64()))
	}
	return z.Mod(z, n)
}

func pick(r *rand.Rand, vs []*big.Int) *big.Int { return vs[r.IntN(len(vs))] }

// near returns v or one of its neighbours, between the bounds if there are any.
func near(r *rand.Rand, v, lo, hi *big.Int) *big.Int {
	z := new(big.Int).Add(v, big.NewInt(int64(r.IntN(3)-1)))
	if lo != nil && (z.Cmp(lo) < 0 || z.Cmp(hi) > 0) {
		return v
	}
	return z
}
