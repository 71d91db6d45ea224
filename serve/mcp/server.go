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
	"farbank/serve/ask"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Answerer answers questions, within limits of its own.
type Answerer func(ctx context.Context, r *ask.Request) (json.RawMessage, error)

// New returns a server with all tools.
func New(version string, answer Answerer) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "farbank", Title: "Farbank", Version: version}, &mcp.ServerOptions{
		Instructions: "Farbank solves problems told as: what there is, what may move, what must never happen, where all should end (or: which values are to be found). " +
			"Read the tool language (its section 1 is a whole file) or an example first; write a file; check it; then solve, count or explain it.",
	})
	t := &tools{answer}
	add(s, "check", "Read a .far file and say what is wrong with it, or what is likely not meant", t.check)
	add(s, "solve", "One best plan (or values), proven best, or the proof that there is none", t.solve)
	add(s, "count", "The exact number of best plans, or of solutions", t.count)
	add(s, "explain", "Why there is no plan, and what would give one; or which rules matter", t.explain)
	add(s, "verify", "Check a plan, a move a line as in cross(goat)", t.verify)
	add(s, "space", "Figures of the state space: reachable states, depth, dead ends", t.space)
	add(s, "examples", "The names of the examples, or the text of one", t.examples)
	add(s, "language", "The manual of the language, by section, or what it says of a word", t.language)
	s.AddPrompt(&mcp.Prompt{Name: "puzzle", Title: "Solve a puzzle told in words", Description: "Turns a puzzle told in words into a .far file, checked by running it",
		Arguments: []*mcp.PromptArgument{{Name: "text", Description: "the puzzle", Required: true}}}, puzzle)
	return s
}

// Run serves one client until it leaves or ctx ends.
func Run(ctx context.Context, s *mcp.Server, t mcp.Transport) error {
	err := s.Run(ctx, t)
	if ctx.Err() != nil || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return err
}

// Handler serves clients over HTTP.
func Handler(s *mcp.Server) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}) // no sessions: nobody ends those of clients that left
}

func add[In any](s *mcp.Server, name, about string, f func(context.Context, In) (string, error)) {
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			text, err := f(ctx, in)
			if err != nil {
				return nil, nil, err // told as an error of the tool: the agent reads it
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: short(text)}}}, nil, nil
		})
}

// mostText is how long an answer is at most, in bytes.
const mostText = 12_000

func short(text string) string {
	if len(text) <= mostText {
		return text
	}
	cut := strings.LastIndexByte(text[:mostText], '\n')
	if cut < mostText/2 {
		cut = mostText
	}
	return strings.ToValidUTF8(text[:cut], "") + fmt.Sprintf("\n... (%d bytes more)", len(text)-cut)
}

func puzzle(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	first := docs.Sections(docs.Language)[1]
	wolf, _ := examples.Source("wolf")
	text := "Solve this puzzle with Farbank:\n\n" + r.Params.Arguments["text"] + `

Steps:
1. Say in a sentence each: what changes (the state) or what is to be found; which moves there are, and what each requires; what must never be; the goal; what is to be minimized.
2. Write that as a .far file. Name every rule in the words of the puzzle. Read the tool language where you are not sure of the language; do not guess.
3. Call check; mend what it says, until the file is valid. Read its warnings.
4. Call solve. Where there is no plan although the puzzle has an answer, call explain: it names the rules that are too strong.
5. Compare the plan with the puzzle, rule by rule. Then answer in words: the plan, that it is proven best, and the file.

A whole file, with what it means:

` + first.Text + "\n\nAn example:\n\n" + wolf
	return &mcp.GetPromptResult{Description: "A puzzle as a .far file", Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
}
