package native

import "farbank/model"

// eval evaluates an expression for a selection. It returns the values and which of them are
// defined; nil means all. A truth value is always defined.
func (v *Vector) eval(e *model.Expr, sel []int32) ([]int64, []bool) {
	values, defined := v.operate(e, sel)
	if !e.Bool || defined == nil {
		return values, defined
	}
	for k, ok := range defined {
		if !ok {
			values[k] = 0
		}
	}
	return values, nil
}

func (v *Vector) operate(e *model.Expr, sel []int32) ([]int64, []bool) {
	out := make([]int64, len(sel))
	switch e.Op {
	case model.Const:
		for k := range out {
			out[k] = e.Value
		}
	case model.Undefined:
		return out, make([]bool, len(sel))
	case model.Cell:
		col := v.cells[e.Value]
		for k, i := range sel {
			out[k] = col[i]
		}
	case model.At, model.Table, model.Select:
		return v.element(e, sel, out)
	case model.If:
		return v.choice(e, sel, out)
	case model.And, model.Or:
		decided := int64(0)
		if e.Op == model.Or {
			decided = 1
		}
		v.junction(e, sel, out, decided)
	default:
		return v.strict(e, sel, out)
	}
	return out, nil
}

// junction evaluates the operands of an And or Or in order, each only for the states that are
// not decided yet.
func (v *Vector) junction(e *model.Expr, sel []int32, out []int64, decided int64) {
	open := make([]int, len(sel)) // positions in sel
	for k := range open {
		open[k], out[k] = k, 1-decided
	}
	part := make([]int32, 0, len(sel))
	for _, a := range e.Args {
		part = part[:0]
		for _, k := range open {
			part = append(part, sel[k])
		}
		values, _ := v.eval(a, part)
		n := 0
		for j, k := range open {
			if values[j] == decided {
				out[k] = decided
			} else {
				open[n] = k
				n++
			}
		}
		open = open[:n]
	}
}

func (v *Vector) choice(e *model.Expr, sel []int32, out []int64) ([]int64, []bool) {
	cond, _ := v.eval(e.Args[0], sel)
	var defined []bool
	for side, arg := range e.Args[1:] {
		var at []int
		var part []int32
		for k, i := range sel {
			if (cond[k] != 0) == (side == 0) {
				at, part = append(at, k), append(part, i)
			}
		}
		defined = v.scatter(arg, at, part, out, defined)
	}
	return out, defined
}

// scatter evaluates an expression for a part of a selection and stores the values at their
// positions.
func (v *Vector) scatter(e *model.Expr, at []int, part []int32, out []int64, defined []bool) []bool {
	if len(part) == 0 {
		return defined
	}
	values, ok := v.eval(e, part)
	if ok != nil && defined == nil {
		defined = trues(len(out))
	}
	for j, k := range at {
		out[k] = values[j]
		if ok != nil {
			defined[k] = ok[j]
		}
	}
	return defined
}

func trues(n int) []bool {
	list := make([]bool, n)
	for i := range list {
		list[i] = true
	}
	return list
}

// element evaluates an At, Table or Select.
func (v *Vector) element(e *model.Expr, sel []int32, out []int64) ([]int64, []bool) {
	offset, defined := make([]int64, len(sel)), trues(len(sel))
	by := strides(e)
	for d, dim := range e.Dims {
		index, ok := v.eval(e.Args[d], sel)
		for k, x := range index {
			if ok != nil && !ok[k] || !dim.Has(x) {
				defined[k] = false
			} else {
				offset[k] += (x - dim.Lo) * by[d]
			}
		}
	}
	if e.Op == model.Table {
		for k := range out {
			if defined[k] {
				out[k] = e.Values[offset[k]]
			}
		}
		return out, defined
	}
	m := module{program: v.pr}
	elems := m.elements(e)
	at := make([][]int, len(elems))
	for k, ok := range defined {
		if ok {
			at[offset[k]] = append(at[offset[k]], k)
		}
	}
	for o, list := range at {
		part := make([]int32, len(list))
		for j, k := range list {
			part[j] = sel[k]
		}
		defined = v.scatter(elems[o], list, part, out, defined)
	}
	return out, defined
}

// strict evaluates operators that need all their operands.
func (v *Vector) strict(e *model.Expr, sel []int32, out []int64) ([]int64, []bool) {
	args := make([][]int64, len(e.Args))
	var defined []bool
	for i, a := range e.Args {
		var ok []bool
		args[i], ok = v.eval(a, sel)
		if ok == nil {
			continue
		}
		if defined == nil {
			defined = trues(len(sel))
		}
		for k := range ok {
			defined[k] = defined[k] && ok[k]
		}
	}
	operands := make([]int64, len(args))
	for k := range out {
		if defined != nil && !defined[k] {
			continue
		}
		for i := range args {
			operands[i] = args[i][k]
		}
		value, ok := apply(e.Op, operands)
		out[k] = value
		if !ok {
			if defined == nil {
				defined = trues(len(sel))
			}
			defined[k] = false
		}
	}
	return out, defined
}

// apply applies an operator to defined operands.
func apply(op model.Op, x []int64) (int64, bool) {
	switch op {
	case model.Not:
		return 1 - x[0], true
	case model.Neg:
		return -x[0], true
	case model.Abs:
		return max(x[0], -x[0]), true
	case model.Mul:
		return x[0] * x[1], true
	case model.Eq:
		return truth(x[0] == x[1]), true
	case model.Ne:
		return truth(x[0] != x[1]), true
	case model.Lt:
		return truth(x[0] < x[1]), true
	case model.Le:
		return truth(x[0] <= x[1]), true
	case model.Div, model.Mod:
		return divide(op, x[0], x[1])
	case model.Distinct:
		for i := range x {
			for j := range i {
				if x[i] == x[j] {
					return 0, true
				}
			}
		}
		return 1, true
	}
	acc := x[0]
	for _, y := range x[1:] {
		switch op {
		case model.Sum:
			acc += y
		case model.Min:
			acc = min(acc, y)
		default:
			acc = max(acc, y)
		}
	}
	return acc, true
}

// divide returns the floored quotient or remainder; false if y is 0.
func divide(op model.Op, x, y int64) (int64, bool) {
	if y == 0 {
		return 0, false
	}
	q, r := x/y, x%y
	if r != 0 && (r < 0) != (y < 0) {
		q, r = q-1, r+y
	}
	if op == model.Div {
		return q, true
	}
	return r, true
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
