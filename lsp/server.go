package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options configure a server.
type Options struct {
	Version string // of the program

	// Run runs farbank with arguments in a folder, and returns its output: for the commands solve
	// and explain. The problem is on standard input.
	Run func(ctx context.Context, dir string, args []string, stdin string) (string, error)

	Soon, Later time.Duration // delays after a change until a text is read, and until it is grounded
}

// Serve serves an editor over in and out, until it sends exit or closes the connection. It returns
// the exit code: 0 if the editor sent shutdown before, otherwise 1.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) (code int) {
	s := &server{
		opts: opts, wire: &wire{in: bufio.NewReader(in), out: out}, documents: map[string]*snapshot{},
		running: map[string]context.CancelFunc{}, turn: make(chan struct{}, 1),
	}
	s.ctx, s.stop = context.WithCancel(ctx)
	defer s.end()
	for !s.exit {
		m, err := s.wire.read()
		var f *failure
		switch {
		case errors.As(err, &f):
			s.wire.answer(nil, nil, f)
		case err != nil:
			s.exit = true
		default:
			s.take(m)
		}
		if s.wire.broken() != nil || s.ctx.Err() != nil {
			break
		}
	}
	if s.state == stopped {
		return 0
	}
	return 1
}

// A server serves one editor.
type server struct {
	opts Options
	wire *wire
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup // background work
	turn chan struct{}  // held while a problem is grounded

	state    state
	exit     bool
	settings settings
	folders  []string // paths

	mu        sync.Mutex
	documents map[string]*snapshot // by URI
	running   map[string]context.CancelFunc
}

type state int

const (
	fresh state = iota
	ready
	stopped
)

// end waits for background work.
func (s *server) end() {
	s.stop()
	s.mu.Lock()
	for _, d := range s.documents {
		d.cancel()
	}
	s.mu.Unlock()
	s.work.Wait()
}

// A request is a request that is being answered.
type request struct {
	*server
	ctx    context.Context
	snap   *snapshot // of its document; nil: the document is not open
	params json.RawMessage
	at
}

// requests returns the handlers of requests about a document.
func requests() map[string]func(*request) (any, error) {
	return map[string]func(*request) (any, error){
		"textDocument/hover":               (*request).hover,
		"textDocument/completion":          (*request).completion,
		"textDocument/signatureHelp":       (*request).signatureHelp,
		"textDocument/definition":          (*request).definition,
		"textDocument/typeDefinition":      (*request).typeDefinition,
		"textDocument/references":          (*request).references,
		"textDocument/documentHighlight":   (*request).highlights,
		"textDocument/prepareRename":       (*request).prepareRename,
		"textDocument/rename":              (*request).rename,
		"textDocument/documentSymbol":      (*request).symbols,
		"textDocument/foldingRange":        (*request).folding,
		"textDocument/formatting":          (*request).formatting,
		"textDocument/semanticTokens/full": (*request).semanticTokens,
		"textDocument/inlayHint":           (*request).inlayHints,
		"textDocument/codeLens":            (*request).codeLenses,
		"textDocument/codeAction":          (*request).codeActions,
	}
}

// take handles a message.
func (s *server) take(m *message) {
	switch {
	case m.Method == "": // an answer, or an invalid message
		if m.ID == nil || m.Result == nil && m.Error == nil {
			s.wire.answer(m.ID, nil, failed(invalidRequest, "a message has a method"))
		}
	case m.ID == nil:
		s.notification(m)
	default:
		s.request(m)
	}
}

func (s *server) request(m *message) {
	switch {
	case m.Method == "initialize" && s.state == fresh:
		s.state = ready
		s.wire.answer(m.ID, s.initialize(m.Params), nil)
		return
	case s.state == fresh:
		s.wire.answer(m.ID, nil, failed(notInitialized, "the first request is initialize"))
		return
	case s.state == stopped || m.Method == "initialize":
		s.wire.answer(m.ID, nil, failed(invalidRequest, "%s cannot be asked now", m.Method))
		return
	case m.Method == "shutdown":
		s.state = stopped
		s.wire.answer(m.ID, nil, nil)
		return
	}
	f := requests()[m.Method]
	if m.Method == "workspace/executeCommand" {
		f = (*request).execute
	}
	if f == nil {
		s.wire.answer(m.ID, nil, failed(unknownMethod, "%s is not known here", m.Method))
		return
	}
	r := &request{server: s, params: m.Params}
	if err := json.Unmarshal(m.Params, &r.at); err != nil && m.Params != nil {
		s.wire.answer(m.ID, nil, failed(invalidParams, "%s: %v", m.Method, err))
		return
	}
	r.snap = s.documents[r.TextDocument.URI]
	if r.snap == nil && m.Method != "workspace/executeCommand" {
		s.wire.answer(m.ID, nil, failed(invalidParams, "%s: the document %s is not open", m.Method, r.TextDocument.URI))
		return
	}
	if r.snap != nil && r.snap.isData() {
		s.wire.answer(m.ID, nil, nil) // the document is open in another editor
		return
	}
	s.besides(m, r, f)
}

// besides answers a request concurrently with others.
func (s *server) besides(m *message, r *request, f func(*request) (any, error)) {
	ctx, cancel := context.WithCancel(s.ctx)
	r.ctx = ctx
	id := string(m.ID)
	s.mu.Lock()
	s.running[id] = cancel
	s.mu.Unlock()
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		result, err := r.answer(f)
		switch {
		case ctx.Err() != nil:
			result, err = nil, failed(cancelled, "the request was cancelled")
		case err == nil && r.snap != nil && r.snap.ctx.Err() != nil && r.snap.look().info == nil:
			err = failed(contentChanged, "the text has changed")
		}
		s.mu.Lock()
		delete(s.running, id)
		s.mu.Unlock()
		cancel()
		s.wire.answer(m.ID, result, err)
	}()
}

// answer returns the answer to a request, or a panic as an error.
func (r *request) answer(f func(*request) (any, error)) (result any, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = failed(internalError, "a bug: %v\n%s", bug, debug.Stack())
		}
	}()
	return f(r)
}

func (s *server) notification(m *message) {
	if m.Method == "exit" {
		s.exit = true
		return
	}
	if s.state != ready {
		return
	}
	var err error
	switch m.Method {
	case "textDocument/didOpen":
		err = s.didOpen(m.Params)
	case "textDocument/didChange":
		err = s.didChange(m.Params)
	case "textDocument/didClose":
		err = s.didClose(m.Params)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.renewAll()
	case "workspace/didChangeConfiguration":
		err = s.didConfigure(m.Params)
	case "$/cancelRequest":
		err = s.didCancel(m.Params)
	}
	if err != nil {
		s.wire.notify("window/logMessage", map[string]any{"type": 1, "message": fmt.Sprintf("%s: %v", m.Method, err)})
	}
}

func (s *server) initialize(raw json.RawMessage) any {
	var p initializeParams
	if json.Unmarshal(raw, &p) != nil {
		var loose struct {
			RootURI string `json:"rootUri"`
		}
		_ = json.Unmarshal(raw, &loose) // invalid settings are ignored
		p = initializeParams{RootURI: loose.RootURI}
	}
	s.settings = p.Settings
	for _, f := range append(p.Folders, folder{p.RootURI}) {
		if path := pathOf(f.URI); path != "" && !slices.Contains(s.folders, path) {
			s.folders = append(s.folders, path)
		}
	}
	return map[string]any{
		"serverInfo": map[string]string{"name": "farbank", "version": s.opts.Version},
		"capabilities": map[string]any{
			"positionEncoding":           "utf-16",
			"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": true},
			"hoverProvider":              true,
			"completionProvider":         map[string]any{"triggerCharacters": []string{".", "\"", "/"}},
			"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", "[", ","}},
			"definitionProvider":         true,
			"typeDefinitionProvider":     true,
			"referencesProvider":         true,
			"documentHighlightProvider":  true,
			"renameProvider":             map[string]any{"prepareProvider": true},
			"documentSymbolProvider":     true,
			"foldingRangeProvider":       true,
			"documentFormattingProvider": true,
			"inlayHintProvider":          true,
			"codeLensProvider":           map[string]any{},
			"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
			"executeCommandProvider":     map[string]any{"commands": commandNames},
			"semanticTokensProvider": map[string]any{"full": true,
				"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers}},
		},
	}
}

func (s *server) didOpen(raw json.RawMessage) error {
	var p openParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	if p.TextDocument.URI == "" {
		return errors.New("the document has no URI")
	}
	s.replace(p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text)
	return nil
}

func (s *server) didChange(raw json.RawMessage) error {
	var p changeParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	old := s.documents[p.TextDocument.URI]
	if old == nil {
		return fmt.Errorf("the document %s is not open", p.TextDocument.URI)
	}
	t := old.text
	for _, c := range p.ContentChanges {
		t = newText(t.edit(c))
	}
	s.replace(old.uri, p.TextDocument.Version, t.source)
	return nil
}

func (s *server) didClose(raw json.RawMessage) error {
	var p at
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	uri := p.TextDocument.URI
	old := s.documents[uri]
	if old == nil {
		return fmt.Errorf("the document %s is not open", uri)
	}
	s.publish(old, []Diagnostic{})
	s.mu.Lock()
	old.cancel()
	delete(s.documents, uri)
	s.mu.Unlock()
	s.dependents(uri)
	return nil
}

func (s *server) didConfigure(raw json.RawMessage) error {
	var p struct {
		Settings struct {
			Farbank settings `json:"farbank"`
		} `json:"settings"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	s.settings = p.Settings.Farbank
	s.renewAll()
	return nil
}

func (s *server) didCancel(raw json.RawMessage) error {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[string(p.ID)]; cancel != nil {
		cancel()
	}
	return nil
}

// replace sets the text of a document, and renews those that depend on it.
func (s *server) replace(uri string, version int, source string) {
	s.renew(uri, version, source)
	s.dependents(uri)
}

// dependents renews the other documents that may use a changed one.
func (s *server) dependents(changed string) {
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		if d := s.documents[uri]; uri != changed && (strings.Contains(d.source, "use") || d.given.Data != nil) {
			s.renew(d.uri, d.version, d.source)
		}
	}
}

// renewAll renews all documents, as something that they depend on may have changed.
func (s *server) renewAll() {
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		d := s.documents[uri]
		s.renew(d.uri, d.version, d.source)
	}
}

func (s *server) renew(uri string, version int, source string) {
	open := map[string]opened{}
	for _, d := range s.documents {
		if path := pathOf(d.uri); path != "" {
			open[path] = opened{d.uri, d.source}
		}
	}
	snap := newSnapshot(uri, version, source, open, s.given(uri))
	s.mu.Lock()
	if old := s.documents[uri]; old != nil {
		old.cancel()
	}
	s.documents[uri] = snap
	s.mu.Unlock()
	if !snap.isData() {
		s.work.Add(1)
		go s.watch(snap)
	}
}

// given returns the settings of a document.
func (s *server) given(uri string) inputs {
	path := pathOf(uri)
	for _, name := range slices.Sorted(maps.Keys(s.settings.Files)) {
		if path != "" && (path == name || strings.HasSuffix(path, "/"+name)) {
			return s.settings.Files[name]
		}
	}
	return inputs{}
}
