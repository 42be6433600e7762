// SPDX-License-Identifier: Apache-2.0

package unwinding_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/unwinding"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// TestRandom compares unwindings of random bounded systems with exhaustive execution. CORNET_RANDOM
// sets the number of unwindings.
func TestRandom(t *testing.T) {
	samples := 16
	if n, err := strconv.Atoi(os.Getenv("CORNET_RANDOM")); err == nil {
		samples = n
	}
	verdicts := map[horn.Verdict]int{}
	for seed := range samples {
		text := (&generator{rand.New(rand.NewPCG(uint64(seed), 7))}).system()
		sys := read(t, text)
		reached, ok := execute(sys)
		if !ok {
			continue
		}
		z, err := unwind.New(unwind.Options{Ticks: 60_000_000}).Solve(t.Context(), sys)
		require.NoError(t, err, text)
		verdicts[z.Verdict]++
		switch z.Verdict {
		case horn.Safe:
			require.Falsef(t, reached, "seed %d: safe, but an execution reaches a query\n%s", seed, text)
			require.NoError(t, unwinding.Check(t.Context(), sys, z.Unwinding), text)
		case horn.Unsafe:
			require.Truef(t, reached, "seed %d: unsafe, but no execution reaches a query\n%s", seed, text)
			o := check.Judges(sys.Store, native.Backend{}, nil, smt.Options{})
			require.NoError(t, check.Refutation(t.Context(), sys, z.Refutation, o), text)
		}
	}
	t.Log(verdicts)
	require.Greater(t, verdicts[horn.Safe], samples/8)
	require.Greater(t, verdicts[horn.Unsafe], samples/8)
	require.Less(t, verdicts[horn.Unknown], samples/4)
}

// state is an atom that a system derives.
type state struct {
	pred *logic.Func
	args []*logic.Term
}

// execution derives all states of a system.
type execution struct {
	st      *logic.Store
	seen    map[string]bool
	queue   []state
	reached bool // a query can be applied
	work    int
}

// maxWork bounds the instances of clauses that an execution looks at.
const maxWork = 40_000

// execute reports whether a query can be applied to a state. ok is false if there are too many
// states.
func execute(sys *horn.System) (reached, ok bool) {
	e := &execution{st: sys.Store, seen: map[string]bool{}}
	for _, c := range sys.Clauses {
		if c.IsFact() {
			e.apply(c, state{})
		}
	}
	for len(e.queue) > 0 && !e.reached {
		x := e.queue[0]
		e.queue = e.queue[1:]
		for _, c := range sys.Clauses {
			if len(c.Body) == 1 && c.Body[0].Pred == x.pred {
				e.apply(c, x)
			}
		}
		if e.work > maxWork {
			return false, false
		}
	}
	return e.reached, true
}

// apply derives the head of a clause from a state.
func (e *execution) apply(c *horn.Clause, from state) {
	given := map[*logic.Term]*logic.Term{}
	for i, x := range from.args {
		given[c.Body[0].Args[i]] = x
	}
	vars := c.Vars()
	choices := make([][]*logic.Term, len(vars))
	count := 1
	for i, v := range vars {
		if choices[i] = e.domain(v.Sort()); given[v] != nil {
			choices[i] = []*logic.Term{given[v]}
		}
		count *= len(choices[i])
	}
	for n := range count {
		e.work++
		m := e.st.NewModel()
		for i, v := range vars {
			m.Set(v, choices[i][n%len(choices[i])])
			n /= len(choices[i])
		}
		if !m.Holds(c.Constraint) {
			continue
		}
		if c.Head == nil {
			e.reached = true
			return
		}
		z := state{pred: c.Head.Pred}
		key := c.Head.Pred.Name()
		for _, t := range c.Head.Args {
			x := m.Eval(t)
			z.args = append(z.args, x)
			key += " " + e.text(x)
		}
		if !e.seen[key] {
			e.seen[key] = true
			e.queue = append(e.queue, z)
		}
	}
}

// domain returns the values of a sort: all of them, or the integers that clauses allow.
func (e *execution) domain(s *logic.Sort) (z []*logic.Term) {
	switch {
	case s.IsBool():
		return []*logic.Term{e.st.False(), e.st.True()}
	case s.IsBitVec():
		for v := range int64(1) << s.Width() {
			z = append(z, e.st.BVNum(big.NewInt(v), s.Width()))
		}
	case s.IsInt():
		for v := int64(lowest); v <= highest; v++ {
			z = append(z, e.st.IntNum(v))
		}
	default:
		for _, x := range e.domain(s.Elem()) {
			for _, y := range e.domain(s.Elem()) {
				z = append(z, e.st.Store(e.st.ConstArray(s, x), e.index(s, 1), y))
			}
		}
	}
	return z
}

func (e *execution) index(s *logic.Sort, i int64) *logic.Term {
	if s.Index().IsInt() {
		return e.st.IntNum(i)
	}
	return e.st.BVNum(big.NewInt(i), s.Index().Width())
}

// text names a value. For arrays, it names the two cells that are used.
func (e *execution) text(x *logic.Term) string {
	if s := x.Sort(); s.IsArray() {
		return fmt.Sprint(e.st.Select(x, e.index(s, 0)), e.st.Select(x, e.index(s, 1)))
	}
	return x.String()
}

// Bounds of the integers that clauses leave open.
const lowest, highest = -1, 2

// generator makes systems whose states have a counter, a bit-vector, an integer, a Boolean, an
// array of vectors and an array of integers.
type generator struct{ *rand.Rand }

const sorts = "Int (_ BitVec 3) Int Bool (Array (_ BitVec 1) (_ BitVec 3)) (Array Int Int)"

func (g *generator) pick(all ...string) string { return all[g.IntN(len(all))] }

// system returns the text of a system whose counter bounds all loops.
func (g *generator) system() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(declare-fun p (%[1]s) Bool)\n(declare-fun q (%[1]s) Bool)\n", sorts)
	between := func(x string) string { return fmt.Sprintf(" (<= (- 1) %[1]s) (<= %[1]s 2)", x) }
	clause := func(body, head string) {
		fmt.Fprintf(&b, "(assert (forall ((i Int) (x (_ BitVec 3)) (n Int) (c Bool) (a (Array (_ BitVec 1) (_ BitVec 3))) (d (Array Int Int)) (y (_ BitVec 2)) (m Int)) (=> (and %s %s) %s)))\n", body, between("m"), head)
	}
	atom := func(p, counter string) string {
		return fmt.Sprintf("(%s %s %s %s %s %s %s)", p, counter, g.vector(2), g.integer(2), g.formula(1), g.array(), g.integers())
	}
	known := strings.NewReplacer(" x", " #b101", " y", " #b10", " c", " true", " a", " ((as const (Array (_ BitVec 1) (_ BitVec 3))) #b110)", " i", " 0")
	for range 1 + g.IntN(2) { // facts have few executions: only integers are open
		fmt.Fprintf(&b, "(assert (forall ((n Int) (m Int) (d (Array Int Int))) (=> (and %s %s) %s)))\n",
			between("n")+between("m")+between("(select d 0)")+between("(select d 1)"), g.known(known, " "+g.formula(2)), g.known(known, atom(g.pick("p", "q"), "0")))
	}
	for range 2 + g.IntN(3) {
		from, to := g.pick("p", "q"), g.pick("p", "q")
		clause(fmt.Sprintf("(%s i x n c a d) (< i %d) %s", from, 2+g.IntN(2), g.formula(2)), atom(to, "(+ i 1)"))
	}
	for range 1 + g.IntN(2) {
		clause(fmt.Sprintf("(%s i x n c a d) %s", g.pick("p", "q"), g.formula(2)), "false")
	}
	return b.String()
}

// known replaces variables by values. Sorts do not contain names of variables.
func (g *generator) known(values *strings.Replacer, text string) string {
	tokens := strings.NewReplacer("(", "( ", ")", " )").Replace(text)
	words := strings.Fields(tokens)
	for i, w := range words {
		if value := values.Replace(" " + w); len(w) == 1 && w != "(" && w != ")" {
			words[i] = value
		}
	}
	return strings.Join(words, " ")
}

func (g *generator) formula(depth int) string {
	if depth == 0 {
		return g.pick("c", "(= y #b01)", "(bvult x #b101)", "(< n 2)", "true")
	}
	d := depth - 1
	switch g.IntN(9) {
	case 0:
		return fmt.Sprintf("(and %s %s)", g.formula(d), g.formula(d))
	case 1:
		return fmt.Sprintf("(or %s %s)", g.formula(d), g.formula(d))
	case 2:
		return fmt.Sprintf("(not %s)", g.formula(d))
	case 3:
		return fmt.Sprintf("(ite %s %s %s)", g.formula(d), g.formula(d), g.formula(d))
	case 4:
		return fmt.Sprintf("(%s %s %s)", g.pick("=", "bvult", "bvsle", "bvule", "bvslt"), g.vector(d), g.vector(d))
	case 5, 6:
		return fmt.Sprintf("(%s %s %s)", g.pick("=", "<=", "<"), g.integer(d), g.integer(d))
	}
	return g.formula(0)
}

func (g *generator) vector(depth int) string {
	if depth == 0 {
		return g.pick("x", "#b011", "#b100", "((_ zero_extend 1) y)", "((_ sign_extend 1) y)", "(select a #b0)", "(select a ((_ extract 1 1) x))")
	}
	d := depth - 1
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("(ite %s %s %s)", g.formula(d), g.vector(d), g.vector(d))
	case 1:
		return fmt.Sprintf("(%s %s)", g.pick("bvnot", "bvneg", "(_ rotate_left 1)"), g.vector(d))
	case 2:
		return fmt.Sprintf("((_ extract 3 1) (concat %s %s))", g.vector(d), g.vector(d))
	case 3:
		return g.pick("((_ int2bv 3) n)", "((_ int2bv 3) "+g.integer(d)+")")
	}
	return fmt.Sprintf("(%s %s %s)", g.pick("bvadd", "bvmul", "bvsub", "bvand", "bvor", "bvxor", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr"), g.vector(d), g.vector(d))
}

func (g *generator) integer(depth int) string {
	if depth == 0 {
		return g.pick("n", "m", "1", "(- 2)", "(select d 0)", "(select d (mod n 2))", "i")
	}
	d := depth - 1
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(ite %s %s %s)", g.formula(d), g.integer(d), g.integer(d))
	case 1:
		return fmt.Sprintf("(%s %s %d)", g.pick("div", "mod"), g.integer(d), 1+g.IntN(5))
	case 2:
		return fmt.Sprintf("(bv2nat %s)", g.vector(d))
	case 3:
		return fmt.Sprintf("(* %s %s)", g.pick("3", "(- 1)", g.integer(0)), g.integer(d))
	}
	return fmt.Sprintf("(%s %s %s)", g.pick("+", "-"), g.integer(d), g.integer(d))
}

func (g *generator) array() string {
	return g.pick("a", fmt.Sprintf("(store a ((_ extract 0 0) %s) %s)", g.vector(1), g.vector(1)),
		fmt.Sprintf("((as const (Array (_ BitVec 1) (_ BitVec 3))) %s)", g.vector(1)), fmt.Sprintf("(ite %s a (store a #b1 %s))", g.formula(1), g.vector(0)))
}

func (g *generator) integers() string {
	return g.pick("d", fmt.Sprintf("(store d (mod %s 2) %s)", g.integer(1), g.integer(1)), fmt.Sprintf("(store d 0 %s)", g.integer(1)),
		fmt.Sprintf("(ite %s d ((as const (Array Int Int)) %s))", g.formula(1), g.integer(0)))
}
