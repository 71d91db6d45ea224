package exercise_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/internal/testing/long"
	"farbank/lang/syntax"
	"farbank/study/exercise"
)

var (
	update = flag.Bool("update", false, "write the table of tasks")
)

const folder = "../../docs/exercises"

func tasks(t *testing.T) []*exercises.Task {
	t.Helper()
	list, err := exercises.All()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func solution(t *testing.T, task *exercises.Task) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, "solutions", task.Name+".far"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// checked returns the results of checking a text.
func checked(t *testing.T, task *exercises.Task, source string) []exercise.Result {
	t.Helper()
	results, err := farbank.CheckExercise(t.Context(), task, task.Name+".far", source, farbank.ExerciseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// TestCourse checks that the tasks are numbered, have hints, and have a question for each remark.
func TestCourse(t *testing.T) {
	list := tasks(t)
	if len(list) != 32 {
		t.Errorf("%d tasks", len(list))
	}
	for i, task := range list {
		if task.Number != i+1 || task.Title == "" || task.Grade() == "" || len(task.Hints) < 2 || len(task.Check.Asks) < 4 {
			t.Errorf("%s: number %d, title %q, %d hints, %d questions", task.Name, task.Number, task.Title, len(task.Hints), len(task.Check.Asks))
		}
		if strings.Contains(task.Text, "Hint") {
			t.Errorf("%s shows hints in its text", task.Name)
		}
		for _, a := range task.Check.Asks {
			if _, ok := exercises.Data(a.Data); a.Forgot == "" || a.Data != "" && !ok {
				t.Errorf("%s: %+v", task.Name, a)
			}
		}
	}
}

// TestTable checks that the page of the course lists the tasks.
func TestTable(t *testing.T) {
	const begin, end = "<!-- tasks: written by go test ./study/exercise -update -->\n", "<!-- end of tasks -->"
	page := filepath.Join(folder, "README.md")
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(b), begin)
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no place for the table", page)
	}
	var table strings.Builder
	table.WriteString("\n| | task | grade | data |\n|---|---|---|---|\n")
	for _, task := range tasks(t) {
		var data []string
		for _, a := range task.Check.Asks {
			if a.Data != "" && !slices.Contains(data, "`"+a.Data+"`") {
				data = append(data, "`"+a.Data+"`")
			}
		}
		fmt.Fprintf(&table, "| %d | [%s](%s.md) | %s | %s |\n", task.Number, task.Title, task.Name, task.Grade(), strings.Join(data, ", "))
	}
	want := before + begin + table.String() + "\n" + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(b) != want {
		t.Error("the table of tasks is not as it should be; go test ./study/exercise -update writes it")
	}
}

// TestLayout checks that solutions have the canonical layout and no warnings.
func TestLayout(t *testing.T) {
	for _, task := range tasks(t) {
		text := solution(t, task)
		tree, err := syntax.Parse(task.Name, text)
		if err != nil {
			t.Fatal(err)
		}
		if string(syntax.Format(tree)) != text {
			t.Errorf("%s: farbank fmt gives another layout", task.Name)
		}
		p, err := farbank.Parse(task.Name, text)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Warnings) > 0 {
			t.Errorf("%s: %v", task.Name, p.Warnings)
		}
		if p.Title != task.Title {
			t.Errorf("%s: its title is %q, that of the solution %q", task.Name, task.Title, p.Title)
		}
	}
}

// TestOther checks that other models of a problem pass as well.
func TestOther(t *testing.T) {
	files, err := filepath.Glob("testdata/other/*.far")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	byName := map[string]*exercises.Task{}
	for _, task := range tasks(t) {
		byName[task.Name+".far"] = task
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range checked(t, byName[filepath.Base(file)], string(b)) {
			if r.Status != exercise.Holds {
				t.Errorf("%s, %s: %s; found %s", file, r.Asked, r.Expected, r.Found)
			}
		}
	}
}

// TestSolutions checks that every solution passes.
func TestSolutions(t *testing.T) {
	for _, task := range tasks(t) {
		t.Run(task.Name, func(t *testing.T) {
			for _, r := range checked(t, task, solution(t, task)) {
				if r.Status != exercise.Holds {
					t.Errorf("%s: %s; found %s", r.Asked, r.Expected, r.Found)
				}
			}
		})
	}
}

// TestEngines checks that no engine answers differently from the check and that at least two answer
// it. Questions that an engine cannot take or answer soon stay unknown.
func TestEngines(t *testing.T) {
	if !long.Enabled() {
		t.Skip("long")
	}
	const patience = 5 * time.Second
	who := map[string][]string{}
	for _, e := range farbank.Engines {
		t.Run(e.Name(), func(t *testing.T) {
			answered := 0
			for _, task := range tasks(t) {
				text := solution(t, task)
				for i, a := range task.Check.Asks {
					one := *task
					one.Check = exercises.Check{Asks: []exercises.Ask{a}}
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					c := &exercise.Checker{Engines: engine.Registry{e}}
					results, err := c.Check(ctx, &one, task.Name+".far", text)
					cancel()
					if err != nil && !errors.Is(err, context.DeadlineExceeded) {
						t.Fatalf("%s: %v", task.Name, err)
					}
					for _, r := range results {
						switch r.Status {
						case exercise.Missing:
							t.Errorf("%s, %s: %s; found %s", task.Name, r.Asked, r.Expected, r.Found)
						case exercise.Holds:
							answered++
							if r.Asked != "names" {
								key := fmt.Sprintf("%s, question %d: %s", task.Name, i+1, r.Asked)
								who[key] = append(who[key], e.Name())
							}
						}
					}
				}
			}
			t.Log(answered, "answers")
		})
	}
	for key, names := range who {
		if len(names) < 2 {
			t.Errorf("%s: answered by %v alone", key, names)
		}
	}
}

// A wrong is a solution with a usual mistake.
type wrong struct {
	number        int
	mistake       string
	before, after string
	remark        string
}

func readWrong(t *testing.T) []*wrong {
	t.Helper()
	b, err := os.ReadFile("testdata/wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []*wrong
	head := regexp.MustCompile(`^== (\d+): (.*)$`)
	var w *wrong
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		if m := head.FindStringSubmatch(line); m != nil {
			w = &wrong{mistake: m[2]}
			for _, d := range m[1] {
				w.number = 10*w.number + int(d-'0')
			}
			list = append(list, w)
			continue
		}
		if w == nil || line == "" {
			continue
		}
		switch text := strings.TrimPrefix(line[1:], " "); line[0] {
		case '-':
			w.before += text + "\n"
		case '+':
			w.after += text + "\n"
		case '!':
			w.remark = text
		default:
			t.Fatalf("wrong.txt: %q", line)
		}
	}
	return list
}

// TestWrong checks that every usual mistake is found, with its remark.
func TestWrong(t *testing.T) {
	list := tasks(t)
	found := map[int]int{}
	for _, w := range readWrong(t) {
		found[w.number]++
		t.Run(list[w.number-1].Name+"/"+w.mistake, func(t *testing.T) {
			task := list[w.number-1]
			text := solution(t, task)
			before := strings.TrimSuffix(w.before, "\n")
			if strings.Count(text, before) != 1 {
				t.Fatalf("the solution has %d times %q", strings.Count(text, before), before)
			}
			results := checked(t, task, strings.Replace(text, before, strings.TrimSuffix(w.after, "\n"), 1))
			if !slices.ContainsFunc(results, func(r exercise.Result) bool {
				return r.Status == exercise.Missing && strings.Contains(r.Forgot, w.remark)
			}) {
				t.Errorf("no remark %q in", w.remark)
				for _, r := range results {
					t.Logf("%s %s: %s; found %s; %s", r.Status, r.Asked, r.Expected, r.Found, r.Forgot)
				}
			}
			for _, r := range results {
				if strings.Contains(r.Found, "does not fit") {
					t.Errorf("%s: %s", r.Asked, r.Found)
				}
			}
		})
	}
	for _, task := range list {
		if found[task.Number] < 2 {
			t.Errorf("task %d has %d wrong models", task.Number, found[task.Number])
		}
	}
}

// TestShare checks that a slow question leaves time for the following ones.
func TestShare(t *testing.T) {
	const endless = `
state n: 0..1000000000000 = 0
move up(k: 1..3) { n += k }
goal n == 999999999999`
	one := int64(1)
	task := &exercises.Task{Check: exercises.Check{Asks: []exercises.Ask{{}, {Goal: "n == 2", Cost: &one}}}}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	var reported []exercise.Status
	c := &exercise.Checker{Engines: farbank.Engines[:1], Report: func(r exercise.Result) { reported = append(reported, r.Status) }}
	results, err := c.Check(ctx, task, "endless.far", endless)
	if err != nil {
		t.Fatal(err)
	}
	want := []exercise.Status{exercise.Holds, exercise.Unknown, exercise.Holds}
	if !slices.Equal(reported, want) || len(results) != len(want) {
		t.Errorf("reported %v, want %v", reported, want)
	}
	if results[1].Found != "the time limit was reached" {
		t.Error(results[1].Found)
	}
}

// TestNames checks the messages about missing or different declarations.
func TestNames(t *testing.T) {
	const source = `
enum Jug { a, b }
enum Cup { x, y }
const wide = 3
param n: 1..3 = 3
state has[Jug, 1..n]: 0..3 = 0
state at: Jug = a
move pour(from, to: Jug) { require from != to
 at = to }
def half(k: 1..9) = k / 2
goal at == b`
	task := &exercises.Task{Check: exercises.Check{Names: []string{
		"enum Jug { a, b }", "param n", "state has[Jug, place]", "state at", "move pour(from, to)", "def half(k)", "enum Cup",
		"enum Jug { a, c }", "enum Cup { x }", "param wide", "state has[Jug]", "state at[Jug]", "state has", "move pour()", "find n", "param enum Jug", "move drain(j)",
	}}}
	var got []string
	for _, r := range checked(t, task, source) {
		got = append(got, r.Found)
	}
	want := []string{
		"the enum Jug has no c", "the enum Cup has 2 members", "wide is declared as const there", "has has 2 indices there", "at has no index there", "has has an index there",
		"pour has 2 parameters there", "n is declared as param there", "Jug is declared as enum there", "there is no move drain",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// TestNamed checks that the text of a task mentions every name that its check uses.
func TestNamed(t *testing.T) {
	for _, task := range tasks(t) {
		declared := namesOf(t, task)
		in := map[string]bool{}
		for _, w := range word.FindAllString(task.Text, -1) {
			in[w] = true
		}
		uses := strings.Join(task.Check.Names, "\n")
		for _, a := range task.Check.Asks {
			uses += "\n" + a.Add + "\n" + a.Goal + "\n" + a.Moves
			for k, v := range a.Params {
				uses += "\n" + k
				if !strings.Contains(v, "\n") {
					uses += "\n" + v
				}
			}
		}
		for _, w := range word.FindAllString(uses, -1) {
			if declared[w] && !in[w] {
				t.Errorf("%s: its text does not name %s", task.Name, w)
			}
		}
	}
}

// namesOf returns the names that a solution declares, including members of enums.
func namesOf(t *testing.T, task *exercises.Task) map[string]bool {
	t.Helper()
	tree, err := syntax.Parse(task.Name, solution(t, task))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.ValueDecl:
			names[d.Name.Name] = true
		case *syntax.MoveDecl:
			names[d.Name.Name] = true
		case *syntax.EnumDecl:
			names[d.Name.Name] = true
			for _, m := range d.Members {
				names[m.Name] = true
			}
		}
	}
	return names
}
