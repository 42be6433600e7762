// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smtlib"
)

// Witness is an answer in printed form.
type Witness struct {
	Verdict   Verdict    // Unknown if no verdict was printed and it cannot be inferred
	Model     *Model     // for Safe; nil if there is no model
	Unwinding *Unwinding // for Safe, instead of a model; nil if there is no unwinding
	Proof     *Proof     // for Unsafe; nil if there is no refutation
}

// ReadWitness reads a solver's output about the system: optionally a line with the verdict, then a
// model, an unwinding or a refutation. name is the name of the input in messages.
//
// A model is one list of definitions, with or without a leading word model, or bare definitions. A
// definition is a define-fun. Later ones may use earlier ones, including auxiliary functions, which
// are expanded. Other functions that are not predicates of the system are ignored. Recursive
// functions are read, as arrays, if they are folds over datatypes. The steps of a refutation may
// have any distinct names. Package check decides whether the witness is correct.
//
// The error is an *[Error] or an *[smtlib.Error], or comes from r. Values and definitions are made
// in the store of the system.
func ReadWitness(sys *System, name string, r io.Reader) (*Witness, error) {
	items, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	scope, forget, err := sys.scope()
	if err != nil {
		return nil, err
	}
	defer forget()
	z := &Witness{}
	if len(items) > 0 && items[0].Kind == smtlib.SexprSymbol {
		switch items[0].Text {
		case "sat":
			z.Verdict = Safe
		case "unsat":
			z.Verdict = Unsafe
		case "unknown":
			if len(items) > 1 {
				return nil, witnessError(items[1], "a witness after the verdict unknown; write sat above a model to have it checked")
			}
		default:
			return nil, witnessError(items[0], "found %s; expected sat, unsat, a model or a refutation", items[0].Text)
		}
		items = items[1:]
	}
	switch {
	case len(items) == 0:
		return z, nil
	case items[0].Head() == "refutation":
		if z.Verdict == Safe {
			return nil, witnessError(items[0], "a refutation after the verdict sat")
		}
		if len(items) > 1 {
			return nil, witnessError(items[1], "text after the refutation")
		}
		z.Verdict = Unsafe
		z.Proof, err = readProof(scope, items[0].List[1:])
	case items[0].Head() == "unwinding":
		if z.Verdict == Unsafe {
			return nil, witnessError(items[0], "an unwinding after the verdict unsat; expected (refutation …)")
		}
		if len(items) > 1 {
			return nil, witnessError(items[1], "text after the unwinding")
		}
		z.Verdict = Safe
		z.Unwinding, err = readUnwinding(sys, items[0].List[1:])
	default:
		if z.Verdict == Unsafe {
			return nil, witnessError(items[0], "a model after the verdict unsat; expected (refutation …)")
		}
		z.Verdict = Safe
		z.Model, err = readModel(sys, scope, items)
	}
	if err != nil {
		return nil, err
	}
	return z, nil
}

func witnessError(at smtlib.Sexpr, format string, args ...any) *Error {
	err := refuse(CodeWitness, format, args...)
	err.Pos = at.Pos
	return err
}

// scope returns a scope with the sorts, datatypes and predicates of the system, and a function that
// removes later declarations. The scope may belong to a conversation, and there predicates must not
// keep the definitions of a model.
func (sys *System) scope() (scope *smtlib.Scope, forget func(), err error) {
	if sys.Source != nil && sys.Source.Scope != nil {
		scope, forget = sys.Source.Scope, sys.Source.Scope.Mark()
		scope.Declare(sys.Preds, nil) // this includes graphs of recursive functions
		return scope, forget, nil
	}
	var b strings.Builder
	if err := writeDeclarations(&b, sys, sys.formulas()); err != nil {
		return nil, nil, err
	}
	scope = smtlib.NewScope(sys.Store)
	_, err = scope.Read("", strings.NewReader(b.String()))
	return scope, func() {}, err
}

// readModel reads definitions.
func readModel(sys *System, scope *smtlib.Scope, items []smtlib.Sexpr) (*Model, error) {
	if len(items) == 1 && items[0].Head() != "define-fun" && items[0].Kind == smtlib.SexprList {
		inner := items[0].List
		if items[0].Head() == "model" {
			inner = inner[1:]
		}
		items = inner
	}
	isPred := make(map[*logic.Func]bool, len(sys.Preds))
	named := make(map[string]*logic.Func, len(sys.Preds))
	for _, p := range sys.Preds {
		isPred[p] = true
		named[p.Name()] = p
	}
	z := NewModel()
	folds := newFoldReader(sys.Store)
	for _, x := range items {
		if h := x.Head(); h != "define-fun" && h != "define-fun-rec" && h != "define-funs-rec" {
			return nil, witnessError(x, "found %s; expected (define-fun …)", shown(x))
		}
		cmd, err := scope.Command(x)
		if err != nil {
			return nil, err
		}
		for _, r := range cmd.Recs {
			folds.functions[r.Func] = r
			if p := named[r.Func.Name()]; p != nil {
				return nil, witnessError(x, "the definition of predicate %v is recursive", p)
			}
		}
		if cmd.Kind == smtlib.CmdDefineFunsRec {
			continue
		}
		f := cmd.Func
		p := named[f.Name()]
		if p == nil {
			continue
		}
		if !isPred[f] {
			return nil, witnessError(x, "the definition of %v does not have its signature, (%s) Bool", p, logic.SortList(p.Params()))
		}
		if _, twice := z.Definition(f); twice {
			return nil, witnessError(x, "second definition of %v", f)
		}
		body, err := folds.formula(sys.Store.Simplify(cmd.Term))
		if err != nil {
			return nil, witnessError(x, "%v", err)
		}
		z.Define(f, cmd.Vars, body)
	}
	return z, nil
}

// shown returns an s-expression for a message.
func shown(x smtlib.Sexpr) string { return cut(x.String(), 80) }

// readProof reads the steps and loops of a refutation.
func readProof(scope *smtlib.Scope, items []smtlib.Sexpr) (*Proof, error) {
	r := &proofReader{scope: scope, proof: &Proof{Steps: make([]ProofStep, 0, len(items))}, index: make(map[string]int, len(items))}
	for _, x := range items {
		read := r.step
		if x.Head() == "loop" {
			read = r.loop
		}
		if err := read(x); err != nil {
			return nil, err
		}
	}
	return r.proof, nil
}

// proofReader is the state of reading a refutation.
type proofReader struct {
	scope *smtlib.Scope
	proof *Proof
	index map[string]int // numbers of steps by name
}

func (r *proofReader) step(x smtlib.Sexpr) error {
	if x.Head() != "step" || len(x.List) != 5 || x.List[1].Kind == smtlib.SexprList ||
		x.List[2].Head() != "clause" || len(x.List[2].List) != 2 ||
		x.List[3].Head() != "values" || x.List[4].Head() != "premises" {
		return witnessError(x, "found %s; expected (step name (clause k) (values …) (premises …)), or (loop …)", shown(x))
	}
	name := x.List[1].Text
	if _, twice := r.index[name]; twice {
		return witnessError(x.List[1], "second step of name %s", name)
	}
	number := x.List[2].List[1]
	k, err := strconv.Atoi(number.Text)
	if number.Kind != smtlib.SexprNumeral || err != nil {
		return witnessError(number, "found %s; expected the number of an assert", shown(number))
	}
	step := ProofStep{Assert: k}
	if step.Values, err = r.values(x.List[3].List[1:]); err != nil {
		return err
	}
	if step.Premises, err = r.steps(x.List[4].List[1:]); err != nil {
		return err
	}
	r.index[name] = len(r.proof.Steps)
	r.proof.Steps = append(r.proof.Steps, step)
	return nil
}

func (r *proofReader) loop(x smtlib.Sexpr) error {
	if len(x.List) != 5 || x.List[1].Head() != "steps" || len(x.List[1].List) != 3 || x.List[2].Head() != "entry" || len(x.List[2].List) != 2 ||
		x.List[3].Head() != "times" || len(x.List[3].List) != 2 || x.List[3].List[1].Kind != smtlib.SexprNumeral || x.List[4].Head() != "next" {
		return witnessError(x, "found %s; expected (loop (steps first last) (entry step) (times n) (next ((variable value) …) …))", shown(x))
	}
	at, err := r.steps(append(slices.Clone(x.List[1].List[1:]), x.List[2].List[1]))
	if err != nil {
		return err
	}
	times, _ := new(big.Int).SetString(x.List[3].List[1].Text, 10)
	if times == nil {
		return witnessError(x.List[3], "found %s; expected a number of iterations", shown(x.List[3]))
	}
	s := r.scope.Store()
	z := ProofLoop{First: at[0], Last: at[1], Entry: at[2], Times: s.Num(rational.FromBigInt(times), s.Int)}
	for _, y := range x.List[4].List[1:] {
		if y.Kind != smtlib.SexprList {
			return witnessError(y, "found %s; expected ((variable value) …)", shown(y))
		}
		values, err := r.values(y.List)
		if err != nil {
			return err
		}
		z.Next = append(z.Next, values)
	}
	r.proof.Loops = append(r.proof.Loops, z)
	return nil
}

func (r *proofReader) values(items []smtlib.Sexpr) (z []Value, err error) {
	for _, v := range items {
		if v.Kind != smtlib.SexprList || len(v.List) != 2 || v.List[0].Kind != smtlib.SexprSymbol {
			return nil, witnessError(v, "found %s; expected (variable value)", shown(v))
		}
		t, err := r.scope.Term(v.List[1])
		if err != nil {
			return nil, err
		}
		z = append(z, Value{v.List[0].Text, t})
	}
	return z, nil
}

// steps returns the numbers of the steps with the given names.
func (r *proofReader) steps(items []smtlib.Sexpr) (z []int, err error) {
	for _, p := range items {
		j, found := r.index[p.Text]
		if p.Kind == smtlib.SexprList || !found {
			return nil, witnessError(p, "step %s is no earlier step", shown(p))
		}
		z = append(z, j)
	}
	return z, nil
}

// cut returns about the first n bytes of text.
func cut(text string, n int) string {
	if len(text) > n {
		return strings.ToValidUTF8(text[:n], "") + "…"
	}
	return text
}
