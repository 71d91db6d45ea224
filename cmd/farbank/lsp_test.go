package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"farbank/examples"
)

// TestEditorAsks checks that an editor can open a file and have it solved and explained, by another
// run of the program.
func TestEditorAsks(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "lsp")
	cmd.Args[0] = "farbank"
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	say := func(m map[string]any) {
		body, _ := json.Marshal(m)
		fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	r := bufio.NewReader(out)
	answer := func(id float64) any {
		for {
			var n int
			if _, err := fmt.Fscanf(r, "Content-Length: %d\r\n\r\n", &n); err != nil {
				t.Fatal(err)
			}
			body := make([]byte, n)
			if _, err := io.ReadFull(r, body); err != nil {
				t.Fatal(err)
			}
			var m map[string]any
			if err := json.Unmarshal(body, &m); err != nil {
				t.Fatal(err)
			}
			if m["id"] == id {
				return m["result"]
			}
		}
	}
	wolf, _ := examples.Source("wolf")
	uri := "untitled:wolf"
	say(map[string]any{"id": 1, "method": "initialize", "params": map[string]any{}})
	say(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1, "text": wolf}}})
	for i, x := range [][2]string{{"solve", "7 moves; no plan is shorter"}, {"explain", "the wolf eats the goat"}} {
		say(map[string]any{"id": i + 2, "method": "workspace/executeCommand", "params": map[string]any{"command": "farbank." + x[0], "arguments": []any{uri}}})
		if got, _ := answer(float64(i + 2)).(string); !strings.Contains(got, x[1]) {
			t.Errorf("%s: %q", x[0], got)
		}
	}
	say(map[string]any{"id": 9, "method": "shutdown"})
	answer(9)
	say(map[string]any{"method": "exit"})
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
