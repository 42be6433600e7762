// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"cornet"
	"cornet/encode/cc"
	"cornet/encode/cfg"
	"cornet/encode/witness"
	"cornet/horn"
	"cornet/verify"
)

// maxRelated is the maximal number of steps of a counterexample that are attached to its error.
const maxRelated = 100

// readProgram reads a C text. It returns the errors in it, and the unsupported constructs that
// begin in it.
func (s *server) readProgram(d *document, text string) (*outline, []diagnostic) {
	definitions, err := verify.Outline(verify.Source{Name: d.path, Text: []byte(text)}, s.Program.Program.Encoding)
	var found []diagnostic
	if err != nil {
		found = append(found, d.problem(err))
		if definitions == nil {
			return nil, found
		}
	}
	z := &outline{}
	for _, f := range definitions {
		z.symbols = append(z.symbols, symbol{
			name: f.Name, detail: declaration(text, f), kind: symbolFunction, at: placeOf(f.Pos), body: placeOf(f.Body), pointers: f.Pointers,
		})
	}
	return z, found
}

// declaration returns the text of a definition before its body.
func declaration(text string, f cc.Definition) string {
	if f.Begin.File != f.Body.File || f.Body.Line == 0 {
		return f.Name
	}
	lines := strings.Split(text, "\n")
	var z []string
	for n := f.Begin.Line; n <= f.Body.Line && n <= len(lines); n++ {
		line := lines[n-1]
		if n == f.Body.Line {
			line = line[:min(f.Body.Column-1, len(line))]
		}
		if n == f.Begin.Line {
			line = line[min(f.Begin.Column-1, len(line)):]
		}
		z = append(z, line)
	}
	return strings.Join(strings.Fields(strings.Join(z, " ")), " ")
}

func placeOf(p cfg.Pos) place { return place{p.Line, p.Column} }

// problem returns an error about a text, or about a file that it includes.
func (d *document) problem(err error) diagnostic {
	level := severityError
	if errors.Is(err, errors.ErrUnsupported) {
		level = severityWarning
	}
	var e *cc.Error
	if !errors.As(err, &e) || e.Pos.Line == 0 {
		return d.whole(level, err.Error())
	}
	z := d.diagnosticAt(e.Pos, level, e.Msg)
	z.Code = map[severity]string{severityError: "syntax", severityWarning: "unsupported"}[level]
	return z
}

// diagnosticAt returns a diagnostic at a place of the program. If the place is in another file, the
// diagnostic is at the beginning of this one and names the place.
func (d *document) diagnosticAt(at cfg.Pos, level severity, message string) diagnostic {
	z := diagnostic{Severity: level, Source: "cornet", Message: message}
	if at.File == d.path || at.File == "" {
		z.Range = d.word(placeOf(at))
		return z
	}
	z.Range, z.Message = d.word(place{1, 1}), fmt.Sprintf("%v: %s", at, message)
	z.RelatedInformation = []relatedInfo{d.related(at, message)}
	return z
}

// related returns a remark on a place of the program.
func (d *document) related(at cfg.Pos, message string) relatedInfo {
	l := location{d.uri, d.word(placeOf(at))}
	if at.File != d.path && at.File != "" { // the text of that file is not known
		p := position{max(at.Line-1, 0), max(at.Column-1, 0)}
		l = location{uriOf(at.File), span{p, p}}
	}
	return relatedInfo{l, message}
}

// decideProgram verifies a C program that starts with the given function.
func (s *server) decideProgram(ctx context.Context, d *document, entry, text string) decision {
	o := s.Program
	if entry != "main" {
		o.Program.Entry = entry
	}
	o.Program.Invariants = true
	z, err := cornet.VerifySources(ctx, []verify.Source{{Name: d.path, Text: []byte(text)}}, o)
	if err != nil && z.Verdict == horn.Unknown {
		return decision{answer: answer{title: "UNKNOWN"}, found: []diagnostic{d.problem(err)}, text: err.Error()}
	}
	v := decision{answer: answer{title: z.Word()}, text: d.path + ": " + z.Text(0)}
	for _, f := range z.All() {
		x := d.diagnosticAt(f.Pos, severityError, strings.Join(append([]string{f.Message()}, f.Remarks.Lines()...), "\n"))
		x.Code = f.Kind.String()
		x.RelatedInformation = d.steps(f.Steps())
		v.found = append(v.found, x)
	}
	switch {
	case z.Verdict == horn.Unknown:
		v.found = append(v.found, s.atEntry(d, entry, "UNKNOWN: "+z.Reason))
	case z.Verdict == horn.Safe && len(z.Remarks) > 0:
		v.found = append(v.found, s.atEntry(d, entry, strings.Join(append([]string{"TRUE"}, z.Remarks.Lines()...), "\n")))
	}
	for _, i := range z.Invariants {
		if i.Pos.File == d.path {
			v.hints = append(v.hints, hint{i.Pos.Line, cmp.Or(i.Text, i.Formula), i.Formula})
		}
	}
	return v
}

// atEntry returns a remark on an answer, at the function that the program starts with.
func (s *server) atEntry(d *document, entry, message string) diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := d.whole(severityInformation, message)
	if f, ok := d.outline.find(entry); ok {
		x.Range = d.word(f.at)
	}
	return x
}

// steps returns the steps of a counterexample as remarks on places.
func (d *document) steps(lines []witness.Line) (z []relatedInfo) {
	for _, l := range lines {
		if l.Pos.Line > 0 && len(z) < maxRelated {
			z = append(z, d.related(l.Pos, l.Text))
		}
	}
	return z
}

// harness returns a file in the folder of a document that calls one of its functions with arbitrary
// arguments.
func (s *server) harness(d *document, function, text string) (path, content string, err error) {
	e := s.Program.Program.Encoding
	e.Entry = function
	main, err := verify.Harness(verify.Source{Name: d.path, Text: []byte(text)}, e)
	if err != nil {
		return "", "", err
	}
	base := filepath.Base(d.path)
	path = filepath.Join(filepath.Dir(d.path), strings.TrimSuffix(base, filepath.Ext(base))+"_"+function+"_harness.c")
	return path, fmt.Sprintf("#include %q\n\n%s", base, main), nil
}

// lenses returns lenses that offer to decide a document, and show the answer.
func lenses(d *document, _ inDocument) []codeLens {
	z := []codeLens{}
	if d.language == smtLanguage {
		return append(z, d.lens(place{1, 1}, "solve", "", command{Command: commandSolve, Arguments: []any{d.uri}}))
	}
	for _, f := range d.outline.symbols {
		if d.language == cLanguage && f.kind == symbolFunction {
			z = append(z, d.lens(f.at, "verify "+f.name, f.name, command{Command: commandVerify, Arguments: []any{d.uri, f.name}}))
		}
	}
	return z
}

// lens returns a lens at a place, with the state of what it decides.
func (d *document) lens(at place, title, key string, c command) codeLens {
	c.Title = title
	if z, ok := d.decided[key]; ok {
		c.Title = z.title + " (again)"
	}
	if d.running[key] != nil {
		c = command{Title: "cancel", Command: commandCancel, Arguments: []any{d.uri}}
	}
	return codeLens{d.word(at), c}
}

// maxHint is the maximal number of characters of an invariant after a line.
const maxHint = 100

// hints returns the invariants of a proof at their loops.
func hints(d *document, p inDocument) []inlayHint {
	z := []inlayHint{}
	for _, a := range d.decided {
		for _, h := range a.hints {
			line := h.line - 1
			if line < p.Range.Start.Line || line > p.Range.End.Line {
				continue
			}
			label := []rune("invariant " + h.text)
			if len(label) > maxHint {
				label = append(label[:maxHint], '…')
			}
			z = append(z, inlayHint{Position: d.position(line, len(d.line(line))), Label: string(label), Tooltip: h.tooltip, PaddingLeft: true})
		}
	}
	return z
}

// actions returns edits that help to verify the function around a place.
func actions(d *document, p inDocument) []codeAction {
	z := []codeAction{}
	if d.language != cLanguage {
		return z
	}
	line := d.line(p.Range.Start.Line)
	if condition, ok := asserted(line); ok {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		z = append(z, codeAction{Title: "Assume " + condition, Kind: "quickfix",
			Edit: d.insert(d.position(p.Range.Start.Line, 0), indent+"__VERIFIER_assume("+condition+");\n")})
	}
	f, ok := d.function(p.Range.Start)
	if !ok {
		return z
	}
	if !strings.Contains(d.text[d.offset(d.at(f.at)):d.offset(d.at(f.body))], "__CPROVER_requires") {
		z = append(z, codeAction{Title: "Add a contract to " + f.name, Kind: "refactor", Edit: d.insert(d.at(f.body), contract(f))})
	}
	if f.name != "main" {
		title := "Write a harness for " + f.name
		z = append(z, codeAction{Title: title, Kind: "refactor", Command: &command{title, commandHarness, []any{d.uri, f.name}}})
	}
	return z
}

func (d *document) insert(at position, text string) *workspaceEdit {
	return &workspaceEdit{Changes: map[string][]textEdit{d.uri: {{span{at, at}, text}}}}
}

// contract returns the text of a contract which states only that the pointers are valid.
func contract(f symbol) string {
	var b strings.Builder
	for _, p := range f.pointers {
		fmt.Fprintf(&b, "__CPROVER_requires(%s != 0)\n", p)
	}
	if len(f.pointers) == 0 {
		b.WriteString("__CPROVER_requires(1)\n")
	}
	return "\n" + b.String() + "__CPROVER_ensures(1)\n"
}

// function returns the last function that begins before a position.
func (d *document) function(p position) (z symbol, ok bool) {
	for _, f := range d.outline.symbols {
		if f.kind == symbolFunction && f.at.line-1 <= p.Line {
			z, ok = f, true
		}
	}
	return z, ok
}

// asserted returns the condition of an assertion that is alone on a line.
func asserted(line string) (condition string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "assert(")
	if !ok {
		return "", false
	}
	condition, ok = strings.CutSuffix(rest, ");")
	return condition, ok
}
