package highs

import (
	"bytes"
	"context"
	"math"
	"time"

	"github.com/tetratelabs/wazero/api"

	"farbank/milp/problem"
)

// SolveFile has HiGHS read a file itself, in the format that the end of its name tells (.lp
// or .mps), and solve it. The objective is HiGHS's own; values are in the order in which it
// has met the columns. It is how HiGHS understands a text that is in question here.
func (m *Module) SolveFile(ctx context.Context, name string, text []byte, o Options) (problem.Solution, error) {
	in := m.start(ctx, &host{begun: time.Now(), log: o.Log, name: name, file: text})
	defer in.close()
	in.set("output_flag", o.Log != nil)
	if o.Time > 0 {
		in.set("time_limit", o.Time.Seconds())
	}
	in.check("Highs_readModel", in.solver, in.text(name))
	in.check("Highs_run", in.solver)
	status := in.call("Highs_getModelStatus", in.solver)
	if status == statusUnclear { // presolve could not tell which
		in.check("Highs_setStringOptionValue", in.solver, in.text("presolve"), in.text("off"))
		in.check("Highs_run", in.solver)
		status = in.call("Highs_getModelStatus", in.solver)
	}
	var s problem.Solution
	switch status {
	case statusOptimal, statusEmpty:
		s.Status = problem.Optimal
		s.Values = in.values(int(in.call("Highs_getNumCol", in.solver)), int(in.call("Highs_getNumRow", in.solver)))
		s.Objective = math.Float64frombits(in.call("Highs_getObjectiveValue", in.solver))
		s.Bound = s.Objective
	case statusNone:
		s.Status = problem.Infeasible
	case statusUnbounded:
		s.Status = problem.Unbounded
	}
	return s, in.err
}

// opened is the descriptor of the host's file.
const opened = 3

// open gives the file if it is asked for: (directory, path, flags, more). It begins anew.
func open(ctx context.Context, m api.Module, stack []uint64) {
	h := hostOf(ctx)
	path, ok := m.Memory().Read(uint32(stack[1]), uint32(len(h.name)+1))
	if h.file == nil || !ok || !bytes.Equal(path, append([]byte(h.name), 0)) {
		stack[0] = api.EncodeI32(-noFile)
		return
	}
	h.at = 0
	stack[0] = opened
}

// read reads from the file: (file, parts, how many, address of the size).
func read(ctx context.Context, m api.Module, stack []uint64) {
	h := hostOf(ctx)
	parts, n, result := uint32(stack[1]), uint32(stack[2]), uint32(stack[3])
	if stack[0] != opened || h.file == nil {
		stack[0] = badFile
		return
	}
	given := 0
	for i := range n {
		address, _ := m.Memory().ReadUint32Le(parts + 8*i)
		size, _ := m.Memory().ReadUint32Le(parts + 8*i + 4)
		text := h.file[h.at:min(len(h.file), h.at+int(size))]
		m.Memory().Write(address, text)
		h.at += len(text)
		given += len(text)
	}
	m.Memory().WriteUint32Le(result, uint32(given))
	stack[0] = 0
}

// seek goes to a place in the file: (file, distance, from where, address of the place).
func seek(ctx context.Context, m api.Module, stack []uint64) {
	h := hostOf(ctx)
	if stack[0] != opened || h.file == nil {
		stack[0] = noSeek
		return
	}
	from := [...]int{0, h.at, len(h.file)}
	at := int64(stack[1])
	if stack[2] < uint64(len(from)) {
		at += int64(from[stack[2]])
	}
	h.at = int(min(max(at, 0), int64(len(h.file))))
	m.Memory().WriteUint64Le(uint32(stack[3]), uint64(h.at))
	stack[0] = 0
}
