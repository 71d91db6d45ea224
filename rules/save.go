package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// savedSession is a session as JSON.
type savedSession struct {
	Format   string // "farbank rules session 1"
	Fired    int64
	Asserted int64
	Next     core.Clockwork
	Gensyms  int64
	Strategy string
	Focus    []string
	Globals  map[string]savedValue
	Facts    []savedFact
	Supports []core.Support
	Agenda   []core.Pending
}

const savedFormat = "farbank rules session 1"

type savedFact struct {
	Index, Time, Born, Ends int64
	Template                string
	Slots                   []savedValue
}

// savedValue is a value: its kind and its text, or the values of a multifield.
type savedValue struct {
	Kind string
	Text string       `json:",omitempty"`
	List []savedValue `json:",omitempty"`
}

func saveValue(v value.Value) (savedValue, error) {
	s := savedValue{Kind: v.Kind().String()}
	switch v.Kind() {
	case value.SymbolKind, value.StringKind, value.InstanceNameKind:
		s.Text = v.Text()
	case value.IntegerKind:
		s.Text = strconv.FormatInt(v.Int(), 10)
	case value.FloatKind:
		s.Text = strconv.FormatUint(math.Float64bits(v.Number()), 16)
	case value.MultifieldKind:
		for _, item := range v.Items() {
			x, err := saveValue(item)
			if err != nil {
				return s, err
			}
			s.List = append(s.List, x)
		}
	default:
		return s, fmt.Errorf("rules: a session with the value %s cannot be saved: addresses and objects of Go exist only while it runs", v)
	}
	return s, nil
}

func (s savedValue) value(e *core.Environment) (value.Value, error) {
	switch s.Kind {
	case value.SymbolKind.String():
		return e.Symbol(s.Text), nil
	case value.StringKind.String():
		return value.String(s.Text), nil
	case value.InstanceNameKind.String():
		return value.InstanceName(s.Text), nil
	case value.IntegerKind.String():
		n, err := strconv.ParseInt(s.Text, 10, 64)
		return value.Integer(n), err
	case value.FloatKind.String():
		bits, err := strconv.ParseUint(s.Text, 16, 64)
		return value.Float(math.Float64frombits(bits)), err
	case value.MultifieldKind.String():
		var items []value.Value
		for _, x := range s.List {
			item, err := x.value(e)
			if err != nil {
				return item, err
			}
			items = append(items, item)
		}
		return value.List(items...), nil
	}
	return value.Value{}, fmt.Errorf("rules: the kind of values %q is unknown", s.Kind)
}

// Save returns the session as JSON: facts with their numbers, agenda, logical support, globals and focus. Base.Restore
// makes a session of it that continues as if nothing had happened. It returns an error if the session has
// instances, or values that are addresses or objects of Go. The random numbers and the reasons of facts are not saved.
func (s *Session) Save() ([]byte, error) {
	e := s.core
	if e.Running != nil {
		return nil, ErrRunning
	}
	for i := range e.Instances() {
		if i.Name != "initial-object" {
			return nil, fmt.Errorf("rules: a session with instances, as [%s], cannot be saved", i.Name)
		}
	}
	out := savedSession{Format: savedFormat, Fired: e.Total.Fired, Asserted: e.Total.Asserted, Next: e.Clockwork(), Gensyms: e.Generators.Gensyms,
		Strategy: e.Network.Agendas.Strategy().String(), Globals: map[string]savedValue{}, Supports: e.SupportStates(), Agenda: e.Agenda()}
	for _, m := range e.FocusStack {
		out.Focus = append(out.Focus, m.Name)
	}
	for _, m := range e.Modules {
		for _, g := range m.Globals {
			v, err := saveValue(e.GlobalValue(g))
			if err != nil {
				return nil, err
			}
			out.Globals[m.Name+"::"+g.Name] = v
		}
	}
	for _, f := range e.FactStates() {
		x := savedFact{Index: f.Index, Time: f.Time, Born: f.Born, Ends: f.Ends, Template: f.Template}
		for _, v := range f.Slots {
			w, err := saveValue(v)
			if err != nil {
				return nil, err
			}
			x.Slots = append(x.Slots, w)
		}
		out.Facts = append(out.Facts, x)
	}
	return json.Marshal(out)
}

// Restore returns a session as Save has written it. The base may be another one of the same rules. It returns an error
// if the base lacks a template, a global or a match of the session.
func (b *Base) Restore(data []byte, o Options) (*Session, error) {
	var in savedSession
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	if in.Format != savedFormat {
		return nil, fmt.Errorf("rules: the format %q is not %q", in.Format, savedFormat)
	}
	s, err := b.NewSession(o)
	if err != nil {
		return nil, err
	}
	e := s.core
	if err := e.SetStrategy(in.Strategy); err != nil {
		return nil, err
	}
	for _, m := range e.Modules {
		for _, g := range m.Globals {
			saved, ok := in.Globals[m.Name+"::"+g.Name]
			if !ok {
				return nil, fmt.Errorf("rules: the session has no global ?*%s*", g.Name)
			}
			v, err := saved.value(e)
			if err != nil {
				return nil, err
			}
			e.SetGlobal(g, v)
		}
	}
	var facts []core.FactState
	for _, f := range in.Facts {
		x := core.FactState{Index: f.Index, Time: f.Time, Born: f.Born, Ends: f.Ends, Template: f.Template}
		for _, v := range f.Slots {
			w, err := v.value(e)
			if err != nil {
				return nil, err
			}
			x.Slots = append(x.Slots, w)
		}
		facts = append(facts, x)
	}
	if err := errors.Join(e.Refill(facts, in.Next), e.Resupport(in.Supports), e.Reagenda(in.Agenda)); err != nil {
		return nil, err
	}
	e.FocusStack = nil
	for _, name := range in.Focus {
		m := e.Module(name)
		if m == nil {
			return nil, fmt.Errorf("rules: the base has no module %s", name)
		}
		e.FocusStack = append(e.FocusStack, m)
	}
	e.Total.Fired, e.Total.Asserted, e.Generators.Gensyms = in.Fired, in.Asserted, in.Gensyms
	return s, nil
}
