package value

// Two integers are compared as integers, any other numbers as floats.

// Exceeds reports whether a > b.
func Exceeds(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() > b.Int()
	}
	return a.Number() > b.Number()
}

// Reaches reports whether a >= b.
func Reaches(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() >= b.Int()
	}
	return a.Number() >= b.Number()
}

// SameNumber reports whether a and b are equal as numbers.
func SameNumber(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() == b.Int()
	}
	return a.Number() == b.Number()
}
