package command

import (
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A Release identifies the build of a program.
type Release struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"` // of the commit
	Modified bool   `json:"modified"`       // the build has changes that were not committed
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// ThisRelease returns the release that the go command stamped into the running program.
func ThisRelease() Release {
	r := Release{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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

// String returns the release on one line.
func (r Release) String() string {
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
