// SPDX-License-Identifier: Apache-2.0

package verdict

import (
	"fmt"
	"math/big"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/flat"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// Invariant is what a proof says about a loop.
type Invariant struct {
	Pos  cfg.Pos
	Func string
	// Text is an expression of C; "" if the invariant has none.
	Text string
	// Formula is the model's definition over the names of the variables.
	Formula string
}

// Invariants are the model's definitions at loop heads, without those of loops whose first
// iterations are not part of the system.
func Invariants(sys *chc.System, m *horn.Model) []Invariant {
	var z []Invariant
	for _, p := range sys.Places {
		if p.Kind != chc.LoopHead || p.Skipped > 0 {
			continue
		}
		d, ok := m.Definition(p.Pred)
		if !ok {
			continue
		}
		w := writer{names: map[*smtlib.Term]*flat.Var{}, ints: sys.Ints, budget: 4000}
		s := sys.Horn.Store
		var from, to []*smtlib.Term
		for i, v := range p.Vars {
			x := d.Params[len(p.In)+i]
			y := s.Var(v.Name, x.Sort())
			from, to = append(from, x), append(to, y)
			w.names[y] = v
		}
		for i, v := range p.In {
			from, to = append(from, d.Params[i]), append(to, s.Var("old "+v.Name, d.Params[i].Sort()))
		}
		body := s.Substitute(d.Body, from, to)
		inv := Invariant{Pos: p.Pos, Func: p.Func, Formula: fmt.Sprintf("%.2000v", body)}
		if text, ok := w.formula(body); ok {
			inv.Text = text
		}
		z = append(z, inv)
	}
	return z
}

// writer prints terms as expressions of C. Sums are computed in a type that holds them.
type writer struct {
	names  map[*smtlib.Term]*flat.Var
	ints   chc.Ints
	budget int // terms still to be written
}

func (w *writer) formula(t *smtlib.Term) (string, bool) {
	if w.budget--; w.budget < 0 {
		return "", false
	}
	switch t.Op() {
	case smtlib.OpTrue:
		return "1", true
	case smtlib.OpFalse:
		return "0", true
	case smtlib.OpNot:
		if a := t.Arg(0); a.Op() == smtlib.OpLe {
			return w.compare(a, ">")
		} else if a.Op() == smtlib.OpEq && !a.Arg(0).Sort().IsBool() {
			return w.compare(a, "!=")
		}
		x, ok := w.formula(t.Arg(0))
		return "!(" + x + ")", ok
	case smtlib.OpAnd, smtlib.OpOr:
		sep := " && "
		if t.Op() == smtlib.OpOr {
			sep = " || "
		}
		parts := make([]string, len(t.Args()))
		for i, a := range t.Args() {
			x, ok := w.formula(a)
			if !ok {
				return "", false
			}
			parts[i] = x
		}
		return "(" + strings.Join(parts, sep) + ")", true
	case smtlib.OpLe:
		return w.compare(t, "<=")
	case smtlib.OpEq:
		if t.Arg(0).Sort().IsInt() {
			return w.compare(t, "==")
		}
	}
	return "", false
}

// compare writes an atom over a linear sum and a numeral.
func (w *writer) compare(t *smtlib.Term, op string) (string, bool) {
	x, ok := w.sum(t.Arg(0))
	y, ok2 := w.sum(t.Arg(1))
	return x + " " + op + " " + y, ok && ok2
}

// sum writes an integer term. Everything is computed in long long; names in it are at most 32 bits wide
// and coefficients small, so that nothing overflows.
func (w *writer) sum(t *smtlib.Term) (string, bool) {
	if w.budget--; w.budget < 0 {
		return "", false
	}
	switch t.Op() {
	case smtlib.OpVar:
		v := w.names[t]
		if v == nil || v.Source == "" || v.Type.Kind != flat.Int || v.Type.Width > 32 || strings.ContainsAny(v.Source, " @") {
			return "", false
		}
		return "(long long)" + v.Source, true
	case smtlib.OpNum:
		n, ok := t.Num().Int64()
		if !ok || n > 1<<40 || n < -1<<40 {
			return "", false
		}
		return fmt.Sprintf("%dLL", n), true
	case smtlib.OpAdd:
		parts := make([]string, len(t.Args()))
		for i, a := range t.Args() {
			x, ok := w.sum(a)
			if !ok {
				return "", false
			}
			parts[i] = x
		}
		return "(" + strings.Join(parts, " + ") + ")", true
	case smtlib.OpMul:
		if c := t.Arg(0); c.Op() == smtlib.OpNum && small(c.Num()) {
			x, ok := w.sum(t.Arg(1))
			return fmt.Sprintf("%v * %s", c.Num(), x), ok
		}
	case smtlib.OpIntDiv, smtlib.OpMod:
		// Euclidean; C agrees only on what is not negative. Remainders of
		// negative numbers are shifted.
		k := t.Arg(1)
		if n, ok := k.Num().Int64(); k.Op() == smtlib.OpNum && ok && n > 0 && n < 1<<31 && t.Op() == smtlib.OpMod {
			x, ok := w.sum(t.Arg(0))
			return fmt.Sprintf("((%s %% %d + %d) %% %d)", x, n, n, n), ok
		}
	}
	return "", false
}

func small(x rational.Rat) bool {
	n, ok := x.BigInt()
	return ok && n.CmpAbs(big.NewInt(1<<20)) < 0
}
