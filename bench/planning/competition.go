package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// processor is the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// competition runs the tasks.
func competition(ctx context.Context) error {
	text, err := os.ReadFile(*list)
	if err != nil {
		return err
	}
	solved, tried := 0, 0
	for line := range strings.Lines(string(text)) {
		names := strings.Fields(line)
		if len(names) != 2 || strings.HasPrefix(line, "#") || !strings.Contains(line, *only) {
			continue
		}
		tried++
		answer, spent, err := task(ctx, names)
		if err != nil {
			return err
		}
		if strings.HasPrefix(answer, "cost") {
			solved++
		}
		fmt.Printf("%-60s %-24s %6.2f s\n", names[1], answer, spent.Seconds())
	}
	fmt.Printf("%d of %d solved\n", solved, tried)
	return nil
}

// task runs farbank on one; what it says is the cost, or why there is none.
func task(ctx context.Context, names []string) (string, time.Duration, error) {
	args := []string{"solve", filepath.Join(*tasks, names[0]), filepath.Join(*tasks, names[1]), "--plans", *plans, "--timeout", limit.String(), "--json"}
	cmd := exec.CommandContext(ctx, *program, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", 0, err
	}
	spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	var answer struct {
		Status, Reason string
		Cost           *int64
	}
	if json.Unmarshal(out.Bytes(), &answer) != nil {
		first, _, _ := strings.Cut(complaint.String(), "\n")
		return first, spent, nil
	}
	if answer.Cost != nil && answer.Status == "solved" {
		return fmt.Sprint("cost ", *answer.Cost), spent, nil
	}
	return answer.Status, spent, nil
}
