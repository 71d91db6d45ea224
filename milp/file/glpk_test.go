package file

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/testing/peer"
	"farbank/milp/problem"
)

// examples returns the LP and MPS files that come with GLPK.
func examples(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, dir := range []string{"/usr/share/doc/glpk-utils/examples", "/usr/share/doc/glpk-doc/examples", "/usr/share/glpk/examples"} {
		for _, end := range []string{"*.lp", "*.mps", "*.lp.gz", "*.mps.gz"} {
			found, _ := filepath.Glob(filepath.Join(dir, end))
			list = append(list, found...)
		}
	}
	if len(list) == 0 {
		peer.Missing(t, "GLPK's examples are not installed")
	}
	return list
}

// glpsol solves a file; it returns the status line of its solution and its objective.
func glpsol(t *testing.T, name string) (string, float64) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "solution")
	args := []string{"--tmlim", "5", "-w", out}
	switch {
	case strings.HasSuffix(name, ".lp"):
		args = append(args, "--lp", name)
	case strings.HasSuffix(name, ".free.mps"):
		args = append(args, "--freemps", name)
	default:
		args = append(args, "--mps", name)
	}
	if text, err := exec.Command("glpsol", args...).CombinedOutput(); err != nil {
		t.Fatalf("glpsol %v: %v\n%s", args, err, text)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if w := strings.Fields(line); len(w) > 4 && w[0] == "s" {
			last := w[len(w)-1]
			v, err := parseNumber([]byte(last))
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(w[:len(w)-1], " "), v
		}
	}
	t.Fatalf("no status in %s", text)
	return "", 0
}

// TestExamplesOfGLPK checks that GLPK's examples are read, and have the same optimum when they are
// written again. Long ones (whose sizes glpsol can't prove in time) are only read and written.
func TestExamplesOfGLPK(t *testing.T) {
	_, err := exec.LookPath("glpsol")
	for _, name := range examples(t) {
		p, e := Read(name)
		if e != nil {
			t.Errorf("%s: %v", name, e)
			continue
		}
		hard := strings.HasPrefix(filepath.Base(name), "wolfra6d")
		var want float64
		var status string
		if err == nil && !hard {
			status, want = glpsol(t, name)
		}
		for _, end := range []string{".lp", ".mps", ".free.mps"} {
			again := filepath.Join(t.TempDir(), "again"+end)
			if e := Write(again, p); e != nil {
				t.Fatal(e)
			}
			if end == ".free.mps" {
				writeFree(t, again, p)
			}
			q, e := Read(again)
			if e != nil {
				t.Fatal(e)
			}
			f := MPS
			if end == ".lp" {
				f = LP
			}
			if d := difference(Legal(p, f), q); d != "" {
				t.Errorf("%s as %s: %s", name, end, d)
			}
			if err != nil || hard {
				continue
			}
			want := want
			if p.Maximize && f == MPS {
				want = -want // the file minimises
			}
			if s, v := glpsol(t, again); dropRows(s) != dropRows(status) || math.Abs(v-want) > 1e-6*max(1, math.Abs(want)) {
				t.Errorf("%s as %s: %s %v, not %s %v", name, end, s, v, status, want)
			}
		}
	}
}

func writeFree(t *testing.T, name string, p *problem.Problem) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Encode(f, p, FreeMPS); err != nil {
		t.Fatal(err)
	}
}

// dropRows removes the number of rows, as glpsol counts the objective in MPS.
func dropRows(status string) string {
	w := strings.Fields(status)
	return strings.Join(append(w[:2:2], w[3:]...), " ")
}
