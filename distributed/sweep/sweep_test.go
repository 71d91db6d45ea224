package sweep_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"farbank/distributed/cluster"
	"farbank/distributed/cluster/clustertest"
	"farbank/distributed/problem"
	"farbank/distributed/sweep"
)

func TestMain(m *testing.M) { clustertest.Main(m) }

// squares asks for the largest number whose square is at most n; it takes some time.
const squares = `param n: 0..1000
state at: 0..2000 = 0
state left: 0..1000 = n
move step {
	require left >= 2 * at + 1
	left -= 2 * at + 1
	at += 1
}
move rest {
	require left > 0
	left -= 1
}
goal left == 0
`

const questions = 100

// TestWorkerKilled kills worker processes during a sweep. Each question has exactly one answer, in
// order.
func TestWorkerKilled(t *testing.T) {
	var again atomic.Int64
	c := clustertest.Start(t, 2, cluster.Options{Retries: 100, Tell: func(string) { again.Add(1) }})
	dir := t.TempDir()
	s := &sweep.Sweep{Cluster: c, Dir: dir, Threads: 1, Asking: &sweep.Asking{Problem: &problem.Problem{File: "squares.far", Text: squares}, Plans: "shortest"}}
	for n := range questions {
		s.Questions = append(s.Questions, sweep.Question{Params: []problem.Param{{Name: "n", Value: strconv.Itoa(n)}}})
	}
	if _, err := s.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- s.Run(t.Context(), &out) }()
	var err error
	kills := 0
	for ended := false; !ended; {
		select {
		case err = <-done:
			ended = true
		case <-time.After(time.Millisecond):
			if there, _ := filepath.Glob(filepath.Join(dir, "answers-*.jsonl")); kills < 3 && len(there) > 2*kills {
				if kill(c) {
					kills++
				}
			}
		}
	}
	if err != nil || kills == 0 || again.Load() == 0 {
		t.Fatalf("%v; %d kills, the job was run again %d times", err, kills, again.Load())
	}
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(lines) != questions {
		t.Fatalf("%d lines", len(lines))
	}
	for n, line := range lines {
		var doc struct {
			Params map[string]string
			Status string
			Length int
		}
		if err := json.Unmarshal(line, &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Status != "solved" || doc.Params["n"] != strconv.Itoa(n) || doc.Length != least(n) {
			t.Errorf("question %d, of %d moves: %s", n, least(n), line)
		}
	}
}

// kill kills a worker process. It reports whether there was one.
func kill(c *cluster.Cluster) bool {
	for _, id := range c.Processes() {
		if p, err := os.FindProcess(id); err == nil && p.Kill() == nil {
			return true
		}
	}
	return false
}

// least returns the minimum number of moves: steps subtract the odd numbers in order, and the rest
// is subtracted one by one.
func least(n int) int {
	best := n
	for k := 0; k*k <= n; k++ {
		best = min(best, k+n-k*k)
	}
	return best
}
