package planning

// NewFew returns an engine that uses other translations for conditions with more than few cases.
func NewFew(few int) *Engine { return &Engine{few: few} }
