package mcp_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"farbank/server/ask"
	farbankmcp "farbank/server/mcp"
	"farbank/server/worker"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// here answers questions in this process.
func here(ctx context.Context, r *ask.Request) (json.RawMessage, error) {
	doc, err := ask.Answer(ctx, r, nil)
	if err != nil {
		return nil, worker.NewError(err)
	}
	return worker.Marshal(doc)
}

// connect returns a client of the SDK that is connected to the server.
func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// transports returns the transports to the server, by name.
func transports(t *testing.T) map[string]mcp.Transport {
	server := farbankmcp.New("1", here)
	mine, theirs := mcp.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go farbankmcp.Run(ctx, server, theirs)
	web := httptest.NewServer(farbankmcp.Handler(farbankmcp.New("1", here)))
	t.Cleanup(web.Close)
	return map[string]mcp.Transport{"memory": mine, "http": &mcp.StreamableClientTransport{Endpoint: web.URL}}
}

func TestTools(t *testing.T) {
	const noWay = "state at: 0..3 = 0\nmove go { at += 2 }\ngoal at == 3"
	for name, transport := range transports(t) {
		t.Run(name, func(t *testing.T) {
			session := connect(t, transport)
			for _, c := range []struct {
				tool, arguments, want string
				fails                 bool
			}{
				{"check", `{"source": "goal tru"}`, "line 1, column 6: unknown name tru", true},
				{"check", `{"source": "goal tru"}`, "sections 1. A first file", true},
				{"check", `{}`, "source is missing", true},
				{"check", `{"example": "wolf"}`, "valid:", false},
				{"solve", `{"example": "wolf"}`, "status: solved, cost or value 7, 7 moves", false},
				{"solve", `{"example": "wolf"}`, "goat to the east", false},
				{"solve", `{"example": "queens", "params": {"n": 6}}`, "status: solved", false},
				{"solve", `{"example": "queens", "params": {"n": "x"}}`, "n", true},
				{"solve", `{"example": "wolf", "engine": "x"}`, "engine", true},
				{"count", `{"example": "queens", "params": {"n": 8}}`, "92", false},
				{"explain", `{"source": ` + quote(noWay) + `}`, "No plan exists", false},
				{"verify", `{"example": "wolf", "plan": "cross(goat)"}`, "invalid: ", false},
				{"space", `{"example": "wolf"}`, "10 reachable states", false},
				{"examples", `{}`, "wolf-sets", false},
				{"examples", `{"name": "wofl"}`, "did you mean wolf?", true},
				{"examples", `{"name": "wolf"}`, "puzzle", false},
				{"language", `{}`, "1. A first file", false},
				{"language", `{"section": "moves"}`, "## 5. Moves", false},
				{"language", `{"word": "circuit"}`, "circuit", false},
				{"language", `{"section": "cooking"}`, "there is no section", true},
			} {
				var arguments map[string]any
				if err := json.Unmarshal([]byte(c.arguments), &arguments); err != nil {
					t.Fatal(err)
				}
				r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: arguments})
				if err != nil {
					t.Errorf("%s %s: %v", c.tool, c.arguments, err)
					continue
				}
				text := r.Content[0].(*mcp.TextContent).Text
				if r.IsError != c.fails || !strings.Contains(text, c.want) || len(text) > 13_000 {
					t.Errorf("%s %s: error %v, not %q: %.600s", c.tool, c.arguments, r.IsError, c.want, text)
				}
			}
			list, err := session.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 8 {
				t.Errorf("%v, %v", list, err)
			}
			for _, tool := range list.Tools {
				if tool.InputSchema == nil || tool.Description == "" {
					t.Errorf("%s has no schema", tool.Name)
				}
			}
			p, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "puzzle", Arguments: map[string]string{"text": "A frog in a well."}})
			if err != nil || !strings.Contains(p.Messages[0].Content.(*mcp.TextContent).Text, "A frog in a well.") {
				t.Errorf("%v, %v", p, err)
			}
		})
	}
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}
