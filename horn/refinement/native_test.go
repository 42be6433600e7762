// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// subtypingOf returns a constraint in the environment 0 and 1.
func subtypingOf(lhs, rhs string) string {
	return "\nconstraint:\n  env [0; 1]\n  lhs {v : int | " + lhs + "}\n  rhs {v : int | " + rhs + "}\n  id 7 tag []\n"
}

const environment = "// a comment\nbind 0 x : {v : int | v >= 0}\nbind 1 y : {w : int | [w > x; w != 3]}\nwf:\n  env [0]\n  reft {v : int | $k}\n"

// TestNative translates constraints of the native format.
func TestNative(t *testing.T) {
	const scope = "(forall ((x Int)) (=> true (forall ((y Int)) (=> true (forall ((v Int)) (=> (and (>= x 0) (<= (+ x 1) y) (not (= y 3)) "
	for _, c := range []struct{ name, text, want string }{
		{"all binders are in scope of all refinements", environment + subtypingOf("v = x + 2 * y", "true"), scope + "(= v (+ x (* 2 y)))) true))))))"},
		{"a predicate has the variables of its wf", environment + subtypingOf("true", "$k"), scope + "true) ($k v x)))))))"},
		{"a substitution", environment + subtypingOf("$k[v := y][x := v - 1]", "true"), scope + "($k y (- v 1))) true))))))"},
		{"and before or, not before and", environment + subtypingOf("not v = 1 && v > 2 || v < 0 => v = 5", "true"),
			scope + "(=> (or (and (not (= v 1)) (>= v 3)) (<= v (- 1))) (= v 5))) true))))))"},
		{"arithmetic", environment + subtypingOf("v = x - y - 1 mod 2", "true"), scope + "(= v (mod (+ x y 1) 2))) true))))))"},
		{"a conditional", environment + subtypingOf("v = (if x > 1 then y else -1)", "true"), scope + "(= v (ite (<= x 1) (- 1) y))) true))))))"},
		{"qualifiers are hints", "qualif Zog(v:a, z:b): (10 <= v && (v = z))\nqualif Neg(v:int): v < 0\n" + environment + subtypingOf("v = 1", "true"), scope + "(= v 1)) true))))))"},
		{"a variable that is not bound has any value", "bind 0 z : {v : int | true}\nbind 1 x : {v : int | $k}\nbind 2 y : {v : int | true}\nwf:\n env [0]\n reft {v : int | $k}\n" +
			"constraint:\n env [1]\n lhs {v : int | v = x}\n rhs {v : int | v > 0}\n id 1 tag []\n",
			"(forall ((x Int)) (=> true (forall ((z Int)) (=> true (forall ((v Int)) (=> (and ($k x z) (= x v)) (>= v 1)))))))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.True(t, Is([]byte(c.text)))
			p, err := Read("", c.text)
			require.NoError(t, err)
			require.Len(t, p.System.Source.Asserts, 1)
			require.Equal(t, c.want, p.System.Source.Asserts[0].Term.String())
		})
	}
}

// TestNativeRefusals refuses what is ambiguous, or not supported.
func TestNativeRefusals(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{environment + subtypingOf("(v < 1) && x = (y < 2)", "true"), "10:31: = between formulas beside other operators; write parentheses"},
		{environment + subtypingOf("$k || v = 1", "true"), "10:18: a predicate below another operator than &&: (or ($k v x) (= v 1))"},
		{environment + subtypingOf("$j", "true"), "10:18: $j has no wf"},
		{environment + subtypingOf("v = 1 2", "true"), `found "2" after a predicate; expected an operator or }`},
		{environment + "bind 2 x : {v : int | true}\nconstraint:\n env [0; 2]\n lhs {v : int | true}\n rhs {v : int | true}\n id 1 tag []\n", "9:10: the environment binds x twice; rename one of them"},
		{"ebind 0 n : {int}\n", `1:1: "ebind" of the format of liquid-fixpoint is not supported; see docs/dialects.md`},
		{"bind 0 x : {v : int | true}\nbind 0 y : {v : int | true}\n", "2:1: bind 0 is declared twice"},
		{"constraint:\n  env [0]\n lhs {v : int | true}\n rhs {v : int | true}\n id 1 tag []\n", "2:8: there is no bind 0"},
		{"bind 0 x : {v : int | true\n", "1:13: the refinement that begins here does not end"},
	} {
		_, err := Read("", c.text)
		require.ErrorContains(t, err, c.want, c.text)
	}
}
