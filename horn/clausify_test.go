// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// preamble declares what the cases speak of.
const preamble = `
(declare-datatype list ((nil) (cons (head Int) (tail list))))
(declare-fun a () Bool)
(declare-fun b () Bool)
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(declare-fun r (Int Int) Bool)
(declare-fun t (Bool) Bool)
(declare-fun f (Int) Int)
(declare-const c Int)
`

func read(t testing.TB, text string) *smtlib.Script {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "test", text)
	require.NoError(t, err)
	return script
}

// system reads a script that must be Horn.
func system(t testing.TB, text string) *horn.System {
	t.Helper()
	sys, err := horn.FromScript(read(t, text))
	require.NoError(t, err)
	return sys
}

// clausifyTests are assertions and the clauses that they represent, each clause
// as an assertion of its own. A variable that a quantifier cannot keep because
// an earlier one of the assertion has it is called x!0.
var clausifyTests = []struct{ name, in, want string }{
	{"fact", "(forall ((x Int)) (=> (= x 0) (p x)))", "(forall ((x Int)) (=> (= x 0) (p x)))"},
	{"ground fact", "(p 0)", "(p 0)"},
	{"0-ary", "(=> a b)", "(=> a b)"},
	{"query", "(forall ((x Int)) (=> (and (p x) (> x 3)) false))", "(forall ((x Int)) (not (and (p x) (> x 3))))"},
	{"no predicates", "(forall ((x Int)) (> x 0))", "(forall ((x Int)) (=> (not (> x 0)) false))"},
	{"tautology", "(forall ((x Int)) (=> (p x) (< x (+ x 1))))", ""},
	{"implies itself", "(forall ((x Int)) (=> (p x) (p x)))", "(forall ((x Int)) (=> (p x) (p x)))"},
	{"false", "false", "false"},
	{"true", "true", ""},

	{"chain", "(forall ((x Int)) (=> (p x) (> x 0) (q x) a))", "(forall ((x Int)) (=> (and (p x) (> x 0) (q x)) a))"},
	{"nested implication", "(forall ((x Int)) (=> (p x) (=> (> x 0) (q x))))", "(forall ((x Int)) (=> (and (p x) (> x 0)) (q x)))"},
	{"literals in any order", "(forall ((x Int)) (or (not (p x)) (q x) (> x 0) (not (r x 1))))",
		"(forall ((x Int)) (=> (and (p x) (r x 1) (<= x 0)) (q x)))"},
	{"not exists", "(not (exists ((x Int)) (and (p x) (q x))))", "(forall ((x Int)) (=> (and (p x) (q x)) false))"},
	{"not and", "(forall ((x Int)) (not (and (p x) (not (q x)))))", "(forall ((x Int)) (=> (p x) (q x)))"},
	{"conjunction", "(and (p 0) (forall ((x Int)) (=> (p x) (q x))) (not (q 5)))",
		"(p 0) (forall ((x Int)) (=> (p x) (q x))) (not (q 5))"},
	{"conjunctive head", "(forall ((x Int)) (=> (p x) (and (q x) (> x 0) a (< x 9))))",
		`(forall ((x Int)) (=> (p x) (q x)))
		 (forall ((x Int)) (=> (and (p x) (or (<= x 0) (>= x 9))) false))
		 (forall ((x Int)) (=> (p x) a))`},
	{"let", "(forall ((x Int)) (let ((y (+ x 1)) (z (p x))) (=> (and z (> y 0)) (p y))))",
		"(forall ((x Int)) (=> (and (p x) (> (+ x 1) 0)) (p (+ x 1))))"},
	{"terms as arguments", "(forall ((x Int) (l list)) (=> (r (head l) (* 2 x)) (p (ite (> x 0) x 7))))",
		"(forall ((x Int) (l list)) (=> (r (head l) (* 2 x)) (p (ite (> x 0) x 7))))"},

	{"nested forall", "(forall ((x Int)) (forall ((y Int)) (=> (r x y) (p y))))", "(forall ((x Int) (y Int)) (=> (r x y) (p y)))"},
	{"forall in the head", "(forall ((x Int)) (=> (p x) (forall ((y Int)) (r x y))))", "(forall ((x Int) (y Int)) (=> (p x) (r x y)))"},
	{"exists in the body", "(forall ((x Int)) (=> (exists ((y Int)) (r x y)) (p x)))", "(forall ((x Int) (y Int)) (=> (r x y) (p x)))"},
	{"exists in the constraint", "(forall ((x Int)) (=> (and (p x) (or (exists ((y Int)) (= x (* 2 y))) (< x 0))) (q x)))",
		"(forall ((x Int) (y Int)) (=> (and (p x) (or (= x (* 2 y)) (< x 0))) (q x)))"},
	{"forall in the constraint", "(forall ((x Int)) (=> (and (p x) (forall ((y Int)) (> (* y y) x))) (q x)))",
		"(forall ((x Int)) (=> (and (p x) (forall ((y Int)) (> (* y y) x))) (q x)))"},
	{"forall in the head's constraint", "(forall ((x Int)) (=> (p x) (forall ((y Int)) (> (* y y) x))))",
		"(forall ((x Int) (y Int)) (=> (and (p x) (not (> (* y y) x))) false))"},
	{"parallel binders", "(and (forall ((x Int)) (=> (> x 0) (p x))) (forall ((x Int)) (=> (p x) (q x))))",
		"(forall ((x Int)) (=> (> x 0) (p x))) (forall ((x!0 Int)) (=> (p x!0) (q x!0)))"},
	{"shadowing", "(forall ((x Int)) (=> (and (p x) (exists ((x Int)) (q x))) (r x x)))",
		"(forall ((x Int) (x!1 Int)) (=> (and (p x) (q x!1)) (r x x)))"},
	{"shared quantifier", "(let ((e (exists ((y Int)) (p y)))) (=> (and e (or a e)) b))",
		`(forall ((y Int)) (=> (and (p y) a) b)) (forall ((y Int) (y!0 Int)) (=> (and (p y) (p y!0)) b))`},

	{"iff", "(forall ((x Int)) (= (p x) (> x 0)))", "(forall ((x Int)) (=> (and (p x) (<= x 0)) false)) (forall ((x Int)) (=> (> x 0) (p x)))"},
	{"iff of predicates", "(forall ((x Int)) (= (p x) (and (q x) a)))",
		`(forall ((x Int)) (=> (p x) (q x))) (forall ((x Int)) (=> (p x) a)) (forall ((x Int)) (=> (and (q x) a) (p x)))`},
	{"iff with a Boolean variable", "(forall ((x Int) (u Bool)) (= (p x) u))",
		"(forall ((x Int) (u Bool)) (=> (and (p x) (not u)) false)) (forall ((x Int) (u Bool)) (=> u (p x)))"},
	{"iff in a query", "(forall ((x Int)) (not (= (p x) (> x 0))))",
		"(forall ((x Int)) (=> (<= x 0) (p x))) (forall ((x Int)) (=> (and (p x) (> x 0)) false))"},
	{"xor", "(forall ((x Int)) (xor (p x) (> x 0)))",
		"(forall ((x Int)) (=> (<= x 0) (p x))) (forall ((x Int)) (=> (and (p x) (> x 0)) false))"},
	{"iff with a quantifier", "(forall ((x Int)) (= (p x) (exists ((y Int)) (= x (* 2 y)))))",
		`(forall ((x Int)) (=> (and (p x) (not (exists ((y Int)) (= x (* 2 y))))) false))
		 (forall ((x Int) (y Int)) (=> (= x (* 2 y)) (p x)))`},
	{"ite", "(forall ((x Int)) (ite (> x 0) (p x) (q x)))",
		"(forall ((x Int)) (=> (> x 0) (p x))) (forall ((x Int)) (=> (<= x 0) (q x)))"},
	{"ite in the body", "(forall ((x Int)) (=> (ite (> x 0) (p x) (q x)) a))",
		"(forall ((x Int)) (=> (and (> x 0) (p x)) a)) (forall ((x Int)) (=> (and (<= x 0) (q x)) a))"},
	{"predicate condition", "(forall ((x Int)) (ite (p x) a (> x 0)))",
		"(forall ((x Int)) (=> (p x) a)) (forall ((x Int)) (=> (<= x 0) (p x)))"},

	{"disjunctive body", "(forall ((x Int)) (=> (or (p x) (> x 7) (q x) (< x 0)) a))",
		`(forall ((x Int)) (=> (p x) a)) (forall ((x Int)) (=> (or (> x 7) (< x 0)) a)) (forall ((x Int)) (=> (q x) a))`},
	{"product", "(forall ((x Int)) (=> (and (or (p x) a) (or (q x) b)) false))",
		`(forall ((x Int)) (=> (and (p x) (q x)) false)) (forall ((x Int)) (=> (and (p x) b) false))
		 (forall ((x Int)) (=> (and a (q x)) false)) (=> (and a b) false)`},
	{"repeated body atom", "(forall ((x Int)) (=> (and (p x) (p x) (p (+ x 0))) (q x)))", "(forall ((x Int)) (=> (p x) (q x)))"},
	{"repeated head", "(forall ((x Int)) (or (p x) (not (q x)) (p x)))", "(forall ((x Int)) (=> (q x) (p x)))"},
	{"two heads in a tautology", "(forall ((x Int)) (or (p x) (q x) (not (p x))))", ""},
	{"two heads under false", "(forall ((x Int)) (or (p x) (q x) (= x x)))", ""},
	{"constants fold", "(forall ((x Int)) (=> (and (p x) (or (q x) true) (or false a)) b))",
		"(forall ((x Int)) (=> (and (p x) a) b))"},
	{"Boolean argument", "(forall ((x Int) (u Bool)) (=> (and (t u) (= u (> x 0))) (p x)))",
		"(forall ((x Int) (u Bool)) (=> (and (t u) (= u (> x 0))) (p x)))"},
	{"formula as argument", "(forall ((x Int)) (=> (t (> x 0)) (p x)))", "(forall ((x Int)) (=> (t (> x 0)) (p x)))"},
}

func TestClausify(t *testing.T) {
	for _, c := range clausifyTests {
		t.Run(c.name, func(t *testing.T) {
			sys := system(t, preamble+"(assert "+c.in+")")
			checkClauses(t, sys, c.want)
			for _, c := range sys.Clauses {
				require.Equal(t, 0, c.Assert)
				require.Same(t, c.Constraint, sys.Store.Simplify(c.Constraint), "the constraint is not canonical")
			}
		})
	}
}

// checkClauses compares the clauses of sys with those of a list of assertions.
func checkClauses(t *testing.T, sys *horn.System, want string) {
	t.Helper()
	require.NoError(t, sys.Check())
	items, err := smtlib.ReadSexprs("", strings.NewReader(want))
	require.NoError(t, err)
	var texts []string
	for _, x := range items {
		texts = append(texts, x.String())
	}
	for i := range max(len(texts), len(sys.Clauses)) {
		switch {
		case i >= len(texts):
			t.Errorf("clause %d is too much: %v", i, sys.Clauses[i].Formula(sys.Store))
			continue
		case i >= len(sys.Clauses):
			t.Errorf("clause %d is missing: %s", i, texts[i])
			continue
		}
		x, err := sys.Source.Scope.ReadTerm(texts[i])
		require.NoError(t, err)
		if x = clauseFormula(sys.Store, x); x != sys.Clauses[i].Formula(sys.Store) {
			t.Errorf("clause %d:\n got %v\nwant %v", i, sys.Clauses[i].Formula(sys.Store), x)
		}
	}
}

// clauseFormula returns a clause written as (forall … (=> (and …) head)), where
// each part but the head may be missing, in the form of [horn.Clause.Formula].
func clauseFormula(s *logic.Store, x *logic.Term) *logic.Term {
	if x.Op() == logic.OpForall {
		x = x.Arg(0)
	}
	var body, constraint, parts []*logic.Term
	switch x.Op() {
	case logic.OpImplies:
		body, parts = x.Args()[:1], append(parts, x.Arg(1))
	case logic.OpNot:
		body = x.Args()
	default:
		parts = append(parts, x)
	}
	if len(body) == 1 && body[0].Op() == logic.OpAnd {
		body = body[0].Args()
	}
	for _, y := range body {
		if y.Op() == logic.OpApp {
			parts = append(parts, s.Not(y))
		} else {
			constraint = append(constraint, s.Simplify(y))
		}
	}
	for i := range parts {
		parts[i] = s.Simplify(parts[i])
	}
	return s.Or(append(parts, s.Not(s.And(constraint...)))...)
}

// refuseTests are assertions that are not Horn, or not supported, with the
// reason that is given.
var refuseTests = []struct {
	name, in string
	code     horn.Code
	want     string
}{
	{"two heads", "(forall ((x Int)) (or (p x) (q x)))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates p and q; Horn clauses have at most one"},
	{"two heads of one predicate", "(forall ((x Int)) (=> a (or (p x) (p (+ x 1)))))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates p and p; Horn clauses have at most one"},
	{"many heads", "(forall ((x Int)) (or (p x) (q x) a b (r x x)))", horn.CodeNotHorn,
		"a clause of the assertion has 5 positive atoms, of predicates p, q, a and 2 more; Horn clauses have at most one"},
	{"negated body atom", "(forall ((x Int)) (=> (and (p x) (not (q x))) (r x x)))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates q and r; Horn clauses have at most one"},
	{"implication in the body", "(forall ((x Int)) (=> (=> (p x) (q x)) a))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates p and a; Horn clauses have at most one"},
	{"iff of a disjunction", "(forall ((x Int)) (= (p x) (or (q x) a)))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates q and a; Horn clauses have at most one"},
	{"xor of predicates", "(xor a b)", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates a and b; Horn clauses have at most one"},
	{"distinct predicates", "(distinct a b)", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates a and b; Horn clauses have at most one"},
	{"predicate condition", "(forall ((x Int)) (ite (p x) a b))", horn.CodeNotHorn,
		"a clause of the assertion has 2 positive atoms, of predicates p and b; Horn clauses have at most one"},
	{"exists in the head", "(forall ((x Int)) (=> (p x) (exists ((y Int)) (r x y))))", horn.CodeNotHorn,
		"predicate r stands under an exists in a positive position (the head of an implication or an assertion); " +
			"Horn clauses quantify predicates universally only"},
	{"exists at the top", "(exists ((x Int)) (p x))", horn.CodeNotHorn,
		"predicate p stands under an exists in a positive position (the head of an implication or an assertion); " +
			"Horn clauses quantify predicates universally only"},
	{"forall in the body", "(forall ((x Int)) (=> (forall ((y Int)) (r x y)) (p x)))", horn.CodeNotHorn,
		"predicate r stands under a forall in a negative position (the body of an implication or a negation); " +
			"Horn clauses quantify predicates universally only"},
	{"iff over a quantified predicate", "(= a (forall ((x Int)) (p x)))", horn.CodeNotHorn,
		"predicate p stands under a forall in a negative position (the body of an implication or a negation); " +
			"Horn clauses quantify predicates universally only"},
	{"predicate as argument", "(forall ((x Int)) (t (p x)))", horn.CodeNotHorn,
		"argument 1 of predicate t contains predicate p"},
	{"predicate inside of an argument", "(forall ((x Int)) (r x (ite (p x) 0 1)))", horn.CodeNotHorn,
		"argument 2 of predicate r contains predicate p"},
	{"predicate in arithmetic", "(forall ((x Int)) (> (ite (p x) 1 0) x))", horn.CodeNotHorn,
		"predicate p stands inside a term of operator <=; Horn clauses have predicates below Boolean connectives only"},
	{"predicate in an array", "(forall ((m (Array Int Bool)) (x Int)) (select (store m 0 a) x))", horn.CodeNotHorn,
		"predicate a stands inside a term of operator select; Horn clauses have predicates below Boolean connectives only"},
	{"predicate under forall in the constraint", "(forall ((x Int)) (=> (not (exists ((y Int)) (r x y))) a))", horn.CodeNotHorn,
		"predicate r stands under an exists in a positive position (the head of an implication or an assertion); " +
			"Horn clauses quantify predicates universally only"},
	{"constant", "(forall ((x Int)) (=> (> x c) (p x)))", horn.CodeFreeSymbol,
		"constant c is neither quantified nor a predicate; quantify it with forall"},
	{"constant alone", "(> c 0)", horn.CodeFreeSymbol,
		"constant c is neither quantified nor a predicate; quantify it with forall"},
	{"function", "(forall ((x Int)) (p (f x)))", horn.CodeFunction,
		"f is an uninterpreted function of sort Int; only predicates are supported"},
	{"function in a constraint", "(forall ((x Int)) (=> (= (f x) 0) (p x)))", horn.CodeFunction,
		"f is an uninterpreted function of sort Int; only predicates are supported"},
	{"too many clauses", "(forall ((x Int)) (not (and " + strings.Repeat("(or a b (p x) (q x)) ", 8) + ")))", horn.CodeLimit,
		"the assertion stands for more than 10000 clauses; name its subformulas by predicates"},
}

func TestRefuse(t *testing.T) {
	for _, c := range refuseTests {
		t.Run(c.name, func(t *testing.T) {
			_, err := horn.FromScript(read(t, preamble+"(assert true)\n  (assert "+c.in+")"))
			var refused *horn.Error
			require.ErrorAs(t, err, &refused)
			require.Equal(t, c.code, refused.Code)
			require.Equal(t, c.want, refused.Msg)
			require.Equal(t, strings.Count(preamble, "\n")+2, refused.Pos.Line)
			require.Equal(t, 3, refused.Pos.Column)
			require.ErrorIs(t, err, errors.ErrUnsupported)
		})
	}
}

// TestDeep has assertions that are nested far deeper than a goroutine's stack
// should hold, and let chains that are exponential as trees.
func TestDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long terms")
	}
	const n = 200_000
	t.Run("nested conjunctions", func(t *testing.T) {
		sys := system(t, preamble+"(assert (=> "+strings.Repeat("(and a ", n)+"b"+strings.Repeat(")", n)+" (p 0)))")
		checkClauses(t, sys, "(=> (and a b) (p 0))")
	})
	t.Run("nested implications", func(t *testing.T) {
		sys := system(t, preamble+"(assert "+strings.Repeat("(=> a ", n)+"b"+strings.Repeat(")", n)+")")
		checkClauses(t, sys, "(=> a b)")
	})
	t.Run("nested negations", func(t *testing.T) {
		sys := system(t, preamble+"(assert "+strings.Repeat("(not ", n)+"b"+strings.Repeat(")", n)+")")
		checkClauses(t, sys, "b")
	})
	t.Run("shared constraint", func(t *testing.T) {
		var b strings.Builder
		b.WriteString(preamble + "(assert (forall ((x Int)) (let ((y0 (> x 0)))")
		for i := range 200 {
			b.WriteString(strings.NewReplacer("I", strconv.Itoa(i), "J", strconv.Itoa(i+1)).Replace("(let ((yJ (and (or yI (= x J)) (or (not yI) (= x J)))))"))
		}
		b.WriteString("(=> (and (p x) y200) (q x)))" + strings.Repeat(")", 200) + "))")
		require.Len(t, system(t, b.String()).Clauses, 1)
	})
	t.Run("shared atoms", func(t *testing.T) {
		var b strings.Builder
		b.WriteString(preamble + "(assert (let ((y0 a))")
		for i := range 60 {
			b.WriteString(strings.NewReplacer("I", strconv.Itoa(i), "J", strconv.Itoa(i+1)).Replace("(let ((yJ (and yI yI)))"))
		}
		b.WriteString("(=> y60 b)" + strings.Repeat(")", 60) + "))")
		_, err := horn.FromScript(read(t, b.String()))
		var refused *horn.Error
		require.ErrorAs(t, err, &refused)
		require.Equal(t, horn.CodeLimit, refused.Code)
	})
}
