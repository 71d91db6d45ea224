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
// An [Expr] is a linear expression, a [Truth] is one with the values 0 and 1, and a [Condition]
// holds or does not. All three are immutable. Comparisons are methods of expressions:
// [Expr.AtMost] and similar methods take numbers, [Expr.LessEqual] and similar ones expressions.
// And, Or, Xor, Not, Implies and Equivalent combine conditions. A condition can be posted as a
// constraint ([Model.Add]), posted as implied by another ([Model.When]), or reified as a truth
// value ([Model.Truth]). Functions such as [Or] only combine; methods such as [Model.Or] return
// the truth value.
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
//   - goals: [Model.Minimize], [Model.Maximize], [Model.AddProduct], [Model.ThenMinimize], [Model.ThenMaximize], [Model.MinimizeMax], [Model.MaximizeMin],
//     [Model.MinimizeMin], [Model.MaximizeMax].
//
// Formulations are the convex hull if that takes few rows. The one-hot encoding of a variable is
// built once and shared by all operations on it, as are comparisons and the results of most
// operations. Columns and rows of an operation are named after it, for example xor(a,b), so that
// written files are readable; [Model.Define] changes names.
//
// # Bounds and numbers
//
// Bounds of expressions come from interval arithmetic ([Expr.Bounds]). If an operation needs a
// bound that a variable lacks, the error is a [BoundError] with the name of the variable.
// Integers beyond 2^53 and coefficients that are not finite are errors. The model collects
// errors, which [Model.Err], [Model.Problem] and [Model.Solve] return; nothing panics.
//
// An encoding of n values takes n binaries and two rows. A comparison takes at most one binary
// for each of its ranges; products, quotients and similar operations take at most one more
// encoding. Sources: McCormick 1976 (products), Balas 1979 (disjunctions), Jeroslow 1975
// (parity), Markowitz and Manne 1957, Padberg 2000, and Vielma, Ahmed and Nemhauser 2010
// (piecewise linear functions), Batcher 1968 (sorting networks), Beale and Tomlin 1970 (special
// ordered sets), Williams 2013, "Model building in mathematical programming".
package milp
