// Package plan reads plans of a problem from text: the format plan (a ground move a
// line, cross(goat), after the values found, row[1] = 5) and the JSON that solve
// writes. It is the inverse of package render, for verify and for whoever gets a plan
// from elsewhere.
//
//	readings, err := plan.Read(p, "wolf.plan", "cross(goat)\ncross(farmer)\n")
//
// What cannot be read at all is a syntax.ErrorList. What can be read but names
// something that the problem does not have is a *model.PlanError of that one plan.
package plan
