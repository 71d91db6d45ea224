package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A FlagGroup is a heading in the help of a command and the flags below it, the common ones first.
type FlagGroup struct {
	Title string
	Flags []string
}

const (
	helpWidth  = 100 // columns
	nameWidth  = 24  // columns for the name of a flag; a longer name has a line of its own
	shortFlags = 15  // a command with more flags shows the common ones, and all with --help-all
)

// Help makes root and its commands print their flags in groups, within 100 columns. A flag that is
// in no group stands under "Other flags"; without groups there is one list. A command with more than
// 15 flags shows those in common, and all with --help-all; a nil common shows all. Help is called when
// all commands have their flags.
func Help(root *cobra.Command, groups []FlagGroup, common []string) {
	h := &helper{groups: groups, common: map[string]bool{"help": true}}
	for _, name := range common {
		h.common[name] = true
	}
	for _, cmd := range root.Commands() {
		h.prepare(cmd)
	}
	root.SetHelpFunc(h.print)
}

// HideDoubled hides one of two equivalent flags from the help of a command. Both continue to work.
func HideDoubled(cmd *cobra.Command, shown, hidden string) {
	if f := cmd.Flags().Lookup(hidden); f != nil && cmd.Flags().Lookup(shown) != nil {
		f.Hidden = true
	}
}

// A helper prints the help of commands.
type helper struct {
	groups []FlagGroup
	common map[string]bool
	all    bool // --help-all was given
}

// prepare adds --help-all to a command with many flags.
func (h *helper) prepare(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().Lookup("help").Usage = "print this help"
	if len(h.common) == 1 || len(visibleFlags(cmd)) <= shortFlags {
		return
	}
	f := cmd.Flags().VarPF(&helpAll{h, cmd}, "help-all", "", "print the help with all flags")
	f.NoOptDefVal = "true"
	f.Hidden = true
}

// A helpAll is the value of --help-all.
type helpAll struct {
	h   *helper
	cmd *cobra.Command
}

func (v *helpAll) String() string { return "" }
func (v *helpAll) Type() string   { return "bool" }

// Set requests help, with all flags.
func (v *helpAll) Set(text string) error {
	v.h.all = text == "true"
	return v.cmd.Flags().Set("help", text)
}

func visibleFlags(cmd *cobra.Command) []*pflag.Flag {
	var list []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f)
		}
	})
	return list
}

// print writes the help of a command.
func (h *helper) print(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	b.WriteString(Fill(long, helpWidth) + "\n\nUsage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nAvailable Commands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				entry(&b, "  "+c.Name(), 14, c.Short)
			}
		}
	}
	h.flags(&b, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse \"%s [command] --help\" for more information about a command.\n", cmd.CommandPath())
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), b.String())
}

// flags writes the flags of a command in their groups.
func (h *helper) flags(b *strings.Builder, cmd *cobra.Command) {
	rest := map[string]*pflag.Flag{}
	for _, f := range visibleFlags(cmd) {
		rest[f.Name] = f
	}
	leftOut := 0
	if cmd.Flags().Lookup("help-all") != nil && !h.all {
		for name := range rest {
			if !h.common[name] {
				delete(rest, name)
				leftOut++
			}
		}
	}
	for _, g := range h.groups {
		title := "\n" + g.Title + ":\n"
		for _, name := range g.Flags {
			if f := rest[name]; f != nil {
				b.WriteString(title)
				title = ""
				writeFlag(b, f)
				delete(rest, name)
			}
		}
	}
	title := "\nOther flags:\n"
	if len(h.groups) == 0 {
		title = "\nFlags:\n"
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) { // in the order of their names
		if rest[f.Name] != nil {
			b.WriteString(title)
			title = ""
			writeFlag(b, f)
		}
	})
	if leftOut > 0 {
		fmt.Fprintf(b, "\n%s --help-all shows %d more flags.\n", cmd.CommandPath(), leftOut)
	}
}

// writeFlag writes the name of a flag, its value and what it does.
func writeFlag(b *strings.Builder, f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if value != "" {
		name += " " + value
	}
	entry(b, name, nameWidth+4, usage+DefaultText(f))
}

// DefaultText returns the default of a flag in parentheses, with a space before; "" where it is the
// zero value.
func DefaultText(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "false", "true", "0", "0s", "[]":
		return ""
	}
	return " (default " + f.DefValue + ")"
}

// entry writes a name and a text beside it, wrapped, from the given column on.
func entry(b *strings.Builder, name string, column int, text string) {
	if len(name)+2 > column {
		b.WriteString(name + "\n")
		name = ""
	}
	for _, line := range strings.Split(Fill(text, helpWidth-column), "\n") {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-*s%s", column, name, line), " ") + "\n")
		name = ""
	}
}

// Fill wraps the paragraphs of a text to a width. Lines that begin with a space stay as they are.
func Fill(text string, width int) string {
	var lines []string
	line := ""
	flush := func() {
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
	}
	for _, l := range strings.Split(text, "\n") {
		if l == "" || strings.HasPrefix(l, " ") {
			flush()
			lines = append(lines, l)
			continue
		}
		for _, word := range strings.Fields(l) {
			if line != "" && len(line)+1+len(word) > width {
				flush()
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
	}
	flush()
	return strings.Join(lines, "\n")
}
