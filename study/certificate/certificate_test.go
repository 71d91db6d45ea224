package certificate_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"farbank"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
	"farbank/model"
	"farbank/study/certificate"
)

// subjects are problems with and without a plan, with unit costs and others.
var subjects = []struct {
	name   string
	params []string
	claim  certificate.Claim
	cost   int64
}{
	{"husbands", []string{"couples", "4"}, certificate.None, 0},
	{"tiles", []string{"rows", "2", "cols", "3", "start", "[1, 2, 3, 5, 4, 0]"}, certificate.None, 0},
	{"husbands", nil, certificate.Least, 11},
	{"bridge", nil, certificate.Least, 17},
	{"wolf", nil, certificate.Least, 7},
	{"tiles", []string{"rows", "4", "cols", "4", "start", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15]"}, certificate.Least, 3}, // a state takes two words
	{"queens", []string{"n", "3"}, certificate.None, 0},
	{"queens", nil, certificate.Least, 0},
	{"roster", nil, certificate.Best, 1}, // by proof, like the following
	{"sudoku", []string{"board", "55" + strings.Repeat(".", 79)}, certificate.None, 0},
	{"lights", nil, certificate.Best, 15},
}

func certify(t *testing.T, p *farbank.Problem) (*farbank.Certificate, []byte) {
	t.Helper()
	_, c, err := farbank.Certify(context.Background(), p, farbank.Question{}, farbank.CertifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := farbank.WriteCertificate(&b, p, c); err != nil {
		t.Fatal(err)
	}
	return c, b.Bytes()
}

var checks atomic.Int64

// check checks in memory, and every eighth time also on disk.
func check(p *farbank.Problem, text []byte) (*certificate.Verdict, error) {
	if checks.Add(1)%8 == 0 {
		return checkBoth(p, text)
	}
	return farbank.CheckCertificate(context.Background(), p, bytes.NewReader(text), farbank.CheckOptions{})
}

// checkBoth checks in memory and on disk without a memory budget; both must agree.
func checkBoth(p *farbank.Problem, text []byte) (*certificate.Verdict, error) {
	v, err := farbank.CheckCertificate(context.Background(), p, bytes.NewReader(text), farbank.CheckOptions{})
	dir, problem := os.MkdirTemp("", "certificate")
	if problem != nil {
		return nil, problem
	}
	defer os.RemoveAll(dir)
	w, problem := farbank.CheckCertificate(context.Background(), p, bytes.NewReader(text), farbank.CheckOptions{Files: certificate.Files{Dir: dir, Memory: 1}})
	left, _ := os.ReadDir(dir)
	var bad, wrong *certificate.Error
	if fmt.Sprint(v) != fmt.Sprint(w) || (err == nil) != (problem == nil) || errors.As(err, &bad) != errors.As(problem, &wrong) || len(left) > 0 {
		return nil, fmt.Errorf("in memory %v %w, on disk %v %w, and %d files are left", v, err, w, problem, len(left))
	}
	return v, err
}

// TestFromDisk checks that certificates written from disk equal those from memory, except for the plan.
func TestFromDisk(t *testing.T) {
	compare := func(name string, p *farbank.Problem) {
		t.Helper()
		_, _, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{})
		if err != nil {
			return
		}
		_, want := certify(t, p)
		var text bytes.Buffer
		dir := t.TempDir()
		_, c, err := farbank.Certify(t.Context(), p, farbank.Question{Memory: 4, Disk: farbank.Disk{Dir: dir}}, farbank.CertifyOptions{Output: &text})
		if err != nil || c == nil {
			t.Fatal(name, c, err)
		}
		before := func(text []byte) string {
			s, _, _ := strings.Cut(string(text), "\nplan ")
			s, _, _ = strings.Cut(s, "\nend ")
			return s
		}
		if before(text.Bytes()) != before(want) {
			t.Errorf("%s: from the disk\n%.1000s\nand not\n%.1000s", name, text.String(), want)
		}
		if _, err := checkBoth(p, text.Bytes()); err != nil {
			t.Error(name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
	for _, s := range subjects {
		if p := sample.Load(t, s.name, s.params...); len(p.Schemas) > 0 {
			compare(s.name, p)
		}
	}
	for seed := range uint64(40) {
		p, _ := oracle.Problem(seed, generated.Options{Moves: generated.Always, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals == nil && !p.Strict {
			compare(fmt.Sprint("made ", seed), p)
		}
	}
}

func TestGood(t *testing.T) {
	for _, s := range subjects {
		p := sample.Load(t, s.name, s.params...)
		_, text := certify(t, p)
		v, err := check(p, text)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		if v.Claim != s.claim || v.Cost != s.cost {
			t.Errorf("%s: claim %d of cost %d", s.name, v.Claim, v.Cost)
		}
	}
}

// damage changes a text in one of the ways in which files are damaged or forged.
func damage(r *rand.Rand, text []byte) (string, []byte) {
	out := slices.Clone(text)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1]
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	switch r.IntN(9) {
	case 0:
		k := r.IntN(len(out))
		out[k] ^= 1 << r.IntN(8)
		return "flip a bit", out
	case 1:
		out[r.IntN(len(out))] = byte(r.IntN(256))
		return "change a byte", out
	case 2:
		return "drop a line", bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil)
	case 3:
		return "repeat a line", bytes.Join(slices.Insert(slices.Clone(lines), j, lines[i]), nil)
	case 4:
		swapped := slices.Clone(lines)
		swapped[i], swapped[j] = swapped[j], swapped[i]
		return "swap lines", bytes.Join(swapped, nil)
	case 5:
		return "cut short", out[:r.IntN(len(out))]
	case 6:
		return "add to the end", append(out, lines[i]...)
	case 7:
		k := r.IntN(len(out))
		return "take a byte out", slices.Delete(out, k, k+1)
	}
	heads := []string{"farbank certificate 2\n", "claim none\n", "claim least 3\n", "claim least 12\n", "words 2\n", "words 0\n", "title Other\n", "closed 1\n"}
	changed := slices.Clone(lines)
	changed[r.IntN(min(6, len(changed)))] = []byte(heads[r.IntN(len(heads))])
	return "change the head", bytes.Join(changed, nil)
}

// TestDamaged checks that a thousand damaged certificates of each subject are rejected.
func TestDamaged(t *testing.T) {
	for k, s := range subjects {
		p := sample.Load(t, s.name, s.params...)
		c, text := certify(t, p)
		r := rand.New(rand.NewPCG(uint64(k), 1))
		times := long.Of(200, 1000)
		if c.Proof != nil {
			times = long.Of(60, 200) // each builds the model again
		}
		for n := 0; n < times; {
			how, bad := damage(r, text)
			if bytes.Equal(bad, text) {
				continue
			}
			n++
			v, err := check(p, bad)
			var wrong *certificate.Error
			if !errors.As(err, &wrong) {
				t.Fatalf("%s: %s: verdict %v, error %v\n%s", s.name, how, v, err, bad)
			}
		}
	}
}

// resum gives a damaged text the right checksum, as a forger would.
func resum(text []byte) []byte {
	end := bytes.LastIndex(text, []byte("\nend "))
	if end < 0 {
		return text
	}
	body := text[:end+1]
	return append(slices.Clone(body), fmt.Sprintf("end %x\n", sha256.Sum256(body))...)
}

// TestForged damages certificates and corrects the checksum. An accepted one must make the same claim as
// the original.
func TestForged(t *testing.T) {
	for k, s := range subjects {
		p := sample.Load(t, s.name, s.params...)
		_, text := certify(t, p)
		r := rand.New(rand.NewPCG(uint64(k), 2))
		for range long.Of(80, 300) {
			how, bad := damage(r, text)
			v, err := check(p, resum(bad))
			var wrong *certificate.Error
			if err == nil && (v.Claim != s.claim || v.Cost != s.cost) || err != nil && !errors.As(err, &wrong) {
				t.Fatalf("%s: %s: verdict %v, error %v", s.name, how, v, err)
			}
		}
	}
}

// TestLies removes one state, or increases one distance: the certificate then proves nothing and
// must be rejected.
func TestLies(t *testing.T) {
	for _, s := range subjects {
		p := sample.Load(t, s.name, s.params...)
		c, _ := certify(t, p)
		if c.Proof != nil {
			continue
		}
		w := model.NewLayout(p).Words
		for i := range len(c.States) / w {
			lie := *c
			lie.States = slices.Delete(slices.Clone(c.States), i*w, (i+1)*w)
			if c.Distances != nil {
				lie.Distances = slices.Delete(slices.Clone(c.Distances), i, i+1)
			}
			reject(t, s.name, p, &lie)
			if c.Distances != nil && c.Distances[i] < c.Plan.Cost-1 {
				lie = *c
				lie.Distances = slices.Clone(c.Distances)
				lie.Distances[i]++
				reject(t, s.name, p, &lie)
			}
		}
		if c.Claim == certificate.Least && c.Plan.Cost > 0 {
			lie := *c
			lie.Plan.Cost--
			lie.Distances = slices.Clone(c.Distances)
			for i, d := range lie.Distances {
				lie.Distances[i] = max(0, d-1)
			}
			reject(t, s.name, p, &lie)
		}
	}
}

func reject(t *testing.T, name string, p *farbank.Problem, c *farbank.Certificate) {
	t.Helper()
	var b bytes.Buffer
	if err := farbank.WriteCertificate(&b, p, c); err != nil {
		t.Fatal(err)
	}
	v, err := checkBoth(p, b.Bytes())
	var wrong *certificate.Error
	if !errors.As(err, &wrong) {
		t.Errorf("%s: a false certificate is accepted: %v, %v", name, v, err)
	}
}

func TestOtherProblem(t *testing.T) {
	_, text := certify(t, sample.Load(t, "husbands", "couples", "4"))
	for _, other := range []*farbank.Problem{sample.Load(t, "husbands"), sample.Load(t, "husbands", "couples", "4", "seats", "3"), sample.Load(t, "wolf")} {
		var wrong *certificate.Error
		if _, err := check(other, text); !errors.As(err, &wrong) || wrong.Line != 2 {
			t.Errorf("%s: %v", other.Title, err)
		}
	}
}

// TestRandom certifies generated problems and compares the claims with enumeration of all plans.
func TestRandom(t *testing.T) {
	none := 0
	for seed := range long.Of[uint64](150, 300) {
		p, _ := oracle.Problem(seed, generated.Options{Moves: generated.Always, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals != nil {
			continue
		}
		plans, err := oracle.Plans(p, farbank.Question{})
		if err != nil {
			continue
		}
		_, text := certify(t, p)
		v, err := check(p, text)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if (v.Claim == certificate.None) != (len(plans) == 0) || len(plans) > 0 && plans[0].Cost != v.Cost {
			t.Fatalf("seed %d: claim %d of cost %d; there are %d plans", seed, v.Claim, v.Cost, len(plans))
		}
		if v.Claim == certificate.None {
			none++
		}
	}
	if none < 5 {
		t.Errorf("only %d of the problems have no plan", none)
	}
}

func TestRefused(t *testing.T) {
	var refused *certificate.RefusalError
	load := func(text string) *farbank.Problem {
		p, err := farbank.Parse("x.far", "puzzle \"x\"\n"+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := load("state n: 0..5 = 0\nmove up { require n < 5\n n += 1 }\ngoal n > 2\nmaximize n")
	if _, _, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{}); !errors.As(err, &refused) {
		t.Errorf("an objective beside moves: %v", err)
	}
	p = load("find x: 0..9000000000000000\nrequire x > 5 and x < 3")
	_, c, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := farbank.WriteCertificate(&bytes.Buffer{}, p, c); !errors.As(err, &refused) {
		t.Errorf("too many starts: %v", err)
	}
	p = load("find x: 0..9000000000000000\nrequire x > 5\nmaximize x")
	if a, c, err := farbank.Certify(t.Context(), p, farbank.Question{}, farbank.CertifyOptions{}); err != nil || c != nil || a.Status != farbank.Unsupported {
		t.Errorf("large values: %v %v %v", a, c, err)
	}
}

// FuzzCheck checks arbitrary texts with a corrected checksum. An accepted claim must be true: wolf takes
// 7 moves.
func FuzzCheck(f *testing.F) {
	p, err := farbank.Load("wolf")
	if err != nil {
		f.Fatal(err)
	}
	_, c, err := farbank.Certify(context.Background(), p, farbank.Question{}, farbank.CertifyOptions{})
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := farbank.WriteCertificate(&b, p, c); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(bytes.Replace(b.Bytes(), []byte("claim least 7"), []byte("claim none"), 1))
	f.Add([]byte(certificate.Magic + "1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := check(p, resum(text))
		if err == nil && (v.Claim != certificate.Least || v.Cost != 7) {
			t.Errorf("%+v", v)
		}
	})
}

func Example() {
	p, err := farbank.Load("wolf")
	if err != nil {
		panic(err)
	}
	_, c, err := farbank.Certify(context.Background(), p, farbank.Question{}, farbank.CertifyOptions{})
	if err != nil {
		panic(err)
	}
	var text bytes.Buffer
	if err := certificate.Write(&text, p, c); err != nil {
		panic(err)
	}
	v, err := certificate.Check(context.Background(), p, &text)
	if err != nil {
		panic(err)
	}
	fmt.Printf("no plan costs less than %d: %d states were checked\n", v.Cost, v.States)
	// Output: no plan costs less than 7: 9 states were checked
}
