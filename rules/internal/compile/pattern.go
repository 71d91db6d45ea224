package compile

import (
	"fmt"

	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// patternBuilder translates one pattern into steps of the pattern tree and tests of its join.
type patternBuilder struct {
	*analysis
	level    int
	template *core.Template
	slot     *core.Slot // the current one; nil for an ordered fact
	fields   []rete.Field
	marks    int // the number of multifield variables that share their slot with others
	join     rete.Condition
	keys     []rete.Ref
}

// pattern analyses a pattern and the tests after it.
func (a *analysis) pattern(p *element, level int, tests []*syntax.Form) (rete.Condition, error) {
	a.complexity++
	a.here = level
	head := p.form.Items[0]
	if constructs[head.Text] != nil || head.Text == "=" && a.Env.Dialect != core.Jess {
		return rete.Condition{}, a.At(p.form, "%s is no condition", head)
	}
	var t *core.Template
	var err error
	form := p.form
	var classes []*core.Class
	if head.Text == "object" && a.Env.Dialect != core.Jess {
		t, classes, form, err = a.objectTemplate(form)
	} else {
		t, err = NewScope(a.Compiler).relationFor(head)
	}
	if err != nil {
		return rete.Condition{}, err
	}
	if p.window > 0 && t.Object {
		return rete.Condition{}, a.At(p.form, "a window is for facts, not for instances")
	}
	b := &patternBuilder{analysis: a, level: level, template: t}
	if p.binding != "" {
		if a.places[p.binding] != nil {
			return b.join, a.At(p.form, "[ANALYSIS1] the address ?%s is bound twice", p.binding)
		}
		a.places[p.binding] = &rete.Ref{Level: level, Kind: rete.RefFact}
		a.types[p.binding] = core.KindsOf(value.FactKind)
		if t.Object {
			a.types[p.binding] = core.KindsOf(value.InstanceKind)
		} else {
			a.bound[p.binding] = t
		}
	}
	if t.Implied {
		err = b.multislot(0, p.form.Items[1:], p.form)
	} else {
		err = b.slots(form)
	}
	if err != nil {
		return b.join, err
	}
	if len(b.fields) == 0 {
		b.fields = []rete.Field{{Slot: -1, Whole: true}}
		if t.Implied {
			// CLIPS never shares the match of any ordered fact, which affects the order of
			// activations.
			a.Env.RuleCount++
			b.fields[0].Text = fmt.Sprint("own", a.Env.RuleCount)
		}
	}
	relation := t.Relation
	if t.Object {
		relation = b.view(classes)
	}
	b.join.Pattern = &rete.Pattern{Relation: relation, Fields: b.fields, Keys: b.keys, Window: int64(p.window)}
	if len(b.keys) > 0 {
		b.join.Pattern.KeyText = fmt.Sprint(b.keys)
	}
	err = a.addTests(&b.join.Tests, &b.join.Text, tests, level)
	return b.join, err
}

// slots analyses the slots of a pattern.
func (b *patternBuilder) slots(f *syntax.Form) error {
	seen := map[int]bool{}
	for _, item := range f.Items[1:] {
		if item.Kind != syntax.List || item.Head() == "" {
			return b.At(item, "[TMPLTLHS1] (slot constraint) is expected in a pattern of %s", b.template.Name)
		}
		i := b.template.Slot(item.Head())
		if i < 0 {
			return b.At(item, "[TMPLTDEF1] Invalid slot %s not defined in corresponding deftemplate %s", item.Head(), b.template.Name)
		}
		if seen[i] {
			return b.At(item, "[TMPLTLHS1] slot %s stands twice", item.Head())
		}
		seen[i] = true
		b.slot = &b.template.Slots[i]
		if err := b.inSlot(i, item); err != nil {
			return err
		}
	}
	return nil
}

// inSlot analyses one slot.
func (b *patternBuilder) inSlot(i int, f *syntax.Form) error {
	if b.template.Slots[i].Multi {
		return b.multislot(i, f.Items[1:], f)
	}
	fields, err := b.split(f.Items[1:], f)
	if err != nil {
		return err
	}
	if len(fields) != 1 {
		return b.At(f, "[TMPLTDEF2] The single field slot %s can only contain a single field", f.Head())
	}
	if fields[0].multi {
		if b.Env.Dialect != core.Jess {
			return b.At(f, "[TMPLTDEF2] The single field slot %s cannot contain a multifield variable", f.Head())
		}
	}
	step := rete.Field{Slot: i, Whole: true}
	ref := rete.Ref{Level: b.level, Kind: rete.RefSlot, Slot: i}
	if err := b.constrain(&step, fields[0], ref); err != nil {
		return err
	}
	if step.Constant != nil || len(step.Tests) > 0 {
		b.fields = append(b.fields, step)
	}
	return nil
}

// constraint is the constraint of a field: alternatives of terms that must all hold. A leading
// variable is bound or compared.
type constraint struct {
	form         *syntax.Form
	variable     *syntax.Form // the leading variable or nil
	multi        bool         // the field takes any number of values
	alternatives [][]term
}

// term is one term of a constraint.
type term struct {
	negated bool
	form    *syntax.Form // constant, variable, or the expression of : and =
	kind    byte         // 'c' constant, 'v' variable, ':' predicate, '=' return value
}

// split parses the forms of a slot into the constraints of its fields.
func (b *patternBuilder) split(forms []*syntax.Form, at *syntax.Form) ([]constraint, error) {
	if len(forms) > maxFields {
		return nil, b.At(at, "a pattern cannot have more than %d fields", maxFields)
	}
	var fields []constraint
	for i := 0; i < len(forms); {
		c := constraint{form: forms[i], alternatives: [][]term{nil}}
		var err error
		for first := true; ; first = false {
			var t *term
			if t, i, err = b.term(forms, i, at); err != nil {
				return nil, err
			}
			c.add(t, first)
			if i >= len(forms) || forms[i].Kind != syntax.And && forms[i].Kind != syntax.Or {
				break
			}
			if forms[i].Kind == syntax.Or {
				c.endAlternative()
			}
			i++
		}
		if t := b.mixed(&c); t != nil && b.Env.Dialect != core.Jess {
			return nil, b.At(t.form, "[PATTERN2] Single and multifield constraints cannot be mixed in a field constraint")
		}
		c.finish()
		fields = append(fields, c)
	}
	return fields, nil
}

// term parses one term; its kind is '?' for a wildcard.
func (b *patternBuilder) term(forms []*syntax.Form, i int, at *syntax.Form) (*term, int, error) {
	if i >= len(forms) {
		return nil, i, b.At(at, "a constraint ends with a connective")
	}
	t := &term{}
	if forms[i].Kind == syntax.Not {
		t.negated = true
		if i++; i >= len(forms) {
			return nil, i, b.At(at, "a constraint ends with ~")
		}
	}
	f := forms[i]
	t.form = f
	switch f.Kind {
	case syntax.Variable, syntax.MultiVariable:
		t.kind = 'v'
		if t.form = b.undotted(f); t.form != f {
			t.kind = '='
		}
	case syntax.Wildcard, syntax.MultiWildcard:
		// ?? is one field
		if b.Env.Dialect == core.Jess && i+1 < len(forms) && forms[i+1].Kind == syntax.Wildcard && forms[i+1].Start == f.End {
			i++ // ?? is one field
		}
		if t.negated || i+1 < len(forms) && (forms[i+1].Kind == syntax.And || forms[i+1].Kind == syntax.Or) {
			if b.Env.Dialect != core.Jess {
				return nil, i, b.At(f, "[PRNTUTIL2] Syntax Error:  Check appropriate syntax for defrule: a wildcard has no connective")
			}
		}
		return &term{form: f, kind: '?'}, i + 1, nil
	case syntax.Symbol:
		if f.Text == ":" || f.Text == "=" {
			if i+1 >= len(forms) || forms[i+1].Kind != syntax.List {
				return nil, i, b.At(f, "a call is expected after %s", f)
			}
			t.kind, t.form = f.Text[0], b.undotted(forms[i+1])
			return t, i + 2, nil
		}
		t.kind = 'c'
	case syntax.String, syntax.Integer, syntax.FloatNumber:
		t.kind = 'c'
	case syntax.Global:
		if b.Env.Dialect != core.Jess {
			return nil, i, b.At(f, "%s may stand in calls only: =(...) or :(...)", f)
		}
		t.kind = '='
	default:
		if f.Kind == syntax.List && b.Env.Dialect == core.Jess {
			t.kind, t.form = '=', b.undotted(f)
			break
		}
		return nil, i, b.At(f, "%s has no place in a constraint", f)
	}
	return t, i + 1, nil
}

// add adds a term to the last alternative.
func (c *constraint) add(t *term, first bool) {
	if t.form.Kind == syntax.MultiVariable || t.form.Kind == syntax.MultiWildcard {
		if first {
			c.multi = true
		}
	}
	if t.kind == '?' {
		return
	}
	last := &c.alternatives[len(c.alternatives)-1]
	if first && t.kind == 'v' && !t.negated {
		c.variable = t.form
	}
	*last = append(*last, *t)
}

// mixed returns a term for a single value in a multifield, or the reverse; nil if all terms fit.
func (b *patternBuilder) mixed(c *constraint) *term {
	const many = core.KindSet(1 << value.MultifieldKind)
	for _, alternative := range c.alternatives {
		for i, t := range alternative {
			multi := t.form.Kind == syntax.MultiVariable
			if t.kind == '=' {
				kinds := NewScope(b.Compiler).kindsOf(t.form)
				if multi = kinds == many; kinds&many != 0 && !multi {
					continue // it can be both
				}
			}
			if t.kind != ':' && multi != c.multi {
				return &alternative[i]
			}
		}
	}
	return nil
}

func (c *constraint) endAlternative() { c.alternatives = append(c.alternatives, nil) }

// finish removes the leading variable from the terms, unless an | makes it one of several
// alternatives.
func (c *constraint) finish() {
	if c.variable == nil {
		return
	}
	if len(c.alternatives) > 1 && len(c.alternatives[0]) == 1 {
		c.variable = nil
		return
	}
	c.alternatives[0] = c.alternatives[0][1:]
}

// multislot analyses the fields of a multifield slot.
func (b *patternBuilder) multislot(slot int, forms []*syntax.Form, at *syntax.Form) error {
	fields, err := b.split(forms, at)
	if err != nil {
		return err
	}
	multis := 0
	for _, f := range fields {
		if f.multi {
			multis++
		}
	}
	singles := len(fields) - multis
	if len(fields) == 0 {
		b.fields = append(b.fields, rete.Field{Slot: slot, Whole: true, Length: rete.LengthTest{Kind: 1}})
		return nil
	}
	length := rete.LengthTest{Kind: 1, Minimum: singles}
	if multis > 0 {
		length.Kind = 2
		if singles == 0 {
			length = rete.LengthTest{}
		}
	}
	if err := b.checkNumber(singles, multis, at); err != nil {
		return err
	}
	p := &placing{slot: slot, multis: multis, singles: singles, level: b.level, firstMark: b.marks}
	if multis > 1 {
		b.marks += multis
	}
	first := len(b.fields)
	for i, f := range fields {
		step, ref := p.next(f.multi, i)
		if i == 0 {
			step.Length = length
		}
		if err := b.constrain(&step, f, ref); err != nil {
			return err
		}
		if step.Constant == nil && len(step.Tests) == 0 && !step.Multi {
			step.Whole = true // a test of the length alone is the same for any field
		}
		if i == 0 && length.Kind != 0 || step.Constant != nil || len(step.Tests) > 0 || step.Multi {
			b.fields = append(b.fields, step)
		}
	}
	if len(b.fields) > first {
		b.fields[len(b.fields)-1].Last = true
	}
	return nil
}

// placing computes the positions of the fields of a multifield slot.
type placing struct {
	slot, level     int
	multis, singles int
	firstMark       int
	multisSeen      int
	singlesSeen     int
	sinceMulti      int
}

// next returns the step and the place of field i.
func (p *placing) next(multi bool, i int) (rete.Field, rete.Ref) {
	step := rete.Field{Slot: p.slot, Position: i}
	ref := rete.Ref{Level: p.level, Slot: p.slot}
	switch {
	case multi && p.multis == 1:
		// The extent of a single multifield variable follows from the length of the slot.
		step.Whole = true
		ref.Kind, ref.Front, ref.Back = rete.RefRange, p.singlesSeen, p.singles-p.singlesSeen
	case multi:
		step.Multi = true
		ref.Kind, ref.Mark = rete.RefMark, p.firstMark+p.multisSeen
	case p.multisSeen == 0:
		ref.Kind, ref.Front = rete.RefField, p.singlesSeen
	case p.multis == 1:
		step.Back = p.singles - p.singlesSeen
		ref.Kind, ref.Back = rete.RefBack, step.Back
	default:
		ref.Kind, ref.Mark, ref.Front = rete.RefAfter, p.firstMark+p.multisSeen-1, p.sinceMulti
	}
	if multi {
		p.multisSeen++
		p.sinceMulti = 0
	} else {
		p.singlesSeen++
		p.sinceMulti++
	}
	step.After = p.singles - p.singlesSeen
	if !multi && p.multisSeen < p.multis {
		step.After = -1
	}
	return step, ref
}
