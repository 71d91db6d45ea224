package real

import "testing"

func BenchmarkPow(b *testing.B) {
	x := 1.1
	for b.Loop() {
		x += Pow(x, 0.7) * 1e-9
	}
}

func BenchmarkSin(b *testing.B) {
	x := 1.1
	for b.Loop() {
		x += Sin(x) * 1e-9
	}
}
