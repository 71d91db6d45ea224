package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// compareSPIN explores towers that are parts of the large one: with SPIN, and with farbank in memory and on
// disk.
func (b *bench) compareSPIN() error {
	for _, discs := range []int{9, 10, 11} {
		game := fmt.Sprint("hanoi -p pegs=4 -p discs=", discs)
		name := fmt.Sprint("4x", discs, ", ")
		pan, err := b.pan(game)
		if err != nil {
			return err
		}
		if err := b.spin(name+"SPIN", pan); err != nil {
			return err
		}
		for _, memory := range []int{0, 8} {
			if err := b.one(run{name + "space", "space " + game, memory}); err != nil {
				return err
			}
		}
	}
	return nil
}

// pan builds SPIN's verifier for a problem.
func (b *bench) pan(game string) (string, error) {
	dir, err := os.MkdirTemp(b.dir, "spin")
	if err != nil {
		return "", err
	}
	for _, args := range [][]string{
		append([]string{b.program, "export", "--to", "promela", "-o", filepath.Join(dir, "m.pml")}, strings.Fields(game)...),
		{"spin", "-a", "m.pml"},
		{"gcc", "-O2", "-w", "-DBFS", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DMEMLIM=16000", "-o", "pan", "pan.c"},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		if args[0] != b.program {
			cmd.Dir = dir
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", args[0], err, out)
		}
	}
	return filepath.Join(dir, "pan"), nil
}

// spin runs a verifier over the whole space, beyond the goal, and prints its row.
func (b *bench) spin(name, pan string) error {
	cmd := exec.Command(pan, "-c0", "-w24")
	cmd.Dir = filepath.Dir(pan)
	begun := time.Now()
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	use := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	processor := time.Duration(use.Utime.Nano() + use.Stime.Nano())
	text := &strings.Builder{}
	text.Write(out)
	fmt.Printf("%-14s %7s %12s %9.1f %9.1f %9d %12s  %s\n", name, "-", found(text, `([\d.e+]+) states, stored`), time.Since(begun).Seconds(), processor.Seconds(), use.Maxrss>>10, "-", "in memory")
	return nil
}
