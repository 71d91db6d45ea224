// Command clips runs programs of CLIPS with clips and with farbank, and compares what they print.
//
//	go run ./bench/clips -dir PROGRAMS [-only text] [-again FILE] [-keep DIR] [-list FILE] [-clips clips] [-farbank path]
//
// PROGRAMS is a folder with one folder for each repository. Every different file whose name ends in .clp is
// one program. It is loaded in its folder, in a fresh copy of the repository, and followed by
//
//	(reset) (run N) (exit)
//
// Its last line gets an end, without which CLIPS ignores it.
//
// Standard input gives both the same answers. Compared is standard output, without error messages: those of
// farbank go to standard error. One line is printed for each program whose output differs, with the first
// difference, and the totals at the end. -keep writes both outputs of these programs to a folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	dir     = flag.String("dir", "", "the folder with a folder of programs for each repository")
	only    = flag.String("only", "", "only programs whose path contains this")
	keep    = flag.String("keep", "", "write the outputs of programs that differ to this folder")
	list    = flag.String("list", "", "write a line for each program with its result to this file")
	again   = flag.String("again", "", "only programs that are not equal in this file, which -list wrote")
	clips   = flag.String("clips", "clips", "the program clips, version 6.30 or later")
	farbank = flag.String("farbank", "", "the farbank program; built if empty")
	limit   = flag.Duration("limit", 10*time.Second, "the time limit for one run")
	firings = flag.Int("firings", 10000, "the limit of firings of a program")
	jobs    = flag.Int("jobs", 2, "the number of programs that run at once")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "clips:", err)
		os.Exit(1)
	}
}

func run() error {
	if *dir == "" {
		return fmt.Errorf("-dir is missing")
	}
	if *jobs < 1 {
		return fmt.Errorf("-jobs must be at least 1")
	}
	scratch, err := os.MkdirTemp("", "farbank-clips-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	c := &comparer{scratch: scratch, farbank: *farbank}
	if c.farbank == "" {
		c.farbank = filepath.Join(scratch, "farbank")
		build := exec.Command("go", "build", "-o", c.farbank, "./cmd/farbank")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return err
		}
	} else if c.farbank, err = filepath.Abs(c.farbank); err != nil {
		return err
	}
	programs, err := findPrograms(*dir, *only)
	if err != nil {
		return err
	}
	if *again != "" {
		if programs, err = unequal(programs, *again); err != nil {
			return err
		}
	}
	if len(programs) == 0 {
		return fmt.Errorf("no program in %s", *dir)
	}
	results := c.all(context.Background(), programs)
	return report(programs, results)
}

// unequal returns the programs that have another result than equal in a file that -list wrote.
func unequal(programs []program, path string) ([]program, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.SplitN(line, "\t", 3); len(fields) == 3 && fields[0] != equal.String() {
			wanted[fields[1]] = true
		}
	}
	return slices.DeleteFunc(programs, func(p program) bool { return !wanted[p.name()] }), nil
}

// all compares the programs, several at once.
func (c *comparer) all(ctx context.Context, programs []program) []result {
	results := make([]result, len(programs))
	next := make(chan int)
	var wait sync.WaitGroup
	for range *jobs {
		wait.Go(func() {
			for i := range next {
				results[i] = c.compare(ctx, programs[i])
			}
		})
	}
	for i := range programs {
		next <- i
	}
	close(next)
	wait.Wait()
	return results
}

// report prints the differences and the totals.
func report(programs []program, results []result) error {
	count := map[outcome]int{}
	repositories := map[string]bool{}
	var lines strings.Builder
	for i, r := range results {
		p := programs[i]
		count[r.outcome]++
		repositories[p.repository] = true
		fmt.Fprintf(&lines, "%s\t%s\t%s\n", r.outcome, p.name(), r.first)
		if r.outcome <= bothEndless {
			continue
		}
		fmt.Printf("%s: %s: %s\n", p.name(), r.outcome, r.first)
		if *keep != "" {
			if err := keepOutputs(*keep, p, r); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%d programs of %d repositories\n", len(programs), len(repositories))
	for o := range outcomes {
		fmt.Printf("%5d %s\n", count[o], o)
	}
	if *list != "" {
		return os.WriteFile(*list, []byte(lines.String()), 0o666)
	}
	return nil
}

// keepOutputs writes the outputs of a program.
func keepOutputs(dir string, p program, r result) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	base := filepath.Join(dir, strings.ReplaceAll(p.name(), "/", "+"))
	for ending, text := range map[string]string{".clips": r.theirs, ".farbank": r.ours, ".errors": r.errors} {
		if err := os.WriteFile(base+ending, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}
