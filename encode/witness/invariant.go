// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// Invariant is an invariant of a loop.
type Invariant struct {
	Pos  cfg.Pos
	Func string
	// Text is an expression of C, or "" if the invariant has none. It is the conjunction of
	// Conjuncts if these are complete.
	Text string
	// Conjuncts are the parts of the invariant that C can express.
	Conjuncts []Conjunct
	// Formula is the model's definition over the names of the variables.
	Formula string
}

// Conjunct is a part of an invariant, an expression of C over Vars.
type Conjunct struct {
	Text string
	Vars []*scalar.Var
}

// Invariants returns the model's definitions at loop heads. Its texts are defined in all states:
// their operations do not overflow.
func Invariants(sys *chc.System, m *horn.Model) []Invariant {
	return invariants(sys, m, func(p chc.Place, d horn.Definition) Invariant { return invariantAt(sys, p, d) })
}

// invariants returns what at makes of the definitions at loop heads.
func invariants(sys *chc.System, m *horn.Model, at func(chc.Place, horn.Definition) Invariant) []Invariant {
	var z []Invariant
	for _, p := range sys.Places {
		if p.Kind != chc.LoopHead {
			continue
		}
		if d, ok := m.Definition(p.Pred); ok {
			z = append(z, at(p, d))
		}
	}
	return z
}

func invariantAt(sys *chc.System, p chc.Place, d horn.Definition) Invariant {
	w := newWriter()
	return w.invariant(p, w.instance(sys.Horn.Store, p, d))
}

// invariant returns the invariant with a definition over the names of the variables.
func (w *writer) invariant(p chc.Place, body *logic.Term) Invariant {
	inv := Invariant{Pos: p.Pos, Func: p.Func, Formula: fmt.Sprintf("%.2000v", body)}
	complete := true
	seen, fixed := map[string]bool{"1": true}, map[*scalar.Var]bool{}
	var texts []string
	add := func(t *logic.Term) {
		w.vars = nil
		text, ok := w.formula(t, logic.OpAnd)
		if ok && len(w.vars) == 1 && fixed[w.vars[0]] {
			return // it only states that a value is a constant
		}
		if ok && len(w.vars) == 1 && strings.HasPrefix(text, w.vars[0].Source+" == ") {
			fixed[w.vars[0]] = true
		}
		if complete = complete && ok; ok && !seen[text] {
			seen[text] = true
			inv.Conjuncts = append(inv.Conjuncts, Conjunct{text, w.vars})
			texts = append(texts, text)
		}
	}
	for _, c := range logic.AppendConjuncts(nil, body) {
		add(c)
	}
	if complete { // otherwise the formula is stronger than the conjuncts
		inv.Text = "1"
		if len(texts) > 0 {
			inv.Text = strings.Join(texts, " && ")
		}
	}
	return inv
}

// instance returns a definition over the names of the variables.
func (w *writer) instance(s *logic.Store, p chc.Place, d horn.Definition) *logic.Term {
	var from, to []*logic.Term
	for i, v := range p.Vars {
		x := d.Params[len(p.In)+i]
		y := s.Var(v.Name, x.Sort())
		from, to = append(from, x), append(to, y)
		w.names[y] = v
	}
	for i, v := range p.In {
		x := d.Params[i]
		y := s.Var("old "+v.Name, x.Sort())
		if p.Fixed[v] {
			y = s.Var(v.Name, x.Sort())
			w.names[y] = v
		}
		from, to = append(from, x), append(to, y)
	}
	return s.Substitute(d.Body, from, to)
}

// writer prints terms as expressions of C.
type writer struct {
	names  map[*logic.Term]*scalar.Var
	budget int // number of terms that may still be written
	vars   []*scalar.Var
	// values has the values of variables if the texts are for people ([Readable]), or is nil.
	values map[*scalar.Var]rational.Interval
}

func newWriter() *writer { return &writer{names: map[*logic.Term]*scalar.Var{}, budget: 4000} }

// formula writes a formula.
func (w *writer) formula(t *logic.Term, in logic.Op) (string, bool) {
	return connectives(t, false, in, w.atom)
}

// atom writes an atom, or its negation.
func (w *writer) atom(t *logic.Term, negated bool) (string, bool) {
	if w.budget--; w.budget < 0 {
		return "", false
	}
	op, ok := comparison(t, negated)
	if !ok {
		return "", false
	}
	x, ok := w.compare(t, op)
	if !ok && op == "==" {
		return w.modular(t)
	}
	return x, ok
}

// A summand is an integer with a coefficient.
type summand struct {
	factor int64
	text   string
	v      *scalar.Var // nil if text has type long long
}

// maxSummands bounds the summands of a comparison. Each is less than 2^52, so that sums fit 63
// bits.
const maxSummands = 16

// compare writes an atom, with negative parts moved to the other side.
func (w *writer) compare(t *logic.Term, op string) (string, bool) {
	var all []summand
	constant := int64(0)
	if !w.sum(t.Arg(0), 1, &all, &constant) || !w.sum(t.Arg(1), -1, &all, &constant) || len(all) > maxSummands {
		return "", false
	}
	var left, right []summand
	for _, x := range all {
		if x.factor > 0 {
			left = append(left, x)
		} else if x.factor < 0 {
			x.factor = -x.factor
			right = append(right, x)
		}
	}
	if len(left) == 0 {
		left, right, constant, op = right, left, -constant, flipped[op]
	}
	if len(left) == 0 {
		return "", false
	}
	more, less := constant, int64(0) // amounts added to the sides
	if constant < 0 || len(right) == 0 {
		more, less = 0, -constant
	}
	switch { // an integer comparison, with the constant that is nearer to 0
	case op == ">" && len(right) == 0:
		op, less = ">=", less+1
	case op == ">" && more > 0:
		op, more = ">=", more-1
	case op == "<" && len(right) == 0:
		op, less = "<=", less-1
	case op == "<" && less > 0:
		op, less = "<=", less-1
	}
	if len(left) == 1 && len(right) == 0 && left[0].v != nil && left[0].factor == 1 && vacuous(left[0].v.Type, op, less) {
		return "1", true
	}
	if x, y, ok := w.formatPlain(left, right, more, less); ok {
		return x + " " + op + " " + y, true
	}
	if x, y, ok := formatBare(left, right, more, less); ok {
		return x + " " + op + " " + y, true
	}
	x, ok := formatWide(left, more)
	y, ok2 := formatWide(right, less)
	return x + " " + op + " " + y, ok && ok2
}

// vacuous reports whether all values of a type satisfy this comparison with c.
func vacuous(t scalar.Type, op string, c int64) bool {
	lo, hi := t.Range()
	return op == ">=" && lo.Cmp(big.NewInt(c)) >= 0 || op == "<=" && hi.Cmp(big.NewInt(c)) <= 0
}

// formatBare writes the two sides of a comparison without casts. This is possible if one side is a
// variable, and the other is a variable of the same type after promotion, or a constant of that
// type.
func formatBare(left, right []summand, more, less int64) (string, string, bool) {
	if len(left) != 1 || left[0].factor != 1 || left[0].v == nil || more != 0 || len(right) > 1 {
		return "", "", false
	}
	t := promoted(left[0].v.Type)
	if len(right) == 1 {
		r := right[0]
		if r.factor != 1 || r.v == nil || less != 0 || promoted(r.v.Type) != t {
			return "", "", false
		}
		return left[0].text, r.text, true
	}
	suffix := map[scalar.Type]string{
		{Kind: scalar.Int, Width: 32}: "U", {Kind: scalar.Int, Width: 64}: "ULL", {Kind: scalar.Int, Width: 64, Signed: true}: "LL",
	}[t]
	if !t.Signed && less < 0 || t.Width == 32 && (less < math.MinInt32 || less > math.MaxUint32 || t.Signed && less > math.MaxInt32) {
		return "", "", false
	}
	return left[0].text, fmt.Sprintf("%d%s", less, suffix), true
}

// promoted returns the type in which a variable is compared.
func promoted(t scalar.Type) scalar.Type {
	if t.Width < 32 || t.Bool {
		return scalar.Type{Kind: scalar.Int, Width: 32, Signed: true}
	}
	return scalar.Type{Kind: scalar.Int, Width: t.Width, Signed: t.Signed}
}

// formatWide writes a sum in long long. Names in it are at most 32 bits wide and coefficients
// small, so that nothing overflows.
func formatWide(side []summand, constant int64) (string, bool) {
	var parts []string
	for _, x := range side {
		text := x.text
		if x.v != nil {
			if x.v.Type.Width > 32 {
				return "", false
			}
			text = "(long long)" + text
		}
		if x.factor != 1 {
			text = fmt.Sprintf("%d * %s", x.factor, text)
		}
		parts = append(parts, text)
	}
	if constant != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%dLL", constant))
	}
	return strings.Join(parts, " + "), true
}

// sum adds factor times an integer term to a sum.
func (w *writer) sum(t *logic.Term, factor int64, z *[]summand, constant *int64) bool {
	if w.budget--; w.budget < 0 || factor > 1<<20 || factor < -1<<20 {
		return false
	}
	switch t.Op() {
	case logic.OpVar:
		v := w.names[t]
		if v == nil || v.Source == "" || v.Type.Kind != scalar.Int || v.Type.Width > 64 || strings.ContainsAny(v.Source, " @") {
			return false
		}
		w.vars = append(w.vars, v)
		*z = append(*z, summand{factor, v.Source, v})
		return true
	case logic.OpNum:
		n, ok := t.Num().Int64()
		if !ok || n > 1<<40 || n < -1<<40 {
			return false
		}
		*constant += factor * n
		return true
	case logic.OpAdd:
		for _, a := range t.Args() {
			if !w.sum(a, factor, z, constant) {
				return false
			}
		}
		return true
	case logic.OpMul:
		if n, ok := t.Arg(0).Num().Int64(); t.Arg(0).Op() == logic.OpNum && ok && n <= 1<<20 && n >= -1<<20 {
			return w.sum(t.Arg(1), factor*n, z, constant)
		}
	case logic.OpMod:
		// Euclidean: remainders of negative numbers are shifted.
		k := t.Arg(1)
		n, ok := k.Num().Int64()
		if k.Op() != logic.OpNum || !ok {
			return false
		}
		if n == 1<<unsignedInt.bits {
			x, ok := w.difference(unsignedInt, t.Arg(0))
			*z = append(*z, summand{factor, "(long long)(" + x + ")", nil})
			return ok
		}
		if n > 0 && n < 1<<31 {
			var of []summand
			c := int64(0)
			if !w.sum(t.Arg(0), 1, &of, &c) || len(of) > maxSummands || len(of) == 0 {
				return false
			}
			if x, ok := formatWide(of, c); ok {
				*z = append(*z, summand{factor, fmt.Sprintf("(((%s) %% %d + %d) %% %d)", x, n, n, n), nil})
				return true
			}
		}
	}
	return false
}
