package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"farbank/constraint/proof"
	"farbank/engine"
	"farbank/exchange/flatzinc"
	"farbank/internal/bounded"
	"farbank/internal/command"

	"github.com/spf13/cobra"
)

// flatzincFlags are the flags of farbank flatzinc, as in the FlatZinc standard.
type flatzincFlags struct {
	limitFlags
	flatzinc.Options
	milliseconds int64
	seed         int64
	verbose      bool
	register     bool
	proof        string
	check        string
	failure      string
}

func (a *app) flatzincCommand() *cobra.Command {
	f := &flatzincFlags{}
	cmd := &cobra.Command{
		Use:   "flatzinc FILE",
		Short: "Solve a FlatZinc file, the output of the MiniZinc compiler",
		Long: `flatzinc solves a FlatZinc model over integers, Booleans and sets by constraint propagation with clause
learning. The output follows the FlatZinc standard: ---------- after each solution, ========== after
a complete search, =====UNSATISFIABLE===== or =====UNKNOWN=====. It follows the search annotations of
the model; -f alternates that search with a free one and drops the model's restarts. Variables without
bounds range from -2^40 to 2^40.

--proof writes a proof that no solution, or no better one, exists. --check builds the constraints anew
from the model and checks each step of such a proof, by code that shares nothing with the solver.

Exit codes: 0; with --check 0 verified, 1 not a proof of this model.`,
		Example: "  minizinc -c --solver org.minizinc.mzn-fzn model.mzn data.dzn -o model.fzn\n  farbank flatzinc model.fzn -s\n  farbank flatzinc model.fzn -a\n" +
			"  farbank flatzinc model.fzn -f -i -t 60000\n  farbank flatzinc model.fzn --proof best.proof && farbank flatzinc --check best.proof model.fzn\n  farbank flatzinc --register && minizinc --solver farbank model.mzn",
		Args: func(cmd *cobra.Command, args []string) error {
			if f.register {
				return command.Needs(0, "--register takes no file")(cmd, args)
			}
			return command.Needs(1, "one FlatZinc file is needed")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.register {
				return a.registerFlatZinc()
			}
			return f.handedOver(args[0], a.runFlatZinc(cmd.Context(), f, args[0]))
		},
	}
	fl := cmd.Flags()
	fl.BoolVarP(&f.All, "all-solutions", "a", false, "all solutions; with an objective, each better one")
	fl.Int64VarP(&f.Number, "num-solutions", "n", 0, "stop after this `number` of solutions")
	fl.BoolVarP(&f.Free, "free-search", "f", false, "alternate the search of the model with a free search")
	fl.BoolVarP(&f.Statistics, "statistics", "s", false, "print statistics")
	fl.BoolVarP(&f.Intermediate, "intermediate", "i", false, "with an objective, print each better solution")
	fl.Int64VarP(&f.milliseconds, "time-limit", "t", 0, "the time limit in `milliseconds`")
	fl.IntVarP(&f.Workers, "parallel", "p", 1, "the `number` of workers that search for one or a best solution; the output of one worker is deterministic")
	fl.Int64VarP(&f.seed, "random-seed", "r", 0, "the `seed` for random values and for the search of several workers")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "print to standard error why a search ended early")
	fl.BoolVar(&f.register, "register", false, "register this program with MiniZinc as the solver farbank")
	fl.StringVar(&f.proof, "proof", "", "write a proof that no solution, or no better one, exists to this `file`")
	fl.StringVar(&f.check, "check", "", "check the proof in this `file` instead of solving")
	fl.StringVar(&f.failure, "failure", "", "for solve: write into a `FILE` what failed")
	fl.Lookup("failure").Hidden = true
	f.limitFlags.register(cmd, notKnownPast)
	return cmd
}

// handedOver writes an error into the file of --failure, without the name of the model, which only
// minizinc knows.
func (f *flatzincFlags) handedOver(path string, err error) error {
	var exit *command.ExitError
	if f.failure == "" || err == nil || isUnfinished(err) || errors.As(err, &exit) {
		return err
	}
	text := strings.TrimPrefix(err.Error(), spoken(path)+": ")
	var placed *flatzinc.Error
	if errors.As(err, &placed) {
		text = placed.Message
	}
	if unwritten := os.WriteFile(f.failure, []byte(text), 0o666); unwritten != nil {
		return errors.Join(err, unwritten)
	}
	return &command.ExitError{Code: command.ExitUsage}
}

func (a *app) runFlatZinc(ctx context.Context, f *flatzincFlags, path string) error {
	if f.milliseconds < 0 || f.Number < 0 {
		return errors.New("-t and -n must not be negative")
	}
	if f.Workers < 0 || f.Workers > engine.MaxWorkers {
		return fmt.Errorf("-p must be from 0 to %d", engine.MaxWorkers)
	}
	if err := proofFlags(f.proof, f.check, path); err != nil {
		return err
	}
	if f.milliseconds > 0 {
		f.timeout = time.Duration(min(f.milliseconds, 1<<40)) * time.Millisecond
	}
	asJSON, out := &a.json, &answers{Writer: a.raw}
	if f.check == "" {
		asJSON, a.lastWord = nil, out.lastWord(f)
	}
	ctx, cancel, err := f.begin(a, ctx, asJSON)
	if err != nil {
		return err
	}
	defer cancel()
	text, err := a.readFlatZinc(ctx, path)
	if err == nil && f.check != "" {
		return a.checkFlatZinc(ctx, f, text, path)
	}
	if err == nil {
		f.Memory, f.Seed = f.Share(), uint64(f.seed)
		err = a.withProof(f.proof, func(w io.Writer) (bool, error) {
			f.Proof = w
			verdict, err := flatzinc.Solve(ctx, text, spoken(path), f.Options, out)
			return verdict == flatzinc.None || verdict == flatzinc.Complete, err
		})
	} else if isUnfinished(err) {
		fmt.Fprintln(out, flatzinc.Unsolved)
	}
	if err == nil || !isUnfinished(err) {
		return err
	}
	if f.verbose {
		fmt.Fprintf(a.err, "farbank: %s\n", engine.Stopped(ctx, err))
	}
	return nil
}

// answers records whether anything but statistics was written. Each Write must be one item.
type answers struct {
	io.Writer
	given atomic.Bool
}

func (w *answers) Write(b []byte) (int, error) {
	if !bytes.HasPrefix(b, []byte("%")) {
		w.given.Store(true)
	}
	return w.Writer.Write(b)
}

// lastWord ends the output when work is aborted.
func (w *answers) lastWord(f *flatzincFlags) func(last *app, cause error) error {
	return func(last *app, cause error) error {
		if f.verbose {
			fmt.Fprintf(last.err, "farbank: %s\n", engine.Stopped(context.Background(), cause))
		}
		if w.given.Load() {
			return nil
		}
		_, err := fmt.Fprintln(last.raw, flatzinc.Unsolved)
		return err
	}
}

// checkFlatZinc checks a proof and prints the verdict.
func (a *app) checkFlatZinc(ctx context.Context, f *flatzincFlags, text []byte, path string) error {
	r, err := a.openProof(ctx, f.check)
	if err != nil {
		return err
	}
	defer r.Close()
	shown, err := flatzinc.Check(ctx, text, spoken(path), r, spoken(f.check))
	var wrong *proof.Error
	switch {
	case errors.As(err, &wrong):
		return a.notVerified(false, wrong)
	case err != nil && isUnfinished(err):
		return during("while the proof was checked", err)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(a.out, "c %v; %s steps were checked\ns VERIFIED\n", shown, grouped(shown.Steps))
	return err
}

// registerFlatZinc writes the solver configuration of MiniZinc into the home folder.
func (a *app) registerFlatZinc() error {
	home, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	name, err := flatzinc.Register(filepath.Join(home, ".minizinc", "solvers"), program, command.ThisRelease().Version)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "MiniZinc finds %s: minizinc --solver farbank model.mzn\n", name)
	return err
}

func (a *app) readFlatZinc(ctx context.Context, path string) ([]byte, error) {
	in, err := a.open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := a.unpacked(ctx, in, spoken(path))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err == nil && int64(len(text)) > readLimit(a.limits.Read).or(bounded.Machine) {
		err = &bounded.TooLargeError{Name: path, Limit: readLimit(a.limits.Read).or(bounded.Machine)}
	}
	return text, err
}
