// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestWarnings has doubtful texts that are accepted with a warning, and texts without a warning.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an Int for a Real", "(declare-fun p (Real) Bool)\n(assert (forall ((i Int)) (p i)))", "2:27: an Int where a Real is expected; it is read as (to_real …)"},
		{"an Int summand", "(declare-fun p (Real) Bool)(assert (forall ((i Int)) (p (+ i 0.5))))", "1:57: an Int where a Real is expected; it is read as (to_real …)"},
		{"a Real that is written", "(declare-fun p (Real) Bool)(assert (forall ((i Int)) (=> (= (* 2.0 (to_real i)) 3.5) (p (to_real i)))))", ""},
		{"a numeral for a Real", "(declare-fun p (Real) Bool)(assert (p 1))", ""},
		{"a constructor without its sort", lists + "(declare-const x (List Int))(assert (= x (cons 1 nil)))(assert (distinct x nil))", "1:132: nil is written without its sort; the sort is taken from the context"},
		{"a variable hides a predicate", "(declare-fun p (Int) Bool)(assert (forall ((p Int)) (> p 1)))", "1:45: variable p hides the symbol that is declared at 1:14"},
		{"let hides a predicate", "(declare-fun p () Bool)(assert (let ((p 2)) (> p 1)))", "1:39: variable p hides the symbol that is declared at 1:14"},
		{"a variable hides a variable", "(assert (forall ((p Int)) (exists ((p Int)) (> p 1))))", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, err := ReadString(logic.NewStore(), "", c.text)
			require.NoError(t, err)
			got := ""
			for _, w := range script.Warnings {
				got += w.Pos.String() + ": " + w.Msg
			}
			require.Equal(t, c.want, got)
		})
	}
	for text, want := range map[string]string{
		"(assert (> 007 1))":                     "1:12: numeral that starts with 0; write it without",
		"(assert (> 00.5 1.0))":                  "1:12: numeral that starts with 0; write it without",
		"(set-logic HORN)(set-logic ALL)":        "1:17: a second set-logic; the logic is HORN already",
		"(set-logic HORN)(reset)(set-logic ALL)": "",
	} {
		_, err := ReadString(logic.NewStore(), "", text)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want)
	}
}
