package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"farbank/internal/command"
	"farbank/server/api"
	"farbank/server/jobs"
	"farbank/server/mcp"
	"farbank/server/page"
	"farbank/server/tracing"
	"farbank/server/worker"

	"github.com/spf13/cobra"
)

// serveFlags holds the flags of serve.
type serveFlags struct {
	api.Config
	listen, db, tokens string
	cert, key          string
	memory, logFormat  string
	stored, storedEach string
	hashToken          bool
}

func (a *app) serveCommand() *cobra.Command {
	f := &serveFlags{}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer questions over HTTP",
		Long: `serve answers questions about problems over HTTP: /api/v1/solve, /api/v1/check and so on take JSON and return the documents
of --json; /openapi.json describes them all. A long question becomes a job, executed by a separate process, in a queue
that is stored in a database and survives the server. See docs/api.md. Browsers get the page: an editor, the questions, boards and games.

By default it listens on this host only. To listen on other addresses it needs tokens.`,
		Example: `  farbank serve
  farbank serve --listen :8443 --tokens tokens.txt --tls-cert cert.pem --tls-key key.pem
  farbank serve --db postgres://farbank@db/farbank
  echo "$TOKEN" | farbank serve --hash-token`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "127.0.0.1:8080", "the `address` to listen on")
	fl.StringVar(&f.db, "db", "", "the database of jobs, answers and shared models: a `file`, or postgres://...; default: farbank/serve.db in the user's state folder")
	fl.StringVar(&f.tokens, "tokens", "", "a `file` of accepted tokens: lines NAME SCOPES HASH, see --hash-token")
	fl.BoolVar(&f.hashToken, "hash-token", false, "read a token from standard input and print its line for --tokens")
	fl.StringVar(&f.cert, "tls-cert", "", "the `file` of the certificate, in PEM")
	fl.StringVar(&f.key, "tls-key", "", "the `file` of its key, in PEM")
	fl.StringArrayVar(&f.Origins, "origin", nil, "another `origin` whose pages may send requests, such as https://example.org (repeatable)")
	fl.StringArrayVar(&f.Hosts, "host", nil, "a `name` of this host (repeatable; default: the local names if it listens locally, else any)")
	fl.IntVar(&f.Jobs, "jobs", 0, "number of concurrent jobs (default: one for each processor)")
	fl.IntVar(&f.Queue, "queue", 1000, "maximum number of queued and running jobs")
	fl.IntVar(&f.Client, "queue-client", 250, "the same for one client")
	fl.DurationVar(&f.Longest, "job-time", 10*time.Minute, "the `time` limit of a job")
	fl.StringVar(&f.memory, "job-memory", "2GiB", "the `memory` limit of a job")
	fl.DurationVar(&f.Keep, "keep", 7*24*time.Hour, "the time for which jobs and answers are stored")
	fl.StringVar(&f.stored, "stored", "2GiB", "the maximum `size` of stored jobs, of answers and of shared models, each")
	fl.StringVar(&f.storedEach, "stored-client", "512MiB", "the same `size` for one client")
	fl.StringVar(&f.logFormat, "log", "text", "the format of the log on standard error: `text|json|none`")
	return cmd
}

func (a *app) serve(ctx context.Context, f *serveFlags) error {
	if f.hashToken {
		return a.hashToken(ctx)
	}
	if err := f.complete(a); err != nil {
		return err
	}
	store, err := openStore(ctx, f.db)
	if err != nil {
		return err
	}
	defer store.Close()
	f.Store, f.Version = store, command.ThisRelease().String()
	tracer, endTracing, err := tracing.FromEnv(ctx, os.Getenv, command.ThisRelease().Version)
	if err != nil {
		return err
	}
	f.Tracer = tracer
	defer endSpans(ctx, endTracing)
	f.limitByGroups()
	f.Agents = mcp.Handler(mcp.New(f.Version, answerer(&f.Host, worker.Order{Time: agentTime, Memory: f.Memory, Output: 16 << 20})))
	if f.Page, err = page.Handler(); err != nil {
		return err
	}
	s, err := api.New(f.Config)
	if err != nil {
		return err
	}
	l, err := f.listener()
	if err != nil {
		return err
	}
	scheme := "http"
	if f.cert != "" {
		scheme = "https"
	}
	fmt.Fprintf(a.err, "farbank: the page is at %s://%s; /openapi.json describes the API\n", scheme, l.Addr())
	return f.run(ctx, s, l)
}

// endSpans sends the remaining spans within 5 seconds.
func endSpans(ctx context.Context, end func(context.Context) error) {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = end(last) // an unreachable collector must not change the exit code
}

// limitByGroups lets the kernel limit jobs by control groups, if one was delegated to the service.
func (f *serveFlags) limitByGroups() {
	if f.Log == nil {
		f.Log = slog.New(slog.DiscardHandler)
	}
	group, err := worker.DelegatedGroup()
	if err != nil {
		f.Log.Info("job limits are enforced without control groups", "reason", err)
		return
	}
	f.Host.Group = group
	f.Log.Info("job limits are enforced by control groups")
}

// agentTime is the time limit of answers to agents.
const agentTime = 30 * time.Second

// complete checks the flags and reads the files they name.
func (f *serveFlags) complete(a *app) (err error) {
	local := api.Local(f.listen)
	switch {
	case (f.cert == "") != (f.key == ""):
		return errors.New("--tls-cert and --tls-key go together")
	case f.tokens == "" && !local:
		return fmt.Errorf("--listen %s is reachable from other hosts: --tokens is needed", f.listen)
	case f.Jobs < 0 || f.Queue < 1 || f.Client < 1 || f.Longest <= 0 || f.Keep <= 0:
		return errors.New("--jobs must not be negative; --queue, --queue-client, --job-time and --keep must be more than 0")
	}
	if f.Memory, err = command.ParseBytes(f.memory); err != nil {
		return fmt.Errorf("--job-memory %w", err)
	}
	if f.Stored.All, err = command.ParseBytes(f.stored); err != nil {
		return fmt.Errorf("--stored %w", err)
	}
	if f.Stored.Client, err = command.ParseBytes(f.storedEach); err != nil {
		return fmt.Errorf("--stored-client %w", err)
	}
	if f.tokens != "" {
		file, err := os.Open(f.tokens)
		if err != nil {
			return err
		}
		defer file.Close()
		if f.Tokens, err = api.ReadTokens(file); err != nil {
			return fmt.Errorf("--tokens %s: %w", f.tokens, err)
		}
	}
	if local && f.Hosts == nil {
		f.Hosts = api.LocalHosts
	}
	switch f.logFormat {
	case "text":
		f.Log = slog.New(slog.NewTextHandler(a.stderr, nil))
	case "json":
		f.Log = slog.New(slog.NewJSONHandler(a.stderr, nil))
	case "none":
	default:
		return command.UnknownWord("--log", f.logFormat, []string{"text", "json", "none"})
	}
	return nil
}

// openStore opens the database: by default a file in the user's state folder.
func openStore(ctx context.Context, name string) (*jobs.Store, error) {
	if name == "" {
		folder, err := stateFolder()
		if err != nil {
			return nil, fmt.Errorf("--db is needed: %w", err)
		}
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		name = filepath.Join(folder, "serve.db")
	}
	store, err := jobs.Open(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("--db: %w", err)
	}
	return store, nil
}

// stateFolder returns the folder for the state of the program (XDG_STATE_HOME).
func stateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "farbank"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "farbank"), err
}

func (f *serveFlags) listener() (net.Listener, error) {
	l, err := net.Listen("tcp", f.listen)
	if err != nil || f.cert == "" {
		return l, err
	}
	cert, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		l.Close()
		return nil, err
	}
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}), nil
}

// endTime is the maximum time for current requests when the server shuts down.
const endTime = 10 * time.Second

// run serves until ctx ends. It then finishes current requests and returns running jobs to the
// queue.
func (f *serveFlags) run(ctx context.Context, s *api.Server, l net.Listener) error {
	server := &http.Server{Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10, ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug)}
	var working sync.WaitGroup
	working.Go(func() { s.Work(ctx) })
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	err := server.Shutdown(last)
	working.Wait()
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close()
	}
	return err
}

// hashToken prints a line for --tokens with the hash of a token.
func (a *app) hashToken(ctx context.Context) error {
	b, err := a.readInput(ctx)
	if err != nil {
		return err
	}
	token := strings.TrimSpace(string(b))
	if len(token) < 16 {
		return errors.New("a token has at least 16 characters; openssl rand -hex 24 makes one")
	}
	_, err = fmt.Fprintf(a.out, "NAME ask,share %s\n", api.Hash(token))
	return err
}

// workerCommand returns the command of a worker process, which answers one question for the
// service.
func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Answer one question for the service, from standard input",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return worker.Serve(cmd.Context(), io.LimitReader(a.in, 64<<20), a.stdout)
		},
	}
}
