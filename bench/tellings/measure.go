package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// An answer is the part of the JSON output of farbank solve that does not depend on the formulation, and
// the engine.
type answer struct {
	Status string      `json:"status"`
	Reason string      `json:"reason,omitempty"`
	Cost   *int64      `json:"cost,omitempty"`
	Count  json.Number `json:"count,omitempty"` // may exceed 64 bits
	Engine string      `json:"engine,omitempty"`
}

// parseAnswer parses the output of farbank solve --json.
func parseAnswer(out []byte) (answer, error) {
	var a struct {
		answer
		Stats struct {
			Engine string `json:"engine"`
		} `json:"stats"`
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	if err := json.Unmarshal(out, &a); err != nil {
		return answer{}, fmt.Errorf("the output is not JSON: %w", err)
	}
	if len(a.Errors) > 0 {
		return answer{}, errors.New(a.Errors[0].Message)
	}
	if a.Status == "" {
		return answer{}, errors.New("the output has no status")
	}
	a.answer.Engine = a.Stats.Engine
	return a.answer, nil
}

// conclusive reports whether no further search could change the answer.
func (a answer) conclusive() bool { return a.Status == "solved" || a.Status == "none" }

// String returns what must be equal for all formulations.
func (a answer) String() string {
	switch {
	case a.Status == "":
		return "failed"
	case a.Count != "":
		return a.Count.String()
	case a.Cost != nil:
		return fmt.Sprintf("%s, %d", a.Status, *a.Cost)
	}
	return a.Status
}

// A result is the outcome of the runs of a command: the answer, and the medians of what was measured.
type result struct {
	Answer    answer  `json:"answer"`
	Processor float64 `json:"processorSeconds"`
	Elapsed   float64 `json:"elapsedSeconds"`
	MiB       float64 `json:"mib"` // peak resident memory
	Error     string  `json:"error,omitempty"`
}

// seconds returns the time that is compared.
func (r result) seconds() float64 {
	if *clock {
		return r.Elapsed
	}
	return r.Processor
}

// solved reports whether there is a conclusive answer.
func (r result) solved() bool { return r.Error == "" && r.Answer.conclusive() }

// stopped reports whether a limit ended the run.
func (r result) stopped() bool {
	return r.Error == "" && !r.Answer.conclusive() && r.Answer.Status != "unsupported"
}

// time returns the seconds as text, with > if the run had no conclusive answer by then.
func (r result) time() string {
	switch {
	case r.Error != "":
		return "failed"
	case r.Answer.Status == "unsupported":
		return "-"
	case !r.solved():
		return fmt.Sprintf(">%.2f", r.seconds())
	}
	return fmt.Sprintf("%.2f", r.seconds())
}

// tick is the least time in ratios. Shorter times depend mainly on the start of the process.
const tick = 0.01

// ratio returns a by b. Times below tick are rounded up to it.
func ratio(a, b float64) float64 { return max(a, tick) / max(b, tick) }

// inTurn runs n commands, the given number of times each, in turn, so that other load affects all of them equally. A
// command without a conclusive answer is not run again. It returns the error of ctx if that ends.
func inTurn(ctx context.Context, n, rounds int, run func(k int) result) ([]result, error) {
	samples := make([][]result, n)
	for range rounds {
		for k := range n {
			if s := samples[k]; len(s) > 0 && !s[len(s)-1].solved() {
				continue
			}
			r := run(k)
			if err := ctx.Err(); err != nil {
				return nil, context.Cause(ctx)
			}
			samples[k] = append(samples[k], r)
		}
	}
	results := make([]result, n)
	for k, s := range samples {
		results[k] = combine(s)
	}
	return results, nil
}

// combine returns the medians of the runs of a command, or the run that had no conclusive answer.
func combine(runs []result) result {
	last := runs[len(runs)-1]
	if !last.solved() {
		return last
	}
	for _, r := range runs {
		if r.Answer.String() != last.Answer.String() {
			last.Error = fmt.Sprintf("two runs disagree: %v; %v", r.Answer, last.Answer)
			return last
		}
	}
	last.Processor = median(runs, func(r result) float64 { return r.Processor })
	last.Elapsed = median(runs, func(r result) float64 { return r.Elapsed })
	last.MiB = median(runs, func(r result) float64 { return r.MiB })
	return last
}

func median(runs []result, value func(result) float64) float64 {
	list := make([]float64, len(runs))
	for i, r := range runs {
		list[i] = value(r)
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// grace is the time after the limit at which a process is killed. It includes reading and grounding, which
// the limit does not always interrupt at once.
const grace = 5 * time.Second

// solve runs farbank solve once.
func solve(ctx context.Context, path string, limit time.Duration, args ...string) result {
	ctx, cancel := context.WithTimeout(ctx, limit+grace)
	defer cancel()
	args = append([]string{"solve", "--json", "--timeout", limit.String()}, args...)
	cmd := exec.CommandContext(ctx, path, args...)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	cmd.WaitDelay = time.Second
	begun := time.Now()
	err := cmd.Run()
	r := result{Elapsed: time.Since(begun).Seconds()}
	if s := cmd.ProcessState; s != nil {
		r.Processor = (s.UserTime() + s.SystemTime()).Seconds()
		r.MiB = float64(s.SysUsage().(*syscall.Rusage).Maxrss) / 1024
	}
	if ctx.Err() != nil {
		r.Answer = answer{Status: "unknown", Reason: "killed after the time limit"}
		return r
	}
	var problem error
	if r.Answer, problem = parseAnswer(out.Bytes()); problem != nil {
		r.Error = problem.Error()
		if out.Len() == 0 && err != nil { // it did not get as far as an answer
			r.Error = strings.TrimSpace(fmt.Sprint(err, " ", strings.Join(strings.Fields(messages.String()), " ")))
		}
	}
	return r
}

// disagreement describes the first two conclusive answers that differ. It returns "" if all agree.
func disagreement(names []string, results []result) string {
	first := -1
	for k, r := range results {
		switch {
		case r.Error != "":
			return fmt.Sprintf("%s: %s", names[k], r.Error)
		case !r.solved():
		case first < 0:
			first = k
		case r.Answer.String() != results[first].Answer.String():
			return fmt.Sprintf("%s: %v, but %s: %v", names[first], results[first].Answer, names[k], r.Answer)
		}
	}
	return ""
}
