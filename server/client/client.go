// Package client is a Go client of the service.
//
//	c := client.New("http://127.0.0.1:8080")
//	answer, err := c.Solve(ctx, client.Request{Example: "wolf"})
//
// The methods wait for long answers until ctx ends; then they cancel the job.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// A Client sends questions to one service. Its fields may be set before it is first used.
type Client struct {
	Base  string       // such as http://127.0.0.1:8080
	Token string       // sent with each request; "": none
	HTTP  *http.Client // nil: the default one
}

// New returns a client of the service at an address.
func New(base string) *Client { return &Client{Base: strings.TrimSuffix(base, "/")} }

// An Error is an error response of the service.
type Error struct {
	Status int // of HTTP
	Errors []ErrorJSON
}

// Error returns the first message, with its place if it has one.
func (e *Error) Error() string {
	if len(e.Errors) == 0 {
		return fmt.Sprintf("the service answers %d %s", e.Status, http.StatusText(e.Status))
	}
	first := e.Errors[0]
	if first.Line == nil || *first.Line == 0 {
		return first.Message
	}
	column := int64(0)
	if first.Column != nil {
		column = *first.Column
	}
	return fmt.Sprintf("%s:%d:%d: %s", first.File, *first.Line, column, first.Message)
}

// pollEach is the interval between queries for the state of a job.
const pollEach = 500 * time.Millisecond

func (c *Client) ask(ctx context.Context, question string, r Request, into any) error {
	status, where, b, err := c.send(ctx, http.MethodPost, "/api/v1/"+question, r)
	if err != nil {
		return err
	}
	if status != http.StatusAccepted {
		return json.Unmarshal(b, into)
	}
	return c.wait(ctx, where, into)
}

// wait waits for the end of a job.
func (c *Client) wait(ctx context.Context, where string, into any) error {
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), pollEach)
			defer cancel()
			c.send(last, http.MethodDelete, where, nil)
			return context.Cause(ctx)
		case <-time.After(pollEach):
		}
		_, _, b, err := c.send(ctx, http.MethodGet, where, nil)
		if err != nil {
			return err
		}
		var job struct {
			State  string
			Answer json.RawMessage
		}
		if err := json.Unmarshal(b, &job); err != nil {
			return err
		}
		switch job.State {
		case "done":
			return json.Unmarshal(job.Answer, into)
		case "failed":
			return failed(http.StatusUnprocessableEntity, job.Answer)
		case "cancelled":
			return &Error{http.StatusGone, []ErrorJSON{{Message: "the job was cancelled"}}}
		}
	}
}

// send sends a request and reads the answer, an *Error where the service refuses it.
func (c *Client) send(ctx context.Context, method, path string, body any) (status int, where string, b []byte, err error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, "", nil, err
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, in)
	if err != nil {
		return 0, "", nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	h := c.HTTP
	if h == nil {
		h = http.DefaultClient
	}
	resp, err := h.Do(r)
	if err != nil {
		return 0, "", nil, err
	}
	defer resp.Body.Close()
	if b, err = io.ReadAll(resp.Body); err != nil {
		return 0, "", nil, err
	}
	if resp.StatusCode >= 400 {
		return 0, "", nil, failed(resp.StatusCode, b)
	}
	return resp.StatusCode, resp.Header.Get("Location"), b, nil
}

func failed(status int, b []byte) error {
	e := &Error{Status: status}
	json.Unmarshal(b, e) // else it is not the service that answers so
	e.Status = status
	return e
}
