package cluster

import (
	"context"
	"time"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Each worker numbers its metrics itself, but prism assumes that all metrics of a job come from one
// worker. With several workers it confuses them and may fail. So worker processes send no metrics.

// withoutMetrics makes all connections of this process omit metrics.
func withoutMetrics() {
	grpcx.Dial = func(_ context.Context, endpoint string, _ time.Duration) (*grpc.ClientConn, error) {
		return grpc.NewClient(endpoint, grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)),
			grpc.WithStreamInterceptor(func(ctx context.Context, d *grpc.StreamDesc, c *grpc.ClientConn, method string, s grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
				stream, err := s(ctx, d, c, method, opts...)
				return &quietStream{stream}, err
			}))
	}
}

// maxMessage is an upper bound on the size of a message of the shuffle.
const maxMessage = 1 << 30

// A quietStream is a stream that omits metrics.
type quietStream struct{ grpc.ClientStream }

func (s *quietStream) SendMsg(m any) error {
	if r, ok := m.(*fnpb.InstructionResponse); ok {
		if b := r.GetProcessBundle(); b != nil {
			b.MonitoringData, b.MonitoringInfos = nil, nil
		}
		if b := r.GetProcessBundleProgress(); b != nil {
			b.MonitoringData, b.MonitoringInfos = nil, nil
		}
	}
	return s.ClientStream.SendMsg(m)
}
