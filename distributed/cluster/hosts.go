package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os/exec"
	"sync"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"google.golang.org/grpc"
)

// hosts manages the hosts of workers: this process, or processes that are restarted when they end.
// Prism requests workers by Beam's interface for external worker pools.
type hosts struct {
	fnpb.UnimplementedBeamFnExternalWorkerPoolServer
	endpoint string
	server   *grpc.Server
	command  []string
	log      io.Writer

	mu   sync.Mutex
	by   map[string]host
	lost context.CancelCauseFunc // ends the current job
	shut bool
}

// A host runs workers.
type host interface {
	send(order) error
	close()
}

// An order is a line to a worker process: to start a worker, or to stop it.
type order struct {
	ID      string `json:"id"`
	Logging string `json:"logging,omitempty"`
	Control string `json:"control,omitempty"`
	Stop    bool   `json:"stop,omitempty"`
}

func startHosts(ctx context.Context, workers int, command []string, log io.Writer) (*hosts, error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	h := &hosts{endpoint: listener.Addr().String(), server: grpc.NewServer(), command: command, log: log, by: map[string]host{}}
	fnpb.RegisterBeamFnExternalWorkerPoolServer(h.server, h)
	go h.server.Serve(listener)
	if workers == 0 {
		h.by[groupName(0)] = newHarnesses(context.WithoutCancel(ctx))
	}
	for g := range workers {
		h.by[groupName(g)] = nil // started by ready
	}
	return h, nil
}

// ready starts missing processes. When one of them ends, lost is called to end the job that begins.
func (h *hosts) ready(ctx context.Context, lost context.CancelCauseFunc) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = lost
	for name, there := range h.by {
		if there != nil {
			continue
		}
		p, err := startProcess(h.command, h.log)
		if err != nil {
			return fmt.Errorf("cannot start a worker process: %w", err)
		}
		h.by[name] = p
		go func() {
			<-p.ended
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.by[name] == host(p) {
				h.by[name] = nil
			}
			if !h.shut {
				h.lost(ErrLost)
			}
		}()
	}
	return ctx.Err()
}

// processes returns the IDs of the current processes.
func (h *hosts) processes() (ids []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, there := range h.by {
		if p, ok := there.(*process); ok {
			ids = append(ids, p.cmd.Process.Pid)
		}
	}
	return ids
}

func (h *hosts) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shut = true
	for _, there := range h.by {
		if there != nil {
			there.close()
		}
	}
	go h.server.Stop() // it may wait for prism
}

// StartWorker starts a worker; prism calls it at the beginning of a job. It returns no error even
// if the process has ended, since prism would panic; the job then ends with ErrLost.
func (h *hosts) StartWorker(_ context.Context, r *fnpb.StartWorkerRequest) (*fnpb.StartWorkerResponse, error) {
	h.send(r.GetParams()["host"], order{ID: r.GetWorkerId(), Logging: r.GetLoggingEndpoint().GetUrl(), Control: r.GetControlEndpoint().GetUrl()})
	return &fnpb.StartWorkerResponse{}, nil
}

// StopWorker stops a worker; prism calls it at the end of a job. The request does not identify the
// host.
func (h *hosts) StopWorker(_ context.Context, r *fnpb.StopWorkerRequest) (*fnpb.StopWorkerResponse, error) {
	h.mu.Lock()
	names := make([]string, 0, len(h.by))
	for name := range h.by {
		names = append(names, name)
	}
	h.mu.Unlock()
	for _, name := range names {
		h.send(name, order{ID: r.GetWorkerId(), Stop: true})
	}
	return &fnpb.StopWorkerResponse{}, nil
}

func (h *hosts) send(name string, o order) {
	h.mu.Lock()
	to := h.by[name]
	lost := h.lost
	h.mu.Unlock()
	if to == nil || to.send(o) != nil {
		if !o.Stop {
			lost(ErrLost)
		}
	}
}

// A process is a host in a separate process. It ends when its standard input is closed, and thus
// with this process.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	mu    sync.Mutex
	ended chan struct{}
}

func startProcess(command []string, log io.Writer) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), ended: make(chan struct{})}
	p.cmd.Stderr = log
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

func (p *process) send(o order) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return json.NewEncoder(p.in).Encode(o)
}

func (p *process) close() {
	p.in.Close()
	p.cmd.Process.Kill()
}
