// Package engine is the one question and the one answer that all engines share,
// their registry, and the automatic choice among them.
//
// A [Question] says which plans count (shortest, simple, walks, any, ends) and how many
// are wanted (one, all, the count), with limits. An [Answer] keeps six verdicts
// apart: solved, feasible, none, none within the bound, not known, unsupported. It
// always holds the best plan so far and the bound proven so far.
//
// [Registry.Solve] is the one way to an answer: it checks the question, chooses an engine
// where none is named, has every plan run by the text of its problem, and turns limits and
// interrupts into verdicts. Where several engines may be worth asking ([Racer]), the most
// preferred one begins alone, and after a twentieth of a second [Registry.Race] has the
// others join it: they tell each other of plans and bounds, and the first proof ends all.
//
// To add an engine: write a folder with a type that implements [Engine], and add a
// line to the registry of package farbank.
package engine
