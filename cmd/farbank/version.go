package main

import (
	"fmt"

	"farbank/internal/command"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, its commit and its date",
		Example: "  farbank version\n  farbank version --json",
		Args:    command.Needs(0, "no argument is needed"),
		RunE: func(*cobra.Command, []string) error {
			r := command.ThisRelease()
			if asJSON {
				return a.printJSON(r)
			}
			_, err := fmt.Fprintf(a.out, "farbank version %s\n", r)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
