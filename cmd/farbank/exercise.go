package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"farbank"
	"farbank/docs/exercises"
	"farbank/internal/command"
	"farbank/study/exercise"

	"github.com/spf13/cobra"
)

// exerciseFlags are the flags of exercise.
type exerciseFlags struct {
	limits limitFlags
	steps  int64
	hint   int
	json   bool
}

func (a *app) exerciseCommand() *cobra.Command {
	f := &exerciseFlags{}
	cmd := &cobra.Command{
		Use:   "exercise [NUMBER [FILE]]",
		Short: "A course in 32 tasks: list them, read one, check an answer",
		Long: `exercise lists the tasks of the course. With a number it prints the task. With a number and a file it
checks whether the file is an answer: it compares lengths, counts, values and possible moves with
the known ones, and reports what holds and what is missing. It never shows a solution. --hint
prints hints, one at a time.

Exit codes: 0 everything holds, 1 something is missing, 2 the file cannot be read, 3 a limit came
first. The other commands know the data sets that a task names: farbank solve my.far --data
oncall-team.`,
		Example: "  farbank exercise\n  farbank exercise 7\n  farbank exercise 7 --hint 1\n  farbank exercise 7 my.far",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 2 {
				return command.UsageError(cmd, "a number and a file at most are needed, %d words given", len(args))
			}
			return nil
		},
		ValidArgsFunction: completeExercise,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.exercise(cmd, args, f) },
	}
	cmd.Flags().IntVar(&f.hint, "hint", 0, "print the first `N` hints")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().Int64Var(&f.steps, "ground-limit", 0, "the largest number of `steps` for grounding a problem (default 50000000)")
	f.limits.register(cmd, "beyond it answers are not known")
	return cmd
}

func (a *app) exercise(cmd *cobra.Command, args []string, f *exerciseFlags) error {
	tasks, err := farbank.Exercises()
	switch {
	case err != nil:
		return err
	case f.hint < 0:
		return errors.New("--hint must not be negative")
	case f.steps < 0:
		return errors.New("--ground-limit must not be negative")
	case f.hint > 0 && len(args) != 1:
		return errors.New("--hint goes with the number of a task alone")
	case len(args) == 0:
		return a.listExercises(tasks, f.json)
	}
	t, err := findExercise(tasks, args[0])
	switch {
	case err != nil:
		return err
	case len(args) == 2:
		return a.checkExercise(cmd, t, args[1], f)
	case f.hint > 0:
		return a.printHints(t, f)
	}
	return a.printExercise(t, f.json)
}

// findExercise returns the task with a number or name.
func findExercise(tasks []*farbank.Exercise, which string) (*farbank.Exercise, error) {
	n, err := strconv.Atoi(which)
	var names []string
	for _, t := range tasks {
		short := t.Name[3:]
		if err == nil && n == t.Number || which == t.Name || which == short {
			return t, nil
		}
		names = append(names, short)
	}
	return nil, fmt.Errorf("there is no task %s; farbank exercise lists the tasks%s", which, command.OrNear(which, names))
}

// An exerciseDocument is the JSON of a task.
type exerciseDocument struct {
	Number int      `json:"number"`
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Grade  string   `json:"grade"`
	Text   string   `json:"text,omitempty"`
	Hints  []string `json:"hints,omitempty"`
}

func newExerciseDocument(t *farbank.Exercise) exerciseDocument {
	return exerciseDocument{Number: t.Number, Name: t.Name, Title: t.Title, Grade: t.Grade()}
}

func (a *app) listExercises(tasks []*farbank.Exercise, asJSON bool) error {
	if asJSON {
		list := []exerciseDocument{}
		for _, t := range tasks {
			list = append(list, newExerciseDocument(t))
		}
		return a.printJSON(list)
	}
	for _, t := range tasks {
		if _, err := fmt.Fprintf(a.out, "%2d  %-30s %s\n", t.Number, t.Title, t.Grade()); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printExercise(t *farbank.Exercise, asJSON bool) error {
	if asJSON {
		doc := newExerciseDocument(t)
		doc.Text = t.Text
		return a.printJSON(doc)
	}
	_, err := fmt.Fprintf(a.out, "%s\n\nThere are %d hints (--hint 1). farbank exercise %d FILE checks an answer.\n",
		strings.TrimSpace(t.Text), len(t.Hints), t.Number)
	return err
}

func (a *app) printHints(t *farbank.Exercise, f *exerciseFlags) error {
	if f.hint > len(t.Hints) {
		return fmt.Errorf("task %d has %d hints", t.Number, len(t.Hints))
	}
	hints := t.Hints[:f.hint]
	if f.json {
		doc := newExerciseDocument(t)
		doc.Hints = hints
		return a.printJSON(doc)
	}
	for i, h := range hints {
		if _, err := fmt.Fprintf(a.out, "Hint %d of %d: %s\n", i+1, len(t.Hints), h); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) checkExercise(cmd *cobra.Command, t *farbank.Exercise, name string, f *exerciseFlags) error {
	ctx, cancel, err := f.limits.begin(a, cmd.Context(), &f.json)
	if err != nil {
		return err
	}
	defer cancel()
	a.limits.Steps = f.steps
	file, source, err := a.readSource(ctx, name)
	if err != nil {
		return err
	}
	o := farbank.ExerciseOptions{Limit: a.limits.Steps, Memory: f.limits.Share()}
	if !f.json {
		o.Report = a.reportResults(t)
	}
	results, err := farbank.CheckExercise(ctx, t, file, source, o)
	if err != nil {
		return a.inputError(during("while the problem was written out", err), f.json)
	}
	cancel() // printing has no limits
	if f.json {
		err = a.printJSON(newCheckDocument(t, results))
	} else {
		err = a.printSum(results)
	}
	if err != nil {
		return err
	}
	return exerciseExit(results)
}

// exerciseExit returns the exit code of a check, as an error.
func exerciseExit(results []farbank.ExerciseResult) error {
	code := command.ExitOK
	for _, r := range results {
		switch r.Status {
		case exercise.Missing:
			return &command.ExitError{Code: command.ExitNone}
		case exercise.Unknown:
			code = command.ExitUnknown
		}
	}
	if code == command.ExitOK {
		return nil
	}
	return &command.ExitError{Code: code}
}

// marks are the signs of the results.
var marks = map[exercise.Status]string{
	exercise.Holds: "✓ holds   ", exercise.Missing: "✗ missing ", exercise.Unknown: "? unknown ", exercise.Waiting: "- waiting ",
}

// reportResults returns a function that prints results, below the title.
func (a *app) reportResults(t *farbank.Exercise) func(farbank.ExerciseResult) {
	begun := false
	return func(r farbank.ExerciseResult) {
		var b strings.Builder
		if !begun {
			fmt.Fprintf(&b, "%d. %s\n", t.Number, t.Title)
			begun = true
		}
		fmt.Fprintf(&b, "%s %s", marks[r.Status], r.Asked)
		if r.Expected != "" { // a limit may come before the question is known
			b.WriteString(": " + r.Expected)
		}
		b.WriteString("\n")
		for _, line := range remarks(&r) {
			fmt.Fprintf(&b, "           %s\n", line)
		}
		_, _ = a.out.Write([]byte(b.String())) // the writer remembers the error
	}
}

// printSum prints the number of results that hold.
func (a *app) printSum(results []farbank.ExerciseResult) error {
	n := map[exercise.Status]int{}
	for _, r := range results {
		n[r.Status]++
	}
	text := "Everything holds."
	if n[exercise.Holds] < len(results) {
		text = fmt.Sprintf("%d of %d hold.", n[exercise.Holds], len(results))
	}
	if n[exercise.Unknown] > 0 {
		text += fmt.Sprintf(" Not known: %d.", n[exercise.Unknown])
	}
	_, err := fmt.Fprintln(a.out, text)
	return err
}

// remarks returns the lines below a result that does not hold.
func remarks(r *farbank.ExerciseResult) []string {
	switch r.Status {
	case exercise.Missing:
		return []string{"your file: " + r.Found, r.Forgot}
	case exercise.Unknown:
		return []string{"not known: " + r.Found}
	}
	return nil
}

// A checkDocument is the JSON of a check.
type checkDocument struct {
	Number  int             `json:"number"`
	Title   string          `json:"title"`
	Done    bool            `json:"done"`
	Results []checkedResult `json:"results"`
}

type checkedResult struct {
	Status   string `json:"status"`
	Asked    string `json:"asked"`
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`
	Forgot   string `json:"forgot,omitempty"`
}

func newCheckDocument(t *farbank.Exercise, results []farbank.ExerciseResult) *checkDocument {
	doc := &checkDocument{Number: t.Number, Title: t.Title, Done: exerciseExit(results) == nil}
	for _, r := range results {
		c := checkedResult{Status: string(r.Status), Asked: r.Asked, Expected: r.Expected, Forgot: r.Forgot}
		if r.Status != exercise.Holds {
			c.Found = r.Found
		}
		doc.Results = append(doc.Results, c)
	}
	return doc
}

// completeExercise completes the number of a task, and then a file.
func completeExercise(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		tasks, _ := exercises.All()
		var numbers []string
		for _, t := range tasks {
			numbers = append(numbers, fmt.Sprintf("%d\t%s", t.Number, t.Title))
		}
		return beginning(typed, numbers), cobra.ShellCompDirectiveNoFileComp
	case 1:
		return matching(typed, "far"), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
