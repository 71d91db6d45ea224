// Package plan reads plans of a problem from text. The format plan has the found values, row[1]
// = 5, then a ground move a line, cross(goat). It also reads the JSON that solve writes. It is
// the inverse of package render.
//
//	readings, err := plan.Read(p, "wolf.plan", "cross(goat)\ncross(farmer)\n")
//
// A text that cannot be parsed is a syntax.ErrorList. A plan with a name that the problem does
// not have is a *model.PlanError of that plan.
package plan
