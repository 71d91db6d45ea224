package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"farbank/internal/command"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Write the manual page of a command, or all pages",
		Example: `  farbank man | man -l -
  farbank man solve | man -l -
  farbank man -o /usr/local/share/man/man1`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.UsageError(cmd, "one command at most is needed, %d given", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return beginning(typed, commandNames(cmd.Root())), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.man(cmd.Root(), args, output) },
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the pages of all commands to this `directory`")
	return cmd
}

func (a *app) man(root *cobra.Command, args []string, dir string) error {
	switch {
	case dir != "" && len(args) > 0:
		return errors.New("-o writes the pages of all commands; no command is named with it")
	case dir != "":
		return a.manPages(root, dir)
	case len(args) == 0:
		return manPage(a.out, root)
	}
	for _, c := range manual(root) {
		if c.Name() == args[0] && c != root {
			return manPage(a.out, c)
		}
	}
	return fmt.Errorf("there is no command %s%s", args[0], command.OrNear(args[0], commandNames(root)))
}

// manPages writes a file for each command.
func (a *app) manPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s cannot be written: %w", dir, cause(err))
	}
	pages := manual(root)
	for _, c := range pages {
		name := filepath.Join(dir, pageName(c)+".1")
		if err := writeFile(name, func(w io.Writer) error { return manPage(w, c) }); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(a.err, "%d pages were written to %s.\n", len(pages), dir)
	return err
}

// manual returns the commands with a page.
func manual(root *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{root}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			list = append(list, c)
		}
	}
	return list
}

func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range manual(root)[1:] {
		names = append(names, c.Name())
	}
	return names
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage writes the page of a command, in the macros of man(7).
func manPage(w io.Writer, c *cobra.Command) error {
	var b strings.Builder
	name := pageName(c)
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"farbank\" \"Farbank\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), roff(name), roff(lowerFirst(c.Short)))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	long := c.Long
	if long == "" {
		long = c.Short + "."
	}
	b.WriteString(".SH DESCRIPTION\n" + paragraphs(long))
	if c.HasParent() {
		b.WriteString(".SH OPTIONS\n")
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				b.WriteString(option(f))
			}
		})
	} else {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range manual(c)[1:] {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s.\n", roff(sub.Name()), roff(sub.Short))
		}
	}
	if c.Example != "" {
		b.WriteString(".SH EXAMPLES\n.nf\n" + roff(c.Example) + "\n.fi\n")
	}
	if c.HasParent() {
		b.WriteString(".SH SEE ALSO\n.BR farbank (1)\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// option returns the paragraph of a flag.
func option(f *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(f)
	head := "--" + f.Name
	if f.Shorthand != "" {
		head = "-" + f.Shorthand + ", " + head
	}
	if value != "" {
		head += " " + value
	}
	usage += command.DefaultText(f)
	return fmt.Sprintf(".TP\n.B %s\n%s\n", roff(head), roff(usage))
}

// paragraphs converts blank lines to paragraphs, and keeps indented lines as they are.
func paragraphs(text string) string {
	var b strings.Builder
	set := false
	for _, l := range strings.Split(text, "\n") {
		in := strings.HasPrefix(l, "  ")
		switch {
		case in && !set:
			b.WriteString(".nf\n")
		case !in && set:
			b.WriteString(".fi\n")
		}
		set = in
		if l == "" {
			l = ".PP"
		} else {
			l = roff(l)
		}
		b.WriteString(l + "\n")
	}
	if set {
		b.WriteString(".fi\n")
	}
	return b.String()
}

// roff escapes a text.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
