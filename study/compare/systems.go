//go:build !js

package compare

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"farbank/engine"
	"farbank/exchange"
	"farbank/exchange/asp"
)

var clips = &Peer{Name: "clips", Programs: []string{"clips"}, Language: "clips", solve: solveCLIPS}

// solveCLIPS runs the exported program and reads the moves that it prints.
func solveCLIPS(ctx context.Context, r *peerRun) error {
	if err := r.write(ctx, "model.clp", exchange.Options{}); err != nil {
		return err
	}
	batch := "(load* model.clp)\n(reset)\n(run)\n(exit)\n"
	if err := os.WriteFile(filepath.Join(r.dir, "batch"), []byte(batch), 0o666); err != nil {
		return err
	}
	text, err := r.run(ctx, r.program, "-f2", "batch")
	if err != nil || ctx.Err() != nil {
		return err
	}
	if r.p.NumFind > 0 {
		return fmt.Errorf("its program does not print what was found")
	}
	var moves []int
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line == "no plan" {
			r.none()
			return nil
		}
		if line == "" {
			continue
		}
		n, err := r.move(line)
		if err != nil && strings.HasPrefix(line, "overflow ") {
			return fmt.Errorf("the cost of a plan may not fit 64 bits")
		}
		if err != nil {
			return err
		}
		moves = append(moves, n)
	}
	r.found(nil, moves)
	return nil
}

var minizinc = &Peer{Name: "minizinc", Programs: []string{"minizinc"}, Language: "minizinc", Counts: true, solve: solveMiniZinc}

// solveMiniZinc reads solutions, each of which ends with a line of hyphens.
func solveMiniZinc(ctx context.Context, r *peerRun) error {
	counting := r.q.Want == engine.Count
	o := exchange.Options{Horizon: r.horizon, All: counting}
	args := []string{"--solver", "gecode", "model.mzn"}
	if counting {
		if r.known == nil && (r.p.Goals != nil || len(r.p.Schemas) > 0) {
			return fmt.Errorf("it needs the best cost, and none is known")
		}
		if r.known != nil {
			o.Best = &r.known.Cost
		}
		args = append([]string{"-a"}, args...)
	}
	if err := r.write(ctx, "model.mzn", o); err != nil {
		return err
	}
	text, err := r.run(ctx, r.program, args...)
	if err != nil && ctx.Err() == nil {
		return err
	}
	parts := strings.Split("\n"+text, "\n----------\n")
	complete := hasLine(parts[len(parts)-1], "==========")
	if counting && complete {
		r.count(int64(len(parts) - 1))
		return nil
	}
	if hasLine(text, "=====UNSATISFIABLE=====") {
		if counting {
			r.count(0)
		}
		r.none()
		return nil
	}
	if len(parts) < 2 {
		return fmt.Errorf("it prints %q", firstLine(text))
	}
	return r.zincPlan(parts[len(parts)-2], complete)
}

// hasLine reports whether text contains line as a whole line; names may contain any text.
func hasLine(text, line string) bool {
	return slices.Contains(strings.Split(text, "\n"), line)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

func (r *peerRun) zincPlan(text string, complete bool) error {
	var find []int64
	var moves []int
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		_, known := r.moves[line]
		switch comment, ok := strings.CutPrefix(line, "% "); {
		case ok && len(find) < r.p.NumFind:
			_, value, _ := strings.Cut(comment, " = ")
			find = append(find, number(value))
		case !known && (ok || line == "" || strings.Contains(line, "arning") || strings.HasPrefix(line, " ")):
		default:
			n, err := r.move(line)
			if err != nil {
				return err
			}
			moves = append(moves, n)
		}
	}
	r.found(find, moves)
	if !complete && (len(r.p.Schemas) > 0 || r.p.Goals != nil) {
		r.row.Status, r.row.Reason = engine.Feasible, "it was not proven optimal"
	}
	return nil
}

// number parses an integer or a truth value.
func number(s string) int64 {
	if s == "true" {
		return 1
	}
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

var clingo = &Peer{Name: "clingo", Programs: []string{"clingo"}, Language: "asp", Counts: true, solve: solveClingo}

// A clingoResult is the part of clingo's JSON output that is used.
type clingoResult struct {
	Result string
	Call   []struct {
		Witnesses []struct{ Value []string }
	}
	Models struct {
		Number  int64
		Optimal *int64 // nil if no plan has a cost
	}
}

func solveClingo(ctx context.Context, r *peerRun) error {
	if err := r.write(ctx, "model.lp", exchange.Options{Horizon: r.horizon}); err != nil {
		return err
	}
	args := []string{"--outf=2", "model.lp"}
	if r.q.Want == engine.Count {
		args = append(args, "--opt-mode=optN", "-n", "0", "-q")
	}
	text, err := r.run(ctx, r.program, args...)
	if err != nil || ctx.Err() != nil {
		return err
	}
	var result clingoResult
	begin, end := strings.Index(text, "{"), strings.LastIndex(text, "}")
	if begin < 0 || json.Unmarshal([]byte(text[begin:end+1]), &result) != nil {
		return fmt.Errorf("it prints %q", firstLine(text))
	}
	switch {
	case result.Result == "UNSATISFIABLE":
		if r.q.Want == engine.Count {
			r.count(0)
		}
		r.none()
		return nil
	case r.q.Want == engine.Count:
		n := result.Models.Number
		if result.Models.Optimal != nil {
			n = *result.Models.Optimal
		}
		r.count(n)
		return nil
	case len(result.Call) == 0 || len(result.Call[0].Witnesses) == 0:
		return fmt.Errorf("it prints %q", result.Result)
	}
	witnesses := result.Call[0].Witnesses
	return r.atoms(witnesses[len(witnesses)-1].Value)
}

// atoms reads a plan from move("text",time) and found(cell,value). Strings are escaped, except by
// clingo 5.4 and 5.5 in JSON.
func (r *peerRun) atoms(atoms []string) error {
	err := r.readAtoms(atoms, unescape)
	if err != nil {
		err = r.readAtoms(atoms, func(s string) string { return s })
	}
	return err
}

// unescape replaces the escapes of backslashes, quotes and line ends.
var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n").Replace

func (r *peerRun) readAtoms(atoms []string, plain func(string) string) error {
	cells := map[string]int{}
	for i, name := range asp.Cells(r.p)[:r.p.NumFind] {
		cells[name] = i
	}
	find, moves := make([]int64, r.p.NumFind), make([]int, 0)
	at := map[int]int{}
	for _, atom := range atoms {
		comma := strings.LastIndex(atom, ",")
		if comma < 0 {
			continue
		}
		last := strings.TrimSuffix(atom[comma+1:], ")")
		if text, ok := strings.CutPrefix(atom[:comma], "move("); ok {
			n, err := r.move(plain(strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`)))
			if err != nil {
				return err
			}
			at[int(number(last))] = n
		} else if name, ok := strings.CutPrefix(atom[:comma], "found("); ok {
			find[cells[name]] = number(last)
		}
	}
	for t := 1; t <= len(at); t++ {
		moves = append(moves, at[t])
	}
	r.found(find, moves)
	return nil
}

// spinSays matches SPIN's own output at the beginning of lines. Names may contain any text and occur
// in the rest of a line.
var spinSays = sync.OnceValue(func() (says struct{ errors, cut, violated *regexp.Regexp }) {
	says.errors = regexp.MustCompile(`(?m)^State-vector .*errors: (\d+)$`)
	says.cut = regexp.MustCompile(`(?m)^Warning: Search not completed`)
	says.violated = regexp.MustCompile(`(?m)^pan: ?\d+: assertion violated`)
	return says
})

var spin = &Peer{Name: "spin", Programs: []string{"spin"}, Language: "promela", solve: solveSPIN}

// solveSPIN searches for a violated assertion breadth first and replays the trail.
func solveSPIN(ctx context.Context, r *peerRun) error {
	return r.improve(ctx, func(o exchange.Options) (bool, error) {
		if err := r.write(ctx, "model.pml", o); err != nil {
			return false, err
		}
		os.Remove(filepath.Join(r.dir, "model.pml.trail"))
		text, err := r.run(ctx, r.program, "-run", "-bfs", "model.pml")
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		errors := spinSays().errors.FindStringSubmatch(text)
		switch {
		case errors != nil && errors[1] == "0" && !spinSays().cut.MatchString(text):
			return false, nil
		case !spinSays().violated.MatchString(text):
			return false, fmt.Errorf("it prints %q", firstLine(text))
		}
		if text, err = r.run(ctx, r.program, "-t", "model.pml"); err != nil {
			return false, err
		}
		return true, r.trail(text)
	})
}

func (r *peerRun) trail(text string) error {
	find := make([]int64, r.p.NumFind)
	var moves []int
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		n, err := strconv.Atoi(words[1])
		switch {
		case err != nil:
		case words[0] == "MOVE":
			moves = append(moves, n)
		case words[0] == "FOUND" && n < len(find):
			find[n] = number(words[len(words)-1])
		}
	}
	r.found(find, moves)
	return nil
}

var sat = &Peer{Name: "sat", Programs: []string{"cadical", "kissat", "minisat", "picosat"}, Language: "dimacs", solve: solveSAT}

// solveSAT asks a SAT solver.
func solveSAT(ctx context.Context, r *peerRun) error {
	return r.improve(ctx, func(o exchange.Options) (bool, error) {
		if err := r.write(ctx, "model.cnf", o); err != nil {
			return false, err
		}
		args := []string{"model.cnf"}
		mini := filepath.Base(r.program) == "minisat"
		if mini {
			args = append(args, "result")
		}
		text, err := r.run(ctx, r.program, args...)
		if err != nil || ctx.Err() != nil {
			return false, err
		}
		if mini {
			b, err := os.ReadFile(filepath.Join(r.dir, "result"))
			if err != nil {
				return false, err
			}
			text = "v " + strings.Replace(string(b), "\n", "\nv ", 1)
		}
		if strings.Contains(text, "UNSAT") {
			return false, nil
		}
		return true, r.literals(text)
	})
}

// literals reads a plan from the true variables and the comments that name them.
func (r *peerRun) literals(text string) error {
	holds := map[int]bool{}
	for _, line := range strings.Split(text, "\n") {
		if values, ok := strings.CutPrefix(line, "v "); ok {
			for _, word := range strings.Fields(values) {
				if n, err := strconv.Atoi(word); err == nil {
					holds[n] = true
				}
			}
		}
	}
	if len(holds) == 0 {
		return fmt.Errorf("it prints %q", firstLine(text))
	}
	model, err := os.ReadFile(filepath.Join(r.dir, "model.cnf"))
	if err != nil {
		return err
	}
	cells := map[string]int{}
	find := make([]int64, r.p.NumFind)
	for i := range find {
		cells[r.p.Cells[i].Name] = i
		find[i] = r.p.Cells[i].Lo
	}
	at := map[int]int{}
	for _, line := range strings.Split(string(model), "\n") {
		rest, ok := strings.CutPrefix(line, "c var ")
		if !ok {
			continue
		}
		word, rest, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(word)
		if !holds[n] {
			continue
		}
		step, ok := strings.CutPrefix(rest, "step ")
		when, text, _ := strings.Cut(step, " ")
		if t, err := strconv.Atoi(when); ok && err == nil { // otherwise it is a cell called step
			if text == "none" {
				continue
			}
			if at[t], err = r.move(text); err != nil {
				return err
			}
		} else if eq := strings.LastIndex(rest, " = "); eq >= 0 {
			if i, ok := cells[rest[:eq]]; ok {
				find[i] = number(rest[eq+3:])
			}
		}
	}
	var moves []int
	for t := 1; t <= len(at); t++ {
		moves = append(moves, at[t])
	}
	r.found(find, moves)
	return nil
}
