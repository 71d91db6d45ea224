package planning

// NewFew returns an engine that tells conditions in other ways as soon as they hold or fail in more than so many.
func NewFew(few int) *Engine { return &Engine{few: few} }
