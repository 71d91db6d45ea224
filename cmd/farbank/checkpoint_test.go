package main

import (
	"bytes"

	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const golomb = `puzzle "ruler"
param n: 2..12 = 7
type Mark = 1..n
find at[Mark]: 0..n * n
require at[1] == 0
require all i: Mark where i < n { at[i] < at[i + 1] }
require distinct(i, j: Mark where i < j -> at[j] - at[i])
require at[2] - at[1] < at[n] - at[n - 1]
minimize at[n]
`

// killed are questions whose searches are ended at any moment. same says which lines of the
// answer must be the same; nil: all.
var killed = []struct {
	name string
	args []string
	same func(line string) bool
}{
	{"space", []string{"space", "hanoi", "-p", "pegs=4", "-p", "discs=7"}, nil},
	{"count", []string{"solve", "hanoi", "-p", "pegs=4", "-p", "discs=7", "--count", "--engine", "search"}, nil},
	{"breadth first", []string{"solve", "tiles", "--strategy", "breadth-first", "--format", "plan"}, nil},
	{"uniform cost", []string{"solve", "tiles", "--strategy", "uniform-cost", "--engine", "search", "--format", "plan"}, nil},
	{"A*", []string{"solve", "tiles", "--strategy", "astar", "--engine", "search", "--format", "plan"}, nil},
	{"constraint", []string{"solve", "golomb.far", "--engine", "constraint"}, verdictLine},
	{"workers", []string{"solve", "golomb.far", "--engine", "constraint", "--workers", "2"}, verdictLine},
	{"milp", []string{"solve", "golomb.far", "-p", "n=5", "--engine", "milp"}, verdictLine},
	{"planning", []string{"solve", "tiles", "--engine", "planning", "--strategy", "uniform-cost", "--format", "table"}, verdictLine},
	{"generate", []string{"generate", "tiles", "--walk", "30", "--length", "10..14", "--count", "4", "--seed", "7"}, nil},
	{"race", []string{"solve", "golomb.far", "--format", "table"}, verdictLine},
}

// verdictLine is the line that says how the search ended; of several shortest plans it need not be
// the same one.
func verdictLine(line string) bool {
	return strings.Contains(line, "moves") || strings.Contains(line, "cost")
}

// program is the test binary under the name by which it is farbank.
func program(t *testing.T) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "farbank")
	if err := os.Symlink(self, name); err != nil {
		t.Skip(err)
	}
	return name
}

// TestKilled kills searches at random moments, resumes them, kills them again, and holds that
// the answer is that of the search undisturbed.
func TestKilled(t *testing.T) {
	farbank, dir := program(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "golomb.far"), []byte(golomb), 0o600); err != nil {
		t.Fatal(err)
	}
	kills, rng := 2, rand.New(rand.NewPCG(1, uint64(os.Getpid())))
	if *long {
		kills = 100
	}
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(farbank, args...)
		cmd.Dir = dir
		return cmd
	}
	for _, c := range killed {
		t.Run(c.name, func(t *testing.T) {
			begun := time.Now()
			want, err := run(c.args...).Output()
			if err != nil {
				t.Fatalf("%v: %s", err, want)
			}
			whole := time.Since(begun)
			state := filepath.Join(t.TempDir(), "state")
			for done := 0; done < kills; {
				args := append(c.args, "--checkpoint", state, "--every", "3ms")
				for ; ; args = []string{"resume", state} {
					var out, told bytes.Buffer
					cmd := run(args...)
					cmd.Stdout, cmd.Stderr = &out, &told
					if err := cmd.Start(); err != nil {
						t.Fatal(err)
					}
					kill := time.AfterFunc(time.Duration(rng.Float64()*1.2*float64(whole)), func() { cmd.Process.Kill() })
					if done >= kills {
						kill.Stop()
					}
					err := cmd.Wait()
					kill.Stop()
					if err != nil && cmd.ProcessState.ExitCode() < 0 {
						done++
						if _, err := os.Stat(filepath.Join(state, questionFile)); err != nil {
							os.RemoveAll(state) // before it had begun, or after the answer
							break
						}
						continue
					}
					if err != nil || counting(out.String(), c.same) != counting(string(want), c.same) {
						t.Fatalf("after %d kills: %v\n%s%s\nwant\n%s", done, err, &out, &told, want)
					}
					if left, _ := os.ReadDir(state); len(left) > 0 {
						t.Fatalf("left: %v", left)
					}
					break
				}
			}
		})
	}
}

// counting are the lines that count.
func counting(text string, same func(string) bool) string {
	if same == nil {
		return text
	}
	var list []string
	for line := range strings.Lines(text) {
		if same(line) {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}
