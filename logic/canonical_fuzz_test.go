// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cornet/logic"
	"cornet/smtlib"
)

// FuzzCanonical makes random terms and models. The value of the canonical term must be the value of
// the text, evaluated by SMT-LIB's definitions. The same holds after simplification, printing,
// substitution and import.
func FuzzCanonical(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		data := make([]byte, 60)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkRandomTerm(t, &source{data}) })
}

func TestRandomTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	n := 5000
	if testing.Short() {
		n = 500
	}
	for range n {
		data := make([]byte, 20+rng.IntN(200))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		checkRandomTerm(t, &source{data})
	}
}

func checkRandomTerm(t *testing.T, src *source) {
	sort := bruteSorts[src.pick(len(bruteSorts))]
	env := map[string]value{}
	for _, s := range bruteSorts {
		for _, v := range bruteVars[s] {
			env[v] = src.value(s)
		}
	}
	n := src.term(sort, 2+src.pick(4))
	want := evalNode(n, env)

	store := logic.NewStore()
	script, err := smtlib.ReadString(store, "", brutePrelude)
	if err != nil {
		t.Fatal(err)
	}
	sc := script.Scope
	// Sometimes variables instead of constants, created in another order.
	if src.pick(2) == 1 {
		var vars []*logic.Term
		for _, s := range bruteSorts {
			for i := len(bruteVars[s]) - 1; i >= 0; i-- {
				vars = append(vars, store.Var(bruteVars[s][i], mustSort(t, sc, s)))
			}
		}
		sc.Declare(nil, vars)
	}
	text := n.String()
	read := func(text string) *logic.Term {
		z, err := sc.ReadTerm(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return z
	}
	x := read(text)
	model := store.NewModel()
	var vars, vals []*logic.Term
	for name, v := range env {
		c, val := read(name), read(show(v))
		if val = coerced(store, val, c.Sort()); c.IsVar() {
			model.Set(c, val)
			vars, vals = append(vars, c), append(vals, val)
		} else {
			model.SetFunc(c.Func(), &logic.Table{Else: val})
		}
	}
	check := func(what string, x *logic.Term) {
		t.Helper()
		got := model.Eval(x)
		if want == nil {
			return // left open by SMT-LIB
		}
		wantTerm := coerced(store, read(show(want)), x.Sort())
		if got != wantTerm && store.Eq(got, wantTerm).Op() != logic.OpTrue {
			t.Fatalf("%s of\n%s\nis %v,\nevaluates to %v, want %v under\n%s", what, text, x, got, wantTerm, showEnv(env))
		}
	}
	check("canonical form", x)
	if again := read(x.String()); again != x {
		t.Fatalf("printing changed\n%v\ninto\n%v\nof %s", x, again, text)
	}
	y := store.Simplify(x)
	check("simplification", y)
	if z := store.Simplify(y); z != y {
		t.Fatalf("simplification is not idempotent:\n%v\n%v\n%v", x, y, z)
	}
	if again := store.Simplify(read(y.String())); again != y {
		t.Fatalf("simplifying the print of\n%v\ngives\n%v", y, again)
	}
	if len(vars) > 0 {
		check("substitution", store.Substitute(x, vars, vals))
		check("faithful substitution", store.SubstituteFaithful(x, vars, vals))
	}
	// There and back through a store with other IDs.
	other := logic.NewStore()
	ob, err := smtlib.ReadString(other, "", brutePrelude)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"z", "y", "c", "v", "r", "q"} {
		v, _ := ob.Scope.ReadTerm(name)
		other.Var(name, v.Sort())
	}
	moved := other.NewImporter().Term(x)
	back := store.NewImporter().Term(moved)
	check("import", back)
	if store.Simplify(back) != y {
		t.Fatalf("import changed\n%v\ninto\n%v\nby way of\n%v", y, store.Simplify(back), moved)
	}
}

func coerced(s *logic.Store, t *logic.Term, sort *logic.Sort) *logic.Term {
	if t.Sort() == s.Int && sort == s.Real {
		return s.ToReal(t)
	}
	return t
}

func mustSort(t *testing.T, sc *smtlib.Scope, text string) *logic.Sort {
	xs, err := smtlib.ReadSexprs("", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	sort, err := sc.Sort(xs[0])
	if err != nil {
		t.Fatal(err)
	}
	return sort
}

func showEnv(env map[string]value) string {
	var b strings.Builder
	for _, s := range bruteSorts {
		for _, v := range bruteVars[s] {
			b.WriteString(v + " = " + show(env[v]) + "\n")
		}
	}
	return b.String()
}
