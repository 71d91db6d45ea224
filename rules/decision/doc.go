// Package decision evaluates decision tables: those of Markdown and CSV files, and the decisions of DMN
// 1.3 to 1.5 models (OMG 2020, 2023), with boxed expressions and business knowledge models.
//
// A table has inputs with unary tests, outputs with expressions, and a hit policy: U (unique), A (any), P
// (priority), F (first), R (rule order), O (output order), C (collect), or C with +, <, > or #. Tests and
// expressions are in FEEL; see the limits of that language in docs/rules.md.
//
//	m, err := decision.Read("rating.md", text)
//	v, err := m.Decide("", map[string]any{"age": 44, "income": 1200})
//
// A Model is immutable after Read; any number of goroutines may use it at once. Decide takes time
// proportional to the size of the tables that it evaluates. Check reports rules that overlap and inputs
// that no rule covers, each with an example.
package decision
