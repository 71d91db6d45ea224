package engine

import "fmt"

// A QuestionError reports an invalid field of a Question.
type QuestionError struct {
	Field  string // of Question
	Value  any    // value of the field
	Reason string // as in "must not be negative"
}

// Error returns a message with the field, its value and the reason.
func (e *QuestionError) Error() string {
	return fmt.Sprintf("invalid question: %s is %v; it %s", e.Field, e.Value, e.Reason)
}

// MaxWorkers is the maximum number of workers.
const MaxWorkers = 1 << 12

// Validate returns nil, or a [*QuestionError] for the first field of q that is invalid for any problem.
func (q Question) Validate() error {
	wrong := func(field string, value any, reason string) error { return &QuestionError{field, value, reason} }
	const negative = "must not be negative"
	switch {
	case q.Plans > Sure:
		return wrong("Plans", uint8(q.Plans), "is not a kind of plan; the kinds are Shortest, Simple, Walks, Any, Ends and Sure")
	case q.Want > Count:
		return wrong("Want", uint8(q.Want), "must be One, All or Count")
	case q.Prefer > FewestSwitches:
		return wrong("Prefer", uint8(q.Prefer), "must be NoPreference or FewestSwitches")
	case q.First > Lexicographic:
		return wrong("First", uint8(q.First), "must be AnyFirst or Lexicographic")
	case int(q.Strategy) >= len(strategyNames):
		return wrong("Strategy", uint8(q.Strategy), "is not a strategy; see Strategies")
	case q.Improve && (q.Plans != Any || q.Want != One || q.Strategy != DefaultStrategy || q.Bounded):
		return wrong("Improve", q.Improve, "goes with one plan of the kind Any, of any length and without a Strategy")
	case q.Length < 0:
		return wrong("Length", q.Length, negative)
	case q.Limit < 0:
		return wrong("Limit", q.Limit, negative)
	case q.Horizon < 0:
		return wrong("Horizon", q.Horizon, negative)
	case q.Memory < 0:
		return wrong("Memory", q.Memory, negative)
	case q.Disk.Limit < 0:
		return wrong("Disk.Limit", q.Disk.Limit, negative)
	case q.Disk.Limit > 0 && q.Disk.Dir == "":
		return wrong("Disk.Limit", q.Disk.Limit, "goes with a Dir")
	case q.Workers < 0:
		return wrong("Workers", q.Workers, negative)
	case q.Workers > MaxWorkers:
		return wrong("Workers", q.Workers, fmt.Sprintf("must be at most %d", MaxWorkers))
	}
	return nil
}

// named returns the name of a value from a list. If the list is too short, it returns what and the
// number.
func named[T ~uint8](names []string, what string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", what, v)
}
