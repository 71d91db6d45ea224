package builtin

import (
	"fmt"
	"os"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func instanceFileBuiltins() []compile.Builtin {
	load := func(name, help string, checked bool) compile.Builtin {
		return compile.Builtin{Name: name, Takes: "file:lexeme", Gives: "integer", Help: help, Example: classSample + "(save-instances \"i\") (" + name + " \"i\")",
			Do: func(c *core.Call) (value.Value, error) { return loadInstances(c, checked) }}
	}
	return onlyCLIPS([]compile.Builtin{
		{Name: "save-instances", Takes: "file:lexeme [scope:symbol] [class ...]", Gives: "integer", Help: "writes instances to a file, those of the current module (`local`), of visible modules, or of some classes, and returns their number", Example: classSample + "(save-instances \"i\")", Do: saveInstances},
		load("load-instances", "makes the instances of a file by messages and returns their number", true),
		load("restore-instances", "makes the instances of a file without messages and returns their number", false),
	})
}

func saveInstances(c *core.Call) (value.Value, error) {
	path := c.Args[0].Text()
	var classes []*core.Class
	below := false
	for i := 2; i < len(c.Args); i++ {
		if i == 2 && c.Args[i].IsSymbol("inherit") {
			below = true
			continue
		}
		class, err := classArgument(c, i)
		if err != nil {
			return value.False, err
		}
		classes = append(classes, class)
	}
	if len(c.Args) > 1 && !c.Args[1].IsSymbol("local") && !c.Args[1].IsSymbol("visible") {
		return value.False, c.Wrong(1, "symbol local or visible")
	}
	var b strings.Builder
	count := 0
	for i := range c.Env.Instances() {
		chosen := len(classes) == 0
		for _, class := range classes {
			chosen = chosen || i.Class == class || below && i.Class.Is(class)
		}
		if !chosen || i.Class.Module != c.Env.Current {
			continue
		}
		fmt.Fprintf(&b, "(%s of %s", i.NameValue(), i.Class.Name)
		for n, s := range i.Class.Slots {
			v := i.SlotValue(n)
			b.WriteString("\n   (" + s.Name)
			if v.Kind() == value.MultifieldKind {
				core.WriteFields(&b, v, saved)
			} else {
				b.WriteString(" " + saved(v))
			}
			b.WriteString(")")
		}
		b.WriteString(")\n\n")
		count++
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		return value.False, fault.Remarkf("[ARGACCES2] Function %s was unable to open file %s.", c.Name, path)
	}
	return value.Integer(int64(count)), nil
}

// saved returns a value as load-instances reads it: an address becomes a name.
func saved(v value.Value) string {
	if v.Kind() == value.InstanceKind {
		return v.Ref().(*core.Instance).NameValue().String()
	}
	return v.String()
}

func loadInstances(c *core.Call, byMessage bool) (value.Value, error) {
	path, text, err := readNamed(c, c.Name)
	if err != nil {
		return value.Integer(-1), err
	}
	forms, err := syntax.Parse(path, text)
	if err != nil {
		return value.Integer(-1), &fault.Remark{Err: err}
	}
	count := 0
	for _, f := range forms {
		if err := loadInstance(c.Env, f, text, byMessage); err != nil {
			return value.Integer(int64(count)), &fault.Remark{Err: err}
		}
		count++
	}
	return value.Integer(int64(count)), nil
}

func loadInstance(e *core.Environment, f *syntax.Form, text string, byMessage bool) error {
	s := compile.NewScope(&compile.Compiler{Env: e, Text: text})
	if f.Kind != syntax.List {
		return s.At(f, "(name of class (slot value) ...) is expected")
	}
	if byMessage {
		n, err := s.MakeInstance(f, f.Items, false)
		if err == nil {
			_, err = n.Eval(&core.Frame{Env: e, Vars: make([]value.Value, s.Size)})
		}
		return err
	}
	return s.RestoreInstance(f)
}
