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

	"farbank/serve/api"
	"farbank/serve/jobs"
	"farbank/serve/mcp"
	"farbank/serve/page"
	"farbank/serve/trace"
	"farbank/serve/worker"

	"github.com/spf13/cobra"
)

// serveFlags are the flags of serve.
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
		Long: `serve answers questions about problems over HTTP: /api/v1/solve, /api/v1/check and so on take JSON and give the documents
of --json; /openapi.json describes them all. What takes long becomes a job, worked on by a process of its own, in a queue
that is kept in a database and outlives the server. See docs/api.md. A browser gets the page: an editor, the questions, boards and games.

It listens on this host only, unless told otherwise; beyond it tokens are needed.`,
		Example: `  farbank serve
  farbank serve --listen :8443 --tokens tokens.txt --tls-cert cert.pem --tls-key key.pem
  farbank serve --db postgres://farbank@db/farbank
  echo "$TOKEN" | farbank serve --hash-token`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "127.0.0.1:8080", "the `address` to listen on")
	fl.StringVar(&f.db, "db", "", "where jobs, answers and shared models are kept: a `file`, or postgres://...; default: farbank/serve.db in the user's state folder")
	fl.StringVar(&f.tokens, "tokens", "", "a `file` of those who may ask: lines NAME SCOPES HASH, see --hash-token")
	fl.BoolVar(&f.hashToken, "hash-token", false, "read a token from standard input and print its line for --tokens")
	fl.StringVar(&f.cert, "tls-cert", "", "the `file` of the certificate, in PEM")
	fl.StringVar(&f.key, "tls-key", "", "the `file` of its key, in PEM")
	fl.StringArrayVar(&f.Origins, "origin", nil, "another `site` whose pages may ask, as in https://example.org (repeatable)")
	fl.StringArrayVar(&f.Hosts, "host", nil, "a `name` that this host is called by (repeatable; default: on this host only its local names, else any)")
	fl.IntVar(&f.Jobs, "jobs", 0, "how many jobs at once (default: one for each processor)")
	fl.IntVar(&f.Queue, "queue", 1000, "how many jobs may wait or run")
	fl.IntVar(&f.Client, "queue-client", 250, "how many of these may be of one client")
	fl.DurationVar(&f.Longest, "job-time", 10*time.Minute, "the longest `time` of a job")
	fl.StringVar(&f.memory, "job-memory", "2GiB", "the most `memory` of a job")
	fl.DurationVar(&f.Keep, "keep", 7*24*time.Hour, "how long jobs and answers are kept")
	fl.StringVar(&f.stored, "stored", "2GiB", "how many bytes are kept of jobs, of answers and of shared models, each: a `size`")
	fl.StringVar(&f.storedEach, "stored-client", "512MiB", "how many of these of one client: a `size`")
	fl.StringVar(&f.logFormat, "log", "text", "the lines of the log on standard error: `text|json|none`")
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
	f.Store, f.Version = store, thisRelease().String()
	if f.Tracer, err = trace.FromEnv(os.Getenv, thisRelease().Version, f.Log); err != nil {
		return err
	}
	defer f.endTracing(ctx)
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
	fmt.Fprintf(a.err, "farbank: %s://%s has the page; its API is told at /openapi.json\n", scheme, l.Addr())
	return f.run(ctx, s, l)
}

// endTracing sends the last spans.
func (f *serveFlags) endTracing(ctx context.Context) {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	f.Tracer.Close(last)
}

// limitByGroups has the kernel hold jobs to their limits by control groups, where these were
// left to the service.
func (f *serveFlags) limitByGroups() {
	if f.Log == nil {
		f.Log = slog.New(slog.DiscardHandler)
	}
	group, err := worker.DelegatedGroup()
	if err != nil {
		f.Log.Info("jobs are held to their limits without control groups", "reason", err)
		return
	}
	f.Host.Group = group
	f.Log.Info("jobs are held to their limits by control groups")
}

// agentTime is how long an agent waits for an answer at most.
const agentTime = 30 * time.Second

// complete checks the flags and reads the files that they name.
func (f *serveFlags) complete(a *app) (err error) {
	local := api.Local(f.listen)
	switch {
	case (f.cert == "") != (f.key == ""):
		return errors.New("--tls-cert and --tls-key go together")
	case f.tokens == "" && !local:
		return fmt.Errorf("--listen %s is reached from other hosts: --tokens is needed", f.listen)
	case f.Jobs < 0 || f.Queue < 1 || f.Client < 1 || f.Longest <= 0 || f.Keep <= 0:
		return errors.New("--jobs must not be negative; --queue, --queue-client, --job-time and --keep must be more than 0")
	}
	if f.Memory, err = parseBytes(f.memory); err != nil {
		return fmt.Errorf("--job-memory: %w", err)
	}
	if f.Stored.All, err = parseBytes(f.stored); err != nil {
		return fmt.Errorf("--stored: %w", err)
	}
	if f.Stored.Client, err = parseBytes(f.storedEach); err != nil {
		return fmt.Errorf("--stored-client: %w", err)
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
		return unknownWord("--log", f.logFormat, []string{"text", "json", "none"})
	}
	return nil
}

// openStore opens the database; without a name a file in the user's state folder.
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

// stateFolder is where programs keep what is neither settings nor a cache.
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

// endTime is how long requests under way may take when the server is to end.
const endTime = 10 * time.Second

// run serves until ctx ends; what is under way then is brought to an end, or back to the
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

// hashToken prints the line of a token.
func (a *app) hashToken(ctx context.Context) error {
	b, err := a.read(ctx, "-")
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

// workerCommand is how the service starts processes that answer a question each.
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
