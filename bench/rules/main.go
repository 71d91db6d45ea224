// Command rules compares farbank with CLIPS on the rule programs of examples/rules. The programs take
// turns. It prints medians of time and memory, and their ratios.
//
//	go run ./bench/rules [-runs 5] [-only manners] [-clips clips] [-farbank path]
//
// Both get the same two files, a program and its data, and must print the same output. A ratio above 1
// means that CLIPS needed more.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

var (
	runs    = flag.Int("runs", 5, "the number of runs of each program; medians are printed")
	only    = flag.String("only", "", "only tasks whose name contains this")
	clips   = flag.String("clips", "clips", "the program clips, version 6.30 or later")
	farbank = flag.String("farbank", "", "the farbank program; built if empty")
	limit   = flag.Duration("limit", time.Minute, "the time limit for one run")
)

// A task is a program of examples/rules with data from bench/ruledata.
type task struct {
	name    string
	program string
	data    []string // arguments of ruledata
}

var tasks = []task{
	{"manners 64", "manners", []string{"manners", "-guests", "64"}},
	{"manners 128", "manners", []string{"manners", "-guests", "128"}},
	{"waltz 25", "waltz", []string{"waltz", "-regions", "25"}},
	{"waltz 37", "waltz", []string{"waltz", "-regions", "37"}},
	{"waltz 50", "waltz", []string{"waltz", "-regions", "50"}},
	{"join", "join", []string{"join"}},
	{"retract", "retract", []string{"retract"}},
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "rules:", err)
		os.Exit(1)
	}
}

func run() error {
	if *runs < 1 {
		return fmt.Errorf("-runs must be at least 1")
	}
	dir, err := os.MkdirTemp("", "farbank-rules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, farbank: *farbank}
	if b.farbank == "" {
		if b.farbank, err = b.build("./cmd/farbank"); err != nil {
			return err
		}
	}
	if b.ruledata, err = b.build("./bench/ruledata"); err != nil {
		return err
	}
	if _, err := exec.LookPath(*clips); err != nil {
		fmt.Printf("not installed, skipped: %s\n", *clips)
	} else {
		b.clips = *clips
	}
	fmt.Print(header)
	for _, t := range tasks {
		if !strings.Contains(t.name, *only) {
			continue
		}
		if err := b.compare(t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

// A bench is a place to build and run programs.
type bench struct {
	dir               string // temporary
	farbank, ruledata string
	clips             string // "": not installed
}

// build builds a package of this module.
func (b *bench) build(pkg string) (string, error) {
	out := filepath.Join(b.dir, filepath.Base(pkg))
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // one file that needs no library
	cmd.Stderr = os.Stderr
	return out, cmd.Run()
}

// compare runs a task in both systems, and prints its row.
func (b *bench) compare(t task) error {
	files, err := b.files(t)
	if err != nil {
		return err
	}
	list := []*contender{{name: "farbank", args: append([]string{b.farbank, "rules"}, files...)}}
	if b.clips != "" {
		batch, err := b.batch(t, files)
		if err != nil {
			return err
		}
		list = append(list, &contender{name: "CLIPS", args: []string{b.clips, "-f2", batch}})
	}
	if err := runAll(context.Background(), list, *runs, *limit); err != nil {
		return err
	}
	printRow(t.name, list)
	return nil
}

// files writes the data of a task, and returns its program and data.
func (b *bench) files(t task) ([]string, error) {
	program, err := filepath.Abs(filepath.Join("examples", "rules", t.program+".clp"))
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(b.ruledata, t.data...).Output()
	if err != nil {
		return nil, fmt.Errorf("ruledata %s: %w", strings.Join(t.data, " "), err)
	}
	data := filepath.Join(b.dir, strings.ReplaceAll(t.name, " ", "-")+".clp")
	return []string{program, data}, os.WriteFile(data, out, 0o666)
}

// batch writes the CLIPS commands that load files, run them and exit.
func (b *bench) batch(t task, files []string) (string, error) {
	var text strings.Builder
	for _, f := range files {
		fmt.Fprintf(&text, "(load* %q)\n", f)
	}
	text.WriteString("(reset)\n(run)\n(exit)\n")
	name := filepath.Join(b.dir, strings.ReplaceAll(t.name, " ", "-")+".bat")
	return name, os.WriteFile(name, []byte(text.String()), 0o666)
}
