// Package milp states mixed-integer linear programs: a model of variables, linear
// expressions, constraints and a goal, and on top of them the logic and arithmetic that is
// not linear, written as rows and binaries.
//
//	m := milp.NewModel("shop")
//	x := m.Integer("tables", 0, 40)
//	y := m.Integer("chairs", 0, 200)
//	big := m.Truth(x.AtLeast(20))                  // whether at least 20 tables
//	m.Add(x.Times(3).Plus(y).AtMost(180))          // hours
//	m.When(big, y.AtLeast(60))                     // who makes many tables makes chairs too
//	m.Add(milp.Or(x.Is(0), y.GreaterEqual(x.Times(4))))
//	m.Maximize(x.Times(70).Plus(y.Times(20)).Minus(big.Times(100)))
//	s, err := m.Solve(ctx)
//	fmt.Println(s.Status, s.Int(x), s.Int(y))
//
// # Values
//
// An [Expr] is a linear expression, a [Truth] one that is 0 or 1, a [Condition] something
// that holds or not; all three never change. Comparisons are methods of expressions
// ([Expr.AtMost] and its like take numbers, [Expr.LessEqual] and its like expressions),
// and And, Or, Xor, Not, Implies and Equivalent combine conditions. A condition is posted
// ([Model.Add]), posted where another holds ([Model.When]), or told as a truth value
// ([Model.Truth]); functions such as [Or] only combine, methods such as [Model.Or] give the
// truth value at once.
//
// # Operations
//
// Each is a method of [Model] that adds what it needs and documents its rows:
//
//   - logic: [Model.And], [Model.Or], [Model.Xor], [Model.Not], [Model.Implies],
//     [Model.Equivalent], [Model.Truth], [Model.Count], [Model.Cardinality];
//   - arithmetic: [Model.Product], [Model.Div], [Model.Mod], [Model.Floor], [Model.Ceil],
//     [Model.Power], [Model.Abs], [Model.Factorial], [Model.GCD], [Model.Function], [Model.Function2], [Model.Digits];
//   - order: [Model.Min], [Model.Max], [Model.Sort], [Model.NthSmallest], [LexLess];
//   - choice: [Model.IfThenElse], [Model.Element], [Model.Write], [Model.Loop];
//   - values: [Model.Values], [Model.AllDifferent], [Model.Distinct], [Expr.In],
//     [Expr.NotIn], [Expr.MultipleOf], [Model.SOS1], [Model.SOS2];
//   - curves: [Model.PiecewiseLinear], [Model.PiecewiseLinear2];
//   - goals: [Model.Minimize], [Model.Maximize], [Model.MinimizeMax], [Model.MaximizeMin],
//     [Model.MinimizeMin], [Model.MaximizeMax].
//
// Formulations are the convex hull where that takes few rows. Binaries that tell the
// values of a variable apart are made once and shared by all operations on it, as are
// comparisons and the results of most operations. What an operation adds is named after it,
// xor(a,b), so that a written file can be read; [Model.Define] gives other names.
//
// # Bounds and numbers
//
// Bounds of expressions are found by interval arithmetic ([Expr.Bounds]). An operation that
// needs a bound which a variable does not have is an error, a [BoundError] with the name of
// the variable. Whole numbers stay within 2^53; beyond, and for coefficients that are no
// finite numbers, there is an error too. Errors are collected by the model, and told by
// [Model.Err], [Model.Problem] and [Model.Solve]; nothing panics.
//
// The cost: an encoding of n values takes n binaries and two rows, a comparison at
// most one binary for each range of values it tells apart, products, quotients and the like
// at most one encoding more. Sources: McCormick 1976 (products), Balas 1979 (disjunctions),
// Jeroslow 1975 (parity), Markowitz and Manne 1957, Padberg 2000, and Vielma, Ahmed and
// Nemhauser 2010 (piecewise linear functions), Batcher 1968 (sorting networks), Beale and
// Tomlin 1970 (special ordered sets), Williams 2013, "Model building in mathematical
// programming".
package milp
