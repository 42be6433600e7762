// SPDX-License-Identifier: Apache-2.0

package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"cornet/internal/defect"
)

// errEnded is the cause of the cancellation of background work.
var errEnded = errors.New("cancelled")

// background runs work, and then the function that work returns, under the lock, unless the work
// was cancelled. The returned function cancels the work.
func (s *server) background(work func(context.Context) func()) context.CancelFunc {
	ctx, cancel := context.WithCancelCause(s.work)
	s.wait.Go(func() {
		done := work(ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		if done != nil && ctx.Err() == nil {
			done()
		}
		cancel(errEnded)
	})
	return func() { cancel(errEnded) }
}

// readSoon reads a document after a delay, if it has not changed until then.
func (s *server) readSoon(d *document, delay time.Duration) {
	d.stop()
	d.reading, d.saved = true, false
	text := d.text
	d.stop = s.background(func(ctx context.Context) func() {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(delay):
		}
		var err error
		var outline *outline
		var found []diagnostic
		func() {
			defer defect.Recover("lsp", &err)
			switch d.language {
			case cLanguage:
				outline, found = s.readProgram(d, text)
			case smtLanguage:
				outline, found = readSystem(d, text)
			}
		}()
		return func() {
			if outline != nil {
				d.outline = *outline
			}
			saved := d.saved
			d.read, d.reading, d.saved = found, false, false
			if err != nil {
				d.read = append(d.read, d.whole(severityWarning, err.Error()))
			}
			s.publish(d)
			s.refresh()
			if saved {
				s.decideSaved(d)
			}
		}
	})
}

// whole returns a diagnostic about a document as a whole.
func (d *document) whole(level severity, message string) diagnostic {
	return diagnostic{Range: d.word(place{1, 1}), Severity: level, Source: "cornet", Message: message}
}

// publish sends the diagnostics of a document.
func (s *server) publish(d *document) {
	all := append(append([]diagnostic{}, d.read...), d.answers...)
	s.notify("textDocument/publishDiagnostics", publishDiagnostics{URI: d.uri, Version: d.version, Diagnostics: all})
}

// notify sends a notification. Errors are ignored: if the client is gone, the conversation ends
// anyway.
func (s *server) notify(method string, params any) {
	_ = s.rpc.Notify(s.work, method, params)
}

// refresh requests that the client ask again for lenses and hints.
func (s *server) refresh() {
	for method, ask := range map[string]bool{
		"workspace/codeLens/refresh":  s.client.Workspace.CodeLens.RefreshSupport,
		"workspace/inlayHint/refresh": s.client.Workspace.InlayHint.RefreshSupport,
	} {
		if ask {
			s.wait.Go(func() { _, _ = s.rpc.Callback(s.work, method, nil) })
		}
	}
}

// decide decides a document in the background. A program starts with the given function.
func (s *server) decide(d *document, entry string) {
	if p := d.running[entry]; p != nil {
		p.cancel()
	}
	text := d.text
	p := s.newProgress("cornet: " + filepath.Base(d.path))
	d.running[entry] = p
	p.cancel = s.background(func(ctx context.Context) func() {
		end := p.begin(ctx)
		defer func() {
			end()
			s.mu.Lock()
			defer s.mu.Unlock()
			if d.running[entry] == p {
				delete(d.running, entry)
			}
			s.refresh()
		}()
		var z decision
		var err error
		func() {
			defer defect.Recover("lsp", &err)
			if d.language == cLanguage {
				z = s.decideProgram(ctx, d, entry, text)
			} else {
				z = s.decideSystem(ctx, d, text)
			}
		}()
		if err != nil {
			z = decision{answer: answer{title: "UNKNOWN"}, found: []diagnostic{d.whole(severityWarning, err.Error())}}
		}
		return func() {
			d.decided[entry], d.answers = z.answer, z.found
			s.notify("window/logMessage", logMessage{3, z.text})
			s.publish(d)
			s.refresh()
		}
	})
	s.refresh()
}

// createHarness requests that the client create a file that calls a function with arbitrary
// arguments.
func (s *server) createHarness(d *document, function string) {
	text := d.text
	s.background(func(ctx context.Context) func() {
		var path, content string
		var err error
		func() {
			defer defect.Recover("lsp", &err)
			path, content, err = s.harness(d, function, text)
		}()
		if err != nil {
			s.notify("window/showMessage", logMessage{1, err.Error()})
			return nil
		}
		uri := uriOf(path)
		_, err = s.rpc.Callback(ctx, "workspace/applyEdit", applyEdit{"harness for " + function, workspaceEdit{DocumentChanges: []any{
			createFile{"create", uri},
			documentEdit{versioned{URI: uri}, []textEdit{{NewText: content}}},
		}}})
		if err != nil && ctx.Err() == nil {
			s.notify("window/showMessage", logMessage{1, "the harness was not written: " + err.Error()})
		}
		return nil
	})
}

// A decision is the answer to a document, in all forms.
type decision struct {
	answer
	found []diagnostic
	text  string
}

// workProgress is the progress of a run, which the client shows.
type workProgress struct {
	*server
	title, token string
	cancel       context.CancelFunc
}

func (s *server) newProgress(title string) *workProgress {
	s.tokens++
	p := &workProgress{server: s, title: title, token: fmt.Sprintf("cornet-%d", s.tokens), cancel: func() {}}
	s.progress[p.token] = p
	return p
}

// begin shows progress, if the client supports it, until the returned function is called.
func (p *workProgress) begin(ctx context.Context) (end func()) {
	forget := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.progress, p.token)
	}
	p.mu.Lock()
	shown := p.client.Window.WorkDoneProgress
	p.mu.Unlock()
	if !shown {
		return forget
	}
	if _, err := p.rpc.Callback(ctx, "window/workDoneProgress/create", progressToken{p.token}); err != nil {
		return forget
	}
	p.show(progress{Kind: "begin", Title: p.title, Cancellable: true})
	start, tick, done := time.Now(), time.NewTicker(time.Second), make(chan struct{})
	p.wait.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				p.show(progress{Kind: "report", Message: fmt.Sprintf("%.0f s", time.Since(start).Seconds())})
			}
		}
	})
	return func() {
		tick.Stop()
		close(done)
		p.show(progress{Kind: "end"})
		forget()
	}
}

func (p *workProgress) show(v progress) { p.notify("$/progress", progressParams{p.token, v}) }

// cancelWork cancels a run whose progress is shown.
func (s *server) cancelWork(_ context.Context, p progressToken) error {
	if p := s.progress[p.Token]; p != nil {
		p.cancel()
	}
	return nil
}
