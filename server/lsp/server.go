// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"cornet"
)

// Options control how documents are read and decided.
type Options struct {
	// Program has the options of runs. Its budget is the budget of each run.
	Program cornet.ProgramOptions
	// Delay is the time for which a text must not change before it is read.
	Delay time.Duration
	// Version is the version of the server.
	Version string
}

// ErrNoShutdown means that the client ended the conversation without the request shutdown.
var ErrNoShutdown = errors.New("the conversation ended without the request shutdown")

// Serve holds a conversation with an editor until it ends.
func Serve(ctx context.Context, in io.Reader, out io.WriteCloser, o Options) error {
	s := &server{Options: o, exited: make(chan struct{}), docs: map[string]*document{}, progress: map[string]*workProgress{}}
	s.work, s.end = context.WithCancel(ctx)
	defer s.wait.Wait()
	defer s.end()
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{
		AllowPush: true, DisableBuiltin: true, Concurrency: 8,
		NewContext: func() context.Context { return s.work },
	})
	ended := make(chan error, 1) // the client may leave the input open
	go func() { ended <- s.rpc.Start(channel.LSP(&bounded{r: bufio.NewReader(in)}, out)).Wait() }()
	var err error
	select {
	case err = <-ended:
	case <-s.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && !s.shutdown {
		return ErrNoShutdown
	}
	return err
}

// server is the state of a conversation.
type server struct {
	Options
	rpc  *jrpc2.Server
	work context.Context // the context of background work
	end  context.CancelFunc
	wait sync.WaitGroup

	exited chan struct{} // closed when the client sends exit

	mu       sync.Mutex // guards the fields below
	client   clientCapabilities
	utf8     bool
	docs     map[string]*document     // the documents, by URI
	progress map[string]*workProgress // the runs with progress, by token
	tokens   int                      // the number of tokens of progress so far
	shutdown bool
}

// The commands that a client may request.
const (
	commandVerify = "cornet.verify" // arguments: the URI, the function that the program starts with
	commandSolve  = "cornet.solve"  // the URI
	commandCancel = "cornet.cancel" // the URI
	// commandHarness lets the client create a file next to a document; arguments: the URI, a
	// function.
	commandHarness = "cornet.harness"
)

var commands = []string{commandVerify, commandSolve, commandCancel, commandHarness}

func (s *server) methods() handler.Map {
	locked := handler.Map{
		"initialize":                     handler.New(s.initialize),
		"initialized":                    handler.New(func(context.Context, json.RawMessage) error { return nil }),
		"shutdown":                       s.stopWork,
		"exit":                           s.exit,
		"window/workDoneProgress/cancel": handler.New(s.cancelWork),
		"textDocument/didOpen":           handler.New(s.didOpen),
		"textDocument/didChange":         handler.New(s.didChange),
		"textDocument/didSave":           handler.New(s.didSave),
		"textDocument/didClose":          handler.New(s.didClose),
		"textDocument/hover":             about(s, hovers),
		"textDocument/definition":        about(s, definitions),
		"textDocument/documentSymbol":    about(s, symbols),
		"textDocument/codeAction":        about(s, actions),
		"textDocument/codeLens":          about(s, lenses),
		"textDocument/inlayHint":         about(s, hints),
		"workspace/executeCommand":       handler.New(s.execute),
	}
	methods := handler.Map{"$/cancelRequest": handler.New(s.cancelRequest)}
	for name, h := range locked {
		methods[name] = func(ctx context.Context, r *jrpc2.Request) (any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return h(ctx, r)
		}
	}
	return methods
}

// about returns the handler of a request about a document. The answer is null if the document is
// not open.
func about[T any](s *server, answer func(*document, inDocument) T) jrpc2.Handler {
	return handler.New(func(_ context.Context, p inDocument) (any, error) {
		if d := s.docs[p.TextDocument.URI]; d != nil {
			return answer(d, p), nil
		}
		return nil, nil
	})
}

func (s *server) initialize(_ context.Context, p initializeParams) (initializeResult, error) {
	s.client = p.Capabilities
	s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8")
	encoding := "utf-16"
	if s.utf8 {
		encoding = "utf-8"
	}
	return initializeResult{
		ServerInfo: serverInfo{"cornet", s.Version},
		Capabilities: serverCapabilities{
			PositionEncoding: encoding, TextDocumentSync: syncOptions{OpenClose: true, Change: 2, Save: true},
			HoverProvider: true, DefinitionProvider: true, DocumentSymbolProvider: true, CodeActionProvider: true, InlayHintProvider: true,
			ExecuteCommandProvider: commandProvider{commands},
		},
	}, nil
}

func (s *server) stopWork(context.Context, *jrpc2.Request) (any, error) {
	s.shutdown = true
	for _, d := range s.docs {
		d.end()
	}
	return nil, nil
}

func (s *server) exit(context.Context, *jrpc2.Request) (any, error) {
	select {
	case <-s.exited:
	default:
		close(s.exited)
	}
	return nil, nil
}

func (s *server) cancelRequest(_ context.Context, p cancelParams) error {
	s.rpc.CancelRequest(string(p.ID))
	return nil
}

func (s *server) didOpen(_ context.Context, p inDocument) error {
	if old := s.docs[p.TextDocument.URI]; old != nil {
		old.end()
	}
	d := newDocument(p.TextDocument, s.utf8)
	s.docs[d.uri] = d
	s.readSoon(d, 0)
	return nil
}

func (s *server) didChange(_ context.Context, p didChange) error {
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	for _, c := range p.ContentChanges {
		text := c.Text
		if c.Range != nil {
			from, to := d.offset(c.Range.Start), d.offset(c.Range.End)
			text = d.text[:from] + text + d.text[max(from, to):]
		}
		d.set(text)
	}
	d.version = p.TextDocument.Version
	s.readSoon(d, s.Delay)
	return nil
}

func (s *server) didSave(_ context.Context, p inDocument) error {
	d := s.docs[p.TextDocument.URI]
	switch {
	case d == nil:
	case d.reading:
		s.readSoon(d, 0)
		d.saved = true
	default:
		s.decideSaved(d)
	}
	return nil
}

// decideSaved decides a saved document that has been read, unless there are errors in it.
func (s *server) decideSaved(d *document) {
	if slices.ContainsFunc(d.read, func(x diagnostic) bool { return x.Severity == severityError }) {
		return
	}
	switch _, starts := d.outline.find(s.entry()); {
	case d.language == smtLanguage:
		s.decide(d, "")
	case d.language == cLanguage && starts:
		s.decide(d, s.entry())
	}
}

// entry returns the name of the function that programs start with.
func (s *server) entry() string {
	if e := s.Program.Program.Entry; e != "" {
		return e
	}
	return "main"
}

func (s *server) didClose(ctx context.Context, p inDocument) error {
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	d.end()
	delete(s.docs, d.uri)
	return s.rpc.Notify(ctx, "textDocument/publishDiagnostics", publishDiagnostics{URI: d.uri, Version: d.version, Diagnostics: []diagnostic{}})
}

func (s *server) execute(_ context.Context, p executeCommand) (any, error) {
	var arguments []string
	for _, raw := range p.Arguments {
		var a string
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "arguments of %s are texts: %v", p.Command, err)
		}
		arguments = append(arguments, a)
	}
	if len(arguments) == 0 {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "the first argument of %s is the URI of a document", p.Command)
	}
	d := s.docs[arguments[0]]
	if d == nil {
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s is not open", arguments[0])
	}
	switch p.Command {
	case commandVerify:
		entry := s.entry()
		if len(arguments) > 1 {
			entry = arguments[1]
		}
		s.decide(d, entry)
	case commandSolve:
		s.decide(d, "")
	case commandCancel:
		d.cancel()
	case commandHarness:
		if len(arguments) < 2 {
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "the second argument of %s is a function", p.Command)
		}
		s.createHarness(d, arguments[1])
	default:
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "unknown command %q; there are %s", p.Command, strings.Join(commands, ", "))
	}
	return nil, nil
}
