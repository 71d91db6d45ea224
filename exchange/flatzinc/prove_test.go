package flatzinc

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// proven solves a model with a proof.
func proven(t *testing.T, text string) (out string, v Verdict, proof []byte) {
	t.Helper()
	var w bytes.Buffer
	out, v = solve(t, text, Options{Proof: &w})
	return out, v, w.Bytes()
}

func checked(t *testing.T, text string, proof []byte) (Proven, error) {
	t.Helper()
	return Check(t.Context(), []byte(text), "t.fzn", bytes.NewReader(proof), "proof")
}

// objectives adds an objective to a call, so that the proof shows its optimality.
func objectives(call string, i int) (text string, maximize bool) {
	declared, goal := declaredFor(call), []string{"minimize", "maximize"}[i%2]
	sum := "constraint int_lin_eq([3,-5,7,2,-1],[x,y,z,x,o],0); "
	if strings.HasPrefix(declared, "var set") {
		sum = "var 0..9: c; var 0..9: d; constraint set_card(s,c); constraint set_card(t,d); constraint int_lin_eq([2,3,-2,-1],[c,d,n,o],0); "
	}
	return declared + "var -100..100: o :: output_var; " + sum + "constraint " + call + "; solve " + goal + " o;", i%2 == 1
}

// TestProofs uses each constraint in proofs. They must be accepted; damaged ones must not prove
// anything wrong.
func TestProofs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	accepted, refused := 0, 0
	for i, call := range slices.Sorted(maps.Keys(builtins)) {
		text, maximize := objectives(call, i)
		out, v, proof := proven(t, text)
		shown, err := checked(t, text, proof)
		best, found := objectiveOf(out)
		if err != nil || v != Complete && v != None || found == shown.Infeasible || found && shown.Best != best || shown.Maximize != maximize {
			t.Errorf("%s: %v, %+v, %v\n%s", text, v, shown, err, out)
			continue
		}
		for range 4 {
			shown, err := checked(t, text, damaged(random, proof))
			switch {
			case err != nil:
				refused++
			case found && (shown.Infeasible || maximize && shown.Best < best || !maximize && shown.Best > best):
				t.Errorf("%s: a damaged proof shows %v, which is wrong", text, shown)
			default:
				accepted++
			}
		}
	}
	if refused < accepted {
		t.Errorf("of damaged proofs %d are refused and %d accepted", refused, accepted)
	}
}

func objectiveOf(out string) (best int64, found bool) {
	_, after, found := strings.Cut(out, "o = ")
	if found {
		number, _, _ := strings.Cut(after, ";")
		best, _ = strconv.ParseInt(number, 10, 64)
	}
	return best, found
}

// damaged returns a proof with a number changed or a line removed.
func damaged(random *rand.Rand, proof []byte) []byte {
	lines := bytes.SplitAfter(proof, []byte("\n"))
	k := 1 + random.IntN(max(len(lines)-2, 1))
	if k >= len(lines) {
		return proof[:len(proof)/2]
	}
	if random.IntN(2) == 0 {
		return bytes.Join(slices.Delete(slices.Clone(lines), k, k+1), nil)
	}
	line := bytes.Clone(lines[k])
	for range 20 {
		if at := random.IntN(len(line)); line[at] >= '0' && line[at] <= '9' {
			line[at] = '0' + (line[at]-'0'+1+byte(random.IntN(9)))%10
			break
		}
	}
	lines = slices.Clone(lines)
	lines[k] = line
	return bytes.Join(lines, nil)
}

// TestProofOfNone proves infeasibility; proofs of other models must be refused.
func TestProofOfNone(t *testing.T) {
	model := func(pigeons, holes int) string {
		var text, names strings.Builder
		for i := range pigeons {
			fmt.Fprintf(&text, "var 1..%d: x%d; ", holes, i)
			fmt.Fprintf(&names, ",x%d", i)
			for j := range i {
				fmt.Fprintf(&text, "var bool: b%d_%d; constraint int_eq_reif(x%d,x%d,b%d_%d); constraint bool_eq(b%d_%d,false); ", i, j, i, j, i, j, i, j)
			}
		}
		return strings.ReplaceAll(text.String(), "; constraint", ";\nconstraint") + "solve satisfy;"
	}
	_, v, proof := proven(t, model(5, 4))
	if shown, err := checked(t, model(5, 4), proof); v != None || err != nil || !shown.Infeasible || shown.Steps == 0 {
		t.Errorf("%v: %v, %v", v, shown, err)
	}
	for _, other := range []string{model(5, 5), model(6, 4), "var 1..3: x; solve minimize x;", "solve satisfy;"} {
		if _, err := checked(t, other, proof); err == nil || !strings.HasPrefix(err.Error(), "proof:1: ") {
			t.Error(err)
		}
	}
	if _, err := checked(t, model(5, 4), proof[:len(proof)/2]); err == nil || !strings.HasPrefix(err.Error(), "proof:") {
		t.Error(err)
	}
	if _, err := checked(t, "solve satisfy", proof); err == nil || err.Error() != "t.fzn:1: a ; is needed here, not the end of the file" {
		t.Error(err)
	}
	var out, w bytes.Buffer
	if _, err := Solve(t.Context(), []byte(model(2, 3)), "t", Options{All: true, Proof: &w}, &out); err != ErrManyProven {
		t.Error(err)
	}
	if _, v, proof := proven(t, model(3, 4)); v != Some {
		t.Error(v)
	} else if _, err := checked(t, model(3, 4), proof); err == nil {
		t.Error("a model that has solutions is refuted")
	}
}
