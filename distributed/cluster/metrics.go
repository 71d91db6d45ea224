package cluster

import (
	"context"
	"time"

	fnpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/fnexecution_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Workers number their figures, each for itself, and prism takes all of a job for those of one
// worker: with several it mistakes one for another and may fail. So worker processes send none.

// withoutMetrics has all connections of this process leave figures out.
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

// maxMessage is more than a message of the shuffle has.
const maxMessage = 1 << 30

// quietStream is a stream that leaves figures out.
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
