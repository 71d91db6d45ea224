package core

import (
	"fmt"
	"slices"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// HandlerKind is the kind of a message handler.
type HandlerKind uint8

// The kinds of handlers, in the order in which they are executed.
const (
	Around HandlerKind = iota
	Before
	Primary
	After
)

// HandlerKinds has the names of the kinds.
var HandlerKinds = [...]string{"around", "before", "primary", "after"}

// Handler is a message handler of a class.
type Handler struct {
	Name    string
	Kind    HandlerKind
	Class   *Class
	Source  string
	Params  int  // without ?self
	Resets  bool // without an argument it resets a slot to its default
	Rest    bool // the last parameter takes all further arguments
	Body    []Node
	Size    int
	Height  int
	System  func(*Environment, *MessageCall) (value.Value, error) // of a handler of USER, or of a slot
	Slot    bool                                                  // reads or writes a slot, as create-accessor defines
	Watched bool
	Uses    Uses
	Busy    int
}

// MessageCall is the execution of a handler: what call-next-handler needs.
type MessageCall struct {
	Handler  *Handler
	Self     value.Value
	Instance *Instance // nil for a value that is no instance
	Args     []value.Value
	message  *message
	at       int // the position among the handlers of its kind
}

// message is a message that is being sent.
type message struct {
	name     string
	self     value.Value
	instance *Instance
	handlers [4][]*Handler // by kind
	depth    int
}

// HandlersFor returns the handlers of a message by kind, in the order of their execution.
func (e *Environment) HandlersFor(c *Class, name string) (handlers [4][]*Handler) {
	for _, s := range c.Precedence {
		for _, h := range s.Handlers {
			if h.Name != name {
				continue
			}
			if h.Kind == After {
				handlers[After] = append([]*Handler{h}, handlers[After]...)
			} else {
				handlers[h.Kind] = append(handlers[h.Kind], h)
			}
		}
	}
	return handlers
}

// Send sends a message to an instance, given by its address or name, or to another value.
func (e *Environment) Send(to value.Value, name string, args []value.Value) (value.Value, error) {
	m := &message{name: name, self: to}
	var c *Class
	switch to.Kind() {
	case value.InstanceKind, value.InstanceNameKind:
		i := e.InstanceOf(to)
		if i == nil {
			if to.Kind() == value.InstanceKind {
				return value.False, fmt.Errorf("[MSGPASS2] No such instance %s in function send.", to.Ref().(*Instance).Name)
			}
			return value.False, fmt.Errorf("[MSGPASS2] No such instance %s in function send.", to.Text())
		}
		m.self, m.instance, c = i.address, i, i.Class
	default:
		if c = e.ClassOf(to); c == nil {
			return value.False, fmt.Errorf("%s has no class and receives no messages", to)
		}
	}
	m.handlers = e.HandlersFor(c, name)
	if len(m.handlers[Primary]) == 0 {
		return value.False, fmt.Errorf("[MSGFUN1] No applicable primary message-handlers found for %s.", name)
	}
	if err := e.Deeper("message "+name, 1); err != nil {
		return value.False, err
	}
	defer e.Shallower(1)
	const often = 256
	if e.work++; e.work%often == 0 {
		if err := e.Interrupted(); err != nil {
			return value.False, err
		}
	}
	m.depth = e.callDepth()
	args = slices.Clone(args)
	if e.Watched.messages {
		e.trace(fmt.Sprintf("MSG >> %s ED:%d (%s)\n", name, m.depth, implodeCall(m.self, args)))
	}
	v, err := e.around(m, 0, args)
	if e.Watched.messages {
		e.trace(fmt.Sprintf("MSG << %s ED:%d (%s)\n", name, m.depth, implodeCall(m.self, args)))
	}
	return v, err
}

func implodeCall(self value.Value, args []value.Value) string {
	return value.Implode(append([]value.Value{self}, args...))
}

// around executes the around handlers from number i on, the others within them.
func (e *Environment) around(m *message, i int, args []value.Value) (value.Value, error) {
	if i < len(m.handlers[Around]) {
		return e.handle(m, Around, i, args)
	}
	for k := range m.handlers[Before] {
		if _, err := e.handle(m, Before, k, args); err != nil {
			return value.False, err
		}
	}
	v, err := e.handle(m, Primary, 0, args)
	if err != nil {
		return v, err
	}
	for k := range m.handlers[After] {
		if _, err := e.handle(m, After, k, args); err != nil {
			return value.False, err
		}
	}
	return v, nil
}

// handle executes one handler.
func (e *Environment) handle(m *message, kind HandlerKind, i int, args []value.Value) (value.Value, error) {
	h := m.handlers[kind][i]
	if (len(args) < h.Params || !h.Rest && len(args) > h.Params) && !(h.Resets && len(args) == 0) {
		most := "exactly"
		if h.Rest {
			most = "at least"
		}
		return value.False, fmt.Errorf("[MSGFUN2] Message-handler %s %s in class %s expected %s %d argument(s).", h.Name, HandlerKinds[h.Kind], h.Class.Name, most, h.Params)
	}
	call := &MessageCall{Handler: h, Self: m.self, Instance: m.instance, Args: args, message: m, at: i}
	if err := e.Deeper("message handler "+h.Name, h.Height); err != nil {
		return value.False, err
	}
	e.occupy(&h.Busy, 1)
	defer func() { e.Shallower(h.Height); e.occupy(&h.Busy, -1) }()
	e.watchHandler("HND >> ", h, m, args)
	var v value.Value
	var err error
	if h.System != nil {
		v, err = h.System(e, call)
	} else {
		x := &Frame{Env: e, Vars: make([]value.Value, max(h.Size, 1+h.Params)), Message: call}
		x.Vars[0] = m.self
		copy(x.Vars[1:], args[:h.Params])
		if h.Rest {
			x.Vars[1+h.Params] = value.List(slices.Clone(args[h.Params:])...)
		}
		if v, err = RunActions(x, h.Body); x.Control == Returning {
			v = x.Result
		}
	}
	e.watchHandler("HND << ", h, m, args)
	return v, err
}

func (e *Environment) watchHandler(arrow string, h *Handler, m *message, args []value.Value) {
	if h.Watched {
		e.trace(fmt.Sprintf("%s%s %s in class %s\n       ED:%d (%s)\n", arrow, h.Name, HandlerKinds[h.Kind], h.Class.Name, m.depth, implodeCall(m.self, args)))
	}
}

// HasNext reports whether call-next-handler has a handler to call.
func (c *MessageCall) HasNext() bool {
	switch c.Handler.Kind {
	case Around:
		return true
	case Primary:
		return c.at+1 < len(c.message.handlers[Primary])
	}
	return false
}

// CallNext executes the next handler.
func (e *Environment) CallNext(c *MessageCall, args []value.Value) (value.Value, error) {
	if !c.HasNext() {
		return value.False, fmt.Errorf("[MSGPASS1] Shadowed message-handlers not applicable in current context.")
	}
	if c.Handler.Kind == Around {
		return e.around(c.message, c.at+1, args)
	}
	return e.handle(c.message, Primary, c.at+1, args)
}

// AddHandler adds a handler to its class.
func (e *Environment) AddHandler(h *Handler) {
	h.Watched = e.Watched.Handlers
	e.Symbol(h.Name)
	h.Class.Handlers = append(h.Class.Handlers, h)
}

// Handler returns a handler of the class itself, or nil.
func (c *Class) Handler(name string, kind HandlerKind) *Handler {
	for _, h := range c.Handlers {
		if h.Name == name && h.Kind == kind {
			return h
		}
	}
	return nil
}

// AddAccessors adds the handlers get-x and put-x that create-accessor defines for a slot.
func (e *Environment) AddAccessors(c *Class, s *ClassSlot) {
	name := s.Name
	slot := func(call *MessageCall) (int, error) {
		if call.Instance == nil || call.Instance.Deleted {
			return 0, fmt.Errorf("[INSFUN5] The instance of slot %s no longer exists.", name)
		}
		n := call.Instance.Class.Slot(name)
		if n < 0 {
			return 0, ErrNoInstance
		}
		return n, call.Instance.StaticReference(n, c)
	}
	if s.Readable {
		e.AddHandler(&Handler{Name: "get-" + name, Kind: Primary, Class: c, Slot: true, System: func(e *Environment, call *MessageCall) (value.Value, error) {
			n, err := slot(call)
			if err != nil {
				return value.False, err
			}
			return call.Instance.SlotValue(n), nil
		}})
	}
	if s.Writable {
		e.AddHandler(&Handler{Name: "put-" + name, Kind: Primary, Class: c, Slot: true, Rest: s.Multi, Params: map[bool]int{true: 0, false: 1}[s.Multi], Resets: !s.Multi,
			System: func(e *Environment, call *MessageCall) (value.Value, error) {
				n, err := slot(call)
				if err != nil {
					return value.False, err
				}
				if len(call.Args) == 0 && !call.Instance.Class.Slots[n].Multi {
					if err := e.ResetSlot(call.Instance, n); err != nil {
						return value.False, err
					}
					return call.Instance.SlotValue(n), nil
				}
				v := value.List(slices.Clone(call.Args)...)
				if !call.Instance.Class.Slots[n].Multi {
					v = call.Args[0]
				}
				if err := e.PutSlot(call.Instance, n, v); err != nil {
					return value.False, err
				}
				return call.Instance.SlotValue(n), nil
			}})
	}
}

// Visible returns an error if handlers of a class may not access the slot directly.
func (s *ClassSlot) Visible(c *Class) error {
	if s.Public || s.Class == c {
		return nil
	}
	return fmt.Errorf("[MSGFUN6] Private slot %s of class %s cannot be accessed directly by handlers attached to class %s", s.Name, s.Class.Name, c.Name)
}

// StaticReference returns an error if a reference to slot n of an instance in a handler of class c means
// another slot: a class that precedes c has redefined it.
func (i *Instance) StaticReference(n int, c *Class) error {
	s := i.Class.Slots[n]
	if k := c.Slot(s.Name); k >= 0 && c.Slots[k] != s {
		return fmt.Errorf("[MSGPASS3] Static reference to slot %s of class %s does not apply to %s of %s", s.Name, c.Name, i.NameValue(), i.Class.Name)
	}
	return s.Visible(c)
}

// SlotChange is a slot and the value that modify-instance or duplicate-instance gives it.
type SlotChange struct {
	Name string
	V    value.Value
	None bool // no value is given, as in (slot)
}

// Changes are the argument of the messages direct-modify, message-modify and their like.
type Changes struct {
	List []SlotChange
	Name string // of the duplicate; "" for a new one
}

// declareUserHandlers adds the handlers of the class USER.
func (e *Environment) declareUserHandlers() {
	add := func(name string, params int, do func(*Environment, *MessageCall) (value.Value, error)) {
		e.AddHandler(&Handler{Name: name, Kind: Primary, Class: e.Objects.user, Params: params, System: func(e *Environment, c *MessageCall) (value.Value, error) {
			if c.Instance == nil || c.Instance.Deleted {
				return value.False, fmt.Errorf("[INSFUN5] The instance of message %s no longer exists.", name)
			}
			return do(e, c)
		}})
	}
	add("init", 0, func(e *Environment, c *MessageCall) (value.Value, error) { return c.Self, e.InitSlots(c.Instance) })
	add("delete", 0, func(e *Environment, c *MessageCall) (value.Value, error) {
		return value.True, e.DeleteInstance(c.Instance)
	})
	add("create", 0, func(e *Environment, c *MessageCall) (value.Value, error) { return c.Self, nil })
	add("print", 0, func(e *Environment, c *MessageCall) (value.Value, error) {
		e.Display(InstanceText(c.Instance) + "\n")
		return value.Value{}, nil
	})
	add("direct-modify", 1, modifyHandler(false))
	add("message-modify", 1, modifyHandler(true))
	add("direct-duplicate", 2, duplicateHandler(false))
	add("message-duplicate", 2, duplicateHandler(true))
}

func changesOf(v value.Value) (*Changes, error) {
	if c, ok := v.Ref().(*Changes); ok {
		return c, nil
	}
	return nil, &fault.ArgumentError{Function: "direct-modify", Argument: 1, Want: "of type slot overrides"}
}

func modifyHandler(byMessage bool) func(*Environment, *MessageCall) (value.Value, error) {
	return func(e *Environment, c *MessageCall) (value.Value, error) {
		changes, err := changesOf(c.Args[0])
		if err != nil {
			return value.False, err
		}
		return value.True, e.change(c.Instance, changes.List, byMessage)
	}
}

// change sets slots, by messages or at once.
func (e *Environment) change(i *Instance, list []SlotChange, byMessage bool) error {
	for _, s := range list {
		var err error
		if n := i.Class.Slot(s.Name); s.None && n >= 0 && !byMessage {
			err = e.ResetSlot(i, n)
		} else {
			err = e.SetSlot(i, s.Name, s.V, byMessage)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SetSlot sets a slot by its message put- or at once.
func (e *Environment) SetSlot(i *Instance, name string, v value.Value, byMessage bool) error {
	_, err := e.ChangeSlot(i, name, v, byMessage)
	return err
}

// ChangeSlot is like SetSlot. It returns the value of the message, or TRUE without one.
func (e *Environment) ChangeSlot(i *Instance, name string, v value.Value, byMessage bool) (value.Value, error) {
	n := i.Class.Slot(name)
	if n < 0 {
		return value.False, fmt.Errorf("[INSMNGR13] Slot %s does not exist in instance %s.", name, i.Name)
	}
	s := i.Class.Slots[n]
	if !byMessage {
		return value.True, e.PutSlot(i, n, v)
	}
	if s.Override == "" {
		return value.False, fmt.Errorf("[MSGFUN1] No applicable primary message-handlers found for put-%s.", name)
	}
	return e.Send(i.address, s.Override, []value.Value{v})
}

func duplicateHandler(byMessage bool) func(*Environment, *MessageCall) (value.Value, error) {
	return func(e *Environment, c *MessageCall) (value.Value, error) {
		changes, err := changesOf(c.Args[1])
		if err != nil {
			return value.False, err
		}
		if !c.Args[0].IsLexeme() && c.Args[0].Kind() != value.InstanceNameKind {
			return value.False, &fault.ArgumentError{Function: "duplicate-instance", Argument: 1, Want: "of type symbol or instance name"}
		}
		name := c.Args[0].Text()
		if name == c.Instance.Name {
			return value.False, fmt.Errorf("[INSMODDP4] Instance copy must have a different name in duplicate-instance.")
		}
		i, err := e.MakeRaw(c.Instance.Class, name)
		if err != nil || i == nil {
			return value.False, err
		}
		i.making = true
		defer func() { i.making = false }()
		for n, s := range i.Class.Slots {
			if slices.ContainsFunc(changes.List, func(c SlotChange) bool { return c.Name == s.Name }) || s.Shared {
				continue
			}
			v := c.Instance.SlotValue(n)
			if byMessage && s.Override != "" {
				err = e.SetSlot(i, s.Name, v, true)
			} else {
				err = e.putSlot(i, n, v)
			}
			if err != nil {
				return value.False, err
			}
		}
		if err := e.change(i, changes.List, byMessage); err != nil {
			return value.False, err
		}
		if byMessage {
			if _, err := e.Send(i.address, "init", nil); err != nil {
				return value.False, err
			}
		}
		return i.NameValue(), nil
	}
}
