package compile

import (
	"fmt"
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// constrain adds the tests of a field: those of the fact alone to the step, others to the join.
func (b *patternBuilder) constrain(step *rete.Field, c constraint, ref rete.Ref) error {
	if err := b.checkLiterals(&c); err != nil {
		return err
	}
	after, err := b.narrow(&c, b.slotKinds())
	if err != nil {
		return err
	}
	defer after()
	if c.variable != nil {
		if err := b.leading(step, c.variable, ref); err != nil {
			return err
		}
	}
	here := true
	for _, alternative := range c.alternatives {
		for _, t := range alternative {
			ok, err := b.overFactAlone(t)
			if err != nil {
				return err
			}
			here = here && ok
		}
	}
	if len(c.alternatives) > 1 {
		return b.oneOf(step, c, ref, here)
	}
	for _, t := range c.alternatives[0] {
		own, _ := b.overFactAlone(t)
		if err := b.single(step, t, ref, own, len(c.alternatives[0]) == 1); err != nil {
			return err
		}
	}
	return nil
}

// leading binds a variable, or compares the field with its earlier value.
func (b *patternBuilder) leading(step *rete.Field, v *syntax.Form, ref rete.Ref) error {
	old := b.places[v.Text]
	if old == nil {
		r := ref
		b.places[v.Text] = &r
		b.kinds[v.Text] = v.Kind == syntax.MultiVariable
		return nil
	}
	if old.Kind == rete.RefFact && old.Level == b.level && b.Env.Dialect != core.Jess {
		return b.At(v, "[ANALYSIS2] %s is the address of a fact already", v)
	}
	if b.Env.Dialect != core.Jess && b.kinds[v.Text] != (v.Kind == syntax.MultiVariable) {
		return b.At(v, "[ANALYSIS3] Variable ?%s is used as both a single and multifield variable", v.Text)
	}
	b.complexity++
	if old.Level == b.level {
		step.Tests = append(step.Tests, sameField(ref, *old))
		step.Text += b.placeText(ref) + "=" + b.placeText(*old) + ";"
		return nil
	}
	b.use(old)
	b.join.Tests = append(b.join.Tests, rete.Test{Kind: rete.Equal, Left: *old, Right: ref})
	b.join.Text += fmt.Sprintf("=%v %v;", *old, ref)
	b.join.Left = append(b.join.Left, *old)
	key := ref
	key.Level = 0
	b.keys = append(b.keys, key)
	return nil
}

// sameField compares a field with another one of the same fact. The step of a multifield variable
// that is alone in its slot receives the whole slot, so the test reads the field itself.
func sameField(field, other rete.Ref) rete.AlphaTest {
	if field.Kind != rete.RefRange {
		return rete.AlphaTest{Kind: rete.Equal, Other: &other}
	}
	return rete.AlphaTest{Kind: rete.Call, Func: func(v *rete.View) (bool, error) {
		return value.Equal(v.Value(&field), v.Value(&other)), nil
	}}
}

// overFactAlone reports whether a term depends only on the pattern's fact.
func (b *patternBuilder) overFactAlone(t term) (bool, error) {
	switch t.kind {
	case 'c':
		return true, nil
	case 'v':
		r := b.places[t.form.Text]
		if r == nil {
			return false, b.At(t.form, "[ANALYSIS4] Variable %s is used before it is bound", t.form)
		}
		return r.Level == b.level, nil
	}
	return b.allHere(t.form), nil
}

// allHere reports whether all variables of f belong to the current pattern.
func (b *patternBuilder) allHere(f *syntax.Form) bool {
	if f.IsVariable() {
		r := b.places[f.Text]
		return r == nil || r.Level == b.level
	}
	return !slices.ContainsFunc(f.Items, func(item *syntax.Form) bool { return !b.allHere(item) })
}

// single adds one term that must hold.
func (b *patternBuilder) single(step *rete.Field, t term, ref rete.Ref, own, alone bool) error {
	b.complexity += termWeight(t)
	if own {
		test, key, err := b.alphaTest(t, ref)
		if err != nil {
			return err
		}
		if t.kind == 'c' && !t.negated && alone && len(step.Tests) == 0 && !step.Multi && !(step.Whole && ref.Kind == rete.RefRange) {
			v := test.Value
			step.Constant = &v
		} else {
			step.Tests = append(step.Tests, test)
		}
		step.Text += key + ";"
		return nil
	}
	test, key, err := b.betaTest(t, ref)
	if err != nil {
		return err
	}
	b.join.Tests = append(b.join.Tests, test)
	b.join.Text += key + ";"
	return nil
}

// termWeight returns the contribution of a term to the complexity of a rule.
func termWeight(t term) int {
	if t.kind == ':' {
		return weight(t.form)
	}
	return 1
}

// alphaTest returns a term as a test of the pattern's fact.
func (b *patternBuilder) alphaTest(t term, ref rete.Ref) (rete.AlphaTest, string, error) {
	kind, sign := rete.Equal, "="
	if t.negated {
		kind, sign = rete.NotEqual, "~"
	}
	switch t.kind {
	case 'c':
		v, _ := b.constant(t.form)
		if ref.Kind == rete.RefRange || ref.Kind == rete.RefMark {
			v = value.List(v)
		}
		return rete.AlphaTest{Kind: kind, Value: v}, fmt.Sprintf("%s%d%s", sign, t.form.Kind, t.form), nil
	case 'v':
		other := *b.places[t.form.Text]
		if ref.Kind == rete.RefRange {
			return b.callTest(t, ref)
		}
		return rete.AlphaTest{Kind: kind, Other: &other}, sign + b.placeText(other), nil
	}
	return b.callTest(t, ref)
}

// callTest returns a term as a test that evaluates an expression.
func (b *patternBuilder) callTest(t term, ref rete.Ref) (rete.AlphaTest, string, error) {
	call, key, err := b.termPredicate(t, ref)
	return rete.AlphaTest{Kind: rete.Call, Func: call}, key, err
}

// betaTest returns a term as a test of the join.
func (b *patternBuilder) betaTest(t term, ref rete.Ref) (rete.Test, string, error) {
	if t.kind == ':' && !t.negated {
		return b.joinTest(t.form)
	}
	if t.kind != 'v' {
		call, key, err := b.termPredicate(t, ref)
		return rete.Test{Func: call}, key, err
	}
	old := b.places[t.form.Text]
	b.use(old)
	kind, sign := rete.Equal, "="
	if t.negated {
		kind, sign = rete.NotEqual, "~"
	}
	return rete.Test{Kind: kind, Left: *old, Right: ref}, fmt.Sprintf("%s%v %v", sign, *old, ref), nil
}

// termPredicate compiles a term that evaluates an expression.
func (b *patternBuilder) termPredicate(t term, ref rete.Ref) (func(*rete.View) (bool, error), string, error) {
	if t.kind == ':' {
		call, key, err := b.predicate(t.form)
		if err != nil || !t.negated {
			return call, key, err
		}
		return func(v *rete.View) (bool, error) {
			ok, err := call(v)
			return !ok, err
		}, "~" + key, nil
	}
	s := b.scope()
	n, err := s.Compile(t.form)
	if err != nil {
		return nil, "", err
	}
	size := s.Size
	return func(v *rete.View) (bool, error) {
		x := looking(v, size)
		w, err := n.Eval(x)
		looked(x)
		return err == nil && value.Equal(v.Value(&ref), w) != t.negated, err
	}, fmt.Sprintf("=%v%s%s", t.negated, b.placeText(ref), b.keyOf(t.form)), nil
}

// oneOf adds alternatives, one of which must hold.
func (b *patternBuilder) oneOf(step *rete.Field, c constraint, ref rete.Ref, here bool) error {
	var calls [][]func(*rete.View) (bool, error)
	key := "|"
	for _, alternative := range c.alternatives {
		var all []func(*rete.View) (bool, error)
		for _, t := range alternative {
			b.complexity += termWeight(t)
			if t.kind != ':' {
				t.kind = '=' // a constant or variable is compared as an expression
			}
			call, k, err := b.termPredicate(t, ref)
			if err != nil {
				return err
			}
			all = append(all, call)
			key += k + "&"
		}
		calls = append(calls, all)
		key += "|"
	}
	call := func(v *rete.View) (bool, error) { return anyOf(v, calls) }
	if here {
		step.Tests = append(step.Tests, rete.AlphaTest{Kind: rete.Call, Func: call})
		step.Text += key + ";"
		return nil
	}
	b.join.Tests = append(b.join.Tests, rete.Test{Func: call})
	b.join.Text += key + ";"
	return nil
}

// anyOf reports whether all calls of one alternative are true.
func anyOf(v *rete.View, calls [][]func(*rete.View) (bool, error)) (bool, error) {
	for _, all := range calls {
		pass := true
		for _, call := range all {
			ok, err := call(v)
			if err != nil {
				return false, err
			}
			if !ok {
				pass = false
				break
			}
		}
		if pass {
			return true, nil
		}
	}
	return false, nil
}
