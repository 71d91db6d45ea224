package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/internal/durable"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// checkpointFlags are --checkpoint and --every.
type checkpointFlags struct {
	dir   string
	every time.Duration
}

func (f *checkpointFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "checkpoint", "", "save the state of the search in this `directory`, for farbank resume")
	cmd.Flags().DurationVar(&f.every, "every", 5*time.Minute, "with --checkpoint, the `duration` between two savings")
}

// questionFile is the file of a checkpoint for the question and the texts that it reads.
const (
	questionName = "question"
	questionFile = questionName + ".state"
)

// questionVersion is the version of its format.
const questionVersion = 1

// A keptQuestion is a command line with everything that it read.
type keptQuestion struct {
	Release string            `json:"release"`
	Command []string          `json:"command"` // its names, flags and arguments
	Inputs  map[string][]byte `json:"inputs"`
	Files   map[string]string `json:"files"` // the file names of sources
}

// inputs are the texts that a command has read, by the name under which it asked for them.
type inputs struct {
	texts  map[string][]byte
	files  map[string]string
	replay bool // read nothing else
}

func (in *inputs) keep(name string, text []byte) {
	if in.texts == nil {
		in.texts = map[string][]byte{}
	}
	in.texts[name] = slices.Clone(text)
}

// recorded returns a text that was read when the question was first asked. replay reports whether
// the question is asked again.
func (in *inputs) recorded(name string) (text []byte, found, replay bool) {
	if !in.replay {
		return nil, false, false
	}
	text, found = in.texts[name]
	return text, found, true
}

// commandLine returns a command line without the flags that resume sets: command names, flags that
// were given, arguments.
func commandLine(cmd *cobra.Command) []string {
	list := strings.Fields(cmd.CommandPath())[1:]
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name == "checkpoint" {
			return
		}
		if many, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range many.GetSlice() {
				list = append(list, "--"+f.Name+"="+v)
			}
			return
		}
		list = append(list, "--"+f.Name+"="+absolute(f.Name, f.Value.String()))
	})
	return append(append(list, "--"), cmd.Flags().Args()...)
}

// absolute returns a path in the value of a flag as an absolute path.
func absolute(flag, value string) string {
	if value != "" && slices.Contains(ofFiles, flag) {
		if path, err := filepath.Abs(value); err == nil {
			return path
		}
	}
	return value
}

// ofFiles are the flags with the path of an output.
var ofFiles = []string{"disk", "output", "certificate"}

// ofResume are the flags of resume, which do not change the answer.
var ofResume = []string{"timeout", "memory", "workers", "every", "progress", "quiet", "stats"}

// digest returns a hash of the parts.
func digest(parts ...[]byte) [32]byte {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:", len(p))
		h.Write(p)
	}
	return [32]byte(h.Sum(nil))
}

// digests returns the hashes of the texts and of the question.
func (k *keptQuestion) digests() (problem, question [32]byte) {
	texts, _ := json.Marshal(k.Inputs)
	files, _ := json.Marshal(k.Files)
	asked := slices.DeleteFunc(slices.Clone(k.Command), func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		return strings.HasPrefix(arg, "--") && slices.Contains(ofResume, name)
	})
	text, _ := json.Marshal(asked)
	return digest(texts, files), digest(text)
}

// keep starts checkpointing once a command has read everything; it returns nil without
// --checkpoint.
func (a *app) keep(ctx context.Context, cmd *cobra.Command, f *checkpointFlags) (*engine.Checkpoints, error) {
	switch {
	case f.dir == "" && cmd.Flags().Changed("every"):
		return nil, errors.New("--every goes with --checkpoint")
	case f.dir == "" && cmd.Flags().Changed("checkpoint"):
		return nil, errors.New("--checkpoint: the name of a directory is needed")
	case f.dir == "":
		return nil, nil
	case f.every <= 0:
		return nil, errors.New("--every must be positive")
	}
	if !a.inputs.replay {
		var err error
		if a.lock, err = durable.LockFolder(f.dir); err != nil {
			return nil, fmt.Errorf("--checkpoint: %s: %w", f.dir, cause(err))
		}
	}
	q := &keptQuestion{Release: command.ThisRelease().String(), Command: commandLine(cmd), Inputs: a.inputs.texts, Files: a.inputs.files}
	if !a.inputs.replay {
		if err := q.write(f.dir); err != nil {
			return nil, err
		}
	}
	problem, question := q.digests()
	a.checkpointDir = f.dir
	a.checkpoints = engine.NewCheckpoints(f.dir, f.every, problem, question, a.notKept())
	return a.checkpoints, nil
}

// notKept returns a function that prints why a checkpoint was not saved, once for each reason.
func (a *app) notKept() func(error) {
	var mu sync.Mutex
	listed := map[string]bool{}
	head := ""
	if term.IsTerminal(int(a.stderr.Fd())) {
		head = "\n" // after a line of progress
	}
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if text := err.Error(); !listed[text] {
			listed[text] = true
			fmt.Fprintf(a.err, "%sfarbank: checkpoint: %s\n", head, text)
		}
	}
}

// write saves the question in a folder.
func (q *keptQuestion) write(dir string) error {
	path := filepath.Join(dir, questionFile)
	if durable.Exists(path) {
		return fmt.Errorf("%s holds a checkpoint already: farbank resume %s goes on from it; give another directory, or remove it, to begin anew", dir, quoted(dir))
	}
	if err := engine.RemoveCheckpoints(dir, questionName); err != nil { // of an answer that was interrupted while this was removed
		return fmt.Errorf("--checkpoint: %w", err)
	}
	_, err := durable.Save(path, durable.Header{Kind: questionName, Version: questionVersion}, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(q)
	})
	if err != nil {
		return fmt.Errorf("--checkpoint: %w", err)
	}
	return nil
}

// quoted quotes a name for a shell.
func quoted(name string) string {
	if name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%") == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// keptUntil ends checkpointing. It removes the checkpoint of an answered question. After a limit,
// an interrupt or a failed output it prints how to continue.
func (a *app) keptUntil(code int, written bool) {
	if a.checkpoints == nil {
		a.lock.Remove(false)
		return
	}
	a.checkpoints.Close()
	switch {
	case !written, (code == command.ExitUnknown || code == command.ExitFeasible) && a.limits.Ended():
		fmt.Fprintln(a.err, a.toGoOn())
	case code == command.ExitBug, code == command.ExitUsage && a.inputs.replay: // the checkpoint cannot be read
	case code == command.ExitUsage && a.checkpoints.Saved(): // for example because a file cannot be written
		fmt.Fprintln(a.err, a.toGoOn())
	default:
		if err := engine.RemoveCheckpoints(a.checkpointDir, questionName); err != nil {
			fmt.Fprintf(a.err, "farbank: checkpoint: %v\n", err)
		}
	}
	a.lock.Remove(false)
}

// toGoOn returns the line that names the command to continue with.
func (a *app) toGoOn() string {
	resume := "farbank resume " + quoted(a.checkpointDir)
	if a.checkpoints.Saved() || a.hasDisk {
		return "farbank: to go on from here: " + resume
	}
	return "farbank: nothing that was found could be kept; to begin again: " + resume
}

func (a *app) resumeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "resume DIR",
		Short: "Continue a command that was given --checkpoint DIR",
		Long: `resume continues a command that was given --checkpoint DIR and then stopped by a limit, an interrupt
or a failure of the machine. The directory holds the command, the texts that it read and the state
of its search; the files themselves are no longer needed. The answer is the same as without the
interruption. Limits may be given anew; the saved state has to fit --memory.

These continue from the saved state: breadth-first and uniform-cost search, space and generate; A*
and greedy search of the engine planning; the engine constraint (best solution, bounds, learned
clauses); milp (open nodes). Everything else starts again: listings of all plans, and the engines
journey, fold and rules.

With --disk a search is saved as long as it fits memory, and by its layers on disk after that.
Names of files and directories are relative to the folder of the first call. One program at a time
may use a directory.

A damaged file is not used; the generation before it is. Where both are damaged, resume names the
file; when it is removed, that search starts again.`,
		Example: "  farbank solve hanoi -p pegs=4 -p discs=12 --checkpoint hanoi.state --every 1m --timeout 10s\n  farbank resume hanoi.state --timeout 1h",
		Args:    oneDirectory,
	}
	fl := cmd.Flags()
	fl.String("memory", "", "the memory limit as a `size`, for example 4GiB")
	fl.Duration("timeout", 0, "the time limit from now on, a `duration`, for example 30s")
	fl.Int("workers", 0, "the `number` of processors to use")
	fl.Duration("every", 0, "the `duration` between two savings, for example 5m")
	fl.String("progress", "", progressUsage)
	fl.Bool("quiet", false, "print no progress line")
	fl.Bool("stats", false, "print statistics to standard error")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.resume(cmd, args[0]) }
	return cmd
}

func oneDirectory(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("one directory is needed, that of --checkpoint; there are %d", len(args))
	}
	return nil
}

// resume runs a command again, on the same inputs.
func (a *app) resume(cmd *cobra.Command, dir string) error {
	var q keptQuestion
	path := filepath.Join(dir, questionFile)
	if !durable.Exists(path) {
		return fmt.Errorf("%s holds no checkpoint; an answered question leaves none", dir)
	}
	lock, err := durable.LockFolder(dir)
	switch {
	case errors.Is(err, durable.ErrBusy):
		return fmt.Errorf("%s: %w", dir, err)
	case err != nil: // nothing can be saved here any more; the error follows
		fmt.Fprintf(a.err, "farbank: checkpoint: %s: %v\n", dir, cause(err))
	case !durable.Exists(path): // removed in the meantime
		lock.Remove(false)
		return fmt.Errorf("%s holds no checkpoint; an answered question leaves none", dir)
	}
	a.lock = lock
	_, err = durable.Load(path, durable.Header{Kind: questionName, Version: questionVersion}, func(r io.Reader) error {
		q = keptQuestion{}
		return json.NewDecoder(r).Decode(&q)
	})
	switch {
	case err != nil:
		return err
	case q.Release != command.ThisRelease().String():
		return fmt.Errorf("%s was written by farbank %s, and this is %s; only the same goes on", dir, q.Release, command.ThisRelease())
	case len(q.Command) == 0:
		return fmt.Errorf("%s: it names no command", path)
	}
	flags, args := q.Command, []string(nil)
	if k := slices.Index(flags, "--"); k >= 0 {
		flags, args = flags[:k], flags[k:]
	}
	list := append(slices.Clone(flags), "--checkpoint="+dir)
	again, _, err := a.root().Find(flags[:1])
	if err != nil {
		return err
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if again.Flags().Lookup(f.Name) != nil {
			list = append(list, "--"+f.Name+"="+f.Value.String())
		}
	})
	a.inputs = inputs{texts: q.Inputs, files: q.Files, replay: true}
	root := a.root()
	root.SetArgs(append(list, args...))
	return root.ExecuteContext(cmd.Context())
}
