package builtin

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A Function is a built-in function.
type Function struct {
	Name  string
	Forms []Form // by the number of arguments; empty for a name that is only a comprehension

	// Type is the type of every result. If it is nil, Result returns the type, or reports an
	// error and returns types.BadType. Both require checked arguments.
	Type   *types.Type
	Result func(k Checking, e *syntax.CallExpr) *types.Type

	// Aligned requires all array arguments to have the same indices. Fit, if not nil, checks
	// other relations between the arguments; it reports an error and returns false if they do
	// not fit.
	Aligned bool
	Fit     func(k Checking, e *syntax.CallExpr) bool

	// Partial functions may be undefined for defined arguments. A call that is always undefined
	// gets a warning.
	Partial bool

	// Members means that Lower reads every element of an array, so that the result is undefined
	// if one of them is. Otherwise the caller ensures that.
	Members bool

	// Lower translates a call; args are the translated arguments. If an argument is undefined
	// the result must be undefined; for arrays and tuples see Members.
	Lower func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered

	// Judge evaluates a call with defined arguments. The error is an Undefined, ErrOverflow, or
	// an error of j. It does not keep args.
	Judge func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error)

	Manual   string // the value, for the manual; of a comprehension its notation
	Examples []Example
}

// A Form is a parameter list.
type Form struct {
	Params []Param
	More   bool   // the last parameter may be repeated
	Alike  string // if not empty, the arguments must have one type; this is the message
}

// A Param is a parameter.
type Param struct {
	Name   string // as in the manual
	Is     *Kind
	Domain bool                       // a large set that need not be built: Judge calls j.Domain for it
	Hint   func(t *types.Type) string // a hint for an argument of another type; may be nil
}

// An Example is a call and its value in the language. With declares the names of the call, "n:
// -9..9 = -5; s: set of Thing = {goat}", with types that bound their values. The enums are
// those of section 1 of the manual.
type Example struct {
	With, Call, Gives string

	Declared bool // the call needs the declarations; with literal values it is refused
}

// All returns the functions, by family, in the order of the manual.
func All() []*Function { return table().all }

// Lookup returns the function with a name, or nil.
func Lookup(name string) *Function { return table().byName[name] }

// Names returns the names of all functions, in the order of All.
func Names() []string {
	names := make([]string, len(All()))
	for i, f := range All() {
		names[i] = f.Name
	}
	return names
}

type functions struct {
	all    []*Function
	byName map[string]*Function
}

var table = sync.OnceValue(func() functions {
	t := functions{byName: map[string]*Function{}}
	for _, family := range [][]Function{numbers(), sets(), values(), graphs(), arrays(), sequences(), resources(), texts()} {
		for i := range family {
			t.all = append(t.all, &family[i])
			t.byName[family[i].Name] = &family[i]
		}
	}
	return t
})

// Callable reports whether the function can be called with arguments.
func (f *Function) Callable() bool { return len(f.Forms) > 0 }

// Choice reports whether the function is also a comprehension, such as sum(x: T -> e).
func (f *Function) Choice() bool {
	switch f.Name {
	case "sum", "min", "max", "distinct":
		return true
	}
	return false
}

// Form returns the form for a number of arguments, or nil.
func (f *Function) Form(n int) *Form {
	for i := range f.Forms {
		if form := &f.Forms[i]; n == len(form.Params) || form.More && n > len(form.Params) {
			return form
		}
	}
	return nil
}

// Param returns the parameter of the argument at i.
func (f *Form) Param(i int) *Param { return &f.Params[min(i, len(f.Params)-1)] }

// Takes returns the numbers of arguments of a function in words, such as "one argument".
func (f *Function) Takes() string {
	var counts []int
	more := false
	for _, form := range f.Forms {
		counts = append(counts, len(form.Params))
		more = more || form.More
	}
	slices.Sort(counts)
	if more {
		return arguments(counts[0]) + " or more"
	}
	last := counts[len(counts)-1]
	text := ""
	for _, n := range counts[:len(counts)-1] {
		text += strconv.Itoa(n) + " or "
	}
	return text + arguments(last)
}

func arguments(n int) string {
	if n == 1 {
		return "one argument"
	}
	return strconv.Itoa(n) + " arguments"
}

// Subject returns the name of the function with this form for a message: "min of one argument"
// if there are other forms.
func (f *Function) Subject(form *Form) string {
	if len(f.Forms) == 1 || form.More {
		return f.Name
	}
	return f.Name + " of " + arguments(len(form.Params))
}

// Written returns the notation of a call: "min(a, b, ...)".
func (f *Function) Written(form *Form) string {
	names := make([]string, len(form.Params))
	for i, p := range form.Params {
		names[i] = p.Name
	}
	if form.More {
		names = append(names, "...")
	}
	return f.Name + "(" + strings.Join(names, ", ") + ")"
}

// of returns a single form with these parameters.
func of(ps ...Param) []Form { return []Form{{Params: ps}} }
