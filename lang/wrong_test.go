package lang_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/syntax"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the messages seen into testdata")

// A wrongProgram is a program with mistakes and what is said about them. In the files
// under testdata/wrong it is headed by "=== name" and lines "# -p n=3", "# data {...}"
// and "# limit 100" for what is given with it; after "---" come the messages.
type wrongProgram struct {
	name   string
	header []string
	source string
	want   string
}

func readWrong(t *testing.T, file string) []wrongProgram {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []wrongProgram
	for _, chunk := range strings.Split("\n"+string(b), "\n=== ")[1:] {
		var w wrongProgram
		var body string
		w.name, body, _ = strings.Cut(chunk, "\n")
		for strings.HasPrefix(body, "# ") {
			var line string
			line, body, _ = strings.Cut(body, "\n")
			w.header = append(w.header, line[2:])
		}
		w.source, w.want, _ = strings.Cut(body, "---\n")
		w.want = strings.TrimSpace(w.want)
		list = append(list, w)
	}
	return list
}

func (w wrongProgram) options(t *testing.T) lang.Options {
	var o lang.Options
	for _, h := range w.header {
		kind, rest, _ := strings.Cut(h, " ")
		switch kind {
		case "-p":
			name, value, _ := strings.Cut(rest, "=")
			o.Params = append(o.Params, check.Setting{Name: name, Value: value})
		case "data":
			o.Data = append(o.Data, check.Data{Name: "data.json", JSON: []byte(rest)})
		case "limit":
			o.Limit, _ = strconv.ParseInt(rest, 10, 64)
		default:
			t.Fatalf("%s: unknown header %q", w.name, h)
		}
	}
	return o
}

// said returns what is wrong with the program, an error a line, hints after it.
func (w wrongProgram) said(t *testing.T) string {
	f, err := syntax.Parse("x.far", w.source)
	if err == nil {
		_, err = lang.Problem(f, w.options(t))
	}
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		return fmt.Sprint(err)
	}
	var lines []string
	for _, e := range list {
		lines = append(lines, e.Error())
		if e.Hint != "" {
			lines = append(lines, "    "+e.Hint)
		}
	}
	return strings.Join(lines, "\n")
}

func TestWrongPrograms(t *testing.T) {
	files, _ := filepath.Glob("testdata/wrong/*.txt")
	total := 0
	for _, file := range files {
		programs := readWrong(t, file)
		total += len(programs)
		if *update {
			writeWrong(t, file, programs)
			continue
		}
		for _, w := range programs {
			t.Run(w.name, func(t *testing.T) {
				if diff := cmp.Diff(w.want, w.said(t)); diff != "" || w.want == "" {
					t.Errorf("messages (-want +got):\n%s", diff)
				}
			})
		}
	}
	if total < 150 {
		t.Errorf("only %d wrong programs", total)
	}
}

func writeWrong(t *testing.T, file string, programs []wrongProgram) {
	t.Helper()
	var b strings.Builder
	for _, w := range programs {
		fmt.Fprintf(&b, "=== %s\n", w.name)
		for _, h := range w.header {
			fmt.Fprintf(&b, "# %s\n", h)
		}
		fmt.Fprintf(&b, "%s---\n%s\n\n", w.source, w.said(t))
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
