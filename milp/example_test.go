package milp_test

import (
	"context"
	"fmt"
	"strings"

	"farbank/milp"
)

func Example() {
	// What to pack: at most 20 kg, of the greatest worth.
	names := []string{"tent", "stove", "rope", "lamp", "book", "radio"}
	weight := []float64{9, 5, 4, 2, 1, 7}
	worth := []float64{10, 6, 3, 4, 1, 5}

	m := milp.NewModel("knapsack")
	take := make([]milp.Truth, len(names))
	for i, name := range names {
		take[i] = m.Binary(name)
	}
	m.AddNamed("weight", milp.Dot(weight, take).AtMost(20))
	m.Add(milp.Implies(take[1], take[3])) // no stove without a lamp
	m.Maximize(milp.Dot(worth, take))

	s, err := m.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Status, s.Objective)
	for i, name := range names {
		if s.Holds(take[i]) {
			fmt.Println(name)
		}
	}
	// Output:
	// optimal 23
	// tent
	// stove
	// rope
	// lamp
}

func Example_queens() {
	const n = 8
	m := milp.NewModel("queens")
	row := m.Integers("row", n, 0, n-1) // of the queen in each column
	var rows, up, down []milp.Linear
	for i, r := range row {
		rows, up, down = append(rows, r), append(up, r.Shift(float64(i))), append(down, r.Shift(float64(-i)))
	}
	m.AllDifferent(rows...)
	m.AllDifferent(up...)
	m.AllDifferent(down...)
	m.Add(row[0].Is(0), row[1].AtMost(4)) // which leaves one solution

	s, err := m.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range n {
		line := make([]string, n)
		for j, r := range row {
			line[j] = "."
			if s.Int(r) == i {
				line[j] = "Q"
			}
		}
		fmt.Println(strings.Join(line, " "))
	}
	// Output:
	// Q . . . . . . .
	// . . . . . . Q .
	// . . . . Q . . .
	// . . . . . . . Q
	// . Q . . . . . .
	// . . . Q . . . .
	// . . . . . Q . .
	// . . Q . . . . .
}

func Example_sendMoreMoney() {
	m := milp.NewModel("send more money")
	letter := map[rune]milp.Expr{}
	var letters []milp.Linear
	for _, c := range "SENDMORY" {
		letter[c] = m.Integer(string(c), 0, 9)
		letters = append(letters, letter[c])
	}
	word := func(w string) milp.Expr {
		var value milp.Expr
		for _, c := range w {
			value = value.Times(10).Plus(letter[c])
		}
		return value
	}
	m.Add(letter['S'].AtLeast(1), letter['M'].AtLeast(1))
	m.AllDifferent(letters...)
	m.AddNamed("sum", word("SEND").Plus(word("MORE")).Equal(word("MONEY")))

	s, err := m.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Int(word("SEND")), "+", s.Int(word("MORE")), "=", s.Int(word("MONEY")))
	// Output: 9567 + 1085 = 10652
}

// A farmer, a wolf, a goat and a cabbage cross a river. The boat takes the farmer and one
// more. Without the farmer the wolf eats the goat, and the goat the cabbage.
func Example_wolf() {
	who := []string{"Farmer", "Wolf", "Goat", "Cabbage"}
	const farmer, wolf, goat, cabbage = 0, 1, 2, 3

	m := milp.NewModel("wolf")
	left := milp.Constants(0, 0, 0, 0) // 1 is the right bank
	// There are 16 states, so that a shortest plan has at most 15 crossings.
	crossings := m.Loop(15, left, func(t *milp.Turn) []milp.Expr {
		moves := []milp.Truth{t.Active} // the farmer always does
		for _, name := range who[wolf:] {
			moves = append(moves, m.Binary(t.Name("take"+name)))
		}
		m.Add(milp.Sum(moves[wolf:]...).LessEqual(t.Active))
		next := make([]milp.Expr, len(who))
		for i, name := range who {
			m.Add(milp.Implies(moves[i], t.State[i].Equal(t.State[farmer]))) // they start from one bank
			next[i] = m.Define(t.Name(name), m.Xor(t.State[i].Is(1), moves[i]))
		}
		// Where both of a pair are, there is the farmer: f is 0 if their sum is 0, and 1 if it is 2.
		for _, pair := range [][2]int{{wolf, goat}, {goat, cabbage}} {
			m.Add(next[pair[0]].Plus(next[pair[1]]).Minus(next[farmer]).Between(0, 1))
		}
		return next
	})
	for _, bank := range crossings.Last() {
		m.Add(bank.Is(1))
	}
	// Wolf and cabbage can be exchanged in every plan: the cabbage goes first.
	history := func(i int) (h []milp.Expr) {
		for _, state := range crossings.States {
			h = append(h, state[i])
		}
		return h
	}
	m.Add(milp.LexLess(history(wolf), history(cabbage)))
	m.Minimize(crossings.Count)

	s, err := m.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Status, "after", s.Int(crossings.Count), "crossings")
	for i, state := range crossings.States[:s.Int(crossings.Count)+1] {
		fmt.Printf("%d:", i)
		for k, name := range who {
			fmt.Printf(" %s %s", name, []string{"Left", "Right"}[s.Int(state[k])])
		}
		fmt.Println()
	}
	// Output:
	// optimal after 7 crossings
	// 0: Farmer Left Wolf Left Goat Left Cabbage Left
	// 1: Farmer Right Wolf Left Goat Right Cabbage Left
	// 2: Farmer Left Wolf Left Goat Right Cabbage Left
	// 3: Farmer Right Wolf Left Goat Right Cabbage Right
	// 4: Farmer Left Wolf Left Goat Left Cabbage Right
	// 5: Farmer Right Wolf Right Goat Left Cabbage Right
	// 6: Farmer Left Wolf Right Goat Left Cabbage Right
	// 7: Farmer Right Wolf Right Goat Right Cabbage Right
}
