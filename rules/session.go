package rules

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"time"

	"farbank/rules/internal/bridge"
	"farbank/rules/internal/core"
)

// A Session has the facts and the agenda of one run of the rules of a Base. It is an Environment whose
// constructs cannot change: Load, Clear, DefineTemplate, DefineFunc and their like return ErrSealed. One
// goroutine at a time may use a session; different sessions may be used at the same time.
//
// A session records the firings that assert facts, for Why, unless Forget has been called.
type Session struct{ *Environment }

// ErrSealed reports a change of the constructs of a session.
var ErrSealed = core.ErrSealed

// attach connects a session with its environment of package core.
func (s *Session) attach(e *core.Environment) {
	s.core = e
	e.ExitCode, e.Limit, e.Outer = &s.ExitCode, &s.Limit, s.Environment
	e.Reasons = true
}

// Forget stops recording the firings that assert facts, which takes memory: Why then does not know them.
func (s *Session) Forget() { s.core.Reasons = false }

// A Handle names a fact that Insert has asserted, also after updates.
type Handle struct {
	fact *Fact
	of   *core.Environment
}

// Fact returns the fact as it is now.
func (h *Handle) Fact() *Fact { return h.fact }

// Live reports whether the fact has not been retracted.
func (h *Handle) Live() bool { return h.fact != nil && !h.fact.Deleted }

// Insert asserts a struct as a fact of the template with its type's name; see DefineTemplate. If an equal fact
// exists, the handle is that of this fact.
//
// Times become integers, the nanoseconds since 1970, and durations nanoseconds; nil is the zero time. Pointers
// to numbers, strings, booleans and times are optional values: nil or what they point to. Slices are
// multislots. A map is a multislot of keys and values in turn, sorted by key; in Jess it is an object.
func (s *Session) Insert(x any) (*Handle, error) {
	f, err := bridge.FactFor(s.core, x)
	if err != nil {
		return nil, err
	}
	return s.insert(f)
}

// InsertMap asserts a fact of a template by the names of its slots. Slots without a value get their defaults.
func (s *Session) InsertMap(template string, slots map[string]any) (*Handle, error) {
	f, err := bridge.MapFact(s.core, template, slots)
	if err != nil {
		return nil, err
	}
	return s.insert(f)
}

// InsertFor is like Insert for a fact that is retracted after a time, by Options.Clock.
func (s *Session) InsertFor(x any, life time.Duration) (*Handle, error) {
	if err := checkLife(life); err != nil {
		return nil, err
	}
	h, err := s.Insert(x)
	if err == nil {
		err = s.Expire(h, life)
	}
	return h, err
}

func checkLife(life time.Duration) error {
	if life <= 0 {
		return fmt.Errorf("rules: a fact cannot live for %s", life)
	}
	return nil
}

// Expire makes a fact expire after a time, by Options.Clock. It does not prolong the life of a fact that expires before.
func (s *Session) Expire(h *Handle, life time.Duration) error {
	if err := s.owns(h); err != nil {
		return err
	}
	if err := checkLife(life); err != nil {
		return err
	}
	s.core.ExpireAfter(h.fact, life)
	return nil
}

// Advance retracts the facts that have expired and ends the matches that have left their windows, by Options.Clock. Run
// does so too, before it begins and after each rule.
func (s *Session) Advance() error { return s.core.Expire() }

// Expires returns the time at which the next fact expires or a match leaves its window, or false if none does.
func (s *Session) Expires() (time.Time, bool) {
	at, some := s.core.Network.Expires()
	return time.Unix(0, at), some
}

func (s *Session) insert(f *Fact) (*Handle, error) {
	asserted, err := s.core.AssertChecked(f)
	if err != nil {
		return nil, err
	}
	if asserted == nil {
		if asserted = s.core.Equal(f); asserted == nil {
			return nil, errors.New("rules: the fact is not asserted, since its logical support has ended")
		}
	}
	return &Handle{asserted, s.core}, nil
}

// HandleOf returns a handle of a fact of the session.
func (s *Session) HandleOf(f *Fact) *Handle { return &Handle{f, s.core} }

// Update changes a fact: change is a func(*T), or a func(*T) error whose error leaves the fact as it is, for
// the struct type T of the fact. As for modify, the rules see a new fact instead of the old one, also if
// nothing has changed.
func (s *Session) Update(h *Handle, change any) error {
	if err := s.owns(h); err != nil {
		return err
	}
	f, err := bridge.Change(s.core, h.fact, change)
	if err != nil {
		return err
	}
	return s.replace(h, f)
}

// UpdateMap changes slots of a fact by their names.
func (s *Session) UpdateMap(h *Handle, slots map[string]any) error {
	if err := s.owns(h); err != nil {
		return err
	}
	f := &Fact{Relation: h.fact.Relation, Slots: slices.Clone(h.fact.Slots)}
	if err := bridge.SetSlots(s.core, f, slots); err != nil {
		return err
	}
	return s.replace(h, f)
}

func (s *Session) replace(h *Handle, f *Fact) error {
	if err := s.core.Retract(h.fact); err != nil {
		return err
	}
	n, err := s.insert(f)
	if err == nil {
		h.fact = n.fact
	}
	return err
}

func (s *Session) owns(h *Handle) error {
	switch {
	case h == nil || h.fact == nil:
		return errors.New("rules: there is no fact")
	case h.of != s.core:
		return errors.New("rules: the fact belongs to another session")
	case h.fact.Deleted:
		return errors.New("rules: the fact has been retracted")
	}
	return nil
}

// Retract retracts a fact. A fact that is retracted already is no error; a fact of another session is.
func (s *Session) Retract(h *Handle) error {
	if h != nil && h.of == s.core && h.fact != nil && h.fact.Deleted {
		return nil
	}
	if err := s.owns(h); err != nil {
		return err
	}
	return s.core.Retract(h.fact)
}

// Listen adds functions called while rules run. They must not change anything. The function that Listen returns
// removes them.
func (s *Session) Listen(h Hooks) (remove func()) { return s.core.Listen(core.Hooks(h)) }

// Handles yields the facts of struct type T with handles, the oldest first. The facts may be changed meanwhile.
func Handles[T any](s *Session) iter.Seq2[*Handle, T] {
	return func(yield func(*Handle, T) bool) {
		facts, err := bridge.FactsOf(s.core, reflect.TypeFor[T]())
		if err != nil {
			return
		}
		for _, f := range facts {
			var x T
			if f.Deleted || Read(f, &x) != nil {
				continue
			}
			if !yield(&Handle{f, s.core}, x) {
				return
			}
		}
	}
}
