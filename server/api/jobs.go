package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"farbank/server/ask"
	"farbank/server/jobs"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/sse"
)

// A JobDocument is the JSON of a job.
type JobDocument struct {
	ID       string          `json:"id"`
	State    string          `json:"state" enum:"queued,running,done,failed,cancelled"`
	Do       string          `json:"do"`
	Created  time.Time       `json:"created"`
	Started  *time.Time      `json:"started,omitempty"`
	Ended    *time.Time      `json:"ended,omitempty"`
	Attempts int             `json:"attempts"`
	Progress json.RawMessage `json:"progress,omitempty"`
	Answer   json.RawMessage `json:"answer,omitempty" doc:"the document if the job is done; the errors if it failed"`
}

func (s *Server) document(j *jobs.Job, whole bool) *JobDocument {
	var r ask.Request
	json.Unmarshal(j.Request, &r)
	doc := &JobDocument{ID: j.ID, State: j.State, Do: r.Do, Created: j.Created, Attempts: j.Attempts, Progress: j.Progress}
	if !j.Started.IsZero() {
		doc.Started = &j.Started
	}
	if !j.Ended.IsZero() {
		doc.Ended = &j.Ended
	}
	if whole {
		doc.Answer = j.Answer
	}
	return doc
}

type jobOutput struct {
	Location string `header:"Location"`
	Body     *JobDocument
}

func (s *Server) jobOperations() {
	post := s.operation(http.MethodPost, "/api/v1/jobs", "post-job", "Adds a question to the queue")
	post.MaxBodyBytes, post.DefaultStatus = s.Body, http.StatusAccepted
	huma.Register(s.api, post, s.postJob)
	huma.Register(s.api, s.operation(http.MethodGet, "/api/v1/jobs/{id}", "get-job", "A job, with its answer if it is done"), s.getJob)
	huma.Register(s.api, s.operation(http.MethodDelete, "/api/v1/jobs/{id}", "cancel-job", "Cancels a job"), s.cancelJob)
	sse.Register(s.api, s.operation(http.MethodGet, "/api/v1/jobs/{id}/events", "job-events", "The progress of a job until its end, as server-sent events"),
		map[string]any{"progress": progressEvent{}, "end": JobDocument{}}, s.events)
}

type progressEvent struct {
	State    string          `json:"state"`
	Progress json.RawMessage `json:"progress,omitempty"`
}

func (s *Server) postJob(ctx context.Context, in *questionInput) (*jobOutput, error) {
	who := clientOf(ctx)
	if !may(who, "ask") {
		return nil, failed(http.StatusForbidden, "the token lacks the scope ask")
	}
	if err := in.Body.Validate(); err != nil {
		return nil, failed(http.StatusUnprocessableEntity, err.Error())
	}
	j, err := s.submit(ctx, who, &in.Body, s.digest(&in.Body), in.Key)
	if err != nil {
		return nil, err
	}
	return &jobOutput{"/api/v1/jobs/" + j.ID, s.document(j, true)}, nil
}

// own returns a job of the client. Jobs of other clients are not found.
func (s *Server) own(ctx context.Context, id string) (*jobs.Job, error) {
	j, err := s.Store.Get(ctx, id)
	if err != nil {
		return nil, s.broken(err)
	}
	if s.Tokens != nil && j.Client != clientOf(ctx).name {
		return nil, s.broken(jobs.ErrNotFound)
	}
	return j, nil
}

func (s *Server) getJob(ctx context.Context, in *idInput) (*jobOutput, error) {
	j, err := s.own(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &jobOutput{Body: s.document(j, true)}, nil
}

func (s *Server) cancelJob(ctx context.Context, in *idInput) (*jobOutput, error) {
	if _, err := s.own(ctx, in.ID); err != nil {
		return nil, err
	}
	j, err := s.Store.Cancel(ctx, in.ID)
	if err != nil {
		return nil, s.broken(err)
	}
	s.ring(j.ID)
	return &jobOutput{Body: s.document(j, true)}, nil
}

// tellEach is the interval at which the progress of a job is checked for its events.
const tellEach = 250 * time.Millisecond

func (s *Server) events(ctx context.Context, in *idInput, send sse.Sender) {
	j, err := s.own(ctx, in.ID)
	last := ""
	for err == nil && !j.Over() {
		if now := j.State + string(j.Progress); now != last {
			last = now
			if send.Data(progressEvent{j.State, j.Progress}) != nil {
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tellEach):
		}
		j, err = s.Store.Get(ctx, in.ID)
	}
	if err == nil {
		send.Data(*s.document(j, true))
	}
}

// listen returns a channel that is closed when a job ends on this server.
func (s *Server) listen(id string) chan struct{} {
	c := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[id] = append(s.waiting[id], c)
	return c
}

func (s *Server) forget(id string, c chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := slices.DeleteFunc(s.waiting[id], func(o chan struct{}) bool { return o == c })
	if s.waiting[id] = left; len(left) == 0 {
		delete(s.waiting, id)
	}
}

// ring notifies the clients that wait for the end of a job.
func (s *Server) ring(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.waiting[id] {
		close(c)
	}
	delete(s.waiting, id)
}
