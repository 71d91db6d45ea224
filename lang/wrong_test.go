package lang_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/internal/wrong"
	"farbank/lang/syntax"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the messages seen into testdata")

func options(w wrong.Program) lang.Options {
	o := lang.Options{Limit: w.Limit}
	for _, p := range w.Params {
		name, value, _ := strings.Cut(p, "=")
		o.Params = append(o.Params, check.Setting{Name: name, Value: value})
	}
	for _, d := range w.Data {
		o.Data = append(o.Data, check.Data{Name: "data.json", JSON: []byte(d)})
	}
	return o
}

// said returns the errors of a program, one a line, hints after it.
func said(w wrong.Program) string {
	f, err := syntax.Parse("x.far", w.Source)
	if err == nil {
		_, err = lang.Problem(f, options(w))
	}
	return wrong.Said(err)
}

func TestWrongPrograms(t *testing.T) {
	files, err := wrong.Files()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range files {
		programs, err := wrong.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		total += len(programs)
		if *update {
			writeWrong(t, file, programs)
			continue
		}
		for _, w := range programs {
			t.Run(w.Name, func(t *testing.T) {
				if diff := cmp.Diff(w.Want, said(w)); diff != "" || w.Want == "" {
					t.Errorf("messages (-want +got):\n%s", diff)
				}
			})
		}
	}
	if total < 150 {
		t.Errorf("only %d wrong programs", total)
	}
}

func writeWrong(t *testing.T, file string, programs []wrong.Program) {
	t.Helper()
	var b strings.Builder
	for _, w := range programs {
		b.WriteString(w.Text(said(w)))
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
