package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/router"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Prompt reads forms from in, evaluates them, and writes the values of calls to out, until the
// input ends or the program calls exit. It writes prompt before each line. It reports errors
// and continues.
func Prompt(e *core.Environment, in io.Reader, out io.Writer, prompt string) error {
	lines := bufio.NewScanner(router.Patient(e.Context, in))
	lines.Buffer(nil, int(e.ReadLimit))
	text := ""
	for {
		fmt.Fprint(out, prompt)
		if !lines.Scan() {
			break
		}
		text += lines.Text() + "\n"
		if int64(len(text)) > e.ReadLimit {
			return fmt.Errorf("a form at the prompt: %w: more than %d bytes", fault.ErrLongLine, e.ReadLimit)
		}
		done, err := Enter(e, text, out)
		if err != nil {
			return err
		}
		if done {
			text = ""
		}
	}
	if strings.TrimSpace(text) != "" {
		e.Warn("the input ends within a form")
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line at the prompt: %w: more than %d bytes", fault.ErrLongLine, e.ReadLimit)
	}
	return lines.Err()
}

// Enter evaluates the forms of a text typed at a prompt and writes the values of calls to out. It
// returns false if the text ends within a form, so that more text is needed. The error is ErrExit
// or the cause of the end of the context.
func Enter(e *core.Environment, text string, out io.Writer) (bool, error) {
	e.Reasons = true
	forms, err := syntax.Parse("prompt", text)
	if errors.Is(err, syntax.ErrIncomplete) {
		return false, nil
	}
	if err != nil {
		e.Warn("%v", err)
	}
	e.Record(text)
	for _, f := range forms {
		if compile.IsConstruct(f) {
			err = compile.Do(e, f, text, true)
		} else {
			var v value.Value
			v, err = (&compile.Compiler{Env: e, Text: text}).Evaluate(f)
			if err == nil && v.Kind() != value.None && !compile.Silent(e, f.Head()) {
				text := v.String()
				if e.Dialect != core.Jess {
					text = v.Unescaped()
				}
				fmt.Fprintln(out, text)
				e.Record(text + "\n")
			}
		}
		if errors.Is(err, fault.ErrExit) {
			return true, err
		}
		if late := e.Interrupted(); late != nil {
			return true, late
		}
		if err != nil {
			e.Warn("%v", err)
		}
	}
	return true, nil
}
