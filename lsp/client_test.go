package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// A client is an editor for tests.
type client struct {
	t      *testing.T
	wire   *wire
	close  func()
	code   chan int
	mu     sync.Mutex
	id     int
	wait   map[string]chan *message
	change *sync.Cond
	latest map[string]diagnosticsParams // last diagnostics, by URI
	log    []string
}

// patience is the time limit for an expected answer.
const patience = 2 * time.Minute

// start starts a server and a client that has sent initialize.
func start(t *testing.T, init any, opts Options) *client {
	t.Helper()
	c := connect(t, opts)
	c.ask("initialize", init, nil)
	c.notify("initialized", struct{}{})
	return c
}

func connect(t *testing.T, opts Options) *client {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	c := &client{t: t, wire: &wire{in: bufio.NewReader(fromServer), out: toServer}, code: make(chan int, 1),
		wait: map[string]chan *message{}, latest: map[string]diagnosticsParams{}}
	c.change = sync.NewCond(&c.mu)
	c.close = func() { toServer.Close() }
	go func() {
		c.code <- Serve(context.Background(), fromClient, toClient, opts)
		fromClient.Close()
		toClient.Close()
	}()
	go c.listen()
	t.Cleanup(func() { toServer.Close() })
	return c
}

func (c *client) listen() {
	for {
		m, err := c.wire.read()
		if err != nil {
			return
		}
		c.mu.Lock()
		switch {
		case m.Method == "textDocument/publishDiagnostics":
			var p diagnosticsParams
			_ = json.Unmarshal(m.Params, &p)
			c.latest[p.URI] = p
			c.change.Broadcast()
		case m.Method != "":
			c.log = append(c.log, m.Method+string(m.Params))
		default:
			if ch := c.wait[string(m.ID)]; ch != nil {
				ch <- m
			}
		}
		c.mu.Unlock()
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.wire.notify(method, params)
}

// send sends a request, and returns the channel of its answer.
func (c *client) send(method string, params any) (id string, answer chan *message) {
	c.t.Helper()
	body, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	c.id++
	id, answer = fmt.Sprint(c.id), make(chan *message, 1)
	c.wait[id] = answer
	c.mu.Unlock()
	c.wire.write(&message{ID: json.RawMessage(id), Method: method, Params: body})
	return id, answer
}

// ask sends a request and waits for the answer; it stores the result in into.
func (c *client) ask(method string, params, into any) *failure {
	c.t.Helper()
	_, answer := c.send(method, params)
	m := c.answer(answer)
	if m.Error == nil && into != nil {
		if err := json.Unmarshal(m.Result, into); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
	return m.Error
}

func (c *client) answer(ch chan *message) *message {
	c.t.Helper()
	select {
	case m := <-ch:
		return m
	case <-time.After(patience):
		c.t.Fatal("no answer")
		return nil
	}
}

// open opens a document.
func (c *client) open(uri, text string) {
	c.t.Helper()
	var p openParams
	p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text = uri, 1, text
	c.notify("textDocument/didOpen", p)
}

// edit changes a document.
func (c *client) edit(uri string, version int, changes ...change) {
	c.t.Helper()
	c.notify("textDocument/didChange", changeParams{documentID{uri, version}, changes})
}

// diagnostics waits for the diagnostics of a version of a document.
func (c *client) diagnostics(uri string, version int) []Diagnostic {
	c.t.Helper()
	late := time.AfterFunc(patience, func() { c.change.Broadcast() })
	defer late.Stop()
	begun := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if p, ok := c.latest[uri]; ok && p.Version >= version {
			return p.Diagnostics
		}
		if time.Since(begun) > patience {
			c.t.Fatalf("no diagnostics of version %d of %s", version, uri)
		}
		c.change.Wait()
	}
}

// where returns the parameters for the position in bytes after the k-th occurrence of a mark.
func where(uri, source, mark string, k, in int) map[string]any {
	at := -1
	for range k {
		i := strings.Index(source[at+1:], mark)
		if i < 0 {
			panic("no " + mark)
		}
		at += 1 + i
	}
	return map[string]any{"textDocument": map[string]string{"uri": uri}, "position": newText(source).position(at + in)}
}
