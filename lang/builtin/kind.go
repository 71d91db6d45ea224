package builtin

import "farbank/lang/types"

// A Kind is a set of types that an argument may have.
type Kind struct {
	Needs string // in messages: "a number"
	Has   func(t *types.Type) bool

	// Closer, if not nil, returns a better message for a type that does not fit: the
	// description of the argument, what is needed, and a hint. Empty strings mean the defaults.
	Closer func(t *types.Type) (is, needs, hint string)
}

// The kinds of arguments.
var (
	Anything = &Kind{Needs: "a value", Has: func(t *types.Type) bool { return true }}
	Number   = &Kind{Needs: "a number", Has: func(t *types.Type) bool { return t.Kind == types.Int && !t.Decimal }, Closer: wholeNumber}
	Real     = &Kind{Needs: "a number", Has: func(t *types.Type) bool { return t.Kind == types.Int }}
	Name     = &Kind{Needs: "a name of an enum", Has: func(t *types.Type) bool { return t.Kind == types.Enum }}
	Text     = &Kind{Needs: "a text", Has: func(t *types.Type) bool { return t.Kind == types.Text }}
	Set      = &Kind{Needs: "a set", Has: func(t *types.Type) bool { return t.Kind == types.Set }}
	Array    = &Kind{Needs: "an array", Has: func(t *types.Type) bool { return t.Kind == types.Array }}
	Grid     = &Kind{Needs: "a grid, or an array of two indices", Has: func(t *types.Type) bool {
		return t.Kind == types.Array && len(t.Index) == 2
	}}

	// Ordered values have a least and a greatest.
	Ordered = &Kind{Needs: "numbers, names, truth values, texts or tuples", Has: (*types.Type).Ordered}

	// Listed values are of a type with a finite, known list of values.
	Listed = &Kind{
		Needs: "a truth value, a name of an enum or a number with a range",
		Has: func(t *types.Type) bool {
			return t.Model != nil && (t.Kind == types.Bool || t.Kind == types.Enum || t.Kind == types.Int)
		},
		Closer: func(t *types.Type) (is, needs, hint string) {
			if t.Kind == types.Int {
				return "a number without a range", "one", "it works on a variable, a parameter or a bound name of a type lo..hi"
			}
			return "", "", ""
		},
	}

	// Successors is an array from each index to its successor.
	Successors = &Kind{Needs: "an array over numbers or names, whose elements are its indices", Has: func(t *types.Type) bool {
		return t.Kind == types.Array && len(t.Index) == 1 && (t.Index[0].Kind == types.Int || t.Index[0].Kind == types.Enum) && types.Fits(t.Index[0], t.Elem())
	}, Closer: func(t *types.Type) (is, needs, hint string) {
		return "", "", "next[T]: the element of each number or name is its successor; squares can be numbered (row - 1) * cols + col"
	}}

	// Plain values are compared as one integer.
	Plain  = &Kind{Needs: "a number or a name of an enum", Has: plain}
	Plains = arrayOf(Plain, "an array of numbers or names of an enum")

	// Mapping is an array from numbers or names to numbers or names.
	Mapping = &Kind{Needs: "an array over numbers or names, of numbers or names", Has: func(t *types.Type) bool {
		return t.Kind == types.Array && len(t.Index) == 1 && plain(t.Index[0]) && plain(t.Elem())
	}}

	// Triples are the transitions of an automaton.
	Triples = &Kind{Needs: "a set of triples (state, value, next state) of numbers or names", Has: func(t *types.Type) bool {
		return t.Kind == types.Set && (t.Elem().Kind == types.Nothing || t.Elem().Kind == types.Tuple && len(t.Elem().Elems) == 3 &&
			plain(t.Elem().Elems[0]) && plain(t.Elem().Elems[1]) && plain(t.Elem().Elems[2]))
	}, Closer: func(t *types.Type) (is, needs, hint string) {
		return "", "", "{(q, v, r), ...}: from the state q an element v leads to the state r"
	}}

	// PlainSet is a set of Plain values.
	PlainSet = &Kind{Needs: "a set of numbers or names of an enum", Has: func(t *types.Type) bool {
		return t.Kind == types.Set && (t.Elem().Kind == types.Nothing || plain(t.Elem()))
	}}

	Numbers  = arrayOf(Number, "an array of numbers")
	Reals    = arrayOf(Real, "an array of numbers")
	Ordereds = arrayOf(Ordered, "an array of numbers, names, truth values, texts or tuples")
)

// wholeNumber is the Closer of functions of whole numbers.
func wholeNumber(t *types.Type) (is, needs, hint string) {
	if t.Decimal {
		return "", "a whole number", "round, floor and ceil give whole numbers"
	}
	return "", "", ""
}

func plain(t *types.Type) bool { return t.Kind == types.Int && !t.Decimal || t.Kind == types.Enum }

func arrayOf(elem *Kind, needs string) *Kind {
	return &Kind{Needs: needs, Has: func(t *types.Type) bool { return t.Kind == types.Array && elem.Has(t.Elem()) }}
}

// Complaint returns the parts of the message about a type that does not fit.
func (k *Kind) Complaint(t *types.Type) (is, needs, hint string) {
	if k.Closer != nil {
		is, needs, hint = k.Closer(t)
	}
	if is == "" {
		is = t.String()
	}
	if needs == "" {
		needs = k.Needs
	}
	return is, needs, hint
}
