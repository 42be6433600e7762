// SPDX-License-Identifier: Apache-2.0

// Package judge decides whether a witness of a Horn system is valid. All users have the same judge,
// which [New] makes: the command line, the Go API, conversations, compatibility modes, the language
// server, the cache, and C programs.
//
// A judge validates witnesses against the original problem, not against later transformations of
// it. The original problem is the text of the input if it is known, or else the assertions that
// were read ([horn.Source]), or else the clauses of the system. The judge copies it when it is
// made, before anything changes the system. So if a clause is lost or changed later by mistake,
// there is no wrong verdict.
//
// # Methods
//
//	auto     Proofs validate small models: that takes less time than libz3 takes to start. Solvers validate all other models.
//	solver   Solvers validate all models.
//	proof    Proofs validate all models, and a small checker (package proof/checker) reads them. A model without a proof is not accepted.
//
// Unwindings need no solver. With every method, package horn/unwinding makes their formulas from
// the clauses, and a small checker (package proof/lrat) reads the proofs. Refutations need no
// solver either. With the method proof, the small checker evaluates them; otherwise package
// horn/check does.
//
// A judge belongs to one goroutine at a time, which may work with the terms of the system's store.
package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/unwinding"
	"cornet/internal/option"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/proof/certificate"
	"cornet/smt"
)

// Method is the way in which witnesses are validated. The zero value is Auto.
type Method uint8

// The methods.
const (
	Auto Method = iota
	Solver
	Proof
)

var methods = []string{"auto", "solver", "proof"}

func (m Method) String() string { return methods[m] }

// UnmarshalText reads the name of a method.
func (m *Method) UnmarshalText(text []byte) error { return option.ReadWord(m, text, methods...) }

// Options control the validation of witnesses.
type Options struct {
	Method Method
	// Solvers returns the solvers that validate witnesses whose terms are in the store.
	Solvers func(*logic.Store) check.Options
}

// Judge validates witnesses of one system.
type Judge struct {
	options Options
	// posed is the original problem, against which witnesses are validated. It shares no mutable
	// data with the system.
	posed *horn.System
	// small reads posed if it is small and package proof/checker supports all of it; otherwise it
	// is nil. triedSmall means that this has been tried.
	small      *certificate.Checker
	triedSmall bool
}

// New returns a judge of witnesses of sys as it is now.
//
// Cost: O(number of assertions), or O(atoms of the clauses) for a system without a Source.
func New(sys *horn.System, o Options) *Judge { return &Judge{options: o, posed: posed(sys)} }

// posed returns a copy of the problem that a system was made from: its assertions, or else its
// clauses.
func posed(sys *horn.System) *horn.System {
	z := &horn.System{Store: sys.Store, Preds: slices.Clone(sys.Preds)}
	if s := sys.Source; s != nil {
		source := *s
		source.Asserts, source.Functions = slices.Clone(s.Asserts), slices.Clone(s.Functions)
		z.Source = &source
		return z
	}
	z.Clauses = slice.Map(sys.Clauses, (*horn.Clause).Clone)
	return z
}

// Extend adds the predicates and clauses that a system without a Source has got since it was
// copied. These are made on demand, and come after the others.
func (j *Judge) Extend(sys *horn.System) {
	j.posed.Preds = append(j.posed.Preds, sys.Preds[len(j.posed.Preds):]...)
	for _, c := range sys.Clauses[len(j.posed.Clauses):] {
		j.posed.Clauses = append(j.posed.Clauses, c.Clone())
	}
	j.small, j.triedSmall = nil, false
}

// Validate returns nil if a witness is valid: its model satisfies the system, or its refutation
// derives false. Otherwise the error is a [*check.Invalid] or a [*check.Undecided].
func (j *Judge) Validate(ctx context.Context, w *horn.Witness) error {
	var text bytes.Buffer
	switch {
	case w.Unwinding != nil:
	case j.options.Method == Proof:
		if err := j.write(&text, w); err != nil {
			return &check.Undecided{Assert: -1, Step: -1, Msg: "the witness cannot be written", Err: err}
		}
	case j.options.Method == Auto && w.Model != nil && j.isSmall(w.Model):
		if j.write(&text, w) != nil { // solvers explain the error better
			text.Reset()
		}
	}
	return j.ValidatePrinted(ctx, w, text.Bytes(), "")
}

// ValidatePrinted is like Validate, for a witness with the text that it was read from. Package
// proof/checker reads this text. With the method Proof, and unless dir is "", conditions of a model
// and their proofs are written to that folder.
func (j *Judge) ValidatePrinted(ctx context.Context, w *horn.Witness, text []byte, dir string) error {
	switch {
	case w.Unwinding != nil:
		return j.unwinding(ctx, w.Unwinding)
	case w.Model == nil && w.Proof == nil:
		return &check.Undecided{Assert: -1, Step: -1, Msg: fmt.Sprintf("there is no witness, only the verdict %v", w.Verdict)}
	case j.options.Method == Proof:
		checker, err := j.Checker()
		if err != nil {
			return &check.Undecided{Assert: -1, Step: -1, Msg: "no proof would be checked", Err: err}
		}
		return checker.Check(ctx, text, dir, smt.Options{Ticks: certificate.Ticks})
	case j.options.Method == Auto && w.Model != nil && j.provedSoon(ctx, text):
		return nil
	case w.Proof != nil:
		return check.Proof(ctx, j.posed, w.Proof, j.options.Solvers(j.posed.Store))
	}
	return check.Model(ctx, j.posed, w.Model, j.options.Solvers(j.posed.Store))
}

// unwinding validates an unwinding of the clauses of the original problem, by a checker of proofs.
func (j *Judge) unwinding(ctx context.Context, u *horn.Unwinding) error {
	sys, err := j.clauses()
	if err != nil {
		return &check.Undecided{Assert: -1, Step: -1, Msg: "the system has no clauses", Err: err}
	}
	err = unwinding.Check(ctx, sys, u)
	var wrong *unwinding.Invalid
	switch {
	case errors.As(err, &wrong):
		return &check.Invalid{Assert: -1, Step: -1, Msg: wrong.What}
	case err != nil:
		return &check.Undecided{Assert: -1, Step: -1, Msg: "the unwinding cannot be checked", Err: err}
	}
	return nil
}

// Prove returns an unwinding with a proof about the original problem. The proof is searched for
// within some ticks.
func (j *Judge) Prove(ctx context.Context, u *horn.Unwinding, ticks int64) (*horn.Unwinding, error) {
	sys, err := j.clauses()
	if err != nil {
		return nil, err
	}
	return unwinding.Prove(ctx, sys, u, ticks)
}

// clauses returns the clauses of the original problem, made anew from its assertions.
func (j *Judge) clauses() (*horn.System, error) {
	if j.posed.Source == nil {
		return j.posed, nil
	}
	return horn.FromSource(j.posed.Store, j.posed.Preds, j.posed.Source)
}

// Inductive returns nil if all assertions except queries hold under a model. Solvers decide this
// with every method.
func (j *Judge) Inductive(ctx context.Context, m *horn.Model) error {
	return check.Inductive(ctx, j.posed, m, j.options.Solvers(j.posed.Store))
}

// Checker returns the checker of proofs about the original problem. The error names what package
// proof/checker does not support.
func (j *Judge) Checker() (*certificate.Checker, error) {
	if s := j.posed.Source; s != nil && s.Text != "" {
		return certificate.NewChecker(s.Name, []byte(s.Text))
	}
	return j.ofTerms(math.MaxInt)
}

// Proofs of small models of small systems are tried before solvers are asked. They are stronger
// evidence than the answers of two solvers, and take less time than starting libz3. The time of
// checking a proof grows faster than that of a solver.
const (
	smallSystem = 8192 // the size of a system, in bytes of text
	smallModel  = 2048
	soon        = 50_000 // the ticks for a proof
)

// isSmall reports whether the text of a model may be small. It assumes at least one byte per term.
func (j *Judge) isSmall(m *horn.Model) bool {
	size := 0
	for _, p := range j.posed.Preds {
		if d, ok := m.Definition(p); ok {
			size += logic.Size(d.Body)
		}
	}
	return size <= smallModel
}

// provedSoon reports whether a model, given as text, and the system are small, and proofs validate
// the model.
func (j *Judge) provedSoon(ctx context.Context, model []byte) bool {
	if len(model) == 0 || len(model) > smallModel {
		return false
	}
	if !j.triedSmall {
		j.small, j.triedSmall = j.smallChecker(), true
	}
	return j.small != nil && j.small.Check(ctx, model, "", smt.Options{Ticks: soon}) == nil
}

// smallChecker returns a checker if the original problem is small. The checker reads its text, or
// its terms if package proof/checker does not support the language of the text. If the problem is
// not small, smallChecker returns nil.
func (j *Judge) smallChecker() *certificate.Checker {
	if s := j.posed.Source; s != nil && s.Text != "" {
		if len(s.Text) > smallSystem {
			return nil
		}
		if z, err := certificate.NewChecker(s.Name, []byte(s.Text)); err == nil {
			return z
		}
	}
	z, err := j.ofTerms(smallSystem)
	if err != nil {
		return nil
	}
	return z
}

// ofTerms returns a checker of the terms of the original problem, unless their text is too long.
func (j *Judge) ofTerms(most int) (*certificate.Checker, error) {
	text := limited{most: most}
	if err := horn.WritePosed(&text, j.posed); err != nil {
		return nil, err
	}
	return certificate.NewChecker("system", text.Bytes())
}

// limited is a text of at most most bytes.
type limited struct {
	bytes.Buffer
	most int
}

var errLong = errors.New("the text is too long")

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.most {
		return 0, errLong
	}
	return l.Buffer.Write(p)
}

// write writes a witness in the form that package proof/checker reads. It numbers assertions as in
// the text of the original problem, without popped ones.
func (j *Judge) write(out io.Writer, w *horn.Witness) error {
	if w.Proof == nil {
		return horn.WriteModel(out, j.posed, w.Model)
	}
	p := *w.Proof
	if j.posed.Source != nil {
		place := map[int]int{}
		for i, a := range j.posed.Source.Asserts {
			place[a.Number] = i
		}
		p.Steps = slices.Clone(p.Steps)
		for i := range p.Steps {
			k, ok := place[p.Steps[i].Assert]
			if !ok {
				return fmt.Errorf("there is no assertion %d in force", p.Steps[i].Assert)
			}
			p.Steps[i].Assert = k
		}
	}
	return horn.WriteProof(out, &p)
}
