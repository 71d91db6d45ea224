package farbank_test

import (
	"errors"
	"testing"

	"farbank"
)

var errNoRoom = errors.New("no room")

// A narrow is a writer that fails after n bytes.
type narrow int

func (n *narrow) Write(b []byte) (int, error) {
	if len(b) > int(*n) {
		return 0, errNoRoom
	}
	*n -= narrow(len(b))
	return len(b), nil
}

// TestCertifyWithoutRoom checks that the answer is returned if its certificate cannot be written.
func TestCertifyWithoutRoom(t *testing.T) {
	for source, want := range map[string]farbank.Status{
		"state n: 0..5 = 0\nmove up {\n    require n < 5\n    n += 1\n}\ngoal n == 3\n":   farbank.Solved,
		"find a: 0..9\nfind b: 0..9\nrequire a + b <= 12\nmaximize a * b\n":               farbank.Solved,
		"find x[1..6]: 1..5\nrequire all i, j: 1..6 where i < j {\n    x[i] != x[j]\n}\n": farbank.None,
		"state n: 0..5 = 0\nmove up {\n    require n < 2\n    n += 1\n}\ngoal n == 3\n":   farbank.None,
	} {
		p, err := farbank.Parse("narrow.far", source)
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range []narrow{0, 70} {
			a, _, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{Output: &room})
			if !errors.Is(err, errNoRoom) || a == nil || a.Status != want {
				t.Errorf("%s: %v, %v", source, a, err)
			}
		}
	}
}
