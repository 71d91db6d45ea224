package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/server/ask"
	"farbank/server/worker"
)

func TestMain(m *testing.M) {
	switch os.Getenv("FARBANK_WORKER") {
	case "":
		os.Exit(m.Run())
	case "dies":
		os.Exit(3)
	case "babbles":
		for {
			fmt.Println(strings.Repeat("x", 1<<16))
		}
	case "hangs":
		time.Sleep(time.Hour)
	}
	if err := worker.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer(t *testing.T, role string, o worker.Order, tell func(ask.Event)) (string, error) {
	t.Helper()
	t.Setenv("FARBANK_WORKER", role)
	h := worker.Host{Args: []string{}, Grace: 10 * time.Second}
	if role == "hangs" {
		h.Grace = 500 * time.Millisecond
	}
	b, err := h.Answer(t.Context(), o, tell)
	return string(b), err
}

func wolf(do string) worker.Order {
	return worker.Order{Request: &ask.Request{Do: do, Problem: ask.Problem{Example: "wolf"}}, Time: time.Minute, Memory: 1 << 30, Output: 1 << 20}
}

func TestAnswer(t *testing.T) {
	o := wolf("solve")
	o.Request.All = true
	plans := 0
	text, err := answer(t, "works", o, func(e ask.Event) {
		if e.Plan != nil {
			plans++
		}
	})
	if err != nil || plans != 2 || !strings.Contains(text, `"given":2`) {
		t.Errorf("%s, %d plans, %v", text, plans, err)
	}
	o = wolf("slove")
	var failed *worker.ErrorDocument
	if _, err := answer(t, "works", o, nil); !errors.As(err, &failed) || !failed.Request || !strings.Contains(err.Error(), "did you mean solve?") {
		t.Errorf("%v", err)
	}
}

// TestNoTemporaryFolder checks that a worker runs without a temporary folder.
func TestNoTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if text, err := answer(t, "works", wolf("solve"), func(ask.Event) {}); err != nil || !strings.Contains(text, "solved") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestLimits(t *testing.T) {
	quiet := func(ask.Event) {}
	o := worker.Order{Request: &ask.Request{Do: "solve", Problem: ask.Problem{Example: "hanoi"}}, Time: 200 * time.Millisecond, Memory: 1 << 30}
	o.Request.Params = map[string]json.RawMessage{"discs": json.RawMessage("20")}
	if text, err := answer(t, "works", o, quiet); err != nil || !strings.Contains(text, "the time limit was reached") {
		t.Errorf("a question with a time limit: %s, %v", text, err)
	}
	var limit *worker.LimitError
	if _, err := answer(t, "hangs", o, quiet); !errors.As(err, &limit) {
		t.Errorf("a worker that hangs: %v", err)
	}
	o.Time = time.Minute // a process takes a while to start on a busy machine
	if _, err := answer(t, "dies", o, quiet); err == nil || !strings.Contains(err.Error(), "without an answer") {
		t.Errorf("a worker that dies: %v", err)
	}
	o.Output = 1 << 20
	if _, err := answer(t, "babbles", o, quiet); err == nil {
		t.Errorf("a worker with endless output: %v", err)
	}
	o = wolf("solve")
	o.Request.All, o.Output = true, 500
	if _, err := answer(t, "works", o, quiet); !errors.As(err, &limit) || !strings.Contains(err.Error(), "larger than 500 bytes") {
		t.Errorf("a large answer: %v", err)
	}
	o = wolf("solve")
	o.Request.Example, o.Request.Params, o.Memory = "hanoi", map[string]json.RawMessage{"discs": json.RawMessage("16"), "pegs": json.RawMessage("4")}, 64<<20
	if text, err := answer(t, "works", o, quiet); !errors.As(err, &limit) && !strings.Contains(text, "memory limit") {
		t.Errorf("a question with a memory limit: %s, %v", text, err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	mine := errors.New("mine")
	t.Setenv("FARBANK_WORKER", "hangs")
	time.AfterFunc(100*time.Millisecond, func() { cancel(mine) })
	h := worker.Host{Args: []string{}}
	if _, err := h.Answer(ctx, wolf("solve"), func(ask.Event) {}); !errors.Is(err, mine) {
		t.Errorf("%v", err)
	}
}
