package generated_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"time"

	"farbank/internal/testing/generated"
)

// A hand is a process that tries models one by one. It is killed if one takes too long.
type hand struct {
	share int
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	err   *tail
}

func newHand(share int) *hand {
	h := &hand{share: share, cmd: exec.Command(os.Args[0]), err: &tail{}}
	h.cmd.Env = append(os.Environ(), fmt.Sprintf("MADE_WORKER=%d", share))
	h.cmd.Stderr = h.err
	in, err1 := h.cmd.StdinPipe()
	out, err2 := h.cmd.StdoutPipe()
	if err1 != nil || err2 != nil || h.cmd.Start() != nil {
		panic("no worker")
	}
	h.in, h.out = in, bufio.NewReader(out)
	return h
}

// A tail keeps the first bytes of a dying worker's output.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.b) < 1<<16 {
		t.b = append(t.b, b...)
	}
	return len(b), nil
}

func (h *hand) stop() {
	h.in.Close()
	h.cmd.Process.Kill()
	h.cmd.Wait()
}

// try tries a model; a new process replaces one that hangs or dies.
func (h *hand) try(m generated.Model, patience time.Duration) verdict {
	b, _ := json.Marshal(m)
	timer := time.AfterFunc(patience, func() { h.cmd.Process.Kill() })
	defer timer.Stop()
	fmt.Fprintf(h.in, "%s\n", b)
	v := verdict{}
	stage := ""
	for {
		line, err := h.out.ReadString('\n')
		if err != nil {
			died := !timer.Stop()
			h.stop()
			said := string(h.err.b)
			*h = *newHand(h.share)
			if died {
				return verdict{Kind: "no end: " + stage, Detail: "no end within " + patience.String(), Stage: stage}
			}
			return verdict{Kind: "died: " + stage + ": " + crash(said), Detail: said, Stage: stage}
		}
		if s, ok := strings.CutPrefix(line, "stage "); ok {
			stage = strings.TrimSpace(s)
			continue
		}
		if json.Unmarshal([]byte(line), &v) == nil {
			return v
		}
	}
}

// crash returns the first line of a dying process's output, and the place.
func crash(said string) string {
	first, _, _ := strings.Cut(said, "\n")
	return first + " " + frame(said)
}

// module is the path of this module, which a publisher may change.
var module = strings.TrimSuffix(reflect.TypeFor[generated.Model]().PkgPath(), "/internal/testing/generated")

// frame returns the first function of this module in a stack.
func frame(stack string) string {
	after := stack
	if i := strings.LastIndex(stack, "panic("); i >= 0 {
		after = stack[i:]
	}
	for _, l := range strings.Split(after, "\n") {
		if strings.HasPrefix(l, module) && !strings.HasPrefix(l, module+"/internal/testing/generated") {
			if i := strings.LastIndex(l, "("); i > 0 {
				l = l[:i]
			}
			return l
		}
	}
	return ""
}
