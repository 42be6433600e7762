// SPDX-License-Identifier: Apache-2.0

package query_test

import (
	"errors"
	"strings"
	"testing"

	"cornet/logic"
	"cornet/smt/query"
	"cornet/smtlib"
)

// FuzzQuestions reads scripts and writes the questions again. Reading the result must give the same
// questions.
func FuzzQuestions(f *testing.F) {
	for _, text := range []string{
		"(declare-const p Bool)(assert (! p :named a))(assert (! (not p) :named b))(check-sat)(get-interpolants a b)",
		"(declare-const x Int)(push 1)(assert (! (> x 1) :named a))(pop 1)(get-interpolants a (b) c)",
		"(declare-const x Int)(assert (! (> x 1) :named a))(get-interpolant I (> x 0))(get-interpolants a (a))",
		"(declare-const |a b| Real)(assert (! (< |a b| 1.5) :named |c d|))(get-interpolants |c d| ((and |c d|)))",
		"(set-info :interpolation-strength weak)(assert (! true :named a))(reset)(echo \"x\"\"y\")(exit)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		script, err := smtlib.ReadString(logic.NewStore(), "", text)
		if err != nil {
			return
		}
		list, err := query.Questions(script)
		var bad *smtlib.Error
		if err != nil {
			if !errors.As(err, &bad) || !bad.Pos.IsValid() {
				t.Fatalf("no place in %v", err)
			}
			return
		}
		for _, q := range list {
			if q.Tree == nil {
				continue
			}
			var b strings.Builder
			if err := query.WriteTree(&b, script.Store, q.Tree, query.Info{}); err != nil {
				t.Fatal(err)
			}
			again, err := smtlib.ReadString(logic.NewStore(), "", b.String())
			if err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
			z, err := query.Questions(again)
			if err != nil || len(z) != 2 || len(z[1].Tree.Part) != len(q.Tree.Part) {
				t.Fatalf("%v\n%s", err, b.String())
			}
		}
	})
}
