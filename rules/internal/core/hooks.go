package core

// Hooks are functions called while rules run; each may be nil.
type Hooks struct {
	Fire    func(rule string, facts []*Fact)
	Assert  func(*Fact)
	Retract func(*Fact)
}

// SetHooks sets the functions called while rules run.
func (e *Environment) SetHooks(h Hooks) { e.hooks = h }
