package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/examples"
	"farbank/exchange"
	"farbank/internal/bounded"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// A completer returns the completions of the word being typed.
type completer = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// words returns a completer for a list of words.
func words(list ...string) completer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return beginning(typed, list), cobra.ShellCompDirectiveNoFileComp
	}
}

// beginning returns the words with the prefix typed.
func beginning(typed string, list []string) []string {
	var out []string
	for _, w := range list {
		if strings.HasPrefix(w, typed) {
			out = append(out, w)
		}
	}
	return out
}

// filesOf returns a completer for files with some extensions.
func filesOf(endings ...string) completer {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return endings, cobra.ShellCompDirectiveFilterFileExt
	}
}

// completions registers the completers of arguments and flags of all commands.
func completions(root *cobra.Command) {
	flags := map[string]completer{
		"format":    words(render.Formats...),
		"engine":    words(append([]string{"auto"}, farbank.Engines.Names()...)...),
		"plans":     words(engine.Kinds()...),
		"prefer":    words("fewest-switches"),
		"color":     words(colourWords...),
		"symmetry":  words("on", "off"),
		"list":      words(listings...),
		"to":        words(exchange.Names()...),
		"labels":    words(render.EdgeLabels...),
		"direction": words("auto", "down", "right"),
		"dialect":   words("clips", "jess"),
		"strategy":  words("depth", "breadth", "lex", "mea", "complexity", "simplicity", "random"),
		"watch":     words("rules", "facts", "activations", "focus", "globals", "deffunctions", "all"),
		"solver":    words("embedded", "pb", "highs", "cbc", "glpk", "scip"),
		"template":  words(templateNames...),
		"param":     completeParam,
		"vary":      completeVary,
		"data":      completeData,
	}
	for _, cmd := range root.Commands() {
		for name, complete := range flags {
			if name == "strategy" && cmd.Name() == "solve" {
				complete = words(engine.StrategyNames()...)
			}
			if cmd.Flags().Lookup(name) != nil && cmd.Name() != "graph" {
				_ = cmd.RegisterFlagCompletionFunc(name, complete)
			}
		}
		switch cmd.Name() {
		case "graph":
			graphCompletions(cmd, flags)
			cmd.ValidArgsFunction = completeProblem
		case "solve", "check", "space", "explain", "compare", "export", "generate", "play":
			cmd.ValidArgsFunction = completeProblem
		case "fmt":
			cmd.ValidArgsFunction = filesOf("far")
		case "verify":
			cmd.ValidArgsFunction = completeVerify
		case "examples":
			cmd.ValidArgsFunction = words(append(examples.Names(), dataSets()...)...)
		case "import":
			cmd.ValidArgsFunction = filesOf("pddl")
		case "milp":
			cmd.ValidArgsFunction = filesOf("lp", "mps", "gz")
		case "flatzinc":
			cmd.ValidArgsFunction = filesOf("fzn")
		case "sat":
			cmd.ValidArgsFunction = filesOf("cnf", "gz")
		case "rules":
			cmd.ValidArgsFunction = filesOf("clp", "jess", "bat")
		case "decide":
			cmd.ValidArgsFunction = filesOf("md", "csv", "dmn", "xml")
		}
	}
}

// graphCompletions registers the completers of graph, which has its own formats.
func graphCompletions(cmd *cobra.Command, flags map[string]completer) {
	own := map[string]completer{"format": words(graphFormats...), "symmetry": words("auto", "on", "off")}
	for _, name := range []string{"format", "symmetry", "labels", "direction", "param", "data"} {
		complete := own[name]
		if complete == nil {
			complete = flags[name]
		}
		_ = cmd.RegisterFlagCompletionFunc(name, complete)
	}
}

// completeProblem completes a problem: files here, and examples.
func completeProblem(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	shipped := examples.Names()
	if strings.HasPrefix(typed, farbank.ExamplePrefix) {
		for i, name := range shipped {
			shipped[i] = farbank.ExamplePrefix + name
		}
	}
	return append(matching(typed, "far"), beginning(typed, shipped)...), cobra.ShellCompDirectiveNoFileComp
}

// matching returns the folders, and the files with an extension, whose names begin with what was
// typed.
func matching(typed, ending string) []string {
	dir, _ := filepath.Split(typed)
	where := dir
	if where == "" {
		where = "."
	}
	entries, err := os.ReadDir(where)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := dir + e.Name()
		switch {
		case !strings.HasPrefix(name, typed) || strings.HasPrefix(e.Name(), ".") && dir == typed:
		case e.IsDir():
			names = append(names, name+"/")
		case strings.HasSuffix(name, "."+ending):
			names = append(names, name)
		}
	}
	return names
}

func completeVerify(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeProblem(cmd, args, typed)
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// completeData completes the name of data: files, and the data sets of the example.
func completeData(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	names := matching(typed, "json")
	sets := dataSets()
	if len(args) > 0 {
		sets = nil
		for _, s := range examples.DataSets(strings.TrimPrefix(args[0], farbank.ExamplePrefix)) {
			sets = append(sets, strings.TrimSuffix(s, ".json"))
		}
	}
	return append(names, beginning(typed, sets)...), cobra.ShellCompDirectiveNoFileComp
}

// completeParam completes name=value for the given problem.
func completeParam(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var out []string
	tree := parametersOf(args)
	name, _, valued := strings.Cut(typed, "=")
	for _, p := range tree {
		switch {
		case valued && p.name == name:
			for _, v := range p.values {
				out = append(out, name+"="+v)
			}
		case !valued:
			out = append(out, p.name+"=")
		}
	}
	return beginning(typed, out), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// completeVary completes name=lo..hi.
func completeVary(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, p := range parametersOf(args) {
		if p.from != "" {
			out = append(out, p.name+"="+p.from)
		}
	}
	return beginning(typed, out), cobra.ShellCompDirectiveNoFileComp
}

// A parameter is a parameter as read without checking the file.
type parameter struct {
	name   string
	values []string // some possible values
	from   string   // lo..hi, for numbers
}

// maxValues is the maximum number of values offered for a parameter.
const maxValues = 50

// completionTime is the time limit for reading a file.
const completionTime = time.Second

// parametersOf returns the parameters of the given problem.
func parametersOf(args []string) []parameter {
	if len(args) == 0 || args[0] == "-" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), completionTime)
	defer cancel()
	s, err := farbank.FindSource(ctx, args[0], bounded.Text)
	if err != nil {
		return nil
	}
	tree, _ := syntax.Parse(s.File, s.Text)
	members := map[string][]string{}
	for _, d := range tree.Decls {
		if e, ok := d.(*syntax.EnumDecl); ok {
			for _, m := range e.Members {
				members[e.Name.Name] = append(members[e.Name.Name], m.Name)
			}
		}
	}
	var out []parameter
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.EnumDecl:
			if d.Param {
				out = append(out, parameter{name: d.Name.Name, values: []string{strings.Join(members[d.Name.Name], ",")}})
			}
		case *syntax.ValueDecl:
			if d.Kind == syntax.Param {
				out = append(out, parameterOf(d, members))
			}
		}
	}
	slices.SortFunc(out, func(a, b parameter) int { return strings.Compare(a.name, b.name) })
	return out
}

func parameterOf(d *syntax.ValueDecl, members map[string][]string) parameter {
	p := parameter{name: d.Name.Name}
	if len(d.Index) > 0 {
		return p
	}
	switch t := d.Type.(type) {
	case *syntax.Ident:
		p.values = members[t.Name]
		switch t.Name {
		case "bool":
			p.values = []string{"true", "false"}
		case "text":
			p.values = []string{"@"}
		}
	case *syntax.BinaryExpr:
		lo, ok1 := t.X.(*syntax.IntLit)
		hi, ok2 := t.Y.(*syntax.IntLit)
		if t.Op == syntax.Range && ok1 && ok2 {
			p.from = strconv.FormatInt(lo.Value, 10) + ".." + strconv.FormatInt(hi.Value, 10)
			for v := range model.Range(lo.Value, hi.Value) {
				if len(p.values) == maxValues {
					break
				}
				p.values = append(p.values, strconv.FormatInt(v, 10))
			}
		}
	}
	return p
}
