package sweep

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"farbank/distributed/cluster"
	"farbank/distributed/layer"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"golang.org/x/sync/errgroup"
)

func init() {
	register.DoFn2x1[context.Context, int, error](&answerFn{})
}

// chunk is the number of questions that a worker takes at a time.
const chunk = 16

// file is the name of the description of a folder of answers.
const file = "sweep.json"

type about struct {
	Version   int        `json:"version"`
	Digest    string     `json:"digest"` // of problem and questions
	Asking    *Asking    `json:"asking"`
	Questions []Question `json:"questions"`
}

const version = 1

func answersFile(i int) string { return fmt.Sprintf("answers-%06d.jsonl", i) }

// A Sweep answers many questions about one problem.
type Sweep struct {
	Cluster   *cluster.Cluster
	Dir       string // folder of the answers
	Asking    *Asking
	Questions []Question
	Threads   int // questions that a worker answers at a time; 0: its processors

	folder *layer.Folder
	digest string
}

func (s *Sweep) chunks() int { return (len(s.Questions) + chunk - 1) / chunk }

// Open prepares the folder. It returns the number of chunks that are answered already.
func (s *Sweep) Open(ctx context.Context) (answered int, err error) {
	if s.folder, err = layer.Open(ctx, s.Dir); err != nil {
		return 0, err
	}
	what := about{Version: version, Asking: s.Asking, Questions: s.Questions}
	b, err := json.Marshal(what)
	if err != nil {
		return 0, err
	}
	sum := sha256.Sum256(b)
	s.digest = hex.EncodeToString(sum[:])
	what.Digest = s.digest
	there, err := s.folder.Has(ctx, file)
	if err != nil {
		return 0, err
	}
	if !there {
		return 0, s.folder.WriteJSON(ctx, file, what)
	}
	var old about
	if err := s.folder.ReadJSON(ctx, file, &old); err != nil {
		return 0, err
	}
	if old.Digest != s.digest {
		return 0, fmt.Errorf("%s has answers to other questions, or with other options", s.Dir)
	}
	missing, err := s.missing(ctx)
	return s.chunks() - len(missing), err
}

// missing returns the chunks without answers.
func (s *Sweep) missing(ctx context.Context) (list []int, err error) {
	for i := range s.chunks() {
		there, err := s.folder.Has(ctx, answersFile(i))
		if err != nil {
			return nil, err
		}
		if !there {
			list = append(list, i)
		}
	}
	return list, nil
}

// Run answers the remaining questions and writes all answers in the order of the questions as they
// become available.
func (s *Sweep) Run(ctx context.Context, out io.Writer) error {
	done := make(chan error, 1)
	go func() {
		done <- s.Cluster.Run(ctx, func(scope beam.Scope) { s.steps(ctx, scope) })
	}()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for next := 0; ; {
		var err error
		ended := false
		select {
		case err = <-done:
			ended = true
		case <-tick.C:
		}
		next, err = s.write(context.WithoutCancel(ctx), out, next, err)
		if err == nil && ended && next < s.chunks() {
			err = fmt.Errorf("the job has ended, but %s does not exist; do all machines have access to the folder?", answersFile(next))
		}
		if err != nil || ended {
			return err
		}
	}
}

// write writes the available answers from chunk next on. It returns the first chunk without
// answers.
func (s *Sweep) write(ctx context.Context, out io.Writer, next int, failed error) (int, error) {
	for ; next < s.chunks(); next++ {
		there, err := s.folder.Has(ctx, answersFile(next))
		if err != nil || !there {
			return next, cmp.Or(failed, err)
		}
		b, err := s.folder.Read(ctx, answersFile(next))
		if err == nil && bytes.Count(b, []byte("\n")) != len(s.of(next)) {
			err = fmt.Errorf("%s/%s is damaged; remove it to have its questions answered again", s.Dir, answersFile(next))
		}
		if err == nil {
			_, err = out.Write(b)
		}
		if err != nil {
			return next, err
		}
	}
	return next, failed
}

// of returns the questions of a chunk.
func (s *Sweep) of(i int) []Question {
	return s.Questions[i*chunk : min((i+1)*chunk, len(s.Questions))]
}

// steps builds the job with one element for each chunk; the groups are separate.
func (s *Sweep) steps(ctx context.Context, scope beam.Scope) {
	missing, err := s.missing(ctx)
	if err != nil {
		panic(err) // Run converts it to its error
	}
	groups := s.Cluster.Groups()
	for g := range groups {
		var list []int
		for k := g; k < len(missing); k += groups {
			list = append(list, missing[k])
		}
		if len(list) == 0 {
			list = []int{-1} // a pipeline needs at least one element
		}
		in := cluster.Group(scope, g)
		numbers := beam.CreateList(in, list)
		if !s.Cluster.Own() {
			numbers = beam.Reshuffle(in, numbers)
		}
		beam.ParDo0(in, &answerFn{Dir: s.Dir, Digest: s.digest, Threads: s.Threads}, numbers)
	}
}

// An answerFn answers chunks of questions.
type answerFn struct {
	Dir, Digest string
	Threads     int
	sweep       *Sweep
}

func (f *answerFn) StartBundle(ctx context.Context) error {
	folder, err := layer.Open(ctx, f.Dir)
	if err != nil {
		return cluster.Marked(err)
	}
	var a about
	if err := folder.ReadJSON(ctx, file, &a); err != nil {
		return cluster.Marked(err)
	}
	if a.Digest != f.Digest {
		return fmt.Errorf("%s now has other questions", f.Dir)
	}
	f.sweep = &Sweep{Dir: f.Dir, Asking: a.Asking, Questions: a.Questions, folder: folder}
	return nil
}

func (f *answerFn) ProcessElement(ctx context.Context, i int) error {
	if i < 0 {
		return nil
	}
	questions := f.sweep.of(i)
	lines := make([][]byte, len(questions))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cmp.Or(f.Threads, runtime.GOMAXPROCS(0)))
	for k := range questions {
		g.Go(func() (err error) {
			lines[k], err = f.sweep.Asking.answer(ctx, &questions[k])
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return cluster.Marked(err)
	}
	return cluster.Marked(f.sweep.folder.WriteFile(ctx, answersFile(i), slices.Concat(lines...)))
}

func (f *answerFn) FinishBundle() error { return f.sweep.folder.Close() }
