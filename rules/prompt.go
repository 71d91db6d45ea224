package rules

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Prompt reads forms from in, does them, and writes the values of calls to out,
// until the input ends or the program calls exit. Errors are reported and do
// not end it. With show it writes a prompt before each line.
func (e *Environment) Prompt(in io.Reader, out io.Writer, show bool) error {
	lines := bufio.NewScanner(patient(e.context, in))
	lines.Buffer(nil, int(e.readLimit))
	text := ""
	for {
		if show {
			fmt.Fprint(out, "rules> ")
		}
		if !lines.Scan() {
			break
		}
		text += lines.Text() + "\n"
		if int64(len(text)) > e.readLimit {
			return fmt.Errorf("a form at the prompt: %w: more than %d bytes", ErrLongLine, e.readLimit)
		}
		done, err := e.Enter(text, out)
		if err != nil {
			return err
		}
		if done {
			text = ""
		}
	}
	if strings.TrimSpace(text) != "" {
		e.warn("the input ends within a form")
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line at the prompt: %w: more than %d bytes", ErrLongLine, e.readLimit)
	}
	return lines.Err()
}

// Enter does the forms of a text typed at a prompt, and writes the values of
// its calls. It reports false if the text ends within a form, so that more of
// it must come. The error is ErrExit, or the reason the context ended.
func (e *Environment) Enter(text string, out io.Writer) (bool, error) {
	forms, err := syntax.Parse("prompt", text)
	if errors.Is(err, syntax.ErrIncomplete) {
		return false, nil
	}
	if err != nil {
		e.warn("%v", err)
	}
	e.record(text)
	for _, f := range forms {
		if IsConstruct(f) {
			err = e.do(f, text, true)
		} else {
			var v value.Value
			v, err = (&compiler{env: e, text: text}).evaluate(f)
			if err == nil && v.Kind() != value.None && !e.silent(f.Head()) {
				fmt.Fprintln(out, v)
				e.record(v.String() + "\n")
			}
		}
		if errors.Is(err, ErrExit) {
			return true, err
		}
		if late := e.interrupted(); late != nil {
			return true, late
		}
		if err != nil {
			e.warn("%v", err)
		}
	}
	return true, nil
}

// Names lists what a form can begin with: functions, special forms, constructs
// and the program's own functions and templates, in alphabetical order.
func (e *Environment) Names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(e.words())), slices.Collect(maps.Keys(e.functions)), slices.Collect(maps.Keys(constructs)))
	for _, m := range e.modules {
		for _, d := range m.deffunctions {
			names = append(names, d.Name)
		}
		for _, t := range m.templates {
			names = append(names, t.Name)
		}
		for _, r := range m.rules {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// SetContext makes the runs that a program starts itself end with a context.
func (e *Environment) SetContext(ctx context.Context) { e.ctx = ctx }

// SetOutput changes where the program prints, and where errors go.
func (e *Environment) SetOutput(w io.Writer) { e.out, e.errors = w, w }

// SetStrategy changes the conflict resolution strategy.
func (e *Environment) SetStrategy(name string) error {
	s, ok := rete.StrategyNamed(name)
	if !ok {
		return fmt.Errorf("there is no strategy %q", name)
	}
	return e.rearrange(s, false, nil)
}

// HasRun reports whether the program has run its rules itself.
func (e *Environment) HasRun() bool { return e.ran }

// IsFault reports whether an error of Load is one of the text, after which the
// rest of it was loaded; else the program has ended.
func IsFault(err error) bool {
	var m interface{ MemoryLimit() bool }
	return !errors.As(err, &m) && !errors.Is(err, ErrExit) && !errors.Is(err, ErrLimit) && !errors.Is(err, ErrOutput) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}
