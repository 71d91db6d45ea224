// Package engine defines the question and the answer that all engines share, their registry, and
// the automatic choice among them.
//
// A [Question] says which plans count (shortest, simple, walks, any, ends) and how many are wanted
// (one, all, the count), with limits. An [Answer] distinguishes six verdicts: solved, feasible,
// none, none within the bound, unknown, unsupported. It always holds the best plan and the bound
// so far.
//
// [Registry.Solve] is the only way to an answer: it checks the question, chooses an engine if none
// is named, validates every plan by the text of its problem, and turns limits and interrupts into
// verdicts. If several engines may be worth asking ([Racer]), the preferred one starts alone, and
// after a twentieth of a second [Registry.Race] adds the others: they share plans and bounds, and
// the first proof, exact count or complete list ends the race.
//
// To add an engine, write a folder with a type that implements [Engine] and add it to the registry
// of package farbank.
package engine
