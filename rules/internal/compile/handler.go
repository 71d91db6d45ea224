package compile

import (
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// defmessageHandler compiles a message handler.
func (c *Compiler) defmessageHandler(f *syntax.Form) error {
	className, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	class := c.Env.FindClass(c.Env.Current, className)
	if class == nil {
		return c.At(f.Items[1], "[MSGPSR1] A class must be defined before its message-handlers.")
	}
	for _, kind := range []string{"INSTANCE", "INSTANCE-ADDRESS", "INSTANCE-NAME"} {
		if class.System && class.Name == kind {
			return c.At(f.Items[1], "[MSGPSR8] Message-handlers cannot be attached to the class %s.", kind)
		}
	}
	if len(rest) == 0 || rest[0].Kind != syntax.Symbol {
		return c.At(f, "[PRNTUTIL2] the name of a message is expected")
	}
	h := &core.Handler{Name: rest[0].Text, Kind: core.Primary, Class: class, Source: c.sourceOf(f), Watched: c.Env.Watched.Handlers}
	c.construct = "defmessage-handler " + className + " " + h.Name
	rest = rest[1:]
	if len(rest) > 0 && rest[0].Kind == syntax.Symbol {
		kind := slices.Index(core.HandlerKinds[:], rest[0].Text)
		if kind < 0 {
			return c.At(rest[0], "[MSGFUN7] Unrecognized message-handler type in defmessage-handler.")
		}
		h.Kind = core.HandlerKind(kind)
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0].Kind == syntax.String {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].Kind != syntax.List {
		return c.At(f, "[PRNTUTIL2] a list of parameters is expected")
	}
	old := class.Handler(h.Name, h.Kind)
	switch {
	case old != nil && old.System != nil:
		return c.At(f, "[MSGPSR3] System message-handlers may not be modified.")
	case old != nil && old.Busy > 0:
		return c.At(f, "[MSGPSR2] Cannot (re)define message-handlers during execution of other message-handlers for the same class.")
	}
	if err := c.handlerBody(h, rest); err != nil {
		return err
	}
	c.Env.Symbol(h.Name)
	h.Uses = c.uses
	h.Uses.Hold()
	if old != nil {
		old.Uses.Release()
		class.Handlers[slices.Index(class.Handlers, old)] = h
		return nil
	}
	class.Handlers = append(class.Handlers, h)
	return nil
}

// handlerBody compiles parameters and body of a handler.
func (c *Compiler) handlerBody(h *core.Handler, rest []*syntax.Form) error {
	s := NewScope(c)
	s.handler = h
	place, _ := s.Declare("self")
	s.Fix(place, "[MSGPSR5] Active instance parameter cannot be changed.")
	for i, p := range rest[0].Items {
		switch {
		case p.Kind == syntax.Variable && !h.Rest:
			h.Params++
		case p.Kind == syntax.MultiVariable && i == len(rest[0].Items)-1:
			h.Rest = true
		default:
			return c.At(p, "[PRCCODE7] a parameter is ?name, the last may be $?name")
		}
		if _, twice := s.names[p.Text]; twice {
			return c.At(p, "[PRCCODE7] the parameter %s stands twice", p)
		}
		s.Declare(p.Text)
	}
	body := rest[1:]
	if len(body) > 1 && body[0].Kind == syntax.String {
		body = body[1:]
	}
	nodes, err := s.Sequence(body)
	h.Body, h.Size, h.Height = nodes, s.Size, height(body...)
	return err
}

// selfSlot returns the slot of ?self:slot in a handler, or "" for another variable.
func (s *Scope) selfSlot(f *syntax.Form) (string, error) {
	if s.handler == nil || !f.IsVariable() {
		return "", nil
	}
	name, ok := strings.CutPrefix(f.Text, "self:")
	if !ok {
		return "", nil
	}
	n := s.handler.Class.Slot(name)
	if n < 0 {
		return "", s.At(f, "[MSGPSR6] No such slot %s in class %s for ?self reference.", name, s.handler.Class.Name)
	}
	if err := s.handler.Class.Slots[n].Visible(s.handler.Class); err != nil {
		return "", s.At(f, "%w", err)
	}
	return name, nil
}

// selfNode is ?self:slot in a handler.
type selfNode struct{ slot string }

func (n *selfNode) Eval(x *core.Frame) (value.Value, error) {
	i, k, err := ownSlot(x, n.slot)
	if err != nil {
		return value.False, err
	}
	return i.SlotValue(k), nil
}

// ownSlot returns the instance of a handler and the number of one of its slots.
func ownSlot(x *core.Frame, slot string) (*core.Instance, int, error) {
	if x.Message == nil || x.Message.Instance == nil {
		return nil, 0, core.ErrNoInstance
	}
	i := x.Message.Instance
	if i.Deleted {
		return nil, 0, core.ErrNoInstance
	}
	k := i.Class.Slot(slot)
	if k < 0 {
		return nil, 0, core.ErrNoInstance
	}
	if err := i.StaticReference(k, x.Message.Handler.Class); err != nil {
		return nil, 0, err
	}
	return i, k, nil
}

// bindSelf compiles (bind ?self:slot value...).
func (s *Scope) bindSelf(slot string, values []core.Node) core.Node {
	return NodeFunc(func(x *core.Frame) (value.Value, error) {
		i, k, err := ownSlot(x, slot)
		if err != nil {
			return value.False, err
		}
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		if v.Kind() == value.None {
			if v, err = i.Class.Slots[k].Standard(x.Env); err != nil {
				return value.False, err
			}
		}
		if err := x.Env.PutSlot(i, k, v); err != nil {
			return value.False, err
		}
		return i.SlotValue(k), nil
	})
}
