package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"farbank/serve/ask"
	"farbank/serve/jobs"
	"farbank/serve/worker"

	"github.com/danielgtaylor/huma/v2"
)

// bodyTime is how long a caller may take to send a request.
const bodyTime = 10 * time.Second

// sharedMemory is what a question that is answered at once may take for its data.
const sharedMemory = 64 << 20

type questionInput struct {
	Prefer string `header:"Prefer" doc:"wait=SECONDS: so long the answer is waited for before a job is given instead; respond-async: not at all"`
	Key    string `header:"Idempotency-Key" maxLength:"200" doc:"of several requests with one key all but the first give its job"`
	Match  string `header:"If-None-Match"`
	Body   ask.Request
}

type questionOutput struct {
	Status   int
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Retry    string `header:"Retry-After"`
	Body     any
}

func may(c client, scope string) bool { return slices.Contains(c.scopes, scope) }

// question answers a question: from what is kept, at once, or by a job.
func (s *Server) question(ctx context.Context, in *questionInput) (*questionOutput, error) {
	who := clientOf(ctx)
	if !may(who, "ask") {
		return nil, failed(http.StatusForbidden, "the token is not for asking")
	}
	r := &in.Body
	if err := r.Validate(); err != nil {
		return nil, failed(http.StatusUnprocessableEntity, err.Error())
	}
	digest := s.digest(r)
	if in.Match == quoted(digest) {
		if _, err := s.Store.Answer(ctx, digest); err == nil {
			return &questionOutput{Status: http.StatusNotModified, ETag: quoted(digest)}, nil
		}
	}
	if b, err := s.Store.Answer(ctx, digest); err == nil {
		s.figures.answers.WithLabelValues("kept").Inc()
		return &questionOutput{Status: http.StatusOK, ETag: quoted(digest), Body: json.RawMessage(b)}, nil
	}
	wait, async := s.preferred(in.Prefer)
	if in.Key == "" && !async && size(r) <= mostSoon && r.Do != "compare" { // that asks all engines
		b, err := s.atOnce(ctx, r, digest)
		if b != nil || err != nil {
			return &questionOutput{Status: http.StatusOK, ETag: quoted(digest), Body: json.RawMessage(b)}, err
		}
	}
	j, err := s.submit(ctx, who, r, digest, in.Key)
	if err != nil {
		return nil, err
	}
	if async {
		return s.ended(j)
	}
	done, err := s.await(ctx, j, wait)
	if err != nil {
		s.left(ctx, j)
		return nil, err
	}
	return s.ended(done)
}

// left ends a job whose caller has left without knowing its name.
func (s *Server) left(ctx context.Context, j *jobs.Job) {
	if ctx.Err() == nil || j.Key != "" {
		return
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if _, err := s.Store.Cancel(last, j.ID); err != nil {
		s.Log.Error("a job was not cancelled", "job", j.ID, "error", err)
	}
}

// preferred reads the header Prefer (RFC 7240).
func (s *Server) preferred(header string) (wait time.Duration, async bool) {
	wait = s.Wait
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimSpace(part)
		if n, err := strconv.Atoi(strings.TrimPrefix(part, "wait=")); err == nil && n >= 0 {
			wait = time.Duration(min(int64(n), int64(s.Longest/time.Second))) * time.Second
		}
		async = async || part == "respond-async"
	}
	return wait, async
}

func quoted(digest string) string { return `"` + digest + `"` }

// digest names problem and question, limits apart: equal ones have equal answers.
func (s *Server) digest(r *ask.Request) string {
	q := *r
	q.Timeout, q.Memory, q.Workers = 0, 0, 0
	b, err := json.Marshal(&q)
	if err != nil {
		return ""
	}
	h := sha256.New()
	h.Write([]byte(s.Version + "\n"))
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))[:40]
}

// final reports whether an answer is one for good: not cut short by a limit.
func final(answer []byte) bool {
	var doc struct {
		Status   string `json:"status"`
		Complete *bool  `json:"complete"`
		Engines  []any  `json:"engines"`
		Way      *struct {
			Known bool `json:"known"`
		} `json:"way"`
	}
	if json.Unmarshal(answer, &doc) != nil || doc.Engines != nil || doc.Complete != nil && !*doc.Complete || doc.Way != nil && !doc.Way.Known {
		return false
	}
	return doc.Status != "unknown" && doc.Status != "feasible"
}

// mostSoon is how long the texts of a question are that is answered at once: some work on a
// text cannot be stopped but with its process.
const mostSoon = 128 << 10

// size is the length of the texts of a question.
func size(r *ask.Request) int {
	n := len(r.Source) + len(r.Domain) + len(r.PDDL) + len(r.Plan) + len(r.Proof)
	for _, text := range r.Files {
		n += len(text)
	}
	for _, value := range r.Params {
		n += len(value)
	}
	for _, move := range r.Moves {
		n += len(move)
	}
	return n
}

// atOnce answers what is answered within a moment; nil: it is not.
func (s *Server) atOnce(ctx context.Context, r *ask.Request, digest string) ([]byte, error) {
	select {
	case s.soon <- struct{}{}:
		defer func() { <-s.soon }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	short, cancel := context.WithTimeout(ctx, s.Soon)
	defer cancel()
	q := *r
	q.Timeout, q.Memory, q.Share, q.Workers = 0, 0, sharedMemory, 1
	g := &gathered{most: s.Output}
	doc, err := ask.Answer(short, &q, g.tell)
	switch {
	case short.Err() != nil || g.full:
		return nil, ctx.Err()
	case err != nil:
		return nil, s.fault(worker.NewError(err))
	}
	b, err := worker.Marshal(doc)
	if err != nil {
		return nil, err
	}
	if !final(b) && bytes.Contains(b, []byte("the memory limit was reached")) {
		return nil, nil // a job may take more
	}
	b = g.into(b)
	s.figures.answers.WithLabelValues("at once").Inc()
	if final(b) {
		if err := s.Store.Keep(ctx, digest, b); err != nil {
			s.Log.Error("an answer was not kept", "error", err)
		}
	}
	return b, nil
}

// gathered are the plans that come before an answer.
type gathered struct {
	plans bytes.Buffer
	most  int64
	full  bool
}

func (g *gathered) tell(e ask.Event) {
	if e.Plan == nil || g.full {
		return
	}
	b, err := worker.Marshal(e.Plan)
	if err != nil || int64(g.plans.Len()+len(b)) > g.most {
		g.full = true
		return
	}
	if g.plans.Len() > 0 {
		g.plans.WriteByte(',')
	}
	g.plans.Write(b)
}

// into puts the plans into the answer.
func (g *gathered) into(answer []byte) []byte {
	if g.plans.Len() == 0 || len(answer) < 2 {
		return answer
	}
	out := append([]byte(`{"plans":[`), g.plans.Bytes()...)
	out = append(out, ']')
	if len(answer) > 2 {
		out = append(out, ',')
	}
	return append(out, answer[1:]...)
}

// fault is what is wrong with a problem, as an answer.
func (s *Server) fault(e *worker.ErrorDocument) error {
	if e.Bug {
		s.Log.Error("a bug", "error", e.Error())
		return &Fault{http.StatusInternalServerError, e.Errors}
	}
	return &Fault{http.StatusUnprocessableEntity, e.Errors}
}

// broken is an error of the store, as an answer.
func (s *Server) broken(err error) error {
	switch {
	case errors.Is(err, jobs.ErrNotFound):
		return failed(http.StatusNotFound, "there is nothing of this name")
	case errors.Is(err, context.Canceled):
		return err
	}
	s.Log.Error("the database", "error", err)
	return failed(http.StatusServiceUnavailable, "the database does not answer")
}

// submit puts a question into the queue.
func (s *Server) submit(ctx context.Context, who client, r *ask.Request, digest, key string) (*jobs.Job, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	j, err := s.Store.Submit(ctx, jobs.Job{Client: who.name, Digest: digest, Key: key, Request: b}, jobs.Room{All: s.Queue, Client: s.Client})
	if errors.Is(err, jobs.ErrFull) {
		h := huma.ErrorWithHeaders(failed(http.StatusTooManyRequests, "there are too many jobs; ask again later"), http.Header{"Retry-After": {"5"}})
		return nil, h
	}
	if err != nil {
		return nil, s.broken(err)
	}
	if key != "" && j.Digest != digest {
		return nil, failed(http.StatusConflict, "the idempotency key was given to another question")
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return j, nil
}

// await waits for the end of a job.
func (s *Server) await(ctx context.Context, j *jobs.Job, wait time.Duration) (*jobs.Job, error) {
	end := time.NewTimer(wait)
	defer end.Stop()
	id := j.ID
	for !j.Over() {
		told := s.listen(id)
		var err error
		if j, err = s.Store.Get(ctx, id); err != nil {
			s.forget(id, told)
			return nil, s.broken(err)
		}
		if !j.Over() {
			select {
			case <-told:
			case <-time.After(time.Second): // another server may work on it
			case <-end.C:
				s.forget(id, told)
				return j, nil
			case <-ctx.Done():
				s.forget(id, told)
				return nil, ctx.Err()
			}
		}
		s.forget(id, told)
	}
	return j, nil
}

// ended is a job as an answer: its own where it is done.
func (s *Server) ended(j *jobs.Job) (*questionOutput, error) {
	switch j.State {
	case jobs.Done:
		return &questionOutput{Status: http.StatusOK, ETag: quoted(j.Digest), Body: json.RawMessage(j.Answer)}, nil
	case jobs.Failed:
		var e worker.ErrorDocument
		if err := json.Unmarshal(j.Answer, &e); err != nil || len(e.Errors) == 0 {
			return nil, failed(http.StatusInternalServerError, "the job failed")
		}
		return nil, s.fault(&e)
	}
	return &questionOutput{Status: http.StatusAccepted, Location: "/api/v1/jobs/" + j.ID, Retry: "1", Body: s.document(j, false)}, nil
}
