// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/lia"
	"cornet/smt/lra"
	"cornet/smt/sat"
)

// symbolTable maps symbols, and sums of symbols, to their literals in the SAT solver and variables
// of the tableau. The encoders of one query share it. It does not contain gates and alien terms,
// which belong to one partition. Nothing is removed from it.
type symbolTable struct {
	bools       map[*logic.Term]sat.Lit
	tableauVars map[*logic.Term]lra.Var
	sums        map[*logic.Term]lra.Var // over symbols and aliases
	words       map[*logic.Term]bits.Word
	plain       map[*logic.Term]bool // symbols whose sort congruence closure decides

	// the symbols in bools and tableauVars, in the order in which they were added
	symbols []*logic.Term
}

func newSymbolTable() *symbolTable {
	return &symbolTable{bools: map[*logic.Term]sat.Lit{}, tableauVars: map[*logic.Term]lra.Var{}, sums: map[*logic.Term]lra.Var{},
		words: map[*logic.Term]bits.Word{}, plain: map[*logic.Term]bool{}}
}

// bool returns the literal of a Boolean symbol.
func (v *symbolTable) bool(t *logic.Term, s *sat.Solver) sat.Lit {
	l, ok := v.bools[t]
	if !ok {
		l = s.NewVar().Pos()
		v.bools[t] = l
		v.symbols = append(v.symbols, t)
	}
	return l
}

// tableauVar returns the variable of the tableau of an arithmetic symbol.
func (v *symbolTable) tableauVar(t *logic.Term, a *arithmetic) lra.Var {
	x, ok := v.tableauVars[t]
	if !ok {
		x = a.newVar(t.Sort())
		v.tableauVars[t] = x
		v.symbols = append(v.symbols, t)
	}
	return x
}

// word returns the bits of a bit-vector symbol.
func (v *symbolTable) word(t *logic.Term, s *sat.Solver) bits.Word {
	if v.words[t] == nil {
		v.symbols = append(v.symbols, t)
	}
	return v.bits(t, s)
}

// bits returns the bits of a symbol or alias.
func (v *symbolTable) bits(t *logic.Term, s *sat.Solver) bits.Word {
	z := v.words[t]
	if z == nil {
		z = make(bits.Word, t.Sort().Width())
		for k := range z {
			z[k] = s.NewVar().Pos()
		}
		v.words[t] = z
	}
	return z
}

// newVar makes a variable of the tableau.
func (a *arithmetic) newVar(sort *logic.Sort) lra.Var {
	if sort.IsInt() {
		return a.lia.NewVar(lia.Integer)
	}
	return a.lia.NewVar(lia.Real)
}

// model returns the values that the solvers have found for the symbols. eq may be nil.
func (v *symbolTable) model(store *logic.Store, s *sat.Solver, a *arithmetic, eq *equality) *logic.Model {
	m := store.NewModel()
	var values *values
	if eq != nil {
		values = eq.values(s)
		values.functions(m)
	}
	for _, t := range v.symbols {
		var value *logic.Term
		if l, ok := v.bools[t]; ok {
			value = store.BoolValue(s.Value(l) == sat.True)
		} else if w := v.words[t]; w != nil {
			value = store.BVNum(wordValue(w, s.Value), len(w))
		} else if v.plain[t] {
			n, ok := eq.nodes[t]
			if !ok {
				continue // its scope is closed
			}
			value = values.of(n)
		} else if x := v.tableauVars[t]; int(x) < len(a.model) {
			value = store.Num(a.model[x], t.Sort())
		} else {
			continue
		}
		if t.IsVar() {
			m.Set(t, value)
		} else {
			m.SetFunc(t.Func(), &logic.Table{Else: value})
		}
	}
	return m
}
