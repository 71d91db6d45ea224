package cnf

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	f, err := Read(strings.NewReader("c a comment\n\np cnf  4 3\r\n1 -2\n 0 3 0\nc more\n-4\t1 2 0"), "t")
	if err != nil || f.Variables != 4 || f.Len() != 3 || fmt.Sprint(f.Clause(0), f.Clause(1), f.Clause(2)) != "[1 -2] [3] [-4 1 2]" {
		t.Errorf("%+v, %v", f, err)
	}
	f, err = Read(strings.NewReader("p cnf 2 1\n1 2 0\n%\n0\n"), "t")
	if err != nil || f.Len() != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	long := "p cnf 2 30001\n" + strings.Repeat("1 -2 0 ", 30000) + "2 0\n"
	f, err = Read(strings.NewReader(long), "t")
	if err != nil || f.Len() != 30001 || f.Clause(30000)[0] != 2 || len(f.Clause(17000)) != 2 {
		t.Errorf("a long line: %v", err)
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "t:1: the line p cnf",
		"1 2 0":                         "t:1: the line p cnf",
		"p cnf 2":                       "t:1: expected p cnf VARIABLES",
		"p dnf 2 1\n1 0":                "t:1: expected p cnf VARIABLES",
		"p cnf -2 1":                    "t:1: expected two numbers",
		"p cnf x 1":                     "t:1: expected two numbers",
		"p cnf 2 1\np cnf 2 1":          "t:2: a second",
		"p cnf 99999999999 1\n":         "t:1: 99999999999 variables",
		"p cnf 999999999999999999999 1": "t:1: expected two numbers",
		"p cnf 2 1\n1 3 0":              "t:2: the variable of literal 3",
		"p cnf 2 1\n1 -99999999999 0":   "t:2: the variable of literal",
		"p cnf 2 1\n1 x 0":              "t:2: expected a literal",
		"p cnf 2 2\n1 0\n2\n\n":         "t:3: the clause that begins here",
		"p cnf 2 2\n1 0\n":              "t:3: the file has 1 clauses",
		"p cnf 2 1\n1 0\n2 0":           "t:3: more clauses",
	} {
		if _, err := Read(strings.NewReader(text), "t"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWriteModel(t *testing.T) {
	var b bytes.Buffer
	if err := WriteModel(&b, 30, func(v int) bool { return v%2 == 0 }); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if !strings.HasPrefix(lines[0], "v -1 2 -3 ") || !strings.HasSuffix(b.String(), " 30 0\n") || len(lines[0]) > 78 {
		t.Errorf("%s", b.String())
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("p cnf 3 2\n1 -3 0\n2 3 -1 0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := Read(bytes.NewReader(text), "t")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := a.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "u")
		if err != nil || again.Len() != a.Len() || again.Variables != a.Variables {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
