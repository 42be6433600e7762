// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"

	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/input"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
	"cornet/smt/query"
	"cornet/smtlib"
)

type interpolateCmd struct {
	answerFormat
	readFlags
	File     string       `arg:"" help:"SMT-LIB script with named assertions and get-interpolants; - reads standard input."`
	Strength smt.Strength `default:"default" enum:"default,strong,medium,weak" help:"Strength of interpolants: ${enum}."`
	Method   smt.Method   `default:"default" enum:"default,proofs,words,models" help:"How the embedded solver interpolates: from ${enum}."`
	solverFlags
}

// Run answers the commands of the script in order. Errors in the script are found before the first
// answer.
func (c *interpolateCmd) Run(a *app) error {
	ctx, stop := c.Budget.Context(a.ctx)
	defer stop()
	in, err := input.Open(ctx, c.File, a.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	read := smtlib.Read
	if c.Strict {
		read = smtlib.ReadStrict
	}
	script, err := read(logic.NewStore(), c.File, in)
	if err != nil {
		return err
	}
	warn(a, script.Warnings)
	questions, err := query.Questions(script)
	if err != nil {
		return err
	}
	solvers, err := c.Open(a.log)
	if err != nil {
		return err
	}
	judges := []smt.Backend{solvers.Check}
	if solvers.Second != nil {
		judges = append(judges, solvers.Second)
	}
	r := query.Respondent{
		Store: script.Store, Backend: solvers.Work, Judges: judges, Solver: smt.Options{Seed: c.Seed, Memory: c.ForSolver(), Log: a.log},
		Strength: c.Strength, Method: c.Method,
	}
	var outcome error
	for _, q := range questions {
		text, err := r.Answer(ctx, q)
		var wrong *itp.BadInterpolantError
		switch {
		case err == nil:
		case errors.As(err, &wrong):
			return &defect.Error{Engine: "interpolation", Err: fmt.Errorf("a wrong interpolant is withheld: %w", err)}
		case ctx.Err() != nil:
			text, outcome = fmt.Sprintf("(error \"%v: %s\")", q.Pos, query.Quote(budget.Why(ctx))), errNegative
		default:
			text, outcome = fmt.Sprintf("(error \"%v: %s\")", q.Pos, query.Quote(err.Error())), errNegative
		}
		fmt.Fprintln(a.stdout, text)
	}
	return outcome
}
