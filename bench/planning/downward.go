package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var planCost = regexp.MustCompile(`(?m)Plan cost: (\d+)`)

// downward returns a planner that runs Fast Downward with the given settings. Its two programs run one
// after the other. The limit applies to each of them, and Search is the time of the second.
func downward(name string, settings ...string) planner {
	return planner{name, func(ctx context.Context, domain, problem string) (*outcome, error) {
		dir, err := os.MkdirTemp("", "planning")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		before, err := translated(ctx, dir, domain, problem)
		if err != nil {
			return nil, err
		}
		o := &outcome{Seconds: before.Seconds(), Status: "not translated"}
		if _, err := os.Stat(filepath.Join(dir, translation)); err != nil {
			return o, nil
		}
		text, spent, err := searchTranslated(ctx, dir, settings...)
		if err != nil {
			return nil, err
		}
		o.Search, o.Seconds = spent.Seconds(), o.Seconds+spent.Seconds()
		m := planCost.FindStringSubmatch(text)
		switch {
		case m != nil:
			o.Status = "solved"
			o.Cost, err = strconv.ParseInt(m[1], 10, 64)
		case strings.Contains(text, "unsolvable"):
			o.Status = "none"
		case spent >= *limit-*limit/8:
			o.Status = "time"
		default:
			o.Status = "stopped"
		}
		return o, err
	}}
}

// translation is the output file of the first program and the input of the second.
const translation = "output.sas"

// translated runs the first program and returns its processor time.
func translated(ctx context.Context, dir, domain, problem string) (time.Duration, error) {
	bin, err := filepath.Abs(*fd)
	if err != nil {
		return 0, err
	}
	files := [2]string{domain, problem}
	for i, f := range files {
		if files[i], err = filepath.Abs(f); err != nil {
			return 0, err
		}
	}
	_, _, spent, err := limited(ctx, *limit, true, dir, "env", "PYTHONPATH="+bin, "python3", "-m", "translate", files[0], files[1], "--sas-file", filepath.Join(dir, translation))
	return spent, err
}

// searchTranslated runs the second program. It returns its output and processor time.
func searchTranslated(ctx context.Context, dir string, settings ...string) (string, time.Duration, error) {
	bin, err := filepath.Abs(*fd)
	if err != nil {
		return "", 0, err
	}
	text, _, spent, err := limited(ctx, *limit, true, dir, "sh", append([]string{"-c", `exec "$0" "$@" <` + translation, filepath.Join(bin, "downward")}, settings...)...)
	return text, spent, err
}
