package file

import (
	"bytes"
	"testing"

	"farbank/milp/made"
)

func BenchmarkDecode(b *testing.B) {
	p := made.Cover(1000, 10000, 1) // some 500,000 coefficients
	for _, f := range []Format{LP, FixedMPS, FreeMPS} {
		b.Run(f.String(), func(b *testing.B) {
			var text bytes.Buffer
			if err := Encode(&text, p, f); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := Decode(bytes.NewReader(text.Bytes()), "b", f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	p := made.Cover(1000, 10000, 1)
	for _, f := range []Format{LP, FixedMPS} {
		b.Run(f.String(), func(b *testing.B) {
			var text bytes.Buffer
			for b.Loop() {
				text.Reset()
				if err := Encode(&text, p, f); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(text.Len()))
		})
	}
}
