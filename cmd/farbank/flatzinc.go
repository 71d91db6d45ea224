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

	"github.com/spf13/cobra"
)

// flatzincFlags are the settings of farbank flatzinc: the standard's.
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
		Short: "Solve a FlatZinc file, as MiniZinc writes it",
		Long: `flatzinc solves a model that MiniZinc has flattened, for integers, Booleans and sets, by a solver that learns from
contradictions, and prints what the FlatZinc standard asks for: solutions with ---------- after each, ========== where the
search was complete, =====UNSATISFIABLE=====, =====UNKNOWN=====. The search that the model asks for is kept to; with -f it
takes turns with a free one; restarts that it asks for are kept to without -f. A variable without bounds has values from -2^40 to 2^40.
With --proof it writes why there is no solution, or none with a better objective; --check makes the constraints anew from the model and checks each step
of such a proof, by code that shares nothing with the solver.
Exit codes: 0; of --check, 0 verified, 1 not a proof of this model.`,
		Example: "  minizinc -c --solver org.minizinc.mzn-fzn model.mzn data.dzn -o model.fzn && farbank flatzinc model.fzn -s\n  farbank flatzinc model.fzn -a\n" +
			"  farbank flatzinc model.fzn -f -i -t 60000\n  farbank flatzinc model.fzn --proof best.proof && farbank flatzinc --check best.proof model.fzn\n  farbank flatzinc --register && minizinc --solver farbank model.mzn",
		Args: func(cmd *cobra.Command, args []string) error {
			if f.register {
				return needs(0, "--register takes no file")(cmd, args)
			}
			return needs(1, "one FlatZinc file is needed")(cmd, args)
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
	fl.Int64VarP(&f.Number, "num-solutions", "n", 0, "stop after so many solutions")
	fl.BoolVarP(&f.Free, "free-search", "f", false, "let the search that is asked for take turns with a free one")
	fl.BoolVarP(&f.Statistics, "statistics", "s", false, "print statistics")
	fl.BoolVarP(&f.Intermediate, "intermediate", "i", false, "with an objective, print each better solution")
	fl.Int64VarP(&f.milliseconds, "time-limit", "t", 0, "the longest time to take, in milliseconds")
	fl.IntVarP(&f.Workers, "parallel", "p", 1, "how many workers look for one solution or a best one together; with one, the output is the same each time")
	fl.Int64VarP(&f.seed, "random-seed", "r", 0, "for values that are asked for at random, and for what several workers try")
	fl.BoolVarP(&f.verbose, "verbose", "v", false, "tell on standard error why a search ended early")
	fl.BoolVar(&f.register, "register", false, "make this program known to MiniZinc, as the solver farbank")
	fl.StringVar(&f.proof, "proof", "", "write to a `FILE` why there is no solution, or none better")
	fl.StringVar(&f.check, "check", "", "check the proof in a `FILE` instead of solving")
	fl.StringVar(&f.failure, "failure", "", "for solve: write into a `FILE` what failed")
	fl.Lookup("failure").Hidden = true
	f.limitFlags.register(cmd, notKnownPast)
	return cmd
}

// handedOver writes what failed into the file of --failure, without the name of the model, which only minizinc knows.
func (f *flatzincFlags) handedOver(path string, err error) error {
	var exit *exitError
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
	return &exitError{code: exitUsage}
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

// answers notes that there was something else than statistics, each of which is written at once.
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

// lastWord ends what was written where work is given up.
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

// checkFlatZinc prints whether a proof is one.
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

// registerFlatZinc writes what MiniZinc looks for into the home folder.
func (a *app) registerFlatZinc() error {
	home, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	name, err := flatzinc.Register(filepath.Join(home, ".minizinc", "solvers"), program, thisRelease().Version)
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
