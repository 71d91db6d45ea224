package model

// A Warning reports a part of a problem that is legal but probably not intended.
type Warning struct {
	Kind WarningKind
	Pos  Pos // the zero Pos means the whole problem
	Msg  string
}

// A WarningKind is the kind of a warning, for programs; docs/language.md has the list.
type WarningKind string

const (
	WarnUndefined    WarningKind = "undefined"
	WarnNoGoal       WarningKind = "no-goal"
	WarnNeverApplies WarningKind = "never-applies"
	WarnNoValue      WarningKind = "no-value"
	WarnNeverMet     WarningKind = "never-met"
	WarnUnused       WarningKind = "unused"
	WarnUnread       WarningKind = "unread"
	WarnGrid         WarningKind = "grid"
	WarnDivision     WarningKind = "division"
)

// NoPlan reports whether the cause of such a warning may also be why there is no plan.
func (k WarningKind) NoPlan() bool {
	return k == WarnNeverApplies || k == WarnNoValue || k == WarnNeverMet
}
