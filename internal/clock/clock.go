// Package clock measures time by what a process was given of the processors.
package clock

import "time"

// A Moment is a point in time, by the clock and by the processor time of this process.
type Moment struct {
	clock     time.Time
	processor time.Duration
}

// Now returns the present moment.
func Now() Moment { return Moment{time.Now(), processorTime()} }

// Spent returns the processor time spent since m, at most the elapsed time. On a busy machine the elapsed time would let
// later searches start when earlier ones have hardly run.
func (m Moment) Spent() time.Duration {
	passed := time.Since(m.clock)
	if p := processorTime() - m.processor; p > 0 {
		return min(p, passed)
	}
	return passed
}

// Used returns the processor time spent since m, of all processors together, or the elapsed time if it is not available.
func (m Moment) Used() time.Duration {
	if p := processorTime() - m.processor; p > 0 {
		return p
	}
	return time.Since(m.clock)
}
