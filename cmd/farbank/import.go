package main

import (
	"errors"

	"farbank"
	"farbank/internal/command"
	"farbank/internal/sources"

	"github.com/spf13/cobra"
)

func (a *app) importCommand() *cobra.Command {
	var f inputFlags
	var output string
	cmd := &cobra.Command{
		Use:   "import DOMAIN.pddl PROBLEM.pddl",
		Short: "Write a problem in PDDL as a .far file",
		Long: `import writes a problem in PDDL as a .far file.

Types become enums and unions of enums. Facts of which at most one holds at a time become the value
of an array, other facts become sets. The file has the same plans at the same costs.
docs/planning.md lists the parts of PDDL that are supported.`,
		Example: `  farbank import domain.pddl problem.pddl -o problem.far
  farbank solve problem.far`,
		Args: func(cmd *cobra.Command, args []string) error { // two files side by side come as one argument
			if len(args) != 1 {
				return command.UsageError(cmd, "a domain and a problem are needed, two files whose names end in .pddl")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			domain, problem, ok := sources.PDDLNames(args[0])
			if !ok {
				return errors.New("two files in PDDL are needed side by side, the domain and the problem")
			}
			if len(f.params) > 0 || len(f.data) > 0 {
				return errors.New("a problem in PDDL has no parameters")
			}
			opts, err := a.inputOptions(cmd.Context(), &f)
			if err != nil {
				return err
			}
			texts, err := a.readPDDL(cmd.Context(), domain, problem)
			if err != nil {
				return err
			}
			text, err := farbank.ImportPDDL(domain, texts[0], problem, texts[1], opts...)
			if err != nil {
				return a.inputError(during("while the problem was written out", err), f.json)
			}
			if output != "" {
				return writeBytes(output, []byte(text))
			}
			_, err = a.raw.Write([]byte(text))
			return err
		},
	}
	f.register(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "the `file` to write (default: standard output)")
	return cmd
}
