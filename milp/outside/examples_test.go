package outside_test

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"farbank/internal/testing/peer"
	"farbank/milp/file"
	"farbank/milp/made"
	"farbank/milp/problem"
)

// TestExamplesOfGLPK checks that all solvers agree on the LP and MPS files that come with GLPK.
func TestExamplesOfGLPK(t *testing.T) {
	var names []string
	for _, end := range []string{"*.lp", "*.mps"} {
		found, _ := filepath.Glob(filepath.Join("/usr/share/doc/glpk-utils/examples", end))
		names = append(names, found...)
	}
	if len(names) == 0 {
		peer.Missing(t, "GLPK's examples are not installed")
	}
	all := slices.DeleteFunc(solvers(t), func(s solver) bool { return s.name == "pb" }) // wolfra6d is not for it
	for _, name := range names {
		p, err := file.Read(name)
		if err != nil {
			t.Error(err)
			continue
		}
		truth, mistaken := compare(t, all, p)
		t.Logf("%s: %v", filepath.Base(name), truth)
		for _, m := range mistaken {
			t.Errorf("%s: %s", name, m.text)
		}
	}
}

// TestLPOfPeers checks that glpsol and cbc read our LP files: they find the optimum that
// enumeration finds.
func TestLPOfPeers(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 41))
	model, solution := filepath.Join(t.TempDir(), "model.lp"), filepath.Join(t.TempDir(), "solution")
	commands := map[string][]string{
		"glpsol": {"--lp", model, "-w", solution},
		"cbc":    {model, "-solve", "-solution", solution, "-quit"},
	}
	for n := range 40 {
		p := made.Random(r, made.Shape{Columns: 5, Rows: 4, Fractions: true})
		plain(p)
		truth, sure := made.Enumerate(p, 20000)
		if !sure || truth.Status != problem.Optimal || len(p.Rows) == 0 { // GLPK takes no LP file without rows
			continue
		}
		if err := file.Write(model, p); err != nil {
			t.Fatal(err)
		}
		for name, arguments := range commands {
			if _, err := exec.LookPath(name); err != nil {
				continue
			}
			output, err := exec.Command(name, arguments...).CombinedOutput()
			if err != nil {
				t.Errorf("%d: %s: %v\n%s\n%s", n, name, err, output, text(p))
				continue
			}
			f, err := os.Open(solution)
			if err != nil {
				t.Fatalf("%d: %s: %v\n%s\n%s", n, name, err, output, text(p))
			}
			s, err := file.ReadSolution(f, name, p)
			f.Close()
			os.Remove(solution)
			if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective-truth.Objective) > 1e-6 {
				t.Errorf("%d: %s says %v %v %v, not %v\n%s", n, name, s.Status, s.Objective, err, truth, text(p))
			}
		}
	}
}

// plain removes what GLPK's reader of LP files does not support, and makes all columns integer.
func plain(p *problem.Problem) {
	p.Offset, p.Maximize = 0, false
	for j := range p.Columns {
		p.Columns[j].Integer = true
	}
	for i := range p.Rows {
		if r := &p.Rows[i]; r.Lower != r.Upper && r.Lower > -problem.Infinity {
			r.Upper = problem.Infinity
		}
	}
}
