// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// IsCertificate reports whether a text is a printed certificate, possibly after a line with the
// verdict. The rest of the text may still be malformed.
func IsCertificate(text string) bool {
	text = strings.TrimSpace(text)
	for _, v := range []Verdict{Terminates, Diverges} {
		if rest, ok := strings.CutPrefix(text, v.String()); ok && strings.TrimLeft(rest, " \t\r\n") != rest {
			text = strings.TrimSpace(rest)
		}
	}
	return strings.HasPrefix(text, "(ranking") || strings.HasPrefix(text, "(recurrence")
}

// Read reads what [Write] prints, possibly after a line with the verdict. name is the name of the
// input in messages. Terms are made in the store of the question's system. The certificate may be
// wrong: see [Validate].
//
// The error is a *horn.Error or a *smtlib.Error with a position, comes from r, or describes what is
// malformed.
func Read(q Question, name string, r io.Reader) (*Certificate, error) {
	items, err := smtlib.ReadSexprs(name, r)
	if err != nil {
		return nil, err
	}
	claimed := Unknown
	for _, v := range []Verdict{Terminates, Diverges} {
		if len(items) > 0 && items[0].IsSymbol(v.String()) {
			claimed, items = v, items[1:]
			break
		}
	}
	if len(items) == 0 {
		return nil, refuse(smtlib.Sexpr{Pos: smtlib.Pos{File: name, Line: 1, Column: 1}}, "no certificate; expected (ranking …) or (recurrence …)")
	}
	if len(items) > 1 {
		return nil, refuse(items[1], "text after the certificate")
	}
	rd := &reader{q: q, s: q.System.Store, name: name, preds: map[string]int{}}
	for i, p := range q.System.Preds {
		rd.preds[p.Name()] = i
	}
	rd.scope = smtlib.NewScope(rd.s)
	if src := q.System.Source; src != nil && src.Scope != nil {
		rd.scope = src.Scope
	}
	z := &Certificate{}
	switch items[0].Head() {
	case "ranking":
		z.Ranking, err = rd.ranking(items[0])
	case "recurrence":
		z.Recurrence, err = rd.recurrence(items[0])
	default:
		return nil, refuse(items[0], "found %s; expected (ranking …) or (recurrence …)", shown(items[0]))
	}
	if err != nil {
		return nil, err
	}
	if claimed != Unknown && claimed != z.Verdict() {
		return nil, refuse(items[0], "a (%s …) after the verdict %v", items[0].Head(), claimed)
	}
	return z, nil
}

type reader struct {
	q     Question
	s     *logic.Store
	scope *smtlib.Scope
	name  string
	preds map[string]int
}

func refuse(at smtlib.Sexpr, format string, args ...any) error {
	return &horn.Error{Pos: at.Pos, Code: horn.CodeWitness, Msg: fmt.Sprintf(format, args...)}
}

func shown(x smtlib.Sexpr) string {
	text := x.String()
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}

func (r *reader) ranking(x smtlib.Sexpr) (*Ranking, error) {
	z := &Ranking{Tuples: make([][]*logic.Term, len(r.q.System.Preds))}
	rest := x.List[1:]
	for ; len(rest) > 0 && rest[0].Head() == "tuple"; rest = rest[1:] {
		p, terms, err := r.about(rest[0])
		if err != nil {
			return nil, err
		}
		if z.Tuples[p] != nil {
			return nil, refuse(rest[0], "second tuple of %v", r.q.System.Preds[p])
		}
		z.Tuples[p] = append([]*logic.Term{}, terms...)
	}
	if len(rest) != 1 {
		return nil, refuse(x, "found a ranking with %d items after its tuples; expected one list of definitions", len(rest))
	}
	sys, err := z.Conditions(r.q)
	if err != nil {
		return nil, refuse(x, "%v", err)
	}
	w, err := horn.ReadWitness(sys, r.name, strings.NewReader(rest[0].String()))
	if err != nil {
		return nil, err
	}
	if w.Model == nil {
		return nil, refuse(rest[0], "found %s; expected the definitions of a model", shown(rest[0]))
	}
	z.Model = w.Model
	return z, nil
}

func (r *reader) recurrence(x smtlib.Sexpr) (*Recurrence, error) {
	z := &Recurrence{Sets: make([]*logic.Term, len(r.q.System.Preds))}
	rest := x.List[1:]
	for ; len(rest) > 0 && rest[0].Head() == "set"; rest = rest[1:] {
		p, terms, err := r.about(rest[0])
		if err != nil {
			return nil, err
		}
		if len(terms) != 1 || z.Sets[p] != nil {
			return nil, refuse(rest[0], "found %s; expected one formula, and one set for each predicate", shown(rest[0]))
		}
		z.Sets[p] = terms[0]
	}
	for ; len(rest) > 0 && rest[0].Head() == "move"; rest = rest[1:] {
		m, err := r.move(rest[0])
		if err != nil {
			return nil, err
		}
		z.Moves = append(z.Moves, m)
	}
	if len(rest) != 1 || rest[0].Head() != "refutation" {
		return nil, refuse(x, "the sets and moves of a recurrence are not followed by one (refutation …)")
	}
	sys, err := z.Reach(r.q)
	if err != nil {
		return nil, refuse(x, "%v", err)
	}
	w, err := horn.ReadWitness(sys, r.name, strings.NewReader(rest[0].String()))
	if err != nil {
		return nil, err
	}
	z.Proof = w.Proof
	return z, nil
}

// about reads (word predicate ((parameter sort) …) term …).
func (r *reader) about(x smtlib.Sexpr) (p int, terms []*logic.Term, err error) {
	if len(x.List) < 3 || x.List[1].Kind != smtlib.SexprSymbol || x.List[2].Kind != smtlib.SexprList {
		return 0, nil, refuse(x, "found %s; expected (%s predicate ((parameter sort) …) term …)", shown(x), x.Head())
	}
	p, ok := r.preds[x.List[1].Text]
	if !ok {
		return 0, nil, refuse(x.List[1], "%s is no predicate of the system", shown(x.List[1]))
	}
	terms, err = r.terms(r.q.System.Preds[p], x.List[2], x.List[3:])
	return p, terms, err
}

// terms reads terms over named parameters of a predicate.
func (r *reader) terms(p *logic.Func, params smtlib.Sexpr, items []smtlib.Sexpr) (z []*logic.Term, err error) {
	vars := make([]*logic.Term, 0, p.Arity())
	names := map[string]bool{}
	for i, v := range params.List {
		if i >= p.Arity() || v.Kind != smtlib.SexprList || len(v.List) != 2 || v.List[0].Kind != smtlib.SexprSymbol || names[v.List[0].Text] {
			return nil, refuse(params, "found the parameters %s; expected %d, with distinct names and their sorts", shown(params), p.Arity())
		}
		sort, err := r.scope.Sort(v.List[1])
		if err != nil {
			return nil, err
		}
		if sort != p.Params()[i] {
			return nil, refuse(v, "parameter %s has sort %v; that argument of %v has sort %v", v.List[0].Text, sort, p, p.Params()[i])
		}
		names[v.List[0].Text] = true
		vars = append(vars, r.s.Var(v.List[0].Text, sort))
	}
	if len(vars) != p.Arity() {
		return nil, refuse(params, "found %d parameters; %v has %d", len(vars), p, p.Arity())
	}
	forget := r.scope.Mark()
	defer forget()
	r.scope.Declare(nil, vars)
	for _, x := range items {
		t, err := r.scope.Term(x)
		if err != nil {
			return nil, err
		}
		z = append(z, r.s.Substitute(r.s.Simplify(t), vars, horn.Params(r.s, p)))
	}
	return z, nil
}

// move reads (move (clause k) (atom i) ((parameter sort) …) (values (variable term) …)).
func (r *reader) move(x smtlib.Sexpr) (Move, error) {
	if len(x.List) != 5 || x.List[3].Kind != smtlib.SexprList || x.List[4].Head() != "values" {
		return Move{}, refuse(x, "found %s; expected (move (clause k) (atom i) ((parameter sort) …) (values (variable term) …))", shown(x))
	}
	k, err := number(x.List[1], "clause", len(r.q.System.Clauses))
	if err != nil {
		return Move{}, err
	}
	c := r.q.System.Clauses[k]
	i, err := number(x.List[2], "atom", len(c.Body))
	if err != nil {
		return Move{}, err
	}
	values := x.List[4].List[1:]
	z := Move{Step: Step{k, i}, Values: make([]*logic.Term, len(c.Vars()))}
	used := make([]bool, len(values))
	for j, v := range c.Vars() {
		for l, y := range values {
			if !used[l] && y.Kind == smtlib.SexprList && len(y.List) == 2 && y.List[0].IsSymbol(v.Name()) {
				used[l] = true
				terms, err := r.terms(c.Body[i].Pred, x.List[3], y.List[1:])
				if err != nil {
					return Move{}, err
				}
				z.Values[j] = terms[0]
				break
			}
		}
		if z.Values[j] == nil {
			return Move{}, refuse(x.List[4], "no value for the variable %v of clause %d", v, k)
		}
	}
	for l, y := range values {
		if !used[l] {
			return Move{}, refuse(y, "found %s; expected a value of another variable of clause %d", shown(y), k)
		}
	}
	return z, nil
}

// number reads (word n) with n < limit.
func number(x smtlib.Sexpr, word string, limit int) (int, error) {
	if x.Head() == word && len(x.List) == 2 && x.List[1].Kind == smtlib.SexprNumeral {
		if n, err := strconv.Atoi(x.List[1].Text); err == nil && n < limit {
			return n, nil
		}
	}
	return 0, refuse(x, "found %s; expected (%s n) with n below %d", shown(x), word, limit)
}
