package wrong_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"farbank/lang/internal/wrong"
	"farbank/lang/syntax"
)

// TestRoundTrip checks that writing a program that was read gives the same text.
func TestRoundTrip(t *testing.T) {
	t.Chdir("..") // the folder lang, which Files accepts like its folders
	files, err := wrong.Files()
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	all, err := wrong.Programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		programs, err := wrong.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, p := range programs {
			text += p.Text(p.Want)
			all = all[1:]
		}
		if b, err := os.ReadFile(file); err != nil || string(b) != text {
			t.Errorf("%s is written otherwise (%v)", file, err)
		}
	}
	if len(all) > 0 {
		t.Errorf("%d programs are in no file", len(all))
	}
}

func TestHeaders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.txt")
	write := func(s string) []wrong.Program {
		if err := os.WriteFile(file, []byte(s), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := wrong.Read(file)
		if err != nil {
			t.Log(err)
			return nil
		}
		return list
	}
	list := write("=== one\n# -p n=3\n# data {\"k\": 1}\n# limit 100\ngoal n\n---\nx.far:1:6: no\n")
	if len(list) != 1 || list[0].Params[0] != "n=3" || list[0].Data[0] != `{"k": 1}` || list[0].Limit != 100 || list[0].Source != "goal n\n" || list[0].Want != "x.far:1:6: no" {
		t.Errorf("%+v", list)
	}
	if write("=== two\n# limits 100\n---\n") != nil {
		t.Error("an unknown header is accepted")
	}
	if _, err := wrong.Read(file + "x"); err == nil {
		t.Error("a missing file is read")
	}
	t.Chdir(t.TempDir())
	if _, err := wrong.Programs(); err == nil {
		t.Error("files are found in an empty folder")
	}
}

func TestSaid(t *testing.T) {
	list := syntax.ErrorList{{File: "x", Msg: "one", Hint: "so"}, {File: "x", Msg: "two", Pos: syntax.Pos{Line: 1, Col: 2}}}
	if got := wrong.Said(list); got != "x: one\n    so\nx:1:2: two" {
		t.Error(got)
	}
	if got := wrong.Said(errors.New("other")); got != "other" {
		t.Error(got)
	}
}
