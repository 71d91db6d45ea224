package main

import (
	"fmt"
	"strings"

	"farbank"
	"farbank/examples"
	"farbank/internal/command"
	"farbank/lang/syntax"

	"github.com/spf13/cobra"
)

func (a *app) examplesCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "examples [NAME]",
		Short:   "List the examples in the program, or print one, or a data set",
		Example: "  farbank examples\n  farbank examples wolf\n  farbank examples rollout-small",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.UsageError(cmd, "one name at most is needed, %d given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return a.printExample(args[0])
			}
			return a.listExamples(asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (a *app) printExample(name string) error {
	src, ok := examples.Source(strings.TrimSuffix(strings.TrimPrefix(name, farbank.ExamplePrefix), ".far"))
	if !ok {
		b, isData := shippedData(name)
		src, ok = string(b), isData
	}
	if !ok {
		err := fmt.Sprintf("there is no example %s", name)
		if s := syntax.Suggest(name, append(dataSets(), examples.Names()...)); s != "" {
			err += "; did you mean " + s + "?"
		} else {
			err += "; farbank examples lists them"
		}
		return &command.ExitError{Code: command.ExitUsage, Msg: "farbank: " + err}
	}
	_, err := fmt.Fprint(a.out, src)
	return err
}

// dataSets returns the names of all data sets, without extension.
func dataSets() []string {
	var names []string
	for _, example := range examples.Names() {
		for _, set := range examples.DataSets(example) {
			names = append(names, strings.TrimSuffix(set, ".json"))
		}
	}
	return names
}

func (a *app) listExamples(asJSON bool) error {
	type entry struct {
		Name  string   `json:"name"`
		Title string   `json:"title"`
		Data  []string `json:"data,omitempty"`
	}
	var list []entry
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		list = append(list, entry{name, title(name, src), examples.DataSets(name)})
	}
	if asJSON {
		return a.printJSON(list)
	}
	for _, e := range list {
		data := ""
		if len(e.Data) > 0 {
			data = "  (--data " + strings.Join(e.Data, ", ") + ")"
		}
		if _, err := fmt.Fprintf(a.out, "%-16s %s%s\n", e.Name, e.Title, data); err != nil {
			return err
		}
	}
	return nil
}

func title(name, src string) string {
	f, _ := syntax.Parse(name, src)
	for _, d := range f.Decls {
		if p, ok := d.(*syntax.PuzzleDecl); ok {
			return p.Title.Value
		}
	}
	return ""
}
