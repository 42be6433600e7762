// SPDX-License-Identifier: Apache-2.0

// Package certificate writes evidence for an answer for readers who trust neither the engines nor
// the validator: a folder with files in SMT-LIB, proofs in the Alethe format, and a script that
// checks all of them with Carcara.
//
// For a model there is a verification condition for each assertion, with a proof. A condition
// asserts the negation of the assertion, with new constants for the quantified variables and the
// model's definitions instead of predicates. It must be unsatisfiable. Conditional terms,
// quotients, remainders, floors, and indices at which arrays differ have names, which conjuncts
// define; comments explain them. Sums are in canonical form, as everywhere in Cornet. The reader
// must trust that a condition belongs to its assertion.
//
// Conditions over Bool, linear arithmetic, arrays and bit-vectors have proofs. Those about arrays
// use axioms, which a file in the folder declares.
//
//	Write            the conditions of a model for a system that was read from a file (certificate.go)
//	WriteRefutation  such a file, and a refutation of its system (answer.go)
//	WriteAnswer      a system that was made in memory, its answer, and the conditions or the refutation (answer.go)
//	Prepare          the folder, without what an earlier certificate has left in it (folder.go)
package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/proof/condition"
	"cornet/smt"
	"cornet/smt/native"
)

// Ticks limit each search for the proof of a condition to about ten seconds. After a search reaches
// its limit, later ones have a quarter of it, but at least minTicks. So a system with many hard
// conditions takes about as long as one with a single hard condition.
const (
	Ticks    = 100_000_000
	minTicks = 200_000
)

// ended gives the reason why there is no proof.
const ended = "the search for a proof ended with %v"

// Summary has the size of a certificate.
type Summary struct {
	// Conditions is the number of conditions, Proofs the number of those with a proof.
	Conditions, Proofs int
	// Open lists the conditions without a proof.
	Open []Open
	// Holes is the number of steps of a refutation that Alethe has no rules for.
	Holes int
	// Axioms are the rules that proofs depend on and that Alethe does not have.
	Axioms int
}

// Open is a condition without a proof.
type Open struct {
	Number int
	Why    string
}

func (o Open) String() string { return fmt.Sprintf("%s.smt2: %s", Name(o.Number), o.Why) }

// Name returns the name of a condition's files, without an ending.
func Name(number int) string { return fmt.Sprintf("%04d", number) }

// Write writes the certificate of a model of sys to a folder, as [Prepare] allows. The ticks of o
// limit the search for each proof.
func Write(ctx context.Context, dir string, sys *horn.System, m *horn.Model, o smt.Options) (Summary, error) {
	if err := Prepare(dir); err != nil {
		return Summary{}, err
	}
	return writeConditions(ctx, dir, sys, m, nil, o)
}

// writeConditions writes the conditions of a model and the script that checks them. names, if any,
// are the names of the clauses.
func writeConditions(ctx context.Context, dir string, sys *horn.System, m *horn.Model, names []string, o smt.Options) (Summary, error) {
	conditions, err := check.Conditions(sys, m)
	if err != nil {
		return Summary{}, err
	}
	numbers := slice.Map(conditions, func(c check.Condition) string { return Name(c.Number) })
	if err := writeScript(dir, checkConditions(numbers)); err != nil {
		return Summary{}, err
	}
	z := Summary{Conditions: len(conditions)}
	axioms := map[string]bool{}
	for _, c := range conditions {
		if ctx.Err() != nil {
			return z, context.Cause(ctx)
		}
		comment := []string{fmt.Sprintf("%v: the negation of assertion %d, under the model", c.Pos, c.Number)}
		if names != nil {
			comment = append(comment, names[c.Number])
		}
		open, used, err := writeCondition(ctx, filepath.Join(dir, Name(c.Number)), sys.Store, &c, comment, o)
		switch {
		case err != nil:
			return z, err
		case open != "":
			z.Open = append(z.Open, Open{c.Number, open})
			if open == fmt.Sprintf(ended, smt.Unknown) {
				o.Ticks = min(o.Ticks, max(o.Ticks/4, minTicks))
			}
		default:
			z.Proofs++
		}
		for _, a := range used {
			axioms[a] = true
		}
	}
	z.Axioms = len(axioms)
	return z, writeAxioms(dir, slices.Sorted(maps.Keys(axioms)))
}

// writeCondition writes a condition, with comments, and its proof to files of that name. It returns
// the reason why there is no proof, or the axioms that the proof uses.
func writeCondition(ctx context.Context, name string, s *logic.Store, c *check.Condition, comment []string, o smt.Options) (open string, axioms []string, err error) {
	negation := plain(s, s.Faithful(logic.OpNot, c.Formula))
	f, names, err := negation, map[*logic.Term]string(nil), error(nil)
	if negation.HasQuantifiers() { // a name would not be right for terms with bound variables
		err = fmt.Errorf("no proofs with quantifiers: %w", errors.ErrUnsupported)
	} else {
		f, names, err = native.Definitional(s, negation)
	}
	undefined := err
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		f, names = negation, nil
	case err != nil:
		return "", nil, err
	}
	defined := make([]string, 0, len(names))
	for v, meaning := range names {
		defined = append(defined, fmt.Sprintf("%v is %s", v, meaning))
	}
	slices.Sort(defined)
	condition := condition.New(s, f)
	var text bytes.Buffer
	if err := condition.Write(&text, append(comment, defined...)...); err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(name+".smt2", text.Bytes(), 0o644); err != nil {
		return "", nil, err
	}
	if undefined != nil {
		return reason(undefined), nil, nil
	}
	text.Reset()
	status, axioms, err := condition.Prove(ctx, &text, o)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return reason(err), nil, nil
	case err != nil:
		return "", nil, err
	case status != smt.Unsat:
		return fmt.Sprintf(ended, status), nil, nil
	}
	return "", axioms, os.WriteFile(name+".alethe", text.Bytes(), 0o644)
}

// reason returns the text of an error without the text of errors.ErrUnsupported at its end.
func reason(err error) string {
	return strings.TrimSuffix(err.Error(), ": "+errors.ErrUnsupported.Error())
}

// plain returns f with its Boolean structure as written, except that implications and exclusive
// disjunctions have two arguments, and there are no double negations.
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
