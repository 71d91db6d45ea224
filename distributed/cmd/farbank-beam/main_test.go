package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/distributed/cluster"
	"farbank/internal/durable"
	"farbank/internal/testing/long"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

// TestMain makes this test a worker process if a cluster starts one with os.Executable.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == serving {
		if err := cluster.Serve(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

// call runs the program.
func call(args ...string) (code int, out, err string) {
	var stdout, stderr bytes.Buffer
	defer func() { // the flags of Beam are global
		for _, name := range []string{"endpoint", "project"} {
			flag.Set(name, "")
		}
	}()
	code = run(args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// write writes a file into a new folder.
func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string // in one of the outputs
	}{
		{"space wolf", 0, "reachable states     10"},
		{"space wolf --json", 0, `"layers":[1,1,1,2,2,1,1,1]`},
		{"space queens -p n=4", 0, "goal states          2"},
		{"solve wolf", 0, "7 moves; no plan is shorter."},
		{"solve wolf --json", 0, `"status":"solved","bound":7,"cost":7,"length":7`},
		{"solve wolf --format plan", 0, "cross(goat)\ncross(farmer)\n"},
		{"solve husbands -p couples=4", 1, "No plan exists: all "},
		{"solve husbands -p couples=4 --json", 1, `"status":"none"`},
		{"sweep husbands --grid couples=2..3 --grid seats=2,3", 0, `{"params":{"couples":"3","seats":"3"},"status":"solved","bound":5,`},
		{"sweep queens --grid n=4..6 --count --plans simple", 0, `"count":10`},
		{"sweep queens --grid n=5,99", 2, `{"params":{"n":"99"},"errors":[`},
		{"sweep wolf --grid n=5", 2, `"errors":[`},

		{"solve queens", 4, "the problem has no moves"},
		{"space wolf --timeout 1ns", 3, "the time limit was reached"},
		{"solve tiles --job-limit 1ns --retries 1", 3, "the time limit of a job"},
		{"", 0, "Usage:"},
		{"spacce wolf", 2, "unknown command spacce"},
		{"space", 2, "one file or example is needed, 0 given"},
		{"space nosuch", 2, "there is no file and no example nosuch"},
		{"space wolf --runner spork", 2, "there are prism, flink"},
		{"space wolf --runner flink", 2, "--runner flink needs --endpoint"},
		{"space wolf --runner dataflow --project x", 2, "--runner dataflow needs --region"},
		{"space wolf --runner flink --endpoint localhost:1", 2, "needs --layers"},
		{"space wolf --runner flink --endpoint localhost:1 --workers 2 --layers x", 2, "--workers goes with --runner prism"},
		{"space wolf --runner flink --endpoint localhost:1 --layers x", 2, "--endpoint localhost:1"},
		{"space wolf --workers -1", 2, "--workers is 0 to 256"},
		{"space wolf --parts 99999", 2, "--parts is 1 to"},
		{"space wolf --undo maybe", 2, "--undo is auto, yes or no"},
		{"space wolf --nosuch", 2, "unknown flag: --nosuch"},
		{"space wolf --layers ftp://x/y", 2, "folders are local, gs:// or s3://"},
		{"space wolf --layers /proc/nosuch", 2, "/proc/nosuch"},
		{"space wolf -p n=1", 2, "n"},
		{"space wolf --data nosuch.json", 2, "--data nosuch.json"},
		{"solve wolf --format gif", 2, "there are table, steps"},
		{"sweep wolf", 2, "there are no questions"},
		{"sweep queens --grid n", 2, "name=4..8"},
		{"sweep queens --grid n=8..4", 2, "the range is empty"},
		{"sweep queens --grid n=1..9999999", 2, "more than"},
		{"sweep queens --grid n=4 --plans some", 2, "--plans"},
		{"sweep queens --grid n=4 --engine steam", 2, "--engine"},
		{"sweep queens --data nosuch-*.json", 2, "there is no such file"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, err := call(strings.Fields(c.args)...)
			if code != c.code || !strings.Contains(out+err, c.want) {
				t.Errorf("exit %d\n%s\n%s", code, out, err)
			}
			if strings.Contains(err, "goroutine") {
				t.Error("it panicked")
			}
		})
	}
}

// TestWrongText checks that errors have their places.
func TestWrongText(t *testing.T) {
	file := write(t, "wrong.far", "state a: 1..2 = 1\nmove m() { a = b }\n")
	for _, args := range [][]string{{"space", file}, {"solve", file}} {
		if code, _, err := call(args...); code != 2 || !strings.Contains(err, "wrong.far:2:16") {
			t.Errorf("%d %s", code, err)
		}
		if code, out, _ := call(append(args, "--json")...); code != 2 || !strings.Contains(out, `{"errors":[{"file"`) {
			t.Errorf("%d %s", code, out)
		}
	}
	if code, _, err := call("space", write(t, "empty.far", "")); code != 0 {
		t.Errorf("an empty problem: %d %s", code, err)
	}
}

// TestKept resumes from a folder, and refuses the folder for another problem.
func TestKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "layers")
	code, first, _ := call("space", "jugs", "--layers", dir)
	if code != 0 {
		t.Fatal(code)
	}
	code, second, err := call("space", "jugs", "--layers", dir)
	if code != 0 || first != second || !strings.Contains(err, "resuming with the 9 layers") {
		t.Errorf("%d %s", code, err)
	}
	if code, _, err := call("solve", "wolf", "--layers", dir); code != 2 || !strings.Contains(err, "belong to another problem") {
		t.Errorf("%d %s", code, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "space.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, err := call("space", "jugs", "--layers", dir); code != 2 || !strings.Contains(err, "space.json cannot be used") {
		t.Errorf("%d %s", code, err)
	}
}

// TestElsewhere runs jobs on an external job service, with the flags of Beam.
func TestElsewhere(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: port}); err != nil {
		t.Fatal(err)
	}
	defer flag.Set("environment_type", "")
	t.Setenv("TMPDIR", t.TempDir()) // Beam leaves a file for each job there
	args := []string{"--runner", "universal", "--endpoint", fmt.Sprintf("localhost:%d", port), "--environment_type", "loopback"}
	code, out, text := call(append([]string{"space", "husbands", "--layers", t.TempDir()}, args...)...)
	if code != 0 || !strings.Contains(out, "reachable states     40") {
		t.Errorf("%d %s %s", code, out, text)
	}
	code, out, text = call(append([]string{"sweep", "husbands", "--grid", "couples=2..3", "--answers", t.TempDir()}, args...)...)
	if code != 0 || strings.Count(out, "solved") != 2 {
		t.Errorf("%d %s %s", code, out, text)
	}
}

// TestThousand sweeps a thousand questions given by files and checks their order.
func TestThousand(t *testing.T) {
	dir := t.TempDir()
	for i := range 1000 {
		file := filepath.Join(dir, fmt.Sprintf("q%04d.json", i))
		if err := os.WriteFile(file, fmt.Appendf(nil, `{"most": %d}`, i), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := write(t, "count.far", "param most: 0..1000\nfind a: 0..1000\nrequire a * a <= most\nmaximize a\n")
	workers := []string{"0"}
	if long.Enabled() {
		workers = append(workers, "2")
	}
	for _, n := range workers {
		output := filepath.Join(t.TempDir(), "answers.jsonl")
		if code, _, err := call("sweep", text, "--data", filepath.Join(dir, "*.json"), "-o", output, "--workers", n); code != 0 {
			t.Fatalf("%d %s", code, err)
		}
		b, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
		if len(lines) != 1000 {
			t.Fatalf("%d lines", len(lines))
		}
		for i, line := range lines {
			var doc struct {
				Data, Status string
				Cost         int
			}
			if err := json.Unmarshal(line, &doc); err != nil {
				t.Fatal(err)
			}
			if doc.Status != "solved" || doc.Cost*doc.Cost > i || (doc.Cost+1)*(doc.Cost+1) <= i || !strings.HasSuffix(doc.Data, fmt.Sprintf("q%04d.json", i)) {
				t.Fatalf("line %d: %s", i, line)
			}
		}
	}
}

// TestSweepKept resumes with answers, and refuses the answers to other questions.
func TestSweepKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "answers")
	args := []string{"sweep", "queens", "--grid", "n=4..40", "--plans", "any", "--answers", dir}
	code, first, err := call(args...)
	if code != 0 {
		t.Fatalf("%d %s", code, err)
	}
	if err := os.Remove(filepath.Join(dir, "answers-000001.jsonl")); err != nil {
		t.Fatal(err)
	}
	code, second, err := call(args...)
	if code != 0 || strings.Count(second, "\n") != 37 || second[:1000] != first[:1000] || !strings.Contains(err, "resuming") {
		t.Errorf("%d %s", code, err)
	}
	if code, _, err := call(append(args, "--count")...); code != 2 || !strings.Contains(err, "has answers to other questions") {
		t.Errorf("%d %s", code, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "answers-000000.jsonl"), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, err := call(args...); code != 2 || !strings.Contains(err, "is damaged") {
		t.Errorf("%d %s", code, err)
	}
}

// TestOneAtATime checks that two calls do not write into the same folder at the same time.
func TestOneAtATime(t *testing.T) {
	for _, args := range [][]string{{"space", "jugs", "--layers"}, {"sweep", "queens", "--grid", "n=4..6", "--answers"}} {
		dir := t.TempDir()
		lock, err := durable.LockFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := call(append(args, dir)...); code != 2 || !strings.Contains(errOut, dir+": another process works there") {
			t.Errorf("%d %s", code, errOut)
		}
		lock.Unlock()
		if code, _, errOut := call(append(args, dir)...); code != 0 {
			t.Errorf("%d %s", code, errOut)
		}
		if _, err := os.Stat(filepath.Join(dir, durable.LockName)); err == nil {
			t.Error("the lock was not removed")
		}
	}
}
