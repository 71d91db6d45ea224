// Package clustertest starts clusters whose worker processes are the test program itself.
package clustertest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"farbank/distributed/cluster"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// serve is the environment variable that makes the test program a worker process.
const serve = "FARBANK_TEST_WORKER"

// Main is the TestMain of packages whose tests call Start.
func Main(m *testing.M) {
	if os.Getenv(serve) != "" {
		if err := cluster.Serve(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// Start starts a cluster with worker processes.
func Start(t testing.TB, workers int, o cluster.Options) *cluster.Cluster {
	t.Helper()
	if workers > 0 {
		t.Setenv(serve, "1")
	}
	o.Runner, o.Workers, o.Command = "prism", workers, []string{os.Args[0]}
	c, err := cluster.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}
