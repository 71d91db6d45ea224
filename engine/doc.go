// Package engine is the one question and the one answer that all engines share,
// their registry, and the automatic choice among them.
//
// A [Question] says which plans count (shortest, simple, walks, any, ends) and how many
// are wanted (one, all, the count), with limits. An [Answer] keeps six verdicts
// apart: solved, feasible, none, none within the bound, not known, unsupported. It
// always holds the best plan so far and the bound proven so far.
//
// To add an engine: write a folder with a type that implements [Engine], and add a
// line to the registry of package farbank.
package engine
