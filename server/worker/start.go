package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"farbank/server/ask"
)

// A Host starts worker processes.
type Host struct {
	Program string   // "": this program
	Args    []string // nil: worker
	Grace   time.Duration
	Group   *Group // whose limits apply as well; nil: none
}

// defaultGrace is the time after the time limit before a process is killed.
const defaultGrace = 3 * time.Second

// Answer executes an order in a new process. The answer is the document as JSON. The error is an
// [*ErrorDocument] of the process, a [*LimitError] if it was ended at a limit, or that of ctx.
func (h *Host) Answer(ctx context.Context, o Order, tell func(ask.Event)) (json.RawMessage, error) {
	order, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	grace := h.Grace
	if grace == 0 {
		grace = defaultGrace
	}
	whole, end := ctx, context.CancelFunc(func() {})
	if o.Time > 0 {
		whole, end = context.WithTimeout(ctx, o.Time+grace)
	}
	defer end()
	cmd, err := h.command(whole)
	if err != nil {
		return nil, err
	}
	cmd.Stdin = bytes.NewReader(order)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	place, err := h.Group.cell(&o)
	if err != nil {
		return nil, fmt.Errorf("a control group: %w", err)
	}
	defer place.remove()
	place.hold(cmd)
	said := &opening{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lower(cmd.Process.Pid)
	answer, err := read(out, o.Output, tell)
	if !errors.Is(err, io.EOF) {
		cmd.Process.Kill() // it has sent its answer
	}
	wait := cmd.Wait()
	var limit *LimitError
	var failed *ErrorDocument
	switch {
	case err == nil, errors.As(err, &limit), errors.As(err, &failed):
		return answer, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case whole.Err() != nil:
		return nil, &LimitError{"the time limit was reached"}
	case errors.Is(err, io.EOF) && place.outOfMemory():
		return nil, &LimitError{"the memory limit was reached"}
	case errors.Is(err, io.EOF):
		return nil, died(cmd, wait, said.String())
	}
	return nil, err
}

func (h *Host) command(ctx context.Context) (*exec.Cmd, error) {
	program := h.Program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	args := h.Args
	if args == nil {
		args = []string{"worker"}
	}
	cmd := exec.CommandContext(ctx, program, args...)
	if cmd.Dir = os.TempDir(); !isFolder(cmd.Dir) { // as in an image with nothing but the program
		cmd.Dir = string(filepath.Separator)
	}
	cmd.Env = []string{"PATH=", "HOME=/", "GOTRACEBACK=none"} // nothing of the host's environment
	cmd.Env = append(cmd.Env, extraEnv()...)
	separate(cmd)
	return cmd, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// died returns the error for a process that ended without an answer.
func died(cmd *exec.Cmd, wait error, said string) error {
	if killed(cmd) {
		return &LimitError{"the limit of memory or of processor time was reached"}
	}
	if bytes.Contains([]byte(said), []byte("out of memory")) || bytes.Contains([]byte(said), []byte("cannot allocate memory")) {
		return &LimitError{"the memory limit was reached"}
	}
	return fmt.Errorf("the worker ended without an answer: %v: %s", wait, said)
}

// An opening keeps the beginning of a text.
type opening struct{ bytes.Buffer }

const maxSaid = 4096

func (t *opening) Write(b []byte) (int, error) {
	if room := maxSaid - t.Len(); room > 0 {
		t.Buffer.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

// extraEnv returns the variables that coverage and tests need in the process.
func extraEnv() []string {
	var list []string
	for _, name := range []string{"GOCOVERDIR", "FARBANK_WORKER", "TMPDIR", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+v)
		}
	}
	return list
}
