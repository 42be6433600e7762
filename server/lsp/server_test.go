// SPDX-License-Identifier: Apache-2.0

package lsp_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/stretchr/testify/require"

	"cornet/server/lsp"
)

// patience is far longer than any answer here takes.
const patience = 2 * time.Minute

// editor plays the client.
type editor struct {
	*testing.T
	*jrpc2.Client
	published chan published
	edits     chan json.RawMessage
	ended     chan error
	mu        sync.Mutex
	progress  []string // the kinds of progress messages
}

type published struct {
	URI         string
	Version     int
	Diagnostics []struct {
		Range              lspRange
		Severity           int
		Code, Message      string
		RelatedInformation []struct{ Message string }
	}
}

type lspRange struct {
	Start, End struct{ Line, Character int }
}

type object = map[string]any

// newEditor returns an editor that has begun a conversation.
func newEditor(t *testing.T, capabilities object) *editor {
	t.Helper()
	o := lsp.Options{Delay: time.Millisecond, Version: "test"}
	o.Program.Engine, o.Program.Program.Replay = "predabs", "off"
	return newEditorOf(t, capabilities, o)
}

// newEditorOf returns an editor that has begun a conversation with a server with these options.
func newEditorOf(t *testing.T, capabilities object, o lsp.Options) *editor {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &editor{T: t, published: make(chan published, 100), edits: make(chan json.RawMessage, 1), ended: make(chan error, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() { e.ended <- lsp.Serve(ctx, in, out, o) }()
	e.Client = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{
		OnNotify: func(r *jrpc2.Request) {
			switch r.Method() {
			case "textDocument/publishDiagnostics":
				var p published
				require.NoError(t, r.UnmarshalParams(&p))
				e.published <- p
			case "$/progress":
				var p struct{ Value struct{ Kind string } }
				require.NoError(t, r.UnmarshalParams(&p))
				e.mu.Lock()
				defer e.mu.Unlock()
				e.progress = append(e.progress, p.Value.Kind)
			}
		},
		OnCallback: func(_ context.Context, r *jrpc2.Request) (any, error) {
			if r.Method() == "workspace/applyEdit" {
				var p json.RawMessage
				require.NoError(t, r.UnmarshalParams(&p))
				e.edits <- p
			}
			return nil, nil
		},
	})
	e.ask("initialize", object{"processId": nil, "rootUri": nil, "capabilities": capabilities}, nil)
	e.tell("initialized", object{})
	return e
}

// ask sends a request and stores the answer in z, unless that is nil.
func (e *editor) ask(method string, params, z any) {
	e.Helper()
	ctx, cancel := context.WithTimeout(e.Context(), patience)
	defer cancel()
	if z == nil {
		z = new(json.RawMessage)
	}
	require.NoError(e, e.CallResult(ctx, method, params, z))
}

func (e *editor) tell(method string, params any) {
	e.Helper()
	require.NoError(e, e.Notify(e.Context(), method, params))
}

// open opens a document and returns the diagnostics about it.
func (e *editor) open(uri, text string) published {
	e.Helper()
	e.tell("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "", "version": 1, "text": text}})
	return e.next()
}

// save saves a document and returns the diagnostics after that.
func (e *editor) save(uri string) published {
	e.Helper()
	e.tell("textDocument/didSave", object{"textDocument": object{"uri": uri}})
	return e.next()
}

// next returns the next diagnostics.
func (e *editor) next() published {
	e.Helper()
	select {
	case p := <-e.published:
		return p
	case err := <-e.ended:
		require.FailNow(e, "the server has ended", "%v", err)
	case <-time.After(patience):
		require.FailNow(e, "no diagnostics")
	}
	return published{}
}

// titles returns the titles of a document's lenses.
func (e *editor) titles(uri string) (z []string) {
	e.Helper()
	var lenses []struct{ Command struct{ Title string } }
	e.ask("textDocument/codeLens", object{"textDocument": object{"uri": uri}}, &lenses)
	for _, l := range lenses {
		z = append(z, l.Command.Title)
	}
	return z
}

func at(uri string, line, character int) object {
	p := object{"line": line, "character": character}
	return object{"textDocument": object{"uri": uri}, "position": p, "range": object{"start": p, "end": p}}
}

const (
	program = "file:///tmp/p.c"
	system  = "file:///tmp/s.smt2"
)

const counter = `#include <assert.h>
int next(int x) { return x + 1; }
int main(void) {
  int i = 0;
  while (i < 10)
    i = next(i);
  assert(i == 10);
}
`

func TestProof(t *testing.T) {
	e := newEditor(t, object{"window": object{"workDoneProgress": true}})
	require.Empty(t, e.open(program, counter).Diagnostics)
	require.Equal(t, []string{"verify next", "verify main"}, e.titles(program))
	require.Empty(t, e.save(program).Diagnostics)
	require.Equal(t, []string{"verify next", "TRUE (again)"}, e.titles(program))
	var hints []struct {
		Position struct{ Line int }
		Label    string
	}
	all := object{"start": object{"line": 0, "character": 0}, "end": object{"line": 100, "character": 0}}
	e.ask("textDocument/inlayHint", object{"textDocument": object{"uri": program}, "range": all}, &hints)
	require.Len(t, hints, 1)
	require.Equal(t, 4, hints[0].Position.Line)
	require.Contains(t, hints[0].Label, "invariant ")
	require.Contains(t, hints[0].Label, "i")
	require.Eventually(t, func() bool { // the end of the progress may come after the answer
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.progress[0] == "begin" && e.progress[len(e.progress)-1] == "end"
	}, 10*time.Second, time.Millisecond)
}

// An edit discards the results for the previous text.
func TestEdit(t *testing.T) {
	e := newEditor(t, object{})
	e.open(program, counter)
	e.save(program)
	e.tell("textDocument/didChange", object{"textDocument": object{"uri": program, "version": 2}, "contentChanges": []object{
		{"range": object{"start": object{"line": 6, "character": 14}, "end": object{"line": 6, "character": 16}}, "text": "11"},
	}})
	p := e.next()
	require.Equal(t, 2, p.Version)
	require.Empty(t, p.Diagnostics)
	require.Equal(t, []string{"verify next", "verify main"}, e.titles(program))
	p = e.save(program)
	require.Len(t, p.Diagnostics, 1)
	d := p.Diagnostics[0]
	require.Equal(t, 6, d.Range.Start.Line)
	require.Equal(t, "assertion", d.Code)
	require.Equal(t, 1, d.Severity)
	require.NotEmpty(t, d.RelatedInformation)
	require.Contains(t, e.titles(program), "FALSE (again)")
}

// A document may be saved before its text has been read. It is decided once it has been read.
func TestSavedAtOnce(t *testing.T) {
	e := newEditor(t, object{})
	require.Len(t, e.open(program, "int main(void) { return }\n").Diagnostics, 1)
	e.tell("textDocument/didChange", object{"textDocument": object{"uri": program, "version": 2}, "contentChanges": []object{
		{"text": strings.Replace(counter, "== 10", "== 11", 1)},
	}})
	require.Empty(t, e.save(program).Diagnostics)
	p := e.next()
	require.Len(t, p.Diagnostics, 1)
	require.Equal(t, "assertion", p.Diagnostics[0].Code)
}

func TestMistakes(t *testing.T) {
	for _, x := range []struct {
		name, uri, text string
		line, character int
		message         string
		severity        int
	}{
		{"syntax of C", program, "int main(void) {\n  return 1 +;\n}\n", 1, 12, "unexpected", 1},
		{"characters before the error count as in UTF-16", program, "int main(void) {\n  /* 𝄞 */ return 1 +;\n}\n", 1, 21, "unexpected", 1},
		{"not supported", program, "#include <unistd.h>\nint main(void) {\n  return fork();\n}\n", 2, 9, "not supported", 2},
		{"functions that main does not call are no part of the program", program, "#include <unistd.h>\nint f(void) { return fork(); }\nint main(void) { return 0; }\n", -1, 0, "", 0},
		{"undeclared symbol", system, "(set-logic HORN)\n(assert (p 0))\n", 1, 9, "p", 1},
		{"no Horn clause", system, "(set-logic HORN)\n(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))\n", 3, 0, "", 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := newEditor(t, object{}).open(x.uri, x.text)
			if x.line < 0 {
				require.Empty(t, p.Diagnostics)
				return
			}
			require.Len(t, p.Diagnostics, 1)
			d := p.Diagnostics[0]
			require.Contains(t, d.Message, x.message)
			require.Equal(t, []int{x.line, x.character, x.severity}, []int{d.Range.Start.Line, d.Range.Start.Character, d.Severity}, d.Message)
		})
	}
}

func TestSystem(t *testing.T) {
	e := newEditor(t, object{"general": object{"positionEncodings": []string{"utf-8", "utf-16"}}})
	require.Empty(t, e.open(system, `(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 0))
(assert (forall ((x Int)) (=> (and (inv x) (< x 5)) (inv (+ x 1)))))
(assert (forall ((x Int)) (=> (inv x) (<= x 5))))
`).Diagnostics)
	require.Equal(t, []string{"solve"}, e.titles(system))
	require.Empty(t, e.save(system).Diagnostics)
	require.Equal(t, []string{"sat (again)"}, e.titles(system))
	var said struct{ Contents struct{ Value string } }
	e.ask("textDocument/hover", at(system, 2, 10), &said)
	require.Contains(t, said.Contents.Value, "inv : (Int) Bool")
	require.Contains(t, said.Contents.Value, "(define-fun inv ((")
	var places []struct{ Range lspRange }
	e.ask("textDocument/definition", at(system, 3, 38), &places)
	require.Len(t, places, 1)
	require.Equal(t, 1, places[0].Range.Start.Line)
	var symbols []struct{ Name string }
	e.ask("textDocument/documentSymbol", at(system, 0, 0), &symbols)
	require.Equal(t, "inv", symbols[0].Name)
}

func TestActions(t *testing.T) {
	e := newEditor(t, object{})
	e.open(program, "#include <assert.h>\nint get(int *p) {\n  assert(p != 0);\n  return *p;\n}\n")
	var actions []struct {
		Title string
		Edit  struct {
			Changes map[string][]struct{ NewText string }
		}
		Command *struct {
			Command   string
			Arguments []string
		}
	}
	e.ask("textDocument/codeAction", at(program, 2, 4), &actions)
	require.Len(t, actions, 3)
	require.Equal(t, "Assume p != 0", actions[0].Title)
	require.Equal(t, "  __VERIFIER_assume(p != 0);\n", actions[0].Edit.Changes[program][0].NewText)
	require.Equal(t, "Add a contract to get", actions[1].Title)
	require.Contains(t, actions[1].Edit.Changes[program][0].NewText, "__CPROVER_requires(p != 0)")
	require.Equal(t, "Write a harness for get", actions[2].Title)
	e.ask("workspace/executeCommand", actions[2].Command, nil)
	select {
	case edit := <-e.edits:
		require.Contains(t, string(edit), "p_get_harness.c")
		require.Contains(t, string(edit), "int main(void)")
	case <-time.After(patience):
		require.FailNow(t, "no edit")
	}
}

// A cancelled verification ends, and reports nothing.
func TestCancel(t *testing.T) {
	e := newEditor(t, object{})
	e.open(system, `(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((x Int) (y Int) (z Int)) (=> (p x y z) (p (+ x 1) (+ y (* 2 x) 1) (+ z (* 3 y) (* 3 x) 1)))))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y z) (> x 20000) (not (= (* 2 z) (+ x z)))) false)))
`)
	e.ask("workspace/executeCommand", object{"command": "cornet.solve", "arguments": []string{system}}, nil)
	require.Equal(t, []string{"cancel"}, e.titles(system))
	e.ask("workspace/executeCommand", object{"command": "cornet.cancel", "arguments": []string{system}}, nil)
	require.Eventually(t, func() bool { return e.titles(system)[0] == "solve" }, patience, 10*time.Millisecond)
	require.Empty(t, e.published)
}

func TestEnd(t *testing.T) {
	e := newEditor(t, object{})
	e.open(program, counter)
	_, err := e.Call(t.Context(), "workspace/executeCommand", object{"command": "cornet.dance", "arguments": []string{program}})
	require.ErrorContains(t, err, "there are cornet.verify")
	_, err = e.Call(t.Context(), "workspace/executeCommand", object{"command": "cornet.verify", "arguments": []string{"file:///tmp/closed.c"}})
	require.ErrorContains(t, err, "is not open")
	e.ask("shutdown", nil, nil)
	e.tell("exit", nil)
	require.NoError(t, <-e.ended)

	e = newEditor(t, object{})
	e.tell("exit", nil)
	require.ErrorIs(t, <-e.ended, lsp.ErrNoShutdown)
}

// A message that announces too many bytes ends the conversation with an error, before memory is
// allocated for it.
func TestTooLarge(t *testing.T) {
	for _, text := range []string{"Content-Length: 99999999999999\r\n\r\n{}", "content-length: 99999999999999999999999\r\n\r\n", strings.Repeat("x", 1<<20)} {
		in, out := io.Pipe()
		go io.Copy(io.Discard, in)
		require.ErrorContains(t, lsp.Serve(t.Context(), strings.NewReader(text), out, lsp.Options{}), "256 MB")
	}
}
