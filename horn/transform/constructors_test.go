// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn/transform/pass"
	"cornet/horn/transform/passes"
	"cornet/internal/test/passtest"
	"cornet/smt/native"
)

// TestConstructorsRandom translates witnesses of systems about enumerations and lists back from the
// pass constructors, which changes most systems.
func TestConstructorsRandom(t *testing.T) {
	changed := 0
	for seed := range uint64(80) {
		sys := parse(t, randomTags(rand.New(rand.NewPCG(seed, 7))))
		if passtest.RoundTrip(t, native.Backend{}, fmt.Sprint("constructors, seed ", seed), &pass.Env{}, sys, passtest.After(passes.Normal, passes.Constructors)) {
			changed++
		}
	}
	require.Greater(t, changed, 50)
}

// randomTags is a system whose predicates p and q are about enumerations and lists. The system
// reads no fields, since a field of another constructor has no fixed value.
func randomTags(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("(declare-datatypes ((E 0) (L 0)) (((a) (b) (c) (d)) ((nil) (cons (head E) (tail L)) (err))))\n")
	b.WriteString("(declare-fun p (E L) Bool)\n(declare-fun q (L E) Bool)\n")
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	enum := func() string { return pick("a", "b", "c", "d", "x", "x", "y", "(ite (= x a) y b)") }
	list := func() string {
		return pick("nil", "err", "l", "l", "m", "(cons x l)", "(ite ((_ is nil) l) m l)")
	}
	var literal func(depth int) string
	literal = func(depth int) string {
		switch k := r.IntN(6); {
		case k == 0 && depth > 0:
			return fmt.Sprintf("(%s %s %s)", pick("and", "or", "="), literal(depth-1), literal(depth-1))
		case k == 1:
			return "(not " + literal(depth-1) + ")"
		case k < 4:
			return fmt.Sprintf("(= %s %s)", pick("x", "y"), enum())
		}
		return pick(fmt.Sprintf("((_ is %s) %s)", pick("nil", "cons", "err"), pick("l", "m")), fmt.Sprintf("(= %s %s)", pick("l", "m"), list()))
	}
	atom := func() string {
		if r.IntN(2) == 0 {
			return fmt.Sprintf("(p %s %s)", enum(), list())
		}
		return fmt.Sprintf("(q %s %s)", list(), enum())
	}
	body := func() string {
		return pick("(p x l)", "(q m y)", "(p y m)", "(and (p x l) (q m x))", "(and (p x l) (q l y))", "(p b l)", "(q nil x)")
	}
	clause := func(body, head string) {
		fmt.Fprintf(&b, "(assert (forall ((x E) (y E) (l L) (m L)) (=> (and %s %s %s) %s)))\n", body, literal(1), literal(1), head)
	}
	for range 2 {
		clause("true", atom())
	}
	for range 1 + r.IntN(4) {
		clause(body(), atom())
	}
	clause(body(), "false")
	return b.String()
}
