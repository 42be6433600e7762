// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cornet/logic"
	"cornet/smtlib"
)

// This file prints witnesses. The caller prints the line with the verdict.

// WriteModel prints m as one s-expression,
//
//	(
//	  (define-fun p ((x Int) (y Bool)) Bool body)
//	  …
//	)
//
// with a definition for every predicate of the system, in their order, and no other functions
// except those of [WithFunctions]. For systems without predicates it prints (model), which readers
// do not mistake for an empty definition. It returns an error if a predicate has no definition.
func WriteModel(w io.Writer, sys *System, m *Model) error {
	definitions, err := Definitions(sys, m)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	if len(definitions) == 0 {
		b.WriteString("(model)\n")
		return b.Flush()
	}
	b.WriteString("(\n")
	if len(m.functions) > 0 {
		fmt.Fprintf(b, "  %v\n", smtlib.Command{Kind: smtlib.CmdDefineFunsRec, Recs: m.functions})
	}
	for _, d := range definitions {
		fmt.Fprintf(b, "  (define-fun %s (", d.Name)
		for i, v := range d.Parameters {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(b, "(%s %s)", v.Name, v.Sort)
		}
		fmt.Fprintf(b, ") Bool\n    %s)\n", d.Body)
	}
	b.WriteString(")\n")
	return b.Flush()
}

// bodyIndent is the number of blanks before the body of a printed definition.
const bodyIndent = 4

// PrintedDefinition is a definition of a model as it is printed: name, sorts and body are SMT-LIB.
type PrintedDefinition struct {
	Name       string             `json:"name"`
	Parameters []PrintedParameter `json:"parameters"`
	Body       string             `json:"body"`
}

// PrintedParameter is a parameter of a definition.
type PrintedParameter struct {
	Name string `json:"name"`
	Sort string `json:"sort"`
}

// Definitions returns the definitions of all predicates of the system, in their order, as
// [WriteModel] prints them.
func Definitions(sys *System, m *Model) ([]PrintedDefinition, error) {
	if m == nil {
		return nil, errors.New("horn: there is no model to print")
	}
	z := []PrintedDefinition{}
	for _, p := range sys.Preds {
		d, ok := m.Definition(p)
		if !ok {
			return nil, fmt.Errorf("horn: the model does not define predicate %v", p)
		}
		params, body := printable(sys.Store, d)
		printed := PrintedDefinition{Name: fmt.Sprint(p), Parameters: []PrintedParameter{}}
		for _, v := range params {
			printed.Parameters = append(printed.Parameters, PrintedParameter{logic.QuoteSymbol(v.Name()), v.Sort().String()})
		}
		var text strings.Builder
		if err := logic.WriteIndented(&text, body, bodyIndent); err != nil {
			return nil, err
		}
		printed.Body = text.String()
		z = append(z, printed)
	}
	return z, nil
}

// printable returns d with parameters whose names are distinct, can be written, and hide no symbol
// of the body. If d's own names do not qualify, it uses x0, x1, ….
func printable(s *logic.Store, d Definition) (params []*logic.Term, body *logic.Term) {
	bound, symbols := namesIn(d.Body)
	seen := map[string]bool{}
	plain := true
	for _, v := range d.Params {
		name := v.Name()
		plain = plain && !seen[name] && !symbols[name] && isPlainName(name)
		seen[name] = true
	}
	if plain {
		return d.Params, d.Body
	}
	k := 0
	for _, v := range d.Params {
		name := "x" + strconv.Itoa(k)
		for k++; bound[name] || symbols[name]; k++ {
			name = "x" + strconv.Itoa(k)
		}
		params = append(params, s.Var(name, v.Sort()))
	}
	return params, s.Substitute(d.Body, d.Params, params)
}

// namesIn returns the names of the variables that t's quantifiers bind, and of the constructors and
// selectors in t.
func namesIn(t *logic.Term) (bound, symbols map[string]bool) {
	bound, symbols = map[string]bool{}, map[string]bool{}
	logic.Walk(func(t *logic.Term) bool {
		for _, v := range t.Bound() {
			bound[v.Name()] = true
		}
		switch t.Op() {
		case logic.OpConstruct, logic.OpIs:
			symbols[t.Constructor().Name] = true
		case logic.OpField:
			symbols[t.Selector().Name] = true
		}
		return true
	}, t)
	return bound, symbols
}

// isPlainName reports whether name consists of letters, digits, underscores and points, and has an
// upper-case letter, a digit or an underscore, or is a single letter. No symbol of a theory has
// such a name. Names made by engines and passes, such as x!1, are not plain.
func isPlainName(name string) bool {
	special := len(name) == 1
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z':
		case 'A' <= c && c <= 'Z', c == '_', c == '.' && i > 0, '0' <= c && c <= '9' && i > 0:
			special = true
		default:
			return false
		}
	}
	return special && name != "_"
}

// WriteProof prints p as one s-expression,
//
//	(refutation
//	  (step 0 (clause 3) (values (x 0) (y (- 1))) (premises))
//	  (step 1 (clause 5) (values (x 0)) (premises 0 0))
//	)
//
// A loop follows its last step:
//
//	(loop (steps 1 1) (entry 0) (times 2147483648) (next ((x 1))))
func WriteProof(w io.Writer, p *Proof) error {
	b := bufio.NewWriter(w)
	b.WriteString("(refutation\n")
	loops := p.Loops
	for i := range p.Steps {
		p.Steps[i].write(b, i)
		if len(loops) > 0 && loops[0].Last == i {
			loops[0].write(b)
			loops = loops[1:]
		}
	}
	b.WriteString(")\n")
	return b.Flush()
}

func (s *ProofStep) write(b *bufio.Writer, i int) {
	fmt.Fprintf(b, "  (step %d (clause %d) (values", i, s.Assert)
	writeValues(b, " ", s.Values)
	b.WriteString(") (premises")
	for _, k := range s.Premises {
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(k))
	}
	b.WriteString("))\n")
}

func (l *ProofLoop) write(b *bufio.Writer) {
	fmt.Fprintf(b, "  (loop (steps %d %d) (entry %d) (times %v) (next", l.First, l.Last, l.Entry, l.Times)
	for _, values := range l.Next {
		b.WriteString(" (")
		writeValues(b, "", values)
		b.WriteByte(')')
	}
	b.WriteString("))\n")
}

// writeValues prints values, separated by blanks. The text in before precedes the first one.
func writeValues(b *bufio.Writer, before string, values []Value) {
	for _, v := range values {
		fmt.Fprintf(b, "%s(%s %v)", before, logic.QuoteSymbol(v.Name), v.Term)
		before = " "
	}
}
