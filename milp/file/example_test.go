package file_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"farbank/milp/file"
	"farbank/milp/problem"
)

const knapsack = `Maximize
 value: 5 tent + 3 stove + 4 rope
Subject To
 weight: 4 tent + 2 stove + 3 rope <= 6
Binary
 tent stove rope
End
`

func ExampleDecode() {
	p, err := file.Decode(strings.NewReader(knapsack), "knapsack.lp", file.LP)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(p.Columns), "columns,", len(p.Rows), "row,", p.Columns[0].Name, p.Columns[0].Cost)
	// Output: 3 columns, 1 row, tent 5
}

func ExampleDecode_mistakes() {
	text := "Minimize\n x + y\nSubject To\n a: x + 2 y\n b: x >= 1e999\nBounds\n z <= 4\nEnd\n"
	_, err := file.Decode(strings.NewReader(text), "m.lp", file.LP)
	var mistakes file.Errors
	if errors.As(err, &mistakes) {
		for _, m := range mistakes {
			fmt.Println(m)
		}
	}
	// Output:
	// m.lp:5:2: <=, >= or = must stand here, not "b"
	// m.lp:5:10: "1e999" is out of the range of 64-bit floating point
	// m.lp:7:2: no column is called "z": it stands neither in the objective nor in a constraint
}

func ExampleEncode() {
	p, _ := file.Decode(strings.NewReader(knapsack), "knapsack.lp", file.LP)
	file.Encode(os.Stdout, p, file.MPS)
	// Output:
	// *<meta origsense='MAX'>
	// NAME
	// ROWS
	//  N  neg_obj
	//  L  weight
	// COLUMNS
	//     M1        'MARKER'                 'INTORG'
	//     tent      neg_obj             -5   weight               4
	//     stove     neg_obj             -3   weight               2
	//     rope      neg_obj             -4   weight               3
	//     M2        'MARKER'                 'INTEND'
	// RHS
	//     RHS       weight               6
	// BOUNDS
	//  BV BND       tent
	//  BV BND       stove
	//  BV BND       rope
	// ENDATA
}

func ExampleWriteSolution() {
	p, _ := file.Decode(strings.NewReader(knapsack), "knapsack.lp", file.LP)
	p.Name = "knapsack"
	s := problem.Solution{Status: problem.Optimal, Objective: 8, Bound: 8, Values: []float64{1, 1, 0}}
	file.WriteSolution(os.Stdout, p, s)
	// Output:
	// solution of knapsack
	// status optimal
	// objective 8
	// bound 8
	// columns 3
	// tent 1
	// stove 1
	// rope 0
}
