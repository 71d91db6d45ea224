package clients_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/server/api"
	"farbank/server/client"
	"farbank/server/clients"
	"farbank/server/jobs"
	"farbank/server/worker"
)

var update = flag.Bool("update", false, "write the clients anew")

const root = "../.."

func TestMain(m *testing.M) {
	if os.Getenv("FARBANK_WORKER") == "" {
		os.Setenv("FARBANK_WORKER", "works")
		os.Exit(m.Run())
	}
	if worker.Serve(context.Background(), os.Stdin, os.Stdout) != nil {
		os.Exit(1)
	}
}

// service begins a service and returns it with its address.
func service(t *testing.T) (*api.Server, string) {
	t.Helper()
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := api.New(api.Config{Store: store, Wait: 200 * time.Millisecond, Host: worker.Host{Args: []string{}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { s.Work(ctx) })
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() { h.Close(); cancel(); wg.Wait(); store.Close() })
	return s, h.URL
}

// TestGenerated holds the clients to the description of the service.
func TestGenerated(t *testing.T) {
	s, _ := service(t)
	text, err := s.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	api, err := clients.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	files, err := clients.Files(api)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		path = filepath.Join(root, path)
		if *update {
			if err := os.WriteFile(path, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the description gives (%v): go test ./server/clients -args -update", path, err)
		}
	}
}

func TestGo(t *testing.T) {
	_, url := service(t)
	c := client.New(url)
	answer, err := c.Solve(t.Context(), client.Request{Example: "wolf"})
	if err != nil || answer.Status != "solved" || *answer.Length != 7 || len(answer.Plan) != 7 {
		t.Errorf("%+v, %v", answer, err)
	}
	count, err := c.Count(t.Context(), client.Request{Example: "queens"})
	if err != nil || *count.Count != 92 {
		t.Errorf("%+v, %v", count, err)
	}
	var wrong *client.Error
	if _, err := c.Check(t.Context(), client.Request{Source: "goal tru"}); !errors.As(err, &wrong) || wrong.Status != 422 || err.Error() != "problem.far:1:6: unknown name tru" {
		t.Errorf("%v", err)
	}
	seconds := 0.7
	slow := client.Request{Example: "hanoi", Params: map[string]any{"discs": 20}, Timeout: &seconds, Engine: "search"}
	if answer, err = c.Solve(t.Context(), slow); err != nil || answer.Status != "unknown" {
		t.Errorf("%+v, %v", answer, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	seconds = 60
	if _, err = c.Solve(ctx, slow); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// TestPython runs the example of the Python client's page.
func TestPython(t *testing.T) {
	python := program(t, "python3")
	_, url := service(t)
	page, err := os.ReadFile(root + "/clients/python/README.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(page)
	if code == nil {
		t.Fatal("the page has no example")
	}
	cmd := exec.Command(python, "-B", "-c", strings.ReplaceAll(string(code[1]), "http://127.0.0.1:8080", url))
	cmd.Env = append(os.Environ(), "PYTHONPATH="+root+"/clients/python/src")
	out, err := cmd.CombinedOutput()
	want := "solved 7\ncross goat\ncross farmer\ncross wolf\ncross goat\ncross cabbage\ncross farmer\ncross goat\n1 unknown name tru\n92\n"
	if err != nil || string(out) != want {
		t.Errorf("%v: %s", err, out)
	}
}

// program is a program that is installed; a test that needs another is skipped, but not in
// CI.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(name + " is not installed")
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
