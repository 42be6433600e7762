// SPDX-License-Identifier: Apache-2.0

// Package cornet decides systems of constrained Horn clauses, and C programs by reduction to them.
// Every answer comes with a witness that has been validated.
//
//	Solve, SolveText    decide a system that was built term by term, or read as SMT-LIB
//	Verify              decide whether a C program can reach an error
//	Check               validate a witness for a system
//	NewBuilder          build a system
//	Options             the options of the command line
//
// Package cornet combines other packages: smtlib has terms, horn has systems and witnesses, encode
// has the C front end. Their types have names here if a user needs them. A system, its terms and
// its witnesses belong to one [Store], and a store to one goroutine at a time; different systems
// can be decided at the same time.
package cornet

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/horn/btor2"
	"cornet/horn/existential"
	"cornet/horn/refinement"
	"cornet/internal/budget"
	"cornet/internal/defect"
	"cornet/internal/input"
	"cornet/internal/option"
	"cornet/logic"
	"cornet/smtlib"
	"cornet/verify"
)

// Names for the types of other packages.
type (
	// Store has terms, sorts and functions.
	Store = logic.Store
	// Term is a formula or another expression.
	Term = logic.Term
	// Sort is a sort of terms.
	Sort = logic.Sort
	// Func is a predicate, or another function.
	Func = logic.Func

	// System is a system of constrained Horn clauses.
	System = horn.System
	// Verdict is Safe, Unsafe or Unknown.
	Verdict = horn.Verdict
	// Model defines the predicates of a system that is Safe.
	Model = horn.Model
	// Proof derives false from a system that is Unsafe.
	Proof = horn.Proof
	// Witness is a verdict with its model or proof.
	Witness = horn.Witness
	// Result is the answer to a system, with its witness.
	Result = engines.Outcome

	// Budget bounds the time and the memory of a run.
	Budget = budget.Budget
	// Defect is the error for a defect of Cornet itself.
	Defect = defect.Error

	// ProgramResult is the answer to a C program.
	ProgramResult = verify.Result
	// Invariant holds at a loop of a C program.
	Invariant = witness.Invariant
)

// The verdicts. Safe is sat in SMT-LIB: the system has a model, or no error of the program can be
// reached.
const (
	Unknown = horn.Unknown
	Safe    = horn.Safe
	Unsafe  = horn.Unsafe
)

// NewModel returns a model that does not define anything yet.
func NewModel() *Model { return horn.NewModel() }

// Problem is a system with the other contents of its file.
type Problem struct {
	System *System
	// Warnings are about likely mistakes, and explain how these have been interpreted.
	Warnings []smtlib.Warning
	// Model and Proof say whether the file requests a witness.
	Model, Proof bool
	// Timeout is the time limit that the file sets; 0 for none.
	Timeout time.Duration
	// Beyond is the problem in a file with assertions beyond Horn, which only [Problem.Solve]
	// decides. System is nil before that, and [Read] returns the error about the first assertion.
	Beyond *existential.Problem
	// Hardware is the design in a file in BTOR2; otherwise nil.
	Hardware *btor2.Design
}

// IsBeyond reports whether p has assertions beyond Horn; it may be nil.
func (p *Problem) IsBeyond() bool { return p != nil && p.Beyond != nil }

// Read reads a Horn system in SMT-LIB, constraints of refinement types in the Horn format of
// liquid-fixpoint, or a hardware design in BTOR2. name is the name of the input in messages. Errors
// are of type [*smtlib.Error] or [*horn.Error], with a position, or are errors of r.
func Read(name string, r io.Reader) (*Problem, error) { return read(name, r, smtlib.Read) }

// ReadStrict is like [Read], but refuses text that departs from SMT-LIB.
func ReadStrict(name string, r io.Reader) (*Problem, error) { return read(name, r, smtlib.ReadStrict) }

func read(name string, r io.Reader, script func(*logic.Store, string, io.Reader) (*smtlib.Script, error)) (*Problem, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(in.Size())
	switch {
	case refinement.Is(head):
		return readRefinements(name, in)
	case btor2.Is(string(head)):
		return readHardware(name, in)
	}
	var text strings.Builder
	read, err := script(logic.NewStore(), name, io.TeeReader(in, &text))
	if err != nil {
		return nil, err
	}
	z := problemOf(read)
	if z.System, err = horn.FromScript(read); err == nil {
		z.System.Source.Text = text.String()
		return z, nil
	}
	return z.beyond(read, err)
}

// beyond returns the problem of a script that is refused for err, if it is refused for assertions
// beyond Horn; otherwise only err.
func (p *Problem) beyond(script *smtlib.Script, err error) (*Problem, error) {
	var why *horn.Error
	if !errors.As(err, &why) || why.Code != horn.CodeNotHorn || len(script.Annotations) > 0 {
		return p, err
	}
	preds, source, wrong := horn.Posed(script)
	if wrong == nil {
		p.Beyond, wrong = existential.FromSource(script.Store, preds, source)
	}
	if wrong != nil {
		return nil, wrong
	}
	return p, err
}

// readRefinements reads constraints of refinement types. Witnesses are validated against the
// assertions that are made from them.
func readRefinements(name string, r io.Reader) (*Problem, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	p, err := refinement.Read(name, string(text))
	if p != nil && err != nil {
		return new(Problem).beyond(p.Script, err)
	}
	if err != nil {
		return nil, err
	}
	return &Problem{System: p.System}, nil
}

// readHardware reads a design in BTOR2. Witnesses are validated against the assertions that are
// made from it.
func readHardware(name string, r io.Reader) (*Problem, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	design, err := btor2.Read(name, string(text))
	if err != nil {
		return nil, err
	}
	return &Problem{System: design.System, Hardware: design}, nil
}

// Solve decides a system. If it gives up, for lack of time or of a method, the verdict is [Unknown]
// with a reason and no error. An error is about wrong options, or is a [*Defect]. With a [*Defect],
// there may be a verdict of another engine.
func Solve(ctx context.Context, sys *System, o Options) (Result, error) {
	ctx, stop := o.Budget.Context(ctx)
	defer stop()
	config, err := o.Configure()
	if err != nil {
		return Result{Reason: err.Error()}, err
	}
	if config.Hints == nil {
		if config.Hints, err = o.ReadHints(sys); err != nil {
			return Result{Reason: err.Error()}, err
		}
	}
	return engines.Run(ctx, sys, config)
}

// Solve decides the problem, like the function [Solve]. If its assertions are beyond Horn, it sets
// System: the witness for Safe is about a stronger system, that for Unsafe about a part of the
// assertions; see package existential.
func (p *Problem) Solve(ctx context.Context, o Options) (Result, error) {
	if p.Beyond == nil {
		return Solve(ctx, p.System, o)
	}
	ctx, stop := o.Budget.Context(ctx)
	defer stop()
	o.Budget = Budget{}
	var last Result
	z, err := p.Beyond.Solve(ctx, func(ctx context.Context, sys *System) (w Witness, err error) {
		if last, err = Solve(ctx, sys, o); err != nil {
			return Witness{}, err
		}
		return Witness{Verdict: last.Verdict, Model: last.Model, Proof: last.Proof, Unwinding: last.Unwinding}, nil
	})
	p.System = z.System
	last.Verdict, last.Model, last.Proof, last.Unwinding = z.Verdict, z.Model, z.Proof, z.Unwinding
	if z.Reason != "" {
		last.Reason = z.Reason
	}
	return last, err
}

// SolveText decides the system in the SMT-LIB text of r.
func SolveText(ctx context.Context, name string, r io.Reader, o Options) (Result, error) {
	p, err := Read(name, r)
	if err != nil && !p.IsBeyond() {
		return Result{Reason: err.Error()}, err
	}
	if p.Timeout > 0 && (o.Timeout == 0 || p.Timeout < o.Timeout) {
		o.Timeout = p.Timeout
	}
	return p.Solve(ctx, o)
}

// Check validates a witness for a system. It returns nil if the witness is valid, a
// [*check.Invalid] if it is not, and another error if that cannot be decided.
func Check(ctx context.Context, sys *System, w *Witness, o Options) error {
	ctx, stop := o.Budget.Context(ctx)
	defer stop()
	config, err := o.Configure()
	if err != nil {
		return err
	}
	return config.NewJudge(sys).Validate(ctx, w)
}

// Verify decides whether a C program can reach an error. Its files are compiled separately and
// linked. Errors are those of [verify.Run], and errors of reading files.
func Verify(ctx context.Context, files []string, o ProgramOptions) (ProgramResult, error) {
	var sources []verify.Source
	for _, file := range files {
		text, err := readFile(ctx, file)
		if err != nil {
			return ProgramResult{Reason: err.Error()}, err
		}
		sources = append(sources, verify.Source{Name: file, Text: text})
	}
	return VerifySources(ctx, sources, o)
}

func readFile(ctx context.Context, file string) ([]byte, error) {
	in, err := input.Open(ctx, file, os.Stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// VerifyText is like Verify, for the program in r; name is the name of its file.
func VerifyText(ctx context.Context, name string, r io.Reader, o ProgramOptions) (ProgramResult, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return ProgramResult{Reason: err.Error()}, err
	}
	return VerifySources(ctx, []verify.Source{{Name: name, Text: text}}, o)
}

// VerifySources is like Verify, for a program whose files are given as texts.
func VerifySources(ctx context.Context, sources []verify.Source, o ProgramOptions) (ProgramResult, error) {
	ctx, stop := o.Budget.Context(ctx)
	defer stop()
	if err := option.Fill(&o.Options, &o.Program); err != nil {
		return ProgramResult{Reason: err.Error()}, err
	}
	return o.run(ctx, sources)
}
