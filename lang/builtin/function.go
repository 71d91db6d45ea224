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
	Forms []Form // by the number of arguments; none: it is no function, only a way of choosing

	// Type is the type of every result; where it is nil, Result says it, or reports what
	// is wrong and returns types.BadType. The arguments have been checked by then.
	Type   *types.Type
	Result func(k Checking, e *syntax.CallExpr) *types.Type

	// Aligned says that its arrays are over the same indices. Fit, if there is one, reports
	// whether the arguments go with each other otherwise, and has complained if not.
	Aligned bool
	Fit     func(k Checking, e *syntax.CallExpr) bool

	// Partial says that it may be undefined where its arguments are not. One that always is
	// gets a warning.
	Partial bool

	// Members says that Lower asks for every member of an array, so that the result is
	// undefined where one of them is. Else that is seen to where it is called.
	Members bool

	// Lower writes a call out. The arguments are as they were written out: where one is
	// undefined, so must be what is made of it; for arrays and tuples see Members.
	Lower func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered

	// Judge evaluates a call. The arguments are defined. The error is an Undefined or
	// ErrOverflow, or came from j.
	Judge func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error)

	Manual   string // what it gives, for the manual; of a way of choosing, how it is written
	Examples []Example
}

// A Form is a list of parameters.
type Form struct {
	Params []Param
	More   bool   // the last one any number of times
	Alike  string // where the arguments must be of one type: what the message says
}

// A Param is a parameter.
type Param struct {
	Name   string // in the manual
	Is     *Kind
	Domain bool                       // it may be a large set that need not be built: Judge asks j.Domain for it
	Hint   func(t *types.Type) string // nil, or a hint for who gives something else
}

// An Example is a call and its value, both as a person writes them. With declares names
// that the call uses, "n: -9..9 = -5; s: set of Thing = {goat}", with the types of all
// that they may be; the enums are those of section 1 of the manual.
type Example struct {
	With, Call, Gives string

	Declared bool // the call needs to know the declarations: with the values in their place it would be refused
}

// All returns the functions, by family, in the order of the manual.
func All() []*Function { return table().all }

// Lookup returns the function of a name, nil if there is none.
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

// Callable reports whether the function can be called with arguments at all.
func (f *Function) Callable() bool { return len(f.Forms) > 0 }

// Choice reports whether it is also written with a choice, as sum(x: T -> e).
func (f *Function) Choice() bool {
	switch f.Name {
	case "sum", "min", "max", "distinct":
		return true
	}
	return false
}

// Form returns the form of a number of arguments, nil if there is none.
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

// Takes says how many arguments a function takes: "one argument".
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

// Subject names the function with this form in a message: "min of one argument", where
// other forms need something else.
func (f *Function) Subject(form *Form) string {
	if len(f.Forms) == 1 || form.More {
		return f.Name
	}
	return f.Name + " of " + arguments(len(form.Params))
}

// Written is how calls are written: "min(a, b, ...)".
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

// of is the one form that a function with these parameters has.
func of(ps ...Param) []Form { return []Form{{Params: ps}} }
