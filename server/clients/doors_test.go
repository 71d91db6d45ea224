package clients_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/testing/long"
	"farbank/server/ask"
	"farbank/server/client"
	farbankmcp "farbank/server/mcp"
	"farbank/server/worker"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A door is a way to ask for solutions. It returns the answers as "status cost", with - without a
// cost.
type door func(t *testing.T, texts []string) []string

// TestDoors asks the same problems in six ways: the answers must be those of doors.txt.
func TestDoors(t *testing.T) {
	b, err := os.ReadFile("testdata/doors.txt")
	if err != nil {
		t.Fatal(err)
	}
	var names, texts, want []string
	for _, part := range strings.Split("\n"+string(b), "\n=== ")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		name, answer, _ := strings.Cut(head, ": ")
		names, texts, want = append(names, name), append(texts, text+"\n"), append(want, answer)
	}
	if len(texts) < 20 {
		t.Fatalf("%d problems", len(texts))
	}
	for name, ask := range map[string]door{"go": askGo, "http": askHTTP, "mcp": askMCP, "command": askCommand, "python": askPython, "npm": askNode} {
		t.Run(name, func(t *testing.T) {
			if (name == "command" || name == "python" || name == "npm") && !long.Enabled() {
				t.Skip("with -long")
			}
			got := ask(t, texts)
			for i, answer := range want {
				if i >= len(got) || got[i] != answer {
					t.Errorf("%s: not %s: %q", names[i], answer, got[min(i, len(got)):min(i+1, len(got))])
				}
			}
		})
	}
}

func answerOf[T any](status string, cost *T) string {
	if cost == nil {
		return status + " -"
	}
	return fmt.Sprint(status, " ", *cost)
}

func askGo(t *testing.T, texts []string) (out []string) {
	for _, text := range texts {
		p, err := farbank.Parse("problem.far", text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil {
			t.Fatal(err)
		}
		var cost *int64
		if a.Best != nil {
			cost = &a.Best.Cost
		}
		out = append(out, answerOf(a.Status.String(), cost))
	}
	return out
}

func askHTTP(t *testing.T, texts []string) (out []string) {
	_, url := service(t)
	c := client.New(url)
	for _, text := range texts {
		a, err := c.Solve(t.Context(), client.Request{Source: text})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, answerOf(a.Status, a.Cost))
	}
	return out
}

func askMCP(t *testing.T, texts []string) (out []string) {
	server := farbankmcp.New("1", func(ctx context.Context, r *ask.Request) (json.RawMessage, error) {
		doc, err := ask.Answer(ctx, r, nil)
		if err != nil {
			return nil, worker.NewError(err)
		}
		return worker.Marshal(doc)
	})
	mine, theirs := mcp.NewInMemoryTransports()
	go farbankmcp.Run(t.Context(), server, theirs)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), mine, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	found := regexp.MustCompile(`status: (\S+?)(?:, cost or value (-?\d+).*|\W.*|)(?:\n|$)`)
	for _, text := range texts {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "solve", Arguments: map[string]any{"source": text}})
		if err != nil {
			t.Fatal(err)
		}
		said := result.Content[0].(*mcp.TextContent).Text
		m := found.FindStringSubmatch(said)
		if m == nil {
			t.Fatalf("%s", said)
		}
		answer := m[1] + " " + m[2]
		if m[2] == "" {
			answer += "-"
		}
		out = append(out, answer)
	}
	return out
}

// built builds a program of the project into a folder and returns its path.
func built(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "farbank")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", path, "./cmd/farbank")
	cmd.Dir = root
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return path
}

func askCommand(t *testing.T, texts []string) (out []string) {
	path := built(t)
	for _, text := range texts {
		cmd := exec.CommandContext(t.Context(), path, "solve", "-", "--json")
		cmd.Stdin = strings.NewReader(text)
		b, _ := cmd.Output() // the exit code is that of the status
		var doc struct {
			Status string
			Cost   *int64
		}
		if err := json.Unmarshal(b, &doc); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
		out = append(out, answerOf(doc.Status, doc.Cost))
	}
	return out
}

// scripted passes the texts to a script as JSON and returns the lines that it prints.
func scripted(t *testing.T, cmd *exec.Cmd, texts []string) []string {
	t.Helper()
	b, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var problems bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(b), &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &problems)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func askPython(t *testing.T, texts []string) []string {
	const script = `
import farbank, json, sys
for text in json.load(sys.stdin):
    answer = farbank.solve(text)
    print(answer.status, {None: "-"}.get(answer.cost, answer.cost))
`
	cmd := exec.CommandContext(t.Context(), program(t, "python3"), "-B", "-c", script)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+root+"/clients/python/src", "FARBANK="+built(t))
	return scripted(t, cmd, texts)
}

func askNode(t *testing.T, texts []string) []string {
	node := program(t, "node")
	dir := t.TempDir()
	pack := exec.CommandContext(t.Context(), root+"/.ci/npm", dir)
	if b, err := pack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	unpack := exec.CommandContext(t.Context(), "sh", "-c", "mkdir -p node_modules/farbank && tar xzf farbank-*.tgz -C node_modules/farbank --strip-components 1")
	unpack.Dir = dir
	if b, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	const script = `
import { readFileSync } from "node:fs";
import { solve } from "farbank";
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const answer = await solve(text);
  console.log(answer.status, answer.cost ?? "-");
}
`
	if err := os.WriteFile(filepath.Join(dir, "ask.mjs"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "ask.mjs")
	cmd.Dir = dir
	return scripted(t, cmd, texts)
}
