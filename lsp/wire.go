package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// maxMessage is the maximum size of a message, in bytes.
const maxMessage = 64 << 20

// A message is a request, a notification (without ID) or an answer (without Method).
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

// A failure is the error of an answer.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (f *failure) Error() string { return f.Message }

// Codes of failures, as in JSON-RPC and the protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	unknownMethod  = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
	requestFailed  = -32803
	contentChanged = -32801
	cancelled      = -32800
)

func failed(code int, format string, args ...any) *failure {
	return &failure{code, fmt.Sprintf(format, args...)}
}

// A wire reads and writes messages: header lines with Content-Length, an empty line, and JSON.
type wire struct {
	in  *bufio.Reader
	mu  sync.Mutex
	out io.Writer
	err error // of writing: then the editor is gone
}

// read returns the next message. A *failure means that it was invalid, and reading can continue;
// any other error is final.
func (w *wire) read() (*message, error) {
	n, err := w.head()
	if err != nil {
		return nil, err
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(w.in, body); err != nil {
		return nil, err
	}
	m := &message{}
	if err := json.Unmarshal(body, m); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return nil, failed(invalidRequest, "this is no message: %v", err)
		}
		return nil, failed(parseError, "this is not valid JSON: %v", err)
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m, nil
}

// head reads the header of a message and returns the length of its body.
func (w *wire) head() (int, error) {
	n, lines := -1, 0
	for {
		line, err := w.in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if lines > 0 {
				break
			}
			continue
		}
		lines++
		name, value, ok := strings.Cut(text, ":")
		if ok && strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			if n, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || n < 0 {
				n = -1
			}
		}
	}
	if n > maxMessage {
		return 0, fmt.Errorf("a message of %d bytes is too large: at most %d", n, maxMessage)
	}
	if n < 0 {
		return 0, failed(parseError, "the head of a message has no Content-Length")
	}
	return n, nil
}

// write sends a message.
func (w *wire) write(m *message) {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil && w.err == nil {
		_, err = fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if w.err == nil {
		w.err = err
	}
}

// broken returns the error of writing.
func (w *wire) broken() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// notify sends a notification.
func (w *wire) notify(method string, params any) {
	body, err := json.Marshal(params)
	if err == nil {
		w.write(&message{Method: method, Params: body})
	}
}

// answer sends the answer to a request.
func (w *wire) answer(id json.RawMessage, result any, err error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	if err != nil {
		var f *failure
		if !errors.As(err, &f) {
			f = failed(internalError, "%v", err)
		}
		w.write(&message{ID: id, Error: f})
		return
	}
	body, err := json.Marshal(result)
	if err != nil {
		w.answer(id, nil, err)
		return
	}
	w.write(&message{ID: id, Result: body})
}
