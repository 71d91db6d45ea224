package order

// Luby is the i-th term, from 0, of 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair and Zuckerman
// 1993).
func Luby(i int64) int64 {
	i++ // terms are numbered from 1 below
	for {
		k := int64(1)
		for k < i {
			k = 2*k + 1
		}
		if k == i {
			return (k + 1) / 2
		}
		i -= k / 2
	}
}

// An Average is an exponential moving average, whose beginning is corrected as if it had
// been going on for ever (Biere and Fröhlich 2015).
type Average struct {
	Rate   float64 // how much of it the newest value is
	value  float64
	weight float64 // how much of the beginning is left
	begun  bool
}

// Add takes a value in.
func (a *Average) Add(x float64) {
	if !a.begun {
		a.begun, a.weight = true, 1
	}
	a.value += a.Rate * (x - a.value)
	a.weight *= 1 - a.Rate
}

// Value is the average, 0 before there is a value.
func (a *Average) Value() float64 {
	if !a.begun {
		return 0
	}
	return a.value / (1 - a.weight)
}
