// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cornet"
	"cornet/horn"
	"cornet/smtlib"
)

// declares are the commands of SMT-LIB that declare names, and the kinds of these names in an
// editor.
var declares = map[string]symbolKind{
	"declare-fun": symbolFunction, "declare-const": symbolVariable, "declare-var": symbolVariable, "declare-rel": symbolFunction,
	"define-fun": symbolFunction, "define-fun-rec": symbolFunction, "define-const": symbolVariable,
	"declare-sort": symbolClass, "define-sort": symbolClass, "declare-datatype": symbolClass,
}

// readSystem reads a text of SMT-LIB.
func readSystem(d *document, text string) (*outline, []diagnostic) {
	var z *outline
	if commands, err := smtlib.ReadSexprs(d.path, strings.NewReader(text)); err == nil {
		z = outlineOf(commands)
	}
	problem, err := cornet.Read(d.path, strings.NewReader(text))
	var found []diagnostic
	if err != nil {
		found = append(found, d.mistake(err))
	}
	if problem != nil {
		for _, w := range problem.Warnings {
			found = append(found, diagnostic{Range: d.word(place{w.Pos.Line, w.Pos.Column}), Severity: severityWarning, Source: "cornet", Message: w.Msg})
		}
	}
	return z, found
}

// mistake returns an error about a text of SMT-LIB.
func (d *document) mistake(err error) diagnostic {
	z := d.whole(severityError, err.Error())
	var read *smtlib.Error
	var refused *horn.Error
	switch {
	case errors.As(err, &read):
		z.Range, z.Code, z.Message = d.word(place{read.Pos.Line, read.Pos.Column}), string(read.Code), read.Msg
	case errors.As(err, &refused):
		z.Range, z.Code, z.Message = d.word(place{refused.Pos.Line, refused.Pos.Column}), string(refused.Code), refused.Msg
	}
	return z
}

// outlineOf returns the symbols that commands declare.
func outlineOf(commands []smtlib.Sexpr) *outline {
	z := &outline{}
	for _, c := range commands {
		switch kind, ok := declares[c.Head()]; {
		case ok && len(c.List) > 1:
			var rest []string
			for _, x := range c.List[2:min(len(c.List), 4)] {
				rest = append(rest, x.String())
			}
			name := c.List[1]
			z.symbols = append(z.symbols, symbol{name: name.Text, detail: strings.Join(rest, " "), kind: kind, at: place{name.Pos.Line, name.Pos.Column}})
		case c.Head() == "declare-datatypes" && len(c.List) > 1:
			for _, x := range c.List[1].List {
				if len(x.List) > 0 {
					x = x.List[0]
				}
				z.symbols = append(z.symbols, symbol{name: x.Text, detail: "datatype", kind: symbolClass, at: place{x.Pos.Line, x.Pos.Column}})
			}
		}
	}
	return z
}

// decideSystem solves a Horn system.
func (s *server) decideSystem(ctx context.Context, d *document, text string) decision {
	z, err := cornet.Read(d.path, strings.NewReader(text))
	if err != nil {
		return decision{answer: answer{title: "unknown"}, found: []diagnostic{d.mistake(err)}, text: err.Error()}
	}
	result, err := cornet.Solve(ctx, z.System, s.Program.Options)
	words := map[cornet.Verdict]string{cornet.Safe: "sat", cornet.Unsafe: "unsat", cornet.Unknown: "unknown"}
	v := decision{answer: answer{title: words[result.Verdict], definitions: map[string]string{}}}
	v.text = d.path + ": " + v.title
	switch {
	case result.Verdict == cornet.Unknown && err != nil:
		v.found = append(v.found, d.mistake(err))
	case result.Verdict == cornet.Unknown:
		v.found = append(v.found, d.whole(severityInformation, "unknown: "+result.Reason))
	case result.Model != nil:
		definitions, err := horn.Definitions(z.System, result.Model)
		if err != nil {
			v.found = append(v.found, d.whole(severityWarning, err.Error()))
		}
		for _, f := range definitions {
			var params []string
			for _, p := range f.Parameters {
				params = append(params, fmt.Sprintf("(%s %s)", p.Name, p.Sort))
			}
			v.definitions[f.Name] = fmt.Sprintf("(define-fun %s (%s) Bool\n  %s)", f.Name, strings.Join(params, " "), f.Body)
		}
	}
	return v
}

// hovers returns a description of the symbol at a position, with its definition in the model.
func hovers(d *document, p inDocument) *hover {
	name, at := d.wordAround(p.Position)
	f, ok := d.outline.find(name)
	if !ok {
		return nil
	}
	fence := map[language]string{cLanguage: "c", smtLanguage: "smt2"}[d.language]
	text := f.detail
	if d.language == smtLanguage {
		text = f.name + " : " + f.detail
	}
	text = fmt.Sprintf("```%s\n%s\n```", fence, text)
	if body, ok := d.decided[""].definitions[name]; ok {
		text += fmt.Sprintf("\n\nin the model\n\n```%s\n%s\n```", fence, body)
	}
	return &hover{markup{"markdown", text}, at}
}

// definitions returns the place of the definition of the symbol at a position.
func definitions(d *document, p inDocument) []location {
	name, _ := d.wordAround(p.Position)
	f, ok := d.outline.find(name)
	if !ok {
		return []location{}
	}
	return []location{{d.uri, d.word(f.at)}}
}

// symbols returns all symbols that the text defines.
func symbols(d *document, _ inDocument) []documentSymbol {
	z := []documentSymbol{}
	for _, f := range d.outline.symbols {
		at := d.word(f.at)
		z = append(z, documentSymbol{f.name, f.detail, f.kind, at, at})
	}
	return z
}
