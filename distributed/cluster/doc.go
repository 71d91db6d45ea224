// Package cluster runs pipelines of Apache Beam: on the runner prism in this process, with this
// process or local worker processes as workers, or on another runner by the flags of Beam (Flink,
// Spark, Dataflow).
//
// Prism gives each environment one worker and waits forever for a dead one. So each worker process
// has an environment of its own here. The processes live as long as the cluster, and a job ends at
// once with ErrLost when one of them ends; Run then runs it again.
package cluster
