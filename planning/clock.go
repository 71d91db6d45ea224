package planning

import "time"

// A moment is when something began, by the clock and by the processor time of this process.
type moment struct {
	clock     time.Time
	processor time.Duration
}

func now() moment { return moment{time.Now(), processorTime()} }

// spent is what has been spent since: on a busy machine less than the clock says, which would let searches for long
// work join where short ones have hardly begun.
func (m moment) spent() time.Duration {
	passed := time.Since(m.clock)
	if p := processorTime() - m.processor; p > 0 {
		return min(p, passed)
	}
	return passed
}
