// Command serve measures the service: farbank serve in a separate process, with requests over HTTP.
//
//	go build -o farbank ./cmd/farbank && go run ./bench/serve -farbank ./farbank -requests 100000
//
// It takes about two minutes on an idle machine, and half a minute without -requests.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const listen = "127.0.0.1:18080"

// fatal prints a message and exits.
var fatal = log.Fatalf

func main() {
	program := flag.String("farbank", "farbank", "the farbank program")
	requests := flag.Int("requests", 20000, "the number of requests for load and memory")
	clients := flag.Int("clients", 200, "the number of simultaneous clients with jobs")
	seconds := flag.Float64("seconds", 10, "the seconds of each of their jobs")
	flag.Parse()
	dir, err := os.MkdirTemp("", "serve")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command(*program, "serve", "--listen", listen, "--db", filepath.Join(dir, "jobs.db"), "--log", "none", "--queue-client", "1000")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	defer cmd.Process.Kill()
	fatal = func(format string, args ...any) {
		cmd.Process.Kill() // otherwise it would keep running
		log.Fatalf(format, args...)
	}
	for range 100 {
		if resp, err := http.Get("http://" + listen + "/readyz"); err == nil {
			resp.Body.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	m := &meter{pid: cmd.Process.Pid, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 300}}}
	m.load("solve wolf, cached", "solve", func(int) string { return `{"example": "wolf"}` }, *requests)
	m.load("solve wolf, not cached", "solve", func(n int) string { return fmt.Sprintf(`{"source": %q}`, wolf(n)) }, *requests/4)
	m.load("check wolf, not cached", "check", func(n int) string { return fmt.Sprintf(`{"source": %q}`, wolf(n)) }, *requests/4)
	m.busy(*clients, *seconds)
}

// wolf returns the example with a unique comment, so that no answer is cached.
func wolf(n int) string {
	b, err := os.ReadFile("examples/wolf.far")
	if err != nil {
		log.Fatal(err)
	}
	return string(b) + fmt.Sprintf("// %d\n", n)
}

type meter struct {
	pid    int
	client *http.Client
	n      atomic.Int64
}

// cpu returns the processor time of the server, and its memory.
func (m *meter) cpu() (seconds float64, megabytes int) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", m.pid))
	if err != nil {
		fatal("%v", err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	pages, _ := strconv.Atoi(fields[21])
	return float64(user+system) / 100, pages >> 8
}

func (m *meter) ask(do, body string, headers ...string) (int, time.Duration) {
	begun := time.Now()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://"+listen+"/api/v1/"+do, strings.NewReader(body))
	if err != nil {
		fatal("%v", err)
	}
	r.Header.Set("Content-Type", "application/json")
	for k := 0; k < len(headers); k += 2 {
		r.Header.Set(headers[k], headers[k+1])
	}
	resp, err := m.client.Do(r)
	if err != nil {
		fatal("%v", err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return resp.StatusCode, time.Since(begun)
}

// load sends the given number of requests, eight at a time.
func (m *meter) load(name, do string, body func(int) string, requests int) {
	cpu, before := m.cpu()
	begun := time.Now()
	var wg sync.WaitGroup
	var left, jobs atomic.Int64
	left.Store(int64(requests))
	var mu sync.Mutex
	var times []time.Duration
	for range 8 {
		wg.Go(func() {
			var own []time.Duration
			for left.Add(-1) >= 0 {
				status, took := m.ask(do, body(int(m.n.Add(1))))
				switch status {
				case http.StatusOK:
				case http.StatusAccepted:
					jobs.Add(1)
				default:
					fatal("%s: %d", name, status)
				}
				own = append(own, took)
			}
			mu.Lock()
			times = append(times, own...)
			mu.Unlock()
		})
	}
	wg.Wait()
	after, megabytes := m.cpu()
	fmt.Printf("%-24s %6d requests %7.0f per second, %.2f ms of processor time each, p99 %v; %d not finished within 10 s; memory %d -> %d MB\n", name, requests,
		float64(requests)/time.Since(begun).Seconds(), 1000*(after-cpu)/float64(requests), percentile(times, 99).Round(100*time.Microsecond), jobs.Load(), before, megabytes)
}

func percentile(times []time.Duration, p int) time.Duration {
	slices.Sort(times)
	if len(times) == 0 {
		return 0
	}
	return times[(len(times)-1)*p/100]
}

// busy makes clients put jobs into the queue, and measures checks of files meanwhile.
func (m *meter) busy(clients int, seconds float64) {
	accepted := 0
	for k := range clients {
		body := fmt.Sprintf(`{"do": "solve", "example": "hanoi", "params": {"discs": %d}, "engine": "search", "timeout": %v}`, 19+k%2, seconds)
		if status, _ := m.ask("jobs", body, "Idempotency-Key", strconv.Itoa(k)); status == http.StatusAccepted {
			accepted++
		}
	}
	var times []time.Duration
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		status, took := m.ask("check", fmt.Sprintf(`{"source": %q}`, wolf(int(m.n.Add(1)))))
		if status != http.StatusOK {
			fatal("a check failed with status %d", status)
		}
		times = append(times, took)
		time.Sleep(10 * time.Millisecond)
	}
	_, megabytes := m.cpu()
	fmt.Printf("%d of %d jobs of %v s are in the queue; meanwhile check: %d requests, median %v, p99 %v; memory %d MB\n", accepted, clients, seconds, len(times),
		percentile(times, 50).Round(100*time.Microsecond), percentile(times, 99).Round(100*time.Microsecond), megabytes)
}
