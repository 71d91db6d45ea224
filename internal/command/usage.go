package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UsageError returns an error about the command line that refers to --help.
func UsageError(cmd *cobra.Command, format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Sprintf("%s: %s\nSee %s --help.", cmd.CommandPath(), fmt.Sprintf(format, args...), cmd.CommandPath())}
}

// OrNear returns "; did you mean x?" if a word is almost one of there, else "".
func OrNear(word string, there []string) string {
	if near := syntax.Suggest(word, there); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// OrPart is like OrNear, but if no word is near it suggests those that contain word as a part.
func OrPart(word string, there []string) string {
	near := OrNear(word, there)
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

// UnknownWord returns an error about a word that is not one of there.
func UnknownWord(what, word string, there []string) error {
	return fmt.Errorf("%s %s is unknown; there are %s%s", what, word, strings.Join(there, ", "), OrNear(word, there))
}

// FlagError rewords an error about a flag for users.
func FlagError(cmd *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &none) && none.GetSpecifiedName() == "checkpoint":
		return UsageError(cmd, "--checkpoint goes with solve, space and generate; what %s has found is not kept, and where a limit ends it, it prints that", cmd.Name())
	case errors.As(err, &none) && none.GetSpecifiedShortnames() == "":
		near := OrNear(none.GetSpecifiedName(), flagNames(cmd))
		return UsageError(cmd, "unknown flag: --%s%s", none.GetSpecifiedName(), strings.Replace(near, "mean ", "mean --", 1))
	case errors.As(err, &bad):
		f := bad.GetFlag()
		return UsageError(cmd, "--%s %s: %s", f.Name, bad.GetValue(), needed(f, bad.Unwrap()))
	}
	return UsageError(cmd, "%v", err)
}

// needed describes the values that a flag takes.
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

// NoCommand returns an error for arguments that are not a command.
func NoCommand(root *cobra.Command, args []string) error {
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
	near := OrNear(args[0], names)
	if near == "" && strings.HasSuffix(args[0], ".far") {
		near = "; did you mean solve " + args[0] + "?"
	}
	return UsageError(root, "unknown command %s%s", args[0], near)
}

// Needs returns a check that a command has exactly n arguments; what describes them.
func Needs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return UsageError(cmd, "%s, %d given", what, len(args))
	}
}

// NeedsSome returns a check that a command has at least one argument; what describes it.
func NeedsSome(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return nil
		}
		return UsageError(cmd, "%s", what)
	}
}

// OneFile checks that a command has one argument, the file.
var OneFile = Needs(1, "one file or example is needed")

// StrictTopics makes help reject unknown commands, and completion unknown shells.
func StrictTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, _ := root.Find(args)
				return NoCommand(root, rest)
			}
		case "completion":
			c.Args = cobra.ArbitraryArgs // RunE rejects them with the names of the shells
			c.RunE = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return c.Help()
				}
				var shells []string
				for _, s := range c.Commands() {
					shells = append(shells, s.Name())
				}
				return UsageError(c, "there is no completion for %s; there are %s%s", args[0], strings.Join(shells, ", "), OrNear(args[0], shells))
			}
		}
	}
}
