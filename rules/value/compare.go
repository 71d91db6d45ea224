package value

// Two integers compare as integers, any other two numbers as floats.

// Exceeds reports whether one number is greater than another.
func Exceeds(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() > b.Int()
	}
	return a.Number() > b.Number()
}

// Reaches reports whether it is not less.
func Reaches(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() >= b.Int()
	}
	return a.Number() >= b.Number()
}

// SameNumber reports whether two numbers are as large.
func SameNumber(a, b Value) bool {
	if a.Kind() == IntegerKind && b.Kind() == IntegerKind {
		return a.Int() == b.Int()
	}
	return a.Number() == b.Number()
}
