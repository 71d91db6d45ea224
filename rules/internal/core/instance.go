package core

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// Instance is an instance of a class.
type Instance struct {
	Name    string
	Class   *Class
	Deleted bool
	leaving bool // about to be deleted, so that no pattern may match it

	slots   []value.Value // those of shared slots are in the class
	given   []bool        // set since initialization began
	making  bool          // being initialized
	ready   bool          // init-slots has been called since initialization began
	time    uint64        // its time tag
	address value.Value
	views   map[*ObjectView]*rete.Fact // what patterns see of it
	shown   []*ObjectView              // the keys of views, the oldest first
	pending map[string]bool            // slots whose changes the patterns have not seen; "" for the whole instance
	support *rete.Fact                 // holds its logical support
	store   *objectStore
}

// RuleText returns the address as it is printed.
func (i *Instance) RuleText() string {
	if i.Deleted {
		return "<Stale Instance-" + i.Name + ">"
	}
	return "<Instance-" + i.Name + ">"
}

// Address returns the address of the instance as a value.
func (i *Instance) Address() value.Value { return i.address }

// NameValue returns the name of the instance as a value.
func (i *Instance) NameValue() value.Value { return value.InstanceName(i.Name) }

// objectStore has the instances of an environment.
type objectStore struct {
	named   map[string]*Instance
	direct  map[*Class][]*Instance      // the direct instances of a class, the oldest first
	common  map[*ClassSlot]*commonValue // of shared slots
	all     []*Instance                 // by age; nil where instances were deleted
	gaps    int
	user    *Class
	initial *Class
	ofKind  [value.InstanceNameKind + 1]*Class
	views   []*ObjectView // the oldest first
	tree    viewNode
	viewOf  map[string]*ObjectView
	delays  int // patterns see changes only once it is 0 again
	waiting []*Instance

	Conservative bool // set-class-defaults-mode conservation
}

// commonValue is the value of a shared slot.
type commonValue struct {
	v       value.Value // None: not set
	sharing int         // the number of instances that share it
}

func newObjects() *objectStore {
	return &objectStore{named: map[string]*Instance{}, viewOf: map[string]*ObjectView{}, direct: map[*Class][]*Instance{},
		common: map[*ClassSlot]*commonValue{}}
}

// sharedBy returns the value of a shared slot.
func (o *objectStore) sharedBy(s *ClassSlot) *commonValue {
	c := o.common[s]
	if c == nil {
		c = &commonValue{}
		o.common[s] = c
	}
	return c
}

// forget marks all instances as deleted.
func (o *objectStore) forget() {
	for _, i := range o.all {
		if i != nil {
			i.Deleted = true
		}
	}
}

// initialize adds the instance [initial-object].
func (o *objectStore) initialize(e *Environment) {
	i := &Instance{Name: "initial-object", Class: o.initial}
	e.enterInstance(i)
}

func (e *Environment) enterInstance(i *Instance) {
	o := e.Objects
	i.slots, i.given = make([]value.Value, len(i.Class.Slots)), make([]bool, len(i.Class.Slots))
	for n, s := range i.Class.Slots {
		i.slots[n] = value.Nil
		if s.Multi {
			i.slots[n] = value.Empty
		}
		if s.Shared {
			o.sharedBy(s).sharing++
		}
	}
	i.time = e.FactList.clock
	e.FactList.clock++
	i.address = value.Reference(value.InstanceKind, i, i.time<<1)
	i.views, i.store = map[*ObjectView]*rete.Fact{}, o
	o.named[i.Name] = i
	o.all = append(o.all, i)
	o.direct[i.Class] = append(o.direct[i.Class], i)
}

// Instances yields the instances, the oldest first.
func (e *Environment) Instances() iter.Seq[*Instance] {
	return func(yield func(*Instance) bool) {
		for _, i := range slices.Clone(e.Objects.all) {
			if i != nil && !i.Deleted && !yield(i) {
				return
			}
		}
	}
}

// InstanceNamed returns the instance with a name, which may begin with a module, or nil.
func (e *Environment) InstanceNamed(name string) *Instance {
	if i := e.Objects.named[name]; i != nil {
		return i
	}
	if n := strings.Index(name, "::"); n >= 0 {
		return e.Objects.named[name[n+2:]]
	}
	return nil
}

// InstanceOf returns the instance of an address or an instance name, or nil.
func (e *Environment) InstanceOf(v value.Value) *Instance {
	switch v.Kind() {
	case value.InstanceKind:
		if i := v.Ref().(*Instance); !i.Deleted {
			return i
		}
	case value.InstanceNameKind:
		return e.InstanceNamed(v.Text())
	}
	return nil
}

// ErrNoInstance reports a handler whose instance no longer exists.
var ErrNoInstance = errors.New("[INSFUN4] Invalid instance-address in ?self: the instance does not exist")

// errObjectsMatching refuses a change of the instances by a condition.
var errObjectsMatching = errors.New("[INSMNGR10] Cannot create or delete instances of reactive classes while pattern-matching is in process.")

// MakeRaw adds an instance without initializing it. An older one of the same name is deleted by the
// message delete.
func (e *Environment) MakeRaw(c *Class, name string) (*Instance, error) {
	if c.Abstract {
		return nil, fmt.Errorf("[INSMNGR3] Cannot create instances of abstract class %s.", c.Name)
	}
	if e.Matching {
		return nil, errObjectsMatching
	}
	if n := strings.Index(name, "::"); n >= 0 {
		name = name[n+2:]
	}
	if old := e.Objects.named[name]; old != nil {
		if old.Class != c {
			return nil, fmt.Errorf("[INSMNGR16] The instance name %s is in use by an instance of class %s.", name, old.Class.Name)
		}
		if _, err := e.Send(old.address, "delete", nil); err != nil {
			return nil, err
		}
		if !old.Deleted {
			return nil, fmt.Errorf("[INSMNGR4] The instance %s has a slot-value which depends on the instance definition.", name)
		}
	}
	e.Symbol(name)
	i := &Instance{Name: name, Class: c}
	if n := e.Network; n.Supporting() {
		i.support = &rete.Fact{Relation: supportRelation}
		if !n.Support(i.support) {
			return nil, nil
		}
		i.support.Slots = []value.Value{value.Reference(value.InstanceKind, i, 0)}
	}
	e.enterInstance(i)
	e.watchInstance("==> ", i)
	e.instanceChanged(i, "")
	return i, nil
}

// supportRelation is that of the facts that stand for instances where rules support them logically.
var supportRelation = &rete.Relation{Name: "instance"}

// NewInstanceName returns a name that no instance has: gen1, gen2...
func (e *Environment) NewInstanceName() string {
	for {
		name := e.NewName()
		if e.Objects.named[name] == nil && !e.Symbols.Known(name) {
			return name
		}
	}
}

// Initialize sends a new or old instance the messages that set the given slots, and init.
func (e *Environment) Initialize(i *Instance, override func() error) error {
	if i.making {
		return fmt.Errorf("[INSMNGR7] Instance %s is already being initialized.", i.NameValue())
	}
	i.making, i.ready = true, false
	clear(i.given)
	defer func() { i.making = false }()
	if err := override(); err != nil {
		return err
	}
	if i.Deleted {
		return nil
	}
	_, err := e.Send(i.address, "init", nil)
	return err
}

// Ready reports whether the last initialization has set the slots to their defaults.
func (i *Instance) Ready() bool { return i.ready }

// Restore sets slots of a new instance by the function override, and the others to their defaults,
// without messages.
func (e *Environment) Restore(i *Instance, override func() error) error {
	i.making = true
	defer func() { i.making = false }()
	clear(i.given)
	if err := override(); err != nil {
		return err
	}
	return e.InitSlots(i)
}

// InitSlots sets the slots of an instance that have not been set to their defaults.
func (e *Environment) InitSlots(i *Instance) error {
	if !i.making {
		return errors.New("[INSMNGR15] init-slots not valid in this context.")
	}
	i.ready = true
	for n, s := range i.Class.Slots {
		if i.given[n] || s.Shared && s.Dynamic == nil && i.store.sharedBy(s).sharing > 1 && i.store.sharedBy(s).v.Kind() != value.None {
			continue
		}
		if s.Dropped {
			return fmt.Errorf("[INSMNGR14] Override required for slot %s in instance %s.", s.Name, i.Name)
		}
		v, err := s.Standard(e)
		if err != nil {
			return err
		}
		if err := e.putSlot(i, n, v); err != nil {
			return err
		}
	}
	return nil
}

// DeleteInstance removes an instance at once, without a message.
func (e *Environment) DeleteInstance(i *Instance) error {
	if i.Deleted {
		return nil
	}
	if e.Matching {
		return errObjectsMatching
	}
	e.watchInstance("<== ", i)
	for _, s := range i.Class.Slots {
		if s.Shared {
			c := i.store.sharedBy(s)
			if c.sharing--; c.sharing == 0 {
				c.v = value.Value{}
			}
		}
	}
	i.leaving = true
	e.instanceChanged(i, "")
	i.Deleted = true
	o := e.Objects
	delete(o.named, i.Name)
	o.all[slices.Index(o.all, i)] = nil
	if o.gaps++; o.gaps > 64 && o.gaps > len(o.all)/2 {
		o.all, o.gaps = slices.DeleteFunc(o.all, func(i *Instance) bool { return i == nil }), 0
	}
	o.direct[i.Class] = RemoveItem(o.direct[i.Class], i)
	if i.support != nil {
		e.Network.Unsupport(i.support)
	}
	return nil
}

func (e *Environment) watchInstance(arrow string, i *Instance) {
	if i.Class.WatchInstances {
		e.trace(fmt.Sprintf("%sinstance %s of %s\n", arrow, i.NameValue(), i.Class.Name))
	}
}

// InstanceText returns an instance as the message print shows it: its name and class, and its slots on
// lines of their own.
func InstanceText(i *Instance) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of %s", i.NameValue(), i.Class.Name)
	for n, s := range i.Class.Slots {
		fmt.Fprintf(&b, "\n(%s", s.Name)
		if v := i.SlotValue(n); v.Kind() == value.MultifieldKind {
			WriteFields(&b, v, Shown)
		} else {
			b.WriteString(" " + Shown(v))
		}
		b.WriteByte(')')
	}
	return b.String()
}

// ClassInstances calls yield for the instances of a class, and with below also for those of its
// subclasses, class by class.
func (e *Environment) ClassInstances(c *Class, below bool, seen map[*Class]bool, yield func(*Instance) bool) bool {
	if seen[c] {
		return true
	}
	seen[c] = true
	for _, i := range slices.Clone(e.Objects.direct[c]) {
		if !i.Deleted && !yield(i) {
			return false
		}
	}
	if below {
		for _, s := range slices.Clone(c.Subclasses) {
			if !e.ClassInstances(s, true, seen, yield) {
				return false
			}
		}
	}
	return true
}
