package planning

import "time"

// A moment is a point in time, by the clock and by the processor time of this process.
type moment struct {
	clock     time.Time
	processor time.Duration
}

func now() moment { return moment{time.Now(), processorTime()} }

// spent returns the processor time spent since m, at most the elapsed time. On a busy machine the elapsed
// time would let later searches start when earlier ones have hardly run.
func (m moment) spent() time.Duration {
	passed := time.Since(m.clock)
	if p := processorTime() - m.processor; p > 0 {
		return min(p, passed)
	}
	return passed
}
