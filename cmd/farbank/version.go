package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// A release says which program this is.
type release struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"` // of the commit
	Modified bool   `json:"modified"`       // it was built from files that are not as in the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisRelease is what the build noted.
func thisRelease() release {
	r := release{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return r
	}
	if info.Main.Version != "" {
		r.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			r.Commit = s.Value
		case "vcs.time":
			r.Date = s.Value
		case "vcs.modified":
			r.Modified = s.Value == "true"
		}
	}
	return r
}

// String is the release on one line.
func (r release) String() string {
	parts := []string{r.Version}
	if r.Commit != "" {
		commit := "commit " + r.Commit[:min(len(r.Commit), 12)]
		if t, err := time.Parse(time.RFC3339, r.Date); err == nil {
			commit += " of " + t.Format("2006-01-02")
		}
		if r.Modified {
			commit += " with changes"
		}
		parts = append(parts, commit)
	} else {
		parts = append(parts, "commit and date unknown: not built from a checkout with git, or with -buildvcs=false")
	}
	return strings.Join(append(parts, r.Go, r.Platform), ", ")
}

func (a *app) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, its commit and its date",
		Example: "  farbank version\n  farbank version --json",
		Args:    needs(0, "no argument is needed"),
		RunE: func(*cobra.Command, []string) error {
			r := thisRelease()
			if asJSON {
				return a.printJSON(r)
			}
			_, err := fmt.Fprintf(a.out, "farbank version %s\n", r)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
