package model

// A Warning is something about a problem that is legal but likely not meant.
type Warning struct {
	Kind WarningKind
	Pos  Pos // of no line: of the problem as a whole
	Msg  string
}

// A WarningKind says what a warning is about, for programs; docs/language.md has the list.
type WarningKind string

const (
	WarnUndefined    WarningKind = "undefined"
	WarnNoGoal       WarningKind = "no-goal"
	WarnNeverApplies WarningKind = "never-applies"
	WarnNeverMet     WarningKind = "never-met"
	WarnUnused       WarningKind = "unused"
)

// NoPlan reports whether what such a warning is about can be why there is no plan.
func (k WarningKind) NoPlan() bool { return k == WarnNeverApplies || k == WarnNeverMet }
