package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A planner is a program with its settings.
type planner struct {
	name string
	run  func(ctx context.Context, domain, problem string) (*outcome, error)
}

// An outcome is the result of a planner for a task. It is a line of the file of results.
type outcome struct {
	Planner, Task, Plans string
	Limit                float64 // seconds
	Status               string  // solved, none, or the reason why there is no answer
	Cost                 int64
	Seconds              float64 // total processor time
	Search               float64 // without reading and grounding, if that is a separate program
	Outside              string  `json:",omitempty"` // the verdict of an independent reader on the plan: valid, or why not
}

// planners returns the requested planners.
func planners() []planner {
	list := []planner{{"farbank", farbankPlanner}}
	if *fd == "" {
		return list
	}
	if *plans == "any" {
		return append(list, downward("lama-first", "--search", lamaFirst))
	}
	return append(list,
		downward("lmcut", "--search", "astar(lmcut())"),
		downward("ipdb", "--search", "astar(ipdb())"),
		downward("blind", "--search", "astar(blind())"))
}

// lamaFirst is the search that Fast Downward's driver has under this name.
const lamaFirst = "let(hlm, eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()), pref=false), cost_type=one), " +
	"let(hff, eval_modify_costs(ff(), cost_type=one), lazy_greedy([hff, hlm], preferred=[hff, hlm], cost_type=one, reopen_closed=false)))"

// competition runs the planners on the tasks.
func competition(ctx context.Context) error {
	text, err := os.ReadFile(*list)
	if err != nil {
		return err
	}
	known, err := readOutcomes(*results)
	if err != nil {
		return err
	}
	var all []outcome
	for _, p := range planners() {
		if *which != "" && !strings.Contains(","+*which+",", ","+p.name+",") {
			continue
		}
		for names := range chosen(string(text)) {
			o, err := p.once(ctx, known, names)
			if err != nil {
				return err
			}
			all = append(all, *o)
		}
	}
	summarize(all)
	return nil
}

// once returns an outcome from the results, or runs the planner and adds the outcome to them.
func (p *planner) once(ctx context.Context, known map[string]outcome, names []string) (*outcome, error) {
	key := outcome{Planner: p.name, Task: names[1], Plans: *plans, Limit: limit.Seconds()}
	if o, ok := known[key.key()]; ok {
		return &o, nil
	}
	o, err := p.run(ctx, filepath.Join(*tasks, names[0]), filepath.Join(*tasks, names[1]))
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	o.Planner, o.Task, o.Plans, o.Limit = key.Planner, key.Task, key.Plans, key.Limit
	said := o.Status
	if o.Status == "solved" {
		said = fmt.Sprint("cost ", o.Cost)
	}
	fmt.Printf("%-10s %-55s %-24s %6.2f s\n", o.Planner, o.Task, said, o.Seconds)
	return o, keepOutcome(*results, o)
}

// limited runs a program with a limit on its processor time. bounded also limits its memory, for programs
// without a limit of their own. It returns the output and the processor time.
func limited(ctx context.Context, within time.Duration, bounded bool, dir, program string, args ...string) (out, complaint string, spent time.Duration, err error) {
	shell := fmt.Sprintf(`ulimit -t %d; `, max(1, int(within.Seconds()+0.5)))
	if bounded {
		shell += fmt.Sprintf(`ulimit -v %d; `, *memory<<20)
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", shell + `exec "$0" "$@"`, program}, args...)...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", "", 0, err
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// farbankPlanner runs farbank.
func farbankPlanner(ctx context.Context, domain, problem string) (*outcome, error) {
	args := []string{"solve", domain, problem, "--plans", *plans, "--engine", *engines, "--memory", fmt.Sprint(*memory, "GiB"), "--json"}
	path, err := exec.LookPath(*program)
	if err != nil {
		return nil, err
	}
	text, complaint, spent, err := limited(ctx, *limit, false, "", path, args...)
	if err != nil {
		return nil, err
	}
	o := &outcome{Seconds: spent.Seconds(), Search: spent.Seconds()}
	var answer struct {
		Status, Reason string
		Cost           *int64
	}
	switch {
	case json.Unmarshal([]byte(text), &answer) == nil:
		if o.Status = answer.Status; answer.Cost != nil {
			o.Cost = *answer.Cost
		}
	case spent >= *limit-*limit/8:
		o.Status = "time"
	default:
		o.Status, _, _ = strings.Cut(complaint, "\n")
	}
	return o, nil
}

// chosen yields the domain and the problem of each line of a list that the flags select.
func chosen(list string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(list) {
			names := strings.Fields(line)
			if len(names) == 2 && !strings.HasPrefix(line, "#") && strings.Contains(line, *only) && !yield(names) {
				return
			}
		}
	}
}
