package rules

import (
	"maps"
	"os"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

func init() {
	functionTables = append(functionTables, memoryFunctions, aboutFunctions, dribbleFunctions)
}

// Memory is the business of Go's collector: what CLIPS asks of its own store is
// answered for facts and matches, and what would change it changes nothing.
var memoryFunctions = []Function{
	{"mem-used", 0, 0, func(c *Call) (value.Value, error) { return value.Integer(c.Env.Memory()), nil }},
	{"mem-requests", 0, 0, func(c *Call) (value.Value, error) {
		return value.Integer(int64(c.Env.facts.len())), nil
	}},
	{"release-mem", 0, 0, func(*Call) (value.Value, error) { return value.Integer(0), nil }},
	{"conserve-mem", 1, 1, func(c *Call) (value.Value, error) {
		if word, err := c.Symbol(0); err != nil || word != "on" && word != "off" {
			return value.Value{}, c.Wrong(0, "of type symbol with value on or off")
		}
		return value.Value{}, nil
	}},
	{"options", 0, 0, options},
	{"apropos", 1, 1, apropos},
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

// aboutFunctions answer what a program may ask of the language itself.
var aboutFunctions = []Function{
	{"check-syntax", 1, 1, checkSyntax},
	{"get-function-list", 0, 0, func(c *Call) (value.Value, error) {
		var names []value.Value
		for _, name := range slices.Sorted(maps.Keys(c.Env.functions)) {
			names = append(names, c.Env.Symbol(name))
		}
		return value.List(names...), nil
	}},
	{"timetag", 1, 1, func(c *Call) (value.Value, error) {
		f, err := c.fact(0)
		if f == nil {
			return value.Integer(-1), err
		}
		return value.Integer(int64(f.Time)), nil
	}},
	{"set-locale", 0, 1, func(c *Call) (value.Value, error) { return value.String("C"), nil }},
	{"get-beta-memory-resizing", 0, 0, func(*Call) (value.Value, error) { return value.True, nil }},
	{"set-beta-memory-resizing", 1, 1, func(*Call) (value.Value, error) { return value.True, nil }},
	{"deftemplate-slot-facet-existp", 3, 3, noFacet},
	{"deftemplate-slot-facet-value", 3, 3, noFacet},
}

// noFacet: a deftemplate has no facets that users define.
func noFacet(*Call) (value.Value, error) { return value.False, nil }

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
		trial := New(Options{Dialect: c.Env.dialect})
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
		e.functions[name] = f
	}
	e.checking = true
	e.options.staticCheck, e.options.dynamicCheck, e.options.spread = other.options.staticCheck, other.options.dynamicCheck, other.options.spread
	if err := e.load(other.programText(), "check-syntax", false); err != nil {
		return err
	}
	e.current = e.module(other.current.Name)
	return nil
}

// A dribble is a file that gets all that passes the standard outputs.
var dribbleFunctions = []Function{
	{"dribble-on", 1, 1, func(c *Call) (value.Value, error) {
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
	}},
	{"dribble-off", 0, 0, func(c *Call) (value.Value, error) { return value.Bool(c.Env.stopDribble()), nil }},
}

// stopDribble closes the file, if there is one, and reports whether that was well.
func (r *routers) stopDribble() bool {
	f := r.dribble
	r.dribble = nil
	return f == nil || f.Close() == nil
}
