// SPDX-License-Identifier: Apache-2.0

package lsp

import "encoding/json"

// Types of the protocol, with the fields used here. Their names are those of the specification.
type (
	position struct {
		Line      int `json:"line"`      // from 0
		Character int `json:"character"` // from 0, in the negotiated units
	}
	span struct { // Range
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string `json:"uri"`
		Range span   `json:"range"`
	}

	textDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	}
	inDocument struct { // TextDocumentPositionParams and similar types
		TextDocument textDocument `json:"textDocument"`
		Position     position     `json:"position"`
		Range        span         `json:"range"`
	}
	didChange struct {
		TextDocument   textDocument `json:"textDocument"`
		ContentChanges []struct {
			Range *span  `json:"range"`
			Text  string `json:"text"`
		} `json:"contentChanges"`
	}

	initializeParams struct {
		Capabilities clientCapabilities `json:"capabilities"`
	}
	clientCapabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			CodeLens  refreshSupport `json:"codeLens"`
			InlayHint refreshSupport `json:"inlayHint"`
		} `json:"workspace"`
	}
	refreshSupport struct {
		RefreshSupport bool `json:"refreshSupport"`
	}
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	serverCapabilities struct {
		PositionEncoding       string          `json:"positionEncoding"`
		TextDocumentSync       syncOptions     `json:"textDocumentSync"`
		HoverProvider          bool            `json:"hoverProvider"`
		DefinitionProvider     bool            `json:"definitionProvider"`
		DocumentSymbolProvider bool            `json:"documentSymbolProvider"`
		CodeActionProvider     bool            `json:"codeActionProvider"`
		CodeLensProvider       struct{}        `json:"codeLensProvider"`
		InlayHintProvider      bool            `json:"inlayHintProvider"`
		ExecuteCommandProvider commandProvider `json:"executeCommandProvider"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"` // 2: incremental
		Save      bool `json:"save"`
	}
	commandProvider struct {
		Commands []string `json:"commands"`
	}

	diagnostic struct {
		Range              span          `json:"range"`
		Severity           severity      `json:"severity"`
		Code               string        `json:"code,omitempty"`
		Source             string        `json:"source"`
		Message            string        `json:"message"`
		RelatedInformation []relatedInfo `json:"relatedInformation,omitempty"`
	}
	severity    int
	relatedInfo struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
	publishDiagnostics struct {
		URI         string       `json:"uri"`
		Version     int          `json:"version"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}

	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	executeCommand struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	codeLens struct {
		Range   span    `json:"range"`
		Command command `json:"command"`
	}
	inlayHint struct {
		Position    position `json:"position"`
		Label       string   `json:"label"`
		Tooltip     string   `json:"tooltip,omitempty"`
		PaddingLeft bool     `json:"paddingLeft"`
	}
	codeAction struct {
		Title   string         `json:"title"`
		Kind    string         `json:"kind"`
		Edit    *workspaceEdit `json:"edit,omitempty"`
		Command *command       `json:"command,omitempty"`
	}
	workspaceEdit struct {
		Changes map[string][]textEdit `json:"changes,omitempty"`
		// for createFile and documentEdit
		DocumentChanges []any `json:"documentChanges,omitempty"`
	}
	applyEdit struct {
		Label string        `json:"label"`
		Edit  workspaceEdit `json:"edit"`
	}
	createFile struct {
		Kind string `json:"kind"`
		URI  string `json:"uri"`
	}
	documentEdit struct {
		TextDocument versioned  `json:"textDocument"`
		Edits        []textEdit `json:"edits"`
	}
	versioned struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
	}
	textEdit struct {
		Range   span   `json:"range"`
		NewText string `json:"newText"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	documentSymbol struct {
		Name           string     `json:"name"`
		Detail         string     `json:"detail,omitempty"`
		Kind           symbolKind `json:"kind"`
		Range          span       `json:"range"`
		SelectionRange span       `json:"selectionRange"`
	}
	symbolKind int

	progressParams struct {
		Token string   `json:"token"`
		Value progress `json:"value"`
	}
	progress struct {
		Kind        string `json:"kind"` // begin, report, end
		Title       string `json:"title,omitempty"`
		Cancellable bool   `json:"cancellable,omitempty"`
		Message     string `json:"message,omitempty"`
	}
	progressToken struct {
		Token string `json:"token"`
	}
	logMessage struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

const (
	severityError severity = iota + 1
	severityWarning
	severityInformation
)

const (
	symbolClass    symbolKind = 5
	symbolFunction symbolKind = 12
	symbolVariable symbolKind = 13
)
