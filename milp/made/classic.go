package made

import (
	"fmt"
	"math/rand/v2"

	"farbank/milp/problem"
)

func binary(name string, cost float64) problem.Column {
	return problem.Column{Name: name, Upper: 1, Integer: true, Cost: cost}
}

// Queens returns the problem of placing as many queens as possible on an n by n board (n queens for
// n > 3). It has a binary column for each square, and a row for each line of more than one square.
func Queens(n int) *problem.Problem {
	p := &problem.Problem{Name: fmt.Sprintf("queens%d", n), Maximize: true}
	at := func(i, j int) int { return i*n + j }
	for i := range n {
		for j := range n {
			p.Columns = append(p.Columns, binary(fmt.Sprintf("q_%d_%d", i+1, j+1), 1))
		}
	}
	line := func(name string, on func(i, j int) bool) {
		r := problem.Row{Name: name, Lower: -problem.Infinity, Upper: 1}
		for i := range n {
			for j := range n {
				if on(i, j) {
					r.Terms = append(r.Terms, problem.Term{Column: at(i, j), Coefficient: 1})
				}
			}
		}
		if len(r.Terms) > 1 {
			p.Rows = append(p.Rows, r)
		}
	}
	for k := range n {
		line(fmt.Sprintf("row%d", k+1), func(i, _ int) bool { return i == k })
		line(fmt.Sprintf("column%d", k+1), func(_, j int) bool { return j == k })
	}
	for k := range 2*n - 1 {
		line(fmt.Sprintf("rise%d", k+1), func(i, j int) bool { return i+j == k })
		line(fmt.Sprintf("fall%d", k+1), func(i, j int) bool { return i-j == k-n+1 })
	}
	return p
}

// Assignment returns the problem of assigning n tasks to n people, one each, at minimum cost. Costs
// are from 1 to 100.
func Assignment(n int, seed uint64) *problem.Problem {
	r := rand.New(rand.NewPCG(seed, 1))
	p := &problem.Problem{Name: fmt.Sprintf("assignment%d", n)}
	p.Rows = make([]problem.Row, 2*n)
	for i := range n {
		p.Rows[i] = problem.Row{Name: fmt.Sprintf("person%d", i+1), Lower: 1, Upper: 1}
		p.Rows[n+i] = problem.Row{Name: fmt.Sprintf("task%d", i+1), Lower: 1, Upper: 1}
	}
	for i := range n {
		for j := range n {
			k := len(p.Columns)
			p.Columns = append(p.Columns, binary(fmt.Sprintf("x_%d_%d", i+1, j+1), float64(1+r.IntN(100))))
			p.Rows[i].Terms = append(p.Rows[i].Terms, problem.Term{Column: k, Coefficient: 1})
			p.Rows[n+j].Terms = append(p.Rows[n+j].Terms, problem.Term{Column: k, Coefficient: 1})
		}
	}
	return p
}

// Knapsack returns a knapsack problem with n items and half their total weight as capacity. Weights
// are from 100 to 1099, and values within 100 of the weight, which makes it hard.
func Knapsack(n int, seed uint64) *problem.Problem {
	r := rand.New(rand.NewPCG(seed, 2))
	p := &problem.Problem{Name: fmt.Sprintf("knapsack%d", n), Maximize: true}
	sack := problem.Row{Name: "sack", Lower: -problem.Infinity}
	total := 0
	for j := range n {
		weight := 100 + r.IntN(1000)
		total += weight
		p.Columns = append(p.Columns, binary(fmt.Sprintf("item%d", j+1), float64(max(1, weight-100+r.IntN(201)))))
		sack.Terms = append(sack.Terms, problem.Term{Column: j, Coefficient: float64(weight)})
	}
	sack.Upper = float64(total / 2)
	p.Rows = []problem.Row{sack}
	return p
}

// Cover returns a set covering problem: each element is in at least two sets, a set contains about
// 5 percent of the elements, and costs are from 1 to 100.
func Cover(elements, sets int, seed uint64) *problem.Problem {
	r := rand.New(rand.NewPCG(seed, 3))
	p := &problem.Problem{Name: fmt.Sprintf("cover%dx%d", elements, sets)}
	for j := range sets {
		p.Columns = append(p.Columns, binary(fmt.Sprintf("set%d", j+1), float64(1+r.IntN(100))))
	}
	for i := range elements {
		row := problem.Row{Name: fmt.Sprintf("element%d", i+1), Lower: 1, Upper: problem.Infinity}
		for j := range sets {
			if r.IntN(20) == 0 {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: 1})
			}
		}
		for len(row.Terms) < 2 {
			j := r.IntN(sets)
			if len(row.Terms) == 0 || row.Terms[0].Column != j {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: 1})
			}
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}
