package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/long"
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

// killed are questions whose searches are killed at random moments. disk are flags for a search on
// disk, with the same answer. same selects the lines of the answer that must be equal; nil: all.
var killed = []struct {
	name string
	most int // kills with -long
	args []string
	disk []string
	same func(line string) bool
}{
	{"space", 40, []string{"space", "hanoi", "-p", "pegs=4", "-p", "discs=8"}, nil, nil},
	{"count", 40, []string{"solve", "hanoi", "-p", "pegs=4", "-p", "discs=8", "--count", "--engine", "search"}, nil, nil},
	{"breadth first", 40, []string{"solve", "tiles", "--strategy", "breadth-first", "--format", "plan"}, nil, nil},
	{"uniform cost", 40, []string{"solve", "tiles", "--strategy", "uniform-cost", "--engine", "search", "--format", "plan"}, nil, nil},
	{"A*", 40, []string{"solve", "tiles", "--strategy", "astar", "--engine", "search", "--format", "plan"}, nil, nil},
	{"external solve", 100, []string{"solve", "hanoi", "-p", "pegs=4", "-p", "discs=8", "--engine", "search", "--symmetry", "off"}, []string{"--memory", "512KiB", "--disk", "scratch"}, verdictLine},
	{"external count", 100, []string{"solve", "hanoi", "-p", "pegs=4", "-p", "discs=8", "--engine", "search", "--count"}, []string{"--memory", "1MiB", "--disk", "scratch"}, nil},
	{"external space", 100, []string{"space", "loose.far"}, []string{"--memory", "256KiB", "--disk", "scratch"}, figureLine},
	{"external cost", 40, []string{"solve", "priced.far", "--engine", "search"}, []string{"--memory", "512KiB", "--disk", "scratch"}, verdictLine},
	{"two bits", 40, []string{"space", "hanoi", "-p", "pegs=4", "-p", "discs=9"}, []string{"--memory", "1MiB", "--disk", "scratch"}, figureLine},
	{"constraint", 100, []string{"solve", "golomb.far", "-p", "n=8", "--engine", "constraint"}, nil, verdictLine},
	{"workers", 40, []string{"solve", "golomb.far", "-p", "n=8", "--engine", "constraint", "--workers", "2"}, nil, verdictLine},
	{"milp", 100, []string{"solve", "golomb.far", "-p", "n=5", "--engine", "milp"}, nil, verdictLine},
	{"planning", 40, []string{"solve", "tiles", "--engine", "planning", "--strategy", "uniform-cost", "--format", "table"}, nil, verdictLine},
	{"generate", 100, []string{"generate", "tiles", "-p", "rows=2", "-p", "cols=4", "--walk", "40", "--length", "14..20", "--count", "12", "--seed", "7"}, nil, nil},
	{"race", 40, []string{"solve", "golomb.far", "-p", "n=8", "--format", "table"}, nil, verdictLine},
}

// loose has states whose numbers have gaps, since the amount spent does not follow from the other
// cells.
const loose = `puzzle "loose"
state x: 0..40 = 0
state y: 0..40 = 0
state spent: 0..9000 = 0
move right {
	require x < 40
	x += 1
	spent += 3
}
move up {
	require y < 40
	y += 1
	spent += 5
}
move rest {
	require x > y and spent < 200
	spent += 7
}
goal x == 40 and y == 40
`

// priced is loose with moves of different costs.
var priced = strings.NewReplacer("move right", "move right cost 2", "move rest", "move rest cost 3").Replace(loose)

// verdictLine reports whether the line says how the search ended. The other lines may differ, as
// there may be several shortest plans.
func verdictLine(line string) bool {
	return strings.Contains(line, "moves") || strings.Contains(line, "cost")
}

// figureLine reports whether a line is known without more memory.
func figureLine(line string) bool {
	return !strings.Contains(line, "can reach the goal") && !strings.Contains(line, "every plan passes")
}

// program returns the test binary under the name farbank.
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

// A victim is a question that is killed and resumed.
type victim struct {
	t       *testing.T
	farbank string
	dir     string // working directory
	state   string // --checkpoint
	rng     *rand.Rand
	whole   time.Duration // duration without kills

	kills   int
	resumed int // resumed with a checkpoint
	writing int // kills during a write
}

// run runs the program, and kills it at a random moment if may is set; in one of three runs during
// the next write. It reports whether it was killed.
func (v *victim) run(dir string, may bool, args ...string) (out, errOut string, err error, killed bool) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(v.farbank, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	if err := cmd.Start(); err != nil {
		v.t.Fatal(err)
	}
	ended, over := make(chan bool), make(chan bool)
	go func() {
		defer close(over)
		if !may {
			return
		}
		select {
		case <-time.After(time.Duration(v.rng.Float64() * 1.2 * float64(v.whole))):
		case <-ended:
			return
		}
		for v.rng.IntN(3) == 0 && !v.isWriting() {
			select {
			case <-time.After(50 * time.Microsecond):
			case <-ended:
				return
			}
		}
		cmd.Process.Kill()
	}()
	err = cmd.Wait()
	close(ended)
	<-over
	return stdout.String(), stderr.String(), err, err != nil && cmd.ProcessState.ExitCode() < 0
}

// isWriting reports whether a file is being written that will replace another.
func (v *victim) isWriting() bool {
	for _, pattern := range []string{filepath.Join(v.state, "*.part"), filepath.Join(v.dir, "scratch", "*", "*.part")} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return true
		}
	}
	return false
}

// kept reports whether there is more than the question.
func (v *victim) kept() bool {
	files, _ := filepath.Glob(filepath.Join(v.state, "*.state"))
	layers, _ := filepath.Glob(filepath.Join(v.dir, "scratch", "*", "manifest"))
	return len(files) > 1 || len(layers) > 0
}

// answer runs a question, and kills and resumes it until it is answered. It returns false if it was
// killed before it had begun, or after the answer.
func (v *victim) answer(most int, args []string) (out, errOut string, err error, ok bool) {
	dir := v.dir
	for {
		var dead bool
		out, errOut, err, dead = v.run(dir, v.kills < most, args...)
		if !dead {
			return out, errOut, err, true
		}
		v.kills++
		if v.isWriting() {
			v.writing++
		}
		if _, err := os.Stat(filepath.Join(v.state, questionFile)); err != nil {
			os.RemoveAll(v.state)
			return "", "", nil, false
		}
		if v.kept() {
			v.resumed++
		}
		args, dir = []string{"resume", v.state}, v.t.TempDir() // from anywhere
	}
}

// TestKilled kills and resumes searches at random moments, and checks that the answer is that of an
// uninterrupted search.
func TestKilled(t *testing.T) {
	farbank, dir := program(t), t.TempDir()
	for name, text := range map[string]string{"golomb.far": golomb, "loose.far": loose, "priced.far": priced} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range killed {
		if !long.Enabled() && !slices.Contains([]string{"space", "external solve", "external cost", "constraint", "milp", "generate"}, c.name) {
			continue // others keep their state with the same code
		}
		kills := 1
		if long.Enabled() {
			kills = c.most
		}
		t.Run(c.name, func(t *testing.T) {
			v := &victim{t: t, farbank: farbank, dir: dir, state: filepath.Join(t.TempDir(), "state"), rng: rand.New(rand.NewPCG(1, uint64(os.Getpid())))}
			want, errOut, err, _ := v.run(dir, false, c.args...)
			if err != nil {
				t.Fatalf("%v: %s", err, errOut)
			}
			begun := time.Now()
			args := append(c.args, c.disk...)
			out, errOut, err, _ := v.run(dir, false, append(args, "--quiet")...)
			v.whole = time.Since(begun)
			same := func(out string) bool { return counting(out, c.same) == counting(want, c.same) }
			if err != nil || !same(out) {
				t.Fatalf("%v: %s%s\nwant\n%s", err, out, errOut, want)
			}
			args = append(args, "--checkpoint", v.state, "--every", "3ms")
			for v.kills < kills {
				out, errOut, err, ok := v.answer(kills, args)
				if ok && (err != nil || !same(out)) {
					t.Fatalf("after %d kills: %v\n%s%s\nwant\n%s", v.kills, err, out, errOut, want)
				}
				scratch := filepath.Join(dir, "scratch")
				os.Remove(filepath.Join(scratch, ".farbank-probe")) // left by a kill at the beginning
				for _, place := range []string{v.state, scratch} {
					if left, _ := os.ReadDir(place); ok && len(left) > 0 {
						t.Fatalf("left in %s: %v", place, left)
					}
				}
				if !ok {
					os.RemoveAll(scratch)
				}
			}
			t.Logf("%v undisturbed; %d kills, %d of them while something was being written; resumed %d times from what was kept", v.whole.Round(time.Millisecond), v.kills, v.writing, v.resumed)
			if long.Enabled() && v.resumed == 0 {
				t.Error("nothing was ever kept")
			}
		})
	}
}

// counting returns the lines for which same is true.
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
