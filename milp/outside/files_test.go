package outside

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/milp/branch"
	"farbank/milp/file"
	"farbank/milp/made"
	"farbank/milp/problem"
)

// A reader is a program that reads and solves a file, without its presolver if plain is set. It
// returns its status and objective. Several statuses mean "one of these".
type reader func(t *testing.T, name string, plain bool) ([]problem.Status, float64, error)

func readers(t *testing.T) map[string]reader {
	t.Helper()
	list := map[string]reader{}
	for name, read := range map[string]reader{"glpsol": glpsolReads, "cbc": cbcReads} {
		if peer.Has(t, name) {
			list[name] = read
		}
	}
	if len(list) == 0 {
		peer.Need(t, "glpsol")
	}
	return list
}

var nothing = []problem.Status{problem.Infeasible, problem.Unbounded}

func glpsolReads(t *testing.T, name string, plain bool) ([]problem.Status, float64, error) {
	option := map[string]string{".lp": "--lp", ".mps": "--freemps", ".fixed": "--mps"}[filepath.Ext(name)]
	solution := name + ".solution"
	arguments := []string{option, name, "-w", solution}
	if plain {
		arguments = append(arguments, "--nopresol", "--nointopt")
	}
	output, err := exec.Command("glpsol", arguments...).CombinedOutput()
	if err != nil {
		return nil, 0, fmt.Errorf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(solution)
	if err != nil {
		return nil, 0, fmt.Errorf("%v\n%s", err, output)
	}
	for line := range strings.Lines(string(text)) {
		w := strings.Fields(line)
		if len(w) < 5 || w[0] != "s" {
			continue
		}
		v, err := strconv.ParseFloat(w[len(w)-1], 64)
		if w[4] == "o" || w[1] == "bas" && w[4] == "f" && w[5] == "f" {
			return []problem.Status{problem.Optimal}, v, err
		}
		return nothing, 0, err
	}
	return nil, 0, errors.New("no status")
}

func cbcReads(t *testing.T, name string, plain bool) ([]problem.Status, float64, error) {
	solution := name + ".solution"
	arguments := []string{name, "-solve", "-solution", solution, "-quit"}
	if plain {
		arguments = slices.Insert(arguments, 1, "-presolve", "off", "-preprocess", "off")
	}
	output, err := exec.Command("cbc", arguments...).CombinedOutput()
	if err != nil || bytes.Contains(output, []byte("errors on input")) {
		return nil, 0, fmt.Errorf("%v\n%s", err, output)
	}
	text, err := os.ReadFile(solution)
	if err != nil {
		return nil, 0, fmt.Errorf("%v\n%s", err, output)
	}
	status, rest, _ := strings.Cut(string(text), " - objective value")
	if status != "Optimal" {
		return nothing, 0, nil
	}
	v, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	return []problem.Status{problem.Optimal}, v, err
}

// formats maps extensions to the formats of such files.
var formats = map[string]file.Format{".lp": file.LP, ".mps": file.MPS, ".fixed": file.FixedMPS}

// different describes how the problem that is read from a file of p differs from p.
func different(p *problem.Problem, f file.Format) string {
	var b bytes.Buffer
	if err := file.Encode(&b, p, f); err != nil {
		return err.Error()
	}
	q, err := file.Decode(&b, "again", f)
	if err != nil {
		return err.Error()
	}
	want := file.Legal(p, f)
	for j := range want.Columns {
		if j >= len(q.Columns) || q.Columns[j] != want.Columns[j] {
			return fmt.Sprintf("column %d: %+v", j, q.Columns)
		}
	}
	for i := range want.Rows {
		if i >= len(q.Rows) || !sameRow(want.Rows[i], q.Rows[i]) {
			return fmt.Sprintf("row %d: %+v", i, q.Rows)
		}
	}
	if len(q.Columns) != len(want.Columns) || len(q.Rows) != len(want.Rows) || q.Offset != want.Offset || q.Maximize != want.Maximize || q.Name != want.Name {
		return fmt.Sprintf("%+v", q)
	}
	return ""
}

func sameRow(a, b problem.Row) bool {
	order := func(terms []problem.Term) []problem.Term {
		return slices.SortedFunc(slices.Values(terms), func(x, y problem.Term) int { return x.Column - y.Column })
	}
	return a.Name == b.Name && a.Lower == b.Lower && a.Upper == b.Upper && reflect.DeepEqual(order(a.Terms), order(b.Terms))
}

// misread gives a problem to a peer as a file. It describes how the peer's answer differs from
// ours.
func misread(t *testing.T, read reader, p *problem.Problem, end string, plain bool) string {
	truth, err := branch.Solve(t.Context(), p, branch.Options{})
	if err != nil {
		return err.Error()
	}
	name := filepath.Join(t.TempDir(), "model"+end)
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Encode(f, p, formats[end]), f.Close()); err != nil {
		t.Fatal(err)
	}
	got, objective, err := read(t, name, plain)
	want := truth.Objective
	if p.Maximize && formats[end] != file.LP {
		want = -want // the file minimises
	}
	switch {
	case err != nil:
		return err.Error()
	case !slices.Contains(got, truth.Status):
		return fmt.Sprintf("%v, not %v", got, truth.Status)
	case truth.Status == problem.Optimal && math.Abs(objective-want) > 1e-5*max(1, math.Abs(want)):
		return fmt.Sprintf("%v, not %v", objective, want)
	}
	return ""
}

// peersFault reports whether a peer is wrong about a problem for other reasons than reading the
// file: it is right without its presolver, or also wrong through package outside.
func peersFault(t *testing.T, name string, read reader, p *problem.Problem, end string) bool {
	if misread(t, read, p, end, true) == "" {
		return true
	}
	truth, err := branch.Solve(t.Context(), p, branch.Options{})
	if err != nil {
		return false
	}
	s, err := Named(name)
	if err != nil {
		return false
	}
	got, err := s.Solve(t.Context(), p, Options{})
	return err != nil || got.Status != truth.Status || truth.Status == problem.Optimal && math.Abs(got.Objective-truth.Objective) > 1e-5*max(1, math.Abs(truth.Objective))
}

// TestFiles checks that LP and MPS files are read back unchanged, and that other programs find the
// same optimum in them. It shrinks failing files.
func TestFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 9))
	n, each := 120, 3 // of the problems that are read back, one of three is put to peers
	if long.Enabled() {
		n, each = 3000, 1
	}
	peers := readers(t)
	asked, faults := 0, map[string]int{}
	for k := range n {
		p := made.Every(r)
		for end, f := range formats {
			changed := func(q *problem.Problem) bool { return (f != file.FixedMPS || narrow(q)) && different(q, f) != "" }
			if changed(p) {
				p := made.Shrink(p, changed)
				t.Errorf("read back differently: %s\n%s", different(p, f), written(p, f))
			}
			if k%each != 0 {
				continue
			}
			for name, read := range peers {
				if end == ".fixed" && (name != "glpsol" || !narrow(p)) {
					continue // for others it is the same as .mps
				}
				asked++
				misreads := func(q *problem.Problem) bool {
					return misread(t, read, q, end, false) != "" && !peersFault(t, name, read, q, end)
				}
				switch {
				case misread(t, read, p, end, false) == "":
				case misreads(p):
					p := made.Shrink(p, misreads)
					t.Errorf("%s: %s\n%s", name, misread(t, read, p, end, false), written(p, f))
				default:
					faults[name]++
				}
			}
		}
	}
	for name, k := range faults {
		if k > 2+asked/100 {
			t.Errorf("%s is wrong %d times", name, k)
		}
	}
	t.Logf("%d problems, %d files read by others, wrong however they are asked: %v", n, asked, faults)
}

func written(p *problem.Problem, f file.Format) string {
	var b strings.Builder
	if err := file.Encode(&b, p, f); err != nil {
		return err.Error()
	}
	return b.String()
}

// narrow reports whether a problem fits into the fixed layout.
func narrow(p *problem.Problem) bool {
	return file.Encode(io.Discard, p, file.FixedMPS) == nil && written(p, file.FixedMPS) == written(p, file.MPS)
}
