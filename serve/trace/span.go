package trace

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"sync"
	"time"
)

// A Kind says what part a span has in a conversation; the numbers are OTLP's.
type Kind int

// Kinds of spans: inside of a service, the answer to a request, work that was put into a queue,
// its taking up.
const (
	Internal Kind = 1
	Server   Kind = 2
	Producer Kind = 4
	Consumer Kind = 5
)

// A place is where in a trace one is: its name, that of the span, whether it is told.
type place struct {
	trace, span [16]byte // of span the first 8 bytes
	sampled     bool
}

func (p *place) known() bool { return p.trace != [16]byte{} }

type placeKey struct{}

func placeOf(ctx context.Context) place {
	p, _ := ctx.Value(placeKey{}).(place)
	return p
}

// From gives a context the place that a traceparent (W3C Trace Context) tells; one that is no
// such thing is left out.
func From(ctx context.Context, traceparent string) context.Context {
	if p, ok := readParent(strings.TrimSpace(traceparent)); ok {
		return context.WithValue(ctx, placeKey{}, p)
	}
	return ctx
}

// Parent is the traceparent of what a context stands for; "": nothing is traced.
func Parent(ctx context.Context) string {
	p := placeOf(ctx)
	if !p.known() {
		return ""
	}
	flags := "00"
	if p.sampled {
		flags = "01"
	}
	return "00-" + hex.EncodeToString(p.trace[:]) + "-" + hex.EncodeToString(p.span[:8]) + "-" + flags
}

// readParent reads VERSION-TRACE-SPAN-FLAGS, all of hexadecimal digits in lower case. Later
// versions may have more behind.
func readParent(s string) (p place, ok bool) {
	const length = 2 + 1 + 32 + 1 + 16 + 1 + 2
	if len(s) < length || strings.ToLower(s) != s || s[2] != '-' || s[35] != '-' || s[52] != '-' || s[:2] == "ff" ||
		s[:2] == "00" && len(s) > length || len(s) > length && s[length] != '-' {
		return p, false
	}
	var version, flags [1]byte
	for _, part := range []struct {
		to   []byte
		from string
	}{{version[:], s[:2]}, {p.trace[:], s[3:35]}, {p.span[:8], s[36:52]}, {flags[:], s[53:55]}} {
		if _, err := hex.Decode(part.to, []byte(part.from)); err != nil {
			return place{}, false
		}
	}
	p.sampled = flags[0]&1 != 0
	return p, p.known() && p.span != [16]byte{}
}

// A Span is something that a service does.
type Span struct {
	tracer *Tracer
	place  place
	parent [16]byte
	name   string
	kind   Kind
	begun  time.Time

	mu     sync.Mutex
	values []value
	failed string
	isOver bool
}

type value struct {
	key string
	is  any // string, int or bool
}

// Start begins a span, below the one that the context stands for if there is any.
func (t *Tracer) Start(ctx context.Context, name string, kind Kind) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	above := placeOf(ctx)
	s := &Span{tracer: t, name: name, kind: kind, begun: time.Now(), parent: above.span, place: place{trace: above.trace}}
	if !above.known() {
		rand.Read(s.place.trace[:])
	}
	rand.Read(s.place.span[:8])
	s.place.sampled = t.sample(above, s.place.trace)
	return context.WithValue(ctx, placeKey{}, s.place), s
}

// sample decides whether a span is told.
func (t *Tracer) sample(above place, trace [16]byte) bool {
	if t.byParent && above.known() {
		return above.sampled
	}
	return t.share >= 1 || float64(binary.BigEndian.Uint64(trace[8:])>>1) < t.share*(1<<63) // as all services decide it
}

// Name names a span anew.
func (s *Span) Name(name string) {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.name = name
	}
}

// Set says something of a span: a text, an int or a bool.
func (s *Span) Set(key string, is any) {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.values = append(s.values, value{key, is})
	}
}

// Fail says that what a span stands for failed.
func (s *Span) Fail(why string) {
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.failed = why
	}
}

// End ends a span, once.
func (s *Span) End() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isOver {
		return
	}
	s.isOver = true
	if s.place.sampled {
		s.tracer.tell(s.document(time.Now()))
	}
}
