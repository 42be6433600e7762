// SPDX-License-Identifier: Apache-2.0

// Package certificate writes what shows that a model satisfies a Horn system to those who trust neither the engines nor
// the validator: a folder with a verification condition for each assertion, as a file in SMT-LIB, a proof in the
// Alethe format beside it, and a script that has Carcara check all of them.
//
// A condition asserts the negation of an assertion, with new constants for the quantified variables and the model's
// definitions in place of predicates, and is to be unsatisfiable. Conditional terms, quotients, remainders and floors have
// names, which are defined by conjuncts; comments say what they stand for. Sums are in canonical form, as everywhere in
// Cornet: that the condition is that of the assertion is the part that a reader has to trust.
//
// Proofs are there for Bool and linear arithmetic.
package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/alethe"
	"cornet/smt/native"
)

// Summary counts what a certificate consists of.
type Summary struct {
	// Conditions are all of them, Proofs those that have a proof.
	Conditions, Proofs int
	// Open says for conditions without a proof why there is none, by file.
	Open []string
}

// script has Carcara check the proofs of its folder.
const script = `#!/bin/sh
# Checks the proofs of this folder with Carcara, https://github.com/ufmg-smite/carcara.
cd "$(dirname "$0")" || exit 2
valid=0 open=0 bad=0
for condition in *.smt2; do
	proof="${condition%.smt2}.alethe"
	if [ ! -e "$proof" ]; then
		echo "$condition: no proof"
		open=$((open + 1))
	elif [ "$(${CARCARA:-carcara} check "$proof" "$condition" 2>&1)" = valid ]; then
		valid=$((valid + 1))
	else
		echo "$condition: the proof is not valid"
		bad=$((bad + 1))
	fi
done
echo "$valid valid, $open without a proof, $bad invalid"
[ "$open" = 0 ] && [ "$bad" = 0 ]
`

// Write writes the certificate of a model of sys to a folder, which is made. The ticks of o bound the search for each proof.
func Write(ctx context.Context, dir string, sys *horn.System, m *horn.Model, o smt.Options) (Summary, error) {
	conditions, err := check.Conditions(sys, m)
	if err != nil {
		return Summary{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Summary{}, err
	}
	z := Summary{Conditions: len(conditions)}
	for _, c := range conditions {
		name := fmt.Sprintf("%04d", c.Number)
		open, err := writeCondition(ctx, filepath.Join(dir, name), sys.Store, &c, o)
		switch {
		case err != nil:
			return z, err
		case open != "":
			z.Open = append(z.Open, fmt.Sprintf("%s.smt2: %s", name, open))
		default:
			z.Proofs++
		}
	}
	return z, os.WriteFile(filepath.Join(dir, "check.sh"), []byte(script), 0o755)
}

// writeCondition writes a condition and its proof to files of that name, and says why there is no proof.
func writeCondition(ctx context.Context, name string, s *logic.Store, c *check.Condition, o smt.Options) (open string, err error) {
	f, names, err := native.Definitional(s, plain(s, s.Faithful(logic.OpNot, c.Formula)))
	if err != nil {
		return "", err
	}
	comment := []string{fmt.Sprintf("%v: the negation of assertion %d, under the model", c.Pos, c.Number)}
	defined := make([]string, 0, len(names))
	for v, t := range names {
		defined = append(defined, fmt.Sprintf("%v is %v", v, t))
	}
	slices.Sort(defined)
	var text bytes.Buffer
	if err := alethe.WriteCondition(&text, f, append(comment, defined...)...); err != nil {
		return "", err
	}
	if err := os.WriteFile(name+".smt2", text.Bytes(), 0o644); err != nil {
		return "", err
	}
	text.Reset()
	status, err := alethe.WriteProof(ctx, &text, s, f, o)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return strings.TrimSuffix(err.Error(), ": "+errors.ErrUnsupported.Error()), nil
	case err != nil:
		return "", err
	case status != smt.Unsat:
		return fmt.Sprintf("the search for a proof ended with %v", status), nil
	}
	return "", os.WriteFile(name+".alethe", text.Bytes(), 0o644)
}

// plain returns f, whose Boolean structure is as written, with implications and exclusive disjunctions of two arguments, and
// without double negations.
func plain(s *logic.Store, f *logic.Term) *logic.Term {
	return s.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
		switch {
		case t.Op() == logic.OpNot && t.Arg(0).Op() == logic.OpNot:
			return t.Arg(0).Arg(0)
		case t.Op() == logic.OpImplies && len(t.Args()) > 2:
			z := t.Arg(len(t.Args()) - 1)
			for i := len(t.Args()) - 2; i >= 0; i-- {
				z = s.Faithful(logic.OpImplies, t.Arg(i), z)
			}
			return z
		}
		return t
	}).Map(f)
}
