package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError is a call that makes no sense, with where to read how it is meant.
func usageError(cmd *cobra.Command, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Sprintf("%s: %s\nSee %s --help.", cmd.CommandPath(), fmt.Sprintf(format, args...), cmd.CommandPath())}
}

// orNear is "; did you mean x?" where a word is almost one of those that there are.
func orNear(word string, there []string) string {
	if near := syntax.Suggest(word, there); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// orPart is orNear, or where nothing is near those of which the word is a part.
func orPart(word string, there []string) string {
	near := orNear(word, there)
	var parts []string
	for _, name := range there {
		if slices.Contains(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '.' }), word) {
			parts = append(parts, name)
		}
	}
	if near == "" && len(parts) > 0 {
		return "; did you mean " + strings.Join(parts, " or ") + "?"
	}
	return near
}

// unknownWord says that a word is none of those that there are.
func unknownWord(what, word string, there []string) error {
	return fmt.Errorf("%s %s is unknown; there are %s%s", what, word, strings.Join(there, ", "), orNear(word, there))
}

// flagError says what is wrong with a flag in the words of its users.
func flagError(cmd *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &none) && none.GetSpecifiedName() == "checkpoint":
		return usageError(cmd, "--checkpoint goes with solve, space and generate; what %s has found is not kept, and where a limit ends it, it prints that", cmd.Name())
	case errors.As(err, &none) && none.GetSpecifiedShortnames() == "":
		near := orNear(none.GetSpecifiedName(), flagNames(cmd))
		return usageError(cmd, "unknown flag: --%s%s", none.GetSpecifiedName(), strings.Replace(near, "mean ", "mean --", 1))
	case errors.As(err, &bad):
		f := bad.GetFlag()
		return usageError(cmd, "--%s %s: %s", f.Name, bad.GetValue(), needed(f, bad.Unwrap()))
	}
	return usageError(cmd, "%v", err)
}

// needed says what a flag needs.
func needed(f *pflag.Flag, err error) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "a whole number of 64 bits is needed"
	case "uint64":
		return "a whole number of 64 bits, not negative, is needed"
	case "float64":
		return "a number is needed"
	case "duration":
		return "a time with its unit is needed, as in 500ms, 30s or 5m"
	case "bool":
		return "it is true or false"
	}
	return err.Error()
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return append(names, "help")
}

// noCommand refuses the words that are no command.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	near := orNear(args[0], names)
	if near == "" && strings.HasSuffix(args[0], ".far") {
		near = "; did you mean solve " + args[0] + "?"
	}
	return usageError(root, "unknown command %s%s", args[0], near)
}

// needs demands so many arguments, and says which.
func needs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return usageError(cmd, "%s, %d given", what, len(args))
	}
}

// oneFile demands one argument, the file.
var oneFile = needs(1, "one file or example is needed")

// strictTopics makes help refuse what is no command, and completion what is no shell.
func strictTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, _ := root.Find(args)
				return noCommand(root, rest)
			}
		case "completion":
			c.Args = cobra.ArbitraryArgs // they are refused below, by names that there are
			c.RunE = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return c.Help()
				}
				var shells []string
				for _, s := range c.Commands() {
					shells = append(shells, s.Name())
				}
				return usageError(c, "there is no completion for %s; there are %s%s", args[0], strings.Join(shells, ", "), orNear(args[0], shells))
			}
		}
	}
}
