package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/server/api"
	"farbank/server/jobs"
	"farbank/server/worker"
)

// serveAlone runs a server in a process of its own and prints its address.
func serveAlone(database string) error {
	ctx := context.Background()
	store, err := jobs.Open(ctx, database)
	if err != nil {
		return err
	}
	os.Setenv("FARBANK_WORKER", "works")
	s, err := api.New(api.Config{Store: store, Host: worker.Host{Args: []string{}}, Silent: time.Second, Attempts: 100, Jobs: 2})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	go s.Work(ctx)
	return http.Serve(l, s.Handler())
}

// A process is a server process that can be killed.
type process struct {
	cmd  *exec.Cmd
	base string
}

func start(t *testing.T, database string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FARBANK_WORKER=server", "FARBANK_DATABASE="+database)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &process{cmd, "http://" + strings.TrimSpace(line)}
}

func (p *process) kill() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

func (p *process) do(t *testing.T, method, path, body string, into any) int {
	t.Helper()
	r, err := http.NewRequest(method, p.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || json.Unmarshal(b, into) != nil {
		t.Fatalf("%s %s: %s, %v", method, path, b, err)
	}
	return resp.StatusCode
}

// queue submits n jobs.
func (p *process) queue(t *testing.T, n int) []string {
	var ids []string
	for k := range n {
		var job api.JobDocument
		body := fmt.Sprintf(`{"do": "count", "engine": "fold", "source": "const n = 9\nfind q[1..n]: 1..n\nrequire distinct(q) // %d"}`, k)
		if status := p.do(t, "POST", "/api/v1/jobs", body, &job); status != 202 {
			t.Fatalf("job %d: %d", k, status)
		}
		ids = append(ids, job.ID)
	}
	return ids
}

// finish waits until all jobs are done and checks their answers.
func (p *process) finish(t *testing.T, ids []string) {
	for _, id := range ids {
		var job api.JobDocument
		for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			if p.do(t, "GET", "/api/v1/jobs/"+id, "", &job); job.State != jobs.Queued && job.State != jobs.Running {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("the job %s is still %s", id, job.State)
			}
		}
		if job.State != jobs.Done || !strings.Contains(string(job.Answer), `"count":362880`) {
			t.Errorf("the job %s is %s: %.300s", id, job.State, job.Answer)
		}
	}
}

// TestKilled kills the server while jobs run and checks that another server on the same database
// does them.
func TestKilled(t *testing.T) {
	n, kills := 10, 2
	if long.Enabled() {
		n, kills = 50, 10
	}
	database := filepath.Join(t.TempDir(), "jobs.db")
	p := start(t, database)
	ids := p.queue(t, n)
	for range kills {
		time.Sleep(300 * time.Millisecond)
		p.kill()
		p = start(t, database)
	}
	p.finish(t, ids)
}

// TestOneOfTwoKilled runs two servers on one queue in Postgres and kills one of them.
func TestOneOfTwoKilled(t *testing.T) {
	database := os.Getenv("FARBANK_POSTGRES")
	if database == "" {
		t.Skip("FARBANK_POSTGRES names no database")
	}
	a, b := start(t, database), start(t, database)
	ids := a.queue(t, 50)
	time.Sleep(500 * time.Millisecond)
	a.kill()
	b.finish(t, ids)
	again := 0
	for _, id := range ids {
		var job api.JobDocument
		b.do(t, "GET", "/api/v1/jobs/"+id, "", &job)
		again += job.Attempts - 1
	}
	t.Logf("%d jobs were started again", again)
}
