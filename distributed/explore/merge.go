package explore

import (
	"context"

	"farbank/distributed/layer"
	"farbank/distributed/run"
)

// together is the number of layers that are merged into one file of all seen states. It bounds the
// number of additional files to read, and each state is rewritten once for this number of layers.
const together = 16

// merge creates a part of a layer from the blocks that the expansion of the previous layer emitted.
func (s *site) merge(ctx context.Context, at, part int, blocks [][]byte) error {
	w := s.Words()
	runs := make([][]uint64, len(blocks))
	for i, b := range blocks {
		var err error
		if runs[i], err = run.Decode(nil, b, w); err != nil {
			return err
		}
	}
	m := run.NewMinus(run.MergeAll(runs, w), w)
	for _, f := range s.earlier(at, part) {
		if len(m.Left()) == 0 {
			break
		}
		err := s.Each(ctx, f.name, s.ID(f.layer, part), func(list []uint64) (bool, error) { return m.Take(list), nil })
		if err != nil {
			return err
		}
		m.End()
	}
	if err := s.write(ctx, at, part, m.Left()); err != nil {
		return err
	}
	if s.all && at%together == together-1 {
		return s.gather(ctx, at, part)
	}
	return nil
}

// An old is a file of earlier states.
type old struct {
	name  string
	layer int
}

// earlier returns the files that are subtracted from a layer.
func (s *site) earlier(at, part int) (files []old) {
	for k := at - 1; k >= 0; k-- {
		switch {
		case !s.all && k < at-2:
			return files
		case s.all && k%together == together-1:
			return append(files, old{layer.Seen(k, part), k})
		}
		files = append(files, old{layer.States(k, part), k})
	}
	return files
}

// write writes a part of a layer and its counts.
func (s *site) write(ctx context.Context, at, part int, list []uint64) error {
	out, err := s.NewWriter(ctx, layer.States(at, part), s.ID(at, part))
	if err != nil {
		return err
	}
	found := &layer.Found{All: s.all}
	if err = out.Add(list); err == nil {
		err = s.goals(list, found)
	}
	if err != nil {
		out.Drop()
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	found.States, found.Bytes = out.Count, out.Size
	return s.WriteJSON(ctx, layer.FoundFile(at, part), found)
}

// goals counts the goals among states.
func (s *site) goals(list []uint64, found *layer.Found) error {
	e, err := s.Expander(nil)
	if err != nil {
		return err
	}
	defer s.Return(e)
	w := s.Words()
	most := e.Batch()
	goal := make([]bool, most)
	for len(list) > 0 {
		n := min(len(list)/w, most)
		if err := e.Goals(list[:n*w], goal[:n]); err != nil {
			return err
		}
		for i, is := range goal[:n] {
			if is && found.Goal == nil {
				found.Goal = append(found.Goal, list[i*w:(i+1)*w]...)
			}
			if is {
				found.Goals++
			}
		}
		list = list[n*w:]
	}
	return nil
}

// gather writes the file of all states of a part up to a layer: it merges the previous such file
// with the layers since, block by block.
func (s *site) gather(ctx context.Context, at, part int) error {
	out, err := s.NewWriter(ctx, layer.Seen(at, part), s.ID(at, part))
	if err != nil {
		return err
	}
	if err := s.gatherTo(ctx, at, part, out); err != nil {
		out.Drop()
		return err
	}
	return out.Commit()
}

func (s *site) gatherTo(ctx context.Context, at, part int, out *layer.Writer) error {
	files := append([]old{{layer.States(at, part), at}}, s.earlier(at, part)...)
	readers := make([]*layer.Reader, len(files))
	defer func() {
		for _, r := range readers {
			if r != nil {
				r.Close()
			}
		}
	}()
	for i, f := range files {
		var err error
		if readers[i], err = s.NewReader(ctx, f.name, s.ID(f.layer, part)); err != nil {
			return err
		}
	}
	return run.MergeStreams(len(readers), func(i int) ([]uint64, error) { return readers[i].Next() }, s.Words(), out.Add)
}
