package rules

import (
	"os"
	"strings"
	"time"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// systemBuiltins ask about the machine and the language. Memory is the business of Go's
// collector: what CLIPS asks of its own store is answered for facts and matches, and what
// would change it changes nothing.
func systemBuiltins() []builtin {
	yes := func(*Call) (value.Value, error) { return value.True, nil }
	noFacet := func(*Call) (value.Value, error) { return value.False, nil } // users define none
	return []builtin{
		{name: "time", gives: "float", help: "the seconds since 1970", example: "(time)", varies: true, do: func(*Call) (value.Value, error) {
			return value.Float(float64(time.Now().UnixNano()) / 1e9), nil
		}},
		{name: "timer", takes: "[expression ...]", help: "evaluates them and gives the seconds that took", example: "(timer (+ 1 2))", varies: true, compile: (*scope).timer},
		{name: "local-time", help: "year, month, day, hour, minute, second, weekday, days since new year, summer time", example: "(local-time)", varies: true,
			do: func(c *Call) (value.Value, error) { return c.date(time.Now()), nil }},
		{name: "gm-time", help: "the same in Greenwich", example: "(gm-time)", varies: true, do: func(c *Call) (value.Value, error) { return c.date(time.Now().UTC()), nil }},
		{name: "operating-system", help: "UNKNOWN", example: "(operating-system)", do: func(c *Call) (value.Value, error) {
			return c.Env.symbols.Symbol("UNKNOWN"), nil
		}},
		{name: "system", takes: "value ...", help: "runs nothing, and says so", example: "(system \"ls\")", do: func(*Call) (value.Value, error) {
			return value.Value{}, remarkf("system: commands of the operating system are not run")
		}},
		{name: "mem-used", help: "about how many bytes facts and matches take", example: "(mem-used)", varies: true, do: func(c *Call) (value.Value, error) {
			return value.Integer(c.Env.Memory()), nil
		}},
		{name: "mem-requests", help: "how many facts there are", example: "(mem-requests)", do: func(c *Call) (value.Value, error) {
			return value.Integer(int64(c.Env.facts.len())), nil
		}},
		{name: "release-mem", help: "0: there is nothing to do", example: "(release-mem)", do: func(*Call) (value.Value, error) { return value.Integer(0), nil }},
		{name: "conserve-mem", takes: "on-or-off", quiet: true, help: "nothing", example: "(conserve-mem on)", do: conserve},
		{name: "set-locale", takes: "[name]", help: "`\"C\"`: no other is taken", example: "(set-locale)", do: func(c *Call) (value.Value, error) { return value.String("C"), nil }},
		{name: "get-beta-memory-resizing", help: "TRUE", example: "(get-beta-memory-resizing)", do: yes},
		{name: "set-beta-memory-resizing", takes: "boolean:value", help: "TRUE", example: "(set-beta-memory-resizing FALSE)", do: yes},
		{name: "deftemplate-slot-facet-existp", takes: "template slot name", help: "FALSE", example: "(deftemplate-slot-facet-existp t s f)", do: noFacet},
		{name: "deftemplate-slot-facet-value", takes: "template slot name", help: "FALSE", example: "(deftemplate-slot-facet-value t s f)", do: noFacet},
		{name: "options", quiet: true, help: "lists the parts of the language", example: "(options)", varies: true, do: options},
		{name: "apropos", takes: "text", quiet: true, help: "lists the names that hold a text", example: "(apropos tanh)", do: apropos},
		{name: "get-function-list", help: "the names of all functions", example: "(subsetp (create$ sin cos) (get-function-list))", do: func(c *Call) (value.Value, error) {
			var names []value.Value
			for _, name := range c.Env.functionNames() {
				names = append(names, c.Env.Symbol(name))
			}
			return value.List(names...), nil
		}},
		{name: "check-syntax", takes: "text", help: "FALSE for a construct or call without fault, else what is wrong with it",
			example: "(check-syntax \"(defrule r (a ?x) => (assert (b ?x)))\")", do: checkSyntax},
	}
}

func conserve(c *Call) (value.Value, error) {
	if word, err := c.Symbol(0); err != nil || word != "on" && word != "off" {
		return value.Value{}, c.Wrong(0, "of type symbol with value on or off")
	}
	return value.Value{}, nil
}

// features are the parts of the language in the order and words of CLIPS.
var features = []struct {
	name string
	on   bool
}{
	{"Defrule construct is", true}, {"Defmodule construct is", true}, {"Deftemplate construct is", true},
	{"  Fact-set queries are", true}, {"  Deffacts construct is", true}, {"Defglobal construct is", true},
	{"Deffunction construct is", true}, {"Defgeneric/Defmethod constructs are", false}, {"Object System is", false},
	{"Extended math function package is", true}, {"Text processing function package is", false},
	{"Construct compiler is", false}, {"I/O function package is", true}, {"String function package is", true},
	{"Multifield function package is", true}, {"Debugging function package is", true}, {"Window Interface flag is", false},
	{"Developer flag is", false}, {"Run time module is", false},
}

func options(c *Call) (value.Value, error) {
	for _, f := range features {
		state := "OFF"
		if f.on {
			state = "ON"
		}
		c.Env.display(f.name + " " + state + "\n")
	}
	return value.Value{}, nil
}

// apropos lists what a form can begin with, where the name holds a text.
func apropos(c *Call) (value.Value, error) {
	text, err := c.Symbol(0)
	if err != nil {
		return value.Value{}, err
	}
	for _, name := range c.Env.Names() {
		if strings.Contains(name, text) {
			c.Env.display(name + "\n")
		}
	}
	return value.Value{}, nil
}

// checkSyntax gives FALSE for a text that holds one construct or call without fault, a
// symbol where brackets are wrong, else the messages and, without any, the warnings.
func checkSyntax(c *Call) (value.Value, error) {
	text, err := c.StringText(0)
	if err != nil {
		return value.Value{}, err
	}
	if !strings.HasPrefix(strings.TrimSpace(text), "(") {
		return c.Env.Symbol("MISSING-LEFT-PARENTHESIS"), nil
	}
	r := syntax.NewReader("check-syntax", text)
	f, err := r.Next()
	if err == nil {
		rest, more := r.Next()
		if rest != nil || more != nil {
			return c.Env.Symbol("EXTRANEOUS-INPUT-AFTER-LAST-PARENTHESIS"), nil
		}
		trial := newEnvironment(Options{Dialect: c.Env.dialect}, c.Env.language)
		if err := trial.like(c.Env); err != nil {
			return value.False, err
		}
		if IsConstruct(f) {
			err = trial.do(f, text, false)
		} else {
			s := newScope(&compiler{env: trial, text: text})
			s.top = true
			_, err = s.compile(f)
		}
	}
	if err == nil {
		return value.False, nil
	}
	return value.List(value.String(err.Error()+"\n"), value.False), nil
}

// like defines what another environment has defined, without calling anything of it.
func (e *Environment) like(other *Environment) error {
	for name, f := range other.functions {
		e.functions[name] = f // those written in Go
	}
	e.checking = true
	e.options.staticCheck, e.options.dynamicCheck, e.options.spread = other.options.staticCheck, other.options.dynamicCheck, other.options.spread
	if err := e.load(other.programText(), "check-syntax", false); err != nil {
		return err
	}
	e.current = e.module(other.current.Name)
	return nil
}

// dribbleOn makes a file get all that passes the standard outputs.
func dribbleOn(c *Call) (value.Value, error) {
	path, ok := c.fileName(0)
	if !ok {
		return value.False, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return value.False, nil
	}
	c.Env.stopDribble()
	c.Env.dribble = f
	return value.True, nil
}

// stopDribble closes the file, if there is one, and reports whether that was well.
func (r *routers) stopDribble() bool {
	f := r.dribble
	r.dribble = nil
	return f == nil || f.Close() == nil
}
