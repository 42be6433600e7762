// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"cornet/horn"
	"cornet/internal/test/horntest"
	"cornet/logic"
	"cornet/smtlib"
)

// seeds returns inputs for generators of random systems.
func seeds(n int) [][]byte {
	rnd := rand.New(rand.NewPCG(1, 2))
	var z [][]byte
	for range n {
		data := make([]byte, 8+rnd.IntN(120))
		for i := range data {
			data[i] = byte(rnd.Uint32())
		}
		z = append(z, data)
	}
	return z
}

// FuzzClausify makes random scripts over Bool. Under every interpretation of
// the predicates, the clauses of an accepted one must hold exactly when the
// assertions do; and so must the clauses of the system when it is printed and
// read back.
func FuzzClausify(f *testing.F) {
	for _, data := range seeds(300) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 400 {
			return
		}
		text := horntest.Script(horntest.NewChoices(data))
		checkClausification(t, text)
	})
}

// checkClausification reports whether the script is Horn.
func checkClausification(t testing.TB, text string) bool {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		var refused *horn.Error
		if !errors.As(err, &refused) || refused.Code != horn.CodeNotHorn {
			t.Fatalf("%v\n%s", err, text)
		}
		return false
	}
	if err := sys.Check(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, c := range sys.Clauses {
		if len(c.Vars()) > 12 {
			return true // too many to enumerate
		}
	}
	var b strings.Builder
	if err := horn.Write(&b, sys); err != nil {
		t.Fatal(err)
	}
	script, err = smtlib.ReadString(sys.Store, "", b.String())
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, b.String())
	}
	again, err := horn.FromScript(script)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, b.String())
	}
	for in := range horntest.Interpretations(sys.Preds) {
		holds := horntest.AssertsHold(sys, in)
		if horntest.ClausesHold(sys, in) != holds {
			t.Fatalf("the assertions are %v and the clauses %v under %v\n%s\n%s", holds, !holds, in, text, b.String())
		}
		if horntest.ClausesHold(again, in) != holds {
			t.Fatalf("the assertions are %v and the printed clauses %v under %v\n%s\n%s", holds, !holds, in, text, b.String())
		}
	}
	return true
}

// TestGenerator checks that random scripts are mostly Horn, so that the fuzz
// targets test something.
func TestGenerator(t *testing.T) {
	accepted, unsafe := 0, 0
	for _, data := range seeds(300) {
		text := horntest.Script(horntest.NewChoices(data))
		if !checkClausification(t, text) {
			continue
		}
		accepted++
		if r, _ := horntest.Solve(system(t, text)); r != nil {
			unsafe++
		}
	}
	t.Logf("%d of 300 are Horn, %d of these are unsafe", accepted, unsafe)
	if accepted < 100 || unsafe < 20 || accepted-unsafe < 20 {
		t.Errorf("only %d of 300 scripts are Horn, %d of these are unsafe", accepted, unsafe)
	}
}

// FuzzFromScript reads any text. What is accepted must satisfy the invariants of
// systems, and print as a script that is accepted too, with as many predicates.
func FuzzFromScript(f *testing.F) {
	for _, c := range clausifyTests {
		f.Add(preamble + "(assert " + c.in + ")")
	}
	for _, c := range refuseTests {
		f.Add(preamble + "(assert " + c.in + ")")
	}
	for _, c := range scriptTests {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, text string) {
		script, err := smtlib.ReadString(logic.NewStore(), "", text)
		if err != nil {
			return
		}
		sys, err := horn.FromScript(script)
		if err != nil {
			return
		}
		if err := sys.Check(); err != nil {
			t.Fatal(err)
		}
		horn.Describe(sys)
		var b strings.Builder
		if err := horn.Write(&b, sys); err != nil {
			t.Fatal(err)
		}
		script, err = smtlib.ReadString(logic.NewStore(), "", b.String())
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		again, err := horn.FromScript(script)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if len(again.Preds) != len(sys.Preds) {
			t.Fatalf("%d predicates become %d\n%s", len(sys.Preds), len(again.Preds), b.String())
		}
	})
}
