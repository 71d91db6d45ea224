package command

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestFill(t *testing.T) {
	got := Fill("one two three\nfour five\n\n  set in, stays as long as it is\nsix", 10)
	want := "one two\nthree four\nfive\n\n  set in, stays as long as it is\nsix"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHelp(t *testing.T) {
	run := func(args ...string) string {
		var out strings.Builder
		root := &cobra.Command{Use: "program"}
		do := &cobra.Command{Use: "do FILE", Short: "Do it", Args: OneFile, RunE: func(*cobra.Command, []string) error { return nil }}
		for c := 'a'; c < 'a'+16; c++ {
			do.Flags().String("flag-"+string(c), "", "set the `value` "+string(c))
		}
		do.Flags().Bool("old", false, "the same as --flag-a")
		HideDoubled(do, "flag-a", "old")
		root.AddCommand(do)
		Help(root, []FlagGroup{{"Second", []string{"flag-b"}}, {"First", []string{"flag-a", "absent"}}}, []string{"flag-a", "flag-b"})
		root.SetOut(&out)
		root.SetArgs(args)
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	short, all := run("do", "--help"), run("do", "--help-all")
	if !strings.Contains(short, "Second:\n      --flag-b value        set the value b\n\nFirst:\n      --flag-a value        set the value a\n") {
		t.Errorf("groups:\n%s", short)
	}
	if strings.Contains(short, "flag-c") || !strings.Contains(short, "program do --help-all shows 14 more flags.") {
		t.Errorf("short help:\n%s", short)
	}
	if !strings.Contains(all, "Other flags:\n      --flag-c value") || strings.Contains(all, "more flags") || strings.Contains(all, "--old") {
		t.Errorf("long help:\n%s", all)
	}
}
