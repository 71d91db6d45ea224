package main

import (
	"context"
	"encoding/json"
	"io"
	"runtime"
	"time"

	"farbank/serve/ask"
	"farbank/serve/mcp"
	"farbank/serve/worker"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

func (a *app) mcpCommand() *cobra.Command {
	limit, memory := 30*time.Second, ""
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the program to an agent, by the Model Context Protocol",
		Long: `mcp offers tools to an agent, on standard input and output: check, solve, count, explain, verify, space, examples and
language (the manual); and the prompt puzzle, which turns a puzzle told in words into a file that was run. Each question is
answered by a process of its own, within limits. farbank serve offers the same over HTTP at /mcp.`,
		Example: "  farbank mcp",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bytes, err := parseBytes(memory)
			if err != nil {
				return err
			}
			answer := answerer(&worker.Host{}, worker.Order{Time: limit, Memory: bytes, Output: 16 << 20})
			return mcp.Run(cmd.Context(), mcp.New(thisRelease().String(), answer), &sdk.IOTransport{Reader: io.NopCloser(a.in), Writer: a.stdout})
		},
	}
	cmd.Flags().DurationVar(&limit, "timeout", limit, "the longest `time` of an answer")
	cmd.Flags().StringVar(&memory, "memory", "1GiB", "the most `memory` of an answer")
	return cmd
}

// answerer has questions answered by processes within the limits of an order, at most one
// for each processor at once.
func answerer(host *worker.Host, o worker.Order) mcp.Answerer {
	places := make(chan struct{}, runtime.NumCPU())
	return func(ctx context.Context, r *ask.Request) (json.RawMessage, error) {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		o := o
		o.Request = r
		return host.Answer(ctx, o, func(ask.Event) {})
	}
}
