package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// The compiler refuses conditions that can never hold and calls in rules whose arguments are always
// wrong. It knows the kinds of values of a variable from the slots in which it occurs.

// checks reports whether the text of a program is checked against constraints.
func (c *Compiler) checks() bool { return c.Env.Dialect != core.Jess && c.Env.Options.StaticCheck }

const singleKinds = core.AnyKind &^ (1 << value.MultifieldKind) &^ core.Nothing

// narrow records the kinds of values of the variable of a field. slot are the kinds of its slot. The
// function returned also applies the field's constraint, which holds for the conditions after the
// field, but not for calls in it.
func (b *patternBuilder) narrow(c *constraint, slot core.KindSet) (after func(), err error) {
	after = func() {}
	if !b.checks() {
		return after, nil
	}
	kinds := slot
	if c.multi {
		if b.slot == nil {
			kinds = core.AnyKind // CLIPS checks these only on the right-hand side
		} else {
			kinds = core.KindsOf(value.MultifieldKind)
		}
		slot = kinds
	} else if kinds &= b.constantKinds(c); kinds == 0 || b.inconsistent(c) {
		return after, b.At(c.form, "[RULECSTR1] The constraint conflicts with the slot: nothing can match")
	}
	if c.variable == nil {
		return after, nil
	}
	name := c.variable.Text
	if old, known := b.types[name]; known && kinds != core.AnyKind {
		if kinds &= old; kinds == 0 {
			return after, b.At(c.variable, "[RULECSTR1] Variable %s has constraint conflicts which make the pattern unmatchable", c.variable)
		}
		slot &= old
	}
	b.types[name] = slot
	if c.multi && b.slot == nil {
		b.multis[name] = true
	}
	return func() { b.types[name] = kinds }, nil
}

// constantKinds returns the kinds that the constants and calls of a constraint allow.
func (b *patternBuilder) constantKinds(c *constraint) core.KindSet {
	var some core.KindSet
	for _, alternative := range c.alternatives {
		all := singleKinds
		for _, t := range alternative {
			switch {
			case t.negated:
			case t.kind == 'c', t.kind == '=':
				s := NewScope(b.Compiler)
				all &= s.kindsOf(t.form)
			}
		}
		some |= all
	}
	return some
}

// checkLiterals checks the constants of a field against the constraint of its slot.
func (b *patternBuilder) checkLiterals(c *constraint) error {
	if b.slot == nil || !b.checks() {
		return nil
	}
	for _, alternative := range c.alternatives {
		for _, t := range alternative {
			if t.kind != 'c' {
				continue
			}
			v, _ := b.constant(t.form)
			if problem := b.slot.Constraint.CheckOne(v); problem != "" {
				return b.At(t.form, "[CSTRNCHK1] A literal restriction value %s for slot %s", problem, b.slot.Name)
			}
		}
	}
	return nil
}

// inconsistent reports whether no value satisfies the constants of a field.
func (b *patternBuilder) inconsistent(c *constraint) bool {
	for _, alternative := range c.alternatives {
		if !b.impossible(alternative) {
			return false
		}
	}
	return true
}

// impossible reports whether terms require two different constants, or one that they exclude.
func (b *patternBuilder) impossible(terms []term) bool {
	for i, t := range terms {
		if t.kind != 'c' || t.negated {
			continue
		}
		v, _ := b.constant(t.form)
		for k, other := range terms {
			if other.kind != 'c' || k == i {
				continue
			}
			if w, _ := b.constant(other.form); value.Equal(v, w) == other.negated {
				return true
			}
		}
	}
	return false
}

// checkNumber checks the number of fields against the constraint of a multislot. As in CLIPS, a
// single multifield or an empty slot is always valid.
func (b *patternBuilder) checkNumber(singles, multis int, at *syntax.Form) error {
	most := singles
	if multis > 0 {
		most = -1
	}
	if multis == 1 || singles+multis == 0 {
		return nil
	}
	if b.slot != nil && b.checks() && b.slot.Constraint.Limited && !b.slot.Constraint.Holds(singles, most) {
		return b.At(at, "[CSTRNCHK1] The group of restrictions %s for slot %s", core.WrongNumber, b.slot.Name)
	}
	return nil
}

// slotKinds returns the kinds of single values that the current slot allows.
func (b *patternBuilder) slotKinds() core.KindSet {
	if b.slot == nil {
		return singleKinds
	}
	return b.slot.Constraint.Kinds()
}
