// Package rules is a production system: a language of facts and rules, and the
// engine that runs it. The language is that of CLIPS 6.3 (NASA, 1985 to this
// day) without its object system, or, as a dialect, that of Jess (Friedman-Hill
// 2003).
//
//	e := rules.New(rules.Options{Out: os.Stdout})
//	err := e.Load(strings.NewReader(`
//	  (deftemplate animal (slot name) (slot legs))
//	  (defrule spider
//	     (animal (name ?n) (legs 8))
//	     =>
//	     (printout t ?n " may be a spider" crlf))`), "animals")
//	e.AssertString("(animal (name tara) (legs 8))")
//	fired, err := e.Run(ctx, -1)
//
// An Environment is one such system; a process may have many. Facts come from
// programs, from text (AssertString) or from Go structs (DefineTemplate,
// Assert); they are read by Facts, Select and Query. Functions written in Go
// join the language by DefineFunc, which checks the arguments, or by Define; in
// the dialect of Jess programs make objects of Go types (DefineType) and call
// their methods.
// Hooks and Watch tell what happens; Run ends with its context, a limit, or when
// no rule is left to fire.
//
// Which rule fires first is decided by salience, then by the strategy (Forgy and
// McDermott 1977 for lex and mea), then by the order in which the network finds
// the matches, which is that of CLIPS: programs print here what they print
// there. Matching is by package rete (Forgy 1982; Doorenbos 1995): asserting or
// retracting a fact costs as much as there are partial matches that change.
//
// Loading reports all faults of a text with file, line and column and the
// construct they are in. An error in the actions of a rule ends the run and
// names the rule. Unlike CLIPS the engine gives error messages to
// Options.Errors, apart from what the program prints.
package rules
