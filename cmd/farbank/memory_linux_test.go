package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"farbank/internal/testing/long"
)

// vastModels are problems of which none ends within the limits.
var vastModels = map[string]string{
	"grid.far": `puzzle "few states are near, and each takes 55 bits"
state x: 0..8388607 = 0
state y: 0..8388607 = 0
state z: 0..255 = 5
move right { x += 1 }
move up { y += 1 }
move back { x -= 1 }
move down { y -= 1 }
goal x == 7000000
`,
	"costs.far": `puzzle "steps of several costs"
state x: 0..100000 = 0
state y: 0..100000 = 0
move right cost (1 + x % 3) { x += 1 }
move up cost 2 { y += 1 }
move down cost 1 { y -= 1 }
goal x == 90000 and y == 70000
`,
	"wide.far": `puzzle "very many moves"
state s[1..3000]: 0..9 = 0
move m(i: 1..3000, j: 1..3000) {
 require i != j
 s[i] += 1
 s[j] += 1
}
goal s[1] == 9
`,
	"lamps.pddl": `(define (domain lamps) (:requirements :durative-actions :typing :negative-preconditions) (:types lamp)
 (:predicates (on ?l - lamp) (next ?l ?m - lamp))
 (:durative-action light :parameters (?l ?m - lamp) :duration (= ?duration 2)
  :condition (and (over all (next ?l ?m)) (at start (not (on ?l))) (at end (not (on ?m)))) :effect (at end (on ?l)))
 (:durative-action dim :parameters (?l - lamp) :duration (= ?duration 3) :condition (at start (on ?l)) :effect (at end (not (on ?l)))))
`,
	"lamps-p.pddl": `(define (problem all) (:domain lamps) (:objects a b c d e f g h i j k l m n o p q r s t u v w x - lamp)
 (:init (next a b) (next b c) (next c d) (next d e) (next e f) (next f g) (next g h) (next h i)
  (next i j) (next j k) (next k l) (next l m) (next m n) (next n o) (next o p) (next p q)
  (next q r) (next r s) (next s t) (next t u) (next u v) (next v w) (next w x) (next x a))
 (:goal (forall (?l - lamp) (on ?l))))
`,
	"pairs.clp": `(deffacts s (count 0))
(defrule more ?f <- (count ?x) => (retract ?f) (assert (item ?x)) (assert (count (+ ?x 1))))
(defrule pair (item ?x) (item ?y) (test (< ?x ?y)) => (assert (pair ?x ?y)))
`,
	"text.clp": `(defrule double => (bind ?s "abc") (while TRUE do (bind ?s (str-cat ?s ?s))))
`,
	"list.clp": `(defrule double => (bind ?l (create$ a)) (while TRUE do (bind ?l (create$ ?l ?l))))
`,
}

// manyColumns writes a program that takes more memory to read than the limit. The memory of this
// process counts for its children, so the program must not be in memory.
func manyColumns(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	fmt.Fprintln(b, "min\n obj: x0\nst")
	for i := range 700_000 {
		fmt.Fprintf(b, " c%d: x%d + 2 x%d >= 1\n", i, i, i/2)
	}
	fmt.Fprintln(b, "end")
	return errors.Join(b.Flush(), f.Close())
}

// memoryRuns are commands that reach the limit, with their exit codes.
var memoryRuns = []struct {
	command string
	codes   string
	long    bool
}{
	{"space grid.far", "3", false},
	{"solve tiles -p rows=4 -p cols=4", "3", true},
	{"solve tiles -p rows=3 -p cols=4 --plans simple --count", "3", false},
	{"solve costs.far", "3", false},
	{"rules pairs.clp", "3", false},
	{"rules text.clp", "3", false},
	{"check wide.far", "3", false},
	{"solve lamps.pddl lamps-p.pddl --plans any --format pddl", "3", false},
	{"solve lamps.pddl lamps-p.pddl --format pddl", "3", true},
	{"milp many.lp", "0 3", false},
	{"space tiles -p rows=3 -p cols=4", "3", true},
	{"space hanoi -p pegs=4 -p discs=14", "3", true},
	{"solve hanoi -p pegs=4 -p discs=14 --count", "3", true},
	{"solve grid.far --plans any", "3", true},
	{"solve grid.far --length 90000000", "3", true},
	{"solve tiles -p rows=4 -p cols=4 --plans walks --length 40 --count", "3", true},
	{"solve tiles -p rows=4 -p cols=4 --engine milp --timeout 20s", "3 4", true},
	{"solve husbands -p couples=5 -p seats=3 --engine rules", "0 3", true},
	{"solve queens -p n=20 --engine fold --count --timeout 5s", "3", true},
	{"solve wolf --engine journey --plans walks --length 9 --count", "0 3 4", true},
	{"explain tiles -p rows=4 -p cols=4", "3", true},
	{"explain wide.far", "3", true},
	{"compare tiles -p rows=4 -p cols=4", "3", true},
	{"generate tiles -p rows=4 -p cols=4 --walk 400 --length 45..80", "3", true},
	{"graph tiles -p rows=4 -p cols=4 -o out.svg", "3 4", true},
	{"export tiles -p rows=4 -p cols=4 --to minizinc", "3", true},
	{"rules list.clp", "3", true},
}

// TestPeakMemory checks that the program never takes more than 1.15 times its limit and 64 MiB.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds a command")
	}
	dir := t.TempDir()
	program, err := exec.LookPath("farbank") // as the scripts call it
	if err != nil {
		t.Fatal(err)
	}
	if err := manyColumns(filepath.Join(dir, "many.lp")); err != nil {
		t.Fatal(err)
	}
	for name, text := range vastModels {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	limits := map[string]int64{"64MiB": 64 << 20}
	if long.Enabled() {
		limits["150MiB"] = 150 << 20
		limits["300MB"] = 300e6
		limits["1GiB"] = 1 << 30
		limits["20MiB"] = 20 << 20
	}
	for text, limit := range limits {
		for _, r := range memoryRuns {
			if r.long && !long.Enabled() {
				continue
			}
			t.Run(r.command+" "+text, func(t *testing.T) { peak(t, program, dir, r.command+" --memory "+text, r.codes, limit) })
		}
	}
}

// peak runs a command and checks its exit code and its peak memory.
func peak(t *testing.T, program, dir, command, codes string, limit int64) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, strings.Fields(command)...)
	cmd.Dir = dir
	// Until it executes its own program, the child is this process, whose memory would count.
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Log(err)
	}
	out, err := cmd.CombinedOutput()
	code := "0"
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = itoa(exit.ExitCode())
	}
	text := string(out[max(0, len(out)-300):])
	if !strings.Contains(" "+codes+" ", " "+code+" ") {
		t.Errorf("%s: ended with %s: %s", command, code, text)
	}
	if code == "3" && !strings.Contains(string(out), "memory limit") && !strings.Contains(string(out), "time limit") {
		t.Errorf("%s: does not say which limit: %s", command, text)
	}
	most := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	t.Logf("%s: exit %s, %d MB of %d MB, %.1f s of work", command, code, most/1e6, limit/1e6, cmd.ProcessState.UserTime().Seconds())
	if most > limit*115/100+64<<20 {
		t.Errorf("%s: took %d MB, the limit is %d MB", command, most/1e6, limit/1e6)
	}
}

// TestDefaultMemory checks that there is a default limit, from the free memory of the machine; here
// the address space is limited.
func TestDefaultMemory(t *testing.T) {
	farbank := program(t)
	var out, errOut strings.Builder
	cmd := exec.Command("sh", "-c", `ulimit -v 2100000 && exec "$0" solve hanoi -p discs=22 --engine search --timeout 4m`, farbank)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(out.String(), "Not known: the memory limit was reached") ||
		!strings.Contains(errOut.String(), "seven eighths of what the machine had left; --memory gives another limit, or none, and with --disk DIR") {
		t.Errorf("%d %s%s", code, &out, errOut.String()[:min(len(errOut.String()), 2000)])
	}
}
