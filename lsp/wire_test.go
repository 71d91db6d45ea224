package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
)

// framed returns messages as they are on a wire.
func framed(bodies ...string) string {
	var b strings.Builder
	for _, s := range bodies {
		b.WriteString("Content-Length: " + itoa(len(s)) + "\r\n\r\n" + s)
	}
	return b.String()
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`

// TestExitCodes checks the exit code 0 after shutdown, and 1 otherwise, as in the protocol.
func TestExitCodes(t *testing.T) {
	for _, x := range []struct {
		in   string
		code int
	}{
		{framed(hello, `{"id":2,"method":"shutdown"}`, `{"method":"exit"}`), 0},
		{framed(hello, `{"id":2,"method":"shutdown"}`), 0},
		{framed(hello, `{"method":"exit"}`), 1},
		{framed(hello), 1},
		{framed(`{"method":"exit"}`), 1},
		{"", 1},
		{"Content-Length: 10\r\n\r\n{}", 1},
		{"Content-Length: 99999999999\r\n\r\n", 1},
		{strings.Repeat("x", 1<<16), 1},
	} {
		if code := Serve(t.Context(), strings.NewReader(x.in), io.Discard, Options{}); code != x.code {
			t.Errorf("%.80q: exit code %d, not %d", x.in, code, x.code)
		}
	}
}

// TestNonsense checks that invalid messages are answered with a failure, and that the server
// continues.
func TestNonsense(t *testing.T) {
	in := framed(`{"id":7,"method":"textDocument/hover","params":{}}`, // before initialize
		`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"rootUri":7,"initializationOptions":"no"}}`,
		`{"id":8,"method":"no/such"}`, `{"id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///none.far"}}}`,
		`{"id":10,"method":"textDocument/hover","params":[1]}`, `{oops`, `[]`, `7`, `{"id":11}`, `{"id":12,"method":"initialize"}`,
		`{"method":"no/such"}`, `{"method":"textDocument/didChange","params":{"textDocument":{"uri":"x"}}}`, `{"method":"textDocument/didOpen","params":3}`,
		`{"method":"$/cancelRequest","params":{"id":99}}`, `{"id":13,"result":null}`) +
		"Content-Type: x\r\n\r\n" + framed(`{"id":14,"method":"shutdown"}`, `{"id":15,"method":"shutdown"}`, `{"method":"exit"}`)
	var out bytes.Buffer
	if code := Serve(t.Context(), strings.NewReader(in), &out, Options{}); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{`"id":7,"error":{"code":-32002`, `"id":"a","result":{"capabilities"`, `"id":8,"error":{"code":-32601`, `"id":9,"error":{"code":-32602`,
		`"id":10,"error":{"code":-32602`, `"id":null,"error":{"code":-32700`, `"id":null,"error":{"code":-32600`, `"id":11,"error":{"code":-32600`,
		`"id":12,"error":{"code":-32600`, `"id":14,"result":null`, `"id":15,"error":{"code":-32600`, "no Content-Length"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing in\n%s", want, out.String())
		}
	}
}

// TestListenerGone checks that the server ends when the editor is gone.
func TestListenerGone(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	in, feed := io.Pipe()
	done := make(chan int)
	go func() { done <- Serve(t.Context(), in, w, Options{}) }()
	go func() { _, _ = io.WriteString(feed, framed(hello, hello, hello)) }()
	select {
	case code := <-done:
		if code != 1 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(patience):
		t.Fatal("the server goes on")
	}
}

// TestCancel checks that a long command ends when it is cancelled, and when the editor closes the
// connection.
func TestCancel(t *testing.T) {
	begun := make(chan bool, 2)
	opts := Options{Run: func(ctx context.Context, _ string, _ []string, _ string) (string, error) {
		begun <- true
		<-ctx.Done()
		return "", ctx.Err()
	}}
	c := start(t, struct{}{}, opts)
	c.open(wolfURI, wolf(t))
	solve := map[string]any{"command": solveCommand, "arguments": []any{wolfURI}}
	id, answer := c.send("workspace/executeCommand", solve)
	<-begun
	c.notify("$/cancelRequest", map[string]any{"id": json.RawMessage(id)})
	if m := c.answer(answer); m.Error == nil || m.Error.Code != cancelled {
		t.Errorf("%+v", m)
	}
	c.send("workspace/executeCommand", solve)
	<-begun
	c.close()
	if code := <-c.code; code != 1 {
		t.Errorf("exit code %d", code)
	}
}
