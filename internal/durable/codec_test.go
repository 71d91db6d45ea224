package durable_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/internal/durable"
)

func TestCodec(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for size := 1; size <= 8; size++ {
		for _, n := range []int{0, 1, 7, 8, 9, 8191, 8192, 8193, 70_000} {
			var file bytes.Buffer
			list := make([]uint64, n)
			for i := range list {
				list[i] = rng.Uint64() >> (64 - 8*size)
			}
			e := durable.NewEncoder(&file)
			e.Int(math.MinInt64)
			e.Words(list, size)
			e.Uint(math.MaxUint64)
			e.Bool(true)
			e.Bytes([]byte("text"))
			if err := e.Err(); err != nil {
				t.Fatal(err)
			}
			d, got := durable.NewDecoder(&file), make([]uint64, n)
			first := d.Int()
			d.Words(got, size)
			if first != math.MinInt64 || !slices.Equal(got, list) || d.Uint() != math.MaxUint64 || !d.Bool() || string(d.Bytes()) != "text" || d.Err() != nil {
				t.Fatalf("%d numbers of %d bytes: %v", n, size, d.Err())
			}
			if d.Int(); d.Err() == nil {
				t.Fatal("there is more than was written")
			}
		}
	}
}

func TestDecoderRefuses(t *testing.T) {
	var file bytes.Buffer
	e := durable.NewEncoder(&file)
	e.Uint(1 << 39)
	_ = e.Err()
	d := durable.NewDecoder(&file)
	if d.Bytes(); d.Err() == nil {
		t.Fatal("it read bytes that are not there")
	}
	d = durable.NewDecoder(bytes.NewReader([]byte{200, 1}))
	if d.Len(100); d.Err() == nil {
		t.Fatal("it took a length that is too large")
	}
}
