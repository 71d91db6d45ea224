package api

import (
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

	"farbank/server/ask"
	"farbank/server/jobs"
	"farbank/server/worker"

	"github.com/danielgtaylor/huma/v2"
)

// bodyTime is the maximum time for reading a request.
const bodyTime = 10 * time.Second

// sharedMemory is the memory limit of a question that is answered at once, in bytes.
const sharedMemory = 64 << 20

type questionInput struct {
	Prefer string `header:"Prefer" doc:"wait=SECONDS: the time to wait for the answer before a job is returned instead; respond-async: do not wait"`
	Key    string `header:"Idempotency-Key" maxLength:"200" doc:"requests with the same key return the job of the first"`
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

// question answers a question: from stored answers, at once, or by a job.
func (s *Server) question(ctx context.Context, in *questionInput) (*questionOutput, error) {
	who := clientOf(ctx)
	if !may(who, "ask") {
		return nil, failed(http.StatusForbidden, "the token lacks the scope ask")
	}
	r := &in.Body
	if err := r.Validate(); err != nil {
		return nil, failed(http.StatusUnprocessableEntity, err.Error())
	}
	out, err := s.answered(ctx, who, in)
	if err == nil && out.Status == http.StatusOK && matches(in.Match, out.ETag) {
		return &questionOutput{Status: http.StatusNotModified, ETag: out.ETag}, nil
	}
	return out, err
}

func (s *Server) answered(ctx context.Context, who client, in *questionInput) (*questionOutput, error) {
	r := &in.Body
	digest := s.digest(r)
	if b, err := s.Store.Answer(ctx, digest); err == nil {
		s.figures.answers.WithLabelValues("kept").Inc()
		return given(digest, b), nil
	}
	wait, async := s.preferred(in.Prefer)
	if in.Key == "" && !async && size(r) <= maxSoon && r.Do != "compare" { // compare asks all engines
		if b, err := s.atOnce(ctx, who, r, digest); err != nil {
			return nil, err
		} else if b != nil {
			return given(digest, b), nil
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

// given returns the output for an answer. Only a final answer has a tag.
func given(digest string, answer []byte) *questionOutput {
	out := &questionOutput{Status: http.StatusOK, Body: json.RawMessage(answer)}
	if final(answer) {
		out.ETag = quoted(digest)
	}
	return out
}

// matches reports whether a list of tags as in If-None-Match (RFC 9110) contains tag or is *.
func matches(list, tag string) bool {
	if tag == "" {
		return false
	}
	for list = strings.Trim(list, " \t"); list != ""; list = strings.TrimLeft(list, " \t,") {
		if list == "*" {
			return true
		}
		opaque := strings.TrimPrefix(list, "W/")
		if !strings.HasPrefix(opaque, `"`) {
			return false
		}
		end := strings.IndexByte(opaque[1:], '"')
		if end < 0 {
			return false
		}
		if opaque[:end+2] == tag {
			return true
		}
		list = opaque[end+2:]
	}
	return false
}

// left cancels a job whose client has disconnected without knowing its ID.
func (s *Server) left(ctx context.Context, j *jobs.Job) {
	if ctx.Err() == nil || j.Key != "" {
		return
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if _, err := s.Store.Cancel(last, j.ID); err != nil {
		s.Log.Error("a job was not canceled", "job", j.ID, "error", err)
	}
}

// preferred parses the header Prefer (RFC 7240).
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

// digest returns a digest of the problem and the question without its limits. Requests with equal
// digests have equal answers.
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

// final reports whether an answer is final, not cut short by a limit.
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

// maxSoon is the maximum total length of the texts of a question that is answered at once: some
// processing can only be stopped by killing the process.
const maxSoon = 128 << 10

// size returns the total length of the texts of a question.
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

// fault converts an error of the problem to an HTTP error.
func (s *Server) fault(e *worker.ErrorDocument) error {
	if e.Bug {
		s.Log.Error("bug", "error", e.Error())
		return &Fault{http.StatusInternalServerError, e.Errors}
	}
	return &Fault{http.StatusUnprocessableEntity, e.Errors}
}

// broken converts an error of the store to an HTTP error.
func (s *Server) broken(err error) error {
	switch {
	case errors.Is(err, jobs.ErrNotFound):
		return failed(http.StatusNotFound, "not found")
	case errors.Is(err, jobs.ErrFull):
		return huma.ErrorWithHeaders(failed(http.StatusTooManyRequests, "there are too many jobs; try again later"), http.Header{"Retry-After": {"5"}})
	case errors.Is(err, jobs.ErrNoRoom):
		return failed(http.StatusInsufficientStorage, "the storage of this client, or the total storage, is full, and nothing can be removed")
	case errors.Is(err, context.Canceled):
		return err
	}
	s.Log.Error("database error", "error", err)
	return failed(http.StatusServiceUnavailable, "the database does not answer")
}

// submit adds a question to the queue.
func (s *Server) submit(ctx context.Context, who client, r *ask.Request, digest, key string) (*jobs.Job, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	j, err := s.Store.Submit(ctx, jobs.Job{Client: who.name, Digest: digest, Key: key, Trace: parentOf(ctx), Request: b}, jobs.Room{All: s.Queue, Client: s.Client})
	if err != nil {
		return nil, s.broken(err)
	}
	if key != "" && j.Digest != digest {
		return nil, failed(http.StatusConflict, "the idempotency key was used for another question")
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
		ended := s.listen(id)
		var err error
		if j, err = s.Store.Get(ctx, id); err != nil {
			s.forget(id, ended)
			return nil, s.broken(err)
		}
		if !j.Over() {
			select {
			case <-ended:
			case <-time.After(time.Second): // another server may execute it
			case <-end.C:
				s.forget(id, ended)
				return j, nil
			case <-ctx.Done():
				s.forget(id, ended)
				return nil, ctx.Err()
			}
		}
		s.forget(id, ended)
	}
	return j, nil
}

// limited reports whether a job has limits of its own, which its digest ignores.
func limited(j *jobs.Job) bool {
	var r ask.Request
	return json.Unmarshal(j.Request, &r) != nil || r.Timeout != 0 || r.Memory != 0
}

// ended converts an ended job to an output.
func (s *Server) ended(j *jobs.Job) (*questionOutput, error) {
	switch j.State {
	case jobs.Done:
		out := given(j.Digest, j.Answer)
		if limited(j) {
			out.ETag = ""
		}
		return out, nil
	case jobs.Failed:
		var e worker.ErrorDocument
		if err := json.Unmarshal(j.Answer, &e); err != nil || len(e.Errors) == 0 {
			return nil, failed(http.StatusInternalServerError, "the job failed")
		}
		return nil, s.fault(&e)
	}
	return &questionOutput{Status: http.StatusAccepted, Location: "/api/v1/jobs/" + j.ID, Retry: "1", Body: s.document(j, false)}, nil
}
