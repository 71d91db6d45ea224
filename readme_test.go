package farbank_test

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var goBlock = regexp.MustCompile("(?s)\n```go\n(package main\n.*?)```")

// TestReadme runs the programs of the README: the short one, and the service, which is asked for a plan.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := goBlock.FindAllSubmatch(page, -1)
	if len(blocks) != 2 {
		t.Fatalf("the README has %d programs, not 2", len(blocks))
	}
	out, err := exec.Command(built(t, blocks[0][1])).CombinedOutput()
	const want = "7 goat to the east map[cabbage:west farmer:east goat:east wolf:west]\n"
	if err != nil || string(out) != want || !strings.Contains(string(page), "It prints `"+strings.TrimSpace(want)+"`") {
		t.Errorf("%v: %s", err, out)
	}

	if n := bytes.Count(blocks[1][1], []byte("\n")); n > 40 {
		t.Errorf("the service has %d lines", n)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	service := exec.Command(built(t, bytes.ReplaceAll(blocks[1][1], []byte("127.0.0.1:8081"), []byte(address))))
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		service.Process.Kill()
		service.Wait()
	})
	ask := func(text string) (int, string) {
		for range 200 {
			r, err := http.Post("http://"+address+"/solve", "text/plain", strings.NewReader(text))
			if err != nil {
				time.Sleep(50 * time.Millisecond)
				continue
			}
			defer r.Body.Close()
			var answer bytes.Buffer
			answer.ReadFrom(r.Body)
			return r.StatusCode, answer.String()
		}
		t.Fatal("the service does not answer")
		return 0, ""
	}
	if code, got := ask("state n: 0..3 = 0\nmove add { n += 1 }\ngoal n == 2\n"); code != 200 || got != "solved \nadd()\nadd()\n" {
		t.Errorf("%d: %q", code, got)
	}
	if code, got := ask("goal tru"); code != 422 || !strings.HasPrefix(got, "problem.far:1:6: unknown name tru") {
		t.Errorf("%d: %q", code, got)
	}
	if code, _ := ask(strings.Repeat("/", 2<<20)); code == 200 {
		t.Error("a text of 2 MiB is answered")
	}
}

// built returns the path of a compiled program.
func built(t *testing.T, source []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, source, 0o666); err != nil {
		t.Fatal(err)
	}
	program := strings.TrimSuffix(file, ".go") + ".exe"
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}
