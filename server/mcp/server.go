package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"farbank/docs"
	"farbank/examples"
	"farbank/server/ask"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Answerer answers questions within its own limits.
type Answerer func(ctx context.Context, r *ask.Request) (json.RawMessage, error)

// New returns a server with all tools.
func New(version string, answer Answerer) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "farbank", Title: "Farbank", Version: version}, &mcp.ServerOptions{
		Instructions: "Farbank solves problems described by their state, moves, rules and goal, or by unknown values and requirements. " +
			"Read the tool language (its section 1 is a whole file) or an example first; write a file; check it; then solve, count or explain it.",
	})
	t := &tools{answer}
	add(s, "check", "Read a .far file and report its errors and likely mistakes", t.check)
	add(s, "solve", "Find one optimal plan (or values), or prove that none exists", t.solve)
	add(s, "count", "Count the optimal plans, or the solutions", t.count)
	add(s, "explain", "Explain why no plan exists and which changes would allow one; or which rules matter", t.explain)
	add(s, "verify", "Check a plan, with one move on each line, such as cross(goat)", t.verify)
	add(s, "space", "Compute statistics of the state space: reachable states, depth, dead ends", t.space)
	add(s, "examples", "Return the names of the examples, or the text of one", t.examples)
	add(s, "language", "Return the manual of the language by section, or the paragraphs with a word", t.language)
	s.AddPrompt(&mcp.Prompt{Name: "puzzle", Title: "Solve a puzzle in words", Description: "Turns a puzzle in words into a .far file and tests it",
		Arguments: []*mcp.PromptArgument{{Name: "text", Description: "the puzzle", Required: true}}}, puzzle)
	return s
}

// Run serves one client until it disconnects or ctx ends.
func Run(ctx context.Context, s *mcp.Server, t mcp.Transport) error {
	err := s.Run(ctx, t)
	if ctx.Err() != nil || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// Handler returns a handler that serves clients over HTTP.
func Handler(s *mcp.Server) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}) // without sessions, which clients may fail to end
}

func add[In any](s *mcp.Server, name, about string, f func(context.Context, In) (string, error)) {
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			text, err := f(ctx, in)
			if err != nil {
				return nil, nil, err // the agent reads it as an error of the tool
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: short(text)}}}, nil, nil
		})
}

// maxText is the maximum length of an answer in bytes.
const maxText = 12_000

func short(text string) string {
	if len(text) <= maxText {
		return text
	}
	cut := strings.LastIndexByte(text[:maxText], '\n')
	if cut < maxText/2 {
		cut = maxText
	}
	return strings.ToValidUTF8(text[:cut], "") + fmt.Sprintf("\n... (%d bytes more)", len(text)-cut)
}

func puzzle(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	first := docs.Sections(docs.Language)[1]
	wolf, _ := examples.Source("wolf")
	text := "Solve this puzzle with Farbank:\n\n" + r.Params.Arguments["text"] + `

Steps:
1. State in one sentence each: the state or the unknowns; the moves and their requirements; what must never happen; the goal; what to minimize.
2. Write that as a .far file. Name every rule in the words of the puzzle. If you are not sure of the language, call the tool language; do not guess.
3. Call check and correct the errors until the file is valid. Read its warnings.
4. Call solve. If it finds no plan although the puzzle has a solution, call explain: it names the rules that are too strong.
5. Compare the plan with the puzzle, rule by rule. Then answer in words: the plan, whether it is proven optimal, and the file.

A complete file with explanations:

` + first.Text + "\n\nAn example:\n\n" + wolf
	return &mcp.GetPromptResult{Description: "A puzzle as a .far file", Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
}
