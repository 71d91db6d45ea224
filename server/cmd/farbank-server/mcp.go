package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"time"

	"farbank/internal/command"
	"farbank/server/ask"
	"farbank/server/mcp"
	"farbank/server/worker"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

func (a *app) mcpCommand() *cobra.Command {
	limit, memory := 30*time.Second, ""
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the program to an agent, by the Model Context Protocol",
		Long: `mcp offers tools to an agent, on standard input and output: check, solve, count, explain, verify, space, examples and
language (the manual); and the prompt puzzle, which turns a puzzle in words into a tested file. Each question is
answered in a separate process with limits. farbank serve offers the same over HTTP at /mcp.`,
		Example: "  farbank mcp",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bytes, err := command.ParseBytes(memory)
			if err != nil {
				return fmt.Errorf("--memory %w", err)
			}
			answer := answerer(&worker.Host{}, worker.Order{Time: limit, Memory: bytes, Output: 16 << 20})
			return mcp.Run(cmd.Context(), mcp.New(command.ThisRelease().String(), answer), &sdk.IOTransport{Reader: io.NopCloser(a.in), Writer: a.stdout})
		},
	}
	cmd.Flags().DurationVar(&limit, "timeout", limit, "the `time` limit of an answer")
	cmd.Flags().StringVar(&memory, "memory", "1GiB", "the `memory` limit of an answer")
	return cmd
}

// answerer returns a function that answers questions in processes, within the limits of an order.
// At most one process for each processor runs at a time.
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
