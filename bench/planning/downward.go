package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var planCost = regexp.MustCompile(`(?m)Plan cost: (\d+)`)

// downward is Fast Downward with some settings. Its two programs run one after the other, the
// translator without a bound of its own but the limit too; what counts against the limit is the search.
func downward(name string, settings ...string) planner {
	return planner{name, func(ctx context.Context, domain, problem string) (*outcome, error) {
		dir, err := os.MkdirTemp("", "planning")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		bin, err := filepath.Abs(*fd)
		if err != nil {
			return nil, err
		}
		files := [2]string{domain, problem}
		for i, f := range files {
			if files[i], err = filepath.Abs(f); err != nil {
				return nil, err
			}
		}
		sas := filepath.Join(dir, "output.sas")
		_, _, before, err := limited(ctx, *limit, true, dir, "env", "PYTHONPATH="+bin, "python3", "-m", "translate", files[0], files[1], "--sas-file", sas)
		if err != nil {
			return nil, err
		}
		o := &outcome{Seconds: before.Seconds(), Status: "not translated"}
		in, err := os.Open(sas)
		if err != nil {
			return o, nil
		}
		defer in.Close()
		text, _, spent, err := limited(ctx, *limit, true, dir, "sh", append([]string{"-c", `exec "$0" "$@" <output.sas`, filepath.Join(bin, "downward")}, settings...)...)
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
