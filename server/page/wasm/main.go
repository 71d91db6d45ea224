//go:build js && wasm

// The program that a browser runs in a worker: package ask as WebAssembly. It sets the function
// farbankAsk(request, event, done), which takes and passes JSON texts, and then waits.
package main

import (
	"context"
	"encoding/json"
	"sync"
	"syscall/js"
	"time"

	"farbank/server/ask"
	"farbank/show/render"
)

func main() {
	js.Global().Set("farbankAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		go answer(args[0].String(), args[1], args[2])
		return nil
	}))
	js.Global().Call("farbankReady")
	select {}
}

// answer answers a question. It calls done with whether it succeeded and with the document.
func answer(request string, tell, done js.Value) {
	var r ask.Request
	err := json.Unmarshal([]byte(request), &r)
	var doc any
	if err == nil {
		t := &teller{f: tell}
		doc, err = ask.Answer(context.Background(), &r, t.tell)
	}
	if err != nil {
		done.Invoke(false, text(render.NewErrors(err)))
		return
	}
	done.Invoke(true, text(doc))
}

func text(doc any) string {
	b, err := json.Marshal(doc)
	if err != nil {
		return `{"errors":[{"message":"the answer cannot be written"}]}`
	}
	return string(b)
}

// tellEach is the minimum interval between progress events.
const tellEach = 200 * time.Millisecond

// A teller passes events to JavaScript, progress events at a limited rate.
type teller struct {
	mu   sync.Mutex
	f    js.Value
	last time.Time
}

func (t *teller) tell(e ask.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Progress != nil {
		if time.Since(t.last) < tellEach {
			return
		}
		t.last = time.Now()
	}
	t.f.Invoke(text(e))
}
