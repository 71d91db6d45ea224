package outside

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// grace is the time after its time limit after which a solver is killed.
const grace = 10 * time.Second

// kept is the number of bytes kept from the end of the output.
const kept = 1 << 16

// A tail keeps the end of its input.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if len(t.text) > 2*kept {
		t.text = append(t.text[:0], t.text[len(t.text)-kept:]...)
	}
	return len(p), nil
}

// execute runs the solver and returns the end of its output.
func (r run) execute(ctx context.Context, dir string, arguments []string) ([]byte, error) {
	late := ctx
	if r.options.Time > 0 {
		var cancel context.CancelFunc
		late, cancel = context.WithTimeout(ctx, r.options.Time+grace)
		defer cancel()
	}
	command := exec.CommandContext(late, r.solver.Path, arguments...)
	command.Dir = dir
	command.WaitDelay = time.Second
	var output tail
	var w io.Writer = &output
	if r.options.Log != nil {
		w = io.MultiWriter(&output, r.options.Log)
	}
	command.Stdout, command.Stderr = w, w
	err := command.Run()
	if err != nil && late.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("it did not keep to its limit of %v and was killed", r.options.Time)
	}
	return output.text, err
}

// lastLines returns the last n lines that are not empty.
func lastLines(text []byte, n int) string {
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, " \r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

var versionNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:version:?|solver)\s+v?([0-9]+(?:\.[0-9]+)*)`)
})

// version returns the version that a program reports, or "".
func version(path string, arguments []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, path, arguments...)
	command.WaitDelay = time.Second
	text, _ := command.CombinedOutput()
	if m := versionNumber().FindSubmatch(bytes.TrimSpace(text)); m != nil {
		return string(m[1])
	}
	return ""
}
