package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"farbank/constraint/cnf"
	"farbank/constraint/drat"
	"farbank/constraint/opb"
	"farbank/constraint/sat"
	"farbank/engine"
	"farbank/internal/command"

	"github.com/spf13/cobra"
)

// Exit codes of the SAT competitions.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// satFlags are the flags of farbank sat.
type satFlags struct {
	limitFlags
	proof string
	check string
	stats bool
	json  bool
	known context.CancelFunc // called when the answer is known: printing has no limits
}

func (a *app) satCommand() *cobra.Command {
	f := &satFlags{}
	cmd := &cobra.Command{
		Use:   "sat FILE",
		Short: "Solve SAT (DIMACS), MaxSAT (WCNF) and pseudo-Boolean (OPB) problems, with proofs",
		Long: `sat solves problems over Boolean variables. The first lines of the file determine its kind:

  clauses (DIMACS, p cnf)          prints s SATISFIABLE and a model in lines that begin with v,
                                   s UNSATISFIABLE or s UNKNOWN, as the SAT competitions ask
  weighted clauses (WCNF)          violates clauses of the least total weight
  pseudo-Boolean (OPB, WBO)        finds a best solution: a line o for each better cost, then
                                   s OPTIMUM FOUND

--proof writes the refutation in the DRAT format; for weights and sums it writes a proof in the format
of the package constraint/proof, that no model or no better one exists. --check checks such a
proof, also of another program, by code that shares nothing with the solver.

Exit codes: 10 satisfiable, 20 unsatisfiable, 30 a best model, 0 not known; with --check 0
verified, 1 not a proof.`,
		Example: "  farbank sat f.cnf\n  farbank sat f.cnf --proof f.drat\n  farbank sat --check f.drat f.cnf\n  farbank sat f.cnf.gz --timeout 1m --stats\n  farbank sat f.wcnf\n  farbank sat f.opb",
		Args:    command.Needs(1, "one file of clauses is needed"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runSAT(cmd.Context(), f, args[0]) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.proof, "proof", "", "write a proof to a `FILE`, of clauses in the DRAT format")
	fl.StringVar(&f.check, "check", "", "check the proof in this `file` instead of solving")
	f.limitFlags.register(cmd, notKnownPast)
	fl.BoolVar(&f.stats, "stats", false, "print statistics to standard error")
	fl.BoolVar(&f.json, "json", false, "print the answer as JSON")
	return cmd
}

func (a *app) runSAT(ctx context.Context, f *satFlags, path string) error {
	if err := proofFlags(f.proof, f.check, path); err != nil {
		return err
	}
	a.lastWord = func(last *app, cause error) error {
		return last.satUnknown(f, engine.Stopped(context.Background(), cause))
	}
	ctx, cancel, err := f.begin(a, ctx, nil)
	if err != nil {
		return err
	}
	defer cancel()
	f.known = cancel
	file, err := a.readSAT(ctx, path)
	switch {
	case isUnfinished(err):
		return a.satUnknown(f, stoppedReason(ctx, whileRead(path, err)))
	case err != nil:
		return err
	case file.weighted != nil && f.proof+f.check != "":
		w := file.weighted
		p, err := pseudoOf(w, path)
		if err != nil {
			return err
		}
		return a.pseudo(ctx, f, p, func(v func(int) bool) error { return cnf.WriteValues(a.out, w.Variables, v) })
	case file.weighted != nil:
		return a.weighted(ctx, f, file.weighted)
	case file.pseudo != nil:
		return a.pseudo(ctx, f, file.pseudo, func(v func(int) bool) error { return opb.WriteModel(a.out, file.pseudo.Variables, v) })
	case f.check != "":
		return a.checkProof(ctx, f, file.clauses)
	}
	return a.decide(ctx, f, file.clauses)
}

// decide solves a formula, and writes the proof.
func (a *app) decide(ctx context.Context, f *satFlags, formula *cnf.Formula) error {
	begun := time.Now()
	s, status := (*sat.Solver)(nil), sat.Unknown
	work := func(w io.Writer) (err error) {
		s = sat.New(sat.Options{Proof: w, Memory: f.Share()})
		status, err = solveCNF(ctx, s, formula)
		return err
	}
	var err error
	if f.proof == "" {
		err = work(nil)
	} else {
		err = a.beside(f.proof, func(w io.Writer) error {
			out := bufio.NewWriterSize(w, 1<<16)
			if err := work(out); err != nil {
				return err
			}
			return out.Flush()
		})
	}
	if f.stats && s != nil {
		a.satStats(s.Stats())
		fmt.Fprintf(a.err, "time %v\n", time.Since(begun).Round(time.Millisecond))
	}
	switch {
	case err != nil && isUnfinished(err):
		return a.satUnknown(f, stoppedReason(ctx, err))
	case err != nil:
		return err
	}
	f.known()
	return a.printSAT(f, formula, s, status)
}

func (a *app) satStats(st sat.Stats) {
	fmt.Fprintf(a.err, "conflicts %s, decisions %s, propagations %s, restarts %s, learned %s, deleted %s\n", grouped(st.Conflicts), grouped(st.Decisions),
		grouped(st.Propagations), grouped(st.Restarts), grouped(st.Learned), grouped(st.Deleted))
	fmt.Fprintf(a.err, "variables fixed %d, eliminated %d; clauses subsumed %s, strengthened %s, vivified %s\n", st.Fixed, st.Eliminated,
		grouped(st.Subsumed), grouped(st.Strengthened), grouped(st.Vivified))
}

func solveCNF(ctx context.Context, s *sat.Solver, formula *cnf.Formula) (sat.Status, error) {
	var clause []int
	for i := range formula.Len() {
		clause = clause[:0]
		for _, l := range formula.Clause(i) {
			clause = append(clause, int(l))
		}
		if err := s.Add(clause...); err != nil {
			return sat.Unknown, err
		}
		if i%4096 == 0 && ctx.Err() != nil {
			return sat.Unknown, ctx.Err()
		}
	}
	r, err := s.Solve(ctx)
	if err == nil {
		err = r.Reason
	}
	return r.Status, err
}

// Values of satJSON.Status besides those of solver.Status.
const (
	satisfiable   = "satisfiable"
	unsatisfiable = "unsatisfiable"
)

// A satJSON is the output of --json; see docs/json.md.
type satJSON struct {
	Status string `json:"status"`
	Cost   *int64 `json:"cost,omitempty"`
	Bound  *int64 `json:"bound,omitempty"`
	Model  []int  `json:"model,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (a *app) printSAT(f *satFlags, formula *cnf.Formula, s *sat.Solver, status sat.Status) error {
	if f.json {
		doc := satJSON{Status: unsatisfiable}
		if status == sat.Satisfiable {
			doc.Status = satisfiable
			doc.Model = literals(formula.Variables, s.Value)
		}
		if err := a.printJSON(doc); err != nil {
			return err
		}
	} else if status == sat.Unsatisfiable {
		fmt.Fprintln(a.out, "s UNSATISFIABLE")
	} else {
		fmt.Fprintln(a.out, "s SATISFIABLE")
		if err := cnf.WriteModel(a.out, formula.Variables, s.Value); err != nil {
			return err
		}
	}
	if status == sat.Unsatisfiable {
		return &command.ExitError{Code: exitUnsatisfiable}
	}
	return &command.ExitError{Code: exitSatisfiable}
}

// literals returns the true literals of all variables.
func literals(variables int, value func(int) bool) []int {
	list := make([]int, variables)
	for v := range list {
		if list[v] = v + 1; !value(v + 1) {
			list[v] = -v - 1
		}
	}
	return list
}

// stoppedReason returns why the work ended, and in which phase.
func stoppedReason(ctx context.Context, err error) string {
	reason := engine.Stopped(ctx, err)
	var stopped *unfinishedError
	if errors.As(err, &stopped) {
		reason += " " + stopped.doing
	}
	return reason
}

// satUnknown ends the command after a limit or an interrupt.
func (a *app) satUnknown(f *satFlags, reason string) error {
	if f.json {
		return a.printJSON(satJSON{Status: sat.Unknown.String(), Reason: reason})
	}
	fmt.Fprintf(a.err, "farbank: %s\n", reason)
	_, err := fmt.Fprintln(a.out, "s UNKNOWN")
	return err
}

// openProof opens a proof to be checked, and decompresses it if needed.
func (a *app) openProof(ctx context.Context, name string) (io.ReadCloser, error) {
	in, err := a.open(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := a.unpacked(ctx, in, spoken(name))
	if err != nil {
		in.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, in}, nil
}

// checkProof checks a proof and prints the verdict.
func (a *app) checkProof(ctx context.Context, f *satFlags, formula *cnf.Formula) error {
	r, err := a.openProof(ctx, f.check)
	if err != nil {
		return err
	}
	defer r.Close()
	report, err := drat.Check(ctx, formula, r, spoken(f.check), f.Share())
	if f.stats {
		fmt.Fprintf(a.err, "clauses added %d, of them RAT %d; deleted %d, of them passed over %d\n", report.Lemmas, report.RAT, report.Deleted, report.Passed)
	}
	var wrong *drat.Error
	switch {
	case errors.As(err, &wrong):
		return a.notVerified(f.json, wrong)
	case err != nil && isUnfinished(err):
		return a.satUnknown(f, stoppedReason(ctx, err))
	case err != nil:
		return err
	case f.json:
		return a.printJSON(satJSON{Status: "verified"})
	}
	_, err = fmt.Fprintln(a.out, "s VERIFIED")
	return err
}
