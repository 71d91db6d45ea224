package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// schools compares packages fold and journey, with plain Go functions, with Haskell programs of the same
// algorithms, and does the same for the language.
func (b *bench) schools() error {
	if !b.has("ghc") {
		return nil
	}
	ours, err := b.build("./bench/schools")
	if err != nil {
		return err
	}
	queens, err := b.ghc("Queens")
	if err != nil {
		return err
	}
	wolf, err := b.ghc("Wolf")
	if err != nil {
		return err
	}
	type task struct {
		name, result string
		haskell      []string
		rows         []contender
	}
	var tasks []task
	for _, n := range []string{"10", "11", "12"} {
		result := map[string]string{"10": "724", "11": "2680", "12": "14200"}[n]
		tasks = append(tasks, task{"queens by columns, " + n, result, []string{queens, "columns", n}, []contender{
			ownLoop("fold, 1 worker", "result "+result+" ", ours, "columns", n, "1"),
			ownLoop("fold, 2 workers", "result "+result+" ", ours, "columns", n, "2"),
			process("solve queens --engine fold", result, b.farbank, "solve", "queens", "--engine", "fold", "--count", "-p", "n="+n, "--workers", "1"),
		}})
	}
	tasks = append(tasks,
		task{"8 queens in any order", "3709440", []string{queens, "sequences", "8"}, []contender{
			ownLoop("fold", "result 3709440 ", ours, "sequences", "8")}},
		task{"wolf, walks of 17", "", []string{wolf, "17"}, []contender{ownLoop("journey", "result ", ours, "walks", "17")}})
	fmt.Printf("%-24s %-28s %9s %9s %7s\n", "task", "farbank", "seconds", "Haskell", "ratio")
	for _, t := range tasks {
		if !strings.Contains(t.name, *only) {
			continue
		}
		times, err := medians(append([]contender{process("Haskell", t.result, t.haskell...)}, t.rows...))
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		for i, r := range t.rows {
			fmt.Printf("%-24s %-28s %9.4f %9.4f %7.2f\n", t.name, r.name, times[i+1], times[0], times[0]/times[i+1])
		}
	}
	return nil
}

// ghc compiles a Haskell program.
func (b *bench) ghc(name string) (string, error) {
	out := filepath.Join(b.dir, strings.ToLower(name))
	cmd := exec.Command("ghc", "-O2", "-v0", "-outputdir", filepath.Join(b.dir, name+".o"), "-o", out, filepath.Join("bench", "peers", "haskell", name+".hs"))
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("ghc: %w\n%s", err, text)
	}
	return out, nil
}
