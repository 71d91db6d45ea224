package page_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"farbank/server/ask"
)

// BenchmarkReady measures the time from opening the static site, with an empty browser cache, to
// the first diagnostics of the engines.
func BenchmarkReady(b *testing.B) {
	url := site(b)
	sum := 0.0
	for b.Loop() {
		p := open(b, url)
		p.until(`performance.getEntriesByName("checked").length`)
		sum += p.number(`performance.getEntriesByName("checked")[0].startTime`)
	}
	b.ReportMetric(sum/float64(b.N), "ms/ready")
}

// searches lists the example and the engine of each search of BenchmarkSearch.
var searches = [][2]string{{"tiles", "auto"}, {"cube", "search"}, {"queens", "fold"}}

// BenchmarkSearch measures the time from question to answer on the static site, and natively.
func BenchmarkSearch(b *testing.B) {
	p := open(b, site(b))
	p.until(`performance.getEntriesByName("exercised").length`)
	for _, s := range searches {
		b.Run(fmt.Sprintf("%s/%s/page", s[0], s[1]), func(b *testing.B) {
			p := &browser{b, p.ctx}
			p.choose("#example", s[0])
			p.choose("#engine", s[1])
			first, last := 0.0, 0.0
			for b.Loop() {
				p.eval(`performance.clearMarks()`)
				p.click("#solve")
				p.until(`performance.getEntriesByName("answered").length`)
				last = p.number(`performance.measure("solve", "asked", "answered").duration`)
				if first == 0 {
					first = last
				}
			}
			b.ReportMetric(first, "ms/first")
			b.ReportMetric(last, "ms/last")
		})
		b.Run(fmt.Sprintf("%s/%s/here", s[0], s[1]), func(b *testing.B) {
			for b.Loop() {
				r := &ask.Request{Do: "solve", Engine: s[1], Show: "film", Problem: ask.Problem{Example: s[0]}}
				if _, err := ask.Answer(context.Background(), r, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// number evaluates an expression whose value is a number.
func (b *browser) number(expression string) float64 {
	b.t.Helper()
	v, err := strconv.ParseFloat(b.text("String("+expression+")"), 64)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}
