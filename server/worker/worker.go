package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"farbank"
	"farbank/server/ask"
	"farbank/show/render"
)

// An Order is a question with the limits of the process that answers it.
type Order struct {
	Request *ask.Request  `json:"request"`
	Time    time.Duration `json:"time"`   // from the beginning on; 0: no limit
	Memory  int64         `json:"memory"` // bytes; 0: no limit
	Output  int64         `json:"output"` // bytes of the answer with its plans; 0: no limit
}

// A Message is written by the process: events, and finally an answer or an error.
type Message struct {
	ask.Event
	Answer json.RawMessage `json:"answer,omitempty"`
	Error  *ErrorDocument  `json:"error,omitempty"`
}

// An ErrorDocument is an error with its category.
type ErrorDocument struct {
	render.ErrorDocument
	Request bool `json:"request,omitempty"` // the request is invalid
	Bug     bool `json:"bug,omitempty"`     // a bug of this program
}

// Error returns the first message.
func (e *ErrorDocument) Error() string { return e.Errors[0].Message }

// NewError converts an error of [ask.Answer].
func NewError(err error) *ErrorDocument {
	var request *ask.RequestError
	var bug *farbank.BugError
	return &ErrorDocument{ErrorDocument: *render.NewErrors(err), Request: errors.As(err, &request), Bug: errors.As(err, &bug)}
}

// tellEach is the minimum interval between progress messages.
const tellEach = 250 * time.Millisecond

// Serve answers the order that it reads from in. It is the main function of the process.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	var o Order
	if err := json.NewDecoder(in).Decode(&o); err != nil || o.Request == nil {
		return fmt.Errorf("an order is needed: %w", err)
	}
	restrict(&o)
	w := &writer{enc: json.NewEncoder(out)}
	w.enc.SetEscapeHTML(false)
	if o.Time > 0 && (o.Request.Timeout == 0 || o.Request.Timeout > o.Time.Seconds()) {
		o.Request.Timeout = o.Time.Seconds()
	}
	if o.Memory > 0 && (o.Request.Memory == 0 || o.Request.Memory > o.Memory) {
		o.Request.Memory = o.Memory
	}
	doc, err := ask.Answer(ctx, o.Request, w.tell)
	if err != nil {
		return w.write(&Message{Error: NewError(err)})
	}
	answer, err := Marshal(doc)
	if err != nil {
		return err
	}
	return w.write(&Message{Answer: answer})
}

// Marshal returns a document as JSON without HTML escapes.
func Marshal(doc any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(doc)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// A writer writes messages, progress at a limited rate.
type writer struct {
	mu   sync.Mutex
	enc  *json.Encoder
	last time.Time
}

func (w *writer) tell(e ask.Event) {
	w.mu.Lock()
	now := time.Now()
	skip := e.Progress != nil && now.Sub(w.last) < tellEach
	if e.Progress != nil && !skip {
		w.last = now
	}
	w.mu.Unlock()
	if !skip {
		w.write(&Message{Event: e}) // if the host no longer reads, it kills this process
	}
}

func (w *writer) write(m *Message) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.enc.Encode(m)
}

// A LimitError reports that a process exceeded a limit.
type LimitError struct{ Reason string }

// Error returns the reason.
func (e *LimitError) Error() string { return e.Reason }

// read reads the messages of a process up to the answer.
func read(r io.Reader, most int64, tell func(ask.Event)) (json.RawMessage, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	total := int64(0)
	for {
		line, err := readLine(lines, most-total)
		total += int64(len(line))
		if most > 0 && total > most {
			return nil, &LimitError{fmt.Sprintf("the answer is larger than %d bytes", most)}
		}
		if err != nil {
			return nil, err
		}
		var m Message
		switch err := json.Unmarshal(line, &m); {
		case err != nil:
			return nil, fmt.Errorf("a message of the worker: %w", err)
		case m.Answer != nil:
			return m.Answer, nil
		case m.Error != nil:
			return nil, m.Error
		}
		tell(m.Event)
	}
}

// readLine reads a line. It truncates lines that are longer than about most bytes and leaves the
// rest unread.
func readLine(r *bufio.Reader, most int64) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
		if most > 0 && int64(len(line)) > most {
			return line, nil
		}
	}
}
