// Package rules is a production system: a language of facts and rules, and the engine that
// runs it. The language is CLIPS 6.3 (NASA, since 1985) with its object system and generic
// functions or, as a dialect, Jess (Friedman-Hill 2003).
//
//	e := rules.New(rules.Options{Out: os.Stdout})
//	err := e.Load(strings.NewReader(`
//	  (deftemplate animal (slot name) (slot legs))
//	  (defrule spider
//	     (animal (name ?n) (legs 8))
//	     =>
//	     (printout t ?n " may be a spider" crlf))`), "animals")
//	e.AssertString("(animal (name tara) (legs 8))")
//	result, err := e.Run(ctx, -1)
//
// An Environment is one such system; a process may have many. Facts come from programs, from
// text (AssertString) or from Go structs (DefineTemplate, Assert). Facts, Select and Query
// read them. DefineFunc adds a Go function to the language and checks its arguments; Define
// adds one that checks them itself. In the dialect of Jess, programs can create objects of Go
// types (DefineType) and call their methods. SetHooks and Watch report what happens.
//
// Run ends when no rule is left to fire, at a limit, or when its context is done; Result.Status
// says which. Load, Eval, Prompt and Batch execute programs, which may run rules; they return
// an error also for a limit or the end of the context.
//
// The rule to fire next is chosen by salience, then by the strategy (Forgy and McDermott 1977
// for lex and mea), then by the order in which the network finds the matches. That order is
// the one of CLIPS, so that programs print the same. Package rete matches the rules (Forgy
// 1982; Doorenbos 1995): asserting or retracting a fact takes time proportional to the number
// of partial matches that change.
//
// Load reports all errors of a text with file, line, column and construct. An error in the
// actions of a rule ends the run and names the rule. Unlike CLIPS, the engine writes error
// messages to Options.Errors, apart from the output of the program.
package rules
