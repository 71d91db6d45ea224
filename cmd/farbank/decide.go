package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"farbank/internal/command"
	"farbank/rules"
	"farbank/rules/decision"

	"github.com/spf13/cobra"
)

// decideFlags are the flags of farbank decide.
type decideFlags struct {
	data     string
	decision string
	json     bool
}

func (a *app) decideCommand() *cobra.Command {
	f := &decideFlags{}
	cmd := &cobra.Command{
		Use:   "decide TABLE",
		Short: "Decide by a decision table (Markdown, CSV, DMN)",
		Long: `decide evaluates a decision table for the inputs of a JSON file: the first table of a Markdown file, a
CSV file, or a decision of a DMN model and those that it requires. It prints the value as FEEL, the
expression language of DMN, writes it. The head of a Markdown or CSV table has the hit policy (U, A, P, F,
R, O, C, C+, C<, C>, C#; U may be left out), the inputs, and the outputs after ->. The command rules check
reports rules of a table that overlap and inputs that no rule covers.`,
		Example: "  farbank decide rating.md --data applicant.json\n  farbank decide loan.dmn --data applicant.json --decision Offer --json",
		Args:    command.Needs(1, "one decision table is needed"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runDecide(cmd.Context(), f, args[0]) },
	}
	cmd.Flags().StringVar(&f.data, "data", "", "the JSON `file` of the inputs, an object; - is standard input (default: no inputs)")
	cmd.Flags().StringVar(&f.decision, "decision", "", "the `name` of the decision (default: the last one)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print decision, value and the rules that matched as JSON")
	return cmd
}

// readModel reads a decision table or a DMN model.
func (a *app) readModel(ctx context.Context, path string) (*decision.Model, error) {
	text, err := a.read(ctx, path)
	if err != nil {
		return nil, whileRead(path, err)
	}
	return decision.Read(path, string(text))
}

func (a *app) runDecide(ctx context.Context, f *decideFlags, path string) error {
	m, err := a.readModel(ctx, path)
	if err != nil {
		return err
	}
	data := []byte("{}")
	if f.data != "" {
		if data, err = a.read(ctx, f.data); err != nil {
			return whileRead(f.data, err)
		}
	}
	r, err := m.DecideJSONContext(ctx, f.decision, data)
	if err != nil {
		return err
	}
	if !f.json {
		fmt.Fprintln(a.out, r.Text)
		return nil
	}
	text, err := json.MarshalIndent(struct {
		Decision string   `json:"decision"`
		Value    any      `json:"value"`
		Rules    []int    `json:"rules"`
		Places   []string `json:"places"`
	}{m.Decision(f.decision).Name, r.Value, append([]int{}, r.Rules...), append([]string{}, r.Why...)}, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintln(a.out, string(text))
	return nil
}

func (a *app) rulesCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Report mistakes of a program of rules, or overlaps and gaps of a decision table",
		Long: `check reports the rules of decision tables that overlap although the hit policy forbids it, and inputs
that no rule covers, each with an example. Of a program (FILE.clp, FILE.jess) it reports rules that can never
fire, facts that no rule matches, rules that others shadow or repeat, and rules that activate themselves without an
end; several files are one program. The exit code is 1 if it finds any.`,
		Example: "  farbank rules check rating.md\n  farbank rules check loan.dmn\n  farbank rules check monkey.clp",
		Args:    command.NeedsSome("a program of rules or a decision table is needed"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.runRulesCheck(cmd.Context(), args) },
	}
}

// isRules reports whether a file has the extension of a program of rules.
func isRules(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".clp", ".clips", ".bat":
		return true
	}
	return isJessFile(path)
}

// runProgramCheck checks the files of a program of rules.
func (a *app) runProgramCheck(ctx context.Context, paths []string) error {
	programs, err := a.readPrograms(ctx, paths)
	if err != nil {
		return err
	}
	found, err := rules.Check(programs...)
	if err != nil {
		return &command.ExitError{Code: command.ExitUsage, Msg: err.Error()}
	}
	for _, f := range found {
		fmt.Fprintln(a.out, f)
	}
	if len(found) > 0 {
		return &command.ExitError{Code: command.ExitNone}
	}
	fmt.Fprintln(a.out, "nothing to report")
	return nil
}

func (a *app) runRulesCheck(ctx context.Context, paths []string) error {
	if isRules(paths[0]) {
		return a.runProgramCheck(ctx, paths)
	}
	if len(paths) > 1 {
		return fmt.Errorf("one decision table is needed, not %d files", len(paths))
	}
	path := paths[0]
	m, err := a.readModel(ctx, path)
	if err != nil {
		return err
	}
	found, err := m.Check()
	if err != nil {
		return err
	}
	for _, f := range found {
		fmt.Fprintln(a.out, f)
	}
	if len(found) > 0 {
		return &command.ExitError{Code: command.ExitNone}
	}
	fmt.Fprintln(a.out, "no overlaps and no gaps")
	return nil
}
