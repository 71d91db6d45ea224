package builtin

import (
	"os"
	"strings"
	"time"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// systemBuiltins return information about the machine and the language. Go's garbage collector
// manages the memory: functions about the memory of CLIPS report that of facts and matches, and
// those that change its management have no effect.
func systemBuiltins() []compile.Builtin {
	yes := func(*core.Call) (value.Value, error) { return value.True, nil }
	noFacet := func(*core.Call) (value.Value, error) { return value.False, nil } // users cannot define any
	return []compile.Builtin{
		{Name: "time", Gives: "float", Help: "returns the seconds since 1970", Example: "(time)", Varies: true, Do: func(*core.Call) (value.Value, error) {
			return value.Float(float64(time.Now().UnixNano()) / 1e9), nil
		}},
		{Name: "timer", Takes: "[expression ...]", Help: "evaluates expressions and returns the seconds elapsed", Example: "(timer (+ 1 2))", Varies: true, Compile: timer},
		{Name: "local-time", Help: "returns year, month, day, hour, minute, second, weekday, days since January 1, and daylight saving time", Example: "(local-time)", Varies: true,
			Do: func(c *core.Call) (value.Value, error) { return date(c, time.Now()), nil }},
		{Name: "gm-time", Help: "like `local-time`, in UTC", Example: "(gm-time)", Varies: true, Do: func(c *core.Call) (value.Value, error) { return date(c, time.Now().UTC()), nil }},
		{Name: "operating-system", Help: "returns UNKNOWN", Example: "(operating-system)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbols.Symbol("UNKNOWN"), nil
		}},
		{Name: "system", Takes: "value ...", Help: "prints that it executes no commands", Example: "(system \"ls\")", Do: func(*core.Call) (value.Value, error) {
			return value.Value{}, fault.Remarkf("system: commands of the operating system are not run")
		}},
		{Name: "mem-used", Help: "returns the approximate memory of facts and matches, in bytes", Example: "(mem-used)", Varies: true, Do: func(c *core.Call) (value.Value, error) {
			return value.Integer(c.Env.Memory()), nil
		}},
		{Name: "mem-requests", Help: "returns the number of facts", Example: "(mem-requests)", Do: func(c *core.Call) (value.Value, error) {
			return value.Integer(int64(c.Env.FactList.Len())), nil
		}},
		{Name: "release-mem", Help: "returns 0 and has no effect", Example: "(release-mem)", Do: func(*core.Call) (value.Value, error) { return value.Integer(0), nil }},
		{Name: "conserve-mem", Takes: "on-or-off", Quiet: true, Help: "has no effect", Example: "(conserve-mem on)", Do: conserve},
		{Name: "set-locale", Takes: "[name]", Help: "returns `\"C\"`, the only locale", Example: "(set-locale)", Do: func(c *core.Call) (value.Value, error) { return value.String("C"), nil }},
		{Name: "get-beta-memory-resizing", Help: "returns TRUE", Example: "(get-beta-memory-resizing)", Do: yes},
		{Name: "set-beta-memory-resizing", Takes: "boolean:value", Help: "returns TRUE", Example: "(set-beta-memory-resizing FALSE)", Do: yes},
		{Name: "deftemplate-slot-facet-existp", Takes: "template slot name", Help: "returns FALSE", Example: "(deftemplate-slot-facet-existp t s f)", Do: noFacet},
		{Name: "deftemplate-slot-facet-value", Takes: "template slot name", Help: "returns FALSE", Example: "(deftemplate-slot-facet-value t s f)", Do: noFacet},
		{Name: "options", Quiet: true, Help: "lists the parts of the language", Example: "(options)", Varies: true, Do: options},
		{Name: "apropos", Takes: "text", Quiet: true, Help: "lists the names that contain a text", Example: "(apropos tanh)", Do: apropos},
		{Name: "get-function-list", Help: "returns the names of all functions", Example: "(subsetp (create$ sin cos) (get-function-list))", Do: func(c *core.Call) (value.Value, error) {
			var names []value.Value
			for _, name := range c.Env.FunctionNames() {
				names = append(names, c.Env.Symbol(name))
			}
			return value.List(names...), nil
		}},
		{Name: "get-function-restrictions", Takes: "name:symbol", Gives: "string", Help: "returns the code of the arguments of a function of CLIPS: the least and greatest number, and the kinds",
			Example: "(get-function-restrictions str-index)", Do: argumentCode},
		{Name: "check-syntax", Takes: "text", Help: "returns FALSE for a valid construct or call, and otherwise the errors",
			Example: "(check-syntax \"(defrule r (a ?x) => (assert (b ?x)))\")", Do: checkSyntax},
	}
}

func conserve(c *core.Call) (value.Value, error) {
	if word, err := c.Symbol(0); err != nil || word != "on" && word != "off" {
		return value.Value{}, c.Wrong(0, "of type symbol with value on or off")
	}
	return value.Value{}, nil
}

// features are the parts of the language, in the order and words of CLIPS.
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

func options(c *core.Call) (value.Value, error) {
	for _, f := range features {
		state := "OFF"
		if f.on {
			state = "ON"
		}
		c.Env.Display(f.name + " " + state + "\n")
	}
	return value.Value{}, nil
}

// apropos lists the names that contain a text.
func apropos(c *core.Call) (value.Value, error) {
	text, err := c.Symbol(0)
	if err != nil {
		return value.Value{}, err
	}
	for _, name := range compile.Names(c.Env) {
		if strings.Contains(name, text) {
			c.Env.Display(name + "\n")
		}
	}
	return value.Value{}, nil
}

// checkSyntax returns FALSE for a text with one valid construct or call. It returns a symbol if
// brackets are wrong, and otherwise the error messages.
func checkSyntax(c *core.Call) (value.Value, error) {
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
		trial := core.New(core.Options{Dialect: c.Env.Dialect}, c.Env.Language)
		if err := imitate(trial, c.Env); err != nil {
			return value.False, err
		}
		if compile.IsConstruct(f) {
			err = compile.Do(trial, f, text, false)
		} else {
			s := compile.NewScope(&compile.Compiler{Env: trial, Text: text})
			s.Top = true
			_, err = s.Compile(f)
		}
	}
	if err == nil {
		return value.False, nil
	}
	return value.List(value.String(err.Error()+"\n"), value.False), nil
}

// imitate defines the constructs of another environment without calling anything.
func imitate(e *core.Environment, other *core.Environment) error {
	for name, f := range other.Functions {
		e.Functions[name] = f // those written in Go
	}
	e.Checking = true
	e.Options.StaticCheck, e.Options.DynamicCheck, e.Options.Spread = other.Options.StaticCheck, other.Options.DynamicCheck, other.Options.Spread
	if err := compile.LoadText(e, programText(other), "check-syntax", false); err != nil {
		return err
	}
	e.Current = e.Module(other.Current.Name)
	return nil
}

// dribbleOn copies the standard outputs to a file.
func dribbleOn(c *core.Call) (value.Value, error) {
	path, ok := fileName(c, 0)
	if !ok {
		return value.False, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return value.False, nil
	}
	c.Env.StopDribble()
	c.Env.Dribble = f
	return value.True, nil
}
