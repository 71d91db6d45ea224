package engine

import "fmt"

// A QuestionError says what makes no sense in a Question.
type QuestionError struct {
	Field  string // of Question
	Value  any    // that it has
	Reason string // what is wrong with that, as in "must not be negative"
}

func (e *QuestionError) Error() string {
	return fmt.Sprintf("the question makes no sense: %s is %v; it %s", e.Field, e.Value, e.Reason)
}

// MaxWorkers is the most workers that can be asked for.
const MaxWorkers = 1 << 12

// Validate returns nil, or a [*QuestionError] with the first field of q that makes no
// sense, whatever the problem.
func (q Question) Validate() error {
	wrong := func(field string, value any, reason string) error { return &QuestionError{field, value, reason} }
	const negative = "must not be negative"
	switch {
	case q.Plans > Ends:
		return wrong("Plans", uint8(q.Plans), "is no kind of plans; there are Shortest, Simple, Walks, Any and Ends")
	case q.Want > Count:
		return wrong("Want", uint8(q.Want), "is nothing that can be wanted; there are One, All and Count")
	case q.Prefer > FewestSwitches:
		return wrong("Prefer", uint8(q.Prefer), "is no preference; there are NoPreference and FewestSwitches")
	case q.First > Lexicographic:
		return wrong("First", uint8(q.First), "is no order of solutions; there are AnyFirst and Lexicographic")
	case int(q.Strategy) >= len(strategyNames):
		return wrong("Strategy", uint8(q.Strategy), "is no strategy; see Strategies")
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

// named returns the name of a value from a list, or the value where it has none.
func named[T ~uint8](names []string, what string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", what, v)
}
