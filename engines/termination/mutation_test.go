// SPDX-License-Identifier: Apache-2.0

package termination_test

import (
	"context"
	"math/rand"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	search "cornet/engines/termination"
	"cornet/horn/check"
	"cornet/horn/termination"
	"cornet/smt"
	"cornet/smt/native"
)

// siblings are pairs of rules with the same functions. The first terminate, the second do not. So a
// certificate of one, however it is changed, must not be accepted for the other.
var siblings = []struct{ terminates, diverges string }{
	{`(rule (f x y) (f (- x 1) y) :guard (> x 0))`, `(rule (f x y) (f (+ x 1) y) :guard (> x 0))`},
	{`(rule (f x y) (f (- x y) y) :guard (and (> x 0) (> y 0)))`, `(rule (f x y) (f (- x y) y) :guard (and (> x 0) (>= y 0)))`},
	{`(rule (f x y) (f (+ x y) (- y 1)) :guard (> x 0))`, `(rule (f x y) (f (+ x y) (+ y 1)) :guard (> x 0))`},
	{`(rule (f x y) (g x y) :guard (> x 0)) (rule (g x y) (f (- x 1) y))`, `(rule (f x y) (g x y) :guard (> x 0)) (rule (g x y) (f x (- y 1)))`},
	{`(rule (f x y) (g x x) :guard (> x 0)) (rule (g x y) (g x (- y 1)) :guard (> y 0)) (rule (g x y) (f (- x 1) y) :guard (<= y 0))`,
		`(rule (f x y) (g x x) :guard (> x 0)) (rule (g x y) (g x (- y 1)) :guard (> y 0)) (rule (g x y) (f (+ x 1) y) :guard (<= y 0))`},
	{`(rule (f x y) (f z y) :guard (and (> x 0) (< z x)))`, `(rule (f x y) (f z y) :guard (and (> x 0) (<= z x)))`},
	{`(rule (f x y) (f y x) :guard (< x y))`, `(rule (f x y) (f y x) :guard (not (= x y)))`},
}

// mutants is how many mutants there are of each certificate.
const mutants = 40

func TestMutations(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	accepted, refused := 0, 0
	for _, pair := range siblings {
		for _, c := range []struct{ own, other, want string }{{pair.terminates, pair.diverges, "YES"}, {pair.diverges, pair.terminates, "NO"}} {
			q := read(t, c.own)
			z, err := search.Decide(context.Background(), q, options())
			require.NoError(t, err)
			require.Equal(t, c.want, z.Verdict.String(), c.own)
			var printed strings.Builder
			require.NoError(t, termination.Write(&printed, q, z.Certificate))
			require.NoError(t, validate(q, printed.String()), "the text alone")
			for k := range mutants {
				text := printed.String()
				if k > 0 {
					text = mutated(r, text)
				}
				require.Error(t, validate(read(t, c.other), text), "%s\nfor\n%s", text, c.other)
				if validate(read(t, c.own), text) == nil {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	require.Greater(t, refused, 100, "changes that make a certificate wrong")
	require.Greater(t, accepted, 100, "changes that leave it right")
}

// validate reads and validates a printed certificate.
func validate(q termination.Question, text string) error {
	z, err := termination.Read(q, "mutant", strings.NewReader(text))
	if err != nil {
		return err
	}
	return termination.Validate(context.Background(), q, z, check.Judges(q.System.Store, native.Backend{}, nil, smt.Options{}))
}

var (
	numeral  = regexp.MustCompile(`[ (]\d+\b`)
	relation = regexp.MustCompile(`\((>=|<=|=|and|or|-|\+) `)
)

// mutated returns a certificate with one or two changes: of a number, or of an operator.
func mutated(r *rand.Rand, text string) string {
	for range 1 + r.Intn(2) {
		if at := numeral.FindAllStringIndex(text, -1); r.Intn(2) == 0 && len(at) > 0 {
			i := at[r.Intn(len(at))]
			n, _ := strconv.Atoi(text[i[0]+1 : i[1]])
			text = text[:i[0]+1] + strconv.Itoa(max(0, n+r.Intn(5)-2)) + text[i[1]:]
		} else if at := relation.FindAllStringSubmatchIndex(text, -1); len(at) > 0 {
			i := at[r.Intn(len(at))]
			words := strings.Fields([]string{">= <= =", "and or", "- +"}[kind(text[i[2]:i[3]])])
			text = text[:i[2]] + words[r.Intn(len(words))] + text[i[3]:]
		}
	}
	return text
}

// kind tells relations, connectives and operations apart.
func kind(operator string) int {
	switch operator {
	case "and", "or":
		return 1
	case "-", "+":
		return 2
	}
	return 0
}
