package milp_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"farbank/milp"
)

// A delivery is a question to the service: places with what they need, the depot first, and the
// load and the cost of a van.
type delivery struct {
	X, Y, Need []float64
	Load, Van  float64
}

// A round is the tour of one van.
type round struct {
	Stops []int `json:"stops"`
}

// plan answers POST with the shortest rounds: a two-index model of vehicle routing, with rounded
// capacity inequalities as lazy constraints (Laporte, Nobert 1983). It keeps nothing between
// requests, so that they run at the same time.
func plan(w http.ResponseWriter, r *http.Request) {
	var d delivery
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&d); err != nil || len(d.X) < 2 || len(d.X) != len(d.Y) || len(d.X) != len(d.Need) || !(d.Load > 0) {
		http.Error(w, "places, needs and a load must be given", http.StatusBadRequest)
		return
	}
	if slices.Max(d.Need) > d.Load {
		http.Error(w, "no van holds what one place needs", http.StatusUnprocessableEntity)
		return
	}
	n := len(d.X)
	m := milp.NewModel("deliveries")
	edge := func(i, j int) string { return fmt.Sprintf("%d-%d", min(i, j), max(i, j)) }
	edges, at := map[string]milp.Expr{}, make([]milp.Expr, n)
	vans := m.Integer("vans", 1, float64(n))
	length := vans.Times(d.Van)
	for j := range n {
		for i := range j {
			most := 1.0
			if i == 0 {
				most = 2 // there and back
			}
			e := m.Integer(edge(i, j), 0, most)
			edges[edge(i, j)], at[i], at[j] = e, at[i].Plus(e), at[j].Plus(e)
			length = length.Plus(e.Times(math.Hypot(d.X[i]-d.X[j], d.Y[i]-d.Y[j])))
		}
	}
	m.Add(at[0].Equal(vans.Times(2)))
	for i := 1; i < n; i++ {
		m.Add(at[i].Is(2))
	}
	m.Minimize(length)
	// parts returns the groups of stops that are linked without the depot.
	parts := func(s *milp.Solution) (list [][]int) {
		seen := make([]bool, n)
		for i := 1; i < n; i++ {
			if seen[i] {
				continue
			}
			part := []int{i}
			seen[i] = true
			for k := 0; k < len(part); k++ {
				for j := 1; j < n; j++ {
					if !seen[j] && s.Value(edges[edge(part[k], j)]) > 0.5 {
						seen[j], part = true, append(part, j)
					}
				}
			}
			list = append(list, part)
		}
		return list
	}
	lazy := func(s *milp.Solution) (rows []milp.Comparison) {
		for _, part := range parts(s) {
			need, inside := 0.0, milp.Constant(0)
			for k, i := range part {
				need += d.Need[i]
				for _, j := range part[:k] {
					inside = inside.Plus(edges[edge(i, j)])
				}
			}
			if most := float64(len(part)) - math.Ceil(need/d.Load-1e-9); s.Value(inside) > most+0.5 {
				rows = append(rows, inside.AtMost(most))
			}
		}
		return rows
	}
	s, err := m.Solve(r.Context(), milp.Lazy(lazy))
	if err != nil || !s.Found() {
		http.Error(w, fmt.Sprintf("no plan: %v", err), http.StatusUnprocessableEntity)
		return
	}
	var rounds []round
	for _, part := range parts(s) {
		rounds = append(rounds, round{part})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"length": math.Round(s.Objective*100) / 100, "rounds": rounds})
}

// TestService asks the planner many questions at the same time.
func TestService(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(plan))
	defer server.Close()
	ask := func(body string) (int, string) {
		r, err := http.Post(server.URL, "application/json", strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		defer r.Body.Close()
		var b strings.Builder
		var answer map[string]any
		if json.NewDecoder(r.Body).Decode(&answer) == nil {
			fmt.Fprint(&b, answer["length"], " ", answer["rounds"])
		}
		return r.StatusCode, b.String()
	}
	// Two clusters at 10 from the depot: a van for each, or one for both.
	small := `{"X":[0,10,10,-10,-10],"Y":[0,1,-1,1,-1],"Need":[0,1,1,1,1],"Load":%d,"Van":5}`
	want := map[int]string{2: "54.2", 4: "49.1"}
	var wait sync.WaitGroup
	for k := range 24 {
		wait.Go(func() {
			load := 2 + k%2*2
			status, answer := ask(fmt.Sprintf(small, load))
			if status != http.StatusOK || !strings.HasPrefix(answer, want[load]) {
				t.Errorf("load %d: %d %q, want %s", load, status, answer, want[load])
			}
		})
	}
	wait.Wait()
	if status, _ := ask("{}"); status != http.StatusBadRequest {
		t.Errorf("an empty question: %d", status)
	}
	if status, _ := ask(`{"X":[0,1],"Y":[0,1],"Need":[0,5],"Load":2,"Van":1}`); status != http.StatusUnprocessableEntity {
		t.Errorf("more than a van holds: %d", status)
	}
}
