package lsp

import "encoding/json"

// The supported part of the protocol: names and JSON are those of its specification.

// A Position counts lines and UTF-16 units from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is [Start, End).
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

type documentID struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

// at is the part that most requests have in common.
type at struct {
	TextDocument documentID `json:"textDocument"`
	Position     Position   `json:"position"`
}

type initializeParams struct {
	RootURI  string   `json:"rootUri"`
	Folders  []folder `json:"workspaceFolders"`
	Settings settings `json:"initializationOptions"`
}

type folder struct {
	URI string `json:"uri"`
}

// settings are the user's settings for files.
type settings struct {
	Files map[string]inputs `json:"files"` // by the name of the file, or the end of its path
}

// inputs are parameters and data for a file.
type inputs struct {
	Params map[string]string `json:"params"`
	Data   []string          `json:"data"` // files, relative to the one that they are for
}

type openParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type changeParams struct {
	TextDocument   documentID `json:"textDocument"`
	ContentChanges []change   `json:"contentChanges"`
}

// A change replaces a range, or without one the whole text.
type change struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

// A Diagnostic is an error or a warning.
type Diagnostic struct {
	Range    Range     `json:"range"`
	Severity int       `json:"severity"` // 1 error, 2 warning
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Tags     []int     `json:"tags,omitempty"` // 1: unnecessary
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

type diagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(s string) *markup { return &markup{"markdown", s} }

type hover struct {
	Contents *markup `json:"contents"`
	Range    *Range  `json:"range,omitempty"`
}

type textEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred"`
	Edit        workspaceEdit `json:"edit"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type codeLens struct {
	Range   Range   `json:"range"`
	Command command `json:"command"`
}

type executeParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

type inlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	Kind        int      `json:"kind"` // 1: a type
	PaddingLeft bool     `json:"paddingLeft"`
}

type completionItem struct {
	Label      string    `json:"label"`
	Kind       int       `json:"kind"`
	Detail     string    `json:"detail,omitempty"`
	Doc        *markup   `json:"documentation,omitempty"`
	SortText   string    `json:"sortText,omitempty"`
	InsertText string    `json:"insertText,omitempty"`
	Format     int       `json:"insertTextFormat,omitempty"` // 2: a snippet
	Edit       *textEdit `json:"textEdit,omitempty"`
}

type signatureHelp struct {
	Signatures      []signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

type signature struct {
	Label      string      `json:"label"`
	Doc        *markup     `json:"documentation,omitempty"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Label [2]int `json:"label"` // range in the label of the signature, in UTF-16 units
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}
