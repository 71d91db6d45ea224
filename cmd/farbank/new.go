package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"farbank/internal/command"

	"github.com/spf13/cobra"
)

//go:embed template/*.far
var templates embed.FS

// templateNames are the kinds of templates.
var templateNames = []string{"moves", "unknowns"}

func (a *app) newCommand() *cobra.Command {
	var kind string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write a small problem that works, to start from",
		Long: `new writes NAME.far with a small problem that can be solved at once, and says of each part what it is for. A file that
is there already stays as it is.`,
		Example: "  farbank new bridge && farbank solve bridge\n  farbank new seating --template unknowns",
		Args:    command.Needs(1, "the name of one file is needed"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.begin(args[0], kind) },
	}
	cmd.Flags().StringVar(&kind, "template", "moves", "the `kind` of problem: moves, unknowns")
	return cmd
}

// begin writes a file from a template.
func (a *app) begin(name, kind string) error {
	text, err := templates.ReadFile("template/" + kind + ".far")
	if err != nil {
		return command.UnknownWord("--template", kind, templateNames)
	}
	file := strings.TrimSuffix(name, ".far") + ".far"
	if base := filepath.Base(file); base == ".far" || strings.HasPrefix(base, "-") {
		return fmt.Errorf("%q is no name for a file", name)
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; it was left as it is", file)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", file, cause(err))
	}
	_, err = f.WriteString(strings.Replace(string(text), `"TITLE"`, strconv.Quote(titleOf(file)), 1))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(file)
		return fmt.Errorf("%s cannot be written: %w", file, cause(err))
	}
	word := shellWord(file)
	_, err = fmt.Fprintf(a.out, "%s was written. farbank solve %s asks it, farbank check %s looks for mistakes.\n", file, word, word)
	return err
}

// titleOf returns a title made from the name of a file: lift_2 -> Lift 2.
func titleOf(file string) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSuffix(filepath.Base(file), ".far"))
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(r)) + words[n:]
}

// shellWord quotes a name for a shell if necessary.
func shellWord(name string) string {
	if !strings.ContainsAny(name, " \t'\"$&;()|<>*?[]{}!#~\\`") {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
