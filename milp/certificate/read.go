package certificate

import (
	"io"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// maxWord is the maximum number of characters of a number or a name.
const maxWord = 1 << 20

// word returns the next word. Lines that begin with % are comments.
func (c *checker) word() (string, error) {
	var b []byte
	for {
		x, err := c.in.ReadByte()
		switch {
		case err == io.EOF && len(b) > 0:
			return string(b), nil
		case err == io.EOF:
			return "", c.fail("the certificate ends too early")
		case err != nil:
			return "", err
		}
		switch {
		case x == '%' && len(b) == 0:
			if err := c.skip(); err != nil {
				return "", err
			}
		case x == ' ' || x == '\t' || x == '\r' || x == '\n':
			if len(b) > 0 {
				return string(b), c.in.UnreadByte()
			}
			if x == '\n' {
				c.line++
			}
		default:
			if b = append(b, x); len(b) > maxWord {
				return "", c.fail("a word has more than %d characters", maxWord)
			}
		}
	}
}

// skip reads to the end of a line.
func (c *checker) skip() error {
	for {
		switch x, err := c.in.ReadByte(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case x == '\n':
			c.line++
			return nil
		}
	}
}

// expect reads a given word.
func (c *checker) expect(want string) error {
	w, err := c.word()
	if err == nil && w != want {
		err = c.fail("%q in place of %s", w, want)
	}
	return err
}

// whole reads an integer from least to most.
func (c *checker) whole(least, most int) (int, error) {
	w, err := c.word()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < least || n > most {
		return 0, c.fail("%q is not an integer from %d to %d", w, least, most)
	}
	return n, nil
}

// number reads a rational number: an integer, a decimal or a fraction.
func (c *checker) number() (*big.Rat, error) {
	w, err := c.word()
	if err != nil {
		return nil, err
	}
	return c.rational(w)
}

func (c *checker) rational(w string) (*big.Rat, error) {
	if strings.Trim(w, "+-0123456789./") == "" {
		if x, ok := new(big.Rat).SetString(w); ok {
			return x, nil
		}
	}
	return nil, c.fail("%q is not a number", w)
}

// pairs reads a count and as many pairs of an index below most and a number, with different indices.
func (c *checker) pairs(most int) (map[int]*big.Rat, error) {
	n, err := c.whole(0, most)
	if err != nil {
		return nil, err
	}
	m := map[int]*big.Rat{}
	for range n {
		j, err := c.whole(0, most-1)
		if err != nil {
			return nil, err
		}
		if m[j] != nil {
			return nil, c.fail("index %d occurs twice", j)
		}
		if m[j], err = c.number(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// termsOf returns the terms that are not 0.
func termsOf(m map[int]*big.Rat) []term {
	var list []term
	for _, j := range slices.Sorted(maps.Keys(m)) {
		if m[j].Sign() != 0 {
			list = append(list, term{j, m[j]})
		}
	}
	return list
}

// constraint reads a name, a sense, a side and terms.
func (c *checker) constraint() (*constraint, error) {
	if _, err := c.word(); err != nil {
		return nil, err
	}
	w, err := c.word()
	if err != nil {
		return nil, err
	}
	k := strings.Index("LEG", w)
	if k < 0 || len(w) != 1 {
		return nil, c.fail("%q in place of L, E or G", w)
	}
	side, err := c.number()
	if err != nil {
		return nil, err
	}
	terms, err := c.terms()
	return &constraint{terms, sense(k - 1), side}, err
}

// terms reads a count and terms, or OBJ.
func (c *checker) terms() ([]term, error) {
	w, err := c.word()
	if err != nil {
		return nil, err
	}
	if w == "OBJ" {
		return c.q.objective, nil
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 || n > len(c.q.names) {
		return nil, c.fail("%q in place of OBJ or a number of terms", w)
	}
	m := map[int]*big.Rat{}
	for range n {
		j, err := c.whole(0, len(c.q.names)-1)
		if err != nil {
			return nil, err
		}
		if m[j] != nil {
			return nil, c.fail("variable %d occurs twice", j)
		}
		if m[j], err = c.number(); err != nil {
			return nil, err
		}
	}
	return termsOf(m), nil
}
