package feel

import (
	"regexp"
	"sync"
)

// A pattern is a regular expression that is compiled when it is first used. It is not a function made by
// sync.OnceValue: a program that never uses FEEL would then contain the package regexp.
type pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

func (p *pattern) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.text) })
	return p.re
}

var (
	durationText = pattern{text: `^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?)S)?)?$`}
	exponentText = pattern{text: `^[eE][-+]?\d{1,4}\b`} // of a numeral
	numeralText  = pattern{text: `^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,4})?$`}
)
